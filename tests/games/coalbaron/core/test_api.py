"""The Python API, line by line as it is promised, and what it does with wrong use."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import coalbaron_fast
from coalbaron_fast import (
    CoalBaronError,
    Defect,
    IllegalMoveError,
    ParseError,
    PositionError,
    State,
)
from coalbaron_fast.games.coalbaron.facts import DRAFT_CARDS, MARKS, WORKERS
from coalbaron_fast.games.coalbaron.notation import code_of, position, record
from coalbaron_fast.games.coalbaron.notation.tokens import END, VOCABULARY_SIZE
from tests.games.coalbaron.core.games import SEAT_COUNTS, STYLES, play_from, sampled_positions

PHASES = {"chance", "draft", "place", "fill", "keep", "side", "stack", "mine", "over"}


def after_setup(players: int = 2, seed: int = 7, start: int = 0) -> State:
    """The first turn of a seeded game in which every seat drafts the first card."""
    state = State(players=players, seed=seed, start=start)
    while state.phase != "place":
        state.push(state.legal_moves()[0])
    return state


def finished(players: int, seed: int) -> State:
    """A seeded game at its end."""
    state = State(players=players, seed=seed)
    for _ in play_from(state, STYLES["deliver"], Random(seed)):
        pass
    return state


def first_bad_of(error: Exception) -> str:
    """What a refusal names: the token that is not legal, or the word that is no token."""
    return str(error.token if isinstance(error, IllegalMoveError) else vars(error)["word"])


# Beginning


def test_a_game_begins_as_asked() -> None:
    state = State(players=3, seed=7, start=1)
    assert (state.players, state.start, state.first_start, state.shift) == (3, 1, 1, 1)
    assert state.seed == 7
    assert state.viewer is None
    # Chance has resolved itself: the seat before the start seat drafts.
    assert (state.phase, state.turn, state.is_chance, state.is_over) == ("draft", 0, False, False)
    assert len(state.legal_moves()) == DRAFT_CARDS[3]
    assert state.history[0].startswith("!")


def test_a_game_without_a_seed_asks_for_chance() -> None:
    state = State(players=2)
    assert (state.seed, state.start, state.history) == (None, 0, [])
    assert (state.phase, state.turn, state.is_chance) == ("chance", None, True)
    assert len(state.legal_moves()) == 16
    state.push("!g2D")
    assert state.history == ["!g2D"]


def test_two_players_are_the_default() -> None:
    assert State().players == 2
    assert State(4).players == 4
    assert State(4, 9, 3).to_dict()["start"] == 3


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_marks_vp_and_workers_are_one_number_a_seat(players: int) -> None:
    state = State(players=players)
    assert state.marks == [MARKS[players]] * players
    assert state.vp == [0] * players
    assert state.workers == [WORKERS[players]] * players
    assert state.supply == [16 - players] * 4


def test_what_is_handed_out_is_the_callers_own() -> None:
    state = after_setup()
    for name in ("marks", "vp", "workers", "supply", "history"):
        getattr(state, name).clear()
    state.legal_moves().clear()
    state.to_dict()["seats"].clear()
    assert state == after_setup()
    assert state.history == after_setup().history


def test_the_properties_cannot_be_set() -> None:
    state = State()
    for name in ("players", "seed", "phase", "turn", "marks", "history", "viewer", "anything"):
        with pytest.raises(AttributeError):
            setattr(state, name, 1)


def test_every_phase_has_its_name() -> None:
    seen = {
        state.phase
        for style in ("uniform", "hoard", "looks")
        for state in sampled_positions(4, style, 2, every=1)
    }
    assert seen == PHASES


def test_turn_is_none_at_chance_and_when_over() -> None:
    for state in sampled_positions(2, "uniform", 3, every=1):
        assert (state.turn is None) == (state.phase in ("chance", "over"))


# The end


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_scores_and_winners_at_the_end_alone(players: int) -> None:
    state = after_setup(players)
    assert state.scores() is None
    assert state.winners() is None
    end = finished(players, seed=3)
    assert end.legal_moves() == []
    assert end.chance_outcomes() == []
    assert end.scores() == end.vp
    assert end.shift == 3
    winners = end.winners()
    assert winners
    best = max((vp, marks % 5) for vp, marks in zip(end.vp, end.marks, strict=True))
    assert winners == [
        seat for seat in range(players) if (end.vp[seat], end.marks[seat] % 5) == best
    ]
    with pytest.raises(IllegalMoveError, match="no move is legal"):
        end.push("bank")


# Pushing


def test_push_takes_a_token_or_a_turn() -> None:
    by_token, by_word, by_text, by_list = (after_setup() for _ in range(4))
    turn = ["m6", "@4", "+k", "@0", "-k", "end"]
    for token in turn:
        by_token.push(token)
    by_word.push("/".join(turn))
    by_text.push_all(" ".join(turn))
    by_list.push_all(["m6", "@4/+k", "@0/-k/end"])
    assert by_token == by_word == by_text == by_list
    assert by_word.history == by_token.history
    assert by_token.to_dict()["seats"][0]["storage"] == "k"


def test_push_all_of_nothing_changes_nothing() -> None:
    state = after_setup()
    state.push_all("")
    state.push_all([])
    assert state == after_setup()


@pytest.mark.parametrize(
    "word",
    [
        "", " ", "M6", "m6 ", " m6", "m6/", "/m6", "m6//@4", "m6 @4", "m7", "y1L", "!y1L!", "@5",
        "g>Tgg:g", "yb>Tgg", "by>Tgg:g", "~by>Tgg:g", "m6\n", "m6\0", "bänk", "m6/@4/x", "+Byyy",
    ],
)  # fmt: skip
def test_a_word_that_is_no_token_is_a_parse_error(word: str) -> None:
    state = after_setup()
    for push in (state.push, lambda word: state.push_all([word])):
        with pytest.raises(ParseError) as caught:
            push(word)
        assert caught.value.word == word
    assert state == after_setup()
    assert state.history == after_setup().history


@pytest.mark.parametrize("word", [None, 7, b"m6", ["m6"], ("m6",), 1.5, object()])
def test_what_is_no_text_is_a_parse_error(word: Any) -> None:  # noqa: ANN401
    state = after_setup()
    with pytest.raises(ParseError):
        state.push(word)
    with pytest.raises(ParseError):
        state.push_all([word])
    assert not state.is_legal(word)
    assert state == after_setup()


def test_push_all_of_what_is_no_list_is_a_parse_error() -> None:
    with pytest.raises(ParseError, match="neither text nor a list"):
        after_setup().push_all(7)  # type: ignore[arg-type]


@pytest.mark.parametrize("token", ["dT", "end", "@0", "top", "+-", "fill:y", "!g2D", "f4", "m8"])
def test_a_token_that_is_not_legal_is_an_illegal_move(token: str) -> None:
    state = after_setup()
    legal = state.legal_moves()
    with pytest.raises(IllegalMoveError) as caught:
        state.push(token)
    assert caught.value.token == token
    assert caught.value.legal == legal
    assert not state.is_legal(token)
    assert state == after_setup()


@pytest.mark.parametrize(
    ("words", "error", "first_bad"),
    [
        ("m6/@4/+k/+k", IllegalMoveError, "+k"),
        ("m6/@4/dT/@9", ParseError, "m6/@4/dT/@9"),
        ("m6/@4/end/end", IllegalMoveError, "end"),
        ("dT/m6", IllegalMoveError, "dT"),
    ],
)
def test_a_joined_word_with_a_bad_part_is_refused_whole(
    words: str, error: type[Exception], first_bad: str
) -> None:
    state = after_setup()
    with pytest.raises(error) as caught:
        state.push(words)
    assert first_bad_of(caught.value) == first_bad
    assert state == after_setup()
    assert hash(state) == hash(after_setup())
    assert state.history == after_setup().history


@pytest.mark.parametrize(
    ("words", "first_bad"),
    [
        ("bank bank dT m7", "m7"),
        ("bank bank dT f4 bank", "dT"),
        ("bank bank m6/@4/@4 x/", "x/"),
        ("bank  bank", ""),
        ("bank bank ", ""),
    ],
)
def test_push_all_names_the_first_bad_one_and_plays_none(words: str, first_bad: str) -> None:
    """A word that is no token is found before anything is played."""
    for handed_over in (words, words.split(" ")):
        state = after_setup()
        with pytest.raises((ParseError, IllegalMoveError)) as caught:
            state.push_all(handed_over)
        assert first_bad_of(caught.value) == first_bad
        assert state == after_setup()
        assert state.history == after_setup().history


def test_a_refused_turn_of_a_seeded_game_takes_its_chance_back() -> None:
    state = after_setup()
    before = state.history
    with pytest.raises(IllegalMoveError):
        state.push_all("o2 o3 o4 dT")
    assert state.history == before
    state.push_all("o2 o3")
    other = after_setup()
    other.push_all("o2 o3")
    assert state == other


def test_the_errors_are_told_apart() -> None:
    kinds = (ParseError, IllegalMoveError, PositionError)
    assert all(issubclass(kind, CoalBaronError) for kind in kinds)
    assert issubclass(CoalBaronError, ValueError)
    for kind in kinds:
        assert not any(issubclass(kind, other) for other in kinds if other is not kind)
    with pytest.raises(PositionError) as caught:
        State.from_text("nonsense")
    assert isinstance(caught.value.defect, Defect)
    with pytest.raises(PositionError):
        State.from_dict({})
    with pytest.raises(PositionError):
        State.from_record("")


# Chance and seeds


def test_chance_outcomes_are_exact() -> None:
    state = State(players=2)
    assert dict(state.chance_outcomes())["!g2D"] == 3 / 48
    state.push_all("!g2D !g2D")
    outcomes = dict(state.chance_outcomes())
    assert outcomes["!g2D"] == 1 / 46
    assert outcomes["!y1L"] == 3 / 46
    assert math.isclose(math.fsum(outcomes.values()), 1)
    state.push_all("!g2D !y1L !y1D !y2L")
    outcomes = dict(state.chance_outcomes())
    assert len(outcomes) == 44
    assert set(outcomes.values()) == {1 / 44}
    assert after_setup().chance_outcomes() == []


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_a_seeded_game_is_its_tokens_played_without_a_seed(players: int) -> None:
    seeded = finished(players, seed=11)
    plain = State(players=players, start=seeded.first_start)
    plain.push_all(seeded.history)
    assert plain == seeded
    assert hash(plain) == hash(seeded)
    assert plain.history == seeded.history


def drawn(state: State, kind: str) -> list[str]:
    """The tiles or the cards that came off the shuffled stack, in their order."""
    tiles = [token for token in state.history if token[0] == "!" and token[2] in "12"]
    return (
        tiles if kind == "tiles" else [t for t in state.history if t[0] == "!" and t not in tiles]
    )


@pytest.mark.parametrize("kind", ["tiles", "cards"])
@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_a_seed_deals_one_order_however_the_game_goes(players: int, kind: str) -> None:
    orders = []
    for number, style in enumerate(("uniform", "looks", "drain", "deliver")):
        state = State(players=players, seed=5)
        for _ in play_from(state, STYLES[style], Random(number)):
            pass
        orders.append(drawn(state, kind))
    longest = max(orders, key=len)
    assert len({len(order) for order in orders}) > 1
    for order in orders:
        assert order == longest[: len(order)]


def test_seeds_differ_and_repeat() -> None:
    assert State(seed=3).history == State(seed=3).history
    assert len({tuple(State(seed=seed).history) for seed in range(50)}) == 50
    assert State(seed=0).seed == 0
    assert State(seed=2**64 - 1).seed == 2**64 - 1
    # The number of seats does not change the order of the deck.
    tiles = [drawn(State(players=players, seed=3), "tiles") for players in SEAT_COUNTS]
    assert tiles[2][:6] == tiles[0]


def test_a_deck_is_shuffled_evenly() -> None:
    """Each tile kind comes first about as often as the others."""
    firsts = [State(seed=seed).history[0] for seed in range(1600)]
    counts = {token: firsts.count(token) for token in firsts}
    assert len(counts) == 16
    assert 60 < min(counts.values()) <= max(counts.values()) < 145


def test_equal_tiles_do_not_come_together() -> None:
    """The second tile is one of the 47 others, 2 of which are of the first one's kind."""
    beginnings = [State(seed=seed).history[:2] for seed in range(1600)]
    twins = sum(first == second for first, second in beginnings)
    assert 35 < twins < 105


def test_a_position_is_read_with_a_seed() -> None:
    state = State(players=2)
    seeded = State.from_text(state.to_text(), seed=4)
    assert seeded.phase == "draft"
    assert seeded == State(players=2, seed=4)
    assert State.from_dict(state.to_dict(), seed=4) == seeded
    with pytest.raises(ValueError, match="a view takes no seed"):
        State.from_text(state.view(0).to_text(), seed=4)


# Copies


@pytest.mark.parametrize(
    "duplicate",
    [
        State.copy,
        copy.copy,
        copy.deepcopy,
        lambda state: pickle.loads(pickle.dumps(state)),  # noqa: S301 - pickled just now
    ],
    ids=["copy", "copy.copy", "deepcopy", "pickle"],
)
def test_copies_go_their_own_way(duplicate: Callable[[State], State]) -> None:
    state = after_setup()
    other = duplicate(state)
    assert other == state
    assert other is not state
    assert (other.seed, other.history) == (state.seed, state.history)
    state.push_all("o2 o3")
    assert other == after_setup()
    assert other.history == after_setup().history
    other.push_all("o2 o3")
    assert other == state
    assert other.history == state.history
    other.push("bank")
    assert other != state
    assert state.history == other.history[:-1]


def test_pickles_of_positions_that_no_game_began_with() -> None:
    text = after_setup().to_text()
    for state in (
        after_setup().view(1),
        State.from_text(text),
        State.from_text(text, seed=3),
        after_setup().sample_world(1, seed=3),
        after_setup().mining_plans(steps=2)[-1][1],
    ):
        state.push(state.legal_moves()[0])
        other = pickle.loads(pickle.dumps(state))  # noqa: S301 - pickled just now
        assert other == state
        assert other.viewer == state.viewer
        assert other.history == state.history
        assert other.to_record() == state.to_record()


def test_equality_is_of_positions_and_hash_agrees() -> None:
    state = after_setup()
    assert state == after_setup()
    assert state != after_setup(seed=8)
    assert state != state.view(0)
    assert state.view(0) != state.view(1)
    assert state != "state"
    assert (state == 7) is False
    # What was played to reach it does not count, nor does the seed.
    assert State.from_text(state.to_text()) == state
    assert len({state, state.copy(), State.from_dict(state.to_dict()), after_setup(seed=8)}) == 2
    assert isinstance(hash(state), int)
    with pytest.raises(TypeError):
        _ = state < after_setup()  # type: ignore[operator]


def test_the_order_of_what_was_returned_is_part_of_the_position() -> None:
    state = after_setup()
    state.push("ox")
    held = [place["item"] for place in state.to_dict()["look"]["held"]]
    state.push_all("+- top")
    first, second = state.copy(), state.copy()
    first.push_all(f"^{held[0]} ^{held[1]}")
    second.push_all(f"^{held[1]} ^{held[0]}")
    assert first != second
    assert hash(first) != hash(second)
    # The others go back as they lie: the stack now differs, above the middle or below it.
    for state in (first, second):
        state.push_all(f"^{held[2]} ^{held[3]} bank")
    assert first != second
    assert hash(first) != hash(second)


def change_dict(position: dict[str, Any], path: str, value: object) -> None:
    *parts, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    inner: Any = position
    for part in parts:
        inner = inner[part]
    inner[last] = value


@pytest.mark.parametrize(
    "changes",
    [
        {"seats.0.marks": 11},
        {"seats.1.vp": -1},
        {"seats.0.cage.level": 2},
        {"seats.0.cage.cubes": "y", "seats.0.pit.0.cubes": ""},
        {"seats.0.storage": "y"},
        {"seats.1.storage": "y"},
        {"seats.0.pit.0.cubes": "k"},
        {"seats.1.pit.3.cubes": ""},
        {"seats.0.orders.Byyy": ["yb"]},
        {"shift": 2},
        {"shift": 2, "start": 1},
        {"active": 1},
        {"seats.0.workers": 17, "spaces": {"c6": {"seat": 0, "workers": 1}}},
        {"seats.1.workers": 17, "spaces": {"c6": {"seat": 1, "workers": 1}}},
        {"seats.0.workers": 17, "spaces": {"c4": {"seat": 0, "workers": 1}}},
        {"seats.0.workers": 17, "seats.0.bank": 1},
        {"order_stack.top.0.0.known": "=."},
        {"order_stack.top.0.0.known": "=="},
        {"order_stack.bottom.0.0.known": ".="},
        {"tile_stack.top.0.0.known": "=="},
    ],
    ids=str,
)
def test_positions_that_differ_in_one_thing_are_not_equal(changes: dict[str, Any]) -> None:
    plain, changed = position_with_known_places(), position_with_known_places()
    if "seats.0.orders.Byyy" in changes:
        card = next(iter(plain["seats"][0]["orders"]))
        changes = {f"seats.0.orders.{card}": ["yb", *["-"] * (len(card) - 2)]}
    for path, value in changes.items():
        change_dict(changed, path, value)
    states = State.from_dict(plain), State.from_dict(changed)
    assert states[0] != states[1]
    assert hash(states[0]) != hash(states[1]) or "bank" in str(changes)


def position_with_known_places() -> dict[str, Any]:
    """The first turn, with a known place at both ends of the stacks."""
    position = after_setup().to_dict()
    for stack in ("tile_stack", "order_stack"):
        part = position[stack]
        for side in ("top", "bottom"):
            part[side] = [[{"item": part["middle"].pop(), "known": ".."}]]
        part["middle_size"] -= 2
    return position


# Text, dict, record


def test_text_and_dict_and_record_lead_back() -> None:
    state = after_setup(3)
    state.push_all("o2 o3 ox")
    for other in (
        State.from_text(state.to_text()),
        State.from_dict(state.to_dict()),
        State.from_record(state.to_record()),
    ):
        assert other == state
    record = State.from_record(state.to_record(Event="Table 4"))
    assert record.history == state.history
    assert record.seed == state.seed
    assert '[Event "Table 4"]' in state.to_record(Event="Table 4")


def test_a_record_of_a_finished_game_says_how_it_ended() -> None:
    end = finished(3, seed=2)
    text = end.to_record()
    scores = " ".join(str(score) for score in end.scores() or [])
    assert f'[Scores "{scores}"]' in text
    assert State.from_record(text) == end
    wrong = text.replace(f'[Scores "{scores}"]', '[Scores "1 2 3"]')
    with pytest.raises(PositionError) as caught:
        State.from_record(wrong)
    assert caught.value.defect is Defect.RESULT


def test_a_record_of_an_unseeded_game_goes_on_without_a_seed() -> None:
    state = State(players=2, start=1)
    state.push_all("!g2D !y1L")
    other = State.from_record(state.to_record())
    assert other == state
    assert (other.seed, other.start, other.history) == (None, 1, ["!g2D", "!y1L"])


def test_a_record_from_a_position_begins_there() -> None:
    state = State.from_text(after_setup().to_text())
    state.push("m6/@4/+k/end")
    other = State.from_record(state.to_record())
    assert other == state
    assert other.history == ["m6", "@4", "+k", "end"]


# Perft


def test_perft_counts_sequences() -> None:
    state = State(players=2)
    assert [state.perft(depth) for depth in range(4)] == [1, 16, 256, 4096]
    divided = state.perft(2, divide=True)
    assert list(divided) == state.legal_moves()
    assert sum(divided.values()) == state.perft(2)
    assert state.perft(1, divide=True) == dict.fromkeys(state.legal_moves(), 1)
    assert finished(2, seed=1).perft(5) == 1
    with pytest.raises(ValueError, match="depth"):
        state.perft(0, divide=True)


# Wrong use


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"players": 1}, ValueError, "players must be 2 to 4, not 1"),
        ({"players": 5}, ValueError, "players must be 2 to 4, not 5"),
        ({"players": 10**30}, ValueError, "players must be 2 to 4"),
        ({"players": "2"}, TypeError, "players must be an integer, not str"),
        ({"players": 2.0}, TypeError, "players must be an integer, not float"),
        ({"players": True}, TypeError, "players must be an integer, not bool"),
        ({"start": 2}, ValueError, "start must be 0 to 1, not 2"),
        ({"start": -1}, ValueError, "start must be 0 to 1, not -1"),
        ({"start": None}, TypeError, "start must be an integer, not NoneType"),
        ({"seed": -1}, ValueError, "seed must be 0"),
        ({"seed": 2**64}, ValueError, "seed must be 0"),
        ({"seed": "x"}, TypeError, "seed must be an integer, not str"),
        ({"seed": True}, TypeError, "seed must be an integer, not bool"),
        ({"seats": 2}, TypeError, "seats"),
    ],
    ids=str,
)
def test_a_game_that_cannot_be(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        State(**arguments)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda s: s.view(2), ValueError, "seat must be 0 to 1, not 2"),
        (lambda s: s.view(-1), ValueError, "seat must be 0 to 1, not -1"),
        (lambda s: s.view(None), TypeError, "seat must be an integer"),
        (lambda s: s.view(), TypeError, "argument"),
        (lambda s: s.sample_world(0), TypeError, "argument"),
        (lambda s: s.sample_world(0, seed=None), TypeError, "seed must be an integer"),
        (lambda s: s.sample_world(0, seed=-1), ValueError, "seed must be 0"),
        (lambda s: s.sample_world(5, seed=1), ValueError, "seat must be 0 to 1, not 5"),
        (lambda s: s.history_seen_by("0"), TypeError, "seat must be an integer"),
        (lambda s: s.perft(-1), ValueError, "depth"),
        (lambda s: s.perft("2"), TypeError, "depth must be an integer"),
        (lambda s: s.perft(), TypeError, "argument"),
        (lambda s: s.mining_plans(), ValueError, "steps must be given outside of a mining turn"),
        (lambda s: s.mining_plans(steps=11), ValueError, "steps must be 0 to 10, not 11"),
        (lambda s: s.mining_plans(steps=-1), ValueError, "steps must be 0 to 10"),
        (lambda s: s.mining_plans(steps="8"), TypeError, "steps must be an integer"),
        (lambda s: s.mining_plans(steps=1, seat=2), ValueError, "seat must be 0 to 1"),
        (lambda s: s.mining_plans(steps=1, memory_mb=0), ValueError, "memory_mb must be"),
        (lambda s: s.mining_plans(step=1), TypeError, "step"),
        (lambda s: s.push(), TypeError, "argument"),
        (lambda s: s.to_record(players=3), PositionError, "Players|players"),
        (lambda s: s.to_record(Event=7), PositionError, "Event"),
        (lambda s: s.to_record(Seed="1"), PositionError, "Seed"),
        (lambda s: State.from_text(s.to_text(), seed=-1), ValueError, "seed must be 0"),
        (lambda _: State.from_text(7), PositionError, "text"),  # type: ignore[arg-type]
        (lambda _: State.from_dict("x"), PositionError, "object"),
        (lambda _: State.from_record(None), PositionError, "record"),  # type: ignore[arg-type]
    ],
)
def test_wrong_use_says_what_is_wrong(
    call: Callable[[State], object], error: type[Exception], message: str
) -> None:
    state = after_setup()
    with pytest.raises(error, match=message):
        call(state)
    assert state == after_setup()


def test_mining_plans_need_a_seat_where_it_is_nobodys_turn() -> None:
    with pytest.raises(ValueError, match="seat must be given"):
        State(players=2).mining_plans(steps=1)
    assert len(State(players=2).mining_plans(steps=1, seat=1)) == 5


# The whole


def test_the_representation_names_the_turn() -> None:
    assert repr(after_setup(3)) == "<State 3 players, shift 1, place seat 0>"
    assert repr(State()) == "<State 2 players, shift 1, chance>"
    assert repr(after_setup().view(1)) == "<State 2 players seen by 1, shift 1, place seat 0>"


def test_the_public_names() -> None:
    assert set(coalbaron_fast.__all__) >= {
        "CoalBaronError",
        "Defect",
        "IllegalMoveError",
        "ParseError",
        "PositionError",
        "State",
    }
    for name in coalbaron_fast.__all__:
        assert hasattr(coalbaron_fast, name)


@pytest.mark.parametrize("players", SEAT_COUNTS)
def test_history_replays_the_game(players: int) -> None:
    for state in sampled_positions(players, "uniform", 12, every=15):
        other = State(players=players, start=state.first_start)
        other.push_all(state.history)
        assert other == state
        assert other.history == state.history


@pytest.mark.parametrize("code", [10**9, -1, VOCABULARY_SIZE, True, "f1", None, 2.0])
def test_what_is_no_code_is_refused(code: object) -> None:
    state = State(2, seed=1)
    before = state.to_text()
    with pytest.raises(ParseError, match="is no move code"):
        state.push_codes([*state.legal_codes()[:1], code])  # type: ignore[list-item]
    assert state.to_text() == before


def test_codes_are_played_all_or_none() -> None:
    state = State(2, seed=1)
    legal = state.legal_codes()
    before = state.to_text()
    with pytest.raises(IllegalMoveError):
        state.push_codes([legal[0], END])
    assert state.to_text() == before
    assert state.codes == [code_of(token) for token in state.history]


@pytest.mark.parametrize(
    ("players", "seed", "shares"),
    [(2, 105, [0.5, 0.5]), (3, 45, [0.5, 0.5, 0.0]), (4, 105, [0.5, 0.0, 0.5, 0.0])],
)
def test_a_win_is_shared(players: int, seed: int, shares: list[float]) -> None:
    """Seeds of random games that end in a tie."""
    state = State(players, seed=seed)
    assert state.win_shares() is None
    generator = Random(seed)
    while not state.is_over:
        state.push_codes([generator.choice(state.legal_codes())])
    assert state.win_shares() == shares
    assert state.winners() == [seat for seat, share in enumerate(shares) if share]


def test_a_position_is_read_and_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    for owner, name, called in (
        (record.RECORDS, "_read_text", "text_to_dict"),
        (position.SHAPE, "read", "text_to_dict"),
        (position.SHAPE, "check", "check_shape"),
    ):
        monkeypatch.setattr(owner, name, counted(getattr(owner, name), called, calls))
    state = after_setup()
    text = State.from_text(state.to_text()).to_record()
    assert calls == ["text_to_dict", "check_shape"]
    State.from_record(text)
    assert calls == ["text_to_dict", "check_shape"] * 2
    State.from_dict(state.to_dict())
    assert calls[4:] == ["check_shape"]


def counted(function: Callable[..., Any], name: str, calls: list[str]) -> Callable[..., Any]:
    """The function, and a note of each call."""

    def call(*arguments: object) -> object:
        calls.append(name)
        return function(*arguments)

    return call


def test_a_state_says_where_in_a_turn_it_stands() -> None:
    state, decisions = after_setup(), []
    for token in ("m10", "end", "ox"):
        decisions.append(state.decision)
        state.push(token)
    assert [*decisions, state.decision] == ["turn", "step", "turn", "detail"]
