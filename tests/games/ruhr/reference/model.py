"""The game: 12 turns of 7 phases, as the rules tell them.

What is still to be done stands in a list, the *agenda*, with the next thing first. The
game works it off until somebody has to decide or chance has to answer; `play` gives
the answer and works on. A step is a name and its arguments: `("trip", 2)` is done by
`_step_trip(2)`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from tests.games.ruhr.reference import facts, market, options, scoring
from tests.games.ruhr.reference.seats import Seat

Step = tuple[Any, ...]
WORKING = "working"
"""The phase while the agenda is worked off: nobody outside ever sees it."""


@dataclass(frozen=True)
class Die:
    """A die that lies on no space: it comes back, or waits on a track."""

    colour: str
    value: int


@dataclass(frozen=True)
class Buying:
    """What the seat that buys has already done in its phase 6."""

    must_lock: bool = False
    lock: bool = False
    free_lock: bool = False
    essen: bool = False
    markcity: bool = False
    depot: bool = False
    port: bool = False


class Game:
    """A full game. Every decision and every outcome of chance is one token.

    `events` counts what happened by the way (a debt, a full territory): the agreement
    runner shows with it that its games reached the rare cases. It is no part of the
    position.
    """

    def __init__(self, players: int, start: int = 0, *, calm: bool = False) -> None:
        self.players = players
        self.calm = calm
        self.first_start = start
        self.turn = 0
        self.phase = WORKING
        self.active: int | None = None
        self.mover: int | None = None
        self.order: list[int] = []
        self.agenda: list[Step] = [("turn", 1)]
        self.seats = [Seat() for _ in range(players)]
        self.barges: list[str | None] = [None] * players
        self.landed: list[int] = []
        self.dice = {
            space: facts.START_VALUE[facts.colour_of(space)]
            for space in facts.STORAGE
            if space not in facts.EMPTY_AT_START[players]
        }
        self.track: dict[str, list[int]] = {colour: [] for colour in facts.COLOURS}
        self.returning: list[Die] = []
        self.thalers_on = dict.fromkeys(facts.SELLING, 0)
        self.obstacles = list(facts.OBSTACLES)
        self.markers = dict(facts.MARKERS_CALM if calm else facts.MARKERS)
        self.bag = facts.bag_at_start(calm=calm)
        self.countries = dict(facts.COUNTRIES)
        self.country: str | None = None
        self.water = False
        self.duty = False
        self.wage_taken = False
        self.export = 0
        self.cities: dict[str, list[int]] = {city: [] for city in facts.CITIES}
        self.depots: dict[str, list[int]] = {depot: [] for depot in facts.DEPOTS}
        self.port: dict[str, list[int]] = {column: [] for column in facts.COLUMNS}
        self.white_left = dict.fromkeys(facts.WHITE_MARKERS, facts.white_markers(players))
        self.draw: str | None = None
        self.option: str | None = None
        self.remove_colour: str | None = None
        self.buying: Buying | None = None
        self.events: Counter[str] = Counter()
        self._work()

    def copy(self) -> Game:
        """An equal game of its own, with an empty count of events."""
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.seats = [seat.copy() for seat in self.seats]
        for name in ("order", "agenda", "barges", "landed", "returning", "obstacles"):
            setattr(other, name, list(getattr(self, name)))
        for name in ("dice", "thalers_on", "markers", "countries", "white_left"):
            setattr(other, name, dict(getattr(self, name)))
        for name in ("track", "cities", "depots", "port"):
            lists = getattr(self, name)
            setattr(other, name, {key: list(values) for key, values in lists.items()})
        other.events = Counter()
        return other

    # What everybody asks

    def legal(self) -> set[str]:
        """The legal tokens; at chance the possible ones."""
        return {
            "chance": self._chance_tokens,
            "event": self._event_tokens,
            "remove": self._remove_tokens,
            "place": self._place_tokens,
            "option": self._option_tokens,
            "carry": self._carry_tokens,
            "supply": self._supply_tokens,
            "start": self._start_tokens,
            "hauler": self._hauler_tokens,
            "trip": self._trip_tokens,
            "buy": self._buy_tokens,
            "over": self._no_tokens,
        }[self.phase]()

    def _no_tokens(self) -> set[str]:
        return set()

    def chance_outcomes(self) -> dict[str, float]:
        """At chance: the probability of each token, its count over the count of all."""
        counts = self.chance_counts()
        return {token: count / sum(counts.values()) for token, count in counts.items()}

    def chance_counts(self) -> dict[str, int]:
        """At chance: how many of the pieces still undrawn give each token; else nothing."""
        kinds = {"country": self.countries, "marker": self.markers}.get(self.draw or "", {})
        return {f"!{kind}": count for kind, count in kinds.items() if count}

    def scores(self) -> list[int]:
        """The points of each seat, the final ones when the game is over."""
        return [seat.points for seat in self.seats]

    def winners(self) -> list[int]:
        """Who has most points, when the game is over; tied seats share the win."""
        if self.phase != "over":
            return []
        return [seat for seat, points in enumerate(self.scores()) if points == max(self.scores())]

    def play(self, token: str) -> None:
        """Play one token, then everything up to the next question."""
        if token not in self.legal():
            raise ValueError(f"{token!r} is illegal; legal are {sorted(self.legal())}")
        self.play_legal(token)

    def play_legal(self, token: str) -> None:
        """The same for a token out of `legal`, which takes long to ask again."""
        answer = {
            "chance": self._play_chance,
            "event": self._play_event,
            "remove": self._play_remove,
            "place": self._play_place,
            "option": self._play_option,
            "carry": self._play_carry,
            "supply": self._play_supply,
            "start": self._play_start,
            "hauler": self._play_hauler,
            "trip": self._play_trip,
            "buy": self._play_buy,
        }[self.phase]
        self.phase = WORKING
        self.active = None
        answer(token)
        self._work()

    # The agenda

    def _work(self) -> None:
        """Work off the agenda up to the next question, or to the end."""
        while self.phase == WORKING:
            name, *arguments = self.agenda.pop(0)
            getattr(self, f"_step_{name}")(*arguments)

    def _do_next(self, *steps: Step) -> None:
        """Put these steps before all others."""
        self.agenda = [*steps, *self.agenda]

    def _ask(self, phase: str, seat: int | None) -> None:
        self.phase = phase
        self.active = seat

    def _ask_chance(self, draw: str) -> None:
        self._ask("chance", None)
        self.draw = draw

    def _mover(self) -> int:
        assert self.mover is not None
        return self.mover

    def _option(self) -> str:
        assert self.option is not None
        return self.option

    def upriver_order(self) -> list[int]:
        """The seats from the barge farthest upriver to the one farthest downriver.

        Of barges on one space the one that came later counts as farther upriver.
        """

        def key(seat: int) -> tuple[int, int]:
            space = self.barges[seat]
            assert space is not None
            return facts.PLACE[space], -self.landed.index(seat)

        return sorted(range(self.players), key=key)

    def _order_of_phase(self) -> list[int]:
        """The order of a phase that begins; in turn 1 before the barges start, clockwise."""
        if None in self.barges:
            return [(self.first_start + step) % self.players for step in range(self.players)]
        return self.upriver_order()

    def _move_barge(self, seat: int, space: str) -> None:
        self.barges[seat] = space
        self.landed = [*(other for other in self.landed if other != seat), seat]

    def _step_turn(self, turn: int) -> None:
        """One turn: seven phases, of which the fifth and the last have no decisions."""
        self.turn = turn
        self.country = None
        self.water = False
        self.duty = False
        self.wage_taken = False
        self._do_next(
            ("history",),
            ("water",),
            ("options",),
            ("trips",),
            ("progress",),
            ("market",),
            ("export",),
            ("end_of_turn",),
        )

    # Phase 1: history

    def _step_history(self) -> None:
        self.order = self._order_of_phase()
        steps: list[Step] = []
        if self.turn == 3:
            steps += [("pay", seat) for seat in self.order]
        if self.turn in facts.SIDEWAYS_TURNS:
            steps += [("sideways",)]
        if self.turn in facts.WAREHOUSE_TURNS:
            steps += [("warehouse", seat) for seat in self.order]
        if self.turn in (6, 10):
            steps += [("get", seat) for seat in self.order]
        if self.turn == 9:
            steps += [("track_pips",)]
        if self.turn == 11:
            colours = facts.removed_dice(self.players)
            choosers = list(reversed(self.order))
            steps += [("remove", colour, choosers[n]) for n, colour in enumerate(colours)]
        if self.turn in facts.COUNTRY_TURNS:
            steps += [("country",)]
        self._do_next(*steps)

    def _step_pay(self, seat: int) -> None:
        """A seat with neither Thalers nor points is not asked."""
        self.mover = seat
        if self.seats[seat].thalers or self.seats[seat].points:
            self._ask("event", seat)
        else:
            self.mover = None
            self.events["event: nothing to pay"] += 1

    def _step_get(self, seat: int) -> None:
        self.mover = seat
        self._ask("event", seat)

    def _event_tokens(self) -> set[str]:
        seat = self.seats[self._mover()]
        if self.turn != 3:
            return {"get:t", "get:v"}
        tokens = {"pay:t"} if seat.thalers else set()
        return tokens | ({"pay:v"} if seat.points else set())

    def _play_event(self, token: str) -> None:
        change = -1 if token.startswith("pay") else 1
        seat = self.seats[self._mover()]
        if token.endswith("t"):
            seat.thalers += change
        else:
            seat.points += change
        self.mover = None

    def _step_sideways(self) -> None:
        """The dice move to a path without the row of the old arrow box: what lay there comes back.

        The others keep their rows: the next one lies on the new arrow box.
        """
        for colour in facts.COLOURS:
            self._note_sideways(colour)
            if self.track[colour]:
                self.returning.append(self._take_from_arrow_box(colour))
        if len(self.returning) == len(facts.COLOURS):
            self.events["sideways: both colours come back"] += 1
        self._do_next(*(("place",) for _ in self.returning))

    def _note_sideways(self, colour: str) -> None:
        count = len(self.track[colour])
        kinds = {0: "none on the track", 1: "one die", facts.boxes(self.turn - 1): "a full track"}
        self.events[f"sideways: {colour}, {kinds.get(count, 'others would have room')}"] += 1

    def _take_from_arrow_box(self, colour: str) -> Die:
        """The oldest die of a track; those behind it move down."""
        return Die(colour, self.track[colour].pop(0))

    def _step_warehouse(self, seat: int) -> None:
        if not self.seats[seat].take_warehouse_of(self.turn):
            self.events["history: warehouse was taken early"] += 1

    def _step_track_pips(self) -> None:
        for colour, values in self.track.items():
            if facts.MOST_PIPS in values:
                self.events["history: a six stays a six"] += 1
            self.track[colour] = [min(facts.MOST_PIPS, value + 1) for value in values]

    def _step_remove(self, colour: str, seat: int) -> None:
        self.remove_colour = colour
        self.mover = seat
        self._ask("remove", seat)

    def _remove_tokens(self) -> set[str]:
        colour = self.remove_colour
        assert colour is not None
        spaces = {f"x:{space}" for space in self.dice if facts.colour_of(space) == colour}
        numbers = range(1, len(self.track[colour]) + 1)
        return spaces | {f"x:{colour}{number}" for number in numbers}

    def _play_remove(self, token: str) -> None:
        where = token[2:]
        if where in self.dice:
            del self.dice[where]
        else:
            self.track[where[0]].pop(int(where[1:]) - 1)
        self.remove_colour = None
        self.mover = None

    def _step_country(self) -> None:
        self._ask_chance("country")

    # Chance, and phase 2: water and demand

    def _chance_tokens(self) -> set[str]:
        return set(self.chance_counts())

    def _play_chance(self, token: str) -> None:
        draw, self.draw = self.draw, None
        if draw == "country":
            self.country = token[1:]
            self.countries[self.country] -= 1
        else:
            self._draw_marker(token[1:])

    def _step_water(self) -> None:
        self.order = self._order_of_phase()
        if self.turn not in facts.MARKER_TURNS:
            return
        self._do_next(("duty",))
        if self.bag:
            self._ask_chance("marker")
        else:
            self.events["water: the bag is empty"] += 1

    def _draw_marker(self, marker: str) -> None:
        """The marker does its work and leaves the game."""
        self.bag -= 1
        self.markers[marker] -= 1
        if marker.startswith("wa"):
            self.water = True
        for space in facts.spaces_with_demand(marker):
            self._put_thaler(space)
        if marker in ("wa+", "wa-"):
            change = 1 if marker == "wa+" else -1
            for space, value in self.dice.items():
                self.dice[space] = self._within(value + change)

    def _within(self, value: int) -> int:
        """A die's new value, which cannot leave 1-6."""
        if value < facts.LEAST_PIPS:
            self.events["water: a one stays a one"] += 1
        if value > facts.MOST_PIPS:
            self.events["a die stops at six"] += 1
        return min(facts.MOST_PIPS, max(facts.LEAST_PIPS, value))

    def _put_thaler(self, space: str) -> None:
        if self.thalers_on[space] == facts.SPACE_THALERS:
            self.events["demand: a space holds 2 Thalers already"] += 1
        else:
            self.thalers_on[space] += 1

    def _step_duty(self) -> None:
        self.duty = self.bag <= facts.DUTY_BAG
        if self.duty:
            self.events[f"duty: on, {'one marker' if self.bag else 'no marker'} in the bag"] += 1

    # Phase 3: option and start

    def _step_options(self) -> None:
        self.order = self._order_of_phase()
        self._do_next(*(("option", seat) for seat in self.order))

    def _step_option(self, seat: int) -> None:
        self.mover = seat
        self._ask("option", seat)

    def _option_tokens(self) -> set[str]:
        return options.option_tokens(self, self._mover())

    def _play_option(self, token: str) -> None:
        number = self._mover()
        seat = self.seats[number]
        if token.endswith("*"):
            seat.used.append("hauling")
        if options.is_payable(self, number, token):
            seat.pay_fee(facts.fee(token, self.turn), self.events)
        else:
            seat.suffer_hardship(self.events)
        self.option = token.rstrip("*")
        seat.pilot = self.option in facts.WITH_PILOT
        if self.option == "wage":
            seat.thalers += facts.WAGE_THALERS
            self.wage_taken = True
        if self.option in facts.WITH_CARRY:
            self._ask("carry", number)
        elif self.option == "supply":
            self._ask("supply", number)
        else:
            self._ask("start", number)

    def _carry_tokens(self) -> set[str]:
        return options.carry_tokens(self, self._mover(), self._option())

    def _play_carry(self, token: str) -> None:
        colour, space = token.split(">")
        if colour == "w" and not self.seats[self._mover()].can_use("mark"):
            self.events["carry: a white die without mark"] += 1
        self.dice[space] = self._take_from_arrow_box(colour).value
        if self.option == "ht":
            self._start_at(space)
        else:
            self._ask("start", self._mover())

    def _supply_tokens(self) -> set[str]:
        return {f"+{space}" for space in options.dice_below_six(self)}

    def _play_supply(self, token: str) -> None:
        space = token[1:]
        if space in self.barges:
            self.events["supply: under another barge"] += 1
        if facts.colour_of(space) == "w" and not self.seats[self._mover()].can_use("mark"):
            self.events["supply: a white die without mark"] += 1
        self.dice[space] = self._within(self.dice[space] + facts.SUPPLY_PIPS)
        self._ask("start", self._mover())

    def _start_tokens(self) -> set[str]:
        spaces = options.starts(self, self._mover(), self._option(), self.dice)
        return {f"@{space}" for space in spaces}

    def _play_start(self, token: str) -> None:
        self._start_at(token[1:])

    def _start_at(self, space: str) -> None:
        """The barge goes there; then comes the marker `hauler`, if it can do anything."""
        seat = self._mover()
        self._move_barge(seat, space)
        self.option = None
        if self.seats[seat].can_use("hauler") and options.dice_below_six(self):
            self._ask("hauler", seat)
        else:
            self.mover = None

    def _hauler_tokens(self) -> set[str]:
        return {"^-", *(f"^{space}" for space in options.dice_below_six(self))}

    def _play_hauler(self, token: str) -> None:
        space = token[1:]
        if space != "-":
            self.seats[self._mover()].used.append("hauler")
            self.dice[space] = self._within(self.dice[space] + facts.HAULER_PIPS)
        self.mover = None

    # Phase 4: trips and sales

    def _step_trips(self) -> None:
        self.order = self._order_of_phase()
        self._do_next(*(("trip", seat) for seat in self.order))

    def _step_trip(self, seat: int) -> None:
        self.mover = seat
        self._ask("trip", seat)

    def _trip_tokens(self) -> set[str]:
        return {f">{target}" for target in self._targets(self._mover())}

    def _targets(self, seat: int) -> list[str]:
        """With a pilot everything downriver, else the standard target."""
        space = self.barges[seat]
        assert space is not None
        if self.seats[seat].pilot:
            return facts.selling_downriver(space)
        target = facts.standard_target(space)
        assert target is not None
        return [target]

    def _play_trip(self, token: str) -> None:
        number = self._mover()
        source, target = self.barges[number], token[1:]
        assert source is not None
        colour = facts.colour_of(source)
        value = self._after_obstacles(source, target, self.dice.pop(source))
        self._move_barge(number, target)
        self.seats[number].pilot = False
        self._sell(number, colour, value, target)
        self._do_next(("end_trip",))
        self._put_on_track(Die(colour, value))

    def _after_obstacles(self, source: str, target: str, value: int) -> int:
        """What a die is worth after the trip: obstacles on the way cost 1, once."""
        first, last = facts.PLACE[source], facts.PLACE[target]
        on_the_way = [lock for lock in self.obstacles if first < facts.PLACE[lock] < last]
        if not on_the_way:
            return value
        if len(on_the_way) > 1:
            self.events["trip: several obstacles cost 1"] += 1
        if value == facts.LEAST_PIPS:
            self.events["trip: a one stays a one"] += 1
        return max(facts.LEAST_PIPS, value - 1)

    def _sell(self, number: int, colour: str, value: int, target: str) -> None:
        """A development token and money for the seller, money for who has a warehouse."""
        seat = self.seats[number]
        area = "r" if target == "port" else colour + target[0]
        if seat.tokens[area] < facts.AREAS[area]:
            seat.tokens[area] += 1
            seat.thalers += value - 1
        else:
            self.events[f"trip: area {area} is full"] += 1
            seat.thalers += value
        if self.thalers_on[target]:
            self.events[f"trip: {self.thalers_on[target]} Thalers lie on the space"] += 1
        seat.thalers += self.thalers_on[target]
        self.thalers_on[target] = 0
        if target in facts.CITIES:
            for owner in self.cities[target]:
                self.seats[owner].thalers += 1
                self.events[f"trip: {'own' if owner == number else 'other'} warehouse pays"] += 1
        if target == "port":
            seat.thalers += 1
            self._move_export_right(1 if value <= facts.SMALL_DIE else 2)

    def _move_export_right(self, steps: int) -> None:
        last = len(facts.EXPORT_VALUES) - 1
        if self.export + steps > last:
            self.events["export: stops on the last box"] += 1
        self.export = min(last, self.export + steps)

    def _put_on_track(self, die: Die) -> None:
        """The die goes to the end of its track; if that is full the oldest leaves it."""
        if len(self.track[die.colour]) == facts.boxes(self.turn):
            oldest = self._take_from_arrow_box(die.colour)
            if self.turn == facts.LAST_TURN:
                # Put aside: nobody could use it any more.
                self.events["trip: a die is put aside in turn 12"] += 1
            else:
                self._note_return(oldest)
                self.returning.append(oldest)
                self._do_next(("place",))
        self.track[die.colour].append(die.value)

    def _note_return(self, die: Die) -> None:
        self.events[f"trip: {die.colour} comes back"] += 1
        if self.order[0] != self.mover:
            self.events["place: in the midst of another seat's sale"] += 1

    def _step_end_trip(self) -> None:
        self.mover = None

    # Dice that come back

    def _step_place(self) -> None:
        if self._territory_is_full():
            self.events["place: the territory is full"] += 1
        self._ask("place", self.order[0])

    def _spaces_to_return(self) -> list[str]:
        """The spaces of the territory in question, empty or not."""
        if self.returning[0].colour == "w":
            return facts.SPACES_OF_COLOUR["w"]
        territory = facts.TERRITORY_SPACES[facts.RETURN_TERRITORY[self.turn]]
        return [space for space in territory if space in facts.STORAGE]

    def _territory_is_full(self) -> bool:
        return all(space in self.dice for space in self._spaces_to_return())

    def _place_tokens(self) -> set[str]:
        colour = self.returning[0].colour
        spaces = self._spaces_to_return()
        if self._territory_is_full():
            spaces = facts.SPACES_OF_COLOUR[colour]
        return {f"{colour}>{space}" for space in spaces if space not in self.dice}

    def _play_place(self, token: str) -> None:
        _, space = token.split(">")
        self.dice[space] = self.returning.pop(0).value

    # Phase 5: progress

    def _step_progress(self) -> None:
        self.order = self._order_of_phase()
        for number in self.order:
            seat = self.seats[number]
            for marker in facts.NEEDS:
                if marker in seat.markers or not seat.meets(marker):
                    continue
                if marker in self.white_left:
                    if not self.white_left[marker]:
                        self.events[f"progress: no {marker} is left"] += 1
                        continue
                    self.white_left[marker] -= 1
                seat.take_marker(marker)
                self.events[f"progress: {marker}"] += 1

    # Phase 6: market

    def _step_market(self) -> None:
        self.order = self._order_of_phase()
        self._do_next(*(("shop", seat) for seat in self.order))

    def _step_shop(self, seat: int) -> None:
        """A seat begins its phase 6."""
        self.mover = seat
        self.buying = Buying()
        must_lock = self.duty and market.can_build_lock(self, seat)
        if self.duty:
            self.events[f"duty: a seat {'must' if must_lock else 'cannot'}"] += 1
        self.buying = replace(self.buying, must_lock=must_lock)
        self._do_next(("buy", seat))

    def _step_buy(self, seat: int) -> None:
        """Ask on, as long as anything can be bought."""
        if market.may_buy(self, seat):
            self._ask("buy", seat)
        else:
            self._stop_buying()

    def _buy_tokens(self) -> set[str]:
        return market.tokens(self, self._mover())

    def _play_buy(self, token: str) -> None:
        if token == "end":
            self._stop_buying()
            return
        market.buy(self, self._mover(), token)
        self._do_next(("buy", self._mover()))

    def _stop_buying(self) -> None:
        assert self.buying is not None
        if self.buying.free_lock and self.obstacles:
            self.events["lock: the free one is left out"] += 1
        self.buying = None
        self.mover = None

    # Phase 7: export and end of the turn

    def _step_export(self) -> None:
        self.order = self._order_of_phase()
        if self.turn not in facts.EXPORT_TURNS:
            return
        assert self.country is not None
        column = self.port[self.country]
        for position, owner in enumerate(column):
            bonus = facts.POSITION_BONUS[position]
            self.seats[owner].points += facts.EXPORT_VALUES[self.export] + bonus
            self.events[f"export: position {position + 1}"] += 1
            if facts.EXPORT_VALUES[self.export] > 1:
                self.events["export: value 2"] += 1
        if len(column) > self.export:
            self.events["export: stops on the first box"] += 1
        self.export = max(0, self.export - len(column))

    def _step_end_of_turn(self) -> None:
        for seat in self.seats:
            if seat.thalers > facts.THALER_CAP:
                self.events["Thalers above 10 are lost"] += 1
            seat.thalers = min(facts.THALER_CAP, seat.thalers)
        if self.turn < facts.LAST_TURN:
            self._do_next(("turn", self.turn + 1))
        else:
            self._end_game()

    def _end_game(self) -> None:
        points = [scoring.final_points(self, number, self.events) for number in range(self.players)]
        for seat, more in zip(self.seats, points, strict=True):
            seat.points += more
        self._ask("over", None)
        self.order = []
        if len(self.winners()) > 1:
            self.events["end: the win is shared"] += 1
        if min(self.scores()) < 0:
            self.events["end: points below zero"] += 1

    # The position

    def to_dict(self) -> dict[str, Any]:
        """The position as data, as README.md beside this file describes it."""
        return {
            "players": self.players,
            "calm": self.calm,
            "first_start": self.first_start,
            "turn": self.turn,
            "phase": self.phase,
            "active": self.active,
            "mover": self.mover,
            "order": list(self.order),
            "draw": self.draw,
            "option": self.option,
            "remove_colour": self.remove_colour,
            "buying": dict(self.buying.__dict__) if self.buying else None,
            "seats": [seat.to_dict() for seat in self.seats],
            "barges": list(self.barges),
            "upriver": [] if None in self.barges else self.upriver_order(),
            "dice": {space: self.dice[space] for space in facts.STORAGE if space in self.dice},
            "track": {colour: list(values) for colour, values in self.track.items()},
            "returning": [f"{die.colour}{die.value}" for die in self.returning],
            "thalers_on": {space: count for space, count in self.thalers_on.items() if count},
            "obstacles": list(self.obstacles),
            "bag": self.bag,
            "markers": dict(self.markers),
            "countries": dict(self.countries),
            "country": self.country,
            "water": self.water,
            "duty": self.duty,
            "wage_taken": self.wage_taken,
            "export": self.export + 1,
            "cities": {city: sorted(owners) for city, owners in self.cities.items()},
            "depots": {depot: list(owners) for depot, owners in self.depots.items()},
            "port": {column: list(owners) for column, owners in self.port.items()},
            "white_left": dict(self.white_left),
        }
