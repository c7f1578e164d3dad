"""The course of the game: after each token `settle` goes on until something is to be decided.

All that a position is lies on the table; `question` reads off it what is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from tests.games.plain_model import PlainGame, Question
from tests.games.railroads.reference import emil, facts, knowledge, tracks
from tests.games.railroads.reference.effects import give_specials, release
from tests.games.railroads.reference.ending import go_home, score_end, score_round, winners
from tests.games.railroads.reference.pool import loco_tokens, place_loco, play_pool, pool_tokens
from tests.games.railroads.reference.table import Seat, Table
from tests.games.railroads.reference.turns import (
    free_tokens,
    man_places,
    move_tokens,
    new_order,
    place_man,
    play_free,
    play_turn,
    take,
    turn_tokens,
)

# What is asked


def settle(table: Table) -> Question:
    """Section 13: what is forced comes first, then the turn, then the next seat."""
    while True:
        if table.mover is not None:
            give_specials(table, table.active_seat)
        asked = forced(table) or regular(table)
        if asked is not None:
            return asked
        go_on(table)


def forced(table: Table) -> Question | None:
    """Chance, extension, loco, man, pool, close: in this order."""
    if table.draw is not None:
        tokens = chance_tokens(table)
        return Question("chance", None, tokens, dict.fromkeys(tokens, 1))
    if table.mover is None:
        return None
    seat = table.active_seat
    if table.area is not None:
        size = tracks.area_size(table)
        kinds = [kind for kind in table.extensions if facts.EXTENSIONS[kind]["size"] == size]
        return Question("extension", seat.number, kinds)
    if table.hand is not None:
        return Question("loco", seat.number, loco_tokens(table, seat, table.hand))
    if table.placing_man:
        return Question("man", seat.number, man_places(table, seat))
    if table.pool:
        tokens = pool_tokens(table, seat)
        if tokens:
            return Question("pool", seat.number, tokens)
        # Section 4: when nothing in it can be done now, all of it is gone.
        table.note("pool: the rest is gone")
        table.pool.clear()
    if table.closing is not None:
        places = man_places(table, seat)
        if places:
            return Question("close", seat.number, [*places, "keep"])
        table.note("close: no place")
        table.closing = None
    return None


def regular(table: Table) -> Question | None:
    """What the stage of the game asks; none when the turn is over."""
    if table.stage == "over":
        return Question("over", None, [])
    if table.mover is None:
        return None
    seat = table.active_seat
    if not table.acted:
        tokens = {
            "draft": lambda: [f"s:{card}" for card in table.offer],
            "round": lambda: turn_tokens(table, seat),
            "move": lambda: move_tokens(table, seat),
        }[table.stage]()
        phase = {"draft": "pool", "round": "turn", "move": "move"}[table.stage]
        return Question(phase, seat.number, tokens)
    if table.stage == "round" and not seat.passed and not table.ended:
        tokens = free_tokens(table, seat)
        if tokens:
            return Question("free", seat.number, [*tokens, "end"])
    if seat.due and table.deck:
        return Question("bonus", seat.number, [f"e:{card}" for card in table.deck])
    if seat.due:
        table.note("bonus: the deck is empty")
    seat.due = 0
    return None


def chance_tokens(table: Table) -> list[str]:
    """Section 13: every token is one of equally likely tiles."""
    match table.draw:
        case "engineer":
            # Section 3: engineers whose number is not in the row yet.
            lying = {facts.number_of(each) for each in table.row if each is not None}
            slot = table.row.index(None)
            stack = "A" if slot < table.counts["A"] else "B"
            kinds = facts.engineers_of(stack, coal=table.coal, new=table.new)
            return [f"!E{each}" for each in kinds if facts.number_of(each) not in lying]
        case "removed":
            return [f"!-{card}" for card in table.deck]
        case "foundry":
            return [f"!f{number}" for number in table.unseen]
        case "start":
            cards = facts.starting_cards(coal=table.coal)
            return [f"!s:{card}" for card in cards if card not in table.drawn]
        case _:
            return [f"!c:{card}" for card in emil.of(table).deck]


# What a token does


def play(table: Table, asked: Question, token: str) -> None:
    """Play one legal token."""
    if asked.phase == "chance":
        play_chance(table, token)
        return
    how: dict[str, Callable[[Table, Seat, str], None]] = {
        "extension": lay_extension,
        "loco": place_hand,
        "man": place_boilerman,
        "pool": draft if table.stage == "draft" and not table.acted else play_pool,
        "close": close,
        "turn": play_turn,
        "free": end_or_free,
        "bonus": choose_bonus,
        "move": move_on,
    }
    how[asked.phase](table, table.active_seat, token)


def lay_extension(table: Table, seat: Seat, token: str) -> None:
    """Section 8: an extension is laid onto its area."""
    assert table.area is not None
    seat.extensions[table.area] = token
    table.extensions.remove(token)
    table.area = None


def place_hand(table: Table, seat: Seat, token: str) -> None:
    """Section 2: the locomotive in the hand, the #9 of a ? card or a replaced one."""
    assert table.hand is not None
    if table.hand.cardboard:
        table.note("loco: the #9 without factory side")
    else:
        table.note("loco: a chain" if "^" in token else "loco: a chain ends")
    place_loco(table, seat, table.hand, token)


def place_boilerman(table: Table, seat: Seat, token: str) -> None:
    """Section 9: the boilerman of the boilerman space."""
    table.placing_man = False
    place_man(table, seat, token)


def end_or_free(table: Table, seat: Seat, token: str) -> None:
    """Another free action, or the end of the turn."""
    if token == "end":
        table.ended = True
    else:
        play_free(table, seat, token)


def choose_bonus(table: Table, seat: Seat, token: str) -> None:
    """Section 12: one card of the deck is kept, face down."""
    card = token[2:]
    seat.looks.append(table.deck)
    seat.bonus.append(card)
    seat.due -= 1
    table.picks.append((seat.number, card))


def move_on(table: Table, seat: Seat, token: str) -> None:
    """Section 6: a worker of the turn order takes a space, or stays."""
    table.acted = True
    if token != "stay":
        table.note("move on")
        take(table, seat, token)


def play_chance(table: Table, token: str) -> None:
    """An outcome of chance."""
    what, table.draw = table.draw, None
    word = token.rpartition(":")[2]
    match what:
        case "engineer":
            table.row[table.row.index(None)] = token[2:]
        case "removed":
            table.removed.append(token[2:])
        case "foundry":
            number = int(token[2:])
            table.unseen.remove(number)
            table.stack -= 1
            table.face_up.append(number)
        case "start":
            table.drawn.append(word)
            effect = facts.effect(facts.STARTING[word]["effect"])
            release(table, table.active_seat, effect, f"start {word}", must=False)
            if len(table.drawn) < 2:
                table.draw = "start"
            else:
                table.drawn = []
        case _:
            if not emil.draw(table, word):
                table.draw = "emil"
            else:
                table.mover = 0


def draft(table: Table, seat: Seat, token: str) -> None:
    """Section 3: a starting bonus card, at once with its effect, which must be done."""
    card = token[2:]
    table.acted = True
    table.offer.remove(card)
    effect = facts.effect(facts.STARTING[card]["effect"])
    release(table, seat, effect, f"start {card}", must=True)


def close(table: Table, seat: Seat, token: str) -> None:
    """Section 9: a closed foundry leaves and becomes a boilerman."""
    assert table.closing is not None
    if token != "keep":
        table.note("close")
        del seat.foundries[table.closing]
        place_man(table, seat, token)
    table.closing = None


# The course


def go_on(table: Table) -> None:
    """One step on where nothing is asked: the next draw, seat, stage or round."""
    if table.stage == "setup":
        set_up(table)
    elif table.stage == "draft":
        table.to_draft.pop(0)
        next_draft(table)
    elif table.stage == "round":
        next_turn(table)
    else:
        table.to_move.pop(0)
        next_move(table)


def set_up(table: Table) -> None:
    """Section 3: engineers, the end bonus cards that leave, two foundries; then the draft."""
    engineers = table.counts["A"] + table.counts["B"]
    if sum(each is not None for each in table.row) < engineers:
        table.draw = "engineer"
    elif len(table.removed) < facts.REMOVED:
        table.draw = "removed"
    elif table.coal and len(table.face_up) < facts.FACE_UP:
        table.draw = "foundry"
    else:
        # From last to second in turn order; none in the solo game.
        table.stage = "draft"
        table.to_draft = table.order[:0:-1]
        table.offer = facts.starting_cards(coal=table.coal)
        next_draft(table)


def next_draft(table: Table) -> None:
    """The next seat that takes a starting bonus card, or round 1."""
    if table.to_draft:
        begin_turn(table, table.to_draft[0])
        return
    table.offer = []
    begin_round(table)


def begin_turn(table: Table, seat: int) -> None:
    """A seat is to decide."""
    table.mover = seat
    table.acted = table.ended = False


def begin_round(table: Table) -> None:
    """Section 11: Emil begins each round; otherwise the first in turn order."""
    table.stage = "round"
    if table.emil is not None:
        emil.fresh(table)
        emil_turn(table)
    else:
        begin_turn(table, table.order[0])


def emil_turn(table: Table) -> None:
    """Emil's turn; if he passes or has passed, the player has the next one."""
    begin_turn(table, 0)
    if not emil.of(table).passed:
        emil.begin_turn(table)
        if table.draw is not None:
            table.mover = None


def next_turn(table: Table) -> None:
    """Section 4: in turn order each seat that has not passed, until all have."""
    assert table.mover is not None
    if all(seat.passed for seat in table.seats):
        end_round(table)
    elif table.emil is not None:
        emil_turn(table)
    else:
        place = table.order.index(table.mover)
        following = table.order[place + 1 :] + table.order[: place + 1]
        begin_turn(table, next(seat for seat in following if not table.seats[seat].passed))


def end_round(table: Table) -> None:
    """Section 6: turn order, then moving on: first from `to2`, then from `to1`."""
    table.order = new_order(table)
    table.stage = "move"
    table.to_move = [space for space in reversed(facts.TURN_ORDER) if space in table.taken]
    next_move(table)


def next_move(table: Table) -> None:
    """The next worker that may move on, or the scoring."""
    if table.to_move:
        owner = table.taken[table.to_move[0]]
        assert isinstance(owner, int)
        begin_turn(table, owner)
        return
    table.mover = None
    score_round(table)
    if table.round == table.rounds:
        # After the last round the game ends instead of step 4.
        table.stage = "over"
        score_end(table)
        if len(winners(table)) > 1:
            table.note("end: tied")
    else:
        table.round += 1
        go_home(table)
        begin_round(table)


class Game(PlainGame):
    """A full game. Every decision and every outcome of chance is one token."""

    def __init__(
        self,
        players: int = 2,
        start: int = 0,
        *,
        germany: bool = False,
        coal: bool = False,
        new: bool = False,
    ) -> None:
        self._begin(Table(players, start, germany, coal, new))

    @classmethod
    def at(cls, table: Table) -> Game:
        """A game that goes on from a table laid out by hand."""
        game = cls.__new__(cls)
        game._begin(table)
        return game

    def _begin(self, table: Table) -> None:
        self.history = []
        self.table = table
        self.events = table.events
        self._ask()

    def _ask(self) -> None:
        self.question = settle(self.table)
        self.active = self.question.seat
        self.table.asked_bonus = self.phase == "bonus"

    def copy(self) -> Game:
        """An equal game of its own."""
        return deepcopy(self)

    def scores(self) -> list[int]:
        """The points of each seat, with those of section 12 when the game is over."""
        return [seat.points for seat in self.table.seats]

    def winners(self) -> list[int]:
        """Who has won, when the game is over; more than one share the win."""
        return winners(self.table) if self.phase == "over" else []

    def play(self, word: str) -> None:
        """Play one token, or some that are joined with `/`: all of them or none."""
        first, *rest = word.split("/")
        if rest:
            rehearsal = self.copy()
            for token in (first, *rest):
                rehearsal.play_one(token)
        for token in (first, *rest):
            self.play_one(token)

    def play_one(self, token: str) -> None:
        """Play one token, then everything up to the next question."""
        self.require_legal(token)
        knowledge.tell(self.table, self.question.phase, self.active, token)
        self.history.append(token)
        play(self.table, self.question, token)
        self._ask()

    def to_dict(self, viewer: int | None = None) -> dict[str, Any]:
        """The position as plain JSON values; with a viewer what that seat knows of it."""
        return knowledge.to_dict(self.table, self.phase, self.active, viewer)

    def shown_to(self, seat: int) -> list[str]:
        """The tokens that a seat was shown. This list only grows."""
        return list(self.table.told[seat])

    def worlds(self, viewer: int) -> list[knowledge.World]:
        """Every assignment of hidden cards that agrees with what a seat saw, equally likely."""
        return list(knowledge.worlds(self.table, viewer))
