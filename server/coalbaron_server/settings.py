"""Everything that can be set, by environment and by command line.

The field `max_nodes` is `COALBARON_MAX_NODES` in the environment and `--max-nodes` on the command
line, which counts more. Numbers of seconds end in `_s`, of milliseconds in `_ms`.
"""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, Final

from coalbaron_fast.engine.evaluation import BEST, load_evaluation
from coalbaron_fast.games import DEFAULT, load_game
from coalbaron_server.api.api_keys import read_api_keys
from coalbaron_server.api.hosts import LOOPBACK, Hosts
from coalbaron_server.work.clients import Proxies

PREFIX: Final = "COALBARON_"
LAST_PORT: Final = 65535


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _setting(default: Any, text: str, low: float = 0) -> Any:  # noqa: ANN401 - any field's value
    metadata = {"text": text, "low": low}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Settings:
    """How the service behaves. A limit of 0 is none where its text says so."""

    host: str = _setting("127.0.0.1", "address to listen on")
    port: int = _setting(8000, "port to listen on; 0 takes a free one")
    uds: str | None = _setting(None, "socket file to listen on, in place of host and port")
    hosts: str = _setting(
        "",
        "names that it answers under besides localhost and the host, separated by commas; *: any",
    )
    workers: int = _setting(1, "processes; slots, queue and rates are shared out among them", 1)
    slots: int = _setting(_cores, "threads of search at a time (default: the cores)", 1)
    queue: int = _setting(16, "requests that may wait for a slot")
    queue_s: float = _setting(30.0, "how long one may wait there", 0.001)
    max_body: int = _setting(524_288, "bytes of a request's body", 1)
    max_nodes: int = _setting(2_000_000, "nodes of one search", 1)
    max_time_ms: float = _setting(60_000.0, "time of one search or projection", 1)
    max_review_ms: float = _setting(600_000.0, "time of one review", 1)
    max_threads: int = _setting(_cores, "threads of one search (default: the cores)", 1)
    max_hash_mb: int = _setting(256, "megabytes of one search", 4)
    max_games: int = _setting(1000, "games of one projection", 1)
    evaluation: str = _setting(
        BEST, "what positions are worth: best, net, hand, or a network's file"
    )
    rate: float = _setting(50.0, "requests a second from one client in the long run; 0: any")
    burst: int = _setting(200, "requests that a client may send at once", 1)
    head_s: float = _setting(10.0, "for a request's head to arrive", 0.001)
    body_s: float = _setting(15.0, "for a request's body to arrive", 0.001)
    send_s: float = _setting(15.0, "for a client to take what is sent", 0.001)
    idle_s: int = _setting(15, "between two requests on one connection", 1)
    connections: int = _setting(1000, "open connections", 1)
    client_connections: int = _setting(100, "open connections of one client", 1)
    client_slots: int = _setting(
        0, "slots of one client; 0: half of them, or all if only this machine can call"
    )
    helpers: int = _setting(1, "processes beside each one, for large requests", 1)
    hang_s: float = _setting(10.0, "a process silent for so long is replaced", 1)
    drain_s: float = _setting(0.0, "after SIGTERM: /readyz says no, and all else goes on")
    grace_s: float = _setting(2.0, "for what runs to finish after SIGTERM, before it is stopped")
    api_key: str | None = _setting(None, "key that /v1 and /metrics ask for; none: open")
    api_key_file: str | None = _setting(None, "file of such keys, one a line; read at the start")
    cors: str = _setting("", "origins that may call from other pages, separated by commas")
    proxies: str = _setting(
        "", "addresses or networks of proxies whose X-Forwarded-For is believed; *: any"
    )
    log: str = _setting("info", "what is logged: debug, info, warning, error")
    api_keys: tuple[str, ...] = field(default=(), repr=False)
    """The keys of both, read once: so all processes know the same ones. No option."""

    def __post_init__(self) -> None:
        """Refuse what no service can work with."""
        for one in options():
            value = getattr(self, one.name)
            low = one.metadata["low"]
            if isinstance(value, int | float) and not value >= low:
                raise ValueError(f"{one.name} must be at least {low}, not {value}")
        for name in ("api_key", "api_key_file", "uds"):
            if getattr(self, name) == "":
                # A variable that was left empty by mistake must not open the service.
                raise ValueError(f"{name} must not be empty; leave it out to do without one")
        self.names()
        self.believed_proxies()
        if self.port > LAST_PORT:
            # The system would take the rest of a division, and listen somewhere else.
            raise ValueError(f"port must be at most {LAST_PORT}, not {self.port}")
        if self.log not in LOG_LEVELS:
            raise ValueError(f"log must be one of {', '.join(LOG_LEVELS)}, not {self.log}")
        if not self.api_keys:
            object.__setattr__(self, "api_keys", self._read_keys())

    def _read_keys(self) -> tuple[str, ...]:
        single = () if self.api_key is None else (self.api_key,)
        return single if self.api_key_file is None else single + read_api_keys(self.api_key_file)

    def names(self) -> Hosts:
        """Return the names that the service answers under."""
        return Hosts(self.listening_host, self.hosts)

    def believed_proxies(self) -> Proxies:
        """Return the proxies; only one of them can write to a socket in the file system."""
        return Proxies(self.proxies, on_socket=self.uds is not None)

    @property
    def listening_host(self) -> str | None:
        """The address that is listened on; None for a socket in the file system."""
        return self.host if self.uds is None else None

    @property
    def origins(self) -> list[str]:
        """The origins of `cors`, one by one."""
        return [origin.strip() for origin in self.cors.split(",") if origin.strip()]

    @property
    def slots_of_client(self) -> int:
        """The slots that one client may hold at a time."""
        if self.client_slots:
            return min(self.client_slots, self.slots)
        is_local = self.listening_host in LOOPBACK and not self.proxies
        return self.slots if is_local else max(self.slots // 2, 1)

    @property
    def queue_of_client(self) -> int:
        """The requests of one client that may wait at a time: its part of the queue."""
        part = self.slots_of_client / self.slots
        return min(max(math.ceil(self.queue * part), 1), self.queue)

    def share(self) -> Settings:
        """Return what one of several processes gets of slots, queue, rate and connections."""
        number = self.workers
        return replace(
            self,
            workers=1,
            slots=max(self.slots // number, 1),
            queue=-(-self.queue // number),
            rate=self.rate / number,
            burst=-(-self.burst // number),
            connections=-(-self.connections // number),
            client_connections=-(-self.client_connections // number),
            client_slots=-(-self.client_slots // number),
        )


def options() -> list[Field[Any]]:
    """Return the fields that can be set from outside."""
    return [one for one in fields(Settings) if one.metadata]


LOG_LEVELS: Final = ("debug", "info", "warning", "error")
KINDS: Final = {"str": str, "int": int, "float": float, "str | None": str}


def read_settings(words: Sequence[str], environment: Mapping[str, str] | None = None) -> Settings:
    """Read the command line over the environment over the defaults; exit as argparse does."""
    environment = os.environ if environment is None else environment
    parser = argparse.ArgumentParser(
        prog="coalbaron-engine serve",
        description="The HTTP service of the Coal Baron engine. Every option is also a variable "
        f"of the environment: --max-nodes is {PREFIX}MAX_NODES.",
    )
    for one in options():
        given = environment.get(PREFIX + one.name.upper())
        parser.add_argument(
            f"--{one.name.replace('_', '-')}",
            type=KINDS[str(one.type)],
            # argparse converts a default that is text, and says what is wrong with it.
            default=argparse.SUPPRESS if given is None else given,
            metavar="TEXT" if "str" in str(one.type) else "N",
            help=one.metadata["text"] + _default_shown(one.default),
        )
    values = vars(parser.parse_args(words))
    try:
        settings = Settings(**values)
        # A file that is no network ends the start, not the first search.
        load_evaluation(settings.evaluation, load_game(DEFAULT))
    except ValueError as error:
        parser.error(str(error))
    return settings


def _default_shown(default: object) -> str:
    is_shown = isinstance(default, str | int | float) and default != ""
    return f" (default: {default})" if is_shown else ""
