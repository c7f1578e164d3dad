"""A client of programs that speak the line protocol (protocol/SPEC.md), this engine among them.

`Client` starts a program and asks it; `AsyncClient` is the same for asyncio. docs/client.md shows
both by example.
"""

from coalbaron_fast.client.asynchronous import AsyncClient, Patience
from coalbaron_fast.client.info import Answer, Info
from coalbaron_fast.client.remote import AsyncRemoteSearch
from coalbaron_fast.client.synchronous import Client, RemoteSearch
from coalbaron_fast.errors import (
    CommandRefusedError,
    ProgramEndedError,
    ProgramError,
    ProgramGarbledError,
    ProgramSilentError,
)

__all__ = [
    "Answer",
    "AsyncClient",
    "AsyncRemoteSearch",
    "Client",
    "CommandRefusedError",
    "Info",
    "Patience",
    "ProgramEndedError",
    "ProgramError",
    "ProgramGarbledError",
    "ProgramSilentError",
    "RemoteSearch",
]
