"""The words of the line protocol (protocol/SPEC.md) that both ends need.

Who speaks it (`coalbaron_protocol`) and who talks to programs that speak it
(`coalbaron_fast.client`) take them from here, so that each is spelled in one place. Nothing here
reads or writes a stream, and nothing that is slow to import is needed.
"""
