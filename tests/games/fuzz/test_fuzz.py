"""A short run of the fuzzer on every game, and that it finds what it is for."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from coalbaron_fast import PositionError
from coalbaron_fast.errors import Defect
from coalbaron_fast.games import GAMES, Position, load_game
from coalbaron_fast.search.workload import RandomPlayer
from tests.games.fuzz import __main__ as program
from tests.games.fuzz import campaign
from tests.games.fuzz.campaign import KINDS, PROGRAM, PROJECT, Campaign
from tests.games.fuzz.doors import ENDPOINTS, Doors
from tests.games.fuzz.mutation import PIECES
from tests.games.fuzz.promises import BrokenPromiseError
from tests.games.fuzz.samples import game_called, samples
from tests.games.fuzz.values import Places, Values, copied, undo
from tests.search.tiny_games import GAMES as TINY
from tests.server.fakes import client_of

EVERY = [*GAMES, *(game.name for game in TINY)]


@pytest.mark.parametrize("name", EVERY)
def test_whatever_is_accepted_is_played_to_its_end(name: str) -> None:
    # In a process of its own, whose memory has a bound: pickle takes a flipped length at its word.
    command = [sys.executable, "-m", PROGRAM, "--game", name, "--positions", "2500"]
    done = subprocess.run(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, f"{name}: nothing found")
    counts = {
        what: int(n) for what, n in re.findall(r"^  (.+?) +(\d+)$", done.stdout, re.MULTILINE)
    }
    for kind in KINDS:
        # Of flipped pickles hardly one in fifty is still one.
        least = -1 if kind == "pickle" else 0
        assert counts[f"{kind}: changed"] > counts[f"{kind}: accepted"] > least, kind
    # Coal Country's pieces fit each other more tightly.
    assert counts["dict: accepted"] > (150 if name == "coalcountry" else 200)
    assert counts["played to the end"] > 300
    assert counts["looked at from all sides"] > 0
    assert counts["different answers"] > 30


@pytest.mark.parametrize("name", EVERY)
def test_inputs_are_accepted_as_they_are_and_after_a_change_is_undone(name: str) -> None:
    state = game_called(name).State
    found = samples(name)
    rng = Random(name)
    for text in found.texts[::5]:
        assert state.from_text(text).to_text() == text
        assert "".join(PIECES.findall(text)) == text
    for record in found.records[::5]:
        state.from_record(record)
    for position in found.values.positions[::5]:
        data = copied(position)
        for _ in range(20):
            undo(found.values.change(data, Places(data), rng))
            assert data == position


def test_values_are_those_that_a_field_has_been_seen_with() -> None:
    values = Values([{"dice": {"s1": 3}, "order": [0, 1]}, {"dice": {"s2": 6}, "order": [1, 0]}])
    assert values.seen[".order[]"] == [0, 1]
    assert values.keys[".dice"] == ["s1", "s2"]
    assert values.seen[".dice"] == [{"s1": 3}, {"s2": 6}]


class Broken:
    """A class of positions whose reader lets something in, or refuses it in the wrong way."""

    def __init__(self, kind: type[Any], answer: Exception | Position) -> None:
        self.kind = kind
        self.answer = answer

    def from_dict(self, data: object) -> Any:  # noqa: ANN401 - a position
        """Read, and say something else now and then."""
        state = self.kind.from_dict(data)
        if len(state.to_text()) % 3 == 0:
            if isinstance(self.answer, Exception):
                raise self.answer
            return self.answer
        return state

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the class has
        return getattr(self.kind, name)


class Stuck:
    """A position that says that it goes on, and offers nothing."""

    is_over = False
    players, viewer, phase = 2, None, "play"

    def legal_codes(self) -> list[int]:
        return []


class Beyond(Stuck):
    """A position whose only move has no token."""

    def legal_codes(self) -> list[int]:
        return [10**4]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        (KeyError("dice"), "KeyError"),
        (PositionError(Defect.RANGE, ""), "an error names its place"),
        (Stuck(), "there is a legal move until the end"),
        (Beyond(), "moves have tokens"),
    ],
)
def test_what_breaks_a_promise_is_found(
    name: str,
    answer: Any,  # noqa: ANN401 - an error, or what is no position
    finding: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    class Planted(Campaign):
        def __init__(self, name: str, seed: int) -> None:
            super().__init__(name, seed)
            broken: Any = Broken(self.game.State, answer)
            self.game = self.game._replace(State=broken)

    monkeypatch.setattr(campaign, "Campaign", Planted)
    monkeypatch.setattr(campaign, "limit_memory", lambda: None)
    campaign.read_range(name, 0, 300, 60.0, 1, tmp_path)
    assert campaign.told(tmp_path)["findings"] > 0
    told = [path.read_text() for path in tmp_path.glob("*.finding")]
    assert any(finding in text for text in told)
    number = int(told[0].splitlines()[0])
    with pytest.raises((KeyError, BrokenPromiseError)):
        Planted(name, 1).examine(number)


def test_a_death_is_told(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(campaign, "MOST_DEATHS", 2)
    # There is no such program: the process ends before it has read anything.
    monkeypatch.setattr(campaign, "PROGRAM", "tests.games.fuzz.none")
    assert not program.run("ruhr", 10, 60.0, 1)
    told = capfd.readouterr().out
    assert told.count("ended the process with status 1") == 2
    assert "to see one" in told


def test_the_player_says_what_does_not_hold() -> None:
    for name in GAMES:
        game = load_game(name)
        for ops in (game.ops, game.token_ops):
            player = RandomPlayer(ops)
            state = game.State(game.players[0])
            assert player.play(state.data(), 1) == player.play(state.data(), 1) > 20
            with pytest.raises(ValueError, match="bytes"):
                player.play(state.data()[:-1], 1)


def test_every_endpoint_that_takes_a_position_is_asked() -> None:
    document = client_of().get("/openapi.json").json()
    taken = set()
    for path, methods in document["paths"].items():
        body = methods.get("post", {}).get("requestBody", {})
        schema = body.get("content", {}).get("application/json", {}).get("schema", {})
        fields = document["components"]["schemas"].get(schema.get("$ref", "").rpartition("/")[2])
        if fields and {"position", "record"} & set(fields["properties"]):
            taken.add(path)
    assert taken == set(ENDPOINTS)


@pytest.mark.parametrize("name", GAMES)
def test_no_endpoint_breaks_on_near_misses(name: str) -> None:
    game, rng = load_game(name), Random(f"doors/{name}")
    values, doors = samples(name).values, Doors(game)
    asked = 0
    while asked < 12:
        data = copied(rng.choice(values.positions))
        for _ in range(rng.choice((1, 2, 3))):
            values.change(data, Places(data), rng)
        try:
            state = game.State.from_dict(data)
        except PositionError:
            continue
        doors.ask(state, rng)
        asked += 1
