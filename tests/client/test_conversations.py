"""Conversations of the client with a script: no process, no waiting."""

from __future__ import annotations

import asyncio
from typing import Final

import pytest

from coalbaron_fast import (
    EngineBusyError,
    Limits,
    LimitsError,
    NothingToSearchError,
    SettingsError,
    State,
)
from coalbaron_fast.__main__ import play_random_game
from coalbaron_fast.client import AsyncClient
from coalbaron_fast.errors import (
    CommandRefusedError,
    ProgramEndedError,
    ProgramGarbledError,
    ProgramSilentError,
)
from coalbaron_fast.wire.options import Button, Check, Combo, Spin, Text
from tests.client.scripted import END, GREETING, OPENING, SHORT, ScriptedWire, converse
from tests.search import tiny_game

START: Final = ("> position startpos", "> isready", "< readyok")
NODES: Final = Limits(nodes=5)


def test_the_program_is_greeted_and_its_options_have_types() -> None:
    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        assert dict(client.id) == {"name": "Script 1.0", "author": "A. Nonymous"}
        assert list(client.options.values()) == [
            Spin("Threads", 1, 1, 8),
            Check("Ponder", default=False),
            Combo("Game", "coalbaron", ("coalbaron", "coin")),
            Text("Book File", ""),
            Button("Clear Hash"),
        ]

    converse((), work)


def test_options_are_set_as_they_are_announced() -> None:
    script = (
        "> setoption name Threads value 8",
        "> setoption name Ponder value true",
        "> setoption name Book File value my book",
        "> setoption name Clear Hash",
        "> isready",
        "< readyok",
        "> setoption name Threads value 2",
        "> isready",
        "< readyok",
    )

    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        await client.configure(
            {"threads": 8, "PONDER": True, "book file": "my book", "clear hash": None}
        )
        await client.configure({"Threads": "2"})

    converse(script, work)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"Threads": 9}, "Threads is a whole number from 1 to 8, not '9'"),
        ({"Threads": 2.5}, "Threads is a whole number from 1 to 8, not '2.5'"),
        ({"Threads": True}, "Threads is a whole number from 1 to 8, not 'true'"),
        ({"Ponder": 1}, "Ponder is true or false, not '1'"),
        ({"Game": "chess"}, "Game is one of coalbaron coin, not 'chess'"),
        ({"Book File": "a\nquit"}, "Book File is a text of one line"),
        ({"Clear Hash": 1}, "Clear Hash takes no value, not '1'"),
        ({"Fast": 1}, "no option 'Fast': Threads Ponder Game Book File Clear Hash"),
        ({"Threads": 2, "Fast": 1}, "no option 'Fast'"),
    ],
)
def test_a_wrong_option_is_refused_before_anything_is_sent(
    options: dict[str, object], message: str
) -> None:
    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        with pytest.raises(SettingsError) as caught:
            await client.configure(options)
        assert str(caught.value).startswith(message)
        assert caught.value.field == list(options)[-1]

    converse((), work)


def test_an_option_that_the_program_refuses_is_an_error() -> None:
    script = (
        "> setoption name Threads value 8",
        "> isready",
        "< info string error setoption: only one processor here",
        "< readyok",
    )

    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        with pytest.raises(CommandRefusedError, match="setoption: only one processor here"):
            await client.configure({"Threads": 8})

    converse(script, work)


def test_a_search_from_the_position_to_the_answer() -> None:
    script = (
        *START,
        "> go nodes 5 lines 2",
        "< info string hello there",
        "< info depth 1 multipv 1 score win 0.5,0.5 vp 90.0,80.0 pv a/b c",
        "< info depth 1 multipv 2 score win 0.4,0.6 pv d",
        "< info depth 2 multipv 1 nodes 5 score win 0.7,0.3 vp 95.0,80.0 p_best 0.9 pv a/b e",
        "< bestmove a/b ponder e",
    )

    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        async with await client.analyse("startpos", Limits(nodes=5, lines=2)) as search:
            infos = [info async for info in search]
            answer = await search.result()
        assert search.is_done
        assert [info.text for info in infos] == ["hello there", None, None, None]
        assert [info.rank for info in infos[1:]] == [1, 2, 1]
        assert (answer.best, answer.ponder) == (["a", "b"], ["e"])
        assert [line.tokens for line in answer.lines] == [["a", "b"], ["d"]]
        assert answer.lines[0].win == [0.7, 0.3]
        assert answer.lines == search.lines

    converse(script, work)


def test_a_program_is_shown_what_the_seat_to_move_knows() -> None:
    state = State(3, seed=7)
    assert state.turn is not None
    script = (
        f"> position text {state.view(state.turn).to_text()}",
        "> isready",
        "< readyok",
        "> go movetime 20",
        "< bestmove +Cg",
    )

    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        assert await client.play(state, Limits(time_ms=20)) == ["+Cg"]

    converse(script, work)
    assert "seed" not in script[0]


def test_several_searches_in_a_row() -> None:
    script = [
        row
        for turn in "abc"
        for row in (*START, "> go nodes 5", f"< info nodes 5 pv {turn}", f"< bestmove {turn}")
    ]

    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        for turn in "abc":
            assert (await client.search("startpos", NODES)).lines[0].tokens == [turn]

    converse(script, work)


def test_one_search_at_a_time_but_other_questions_meanwhile() -> None:
    script = (
        *START,
        "> go infinite",
        "> isready",
        "< readyok",
        "> query turn",
        "< info nodes 1 pv a",
        "< response 1",
        "> stop",
        "< bestmove a",
        *START,
        "> go nodes 5",
        "< bestmove b",
    )

    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        search = await client.analyse("startpos", Limits(infinite=True))
        with pytest.raises(EngineBusyError):
            await client.play("startpos", NODES)
        await client.ping()
        assert await client.query("turn") == "1"
        client.stop()
        client.stop()
        # The next one waits for the answer of the last one by itself.
        assert await client.play("startpos", NODES) == ["b"]
        assert (await search.result()).best == ["a"]
        client.stop()

    converse(script, work)


def test_two_tasks_cannot_begin_a_search_at_the_same_time() -> None:
    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        plays = (client.play("startpos", NODES) for _ in range(2))
        first, second = await asyncio.gather(*plays, return_exceptions=True)
        assert first == ["a"]
        assert isinstance(second, EngineBusyError)

    converse((*START, "> go nodes 5", "< bestmove a"), work)


def test_of_two_tasks_that_wait_for_the_last_answer_one_begins() -> None:
    async def work(client: AsyncClient, wire: ScriptedWire) -> None:
        await client.analyse("startpos", Limits(infinite=True))
        client.stop()
        tasks = [asyncio.create_task(client.play("startpos", NODES)) for _ in range(2)]
        await asyncio.sleep(0)
        wire.say("bestmove a")
        first, second = await asyncio.gather(*tasks, return_exceptions=True)
        assert first == ["b"]
        assert isinstance(second, EngineBusyError)

    converse((*START, "> go infinite", "> stop", *START, "> go nodes 5", "< bestmove b"), work)


def test_no_other_position_comes_between_a_position_and_its_search() -> None:
    script = (*START, "> go nodes 5", "> position startpos seed 1", "> isready", "< readyok")

    async def work(client: AsyncClient, wire: ScriptedWire) -> None:
        playing = asyncio.create_task(client.play("startpos", NODES))
        setting = asyncio.create_task(client.set_position("startpos seed 1"))
        await setting
        wire.say("bestmove a")
        assert await playing == ["a"]

    converse(script, work)


def test_leaving_the_search_stops_it() -> None:
    script = (*START, "> go infinite", "< info pv a", "< info pv b", "> stop", "< bestmove b")

    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        async with await client.analyse("startpos", Limits(infinite=True)) as search:
            async for info in search:
                assert info.tokens == ["a"]
                break
        assert (await search.result()).best == ["b"]

    converse(script, work)


def test_a_cancelled_task_stops_the_search_and_takes_its_answer_along() -> None:
    script = (
        *(*START, "> go infinite", "> stop", "< info pv old", "< bestmove old"),
        *(*START, "> go nodes 5", "< bestmove new"),
    )

    async def work(client: AsyncClient, wire: ScriptedWire) -> None:
        task = asyncio.create_task(client.play("startpos", Limits(infinite=True)))
        while wire.sent[-1] != "go infinite":
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert wire.sent[-1] == "stop"
        assert await client.play("startpos", NODES) == ["new"]

    converse(script, work)


def test_a_task_that_is_cancelled_before_go_sends_none() -> None:
    async def work(client: AsyncClient, wire: ScriptedWire) -> None:
        task = asyncio.create_task(client.play("startpos", NODES))
        while wire.sent[-2] != "position startpos":
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        wire.say("readyok")
        assert await client.play("startpos", NODES) == ["a"]

    script = ("> position startpos", "> isready", *START, "> go nodes 5", "< bestmove a")
    converse(script, work)


def test_a_limit_of_time_of_ones_own_stops_it_too() -> None:
    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.02):
                await client.play("startpos", NODES)
        await client.ping()

    converse((*START, "> go nodes 5", "> stop", "< bestmove a", "> isready", "< readyok"), work)


def test_an_answer_that_comes_too_late_is_nobodys() -> None:
    script = (
        *(*START, "> go movetime 10", "> stop", "< bestmove late"),
        *(*START, "> go nodes 5", "< bestmove good"),
    )

    async def work(client: AsyncClient, wire: ScriptedWire) -> None:
        with pytest.raises(ProgramSilentError, match=r"no bestmove within 0\.06 s") as caught:
            await client.play("startpos", Limits(time_ms=10))
        assert caught.value.transcript[-1] == "> go movetime 10"
        assert await client.play("startpos", NODES) == ["good"]
        assert wire.abandoned is None

    converse(script, work, patience=SHORT)


def test_a_program_that_does_not_even_stop_is_ended() -> None:
    async def work(client: AsyncClient, wire: ScriptedWire) -> None:
        with pytest.raises(ProgramSilentError, match=r"no bestmove within 0\.02 s"):
            await client.play("startpos", NODES, wait_ms=20)
        assert isinstance(wire.abandoned, ProgramSilentError)
        with pytest.raises(ProgramSilentError):
            await client.play("startpos", NODES)
        with pytest.raises(ProgramSilentError):
            await client.ping()

    converse((*START, "> go nodes 5", "> stop"), work, patience=SHORT)


@pytest.mark.parametrize(
    ("limits", "seat_1_ms"),
    [(Limits(nodes=5), None), (Limits(time_ms=10), 60), (Limits(infinite=True), None),
     (Limits(clock_ms=[20, 90]), 140), (Limits(clock_ms=[20, None]), 70),
     (Limits(clock_ms=[20, 90], time_ms=30), 80)],
)  # fmt: skip
def test_how_long_a_search_is_waited_for(limits: Limits, seat_1_ms: float | None) -> None:
    state = State(2, seed=1)
    assert state.turn == 1

    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        assert client._wait_ms(state, limits, None) == seat_1_ms
        assert client._wait_ms(state, limits, 7) == 7

    converse((), work, patience=SHORT)


def test_a_program_that_hangs_at_the_start() -> None:
    with pytest.raises(ProgramSilentError, match=r"no ugiok within 0\.05 s"):
        converse((), lambda client, _: client.ping(), opening=("> ugi", "< id"), patience=SHORT)
    silent = (*GREETING, "> isready")
    with pytest.raises(ProgramSilentError, match=r"no readyok within 0\.05 s"):
        converse((), lambda client, _: client.ping(), opening=silent, patience=SHORT)


def test_a_late_answer_does_not_go_to_the_next_question() -> None:
    async def work(client: AsyncClient, wire: ScriptedWire) -> None:
        with pytest.raises(ProgramSilentError, match="no response"):
            await client.query("turn")
        asked = asyncio.create_task(client.query("result"))
        await asyncio.sleep(0)
        wire.say("response 1", "response p1win")
        assert await asked == "p1win"

    patience = SHORT._replace(answer_ms=50)
    converse(("> query turn", "> query result"), work, patience=patience)


def test_the_death_of_the_program_ends_all_that_waits() -> None:
    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        search = await client.analyse("startpos", NODES)
        asked = asyncio.create_task(client.query("turn"))
        assert (await anext(search)).tokens == ["a"]
        with pytest.raises(ProgramEndedError, match="ended with status 3"):
            await anext(search)
        for waiting in (asked, search.result(), client.ping(), client.play("startpos", NODES)):
            with pytest.raises(ProgramEndedError):
                await waiting
        client.stop()

    converse((*START, "> go nodes 5", "< info pv a", "> query turn", END), work)


def test_a_death_at_the_start() -> None:
    with pytest.raises(ProgramEndedError, match="status 3"):
        converse((), lambda client, _: client.ping(), opening=("> ugi", "< id name X", END))


def test_positions_and_limits_that_the_program_refuses() -> None:
    refusal = "< info string error position: 'castle' is no token"
    script = (
        "> position startpos moves castle",
        *("> isready", refusal, "< readyok"),
        *(*START, "> go nodes 5", "< info string error go: not today", "< bestmove none"),
        *(*START, "> go nodes 5", "< bestmove none"),
    )

    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        with pytest.raises(CommandRefusedError, match="'castle' is no token") as caught:
            await client.play("startpos moves castle", NODES)
        assert caught.value.command == "position"
        with pytest.raises(CommandRefusedError, match="go: not today"):
            await client.play("startpos", NODES)
        assert await client.play("startpos", NODES) == []

    converse(script, work)


def test_what_nobody_can_search_is_not_sent() -> None:
    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        for state in (State(2), play_random_game(2, seed=1)):
            with pytest.raises(NothingToSearchError, match=state.phase):
                await client.play(state, NODES)
        with pytest.raises(LimitsError, match="no word for even"):
            await client.play(State(2, seed=1), Limits(nodes=5, even=True))
        with pytest.raises(TypeError, match="set to coalbaron, not to State"):
            await client.play(tiny_game.State(2, seed=5), NODES)
        with pytest.raises(ValueError, match="one line"):
            await client.ask("isready\nquit", "readyok")

    converse((), work)


def test_junk_and_answers_to_nothing_are_dropped() -> None:
    script = (
        "> position startpos",
        "> isready",
        *("< bestmove stale", "< info pv stale", "< response 7", "< \ufffd\x1b[2J", "<"),
        *("< readyok", "< readyok", "> go nodes 5"),
        *("< bestmoves x", "< information", "< info", "< info nodes", "< infobestmove"),
        *("< bestmove good", "< bestmove castle", "< bestmove castle"),
        *("> query turn", "< response 1"),
    )

    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        answer = await client.search("startpos", NODES)
        assert (answer.best, answer.lines) == (["good"], [])
        assert await client.query("turn") == "1"

    converse(script, work)


def test_an_answer_without_a_turn() -> None:
    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        with pytest.raises(ProgramGarbledError, match="bestmove names no turn"):
            await client.play("startpos", NODES)
        await client.ping()

    converse((*START, "> go nodes 5", "< bestmove", "> isready", "< readyok"), work)


def test_pondering_is_not_counted_until_the_hit() -> None:
    script = (*START, "> go ponder movetime 1", "< info pv a", "> ponderhit", "> stop")

    async def work(client: AsyncClient, wire: ScriptedWire) -> None:
        limits = Limits(time_ms=1)
        async with await client.analyse("startpos", limits, ponder=True, wait_ms=20) as search:
            assert search.is_pondering
            await asyncio.sleep(0.04)
            assert not search.is_done
            search.ponder_hit()
            search.ponder_hit()
            with pytest.raises(ProgramSilentError):
                await search.result()
            wire.say("bestmove a")

    converse(script, work, patience=SHORT)


def test_lines_of_other_commands() -> None:
    script = (
        "> position startpos seed 1",
        *("> isready", "< readyok", "> perft 1", "< info string counting", "< perft 1: 7"),
        *("> d", "< a board", "< of two lines", "< position text x"),
        *("> perft x", "< info string error perft: no number", "> query weather"),
        "< info string error query: no question",
        *("> dance", "< info string error command: 'dance' is unknown"),
    )

    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        await client.set_position("startpos seed 1")
        assert (await client.ask("perft 1", "perft"))[-1] == "perft 1: 7"
        assert await client.ask("d", "position") == ["a board", "of two lines", "position text x"]
        with pytest.raises(CommandRefusedError, match="perft: no number"):
            await client.ask("perft x", "perft")
        with pytest.raises(CommandRefusedError, match="query: no question"):
            await client.query("weather")
        with pytest.raises(CommandRefusedError, match="'dance' is unknown"):
            await client.ask("dance", "danced")

    converse(script, work)


def test_the_dialect_of_chess() -> None:
    async def work() -> None:
        script = (
            *("> uci", "< id name Chess", "< uciok", "> isready", "< readyok"),
            *("> ucinewgame", "> isready", "< readyok", *START, "> go nodes 5"),
            "< info depth 12 seldepth 20 score cp 35 upperbound wdl 1 2 3 nodes 9 pv e2e4 e7e5",
            "< bestmove e2e4 ponder e7e5",
        )
        wire = ScriptedWire(script)
        client = AsyncClient(wire)
        await client.open(dialect="uci")
        await client.new_game()
        answer = await client.search("startpos", NODES)
        assert (answer.best, answer.ponder) == (["e2e4"], ["e7e5"])
        (info,) = answer.lines
        assert (info.depth, info.nodes, info.pv) == (20, 9, [["e2e4"], ["e7e5"]])
        assert info.others == {"cp": "35 upperbound wdl 1 2 3"}
        wire.assert_done()

    asyncio.run(work())


@pytest.mark.usefixtures("tiny_games")
def test_another_game() -> None:
    state = tiny_game.State(2, seed=5)
    script = (
        *(*GREETING, "> setoption name Game value coin", "> isready", "< readyok"),
        *("> isready", "< readyok", f"> position text {state.view(0).to_text()}"),
        *("> isready", "< readyok", "> go nodes 5 searchmoves heads nothing", "< bestmove heads"),
    )

    async def work() -> None:
        wire = ScriptedWire(script)
        client = AsyncClient(wire)
        await client.open(game="coin")
        assert client.game == "coin"
        limits = Limits(nodes=5, root_turns=[[tiny_game.HEADS], "nothing"])
        assert await client.play(state, limits) == ["heads"]
        with pytest.raises(TypeError, match="set to coin, not to Coal Baron"):
            await client.play(State(2, seed=1), NODES)
        wire.assert_done()

    asyncio.run(work())


def test_a_program_of_one_game_cannot_play_another() -> None:
    async def work() -> None:
        client = AsyncClient(ScriptedWire(("> ugi", "< ugiok")))
        with pytest.raises(SettingsError, match="no option 'Game': there are none"):
            await client.open(game="coin")

    asyncio.run(work())


def test_quitting_ends_what_waits_and_may_be_repeated() -> None:
    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        search = await client.analyse("startpos", Limits(infinite=True))
        assert await client.quit() == 0
        with pytest.raises(ProgramEndedError, match="told to quit"):
            await search.result()
        search.stop()
        assert await client.quit() == 0

    converse((*START, "> go infinite"), work)


def test_who_reads_slowly_misses_the_oldest_infos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coalbaron_fast.client.remote.KEPT_INFOS", 3)

    async def work(client: AsyncClient, _: ScriptedWire) -> None:
        search = await client.analyse("startpos", NODES)
        answer = await search.result()
        assert [info.nodes async for info in search] == [7, 8, 9]
        assert answer.lines[0].nodes == 9

    infos = (f"< info nodes {nodes} pv a" for nodes in range(10))
    converse((*START, "> go nodes 5", *infos, "< bestmove a"), work)


def test_the_script_itself_complains() -> None:
    with pytest.raises(AssertionError, match="expected '> isready', not 'query turn'"):
        converse(("> isready",), lambda client, _: client.query("turn"))
    with pytest.raises(AssertionError):
        converse(("> isready",), lambda _, wire: asyncio.sleep(0, wire))
    assert OPENING[: len(GREETING)] == GREETING
