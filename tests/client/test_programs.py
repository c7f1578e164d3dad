"""The client and real processes: ours, the skeleton of the docs, and some that go wrong."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from coalbaron_fast import Engine, Limits, State
from coalbaron_fast.client import AsyncClient, Client, Patience
from coalbaron_fast.client.program import shown
from coalbaron_fast.client.synchronous import LoopThread
from coalbaron_fast.errors import ProgramEndedError, ProgramGarbledError, ProgramSilentError
from tests.processes import PATIENCE_S, running
from tests.search import tiny_game

DOCS: Final = Path(__file__).parents[2] / "docs"
OURS: Final = (sys.executable, "-m", "coalbaron_protocol")
SKELETON: Final = (sys.executable, str(DOCS / "examples" / "ugi_bot.py"))
START: Final = State(2, seed=1)
FOR_EVER: Final = Limits(infinite=True)
PATIENT: Final = Patience(60_000, 60_000, 60_000)
"""For a machine that is busy."""


def small_program(then: str) -> list[str]:
    """Return the command of a program that greets, answers `isready`, and does this at `go`."""
    text = (
        "import os, subprocess, sys, time\n"
        "def say(*lines):\n print(*lines, sep='\\n', flush=True)\n"
        "for line in sys.stdin:\n"
        " word = line.split()[0]\n"
        " if word == 'ugi': say('ugiok')\n"
        " if word == 'isready': say('readyok')\n"
        f" if word == 'go':\n  {then}\n"
    )
    return [sys.executable, "-S", "-c", text]


@pytest.fixture(scope="module")
def ours() -> Iterator[Client]:
    with Client.start(OURS, options={"Hash": 16}, patience=PATIENT) as client:
        yield client


def test_our_engine_answers_as_the_engine_in_this_process_does(ours: Client) -> None:
    limits = Limits(nodes=60, lines=2)
    here = Engine(hash_mb=16).search(START, limits)
    there = ours.search(START, limits)
    assert there.best == here.best
    assert [line.tokens for line in there.lines] == [line.tokens for line in here.lines]
    assert ours.play(START, limits) == here.best


def test_infos_come_while_the_search_runs_and_any_thread_may_stop_it(ours: Client) -> None:
    with ours.analyse(START, FOR_EVER) as search:
        assert next(search).tokens
        ours.ping()
        threading.Thread(target=ours.stop).start()
        rest = list(search)
    assert search.result().lines == search.lines
    assert rest[-1] == search.lines[-1]
    assert ours.query("turn") == "1"
    assert ours.ask("perft 2", "perft") == ["perft 2: 42"]


def test_pondering(ours: Client) -> None:
    with ours.analyse(START, Limits(nodes=10), ponder=True) as search:
        ours.ping()
        assert not search.is_done
        search.ponder_hit()
        assert search.result().best


@pytest.mark.usefixtures("tiny_games")
def test_another_game_in_a_process_that_knows_it() -> None:
    program = (
        "import sys\n"
        f"sys.path.insert(0, {str(DOCS.parent)!r})\n"
        "from coalbaron_fast.games import GAMES\n"
        "from coalbaron_protocol.__main__ import main\n"
        "from tests.search.tiny_games import MODULES\n"
        "GAMES.update(MODULES)\n"
        "sys.exit(main())\n"
    )
    state = tiny_game.State(2, seed=5)
    with Client.start([sys.executable, "-c", program], game="coin", patience=PATIENT) as client:
        assert client.play(state, Limits(nodes=300)) == ["nothing"]
        answer = client.search(state, Limits(nodes=50, root_turns=["heads"]))
        assert answer.lines[0].tokens == ["heads"]
        with pytest.raises(TypeError, match="set to coin, not to Coal Baron"):
            client.play(START, Limits(nodes=5))
        client.configure({"Game": "coalbaron"})
        assert client.play(START, Limits(nodes=5)) == Engine().search(START, Limits(nodes=5)).best


def test_a_client_beside_a_running_loop() -> None:
    async def notebook() -> list[str]:
        with Client.start(SKELETON, patience=PATIENT) as client:
            return client.play(START, Limits(time_ms=5))

    assert asyncio.run(notebook()) == START.legal_moves()[:1]


def test_a_cancelled_task_leaves_the_engine_free() -> None:
    async def work() -> None:
        async with await AsyncClient.start(OURS, patience=PATIENT) as client:
            task = asyncio.create_task(client.play(START, FOR_EVER))
            while not any("go infinite" in line for line in client.transcript):
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert client.transcript[-1].startswith("< 'bestmove ")
            assert await client.play(START, Limits(nodes=5))
        assert await client.quit() == 0

    asyncio.run(work())


@pytest.mark.parametrize("steps", range(0, 24, 3))
def test_a_start_that_is_cancelled_leaves_no_process(steps: int, tmp_path: Path) -> None:
    note = tmp_path / "process"
    program = f"import os, sys; open({str(note)!r}, 'w').write(str(os.getpid())); sys.stdin.read()"

    async def work() -> None:
        start = AsyncClient.start([sys.executable, "-S", "-c", program], patience=PATIENT)
        task = asyncio.create_task(start)
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(work())
    if note.exists() and note.read_text():
        with pytest.raises(ProcessLookupError):
            os.kill(int(note.read_text()), 0)


@pytest.mark.parametrize(
    ("then", "error", "words"),
    [
        ("os._exit(3)", ProgramEndedError, "ended with status 3"),
        ("os.kill(os.getpid(), 11)", ProgramEndedError, f"ended with status {-signal.SIGSEGV}"),
        ("os.close(1); time.sleep(600)", ProgramEndedError, "closed its output"),
        ("subprocess.Popen(['sleep', '600']); os._exit(4)", ProgramEndedError, "status 4"),
        ("while True: say('info string ' + 'x' * 9999)", ProgramGarbledError, "no answer"),
        ("say('x' * 300_000); time.sleep(600)", ProgramGarbledError, "no answer"),
        ("time.sleep(600)", ProgramSilentError, "no bestmove within 0.1 s"),
    ],
)
def test_programs_that_go_wrong(then: str, error: type[Exception], words: str) -> None:
    patience = PATIENT._replace(grace_ms=100)
    wait_ms = 100 if error is ProgramSilentError else 60_000
    with Client.start(small_program(then), patience=patience) as client:
        with pytest.raises(error, match=words):
            client.play("startpos", Limits(nodes=5), wait_ms=wait_ms)
        assert "> go nodes 5" in client.transcript
    with pytest.raises((error, ProgramEndedError)):
        client.ping()
    client.stop()


def test_complaints_are_kept() -> None:
    program = small_program("sys.stderr.write('oh no\\n'); sys.exit(5)")
    with (
        Client.start(program, patience=PATIENT) as client,
        pytest.raises(ProgramEndedError) as caught,
    ):
        client.play("startpos", Limits(nodes=5))
    assert caught.value.transcript[-1] == "! 'oh no'"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["/nowhere/program"], "'/nowhere/program' cannot be started: No such file"),
        ("/nowhere/program with words", "'/nowhere/program' cannot be started"),
        ([sys.executable, "-S", "-c", "print('hello')"], "ended with status 0"),
    ],
)
def test_programs_that_do_not_begin(command: list[str] | str, words: str) -> None:
    with pytest.raises(ProgramEndedError, match=words):
        Client.start(command, patience=PATIENT)


def test_a_program_that_hangs_at_the_start_is_ended() -> None:
    with pytest.raises(ProgramSilentError, match="no ugiok"):
        Client.start(["sleep", "600"], patience=PATIENT._replace(start_ms=100))


def test_no_command_is_none() -> None:
    with pytest.raises(ValueError, match="names no program"):
        Client.start("")


def test_ctrl_c_stops_the_search_and_the_client_goes_on() -> None:
    program = (
        "import sys\n"
        "from coalbaron_fast import Limits, State\n"
        "from coalbaron_fast.client import Client\n"
        f"with Client.start({list(OURS)!r}) as client:\n"
        "    try:\n"
        "        print('ready', flush=True)\n"
        "        client.play(State(2, seed=1), Limits(infinite=True))\n"
        "    except KeyboardInterrupt:\n"
        "        print(client.play(State(2, seed=1), Limits(nodes=5)), flush=True)\n"
    )
    with running(sys.executable, "-c", program) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        # In the search as a rule; what comes before it is within the same `try`.
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        said, complaints = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, complaints) == (0, "")
    assert said.startswith("['+")


def test_no_thread_is_left() -> None:
    before = set(threading.enumerate())
    with contextlib.suppress(ProgramEndedError):
        Client.start(["/nowhere/program"])
    with Client.start(small_program("say('bestmove a')"), patience=PATIENT) as client:
        assert client.play("startpos", Limits(nodes=5)) == ["a"]
        client.quit()
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENT.start_ms / 1000)
        assert not thread.is_alive()


def test_what_is_shown_is_short_and_harmless() -> None:
    assert shown("\x1b[2J") == repr("\ufffd[2J")
    assert shown("x" * 1000).endswith("and 700 more")


def test_ctrl_c_before_the_work_has_begun_cancels_it(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, busy = LoopThread(), threading.Event()
    ended: list[BaseException | None] = []

    class Interrupted(concurrent.futures.Future[None]):
        """Ctrl-C comes as soon as it is waited for, while the loop has other things to do."""

        def result(self, timeout: float | None = None) -> None:
            del timeout
            threading.Timer(0.05, busy.set).start()
            raise KeyboardInterrupt

        def set_exception(self, exception: BaseException | None) -> None:
            ended.append(exception)
            super().set_exception(exception)

    monkeypatch.setattr(concurrent.futures, "Future", Interrupted)
    loop.call(busy.wait)
    with pytest.raises(KeyboardInterrupt):
        loop.run(asyncio.sleep(3600))
    assert [type(one) for one in ended] == [concurrent.futures.CancelledError]
    loop.close()
