"""The reference model against expectations worked out by hand."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.games.coalbaron.reference import Game, facts, scoring
from tests.games.coalbaron.reference.policies import POLICIES
from tests.games.coalbaron.reference.seats import Seat
from tests.games.coalbaron.reference.stacks import Look, Place, Stack
from tests.games.coalbaron.tables import Table, laid_out
from tests.games.side_by_side import mixed

TWO_SEATS_FACTORY = "y1L b1L g1L k1L y2D b2D"
THREE_SEATS_FACTORY = f"{TWO_SEATS_FACTORY} g2D"
TWO_SEATS_DRAFT = "Cy By Cb Bb Ck Bkk Tg"
THREE_SEATS_DRAFT = "Cy By Ty Tb Cb Bb Tgg Cg Bg Ck"


def two_seats() -> Table:
    """Seat 0 holds By Bb Bkk, seat 1 holds Cy Cb Ck."""
    return laid_out(Table, 2, TWO_SEATS_FACTORY, TWO_SEATS_DRAFT, "Egg Tkk")


def three_seats() -> Table:
    """Seat 0 holds Ty Bb Bg, seat 1 By Cb Cg, seat 2 Cy Tb Tgg."""
    return laid_out(Table, 3, THREE_SEATS_FACTORY, THREE_SEATS_DRAFT, "Egg Tkk Eg")


def spelled(batches: list[list[dict[str, str]]]) -> list[str]:
    """Batches of places as one text each: ``item:signs item:signs``."""
    return [" ".join(f"{place['item']}:{place['known']}" for place in batch) for batch in batches]


# The facts


def test_numbers_of_components() -> None:
    assert len(facts.TILE_KINDS) * facts.TILE_COPIES == 48
    assert len(set(facts.CARDS)) == 44
    assert Counter(map(facts.card_vehicle, facts.CARDS)) == dict.fromkeys("BCTE", 11)
    # Per vehicle 9 cards on every list and two triples.
    common = {"y", "yy", "b", "bb", "g", "gg", "k", "kk", "ybgk"}
    extra = {"B": {"bbb", "ggg"}, "E": {"bbb", "ggg"}, "C": {"yyy", "kkk"}, "T": {"yyy", "kkk"}}
    for vehicle, triples in extra.items():
        cards = {card[1:] for card in facts.CARDS if card[0] == vehicle}
        assert cards == common | triples


def test_numbers_of_spaces() -> None:
    # 27 with the bank; seven locks with two players, three with three.
    for players, spaces in ((4, 27), (3, 24), (2, 20)):
        assert len(Game(players)._all_spaces()) == spaces


# The sequence of tokens


def test_setup_lays_out_tiles_and_cards_before_the_draft() -> None:
    game = Game(3, start=1)
    seen = []
    while game.phase == "chance":
        seen.append(game.draw)
        game.play(min(game.legal()))
    assert seen == ["f1", "f2", "f3", "f4", "f5", "f6", "f7"] + ["draft"] * 10
    picks = []
    while game.phase == "draft":
        picks.append(game.turn)
        game.play(min(game.legal()))
    # The seat before the start seat first, then counter-clockwise.
    assert picks == [0, 2, 1] * 3
    left = game.row["o4"]
    assert left is not None
    assert game.active is None
    draws = []
    while game.phase == "chance":
        draws.append(game.draw)
        game.play(min(game.legal()))
    assert draws == ["o1", "o2", "o3"]
    assert (game.phase, game.turn) == ("place", 1)


def test_the_example_of_the_notation() -> None:
    table = two_seats()
    table.play("f3 !b1D")
    position = table.play("ox !Ekk !Cg !Byy !Tbb !Eyy")
    assert position["phase"] == "keep"
    assert (position["active"], position["space"]) == (1, "ox")
    position = table.play("+Ekk top ^Tbb ^Cg ^Byy")
    assert spelled(position["order_stack"]["top"]) == ["Tbb:.= Cg:.= Byy:.= Eyy:.="]
    position = table.play("m10 @4 +k @1 +y @0 k>Bkk -y end")
    assert position["seats"][0]["orders"]["Bkk"] == ["k", "-"]
    assert position["seats"][0]["storage"] == "y"
    assert position["seats"][0]["pit"][2] == {"tiles": ["g1L"], "cubes": "gg"}
    assert (position["phase"], position["active"]) == ("place", 1)


def test_the_turn_of_the_notation_in_one_word() -> None:
    table = three_seats()
    table.play("bank bank f3 !g1D bank bank")
    turn = "m8/@3/+g/+g/@0/g>Tgg/g>Tgg/end"
    position = table.play(turn.replace("/", " "))
    assert position["seats"][2]["orders"]["Tgg"] == ["g", "g"]
    assert table.turn() == 0


def test_tokens_have_one_spelling() -> None:
    table = two_seats()
    table.play("m10 @1 +y @2 +b @0")
    legal = table.legal()
    # Cage cubes in the order of the colours; a pair names the printed colour.
    assert "yb>By:y" in legal
    assert not {"by>By:y", "yb>By", "y>By:y"} & legal
    with pytest.raises(ValueError, match="illegal"):
        table.push("by>By:y")
    assert table.position()["steps"] == 5


def test_pairs_are_spelled_cage_first() -> None:
    seat = Seat(2)
    seat.take_order("Tgg")
    seat.cage.update("bk")
    seat.storage.update("yy")
    pairs = {token for token in seat.mining_tokens(2) if ":" in token}
    assert pairs == {
        "bk>Tgg:g",
        "b~y>Tgg:g",
        "k~y>Tgg:g",
        "~y~y>Tgg:g",
    }
    assert not any(":" in token for token in seat.mining_tokens(1))
    seat.cage_level = 2
    assert {token for token in seat.mining_tokens(2) if ":" in token} == {"~y~y>Tgg:g"}


def test_spots_of_one_colour_are_kept_sorted() -> None:
    seat = Seat(2)
    seat.take_order("Cyyy")
    seat.storage.update("kkbyg")
    seat.mine("~k~k>Cyyy:y")
    assert seat.orders["Cyyy"] == ["kk", "-", "-"]
    seat.mine("~b~g>Cyyy:y")
    assert seat.orders["Cyyy"] == ["bg", "kk", "-"]
    seat.mine("~y>Cyyy")
    assert seat.orders["Cyyy"] == ["y", "bg", "kk"]
    assert seat.complete_orders("C") == ["Cyyy"]
    assert seat.storage.total() == 0


def test_one_returned_item_takes_a_side_but_no_order() -> None:
    game = Game(2)
    play_setup(game)
    # A stack of one known card: looked at, not kept, returned by the side alone.
    game.order_stack.middle = ["Bk"]
    game.play("ox")
    assert game.legal() == {"!Bk"}
    game.play("!Bk")
    assert game.legal() == {"+Bk", "+-"}
    game.play("+-")
    assert game.legal() == {"top", "bottom"}
    game.play("bottom")
    assert (game.phase, game.turn) == ("place", 1)
    assert spelled(game.order_stack.to_dict()["top"]) == ["Bk:=."]
    # Kept by the other seat, without chance: nothing is left to return.
    game.play("ox")
    game.play("+Bk")
    assert game.turn == 0
    assert "ox" not in game.legal()


def play_setup(game: Game) -> None:
    """Any setup."""
    while game.phase in ("chance", "draft"):
        game.play(min(game.legal()))


# What the seats know


def test_a_returned_place_is_known_to_the_looker_alone() -> None:
    table = three_seats()
    position = table.play("ox !Byy !Bbb !Bgg !Bk !Bkk +- bottom ^Byy ^Bbb ^Bgg ^Bk")
    assert spelled(position["order_stack"]["bottom"]) == ["Byy:=.. Bbb:=.. Bgg:=.. Bk:=.. Bkk:=.."]


def test_a_look_over_a_return_makes_it_a_set() -> None:
    table = three_seats()
    table.play("ox !Byy !Bbb !Bgg !Bk !Bkk +Bkk top ^Byy ^Bbb ^Bgg")
    # Seat 1 draws the four and a fifth from the middle, which asks chance once.
    position = table.play("ox")
    assert (position["phase"], position["draw"]) == ("chance", "look")
    position = table.play("!Ekk")
    assert spelled([position["look"]["held"]]) == ["Byy:*=. Bbb:*=. Bgg:*=. Bk:*=. Ekk:.=."]
    assert position["look"]["touched"] == "x.."
    assert position["look"]["straddle"] == "..."
    position = table.play("+Bgg top ^Ekk ^Byy ^Bbb")
    assert spelled(position["order_stack"]["top"]) == ["Ekk:~=. Byy:*=. Bbb:*=. Bk:*=."]


def test_a_cut_set_that_returns_to_the_top_becomes_larger() -> None:
    table = three_seats()
    table.play("ox !Byy !Bbb !Bgg !Bk !Bkk +- top ^Byy ^Bbb ^Bgg ^Bk")
    # The same five again, for seat 1, who keeps none: all a set for seat 0.
    table.play("ox")
    position = table.play("+- top ^Bkk ^Bk ^Bgg ^Bbb")
    assert spelled(position["order_stack"]["top"]) == ["Bkk:*=. Bk:*=. Bgg:*=. Bbb:*=. Byy:*=."]
    # Seat 2 takes Tkk from o2; Bkk comes up there. Four of the set are left.
    table.play("o2 bank bank")
    # Seat 2 looks: the four and a new one, keeps Bk, and returns the others.
    position = table.play("ox !Cyyy +Bk top ^Bgg ^Cyyy ^Bbb")
    first = ["Bgg:**= Cyyy:~~= Bbb:**= Byy:**="]
    assert spelled(position["order_stack"]["top"]) == first
    # Seat 0 draws the four and a new one, keeps none.
    position = table.play("ox !Cybgk")
    assert position["look"]["touched"] == ".xx"
    position = table.play("+- top ^Cybgk ^Byy ^Bgg ^Bbb")
    five = ["Cybgk:=~~ Byy:=** Bgg:=** Bbb:=** Cyyy:=~*"]
    assert spelled(position["order_stack"]["top"]) == five


def test_a_draw_through_a_set_merges_it_or_forgets_it() -> None:
    def straddled(side: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """Seat 0's set of four lies below a return of seat 1; seat 2 cuts it."""
        table = three_seats()
        table.play("ox !Byy !Bbb !Bgg !Bk !Bkk +Bkk top ^Byy ^Bbb ^Bgg")
        # Seat 1 makes a set of it for seat 0: Ekk is the stranger in it.
        table.play("ox !Ekk +- bottom ^Ekk ^Byy ^Bbb ^Bgg")
        # Seats 2, 0, 1 empty the middle but for three cards, then come to the set.
        game = table._game
        game.order_stack.middle = ["Cyyy", "Cybgk", "Tyy"]
        looking = table.play("ox !Cyyy !Cybgk !Tyy")
        moves = f"+Byy {side} ^Ekk ^Cyyy ^Cybgk"
        return looking, table.play(moves)

    looking, position = straddled("top")
    assert spelled([looking["look"]["held"]]) == ["Byy:**= Cyyy:..= Cybgk:..= Tyy:..= Ekk:.*="]
    # For seat 1 the places were known one by one: no set is cut.
    assert (looking["look"]["touched"], looking["look"]["straddle"]) == ("xx.", "x..")
    assert spelled(position["order_stack"]["top"]) == [
        "Ekk:~*= Cyyy:~~= Cybgk:~~= Tyy:~~= Bbb:*=. Bgg:*=. Bk:*=."
    ]
    _, position = straddled("bottom")
    assert spelled(position["order_stack"]["top"]) == [
        "Bbb:~=. Bgg:~=. Bk:~=.",
        "Ekk:~*= Cyyy:~~= Cybgk:~~= Tyy:~~=",
    ]


def batch_of(text: str) -> list[Place]:
    """A batch from its spelling."""
    pairs = [place.split(":") for place in text.split()]
    return [Place(item, list(signs)) for item, signs in pairs]


def stack_of(*batches: str, middle: str = "") -> Stack:
    """A stack with these batches on top."""
    first = batch_of(batches[0])
    stack = Stack(middle.split(), players=len(first[0].signs), events=Counter())
    stack.top = [first, *map(batch_of, batches[1:])]
    return stack


def top_of(stack: Stack) -> list[str]:
    """The spelling of a stack's top part."""
    return spelled(stack.to_dict()["top"])


def test_equal_tiles_in_hand_are_told_apart_by_their_signs_alone() -> None:
    table = three_seats()
    table.play("fx !y1L !y2L !b2L !g1L !k2L +y2L top ^y1L ^b2L ^g1L")
    # Seat 1 draws the four and another y1L: seat 0 has seen one of the two.
    position = table.play("fx !y1L")
    assert spelled([position["look"]["held"]]) == ["y1L:.=. y1L:*=. b2L:*=. g1L:*=. k2L:*=."]
    # The one that seat 0 has seen is meant first.
    position = table.play("+- top ^y1L ^b2L ^y1L ^g1L")
    assert spelled(position["tile_stack"]["top"]) == ["y1L:*=. b2L:*=. y1L:~=. g1L:*=. k2L:*=."]


def test_a_tile_that_comes_up_counts_against_its_kind() -> None:
    # For seat 0 the first y1L was not of the set, but it cannot know: the set has one
    # less. For seat 1 it was of the set; seat 2 knew all places.
    stack = stack_of("y1L:~*= b1L:**= y1L:**= y1L:*~=", "y1L:*..")
    stack.draw_top([0, 1, 2], "refill")
    assert top_of(stack) == ["b1L:**= y1L:~*= y1L:*~=", "y1L:*.."]


@pytest.mark.parametrize("sign", [".", "="])
def test_a_tile_from_outside_the_set_leaves_it_as_it_was(sign: str) -> None:
    stack = stack_of(f"y1L:{sign}. y1L:*.")
    stack.draw_top([0, 1], "refill")
    assert top_of(stack) == ["y1L:*."]


def test_a_tile_comes_to_light_for_the_looker_alone() -> None:
    five = "y1L:~~ b1L:** b2L:** g1L:** g2L:**"
    stack = stack_of(f"{five} y1L:** k1L:**")
    look = Look(stack, looker=0)
    look.draw_known()
    look.finish_draw()
    assert top_of(stack) == ["y1L:~* k1L:**"]
    # Only sets of others can be cut.
    assert look.straddle == [False, True]
    assert spelled([look.to_dict()["held"]]) == ["y1L:=. b1L:=* b2L:=* g1L:=* g2L:=*"]


def test_a_kept_tile_counts_against_its_kind_in_hand() -> None:
    # Seats 0 and 2 have seen one y1L each, not the same. The one of seat 2 is meant;
    # seat 0 takes it for its own.
    stack = stack_of("y1L:*.. y1L:..* b1L:... b2L:... g1L:...")
    look = Look(stack, looker=1)
    look.draw_known()
    look.finish_draw()
    look.keep("y1L")
    assert spelled([look.to_dict()["held"]]) == ["y1L:.=. b1L:.=. b2L:.=. g1L:.=."]


def test_a_kept_tile_counts_against_its_kind_in_the_rest_of_a_cut_set() -> None:
    stack = stack_of("y1L:~. b1L:*. b2L:*. g1L:*. g2L:*. k1L:*. y1L:*. y1L:*.")
    look = Look(stack, looker=1)
    look.draw_known()
    look.finish_draw()
    assert look.to_dict()["straddle"] == "x."
    look.keep("y1L")
    assert top_of(stack) == ["k1L:*. y1L:~. y1L:*."]


# Scoring


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ([0, 0], [0, 0]),
        ([1, 0], [9, 0]),
        ([2, 1], [9, 0]),
        ([2, 2], [9, 9]),
        ([0, 0, 0], [0, 0, 0]),
        ([3, 1, 0], [9, 4, 0]),
        ([3, 3, 1], [9, 9, 0]),
        ([3, 1, 1], [9, 4, 4]),
        ([1, 1, 1], [9, 9, 9]),
        ([5, 0, 0], [9, 0, 0]),
        ([4, 3, 2, 1], [9, 4, 0, 0]),
        ([3, 4, 3, 3], [4, 9, 4, 4]),
        ([4, 4, 3, 3], [9, 9, 0, 0]),
    ],
)
def test_points_of_an_element(counts: list[int], points: list[int]) -> None:
    assert scoring.element_points((counts, 9, 4)) == points


def test_elements_of_the_shift_clock() -> None:
    seat, other = Seat(2), Seat(2)
    seat.delivered = ["Bybgk", "Tgg"]
    other.delivered = ["Byy", "Ek"]
    seat.buy_tile("y2L")
    seat.cubes[4].clear()
    counts = [element[0] for element in scoring.elements([seat, other], 3)]
    assert counts == [
        *([1, 2], [1, 0], [3, 0], [1, 1]),
        *([4, 2], [0, 0], [2, 0], [0, 1]),
        *([2, 0], [0, 0], [0, 0], [1, 0]),
    ]
    rewards = [element[1:] for element in scoring.elements([seat, other], 3)]
    assert [first for first, _ in rewards] == list(range(2, 14))
    assert [second for _, second in rewards] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    assert [len(scoring.elements([seat, other], shift)) for shift in (1, 2, 3)] == [4, 8, 12]


@pytest.mark.parametrize(
    ("standing", "previous", "start"),
    [
        ([3, 1, 2], 1, 0),
        ([3, 1, 2], 0, 0),
        ([2, 2, 0], 0, 1),
        ([2, 2, 0], 1, 0),
        ([2, 2, 0], 2, 0),
        ([0, 0, 0], 2, 0),
        ([0, 5, 1, 5], 1, 3),
        ([0, 5, 1, 5], 2, 3),
        ([0, 5, 1, 5], 3, 1),
    ],
)
def test_new_start_seat(standing: list[int], previous: int, start: int) -> None:
    assert scoring.new_start(standing, previous) == start


def test_final_points() -> None:
    seat = Seat(2)
    seat.marks = 14
    seat.take_order("Bkk")
    seat.cage.update("ky")
    seat.storage.update("ggg")
    seat.mine("~g~g>Bkk:k")
    seat.tiles[1] += ["y1L", "y2L"]
    seat.tiles[4] += ["k1L", "k2D"]
    # 14 Marks: 2. Cubes: four printed, two in the cage, one stored, two on the order: 9: 3.
    # One outstanding order: -1. Three light tiles, one dark: -4.
    assert scoring.final_points(seat) == 2 + 3 - 1 - 4


def test_winners() -> None:
    seats = [Seat(3) for _ in range(3)]
    for seat, (vp, marks) in zip(seats, [(40, 12), (40, 4), (41, 0)], strict=True):
        seat.vp, seat.marks = vp, marks
    assert scoring.winners(seats) == [2]
    seats[2].vp = 40
    # Left over after the exchange: 2, 4 and 0.
    assert scoring.winners(seats) == [1]
    seats[2].marks = 9
    assert scoring.winners(seats) == [1, 2]


# Random games


def check_conserved(game: Game) -> None:
    """No cube, tile, card or worker appears or vanishes."""
    supply = game.supply()
    assert set(supply) == set(facts.COLOURS)
    assert min(supply.values()) >= 0
    look = [place.item for place in game.look.held + game.look.returned] if game.look else []
    in_stacks = Counter(look)
    for stack in (game.tile_stack, game.order_stack):
        in_stacks.update(stack.middle)
        in_stacks.update(place.item for batch in stack.top + stack.bottom for place in batch)
        assert stack.middle or not stack.bottom
    shown = [*game.factory.values(), *game.row.values(), *game.draft]
    held = [tile for seat in game.seats for tiles in seat.tiles.values() for tile in tiles]
    held += [card for seat in game.seats for card in [*seat.orders, *seat.delivered]]
    everything = in_stacks + Counter(held) + Counter(item for item in shown if item)
    assert everything == Counter(facts.TILE_KINDS * 3) + Counter(facts.CARDS)
    for number, seat in enumerate(game.seats):
        standing = sum(workers for owner, workers in game.spaces.values() if owner == number)
        out = seat.workers + standing + game.bank[number]
        assert 0 <= out <= facts.WORKERS[game.players]
        assert seat.marks >= 0
        assert seat.cage.total() <= facts.CAGE_ROOM
        assert all(seat.empty_carts(level) >= 0 for level in facts.LEVELS)


@pytest.mark.parametrize("policy", [*POLICIES, "mixed"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_conserve_everything(policy: str, players: int) -> None:
    rng = Random(f"conserve {policy} {players}")
    choose = mixed(POLICIES, rng, players) if policy == "mixed" else POLICIES[policy]
    game = Game(players, start=rng.randrange(players))
    turns = 0
    while game.phase != "over":
        legal = game.legal()
        assert legal
        if game.phase == "chance":
            assert abs(sum(game.chance_outcomes().values()) - 1) < 1e-12
        paid_before = money_book(game)
        token = choose(game, rng)
        turns += game.phase == "place"
        game.play(token)
        check_money(game, paid_before, token)
        check_conserved(game)
        json.dumps(game.to_dict())
    assert game.shift == 3
    assert all(seat.workers == 0 for seat in game.seats)
    assert turns <= 3 * players * facts.WORKERS[players]
    assert game.winners()


def money_book(game: Game) -> list[int]:
    """Marks of each seat and the prices of its tiles together."""
    return [
        seat.marks + sum(facts.tile_price(tile) for tiles in seat.tiles.values() for tile in tiles)
        for seat in game.seats
    ]


def check_money(game: Game, before: list[int], token: str) -> None:
    """Marks come from the bank and the money spaces alone and go for tiles alone."""
    gain = 1 if token == "bank" else 0
    if token[0] == "c":
        gain = int(token[1:])
    assert sum(money_book(game)) - sum(before) == gain
