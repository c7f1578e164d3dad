"""Views and worlds: nothing hidden moves anything, and every deal that fits can come."""

from __future__ import annotations

from collections import Counter
from random import Random

from coalbaron_fast.games.coalcountry.state import State
from tests.games.coalcountry.core_games import begin, positions, token
from tests.games.coalcountry.reference.model import Game

GAMES = range(12)


def hidden_of(state: State, seat: int) -> tuple[int, ...]:
    """The influences of a seat's foremen in the order of their places, those at hand last."""
    own = state.to_dict()["seats"][seat]
    return (*(influence for _, influence in own["foremen"]), *own["hand"])


def test_every_view_on_the_way_is_a_position() -> None:
    """What is shown is played token by token; between them a view stands that can be read."""
    for number in GAMES:
        rng = Random(number)
        state = begin(number)
        views = [state.view(seat) for seat in range(state.players)]
        while not state.is_over:
            before = State.from_data(state.data())
            played = token(state, rng)
            state.push(played)
            before.push(played)
            for seat, view in enumerate(views):
                for shown in before.history_seen_by(seat):
                    assert shown in view.legal_moves()
                    view.push(shown)
                    assert State.from_dict(view.to_dict()) == view == State.from_data(view.data())
                    State.from_data(view.sample_world(seat, seed=number).data())


def test_a_world_looks_the_same_and_plays_on() -> None:
    for state in positions(GAMES, part=0.02):
        for seat in range(state.players):
            world = state.sample_world(seat, seed=state.shift)
            assert world.view(seat) == state.view(seat)
            assert State.from_data(world.data()) == world
            rng = Random(seat)
            for _ in range(30):
                if not world.is_over:
                    world.push(token(world, rng))


def test_what_is_hidden_moves_nothing() -> None:
    """Two worlds of one view: the seat is asked the same, and knows the same of both."""
    for state in positions(GAMES, part=0.02):
        for seat in range(state.players):
            one, other = (state.sample_world(seat, seed=seed) for seed in (1, 2))
            assert one.view(seat).to_dict() == other.view(seat).to_dict()
            if state.turn == seat:
                assert one.legal_moves() == other.legal_moves() == state.legal_moves()


def test_while_all_place_a_view_shows_nothing() -> None:
    """Whatever the others place, the view is the same."""
    views = set()
    for seed in range(6):
        state = State(3, start=0)
        state.push_all("!school !shop !tavern !+ !- !0 !+")
        rng = Random(seed)
        while state.turn != 2:
            state.push(token(state, rng))
        views.add(state.view(2).to_text())
        assert [seat["hand"] for seat in state.view(2).to_dict()["seats"]] == [
            [4, 4, 3, 3, 2, 2, 1, 1, 0]
        ] * 3
    assert len(views) == 1


def test_worlds_come_as_often_as_their_deals() -> None:
    """The plain model counts the deals that fit the tavern and the church."""
    game, state = Game(2, 0, amok=True), State(2, start=0, amok=True)
    rng = Random(5)
    while game.phase == "chance" or game.active is None or len(game.table.seats[1].hand) > 5:
        played = rng.choice(game.legal_moves())
        game.play(played)
        state.push(played)
    deals = game.deals(0)[1]
    worlds = Counter(hidden_of(state.sample_world(0, seed=seed), 1) for seed in range(6000))
    assert set(worlds) <= set(deals)
    share = sum(deals.values())
    likely, weight = max(deals.items(), key=lambda entry: entry[1])
    assert abs(worlds[likely] / 6000 - weight / share) < 0.02
