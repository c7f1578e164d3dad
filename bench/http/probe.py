"""Another client, in a process of its own: how long /healthz takes, and what the service holds.

    python -m bench.http.probe PORT PID

It prints a line when it begins, and one JSON object once its standard input is closed. It asks
from an address of its own where the system has several for this machine.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import select
import socket
import sys
import time
from pathlib import Path
from typing import Final

ADDRESS: Final = "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"
PAUSE_S: Final = 0.01
MOST_S: Final = 20.0
"""An answer that takes longer counts as this long."""

REQUEST: Final = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


def ask_ms(port: int) -> float:
    """Return how long /healthz takes on a new connection."""
    began = time.perf_counter()
    with contextlib.suppress(OSError), socket.socket() as connection:
        connection.settimeout(MOST_S)
        connection.bind((ADDRESS, 0))
        connection.connect(("127.0.0.1", port))
        connection.sendall(REQUEST)
        if connection.recv(4096).startswith(b"HTTP/1.1 200"):
            return (time.perf_counter() - began) * 1000
    return MOST_S * 1000


def resident_mb(process: int) -> float:
    """Return the memory of a process and of all below it."""
    total_kb = 0
    for number in family(process):
        with contextlib.suppress(OSError, StopIteration):
            lines = Path(f"/proc/{number}/status").read_text("utf-8").splitlines()
            total_kb += next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
    return total_kb / 1024


def family(process: int) -> list[int]:
    """Return a process and all below it."""
    found = [process]
    for number in found:
        for children in Path(f"/proc/{number}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                found += [int(child) for child in children.read_text("utf-8").split()]
    return found


def main() -> int:
    """Ask until told to stop."""
    parser = argparse.ArgumentParser(prog="python -m bench.http.probe", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("port", type=int, help="where the service listens on this machine")
    parser.add_argument("pid", type=int, help="its process")
    arguments = parser.parse_args()
    port, process = arguments.port, arguments.pid
    times_ms: list[float] = []
    peak_mb = 0.0
    ask_ms(port)
    print("asking", flush=True)
    while not select.select([sys.stdin], [], [], PAUSE_S)[0]:
        times_ms.append(ask_ms(port))
        peak_mb = max(peak_mb, resident_mb(process))
    print(json.dumps({"times_ms": sorted(times_ms), "peak_mb": peak_mb}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
