"""What a seat is shown: all that it knows, nothing that it does not, and how it follows a game."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from coalbaron_fast import IllegalMoveError, State
from tests.games.coalbaron.core.conformance import check_state
from tests.games.coalbaron.core.games import (
    SEAT_COUNTS,
    STYLES,
    choose,
    play_from,
    positions,
    sampled_positions,
)
from tests.games.coalbaron.core.oracle import STACKS, Position, small_position
from tests.games.coalbaron.core.watched import WATCHED_STYLES, play_watched, small_games

LOOK_STYLES = ["looks", "looks on top", "looks below", "drain"]


def places_of(position: Position) -> Iterator[dict[str, Any]]:
    """Every place of a stack or a look that has signs."""
    for stack in STACKS:
        for part in ("top", "bottom"):
            for batch in position[stack][part]:
                yield from batch
    if position["look"] is not None:
        yield from position["look"]["held"] + position["look"]["returned"]


# A view


@pytest.mark.parametrize("players", SEAT_COUNTS)
@pytest.mark.parametrize("style", LOOK_STYLES)
def test_a_view_is_a_position_of_its_own(players: int, style: str) -> None:
    for state in sampled_positions(players, style, 1, every=15):
        for seat in range(players):
            view = state.view(seat)
            assert view.viewer == seat
            assert view.history == []
            assert view.view(seat) == view
            check_state(view, beginning=view.copy())


@pytest.mark.parametrize("players", SEAT_COUNTS)
@pytest.mark.parametrize("style", LOOK_STYLES)
def test_a_sampled_world_looks_the_same_to_its_seat(players: int, style: str) -> None:
    phases: Counter[str] = Counter()
    for state, _ in positions(players, style, 2):
        for seat in range(players):
            view = state.view(seat)
            world = state.sample_world(seat, seed=len(state.history))
            assert world.view(seat) == view
            assert hash(world.view(seat)) == hash(view)
            phases[state.phase] += world != state
    assert phases["keep"] > 3
    assert phases["stack"] > 10


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_the_own_turn_is_the_same_in_every_world(players: int) -> None:
    turns = 0
    for state, _ in positions(players, "looks", 3):
        seat = state.turn
        if seat is not None:
            legal = state.legal_moves()
            assert state.view(seat).legal_moves() == legal
            assert state.sample_world(seat, seed=turns).legal_moves() == legal
            turns += 1
    assert turns > 200


def test_another_view_of_a_view_is_refused() -> None:
    state = State(players=3, seed=1)
    view = state.view(1)
    for other in (0, 2):
        with pytest.raises(ValueError, match=f"this is seat 1's view.*seat {other} knows"):
            view.view(other)
        with pytest.raises(ValueError, match="this is seat 1's view"):
            view.sample_world(other, seed=1)
        with pytest.raises(ValueError, match="this is seat 1's view"):
            view.history_seen_by(other)


# What it shows and hides


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_a_view_shows_what_it_knows_and_nothing_else(players: int) -> None:
    shown: Counter[str] = Counter()
    for state in sampled_positions(players, "looks", 5, every=4):
        for seat in range(players):
            view = state.view(seat).to_dict()
            looks = view["look"] is not None and view["active"] == seat
            for place in places_of(view):
                sign = place["known"][seat]
                others = place["known"][:seat] + place["known"][seat + 1 :]
                assert (place["item"] == "?") == (sign in ".~")
                if not looks:
                    assert "*" not in others
                shown[sign] += 1
    assert all(shown[sign] > 20 for sign in ".=~*"), shown


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_places_in_the_order_of_the_truth_where_they_are_known(players: int) -> None:
    """Own returns read the same in the view as in the full position, place by place."""
    own = 0
    for state in sampled_positions(players, "looks on top", 6, every=5):
        truth = list(places_of(state.to_dict()))
        for seat in range(players):
            shown = list(places_of(state.view(seat).to_dict()))
            for place, real in zip(shown, truth, strict=True):
                if real["known"][seat] == "=":
                    assert place["item"] == real["item"]
                    own += 1
    assert own > 50


def hidden_cells(position: Position, stack: str, seat: int) -> list[list[tuple[list[Any], Any]]]:
    """Groups of places (container, key) whose content may be shuffled without ``seat`` noticing.

    What it cannot account for is one group; the places of each of its sets are another, within
    which items go along with their signs.
    """
    part = position[stack]
    unseen: list[tuple[list[Any], Any]] = [
        (part["middle"], index) for index in range(len(part["middle"]))
    ]
    groups = [unseen]
    for side in ("top", "bottom"):
        for batch in part[side]:
            marked = [(batch, i) for i, place in enumerate(batch) if place["known"][seat] in "~*"]
            unseen += [(batch, i) for i, place in enumerate(batch) if place["known"][seat] in ".~"]
            groups.append(marked)
    return groups


def shuffle_items(cells: list[tuple[list[Any], Any]], seat: int, rng: Random) -> None:
    """Permute the items of these cells; a set's own sign goes with its item."""
    contents = []
    for container, key in cells:
        cell = container[key]
        contents.append(
            (cell, ".") if isinstance(cell, str) else (cell["item"], cell["known"][seat])
        )
    rng.shuffle(contents)
    for (container, key), (item, sign) in zip(cells, contents, strict=True):
        if isinstance(container[key], str):
            container[key] = item
        else:
            place = container[key]
            place["item"] = item
            if place["known"][seat] in "~*" and sign in "~*":
                place["known"] = place["known"][:seat] + sign + place["known"][seat + 1 :]


@pytest.mark.parametrize("players", SEAT_COUNTS)
@pytest.mark.parametrize("style", LOOK_STYLES)
def test_permuting_what_is_hidden_changes_no_view(players: int, style: str) -> None:
    rng = Random(f"permute/{players}/{style}")
    changed = 0
    for state in sampled_positions(players, style, 7, every=6):
        if state.to_dict()["look"] is not None:
            continue
        for seat in range(players):
            position = copy.deepcopy(state.to_dict())
            for stack in STACKS:
                for group in hidden_cells(position, stack, seat):
                    shuffle_items(group, seat, rng)
            permuted = State.from_dict(position)
            assert permuted.view(seat) == state.view(seat)
            changed += permuted != state
    assert changed > 5


# Following a game from one chair


@pytest.mark.parametrize("players", SEAT_COUNTS)
@pytest.mark.parametrize("style", LOOK_STYLES)
def test_what_a_seat_is_shown_leads_to_its_view(players: int, style: str) -> None:
    hidden: Counter[str] = Counter()
    for seed in range(2):
        beginning = State(players=players, start=seed % players)
        for state, token in positions(players, style, seed):
            if token is None or len(state.history) % 3:
                continue
            for seat in range(players):
                follower = beginning.view(seat)
                shown = state.history_seen_by(seat)
                follower.push_all(shown)
                assert follower == state.view(seat)
                assert follower.history == shown
                assert follower.history_seen_by(seat) == shown
        for seat in range(players):
            hidden.update(state.history_seen_by(seat))
    assert hidden["!?"] > 50
    assert hidden["^?"] > 50


def test_a_game_is_followed_from_the_middle_of_a_look() -> None:
    followed = 0
    for state in sampled_positions(3, "looks", 8, every=9):
        text = state.to_text()
        onward = State.from_text(text)
        rng = Random(len(state.history))
        for _ in range(40):
            if onward.is_over:
                break
            onward.push(choose(onward, STYLES["looks"], rng))
        for seat in range(3):
            follower = State.from_text(text).view(seat)
            follower.push_all(onward.history_seen_by(seat))
            assert follower == onward.view(seat)
        followed += state.phase in ("keep", "side", "stack")
    assert followed > 3


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_a_sampled_world_is_followed_like_a_game(players: int) -> None:
    """Its equal tiles lie as no play would lay them: what is known of one passes to another."""
    for seed in range(30):
        state, style, rng = small_games(players, seed)
        for _ in range(rng.randrange(20, 80)):
            state.push(choose(state, style, rng))
        world = state.sample_world(rng.randrange(players), seed=seed)
        followers = [world.view(seat) for seat in range(players)]
        for _ in range(30):
            if not world.is_over:
                world.push(choose(world, style, rng))
        for seat, follower in enumerate(followers):
            follower.push_all(world.history_seen_by(seat))
            assert follower == world.view(seat)


def equal_tiles(script: str, *, kinds: int, tiles: int) -> tuple[State, list[str]]:
    """A game of three with few kinds of tiles, A, B, ... in the script; and their names."""
    state = small_position(3, cards=4, tiles=tiles, kinds=kinds)
    names = sorted(set(state.to_dict()["tile_stack"]["middle"]))
    letters = dict(zip("ABCD", names, strict=False))
    for word in script.split():
        state.push(word[0] + letters[word[1]] if word[1:] in letters else word)
    return state, names


@pytest.mark.parametrize("side", ["top", "bottom"])
def test_equal_tiles_of_a_set_are_counted(side: str) -> None:
    """Seat 0 knows of the four it returned, among five; then one of a kind it knows comes up.

    In every world it takes that one for its own: what it then knows is what its view, which
    cannot tell them apart, knows.
    """
    script = f"fx !A !B !C !A !B +B {side} ^A ^B ^C fx !C +- {side} ^A ^B ^C ^A"
    start, _ = equal_tiles(script, kinds=3, tiles=6)
    for seed in range(150):
        world = start.sample_world(0, seed=seed)
        follower = world.view(0)
        rng = Random(seed)
        for _ in range(12):
            world.push(choose(world, WATCHED_STYLES[0], rng))
        follower.push_all(world.history_seen_by(0))
        assert follower == world.view(0)


@pytest.mark.parametrize("side", ["top", "bottom"])
def test_a_tile_kept_out_of_a_cut_set_is_counted(side: str) -> None:
    """Seat 2 keeps a B that seat 0 had not seen, while the B it knows of lies in the rest."""
    script = "fx !A !B !C !D !A +A bottom ^A ^B ^C fx !B !C !D +- bottom ^A ^B ^C ^D fx"
    start, names = equal_tiles(script, kinds=4, tiles=8)
    position = start.to_dict()
    assert position["look"]["straddle"][0] == "x"
    kept = 0
    for seed in range(150):
        world = start.sample_world(0, seed=seed)
        follower = world.view(0)
        token = f"+{names[1]}"
        if world.is_legal(token):
            world.push_all(f"{token} {side}")
            follower.push_all(world.history_seen_by(0))
            assert follower == world.view(0)
            kept += 1
    assert kept > 50


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_a_view_is_followed_by_its_text_as_well(players: int) -> None:
    """A view written and read at every step goes on as if it had stayed in memory."""
    state = State(players=players)
    view = state.view(0)
    rng = Random(players)
    pushed = 0
    for _ in play_from(state, STYLES["looks"], rng):
        shown = state.history_seen_by(0)
        for token in shown[pushed:]:
            view = State.from_text(view.to_text())
            view.push(token)
        pushed = len(shown)
        if state.shift == 2:
            break
    assert view == state.view(0)


def test_hidden_tokens_are_for_views_only() -> None:
    refused = 0
    for state in sampled_positions(2, "looks", 9, every=3):
        for token in ("!?", "^?"):
            with pytest.raises(IllegalMoveError):
                state.push(token)
            refused += 1
        own = state.turn
        if own is not None:
            view = state.view(own)
            for token in ("!?", "^?"):
                with pytest.raises(IllegalMoveError):
                    view.push(token)
    assert refused > 100


def test_another_seats_look_is_played_by_hidden_tokens() -> None:
    state = State(players=2, seed=5)
    while state.phase != "place":
        state.push(state.legal_moves()[0])
    view = state.view(1)
    state.push("ox")
    view.push("ox")
    for _ in range(5):
        assert view.legal_moves() == ["!?"]
        assert view.chance_outcomes() == [("!?", 1.0)]
        view.push("!?")
    assert view == state.view(1)
    assert view.phase == "keep"
    # Any card that the other seat may hold can be named, and nothing that lies open.
    unseen = view.to_dict()["order_stack"]["middle"]
    assert set(view.legal_moves()) == {"+-", *(f"+{card}" for card in unseen)}
    view.push_all("+- top")
    assert view.legal_moves() == ["^?"]


# Against the oracle


@pytest.mark.slow
@pytest.mark.oracle
@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_a_seat_knows_what_it_saw_and_never_more(players: int) -> None:
    """The oracle follows random games on small stacks (watched.py says what it asks)."""
    seen: Counter[str] = Counter()
    for seed in range(10):
        seen += play_watched(players, seed, tokens=110, check=0.15)
    assert seen["exact"] > 600, seen
    assert seen["hidden"] > 100
    assert seen["in a look"] > 100
    assert seen["chances"] > 200
    assert seen["uneven chances"] > 5
    assert seen["keeps"] > 50


@pytest.mark.slow
@pytest.mark.oracle
def test_where_a_set_was_cut_a_seat_knows_less_but_nothing_wrong() -> None:
    seen: Counter[str] = Counter()
    for players, seed in ((2, 1), (3, 4), (3, 7), (4, 0), (4, 11)):
        seen += play_watched(players, seed, tokens=50, check=0.1, cutting=True)
    assert seen["blurred"] > 0, seen
    assert seen["inexact chances"] > 0, seen
