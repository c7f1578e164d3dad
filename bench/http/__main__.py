"""The HTTP service under load, on this machine alone.

python -m bench.http rates     requests a second, p50 and p99, beside a bare endpoint
python -m bench.http crowd     64 clients that come and go: what is left of them
python -m bench.http gone      from a client gone to its search stopped
python -m bench.http ends      SIGTERM under load
python -m bench.http attacks   hostile clients: memory, and what another client waits for /healthz
python -m bench.http stuck     stopped processes: when they are replaced, and how SIGTERM ends them
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

from bench.http.attacks import Attack, Oddity, all_attacks, all_oddities, describe
from bench.http.clients import Crowd, Load, steady
from bench.http.service import PATIENCE_S, RunningService, running_service
from bench.http.unguarded import PARSERS
from bench.report import add_json_option, print_table, run_program, write_json
from bench.samples import ratio_spread, spread
from coalbaron_fast import Engine, Limits, State

NODES: Final = 200
LEGAL: Final = "legal"
BEST: Final = f"bestmove nodes={NODES}"
BARE: Final = "bench.http.bare"
UNGUARDED: Final = "bench.http.unguarded"
MOST_END_S: Final = 10.0
MOST_STUCK_S: Final = 90.0
HANG_S: Final = 2
ODD_S: Final = 5.0
TURNS: Final = 20
"""The position asked about lies this many turns into a game."""

PLANS_VISIT: Final = 3
"""Which of the visits is the one for plans."""

SETTLE_S: Final = 0.02
SETTLING: Final = 25


def position() -> State:
    """Return the position to ask about: a placement in the first shift."""
    state = State(players=2, seed=7)
    turns = 0
    while turns < TURNS or state.phase != "place":
        state.push_codes(state.first_sight())
        turns += 1
    return State.from_text(state.to_text())


def tasks() -> dict[str, tuple[str, dict[str, Any]]]:
    """Return what is timed: path and body by name."""
    text = position().to_text()
    return {
        LEGAL: ("/v1/legal", {"position": text}),
        BEST: ("/v1/bestmove", {"position": text, "limits": {"nodes": NODES}}),
    }


def quantile(times_ms: list[float], part: float) -> float:
    """Return the quantile of sorted times for this share of them."""
    return times_ms[min(int(part * len(times_ms)), len(times_ms) - 1)]


# -- rates


def rates(arguments: argparse.Namespace) -> int:
    """Time the service, the bare endpoints and the search alone, in turns."""
    found: dict[str, list[Load]] = {}
    work: dict[str, list[float]] = {}
    alone: list[float] = []
    engine, state = Engine(hash_mb=64), position()
    kinds: dict[str, dict[str, Any]] = {"service": {"rate": 0}, "bare": {"module": BARE}}
    if arguments.tree is not None:
        kinds["other tree"] = {"rate": 0, "tree": arguments.tree}
    if arguments.unguarded:
        kinds |= {name: {"rate": 0, **server_of(name)} for name in PARSERS}
    with contextlib.ExitStack() as stack:
        services = {
            kind: stack.enter_context(running_service(**how)) for kind, how in kinds.items()
        }
        for number in range(arguments.rounds + 1):
            for name, (path, body) in tasks().items():
                connections = arguments.connections if name == LEGAL else 1
                for kind in sorted(services, reverse=bool(number % 2)):
                    port, before = services[kind].port, services[kind].processor_s()
                    load = asyncio.run(steady(port, path, body, connections, arguments.seconds))
                    used_ms = (services[kind].processor_s() - before) * 1000
                    # The first round only warms up.
                    if number:
                        work.setdefault(f"{name}, {kind}", []).append(used_ms / len(load.times_ms))
                        found.setdefault(f"{name}, {kind}", []).append(load)
            alone.append(search_alone_ms(engine, state, arguments.seconds))
    show_rates(found, work, alone[1:])
    data = {
        name: {
            "requests_s": [load.requests_s for load in loads],
            "p50_ms": [quantile(load.times_ms, 0.5) for load in loads],
            "processor_ms": work[name],
        }
        for name, loads in found.items()
    }
    write_json(arguments.json, "http rates", {"tasks": data, "search_alone_ms": alone[1:]})
    return 0


def search_alone_ms(engine: Engine, state: State, seconds: float) -> float:
    """Return the median time of the same search in Python, without a service."""
    times = []
    end = time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        engine.search(state, Limits(nodes=NODES))
        times.append((time.perf_counter() - began) * 1000)
    return spread(times).median


def show_rates(
    found: dict[str, list[Load]], work: dict[str, list[float]], alone: list[float]
) -> None:
    """Print the table and the ratios."""
    rows = []
    for name, loads in found.items():
        times = sorted(one for load in loads for one in load.times_ms)
        rate = spread([load.requests_s for load in loads]).median
        rows.append(
            [
                name,
                f"{rate:.0f}",
                f"{quantile(times, 0.5):.2f}",
                f"{quantile(times, 0.99):.2f}",
                f"{spread(work[name]).median:.3f}",
            ]
        )
    print_table(["endpoint", "requests/s", "p50 ms", "p99 ms", "processor ms"], rows)
    medians = {
        name: [quantile(load.times_ms, 0.5) for load in loads] for name, loads in found.items()
    }
    requests_s = {name: [load.requests_s for load in loads] for name, loads in found.items()}
    show_ratio(
        "legal: requests a second, bare to service",
        requests_s[f"{LEGAL}, bare"],
        requests_s[f"{LEGAL}, service"],
    )
    for other in ("other tree", *PARSERS):
        if f"{LEGAL}, {other}" in found:
            what = f"legal: requests a second, service to {other}"
            show_ratio(what, requests_s[f"{LEGAL}, service"], requests_s[f"{LEGAL}, {other}"])
            what = f"legal: requests a second of the processor, service to {other}"
            show_ratio(what, work[f"{LEGAL}, {other}"], work[f"{LEGAL}, service"])
    show_ratio("bestmove: p50 to the search alone", medians[f"{BEST}, service"], alone)
    show_ratio("a bare endpoint: p50 to the search alone", medians[f"{BEST}, bare"], alone)


def show_ratio(what: str, numerators: list[float], denominators: list[float]) -> None:
    """Print a ratio of what was measured side by side."""
    found = ratio_spread(numerators, denominators)
    print(f"{what}: {found.median:.3f} ({found.low:.3f}-{found.high:.3f})")


# -- a crowd


def crowd(arguments: argparse.Namespace) -> int:
    """Send a crowd of clients and look at what is left of it."""
    with running_service(rate=0, body_s=2, head_s=2) as service:
        path, body = tasks()[LEGAL]
        # Memory that is allocated once is there before the first look.
        asyncio.run(steady(service.port, path, body, arguments.clients, 1.0))
        # So are the pipes of a helper.
        service.post(*visits()[PLANS_VISIT])
        before = look(service)
        memory = []
        people = Crowd(service.port, visits(), seed=1)
        for _ in range(arguments.stretches):
            asyncio.run(people.run(arguments.clients, arguments.seconds / arguments.stretches))
            memory.append(service.resident_kb())
        service.wait_for("coalbaron_searches_running", 0)
        service.wait_for("coalbaron_searches_waiting", 0)
        # By now the service has closed the connections that clients left open.
        deadline = time.monotonic() + 20
        while look(service)["descriptors"] > before["descriptors"] and time.monotonic() < deadline:
            time.sleep(0.1)
        after = look(service)
    print(f"outcomes: {dict(people.outcomes)}")
    print(f"before: {before}\nafter:  {after}")
    print(f"memory over time, MB: {' '.join(f'{kb / 1024:.0f}' for kb in memory)}")
    leaked = any(after[name] != before[name] for name in ("free", "running", "waiting"))
    leaked |= after["descriptors"] > before["descriptors"]
    faults = [line for line in service.log if line["level"] == "error"]
    half = people.outcomes["half an answer"]
    print(
        "nothing leaked" if not leaked else "LEAKED", f"{len(faults)} faults, {half} half answers"
    )
    data = {"before": before, "after": after, "memory_kb": memory, "outcomes": people.outcomes}
    write_json(arguments.json, "http crowd", data)
    return int(leaked or bool(faults) or bool(half))


def visits() -> list[tuple[str, object]]:
    """Return the requests of a crowd: many long ones, and some nonsense."""
    text, record = position().to_text(), position().to_record()
    return [
        ("/v1/legal", {"position": text}),
        ("/v1/legal", {"position": "nonsense"}),
        ("/v1/play", {"record": record, "tokens": ["bank"], "chance": "draw"}),
        ("/v1/plans", {"position": text, "space": "m10"}),
        ("/v1/bestmove", {"position": text, "limits": {"nodes": NODES}}),
        ("/v1/bestmove", {"position": text, "limits": {"time_ms": 5000}}),
        ("/v1/analyse", {"position": text, "limits": {"time_ms": 5000}}),
        ("/v1/project", {"position": text, "games": 200}),
    ]


def look(service: RunningService) -> dict[str, float]:
    """Return the numbers that a crowd must not change, and how long an answer takes."""
    path, body = tasks()[BEST]
    load = asyncio.run(steady(service.port, path, body, 1, 1.0))
    alone_ms = search_alone_ms(Engine(hash_mb=64), position(), 1.0)
    found = {
        "free": service.metric("coalbaron_slots_free"),
        "running": service.metric("coalbaron_searches_running"),
        "waiting": service.metric("coalbaron_searches_waiting"),
        "memory_mb": service.resident_kb() // 1024,
        "bestmove_ms": round(quantile(load.times_ms, 0.5), 1),
        "search_alone_ms": round(alone_ms, 1),
    }
    # The connections of this look itself take a moment to close.
    counts = []
    for _ in range(SETTLING):
        time.sleep(SETTLE_S)
        counts.append(service.descriptors())
    return {**found, "descriptors": min(counts)}


# -- clients that leave


def gone(arguments: argparse.Namespace) -> int:
    """Time how long a search goes on after its client has gone."""
    body = {"position": position().to_text(), "limits": {"time_ms": 60_000}}
    generator = random.Random(1)
    times = []
    with running_service(rate=0) as service:
        for number in range(arguments.tries):
            connection = service.send(("/v1/bestmove", "/v1/analyse")[number % 2], body)
            service.wait_for("coalbaron_searches_running", 1)
            time.sleep(generator.random() / 5)
            connection.close()
            times.append(service.wait_for("coalbaron_searches_running", 0) * 1000)
        inside_ms = 1000 * service.metric("coalbaron_search_stop_seconds_sum") / len(times)
        within = service.metric_of('coalbaron_search_stop_seconds_bucket{le="0.1"}')
    found = spread(times)
    print(
        f"{len(times)} clients gone: search stopped after {found.median:.1f} ms (median), "
        f"{max(times):.1f} ms (worst), by looking every few milliseconds"
    )
    print(
        f"the service itself: {inside_ms:.2f} ms from noticing it (mean), "
        f"{within:.0f} of {len(times)} within 100 ms"
    )
    write_json(arguments.json, "http gone", {"milliseconds": times})
    return 0


# -- the end


def ends(arguments: argparse.Namespace) -> int:
    """Send SIGTERM under load, again and again."""
    statuses: Counter[int] = Counter()
    outcomes: Counter[str] = Counter()
    times = []
    for number in range(arguments.tries):
        with running_service(rate=0, grace_s=arguments.grace) as service:
            people = Crowd(service.port, visits()[:-1], seed=number)
            seconds, status = asyncio.run(end_under_load(service, people, arguments.clients))
            times.append(seconds)
            statuses[status] += 1
            outcomes += people.outcomes
    print(
        f"exit statuses: {dict(statuses)}; seconds to the end: {spread(times).median:.2f} (median)"
    )
    print(f"worst {max(times):.2f} s; outcomes: {dict(outcomes)}")
    data = {"seconds": times, "statuses": statuses, "outcomes": outcomes}
    write_json(arguments.json, "http ends", data)
    return int(set(statuses) != {0} or bool(outcomes["half an answer"]))


async def end_under_load(service: RunningService, people: Crowd, clients: int) -> tuple[float, int]:
    """Send SIGTERM in the middle of a crowd; return the time to the end and the status."""
    load = asyncio.ensure_future(people.run(clients, 60))
    await asyncio.sleep(1)
    began = time.monotonic()
    os.kill(service.process.pid, signal.SIGTERM)
    status = await asyncio.to_thread(service.wait)
    seconds = time.monotonic() - began
    await load
    return seconds, status


# -- attacks


def attacks(arguments: argparse.Namespace) -> int:
    """Attack a service of its own in each way, and watch it as another client."""
    rows = []
    data = {}
    server = server_of(arguments.server)
    for name, attack in all_attacks().items():
        if arguments.only and arguments.only not in name:
            continue
        with running_service(tree=arguments.tree, reads_log=attack.reads_log, **server) as service:
            service.post("/v1/new", {})
            found = watched(service, attack, arguments.seconds, arguments.megabytes * 10**6)
            found["end_s"] = end_s(service)
        times = found["times_ms"]
        rows.append(
            [
                name,
                describe(attack),
                f"{found['peak_mb']:.0f}",
                f"{quantile(times, 0.5):.1f}",
                f"{quantile(times, 0.99):.0f}",
                f"{times[-1]:.0f}",
                f"{found['end_s']:.1f}",
            ]
        )
        data[name] = {**found, "sent": attack.sent, "closed": attack.closed}
        print_progress(f"{name}: {rows[-1][2]} MB, {rows[-1][5]} ms, {rows[-1][6]} s")
    head = ["attack", "sent", "peak MB", "/healthz p50 ms", "p99 ms", "worst ms", "SIGTERM s"]
    print_table(head, rows)
    with running_service(tree=arguments.tree, **server) as service:
        print_table(["sent", "status", "to be"], oddities(service))
    write_json(arguments.json, "http attacks", data)
    return 0


def server_of(name: str) -> dict[str, Any]:
    """Return how a service is started: as it is, or on a parser of uvicorn alone."""
    return {} if name == "service" else {"module": UNGUARDED, "parser": name}


def end_s(service: RunningService) -> float:
    """Return how long a service takes to end after SIGTERM; it is killed where it does not."""
    began = time.monotonic()
    service.process.terminate()
    try:
        service.process.wait(MOST_END_S)
    except subprocess.TimeoutExpired:
        service.process.kill()
        service.process.wait()
    return time.monotonic() - began


def oddities(service: RunningService) -> list[list[str]]:
    """Return what is answered where silence was."""
    return [
        [name, str(odd.answer(service.port, ODD_S) or "none"), str(odd.status)]
        for name, odd in all_oddities().items()
    ]


# -- processes that stop


def stuck(arguments: argparse.Namespace) -> int:
    """Stop the process that serves, as a call that never returns would."""
    rows = []
    for workers in (1, 2):
        with running_service(tree=arguments.tree, workers=workers, hang_s=HANG_S) as service:
            stop_all(service)
            began = time.monotonic()
            while not answers(service.port) and time.monotonic() - began < MOST_STUCK_S:
                time.sleep(0.1)
            replaced = time.monotonic() - began
            stop_all(service)
            rows.append([str(workers), f"{replaced:.1f}", f"{end_s(service):.1f}"])
    head = ["workers", f"answers again, hang_s {HANG_S}", "SIGTERM while stopped, s"]
    print_table(head, rows)
    print(f"{MOST_STUCK_S:.0f} s: not replaced; {MOST_END_S:.0f} s: killed")
    return 0


def stop_all(service: RunningService) -> None:
    """Stop all processes that serve."""
    for number in servers_of(service.process.pid):
        os.kill(number, signal.SIGSTOP)


def servers_of(process: int) -> list[int]:
    """Return the processes of a service that answer requests: its own, or those that it watches."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()
    spawned = [
        int(child)
        for child in children
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]
    return spawned or [process]


def answers(port: int) -> bool:
    """Whether a service answers within a second."""
    odd = Oddity(b"GET /healthz HTTP/1.0\r\n\r\n", 200)
    return odd.answer(port, 1.0) == odd.status


def watched(
    service: RunningService, attack: Attack, seconds: float, most_bytes: int
) -> dict[str, Any]:
    """Run an attack beside a probe; return what the probe found."""
    probe = subprocess.Popen(  # noqa: S603 - the command is ours
        [sys.executable, "-m", "bench.http.probe", str(service.port), str(service.process.pid)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    if probe.stdout is not None:
        probe.stdout.readline()
    attack.run(service.port, seconds, most_bytes)
    output, _ = probe.communicate(b"", timeout=PATIENCE_S)
    found: dict[str, Any] = json.loads(output)
    return found


def print_progress(text: str) -> None:
    """Say on standard error how far it has come."""
    print(text, file=sys.stderr, flush=True)


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(prog="python -m bench.http", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("rates")
    command.add_argument("--rounds", type=int, default=5)
    command.add_argument("--seconds", type=float, default=2.0, help="for each endpoint and round")
    command.add_argument("--connections", type=int, default=8)
    command.add_argument("--tree", type=Path, help="another checkout, built in place, beside it")
    command.add_argument("--unguarded", action="store_true", help="uvicorn's parsers alone as well")
    command.set_defaults(run=rates)
    command = commands.add_parser("crowd")
    command.add_argument("--clients", type=int, default=64)
    command.add_argument("--seconds", type=float, default=30.0)
    command.add_argument("--stretches", type=int, default=6, help="between them memory is read")
    command.set_defaults(run=crowd)
    command = commands.add_parser("gone")
    command.add_argument("--tries", type=int, default=50)
    command.set_defaults(run=gone)
    command = commands.add_parser("ends")
    command.add_argument("--tries", type=int, default=10)
    command.add_argument("--clients", type=int, default=16)
    command.add_argument("--grace", type=float, default=1.0)
    command.set_defaults(run=ends)
    command = commands.add_parser("attacks")
    command.add_argument("--seconds", type=float, default=10.0, help="for each attack")
    command.add_argument("--megabytes", type=int, default=300, help="that one attack sends at most")
    command.add_argument("--only", metavar="WORDS", help="the attacks with these words in the name")
    command.add_argument("--tree", type=Path, help="another checkout, built in place, to attack")
    command.add_argument(
        "--server",
        choices=("service", *PARSERS),
        default="service",
        help="the service, or uvicorn with this parser and without what guards it",
    )
    command.set_defaults(run=attacks)
    command = commands.add_parser("stuck")
    command.add_argument("--tree", type=Path, help="another checkout, built in place")
    command.set_defaults(run=stuck)
    for command in set(commands.choices.values()):
        add_json_option(command)
    arguments = parser.parse_args()
    status: int = arguments.run(arguments)
    return status


if __name__ == "__main__":
    run_program(main)
