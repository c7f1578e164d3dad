"""What a screen is told agrees with the plain model: prices, mines, queues, the inspection."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from coalbaron_fast.games.coalcountry import facts
from coalbaron_fast.games.coalcountry.board import draw_board, draw_mine
from coalbaron_fast.games.coalcountry.screen import SCREEN
from coalbaron_fast.games.coalcountry.state import State
from coalbaron_fast.games.coalcountry.table import CountryTable, describe_table
from coalbaron_fast.games.screen import Choice
from tests.games.coalcountry.reference import prices
from tests.games.coalcountry.reference.ending import inspection_fees
from tests.games.coalcountry.text_games import steps

GAMES = (14, 17, 18, 29)
"""No variant, reformed and amok; in the second is a shop, in the last a church."""


def test_the_table_says_what_the_model_works_out() -> None:
    met = set()
    for state, model, _ in steps(GAMES, part=0.05):
        table, told = describe_table(state), model.table
        met.add(table.phase)
        if len(told.calendar) in (0, facts.CALENDAR):
            assert table.indicator == told.indicator
            assert table.fees.cube == prices.cube_fees(told)
        assert table.coal.stockpile == told.stockpile
        for lying, seat in zip(table.seats, told.seats, strict=True):
            assert lying.fee == seat.fee
            assert lying.inspection.fees == inspection_fees(told, seat)
            assert lying.inspection.dollars == inspection_fees(told, seat) * seat.fee
            assert [tile.cell for tile in lying.mine if tile.connected] == seat.mine.connected()
            assert len(lying.open) == seat.mine.unfinished_tunnels(reformed=told.reformed)
            for tile in lying.mine:
                coal = [seat.mine.tiles[tile.cell].coal(one) for one in range(5)]
                assert tile.coal == coal
        json.dumps(asdict(table))
    assert met == set(facts.PHASES)


def test_prices_are_those_that_are_paid() -> None:
    paid = dict.fromkeys(("sell", "dig", "buy", "build"), 0)
    for state, model, token in steps(GAMES):
        verb = token.partition(":")[0]
        if verb not in paid or token.endswith(":-") or token in ("sell:0", "buy:000"):
            continue
        paid[verb] += 1
        seat = model.table.seats[state.turn or 0]
        said = {choice.token: choice for choice in choices_of(state)}[token]
        after = state.copy()
        after.push(token)
        if after.phase in ("chance", "lay", "put", "onto", "mark", "sell"):
            assert abs(after.vp[seat.number] - seat.money) == said.params["dollars"]
    assert min(paid.values()) > 20


def choices_of(state: State) -> list[Choice]:
    """Return the legal tokens with what they do, as a game's record does."""
    assert SCREEN.phrases is not None
    phrase = SCREEN.phrases(state)
    return [
        Choice(token, "", **phrase(code))
        for token, code in zip(state.legal_moves(), state.legal_codes(), strict=True)
    ]


def test_the_queue_is_who_acts() -> None:
    """The seats that are asked in an area are those that stood in line when it began."""
    areas = {"brokers": "sell", "permits": "dig", "market": "buy", "construction": "build"}
    met = dict.fromkeys(areas, 0)
    line: list[int] = []
    running = None
    for step in steps(GAMES):
        table = describe_table(step.state)
        if table.stage != running:
            running = table.stage
            line = [one.seat for one in table.queue]
        if areas.get(table.stage) == table.phase:
            assert table.queue[0].seat == table.turn
            met[table.stage] += 1
            # A seat that was passed over was in line as well.
            while line and line[0] != table.turn:
                assert table.stage in ("brokers", "market", "construction")
                line.pop(0)
            assert line, table
            line.pop(0)
    assert min(met.values()) > 30


def asked(table: CountryTable) -> Iterator[int]:
    """Yield the seats of who is asked about money."""
    if table.sale is not None:
        yield table.sale.seat
    if table.buyer is not None:
        yield table.buyer.seat


def test_the_seller_and_the_buyer_are_who_is_asked() -> None:
    met = 0
    for state, model, _ in steps(GAMES, part=0.3):
        table = describe_table(state)
        for seat in asked(table):
            met += 1
            assert seat == state.turn
        if table.buyer is not None and table.phase == "buy":
            most = max(sum(map(int, one[4:])) for one in model.legal_moves())
            assert most <= table.buyer.limit
        if table.sale is not None:
            own = model.table.seats[table.sale.seat]
            foreman = own.on("sell")[0]
            influence = own.influence_with_tavern(foreman.influence)
            assert table.sale.price == prices.coal_price(model.table, influence)
    assert met > 50


def test_a_view_shows_no_more_than_it_holds() -> None:
    for state, _, _ in steps(range(2), part=0.05):
        for viewer in range(state.players):
            world = state.sample_world(viewer, seed=1)
            shown = [describe_table(one.view(viewer)) for one in (state, world)]
            assert shown[0] == shown[1]
            assert shown[0].viewer == viewer
            assert draw_board(state.view(viewer)) == draw_board(world.view(viewer))


def test_a_mine_is_drawn_as_a_map() -> None:
    mine = {
        "h0": ["2ib", "EW", "ae"],
        "h1": ["1dc", "S", "e"],
        "i0": ["entrance", "NESW", "wae"],
        "i1": ["4xc", "NESW", ""],
        "k1": ["2la", "SW", "w"],
    }
    assert draw_mine(mine) == [
        "                    |",
        "          1  1dc *-4xc-       -2la *",
        "              e     .           w",
        "              |     |           |",
        "                    |",
        "          0 -2ib- -ent-",
        "              ae   wae",
        "                    |",
        "              h     i     j     k",
    ]


def test_the_board_says_who_is_to_decide_and_who_won() -> None:
    lines: list[str] = []
    for state, _, _ in steps(range(1), part=0.02):
        lines = draw_board(state)
        maps = [line for line in lines if line.startswith(" " * 8)]
        assert len(maps) > state.players
        assert all(len(line) <= 80 for line in lines if line not in maps)
        if state.turn is not None:
            assert f"seat {state.turn} to decide" in lines[0]
            assert any(line.startswith(f">seat {state.turn}") for line in lines)
    assert "the game is over, won by seat" in lines[0]


def test_components_name_the_reconstructions() -> None:
    found = SCREEN.components()
    assert list(found["reconstructed"]) == ["foremen", "fees", "mine_tiles", "entrance"]
    json.dumps(found)


def test_the_documentation_names_the_reconstructions() -> None:
    page = Path(__file__).parents[3].joinpath("docs", "coalcountry.md").read_text(encoding="utf-8")
    named = page.partition("| reconstruction |")[2].partition("\n\n")[0]
    assert sorted(facts.RECONSTRUCTED) == sorted(set(named.split("`")) & set(facts.COMPONENTS))


def test_penalties_are_those_that_are_paid() -> None:
    """Also that what has no penalty says nothing of one."""
    met: Counter[str] = Counter()
    for state, model, _ in steps(GAMES):
        if state.phase not in ("place", "sell", "dig", "buy", "fill"):
            continue
        seat = model.table.seats[state.turn or 0]
        for choice in choices_of(state):
            due = choice.params.get("dollars", 0) if choice.key.endswith("_fined") else 0
            if state.phase == "place":
                if choice.token.endswith(">-"):
                    influence = seat.influence(int(choice.token[0]))
                    assert due == min(influence * seat.fee, seat.money)
                    met[state.phase] += due > 0
                continue
            after = state.copy()
            after.push(choice.token)
            none = "_none" in choice.key or choice.token == "put:end"
            # With the last one of an area others pay as well, or the game goes on to the end.
            if none and after.to_dict()["stage"] == state.to_dict()["stage"]:
                assert after.vp[seat.number] == seat.money - due
                met[state.phase] += due > 0
    assert len(met) == 5
    assert min(met.values()) > 3
