"""The compiled constants agree with the components and the notation; workloads count the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from coalbaron_fast import State
from coalbaron_fast.games.coalbaron import facts
from coalbaron_fast.games.coalbaron.core import tables, workload
from coalbaron_fast.games.coalbaron.notation import TOKENS, tokens

TYPES: Final = (Path(tables.__file__).parent / "types.pxd").read_text(encoding="utf-8")
ROW: Final = re.compile(r"    (\d+)(?:[- ](\d+))? {2,}(.+?) {2,}\w.*")

BASES: Final = {
    name: value
    for name, value in vars(tokens).items()
    if re.fullmatch("[A-Z][A-Z_]+", name) and type(value) is int and name not in vars(facts)
}
"""The bases of the vocabulary and its size, by name."""


def commented_codes() -> list[tuple[int, int, str]]:
    """The rows of the table of move codes: first code, last code, spelling."""
    docstring = TYPES.split('"""')[1]
    rows = [ROW.fullmatch(line) for line in docstring.splitlines()]
    return [(int(row[1]), int(row[2] or row[1]), row[3]) for row in rows if row is not None]


def declared_codes() -> dict[str, int]:
    """The constants of the enum of move codes."""
    enum = TYPES.partition("# Move codes\n")[2].partition("\n\n")[0]
    return {
        name: int(value) for name, value in re.findall(r"^    (\w+) = (\d+)", enum, re.MULTILINE)
    }


# Constants


def test_the_contract_holds() -> None:
    tables.check_contract()


@pytest.mark.parametrize("name", ["LOOK", "CAGE_ROOM", "CUBES_PER_COLOUR", "TILE_COPIES"])
def test_another_number_breaks_the_contract(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(facts, name, getattr(facts, name) + 1)
    with pytest.raises(RuntimeError, match="facts say"):
        tables.check_contract()


@pytest.mark.parametrize("name", ["VOCABULARY_SIZE", "PAIR"])
def test_another_vocabulary_breaks_the_contract(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(tokens, name, getattr(tokens, name) + 1)
    with pytest.raises(RuntimeError, match="codes: compiled for"):
        tables.check_contract()


def test_the_declared_move_codes_are_the_bases_of_the_vocabulary() -> None:
    declared = declared_codes()
    assert len(declared) == 22
    assert declared.pop("MOVE_CODES") == tokens.VOCABULARY_SIZE == len(TOKENS)
    assert declared == {name: BASES[name] for name in BASES if name != "VOCABULARY_SIZE"}


def test_the_comment_lists_the_vocabulary_without_a_gap() -> None:
    rows = commented_codes()
    assert rows[0][0] == 0
    assert rows[-1][1] == tokens.VOCABULARY_SIZE - 1
    for (_, last, _), (first, _, _) in pairwise(rows):
        assert first == last + 1
    inside = {tokens.FILL_NONE, tokens.SIDE_BOTTOM, tokens.VOCABULARY_SIZE}
    assert {first for first, _, _ in rows} == set(BASES.values()) - inside


@pytest.mark.parametrize(("first", "last", "spelling"), commented_codes())
def test_a_row_of_the_comment_spells_tokens_of_its_codes(
    first: int, last: int, spelling: str
) -> None:
    """One token is any of the row's; of two, the first and the last are named."""
    words = spelling.replace("..", " ").split()
    if len(words) == 1:
        assert words[0] in TOKENS[first : last + 1]
    else:
        assert TOKENS[first] == words[0]
        assert TOKENS[last].endswith(words[-1])


# Workloads

WORK: Final[dict[str, Callable[[State, int], object]]] = {
    "play_games": lambda _, seed: workload.play_games(3, 5, seed),
    "finish_games": lambda state, seed: workload.finish_games(state, 5, seed),
    "sample_worlds": lambda state, seed: workload.sample_worlds(state, 2, 5, seed),
    "draw_numbers": lambda _, seed: workload.draw_numbers(5, seed),
}
"""Work that a seed decides."""


def opening(seed: int) -> State:
    """The second turn of a game, after a look of which only one seat knows the outcome."""
    state = State(players=3, seed=seed)
    while state.phase != "place":
        state.push(state.legal_moves()[0])
    state.push("ox/+-/top")
    while state.phase != "place":
        state.push(state.legal_moves()[0])
    return State.from_dict(state.to_dict())


@pytest.mark.parametrize("name", WORK)
def test_a_workload_is_the_same_again_and_another_with_another_seed(name: str) -> None:
    work, state = WORK[name], opening(1)
    before = state.copy()
    assert work(state, 5) == work(state, 5)
    assert len({str(work(state, seed)) for seed in (5, 6, 2**64 - 1)}) == 3
    assert state == before


@pytest.mark.parametrize("players", [2, 3, 4])
def test_slices_of_games_add_up(players: int) -> None:
    whole = workload.play_games(players, 30, 9)
    parts = [workload.play_games(players, 10, 9, first=first) for first in (0, 10, 20)]
    assert whole == {name: sum(part[name] for part in parts) for name in whole}
    assert whole["moves"] > whole["decisions"] > whole["chances"] > 30 * 13


def test_the_loops_of_one_kind_do_what_they_say() -> None:
    states = [opening(seed) for seed in range(4)]
    for state in states:
        once = workload.hash_states(state, 1)
        assert once % 2**64 == hash(state) % 2**64 or hash(state) == -2
        assert workload.hash_states(state, 3) == 3 * once % 2**64
        assert workload.copy_states(state, 20) == once
        assert workload.make_views(state, 0, 1) == workload.make_views(state, 0, 1)
    for make in (workload.hash_states, lambda state, _: workload.make_views(state, 0, 1)):
        assert len({make(state, 1) for state in states}) == 4
    plans = workload.list_plans(states, 6, mark_dominated=False)
    listed = [state.mining_plans(steps=6) for state in states]
    assert plans["positions"] == plans["kept"] == sum(len(plan) for plan in listed)
    assert plans["largest"] == max(len(plan) for plan in listed)
    marked = workload.list_plans(states, 6, mark_dominated=True)
    kept = [state.mining_plans(steps=6, dominated=False) for state in states]
    assert marked["positions"] == plans["positions"]
    assert marked["kept"] == sum(len(plan) for plan in kept) < plans["kept"]


def test_workloads_refuse_what_is_no_game() -> None:
    for players in (1, 5):
        with pytest.raises(ValueError, match="players must be 2 to 4"):
            workload.play_games(players, 1, 1)
    for seat in (-1, 3):
        with pytest.raises(ValueError, match="seat must be 0 to 2"):
            workload.make_views(opening(1), seat, 1)
        with pytest.raises(ValueError, match="seat must be 0 to 2"):
            workload.sample_worlds(opening(1), seat, 1, 1)
    with pytest.raises(ValueError, match="steps must be 0 to 10"):
        workload.list_plans([opening(1)], 11, mark_dominated=False)
