"""The line protocol of the Coal Baron engine: the program ``coalbaron-engine``.

It reads commands from standard input and answers on standard output, in the manner of UCI and
UGI; `protocol/SPEC.md` lists every command and reply. It holds no rules and no search: all of
that is in `coalbaron_fast`. From Python, use that package instead.
"""
