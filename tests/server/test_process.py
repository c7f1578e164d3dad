"""The real service: clients that leave, that are slow, that vanish; and how it ends."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bench.http.service import (
    PATIENCE_S,
    RunningService,
    read_answer,
    request_bytes,
    running_service,
    wait_until,
)

from coalbaron_fast import State
from coalbaron_server.settings import Settings
from coalbaron_server.transport.serving import Server
from tests.server.positions import placed

MINUTE = {"position": placed().to_text(), "limits": {"time_ms": 60_000}}
WORK = {"position": placed().to_text(), "limits": {"nodes": 30_000}}
"""A search that goes on while the service is asked whether it does, however busy the machine is."""

MOST_TRIES = 200
LARGE_ANSWERS = 400
"""More answers than any system keeps for a client that does not read."""

SHORT = {"position": placed().to_text(), "limits": {"nodes": 50}}


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    with running_service(slots=2, queue=3, rate=0) as running:
        yield running


def first_event(connection: socket.socket) -> bytes:
    """Read until a stream's first event has come whole."""
    data = b""
    while b"\n\n" not in data.partition(b"\r\n\r\n")[2]:
        piece = connection.recv(65536)
        assert piece, data
        data += piece
    return data


def test_it_answers_and_logs_json(service: RunningService) -> None:
    status, answer = service.post("/v1/bestmove", SHORT)
    assert status == 200
    assert answer["nodes"] == 50
    assert service.get("/healthz") == b'{"status":"ok"}'
    assert service.get("/readyz") == b'{"status":"ready"}'
    messages = [line["message"] for line in service.log[:2]]
    assert messages == ["process started", "listening"]
    assert service.wait_for_log(3) == {"process started", "listening", "request"}


def test_the_fast_parser_and_loop_are_used_where_they_are_installed() -> None:
    pytest.importorskip("httptools")
    pytest.importorskip("uvloop")
    server = Server(Settings())
    assert server.connections.make_inner.__name__ == "HttpToolsProtocol"
    factory = server.config.get_loop_factory()
    assert factory is not None
    loop = factory()
    assert type(loop).__module__.startswith("uvloop")
    loop.close()


def test_analyse_streams_while_it_thinks(service: RunningService) -> None:
    with contextlib.closing(service.send("/v1/analyse", MINUTE)) as connection:
        data = first_event(connection)
        assert b"text/event-stream" in data
        assert service.metric("coalbaron_searches_running") == 1
        event = data.partition(b"\r\n\r\n")[2].partition(b"event: info\ndata: ")[2]
        assert json.loads(event.partition(b"\n")[0])["nodes"] > 0
        seen = data.count(b"event: info")
        while seen < 3:
            seen += connection.recv(65536).count(b"event: info")
    service.wait_for("coalbaron_searches_running", 0)


@pytest.mark.parametrize("path", ["/v1/bestmove", "/v1/analyse"])
def test_a_client_that_closes_stops_its_search(service: RunningService, path: str) -> None:
    connection = service.send(path, MINUTE)
    service.wait_for("coalbaron_searches_running", 1)
    connection.close()
    service.wait_for("coalbaron_searches_running", 0)
    assert service.metric("coalbaron_slots_free") == 2


def test_a_client_that_closes_in_the_queue_leaves_it(service: RunningService) -> None:
    connections = [service.send("/v1/bestmove", MINUTE) for _ in range(3)]
    service.wait_for("coalbaron_searches_waiting", 1)
    connections.pop().close()
    service.wait_for("coalbaron_searches_waiting", 0)
    for connection in connections:
        connection.close()
    service.wait_for("coalbaron_slots_free", 2)


def test_a_search_does_not_keep_others_waiting(service: RunningService) -> None:
    connections = [service.send("/v1/bestmove", MINUTE) for _ in range(2)]
    service.wait_for("coalbaron_searches_running", 2)
    for _ in range(20):
        assert service.post("/v1/legal", {"position": MINUTE["position"]})[0] == 200
    for connection in connections:
        connection.close()
    service.wait_for("coalbaron_slots_free", 2)


def test_the_queue_is_bounded(service: RunningService) -> None:
    connections = [service.send("/v1/bestmove", MINUTE) for _ in range(5)]
    service.wait_for("coalbaron_searches_waiting", 3)
    with contextlib.closing(service.send("/v1/bestmove", MINUTE)) as connection:
        head = read_answer(connection).partition(b"\r\n\r\n")[0].lower()
    assert head.startswith(b"http/1.1 429")
    assert b"retry-after:" in head
    for connection in connections:
        connection.close()
    service.wait_for("coalbaron_slots_free", 2)
    service.wait_for("coalbaron_searches_waiting", 0)


def test_what_is_no_http_is_a_problem(service: RunningService) -> None:
    with contextlib.closing(service.connect()) as connection:
        connection.sendall(b"HELLO THERE\r\n\r\n")
        answer = read_answer(connection)
    assert answer.startswith(b"HTTP/1.1 400")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["type"] == "/problems/malformed"


def test_two_hosts_are_refused(service: RunningService) -> None:
    for hosts, status in ((b"", 400), (b"Host: x\r\n", 200), (b"Host: x\r\nHost: y\r\n", 400)):
        with contextlib.closing(service.connect()) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\n" + hosts + b"\r\n")
            assert read_answer(connection).startswith(b"HTTP/1.1 %d" % status)


def test_trailers_without_end_do_not_grow_the_service(service: RunningService) -> None:
    head = b"POST /v1/new HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
    before = service.resident_kb()
    for trailers in (b"a: b\r\n" * 10_000, b"a: " + b"b" * 60_000):
        with contextlib.closing(service.connect()) as connection:
            connection.sendall(head)
            with contextlib.suppress(OSError):
                for _ in range(300):
                    connection.sendall(trailers)
            assert service.resident_kb() - before < 10_000


def test_clients_that_leave_are_no_faults_of_ours(service: RunningService) -> None:
    page = b"GET /static/js/main.js HTTP/1.1\r\nHost: x\r\n\r\n"
    brief = {"position": MINUTE["position"], "limits": {"time_ms": 30}}
    requests = [
        page * 3,
        *(request_bytes(f"/v1/{name}", brief) for name in ("bestmove", "analyse")),
    ]
    for number in range(60):
        connection = service.connect()
        request = requests[number % 3]
        connection.sendall(request if number % 5 else request[:-5])
        time.sleep(0.001 * (number % 7) ** 2)
        if number % 2:
            connection.shutdown(socket.SHUT_WR)
        if number % 4 < 2:
            # Closed so, the other end gets a reset.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
    service.wait_for("coalbaron_searches_running", 0)
    service.wait_for("coalbaron_searches_waiting", 0)
    assert [line for line in service.log if line["level"] != "info"] == []


def test_a_body_that_is_too_large_is_told_so_while_it_is_sent(service: RunningService) -> None:
    body = {"position": "x" * 3_000_000}
    with contextlib.closing(service.connect()) as connection:
        connection.sendall(request_bytes("/v1/legal", body))
        answer = read_answer(connection)
    assert answer.startswith(b"HTTP/1.1 413")


def test_several_requests_on_one_connection(service: RunningService) -> None:
    with contextlib.closing(service.connect()) as connection:
        for _ in range(3):
            connection.sendall(request_bytes("/v1/bestmove", SHORT))
            assert read_answer(connection).startswith(b"HTTP/1.1 200")


# -- slow clients


@pytest.fixture(scope="module")
def strict() -> Iterator[RunningService]:
    """A service that waits for no client."""
    with running_service(
        head_s=0.3, body_s=0.3, send_s=0.3, idle_s=1, connections=6, rate=0
    ) as running:
        yield running


def closed_by_the_other_end(connection: socket.socket) -> bool:
    try:
        return connection.recv(65536) == b""
    except ConnectionResetError:
        return True


def test_a_head_that_does_not_arrive_is_not_waited_for(strict: RunningService) -> None:
    for beginning in (b"", b"POST /v1/new HT", b"POST /v1/new HTTP/1.1\r\nHost: x\r\n"):
        with contextlib.closing(strict.connect()) as connection:
            connection.sendall(beginning)
            assert closed_by_the_other_end(connection)


def test_a_head_that_trickles_is_not_waited_for(strict: RunningService) -> None:
    def trickle(connection: socket.socket) -> None:
        for _ in range(MOST_TRIES):
            connection.sendall(b"X")
            time.sleep(0.05)

    cut_off = (ConnectionResetError, BrokenPipeError)
    with contextlib.closing(strict.connect()) as connection, pytest.raises(cut_off):
        trickle(connection)


def test_a_second_head_is_not_waited_for_either(strict: RunningService) -> None:
    with contextlib.closing(strict.connect()) as connection:
        connection.sendall(request_bytes("/v1/new", {}))
        assert read_answer(connection).startswith(b"HTTP/1.1 200")
        connection.sendall(b"POST /v1/new HTTP/1.1\r\n")
        assert closed_by_the_other_end(connection)


def test_a_head_without_end_is_told_so(strict: RunningService) -> None:
    for size in (16_384 - 21, 1_000_000):
        with contextlib.closing(strict.connect()) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\n" + b"X-A: " + b"a" * size)
            assert read_answer(connection).startswith(b"HTTP/1.1 431")


def test_a_bare_line_feed_is_told_so(strict: RunningService) -> None:
    with contextlib.closing(strict.connect()) as connection:
        connection.sendall(b"GET / HTTP/1.1\nHost: x\n\n")
        assert read_answer(connection).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("body", [{"limits": {"nodes": 5}}, {"limits": {"time_ms": 400}}])
def test_a_client_that_ends_its_side_gets_its_answer(
    service: RunningService, body: dict[str, Any]
) -> None:
    request = request_bytes("/v1/bestmove", {"position": MINUTE["position"], **body})
    with contextlib.closing(service.connect()) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    assert b"HTTP/1.1 200" in answer
    assert json.loads(answer.rpartition(b"\r\n\r\n")[2])["best"]


def test_a_body_that_does_not_arrive_is_not_waited_for(strict: RunningService) -> None:
    with contextlib.closing(strict.connect()) as connection:
        connection.sendall(request_bytes("/v1/new", {"players": 2})[:-3])
        assert read_answer(connection).startswith(b"HTTP/1.1 408")
        assert closed_by_the_other_end(connection)


def test_an_idle_connection_is_closed(strict: RunningService) -> None:
    with contextlib.closing(strict.connect()) as connection:
        connection.sendall(request_bytes("/v1/new", {}))
        assert read_answer(connection).startswith(b"HTTP/1.1 200")
        assert closed_by_the_other_end(connection)


def test_a_client_that_does_not_read_is_cut_off(strict: RunningService) -> None:
    with contextlib.closing(socket.socket()) as connection:
        # The smallest window there is: what is sent piles up at the other end.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        connection.connect(("127.0.0.1", strict.port))
        connection.settimeout(PATIENCE_S)
        connection.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * LARGE_ANSWERS)
        time.sleep(1.0)
        assert was_cut_off(connection)
    assert strict.post("/v1/bestmove", SHORT)[0] == 200


def was_cut_off(connection: socket.socket) -> bool:
    """Read what had arrived; whether the connection ended in the middle of it."""
    data = b""
    try:
        while piece := connection.recv(65536):
            data += piece
    except ConnectionResetError:
        return True
    return data.count(b"HTTP/1.1 200") < LARGE_ANSWERS


def long_record() -> str:
    state = State(2, seed=1)
    while not state.is_over:
        state.push_codes(state.first_sight())
    return state.to_record()


def test_only_so_many_connections_are_open(strict: RunningService) -> None:
    connections = [strict.connect() for _ in range(10)]
    try:
        assert sum(closed_by_the_other_end(connection) for connection in connections[6:]) >= 4
    finally:
        for connection in connections:
            connection.close()


# -- the end


def test_sigterm_lets_a_search_finish() -> None:
    with running_service(grace_s=PATIENCE_S) as service:
        connection = service.send("/v1/bestmove", WORK)
        service.wait_for("coalbaron_searches_running", 1)
        service.process.send_signal(signal.SIGTERM)
        answer = read_answer(connection)
        assert service.wait() == 0
    assert answer.startswith(b"HTTP/1.1 200")
    found = json.loads(answer.partition(b"\r\n\r\n")[2])
    assert found["nodes"] == 30_000


def test_sigterm_stops_a_long_search_which_answers_with_what_it_has() -> None:
    with running_service(grace_s=0.1, slots=2, queue=4) as service:
        single = service.send("/v1/bestmove", MINUTE)
        stream = service.send("/v1/analyse", MINUTE)
        service.wait_for("coalbaron_searches_running", 2)
        waiting = service.send("/v1/bestmove", MINUTE)
        service.wait_for("coalbaron_searches_waiting", 1)
        first_event(stream)
        assert service.end() == 0
        answer, turned_away = read_answer(single), read_answer(waiting)
        rest = read_answer(stream)
    assert answer.startswith(b"HTTP/1.1 200")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["nodes"] > 0
    assert turned_away.startswith(b"HTTP/1.1 503")
    assert json.loads(turned_away.partition(b"\r\n\r\n")[2])["type"] == "/problems/stopping"
    # The last chunk of a stream says that it is whole.
    assert b"event: best\n" in rest
    assert rest.endswith(b"\r\n0\r\n\r\n")


def test_sigterm_ends_a_review_with_a_problem() -> None:
    body = {"record": long_record(), "limits": {"time_ms": 2000}}
    with running_service(grace_s=0.1) as service:
        connection = service.send("/v1/review", body)
        service.wait_for("coalbaron_searches_running", 1)
        assert service.end() == 0
        answer = read_answer(connection)
    assert b"/problems/stopping" in answer


def test_nothing_is_accepted_after_sigterm() -> None:
    with running_service(grace_s=PATIENCE_S) as service:
        connection = service.send("/v1/bestmove", WORK)
        service.wait_for("coalbaron_searches_running", 1)
        service.process.send_signal(signal.SIGTERM)
        refused = False
        while not refused and service.process.poll() is None:
            try:
                service.connect().close()
            except (ConnectionRefusedError, ConnectionResetError):
                refused = True
        assert refused
        assert read_answer(connection).startswith(b"HTTP/1.1 200")
        assert service.wait() == 0


def status_of(service: RunningService, path: str) -> bytes:
    with contextlib.closing(service.connect()) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        return read_answer(connection)


def test_load_balancers_are_told_before_the_end() -> None:
    with running_service(drain_s=PATIENCE_S) as service:
        assert status_of(service, "/readyz").startswith(b"HTTP/1.1 200")
        service.process.send_signal(signal.SIGTERM)
        while status_of(service, "/readyz").startswith(b"HTTP/1.1 200"):
            time.sleep(0.01)
        # Everything else goes on, but no connection is kept.
        answer = status_of(service, "/healthz")
        assert answer.startswith(b"HTTP/1.1 200")
        assert b"connection: close" in answer.lower()
        assert service.post("/v1/bestmove", SHORT)[0] == 200
        # A second signal ends the wait.
        assert service.end() == 0


def test_ctrl_c_waits_for_no_load_balancer() -> None:
    with running_service(drain_s=PATIENCE_S) as service:
        assert service.end(signal.SIGINT) == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_idle_service_ends_at_once(number: signal.Signals) -> None:
    with running_service() as service, contextlib.closing(service.connect()) as connection:
        connection.sendall(request_bytes("/v1/new", {}))
        read_answer(connection)
        assert service.end(number) == 0
    assert service.log[-1]["message"] == "ended"


def test_a_client_that_never_sends_its_body_does_not_hold_up_the_end() -> None:
    with running_service(grace_s=0.1) as service:
        connection = service.connect()
        connection.sendall(request_bytes("/v1/new", {})[:-1])
        time.sleep(0.1)
        assert service.end() == 0
        assert b" 200 " not in read_answer(connection)


# -- several processes, and the one script


@pytest.mark.slow
def test_several_processes_share_the_work_and_end_in_good_order() -> None:
    with running_service(workers=2, slots=2, rate=0) as service:
        service.wait_for("coalbaron_slots_free", 2)
        # The system gives connections to whichever process comes first: until both have one.
        connections = []
        for _ in range(MOST_TRIES):
            if not service.metric("coalbaron_slots_free"):
                break
            connection = service.send("/v1/bestmove", MINUTE)
            # One that is refused must not keep a place of the few that a client has.
            if select.select([connection], [], [], 0.2)[0]:
                connection.close()
            else:
                connections.append(connection)
        assert service.metric("coalbaron_searches_running") == 2
        for connection in connections:
            connection.close()
        service.wait_for("coalbaron_slots_free", 2)
        connection = service.send("/v1/bestmove", MINUTE)
        service.wait_for("coalbaron_searches_running", 1)
        assert service.end() == 0
        assert read_answer(connection).startswith(b"HTTP/1.1 200")


def started(service: RunningService, count: int) -> list[int]:
    """Wait until n processes have been started; return their ids."""

    def found() -> list[int]:
        return [line["pid"] for line in service.log if line["message"] == "process started"]

    wait_until(lambda: len(found()) >= count)
    return found()


@pytest.mark.slow
def test_a_process_that_dies_is_replaced() -> None:
    with running_service(workers=2, slots=2, rate=0) as service:
        os.kill(started(service, 2)[0], signal.SIGKILL)
        assert len(set(started(service, 3))) == 3
        # What the dead one said of its slots does not count any more.
        service.wait_for("coalbaron_slots_free", 2)
        for _ in range(10):
            assert service.post("/v1/bestmove", SHORT)[0] == 200
        assert service.end() == 0


def has_ended(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return True
    # Its new parent has not looked at its end yet.
    return "\nState:\tZ" in Path(f"/proc/{number}/status").read_text("utf-8")


@pytest.mark.slow
def test_without_their_supervisor_processes_end() -> None:
    with running_service(workers=2, slots=2, rate=0, grace_s=0.1) as service:
        workers = started(service, 2)
        # With a helper, which must end as well.
        service.post("/v1/plans", {"position": placed(turns=6).to_text(), "space": "m6"})
        helpers = [line["pid"] for line in service.log if line["message"] == "helper started"]
        assert len(helpers) == 1
        service.process.kill()
        wait_until(lambda: all(map(has_ended, workers + helpers)))
        with pytest.raises(ConnectionRefusedError):
            service.connect()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_process_that_hangs_is_replaced(workers: int) -> None:
    with running_service(workers=workers, slots=2, rate=0, hang_s=2) as service:
        # From its first second on, and also where there is no other.
        first = started(service, workers)[0]
        os.kill(first, signal.SIGSTOP)
        assert len(set(started(service, workers + 1))) == workers + 1
        assert {"level": "error", "message": "process hangs", "pid": first}.items() <= next(
            line for line in service.log if line["message"] == "process hangs"
        ).items()
        assert service.post("/v1/bestmove", SHORT)[0] == 200
        assert service.end() == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_are_heard_while_nothing_else_is(number: signal.Signals) -> None:
    with running_service(grace_s=0.1) as service:
        os.kill(started(service, 1)[0], signal.SIGSTOP)
        assert service.end(number) == 0
    assert service.log[-1]["message"] == "ended"


def test_a_service_manager_may_tell_all_processes() -> None:
    with running_service(drain_s=PATIENCE_S) as service:
        worker = started(service, 1)[0]
        for process in (worker, service.process.pid):
            service.get("/healthz")
            os.kill(process, signal.SIGTERM)
        while status_of(service, "/readyz").startswith(b"HTTP/1.1 200"):
            time.sleep(0.01)
        # The supervisor has told it once more by now: that is no second signal.
        time.sleep(1.0)
        assert status_of(service, "/healthz").startswith(b"HTTP/1.1 200")
        assert service.end() == 0


def test_a_terminal_that_closes_ends_it_in_good_order() -> None:
    with running_service(grace_s=PATIENCE_S, drain_s=0.2) as service:
        connection = service.send("/v1/bestmove", WORK)
        service.wait_for("coalbaron_searches_running", 1)
        # A terminal sends it to all of them.
        for process in (service.process.pid, *started(service, 1)):
            os.kill(process, signal.SIGHUP)
        assert read_answer(connection).startswith(b"HTTP/1.1 200")
        assert service.wait() == 0


@pytest.mark.slow
def test_load_balancers_are_told_by_all_processes() -> None:
    with running_service(workers=2, slots=2, drain_s=PATIENCE_S) as service:
        service.wait_for("coalbaron_slots_free", 2)
        service.process.send_signal(signal.SIGTERM)
        while status_of(service, "/readyz").startswith(b"HTTP/1.1 200"):
            time.sleep(0.01)
        assert service.end() == 0


def run_script(*words: str, environment: dict[str, str] | None = None) -> Any:
    return subprocess.run(
        [sys.executable, "-m", "coalbaron_protocol", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
        env={**os.environ, **(environment or {})},
    )


def test_the_engines_script_starts_it() -> None:
    assert "--max-nodes" in run_script("serve", "--help").stdout
    run = run_script("serve", "--slots=0")
    assert run.returncode == 2
    assert "slots must be at least 1" in run.stderr


def test_a_port_that_is_taken_is_one_line() -> None:
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = listener.getsockname()[1]
        run = run_script("serve", f"--port={port}")
    assert run.returncode == 1
    assert len(run.stderr.splitlines()) == 1
    assert run.stderr.startswith("coalbaron-engine serve: cannot listen on ")
    assert run.stderr.endswith(": Address already in use\n")


def test_without_the_extra_it_says_what_to_install_and_helps(tmp_path: Any) -> None:
    for name in ("fastapi", "prometheus_client", "starlette", "uvicorn"):
        fault = f"raise ModuleNotFoundError('x', name='{name}')\n"
        (tmp_path / f"{name}.py").write_text(fault)
    path = os.pathsep.join((str(tmp_path), os.environ.get("PYTHONPATH", "")))
    for words in (["serve", "--help"], ["help", "serve"]):
        run = run_script(*words, environment={"PYTHONPATH": path})
        assert (run.returncode, run.stderr) == (0, "")
        assert "--max-nodes" in run.stdout
    run = run_script("serve", environment={"PYTHONPATH": path})
    assert run.returncode == 2
    assert run.stderr == (
        "coalbaron-engine: serve: prometheus_client is not installed: "
        "in a checkout pip install '.[server]' adds it (docs/install.md)\n"
    )


def test_the_protocol_does_not_load_the_service() -> None:
    program = (
        "import sys, coalbaron_protocol.__main__, coalbaron_protocol.arguments;"
        "print([name for name in sys.modules if 'server' in name or 'fastapi' in name])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n"
