"""What holds of every game: a kit that takes a `Game` and looks at its positions.

`check_position` looks at one position, full or view; `check_knowledge` at what its seats know;
`check_table` at the functions that the search gets; `check_game` plays a game at random and
looks at all of that. Laws of one game (what is conserved, what a move costs) stand in its own
folder. Every function raises AssertionError.
"""

from __future__ import annotations

import copy
import json
import math
import pickle
from collections.abc import Iterable
from importlib.util import find_spec
from itertools import pairwise
from random import Random
from typing import Final

from coalbaron_fast import IllegalMoveError
from coalbaron_fast.contract import game as contract
from coalbaron_fast.engine import PARAMETERS
from coalbaron_fast.games import Game, Position
from coalbaron_fast.games.position import DECISIONS
from coalbaron_fast.search.evaluator import Evaluation
from coalbaron_fast.search.mcts import Searcher
from coalbaron_fast.search.network import FEATURES, LAYERS, Weights, tensor_shapes

WORLDS: Final = 2
TREE_MEGABYTES: Final = 1
NUMBER_LIMIT: Final = 1023
PART_TOTAL: Final = 32_000
TURN_FEATURES: Final = 48


# One position


def check_position(state: Position, beginning: Position | None = None) -> None:
    """Everything that holds of one position; `beginning` is where its history began, if known."""
    check_moves(state)
    check_chance(state)
    check_end(state)
    check_copies(state)
    check_readers(state)
    check_history(state, state.origin if beginning is None else beginning)


def check_moves(state: Position) -> None:
    """The legal list is stable, without doubles, empty only at the end; asking changes nothing."""
    before = hash(state), state.history
    legal = state.legal_moves()
    assert legal == state.legal_moves()
    assert len(set(legal)) == len(legal)
    assert len(state.legal_codes()) == len(legal)
    assert bool(legal) == (not state.is_over)
    assert all(state.is_legal(token) for token in legal)
    assert all(state.is_legal_code(code) for code in state.legal_codes())
    assert (hash(state), state.history) == before
    assert state.shift >= 1
    assert [state.turn is not None, state.is_chance, state.is_over].count(True) == 1


def check_chance(state: Position) -> None:
    """Chance offers what is legal, each with a probability above zero, in all one."""
    outcomes = state.chance_outcomes()
    if not state.is_chance:
        assert outcomes == []
        return
    assert [token for token, _ in outcomes] == state.legal_moves()
    assert all(0 < part <= 1 for _, part in outcomes)
    assert math.isclose(math.fsum(part for _, part in outcomes), 1, abs_tol=1e-12)


def check_end(state: Position) -> None:
    """Scores, winners and shares are there at the end, and agree; before it they are not."""
    assert len(state.vp) == state.players
    if not state.is_over:
        assert state.scores() is state.winners() is state.win_shares() is None
        return
    shares = state.win_shares()
    assert shares is not None
    assert state.scores() == state.vp
    assert math.isclose(sum(shares), 1)
    assert state.winners() == [seat for seat, share in enumerate(shares) if share]


def check_copies(state: Position) -> None:
    """Copies of every kind are equal, hash alike, and remember the same history."""
    for other in (
        state.copy(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),  # noqa: S301 - it was pickled a moment ago
    ):
        assert other == state
        assert other is not state
        assert hash(other) == hash(state)
        assert other.history == state.history
        assert other.seed == state.seed
        assert other.legal_moves() == state.legal_moves()
    assert state.unseeded() == state
    assert state.unseeded().seed is None


def check_readers(state: Position) -> None:
    """Dict (as JSON), text and record lead back to the same position."""
    position, text = state.to_dict(), state.to_text()
    assert "\n" not in text
    assert "moves" not in text.split()
    for other in (
        state.from_dict(json.loads(json.dumps(position))),
        state.from_text(text),
        state.from_record(state.to_record()),
    ):
        assert other == state
        assert hash(other) == hash(state)
        assert other.to_dict() == position
        assert other.to_text() == text
        assert len(other.data()) == len(state.data())
    again, tags = state.read_record(state.to_record(Event="A quiet evening"))
    assert (again, again.codes) == (state, state.codes)
    assert tags == {"Event": "A quiet evening"}


def check_records(game: Game, state: Position) -> None:
    """The records of a file are told apart."""
    records = [state.to_record(Round=str(number)) for number in range(3)]
    lines = "\n".join(records).splitlines(keepends=True)
    found = [game.State.read_record(text) for text in game.read_records(lines)]
    assert [tags for _, tags in found] == [{"Round": str(number)} for number in range(3)]
    assert all(again == state for again, _ in found)


def check_history(state: Position, beginning: Position) -> None:
    """The history replays the game: by tokens in one call, and by codes one by one."""
    history = state.history
    at_once, one_by_one = beginning.copy(), beginning.copy()
    at_once.push_all(history)
    for code in state.codes:
        one_by_one.push_codes([code])
    for other in (at_once, one_by_one):
        assert other == state
        assert hash(other) == hash(state)
        assert other.history[len(beginning.history) :] == history


def check_refusals(state: Position, tokens: Iterable[str]) -> None:
    """Exactly the legal tokens of these can be pushed; the others leave the state as it was."""
    before = state.copy()
    legal = state.legal_moves()
    for token in tokens:
        assert state.is_legal(token) == (token in legal)
        if token in legal:
            after = state.copy()
            after.push(token)
            assert after.history[len(before.history)] == token
            continue
        refusal = refusal_of(state, token)
        assert refusal is not None, f"{token} was taken, legal are {legal}"
        assert (refusal.token, refusal.legal) == (token, legal)
    assert state == before
    assert hash(state) == hash(before)
    assert state.history == before.history


def refusal_of(state: Position, token: str) -> IllegalMoveError | None:
    """The error that pushing a token raises, if it does."""
    try:
        state.push(token)
    except IllegalMoveError as error:
        return error
    return None


# What the seats know


def check_knowledge(state: Position) -> None:
    """Views, the histories that lead to them, and worlds that agree with them."""
    for seat in range(state.players):
        view = state.view(seat)
        assert view.viewer == seat
        assert view.view(seat) == view
        assert view.turn == state.turn
        followed = state.origin.view(seat)
        followed.push_all(state.history_seen_by(seat))
        assert followed == view
        if state.turn == seat:
            assert view.legal_moves() == state.legal_moves()
        for seed in range(WORLDS):
            world = state.sample_world(seat, seed=seed)
            assert world.viewer is None
            assert world.view(seat) == view
            assert view.sample_world(seat, seed=seed) == world


def check_shown(before: Position, after: Position) -> None:
    """What a seat was shown only grows: no token is shown otherwise later on."""
    for seat in range(after.players):
        shown = before.history_seen_by(seat)
        assert after.history_seen_by(seat)[: len(shown)] == shown


# What the search gets


def check_table(game: Game, state: Position, searcher: Searcher) -> None:
    """The table of functions says the same as the position; what it lists is legal."""
    check_features(game, state)
    seat = state.turn
    if seat is None:
        return
    assert contract.turns_expected(game.ops, state.data(), seat) == state.turns_expected()
    assert DECISIONS[contract.decision(game.ops, state.data())] == state.decision
    turns = searcher.begin(state.data(), seat, 1, PARAMETERS)
    assert turns
    check_turn_features(game, state, turns)
    for codes in (*turns, state.first_sight()):
        after = state.view(seat)
        after.push_codes(codes)
        assert after != state.view(seat)


def check_features(game: Game, state: Position) -> None:
    """Features are within their bounds, and for a viewer only what that seat knows."""
    sizes = contract.feature_sizes(game.ops)
    if sizes is None:
        return
    found = contract.features(game.ops, state.data())
    starts, indices = memoryview(found[0]).cast("q"), memoryview(found[1]).cast("H")
    values = memoryview(found[2]).cast("h")
    assert len(starts) == state.players + 2
    for part, (begin, end) in enumerate(pairwise(starts)):
        size = sizes.board if part == state.players else sizes.seat
        assert all(index < size for index in indices[begin:end])
        assert all(0 < abs(value) <= NUMBER_LIMIT for value in values[begin:end])
        assert sum(map(abs, values[begin:end])) <= PART_TOTAL
    assert memoryview(found[3]).cast("h").tolist() == list(state.vp)
    for seat in range(state.players):
        alike = state, state.view(seat), state.sample_world(seat, seed=seat)
        seen = [features_for(game, position, seat) for position in alike]
        assert seen[1:] == seen[:1] * 2
        if not sizes.private:
            assert seen[0] == found


def features_for(game: Game, state: Position, viewer: int) -> tuple[bytearray, ...]:
    """Return the features of a position as a seat may look at it."""
    return contract.features(game.ops, state.data(), viewers=bytes([viewer]))


def check_turn_features(game: Game, state: Position, turns: list[list[int]]) -> None:
    """Features of turns stand within their bounds, and tell turns apart."""
    sizes = contract.feature_sizes(game.ops)
    if sizes is None:
        return
    starts, indices = contract.turn_features(game.ops, state.data(), [turns])
    listed = memoryview(indices).cast("H").tolist()
    found = [tuple(listed[begin:end]) for begin, end in pairwise(memoryview(starts).cast("q"))]
    assert len(found) == len(turns)
    assert all(0 < len(features) <= TURN_FEATURES for features in found)
    assert all(feature < sizes.turn for feature in listed)
    check_unweighed_turns(game, state, turns)
    # Some few may come to the same: the same cubes in another order.
    assert 2 * len(set(found)) > len(found)


def check_unweighed_turns(game: Game, state: Position, turns: list[list[int]]) -> None:
    """What a network chooses from is legal, without doubles, and of the same kind."""
    sizes = contract.feature_sizes(game.ops)
    assert sizes is not None
    weights = Weights(sizes.layout, *no_network(sizes))
    seat = state.turn
    assert seat is not None
    listed = [codes for codes, _ in Evaluation(game.ops, weights).turns(state.view(seat).data())]
    assert len({tuple(codes) for codes in listed}) == len(listed)
    assert {codes[0] for codes in listed} == {codes[0] for codes in turns}
    for codes in listed:
        after = state.view(seat)
        after.push_codes(codes)
        assert after != state.view(seat)


def check_training(game: Game, state: Position) -> None:
    """An observation is all that a seat knows, whatever its vector held before."""
    if game.training is None or find_spec("numpy") is None:
        return
    import numpy  # noqa: ICN001, PLC0415 - the other checks do without it

    training = game.trained()
    size = training.observation_size(state.players)
    for seat in range(state.players):
        found = training.observe(state, seat, numpy.full(size, numpy.nan, numpy.float32))
        low, high = found.min(), found.max()
        assert training.bounds[0] <= low <= high <= training.bounds[1]
        for alike in (state, state.view(seat), state.sample_world(seat, seed=seat)):
            assert numpy.array_equal(training.observe(alike, seat), found)
    if state.turn is not None:
        mask = numpy.ones(len(game.tokens), numpy.bool_)
        training.legal_mask(state, mask)
        assert numpy.flatnonzero(mask).tolist() == sorted(state.legal_codes())


def no_network(sizes: contract.FeatureSizes) -> tuple[dict[str, int], int, bytes]:
    """Return the smallest network there is, with nothing but zeros."""
    found = {name: getattr(sizes, name) for name in FEATURES} | dict.fromkeys(LAYERS, 8)
    shapes = tensor_shapes(found).values()
    return found, 12, bytes(sum(rows * columns * width for rows, columns, width in shapes))


# Whole games


def check_game(game: Game, players: int, seed: int, *, every: int = 1) -> int:
    """Play a game at random and look at about one position in `every`; return how many."""
    rng = Random(f"{game.name}/{players}/{seed}")
    state = game.State(players)
    searcher = Searcher(game.ops, TREE_MEGABYTES)
    checked = 0
    while True:
        if state.is_over or rng.randrange(every) == 0:
            check_position(state)
            check_knowledge(state)
            check_records(game, state)
            check_table(game, state, searcher)
            check_training(game, state)
            check_refusals(state, rng.sample(list(game.tokens), min(len(game.tokens), 30)))
            checked += 1
        if state.is_over:
            return checked
        past = state.copy(), hash(state)
        state.push_codes([rng.choice(state.legal_codes())])
        assert hash(past[0]) == past[1]
        assert past[0] != state
        check_shown(past[0], state)


def check_seeded_game(game: Game, players: int, seed: int) -> None:
    """With a seed chance is never asked, and the same moves lead to the same end."""
    ends = []
    for _ in range(2):
        rng = Random(seed)
        state = game.State(players, seed=seed)
        while not state.is_over:
            assert not state.is_chance
            state.push_codes([rng.choice(state.legal_codes())])
        ends.append(state)
    assert ends[0] == ends[1]
    assert ends[0].codes == ends[1].codes
    replayed = ends[0].origin
    replayed.push_codes(ends[0].codes)
    assert replayed == ends[0]
