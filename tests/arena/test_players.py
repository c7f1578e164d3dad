"""Players as text: what is read, and what is refused."""

from __future__ import annotations

import re
import sys

import pytest

from coalbaron_fast import State
from coalbaron_fast.arena import bot_from, read_player
from coalbaron_fast.arena.pairing import MatchSettings
from coalbaron_fast.arena.players import Clock, open_player
from coalbaron_fast.games.coalbaron.game import GAME


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "random:seed=4",
        "greedy",
        "greedy:name=first sight",
        "flat:nodes=20",
        "ismcts:time_ms=5",
        "engine:nodes=30,threads=1,hash_mb=8,playout=0,win_weight=0.2",
        "engine:clock_ms=2000,increment_ms=0",
        f"cmd,time_ms=5,option.Hash=16:{sys.executable} -m program --with=comma,colon:more",
    ],
)
def test_a_player_reads_back(text: str) -> None:
    spec = read_player(text)
    assert spec.text == text
    assert read_player(spec.text) == spec


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no player ''"),
        ("stockfish", "no player 'stockfish': random greedy"),
        ("greedy:nodes=1", "greedy has no setting 'nodes'"),
        ("engine", "'engine' needs a limit for its turns, such as engine:nodes=500"),
        ("engine:increment_ms=5", "needs a limit"),
        ("engine:nodes=0", "nodes is a whole number, 1 or more, not '0'"),
        ("engine:nodes=1.5", "nodes is a whole number, 1 or more, not '1.5'"),
        ("engine:nodes=nan", "nodes is a whole number"),
        ("engine:time_ms=inf", "time_ms is a number above 0, at most 1e+12, not 'inf'"),
        ("engine:time_ms=1e300", "at most 1e+12, not '1e300'"),
        (f"engine:nodes={10**16}", "nodes is a whole number, 1 or more, at most 1e+15, not"),
        ("engine:nodes=5,nodes=6", "'nodes=6' in 'engine:nodes=5,nodes=6' is not NAME=VALUE"),
        ("engine:nodes", "'nodes' in 'engine:nodes' is not NAME=VALUE"),
        ("engine:nodes=5,luck=2", "engine has no setting 'luck'"),
        ("engine,nodes=5", "settings of engine come after a colon: engine:nodes=5"),
        ("flat:clock_ms=5", "flat has no setting 'clock_ms'"),
        ("greedy:name=\x1b[2J", "cannot be printed"),
        ("cmd:sh", "needs a limit for its turns, such as cmd,time_ms=100:"),
        ("cmd,nodes=5", "names no program"),
        ("cmd,nodes=5:no-such-program", "there is no program 'no-such-program'"),
        ("cmd,nodes=5:sh 'open", "holds no command line"),
    ],
)
def test_what_is_no_player_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=r".") as refusal:
        read_player(text)
    assert complaint in str(refusal.value)


def test_each_gives_what_is_missing_and_fits() -> None:
    assert read_player("engine:threads=1", "nodes=50").text == "engine:threads=1,nodes=50"
    assert (
        read_player("engine:time_ms=9", "nodes=50,hash_mb=8").text == "engine:time_ms=9,hash_mb=8"
    )
    assert read_player("greedy", "nodes=50").text == "greedy"
    assert read_player("cmd:sh", "nodes=50").text == "cmd,nodes=50:sh"


@pytest.mark.parametrize("text", ["random", "greedy", "flat:nodes=3", "ismcts:nodes=3"])
def test_a_bot_plays_from_what_its_seat_knows(text: str) -> None:
    state = State(2, seed=5)
    assert state.turn is not None
    player = open_player(read_player(text), 1, GAME)
    player.begin()
    state.push_all(player.choose(state.view(state.turn), None))
    player.finish(state)
    player.close()
    assert player.transcript == ()


@pytest.mark.parametrize("text", ["random", "greedy", "flat:nodes=2", "engine:nodes=2,slices=1"])
def test_a_bot_plays_outside_of_matches_as_inside(text: str) -> None:
    state = State(2, seed=1)
    player = open_player(read_player(text), 3, GAME)
    assert bot_from(text, seed=3).choose(state) == player.choose(state, None)


@pytest.mark.parametrize("text", ["engine:clock_ms=100", f"cmd,nodes=1:{sys.executable}"])
def test_what_needs_a_match_is_no_bot(text: str) -> None:
    with pytest.raises(ValueError, match="plays in matches only"):
        bot_from(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("engine:nodes=2,temperature=0", "temperature must be a number from 1e-06"),
        ("engine:nodes=2,threads=99", "threads must be 1 to 64, not 99"),
        ("engine:nodes=2,hash_mb=99999999999", "hash_mb must be 4 to 1048576, not 99999999999"),
        (f"flat:nodes=2,seed={2**60}", "seed must be 0 to "),
        ("opponent:who=stranger", "stranger"),
    ],
)
def test_a_player_that_cannot_be_made_ends_a_match_before_it_begins(
    text: str, complaint: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        MatchSettings((text, "greedy")).checked()


def test_a_player_without_memory_ends_a_match_before_it_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError("no 64 MB")

    monkeypatch.setattr("coalbaron_fast.arena.players.Engine", fail)
    with pytest.raises(ValueError, match="engine:nodes=2: no 64 MB"):
        MatchSettings(("engine:nodes=2", "greedy")).checked()


def test_the_engine_takes_its_clock_into_account() -> None:
    state = State(2, seed=5)
    player = open_player(read_player("engine:clock_ms=60000,nodes=20"), 1, GAME)
    state.push_all(player.choose(state.view(1), Clock((50.0, 50.0), (0.0, 0.0))))
    with pytest.raises(ValueError, match="clock_ms needs a time for each"):
        player.choose(state.view(0), Clock((50.0,), (0.0,)))


def test_its_seed_is_the_games_unless_it_has_one() -> None:
    def plays(text: str, seed: int) -> list[list[str]]:
        player = open_player(read_player(text), seed, GAME)
        return [player.choose(State(2, seed=deal), None) for deal in range(12)]

    assert plays("random", 1) == plays("random", 1)
    assert plays("random", 1) != plays("random", 2)
    assert plays("random:seed=7", 1) == plays("random:seed=7", 2)


def test_who_looks_at_a_watch_is_known() -> None:
    assert read_player("engine:nodes=5").is_repeatable
    assert not read_player("engine:time_ms=5").is_repeatable
    assert not read_player("cmd,nodes=5:sh").is_repeatable
