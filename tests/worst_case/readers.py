"""Everything that reads foreign text outside of the service, for every game.

A reader takes a text and returns what to count: the reading itself, all else done before.
"""

from __future__ import annotations

import io
import json
import random
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from coalbaron_fast.arena.players import read_player
from coalbaron_fast.arena.store import read_settings
from coalbaron_fast.client.info import read_bestmove, read_info
from coalbaron_fast.engine.evaluation import load_evaluation
from coalbaron_fast.engine.network_file import read_network
from coalbaron_fast.games import GAMES, Game, load_game, named_game
from coalbaron_fast.wire.options import read_declaration
from coalbaron_fast.wire.words import LONGEST_LINE, read_refusal, read_turn
from coalbaron_protocol.jsonlines import QueryService
from coalbaron_protocol.kept_games import read_kept
from coalbaron_protocol.queries import QueryDefaults
from coalbaron_protocol.session import Session
from coalbaron_protocol.streams import read_lines
from tests.worst_case.counting import Work

SEED: Final = 3


class Reader(NamedTuple):
    """What reads a kind of text: good texts, and what reads one, ready to be counted."""

    name: str
    seeds: Callable[[], list[str]]
    prepare: Callable[[str], Work]
    in_steps: bool = False
    """Whether its work is done in steps of an event loop, of which the longest counts."""


@cache
def positions(name: str) -> list[Any]:
    """Return a few positions of a game: its beginning, its middle, its end, with their history."""
    game = load_game(name)
    state = game.begin(game.players[-1], None, 0, None)
    rng = random.Random(SEED)
    along = [state.copy()]
    while not state.is_over:
        codes = state.legal_codes()
        weights = [weight for _, weight in state.chance_outcomes()] or None
        state.push_codes(rng.choices(codes, weights))
        along.append(state.copy())
    return [along[0], along[len(along) // 2], along[-2], along[-1]]


def _texts(name: str) -> list[str]:
    return [state.to_text() for state in positions(name)]


def _dicts(name: str) -> list[str]:
    return [json.dumps(state.to_dict()) for state in positions(name)]


def _records(name: str) -> list[str]:
    return [state.to_record(Event="an event") for state in positions(name)]


def _histories(name: str) -> list[str]:
    return ["/".join(state.history) for state in positions(name)[1:]]


def _lines(name: str) -> list[str]:
    begin, middle, *_ = positions(name)
    history = " ".join(middle.history)
    players = f"position startpos players {begin.players}"
    return [
        f"{players} moves {history}",
        f"position text {middle.to_text()} seed 3 moves {history}",
        "setoption name Skill value 7",
        f"go nodes 10 p1time 100 searchmoves {' '.join(middle.legal_moves())}",
        "query p1turn",
        "uci",
    ]


def _queries(name: str) -> list[str]:
    middle = positions(name)[1]
    return [
        json.dumps(query)
        for query in (
            {"id": "a", "game": name, "position": middle.to_text(), "limits": {"nodes": 1}},
            {"id": "a", "game": name, "position": middle.to_dict(), "limits": {"nodes": 1}},
            {"id": "a", "game": name, "record": middle.to_record(), "turns": [0, 1, -1],
             "limits": {"nodes": 1, "clock_ms": [1, 2], "root_turns": middle.legal_moves()},
             "options": {"seed": 1, "parameters": {"win_weight": 1}}},
            {"id": "a", "action": "terminate", "terminate_id": "b"},
        )
    ]  # fmt: skip


def _read_dict(game: Game, text: str) -> Work:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = {"players": text}
    return partial(game.State.from_dict, data)


def _unpickle(game: Game, text: str) -> Work:
    """Return what a pickle of a position calls, with foreign arguments of the right types."""
    state = positions(game.name)[1]
    replay, arguments = state.__reduce__()
    codes = [ord(letter) % len(game.tokens) for letter in text]
    changed = [codes if isinstance(argument, list) else argument for argument in arguments]
    return lambda: replay(*changed)


def _play(game: Game, text: str) -> Work:
    state, words = game.begin(game.players[0], None, 0, None), text.split(" ")
    return lambda: state.push_all(words)


def _converse(game: Game, text: str) -> Work:
    session = Session(lambda *_lines: None, lambda: None)
    session.handle(f"setoption name Game value {game.name}")
    session.handle(f"position text {positions(game.name)[1].to_text()}")
    # What takes long is a job beside the reader; here only the reading counts.
    session._worker.start = lambda job: None  # type: ignore[method-assign]  # noqa: ARG005
    return partial(_each, session.handle, _one_line(text))


def _query(game: Game, text: str) -> Work:
    service = QueryService(lambda *_lines: None, QueryDefaults(1, game.name), lambda: None)
    return partial(_each, service._take, _one_line(text))


def _one_line(text: str) -> Iterable[Any]:
    """Return what the reader of lines makes of one; between two lines others may be served."""
    return read_lines(_stored(" ".join(text.split("\n"))).fileno())


def _each(follow: Callable[[Any], object], lines: Iterable[Any]) -> None:
    for line in lines:
        follow(line)


def _read_kept(game: Game, text: str) -> Work:
    return partial(read_kept, game, Path(_stored(text).name))


def _read_records(game: Game, text: str) -> Work:
    lines = text.splitlines(keepends=True)
    return lambda: list(game.read_records(lines))


def _read_file(read: Callable[[Path], object]) -> Callable[[str], Work]:
    return lambda text: partial(read, Path(_stored(text).name))


def _stored(text: str) -> Any:  # noqa: ANN401 - a file that goes when nothing holds it
    file = tempfile.NamedTemporaryFile("w+b", suffix=".txt")  # noqa: SIM115 - kept open
    file.write(text.encode("utf-8", "surrogatepass"))
    file.flush()
    file.seek(0)
    _OPEN.append(file)
    del _OPEN[:-2]
    return file


_OPEN: Final[list[Any]] = []


def game_readers(name: str) -> Iterator[Reader]:
    """Yield what reads the texts of a game."""
    game = load_game(name)
    texts, dicts = partial(_texts, name), partial(_dicts, name)
    records, histories = partial(_records, name), partial(_histories, name)
    yield Reader(f"{name} position", texts, lambda text: partial(game.State.from_text, text))
    yield Reader(f"{name} dict", dicts, partial(_read_dict, game))
    yield Reader(f"{name} record", records, lambda text: partial(game.State.read_record, text))
    yield Reader(f"{name} tokens", histories, lambda text: partial(game.read_words, text))
    yield Reader(f"{name} moves", histories, partial(_play, game))
    yield Reader(f"{name} pickle", histories, partial(_unpickle, game))
    yield Reader(f"{name} kept game", records, partial(_read_kept, game))
    yield Reader(f"{name} line", partial(_lines, name), partial(_converse, game))
    yield Reader(f"{name} query", partial(_queries, name), partial(_query, game))


def _of_a_line(read: Callable[[str], object]) -> Callable[[str], Work]:
    """Return what reads a line of a program, none of which is longer."""
    return lambda text: partial(read, text[:LONGEST_LINE])


def _name_in_file(text: str) -> Work:
    return partial(named_game, io.StringIO(text), "a")


def other_readers() -> Iterator[Reader]:
    """Yield what reads texts that are of no game, or of all."""
    game = load_game(next(iter(GAMES)))
    info = "info depth 3 seldepth 9 nodes 4 nps 5 time 6 win 0.5,0.5 score cp 3 pv a/b c string d"
    header = '{"kind": "coalbaron match", "version": 1, "engine": "0.1.0", "settings": {"a": 1}}'
    lines: dict[str, tuple[list[str], Callable[[str], object]]] = {
        "info": ([info], read_info),
        "bestmove": (["bestmove a/b ponder c"], lambda text: read_bestmove(text, [])),
        "option": (["option name A type combo var b var c", "option name A type spin min 1 max 2"],
                   read_declaration),
        "refusal": (["info string error go: b"], read_refusal),
        "turn": (["a/b/c"], read_turn),
        "evaluation": (["best"], lambda text: load_evaluation(text, game)),
    }  # fmt: skip
    for name, (seeds, read) in lines.items():
        yield Reader(name, seeds.copy, _of_a_line(read))
    players = ["engine:nodes=100,seed=3", "cmd,start_ms=10,option.A=b: a b", "bots.py:make:a=1,b=2"]
    yield Reader("player", players.copy, lambda text: partial(read_player, text))
    yield Reader("network", lambda: ["\x89CBNET\r\n\1\0\0\0"], _read_file(read_network))
    yield Reader("match", lambda: [header], _read_file(read_settings))
    yield Reader("name of the game", lambda: ['[Game "ruhr"]\n'], _name_in_file)


def all_readers() -> list[Reader]:
    """Return them all."""
    return [*(reader for name in GAMES for reader in game_readers(name)), *other_readers()]
