"""The stage `gate`: who passes, and that matches are kept and gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest

from coalbaron_fast.arena import MatchSettings, Tally, read_games
from coalbaron_fast.engine.network_file import write_network
from coalbaron_fast.games import load_game
from coalbaron_fast.learning.gate import GateSettings, is_stronger, verdict
from coalbaron_protocol.arguments import run_command
from tests.arena.drawn import result
from tests.search.random_network import random_floats, sizes_of

pytest.importorskip("numpy", reason="files are written with NumPy")

GAME = load_game("coalbaron")


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("network") / "random.net"
    sizes = sizes_of(GAME.ops)
    write_network(path, GAME.name, sizes.layout, random_floats(sizes), {})
    return path


def tally(wins: int, deals: int, sprt: tuple[float, float] | None = (0.0, 40.0)) -> Tally:
    """Return a match at two seats of which the first player won the first deals altogether."""
    found = Tally(MatchSettings(("greedy", "random"), deals=deals, sprt=sprt))
    for number in range(2 * deals):
        entrants = (0, 1) if number % 2 == 0 else (1, 0)
        winner = 0 if number // 2 < wins else 1
        ranks = [int(entrant != winner) for entrant in entrants]
        found.add(result(number, entrants, ranks, (100, 100), deal=number // 2))
    return found


@pytest.mark.parametrize(
    ("wins", "deals", "sprt", "stronger"),
    [
        (60, 60, (0.0, 40.0), True),
        (0, 60, (0.0, 40.0), False),
        (30, 60, None, False),
        (60, 60, None, True),
        # More won than lost, but too few to be sure.
        (5, 8, None, False),
        (0, 0, None, False),
    ],
)
def test_only_what_is_sure_to_be_stronger_passes(
    wins: int, deals: int, sprt: tuple[float, float] | None, stronger: bool
) -> None:
    found = tally(wins, deals, sprt) if deals else Tally(MatchSettings(("greedy", "random")))
    assert is_stronger(found) is stronger


def test_it_must_be_stronger_at_every_number_of_seats() -> None:
    strong, weak = tally(60, 60), tally(0, 60)
    assert verdict({2: strong}).startswith("passed")
    assert verdict({2: strong, 3: weak}) == "not passed: not shown to be stronger at 3 seats"


def test_both_get_the_same_limit(network: Path) -> None:
    match = GateSettings(network, limit="nodes=7").match(3).checked()
    assert [f"evaluation={network}" in player for player in match.players] == [True, False]
    assert all("nodes=7" in player for player in match.players)
    assert match.names == ["new", "old"]


def test_the_command_plays_and_goes_on(
    network: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["learn", "gate", str(network), str(tmp_path), "--seats", "2", "--limit", "nodes=2"]
    assert run_command([*command, "--deals", "1"]) == 0
    assert "not shown to be stronger at 2 seats" in capsys.readouterr().out
    assert run_command([*command, "--deals", "2"]) == 2
    assert "--resume" in capsys.readouterr().err
    assert run_command([*command, "--deals", "2", "--resume"]) == 0
    assert len(list(read_games(tmp_path / "gate-2.jsonl"))) == 4
    assert run_command([*command, "--against", str(tmp_path / "none"), "--resume"]) == 2
    assert "none" in capsys.readouterr().err


def test_a_gate_with_an_option_plays_it(
    network: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["learn", "gate", str(network), str(tmp_path), "--seats", "2", "--variant", "calm"]
    assert run_command(command) == 2
    assert "no option 'calm'; expected none" in capsys.readouterr().err
    ruhr = load_game("ruhr").network
    path = tmp_path / "calm"
    command = ["learn", "gate", str(ruhr), str(path), "--game", "ruhr", *command[4:]]
    assert run_command([*command, "--limit", "nodes=2", "--deals", "1"]) == 0
    stated = (path / "gate-2.jsonl").read_text("utf-8").splitlines()[0]
    assert '"options":"calm"' in stated.replace(" ", "")
