"""A third game for the search: hide and seek, for one seat to three.

In each of two rounds seat 0 first says aloud whether the round is worth 1 point, 2 or 5; for
saying 5 it gets a bonus of 2 at once. Then it hides in place a or b, and the other seats seek
there, one after the other. No seat sees what another has chosen before all have; then all places
are shown. Every seat that finds seat 0 gets what the round is worth; if none does, seat 0 does.

Two seats: hiding and seeking come to nothing (each does either half of the time), so what a round
is worth does not matter and the bonus decides: 5 is best, a round is worth 2 to seat 0. If the
seeker knew the place, 5 would cost 5 - 2 = 3 and 1 would cost 1: then 1 would be best.

One seat begins with 400 points and hides from a dog, which looks in a once in three times and
gets nothing; not found is worth three times as much. Best is 5 and a: 2 + 15 * 2/3 = 12 a round.
To say 2 is never proposed, but legal.

All this is so as usual. Two options change it: `rounds` (1 to 3), and `quiet`: no bonus is paid.
Seat 0 has two turns in a row: it says, and then it hides.
"""

from __future__ import annotations

from ctypes import c_int16, c_uint8, sizeof
from typing import Any, ClassVar, Final

from coalbaron_fast.games.options import Option, Options
from coalbaron_fast.games.training import Training
from tests.search.ctypes_game import (
    EVERYBODY,
    FAR_FROM_END,
    TO_CHANCE,
    TO_NOBODY,
    Board,
    Rng,
    capsule,
    codes_of,
    functions_of,
    mix64,
    put_features,
    put_turns,
)
from tests.search.python_state import PythonState, kind_of, record_of

ROUNDS: Final = Option("rounds", "How many rounds are played.", 2, (1, 2, 3))
OPTIONS: Final = Options(ROUNDS, Option("quiet", "To say 5 brings no bonus."))
BONUS: Final = 2
ALONE_BEGINS: Final = 400
ALONE_TIMES: Final = 3
DOG_WAYS: Final = (1, 2)
MOST_SEATS: Final = 3

TOKENS: Final = ("say1", "say2", "say5", "a", "b", "!a", "!b", "?")
SAY_1, SAY_2, SAY_5, PLACE_A, PLACE_B, LOOK_A, LOOK_B, UNSEEN = range(8)
WORTH: Final = {SAY_1: 1, SAY_2: 2, SAY_5: 5}

NOWHERE: Final = 255
UNKNOWN: Final = 254


class Table(Board):
    """The round, what it is worth (0: not yet said), where all went, who was shown, the points.

    `seen_by` is 1 more than the seat whose view it is; 0 for a whole position.
    """

    _fields_: ClassVar = [
        ("players", c_uint8),
        ("round", c_uint8),
        ("worth", c_uint8),
        ("shown", c_uint8),
        ("places", c_uint8 * MOST_SEATS),
        ("won", c_int16 * MOST_SEATS),
        ("seen_by", c_uint8),
        ("rounds", c_uint8),
        ("quiet", c_uint8),
    ]
    players: int
    round: int
    worth: int
    shown: int
    seen_by: int
    rounds: int
    quiet: int

    @classmethod
    def start(cls, players: int, **options: Any) -> Table:
        """Return the beginning of a game."""
        table = cls(players, **OPTIONS.read(options))
        table.places[:] = [NOWHERE] * MOST_SEATS
        if players == 1:
            table.won[0] = ALONE_BEGINS
        return table

    def is_possible(self) -> bool:
        seats = range(self.players)
        places = [self.places[seat] for seat in range(MOST_SEATS)]
        return (
            1 <= self.players <= MOST_SEATS
            and self.rounds in ROUNDS.values
            and self.quiet <= 1
            and self.round <= self.rounds
            and self.worth in (0, *WORTH.values())
            and all(place in (0, 1, UNKNOWN, NOWHERE) for place in places)
            and all(places[seat] == NOWHERE for seat in range(MOST_SEATS) if seat not in seats)
            and sorted(place == NOWHERE for place in places)
            == [place == NOWHERE for place in places]
            and (places[0] == NOWHERE or self.worth > 0)
            and (self.worth == 0 or self.round < self.rounds)
            and (self.shown == 0 or self.shown < self.players == self.placed())
            and all(0 <= self.won[seat] < 1000 for seat in seats)
            and self.seen_by <= self.players
        )

    def seats(self) -> int:
        return self.players

    def stage(self) -> int:
        return min(self.round + 1, self.rounds)

    def placed(self) -> int:
        """How many seats have gone somewhere."""
        return sum(place != NOWHERE for place in self.places)

    def to_move(self) -> int:
        if self.round == self.rounds:
            return TO_NOBODY
        if self.worth == 0:
            return 0
        return self.placed() if self.placed() < self.players else TO_CHANCE

    def moves(self) -> list[int]:
        return [PLACE_A, PLACE_B] if self.worth else [SAY_1, SAY_2, SAY_5]

    def proposed(self) -> list[int]:
        return [code for code in self.moves() if code != SAY_2]

    def unseen(self) -> bool:
        """Hiding and seeking is not seen, saying is heard."""
        return self.worth > 0 and self.players > 1

    def shown_to(self, seat: int, code: int) -> int:
        return UNSEEN if code in (PLACE_A, PLACE_B) and seat != self.to_move() else code

    def ways(self) -> dict[int, int]:
        """The dog looks; or the place of the next seat is shown."""
        if self.players == 1:
            return dict(zip((LOOK_A, LOOK_B), DOG_WAYS, strict=True))
        place = self.places[self.shown]
        return {LOOK_A: 1, LOOK_B: 1} if place == UNKNOWN else {LOOK_A + place: 1}

    def play(self, code: int) -> None:
        if code in WORTH:
            self.worth = WORTH[code]
            self.won[0] += BONUS * (code == SAY_5 and not self.quiet)
        elif code in (PLACE_A, PLACE_B, UNSEEN):
            self.places[self.placed()] = UNKNOWN if code == UNSEEN else code - PLACE_A
        elif self.players == 1:
            self.end_round([code - LOOK_A])
        else:
            self.places[self.shown] = code - LOOK_A
            self.shown += 1
            if self.shown == self.players:
                self.end_round(self.places[1 : self.players])

    def end_round(self, looked: list[int]) -> None:
        """Everybody sees who found whom."""
        finders = [seat for seat, place in enumerate(looked, 1) if place == self.places[0]]
        if self.players == 1:
            self.won[0] += ALONE_TIMES * self.worth * (not finders)
        else:
            for seat in finders or [0]:
                self.won[seat] += self.worth
        self.round += 1
        self.worth = self.shown = 0
        self.places[:] = [NOWHERE] * MOST_SEATS

    def viewer(self) -> int:
        return self.seen_by - 1

    def hide_from(self, seat: int) -> None:
        self.seen_by = 1 + seat
        for other in range(self.shown, self.players):
            if other != seat and self.places[other] != NOWHERE:
                self.places[other] = UNKNOWN

    def deal(self, rng: Rng) -> None:
        self.seen_by = 0
        for seat in range(self.players):
            if self.places[seat] == UNKNOWN:
                self.places[seat] = rng.next() % 2

    def information(self, seat: int) -> int:
        number = int(self.places[seat])
        for points in self.won:
            number = mix64(number ^ points)
        return number

    def points(self) -> list[int]:
        return list(self.won[: self.players])

    def shares(self) -> list[float]:
        points = self.points()
        winners = [seat for seat, won in enumerate(points) if won == max(points)]
        if self.round < self.rounds:
            winners = list(range(self.players))
        return [(seat in winners) / len(winners) for seat in range(self.players)]

    def decisions_left(self) -> int:
        if self.round == self.rounds:
            return 0
        later = (self.rounds - 1 - self.round) * (1 + self.players)
        return later + self.players - self.placed() + (self.worth == 0)

    def turns_left(self) -> int:
        """Choices in secret cannot be solved one after the other."""
        return self.decisions_left() if self.players == 1 else FAR_FROM_END


def features(pointer: int, viewer: int, out: Any) -> None:
    """Where each seat is, as far as the viewer may look, and what the round is worth."""
    table = Table.from_address(pointer)
    for seat in range(table.players):
        place = int(table.places[seat])
        is_known = viewer in (EVERYBODY, seat) or seat < table.shown or place == NOWHERE
        flags = [{NOWHERE: 0, UNKNOWN: 1}.get(place, 2 + place) if is_known else 1]
        put_features(out[seat], flags, {}, points=table.won[seat])
    worth = {1: table.worth} if table.worth else {}
    left = {0: table.rounds - table.round} if table.round < table.rounds else {}
    put_features(out[table.players], [2] if table.quiet else [], worth | left)


def turn_features(_pointer: int, turn: Any, out: Any) -> int:
    """A turn is its move."""
    out[0] = codes_of(turn)[0]
    return 1


FUNCTIONS: Final = functions_of(Table) | {
    "unseen": lambda pointer: Table.from_address(pointer).unseen(),
    "features": features,
    "turn_features": turn_features,
    "unweighed_turns": lambda pointer, _scratch, out, _limit: put_turns(
        out, [[code] for code in Table.from_address(pointer).proposed()]
    ),
}
SIZES: Final = {
    "most_seats": MOST_SEATS,
    "points_limit": 1000,
    "layout": 0x41DF,
    "seat_size": 4,
    "board_size": 3,
    "turn_size": len(TOKENS),
    "private_features": 1,
}

OPS: Final = capsule(FUNCTIONS, Table, **SIZES)


PLAYERS: Final = range(1, MOST_SEATS + 1)


class State(PythonState):
    """A position of the game."""

    KIND, SHAPE = kind_of("hide", Table, TOKENS, PLAYERS, OPS, OPTIONS)
    rounds: int
    quiet: bool


def training() -> Training:
    """What environments ask for: an observation is the bytes of a seat's view."""
    import numpy as np  # noqa: PLC0415 - the game itself does without

    def observe(state: State, seat: int | None = None, out: Any = None) -> Any:
        viewer = state.turn if seat is None else seat
        assert viewer is not None
        known = np.frombuffer(state.view(viewer).data(), np.uint8).astype(np.float32)
        if out is None:
            return known
        out[:] = known
        return out

    def legal_mask(state: State, out: Any) -> Any:
        out[:] = False
        out[state.legal_codes()] = True
        return out

    return Training(
        observation_size=lambda _: sizeof(Table),
        observe=observe,
        bounds=(0.0, 255.0),
        legal_mask=legal_mask,
        longest_game=lambda players, options: (
            options["rounds"] * (1 + players),
            options["rounds"] * players,
        ),
    )


GAME: Final = record_of(State, "Hide and seek", TOKENS, PLAYERS, OPS)._replace(
    default_players=2, options=OPTIONS, training=training
)
