"""The game: setup, draft, turns, refill, shifts, as the rules tell it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.coalbaron.reference import facts, scoring
from tests.games.coalbaron.reference.seats import Seat, colours_in
from tests.games.coalbaron.reference.stacks import Look, Stack


class Game:
    """A full game. Every decision and every draw off a shuffled stack is one token.

    ``events`` counts what happened by the way (a stack ran out, a tie was broken):
    the agreement runner shows with it that its games reached the rare cases.
    """

    def __init__(self, players: int, start: int = 0) -> None:
        self.players = players
        self.first_start = start
        self.start = start
        self.shift = 1
        self.seats = [Seat(players) for _ in range(players)]
        self.events: Counter[str] = Counter()
        self.tile_stack = Stack(facts.TILE_KINDS * facts.TILE_COPIES, players, self.events)
        self.order_stack = Stack(facts.CARDS, players, self.events)
        self.factory: dict[str, str | None] = dict.fromkeys(facts.FACTORY_SPACES[players])
        self.row: dict[str, str | None] = dict.fromkeys(facts.ORDER_SPACES[players])
        self.draft: list[str] = []
        self.draft_picks = 0
        self.spaces: dict[str, tuple[int, int]] = {}
        self.bank = [0] * players
        self.phase = "chance"
        self.active: int | None = None
        self.space: str | None = None
        self.draw: str | None = None
        self.steps = 0
        self.fill: dict[str, int] | None = None
        self.look: Look | None = None
        # Where the setup's items go, in their order.
        self.setup_draws = [*self.factory] + ["draft"] * facts.DRAFT_SIZE[players]
        self._continue_setup()

    # What a player asks

    @property
    def turn(self) -> int | None:
        """The seat to decide; none at chance and when the game is over."""
        return None if self.phase in ("chance", "over") else self.active

    def scores(self) -> list[int]:
        """Victory points of each seat so far."""
        return [seat.vp for seat in self.seats]

    def winners(self) -> list[int]:
        """The seats that share the win; nobody before the end."""
        return scoring.winners(self.seats) if self.phase == "over" else []

    def supply(self) -> Counter[str]:
        """The cubes that lie in the common supply."""
        cubes = Counter(dict.fromkeys(facts.COLOURS, facts.CUBES_PER_COLOUR))
        for seat in self.seats:
            cubes.subtract(seat.all_cubes())
        return cubes

    def chance_outcomes(self) -> dict[str, float]:
        """At chance: each token with its probability."""
        if self.phase != "chance":
            return {}
        middle = self._drawn_stack().middle
        return {f"!{item}": count / len(middle) for item, count in Counter(middle).items()}

    def legal(self) -> set[str]:
        """The legal tokens; at chance those that the stack allows."""
        match self.phase:
            case "chance":
                return set(self.chance_outcomes())
            case "draft":
                return {f"+{card}" for card in self.draft}
            case "place":
                return {space for space in self._all_spaces() if self._may_place(space)}
            case "fill":
                return {f"fill:{colour}" for colour in [*colours_in(self.supply()), "-"]}
            case "keep":
                return self._keep_tokens()
            case "side":
                return {"top", "bottom"}
            case "stack":
                return {f"^{place.item}" for place in self._look().held}
            case "mine":
                return self._mover().mining_tokens(self.steps)
            case _:
                return set()

    def play(self, token: str) -> None:
        """Play one token; an illegal one is refused and changes nothing."""
        if token not in self.legal():
            raise ValueError(f"illegal token {token!r} in phase {self.phase}")
        match self.phase:
            case "chance":
                self._play_chance(token[1:])
            case "draft":
                self._play_draft(token[1:])
            case "place":
                self._play_place(token)
            case "fill":
                self._play_fill(token.removeprefix("fill:"))
            case "keep":
                self._play_keep(token[1:])
            case "side":
                self._play_side(token)
            case "stack":
                self._look().name(token[1:])
                self._continue_stack()
            case "mine":
                self._play_mine(token)

    # Small helpers

    def _mover(self) -> Seat:
        assert self.active is not None
        return self.seats[self.active]

    def _look(self) -> Look:
        assert self.look is not None
        return self.look

    def _look_stack(self) -> Stack:
        return self.tile_stack if self.space == "fx" else self.order_stack

    def _drawn_stack(self) -> Stack:
        """At chance: the stack that the next item comes from."""
        if self.draw == "look":
            return self._look_stack()
        return self.tile_stack if self.draw in self.factory else self.order_stack

    def _ask_chance(self, destination: str) -> None:
        self.phase = "chance"
        self.draw = destination

    def _all_spaces(self) -> list[str]:
        return [
            *self.factory,
            "fx",
            *facts.MINING_SPACES[self.players],
            *facts.DELIVERY_SPACES,
            *facts.MONEY_SPACES[self.players],
            *self.row,
            "ox",
            "bank",
        ]

    # Setup and draft

    def _continue_setup(self) -> None:
        """Ask for the next item of the setup, or go on to the draft or the first shift."""
        if self.setup_draws:
            self._ask_chance(self.setup_draws.pop(0))
        elif self.draft:
            self.phase = "draft"
            self.draw = None
            self.active = (self.start - 1) % self.players
        else:
            self.draw = None
            self._begin_shift()

    def _play_chance(self, item: str) -> None:
        destination = self.draw
        place = self._drawn_stack().draw_middle(item)
        if destination == "look":
            self._look().hold(place)
            self._continue_look()
        elif self.active is None:
            self._lay_out(destination, item)
            self._continue_setup()
        else:
            self._lay_out(destination, item)
            self._end_turn()

    def _lay_out(self, destination: str | None, item: str) -> None:
        """Put a tile or card face up where it belongs."""
        assert destination is not None
        if destination == "draft":
            self.draft = facts.sort_items([*self.draft, item])
        elif destination in self.factory:
            self.factory[destination] = item
        else:
            self.row[destination] = item

    def _play_draft(self, card: str) -> None:
        self.draft.remove(card)
        self._mover().take_order(card)
        self.draft_picks += 1
        if self.draft_picks < facts.DRAFT_ROUNDS * self.players:
            assert self.active is not None
            self.active = (self.active - 1) % self.players
            return
        # The card left over is the first of the order row; the others come from the stack.
        self.row["o4"] = self.draft.pop()
        self.active = None
        self.setup_draws = [space for space in self.row if space != "o4"]
        self._continue_setup()

    # Placing workers

    def workers_needed(self, space: str) -> int:
        """How many workers a space takes now."""
        if space == "bank" or space not in self.spaces:
            return 1
        return self.spaces[space][1] + 1

    def _may_place(self, space: str) -> bool:
        mover = self._mover()
        possible = True
        if space == "fx":
            possible = len(self.tile_stack) > 0
        elif space == "ox":
            possible = len(self.order_stack) > 0
        elif space in self.factory:
            tile = self.factory[space]
            possible = tile is not None and facts.tile_price(tile) <= mover.marks
        elif space in self.row:
            possible = self.row[space] is not None
        elif space in facts.DELIVERY_SPACES:
            possible = bool(mover.complete_orders(space[1]))
        return possible and mover.workers >= self.workers_needed(space)

    def _play_place(self, space: str) -> None:
        assert self.active is not None
        mover = self._mover()
        needed = self.workers_needed(space)
        mover.workers -= needed
        self.space = space
        if space == "bank":
            self.bank[self.active] += 1
            mover.marks += facts.BANK_MARKS
            self._end_turn()
            return
        # Workers that stood here go to the canteen, which needs no record.
        self.spaces[space] = (self.active, needed)
        if space in ("fx", "ox"):
            self.look = Look(self._look_stack(), self.active)
            self._note_short_look()
            self._continue_look()
        elif space in self.factory:
            tile, self.factory[space] = self.factory[space], None
            self._buy_tile(tile)
        elif space in self.row:
            self._take_card(space)
        elif space in facts.DELIVERY_SPACES:
            self._deliver(space[1])
        elif space[0] == "m":
            self.phase = "mine"
            self.steps = int(space[1:])
        else:
            mover.marks += int(space[1:])
            self._end_turn()

    def _take_card(self, space: str) -> None:
        card, self.row[space] = self.row[space], None
        assert card is not None
        self._mover().take_order(card)
        self._refill()

    def _deliver(self, vehicle: str) -> None:
        cards = self._mover().deliver(vehicle)
        self._mover().vp += sum(facts.card_points(card) for card in cards)
        self.events["delivery"] += 1
        if len(cards) > 1:
            self.events["delivery of several orders"] += 1
        self._end_turn()

    def _play_mine(self, token: str) -> None:
        if token == "end":
            self.steps = 0
        else:
            self.steps -= self._mover().mine(token)
        if self.steps == 0:
            self._end_turn()

    # Tiles and their cubes

    def _buy_tile(self, tile: str | None) -> None:
        """Pay, place the tile, load what the supply has; a shortage asks the player."""
        assert tile is not None
        mover = self._mover()
        mover.buy_tile(tile)
        level, colour = facts.tile_level(tile), facts.tile_colour(tile)
        supply = self.supply()
        loaded = min(facts.tile_carts(tile), supply[colour])
        mover.cubes[level][colour] += loaded
        waiting = facts.tile_carts(tile) - loaded
        if waiting:
            self._note_shortage(colour, supply)
        self._continue_fill(level, waiting)

    def _continue_fill(self, level: int, waiting: int) -> None:
        """Ask for the next cart's cube while the supply holds any."""
        if waiting and self.supply().total() > 0:
            self.phase = "fill"
            self.fill = {"level": level, "carts": waiting}
            return
        self.fill = None
        if self.look is None:
            self._refill()
        else:
            self._after_keep()

    def _play_fill(self, colour: str) -> None:
        assert self.fill is not None
        level, waiting = self.fill["level"], self.fill["carts"]
        if colour != "-":
            self._mover().cubes[level][colour] += 1
        self._continue_fill(level, waiting - 1)

    # Refill

    def _refill(self) -> None:
        """Lay out a new tile or card on the space of the turn."""
        space = self.space
        assert space is not None
        is_tile = space in self.factory
        stack = self.tile_stack if is_tile else self.order_stack
        if stack.asks_chance():
            self._ask_chance(space)
            return
        item = None
        if stack.top:
            place, _ = stack.draw_top(list(range(self.players)), "refill")
            item = place.item
            self.events["refill from a known part"] += 1
        else:
            self.events[f"{'factory' if is_tile else 'order'} space left empty"] += 1
        if is_tile:
            self.factory[space] = item
        else:
            self.row[space] = item
        self._end_turn()

    # The draw-five

    def _continue_look(self) -> None:
        """Draw on: known places by themselves, shuffled ones through chance."""
        look = self._look()
        look.draw_known()
        if not look.is_complete():
            self._ask_chance("look")
            return
        self.draw = None
        look.finish_draw()
        self._note_knowledge(look)
        self.phase = "keep"

    def _keep_tokens(self) -> set[str]:
        items = {place.item for place in self._look().held}
        if self.space == "fx":
            marks = self._mover().marks
            items = {tile for tile in items if facts.tile_price(tile) <= marks}
        return {f"+{item}" for item in items} | {"+-"}

    def _play_keep(self, item: str) -> None:
        if item == "-":
            self._after_keep()
            return
        self._look().keep(item)
        if self.space == "fx":
            self._buy_tile(item)
        else:
            self._mover().take_order(item)
            self._after_keep()

    def _after_keep(self) -> None:
        """Ask where the others go; with no others the turn is over."""
        if self._look().held:
            self.phase = "side"
        else:
            self.look = None
            self._end_turn()

    def _play_side(self, side: str) -> None:
        look = self._look()
        look.side = side
        if any(look.straddle):
            self.events[f"straddle, returned to the {side}"] += 1
        self._continue_stack()

    def _continue_stack(self) -> None:
        """Ask for the next one to go back; the last returns by itself."""
        look = self._look()
        if len(look.held) > 1:
            self.phase = "stack"
            return
        look.name(look.held[0].item)
        look.put_back()
        self.look = None
        self._end_turn()

    # Turns and shifts

    def _begin_shift(self) -> None:
        self.phase = "place"
        self.space = None
        self.active = self.start

    def _end_turn(self) -> None:
        """Pass the turn on to the next seat with workers, or end the shift."""
        assert self.active is not None
        self.space = None
        self.draw = None
        self._note_empty_stacks()
        for step in range(1, self.players + 1):
            seat = (self.active + step) % self.players
            if self.seats[seat].workers:
                self.phase = "place"
                self.active = seat
                return
        self._end_shift()

    def _end_shift(self) -> None:
        for element in scoring.elements(self.seats, self.shift):
            self._note_ranks(element[0])
            for seat, points in zip(self.seats, scoring.element_points(element), strict=True):
                seat.vp += points
        if self.shift == facts.SHIFTS:
            self._end_game()
            return
        self._choose_start()
        for seat in self.seats:
            seat.workers = facts.WORKERS[self.players]
        self.spaces = {}
        self.bank = [0] * self.players
        self.shift += 1
        self._begin_shift()

    def _choose_start(self) -> None:
        standing = [0] * self.players
        for space, (seat, workers) in self.spaces.items():
            if space in self.factory or space == "fx":
                standing[seat] += workers
        self._note_start(standing)
        self.start = scoring.new_start(standing, self.start)

    def _end_game(self) -> None:
        for seat in self.seats:
            seat.vp += scoring.final_points(seat)
        self.phase = "over"
        self.active = None
        self._note_end()

    # What happened by the way

    def _note_short_look(self) -> None:
        if self._look().wanted < facts.LOOK_SIZE:
            self.events[f"short look, {self.space}"] += 1

    def _note_shortage(self, colour: str, supply: Counter[str]) -> None:
        where = "fx" if self.look else "factory"
        if supply[colour] == 0:
            self.events[f"supply without {colour} at purchase"] += 1
        if supply.total() == 0:
            self.events[f"supply wholly empty, {where}"] += 1
        else:
            self.events[f"shortage, {where}"] += 1

    def _note_knowledge(self, look: Look) -> None:
        if any(look.touched):
            self.events[f"touched set, {self.space}"] += 1
        if any(look.straddle):
            self.events[f"straddled set, {self.space}"] += 1

    def _note_empty_stacks(self) -> None:
        for name, stack in (("tile", self.tile_stack), ("order", self.order_stack)):
            if not len(stack):
                self.events[f"{name} stack ran out"] += 1
            elif not stack.middle:
                self.events[f"{name} stack wholly known"] += 1

    def _note_ranks(self, counts: list[int]) -> None:
        first, second = scoring.ranks(counts)
        if len(first) > 1:
            self.events[f"tie for first, {self.players} players"] += 1
        if len(second) > 1:
            self.events[f"tie for second, {self.players} players"] += 1

    def _note_start(self, standing: list[int]) -> None:
        tied = [seat for seat, count in enumerate(standing) if count == max(standing)]
        if max(standing) == 0:
            self.events["start seat, nobody on factory spaces"] += 1
        elif len(tied) == 1:
            self.events["start seat by majority"] += 1
        else:
            self.events["start seat by tie"] += 1
            if self.start in tied:
                self.events["previous start seat tied and passed over"] += 1

    def _note_end(self) -> None:
        best = max(self.scores())
        if self.scores().count(best) > 1:
            shared = len(self.winners()) > 1
            self.events["final tie, win shared" if shared else "final tie, broken by Marks"] += 1
        if min(self.scores()) < 0:
            self.events["negative final VP"] += 1

    # The position

    def to_dict(self) -> dict[str, Any]:
        """The position as data, in the form of docs/position.md."""
        return {
            "players": self.players,
            "view": None,
            "shift": self.shift,
            "first_start": self.first_start,
            "start": self.start,
            "phase": self.phase,
            "active": self.active,
            "space": self.space,
            "draw": self.draw,
            "steps": self.steps,
            "fill": dict(self.fill) if self.fill else None,
            "seats": [seat.to_dict(self.bank[i]) for i, seat in enumerate(self.seats)],
            "spaces": {
                space: {"seat": seat, "workers": workers}
                for space, (seat, workers) in self.spaces.items()
            },
            "factory": dict(self.factory),
            "row": dict(self.row),
            "draft": list(self.draft),
            "tile_stack": self.tile_stack.to_dict(),
            "order_stack": self.order_stack.to_dict(),
            "look": self.look.to_dict() if self.look else None,
        }
