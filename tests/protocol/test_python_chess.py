"""Which calls of python-chess work on us, and which do not: the table in docs/client.md."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import chess
import chess.engine
import pytest

from tests.protocol.conversation import COMMAND

LIMIT: Final = chess.engine.Limit(nodes=10)
SHORT_S: Final = 0.2
"""For what never comes, however long it is waited for."""


def test_it_starts_pings_configures_and_quits() -> None:
    with chess.engine.SimpleEngine.popen_uci(list(COMMAND)) as engine:
        assert engine.id["name"].startswith("Coal Baron engine")
        assert engine.options["Threads"].max == 64
        engine.configure({"Threads": 2, "Hash": 16, "Skill": 5})
        engine.ping()
        for wrong in ({"Hash": 1}, {"Game": "chess"}, {"Fast": 1}):
            with pytest.raises(chess.engine.EngineError):
                engine.configure(wrong)
        engine.ping()
        engine.quit()
        assert engine.returncode.result(60) == 0


def held(work: Callable[[chess.engine.UciProtocol], Awaitable[None]]) -> None:
    """Let some work be done with a process, which must answer after it."""

    async def run() -> None:
        transport, engine = await chess.engine.popen_uci(list(COMMAND))
        await work(engine)
        await asyncio.wait_for(engine.ping(), 60)
        await engine.quit()
        transport.close()

    asyncio.run(run())


def test_play_sees_no_move() -> None:
    async def work(engine: chess.engine.UciProtocol) -> None:
        with pytest.raises(chess.engine.EngineError, match="invalid uci: 'none'"):
            await engine.play(chess.Board(), LIMIT)

    held(work)


def test_analyse_never_returns(caplog: pytest.LogCaptureFixture) -> None:
    async def work(engine: chess.engine.UciProtocol) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(engine.analyse(chess.Board(), LIMIT), SHORT_S)

    with caplog.at_level(logging.ERROR):
        held(work)
    assert "invalid uci: 'none'" in caplog.text


def test_analysis_gives_our_refusal_and_never_ends() -> None:
    async def work(engine: chess.engine.UciProtocol) -> None:
        analysis = await engine.analysis(chess.Board(), LIMIT)
        info = await analysis.next()
        assert info is not None
        assert "the position asks chance" in info["string"]
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(analysis.wait(), SHORT_S)

    held(work)


def test_what_is_told_about_chess_does_no_harm() -> None:
    async def work(engine: chess.engine.UciProtocol) -> None:
        someone = chess.engine.Opponent(name="x", title=None, rating=None, is_engine=False)
        await engine.send_opponent_information(opponent=someone)
        await engine.send_game_result(chess.Board())

    held(work)
