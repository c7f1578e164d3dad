"""Positions and records with one thing wrong, and what the readers say of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from coalbaron_fast import Defect, State
from coalbaron_fast.games.coalbaron.notation.record import MAX_RECORD
from coalbaron_fast.games.text.position import MAX_TEXT
from tests.games.coalbaron.core.perft_suite import SUITES, parse_suite

Position = dict[str, Any]

POSITIONS: Final = {
    (players, entry.title): entry.state()
    for players, path in SUITES.items()
    for entry in parse_suite(path.read_text(encoding="utf-8"))
}


def position(title: str, players: int = 2) -> Position:
    """A position of the perft suites by the beginning of its title."""
    for (seats, name), state in POSITIONS.items():
        if seats == players and name.startswith(title):
            return state.to_dict()
    raise LookupError(title)


def inner_of(data: Position, path: str) -> tuple[Any, str | int]:
    """What holds the last part of a path such as ``seats.0.storage``, and that part."""
    parts = [int(part) if part.isdigit() else part for part in path.split(".")]
    inner: Any = data
    for part in parts[:-1]:
        inner = inner[part]
    return inner, parts[-1]


def change(data: Position, changes: dict[str, object]) -> Position:
    """The position with other values at some paths."""
    for path, value in changes.items():
        inner, last = inner_of(data, path)
        inner[last] = value
    return data


class Shown(NamedTuple):
    """What an error says; ``...`` for a value that is too long to be spelled here."""

    defect: Defect
    field: str
    value: object
    expected: str
    line: int | None = None


class Case(NamedTuple):
    """One thing wrong with a position in dict form, and what the error says."""

    title: str
    base: str
    changes: dict[str, object]
    shown: Shown
    players: int = 2
    viewer: int | None = None


TURN: Final = "after setup"
CASES: Final = (
    Case(
        "seventeen yellow cubes in storage",
        TURN,
        {"seats.0.storage": "y" * 17},
        Shown(Defect.CUBES, "seats[0].storage", "y" * 17, "at most 16 of a colour"),
    ),
    Case(
        "seventeen yellow cubes in all",
        TURN,
        {"seats.0.storage": "y" * 15},
        Shown(Defect.CUBES, "seats", "17 yellow cubes", "at most 16 of a colour"),
    ),
    Case(
        "a card in two places of the row",
        TURN,
        {"row.o3": "Tyy"},
        Shown(Defect.DUPLICATE_CARD, "row.o3", "Tyy", "nowhere else; Tyy is in row.o2"),
    ),
    Case(
        "a card outstanding and in the stack",
        TURN,
        {"order_stack.middle.0": "Tk"},
        Shown(Defect.DUPLICATE_CARD, "order_stack.middle", "Tk", "Tk is in seats[0].orders.Tk"),
    ),
    Case(
        "negative money",
        TURN,
        {"seats.0.marks": -1},
        Shown(Defect.MONEY, "seats[0].marks", -1, "0 to 999"),
    ),
    Case(
        "a thousand points",
        TURN,
        {"seats.1.vp": 1000},
        Shown(Defect.MONEY, "seats[1].vp", 1000, "-999 to 999"),
    ),
    Case(
        "six cubes in a cage",
        TURN,
        {"seats.1.cage.cubes": "yybbgk"},
        Shown(Defect.CAGE, "seats[1].cage.cubes", "yybbgk", "at most 5 cubes"),
    ),
    Case(
        "more cubes than carts",
        TURN,
        {"seats.0.pit.2.cubes": "gg"},
        Shown(Defect.LEVEL_CUBES, "seats[0].pit[2].cubes", "gg", "each of 1 carts"),
    ),
    Case(
        "a worker too few in hand",
        TURN,
        {"seats.0.workers": 17},
        Shown(Defect.WORKERS, "spaces", "+1 workers in the canteen", "displaced"),
    ),
    Case(
        "a worker too many on a space",
        TURN,
        {"spaces.m6": {"seat": 1, "workers": 1}},
        Shown(Defect.WORKERS, "seats[1].workers", 18, "18 workers in hand, on spaces"),
    ),
    Case(
        "a worker gone during the draft",
        "draft",
        {"seats.1.workers": 17, "seats.1.bank": 1},
        Shown(Defect.WORKERS, "seats[1].workers", 17, "all in hand before the first turn"),
    ),
    Case(
        "a locked space occupied",
        TURN,
        {"spaces.m8": {"seat": 0, "workers": 1}},
        Shown(Defect.OCCUPIED, "spaces", "m8", "open to 2 players"),
    ),
    Case(
        "a card that does not exist",
        TURN,
        {"row.o2": "Tyb"},
        Shown(Defect.UNKNOWN_ITEM, "row.o2", "Tyb", "the name of an order or null"),
    ),
    Case(
        "a tile on another colour's level",
        TURN,
        {"seats.0.pit.1.tiles": ["y1L"]},
        Shown(Defect.UNKNOWN_ITEM, "seats[0].pit[1].tiles[0]", "y1L", "a brown tile"),
    ),
    Case(
        "something unknown in a full position",
        "known tiles",
        {"tile_stack.top.0.1.item": "?"},
        Shown(Defect.VIEW, "tile_stack.top[0][1].item", "?", "? stands in views only"),
    ),
    Case(
        "an unknown item in a full look",
        "mid-look: one of five tiles",
        {"look.held.0.item": "?"},
        Shown(Defect.VIEW, "look.held[0].item", "?", "? stands in views only"),
    ),
    Case(
        "a view with fewer places than unseen items",
        "known tiles",
        {"tile_stack.middle_size": 36},
        Shown(Defect.VIEW, "tile_stack.middle_size", 36, "as many unseen items"),
        viewer=1,
    ),
    Case(
        "signs of three seats in a game for two",
        "known tiles",
        {"tile_stack.top.0.0.known": "=.="},
        Shown(Defect.KNOWLEDGE, "tile_stack.top[0][0].known", "=.=", "2 signs, one a seat"),
    ),
    Case(
        "a view that knows an item and shows it unknown",
        "known tiles",
        {"tile_stack.top.0.0.known": ".="},
        Shown(Defect.KNOWLEDGE, "tile_stack", ..., "signs of the seats that play"),
        viewer=1,
    ),
    Case(
        "a seat that looks and does not know",
        "mid-look: one of five tiles",
        {"look.held.4.known": ".."},
        Shown(Defect.KNOWLEDGE, "look", ..., "signs of the seats that play"),
    ),
    Case(
        "a look of nobody",
        "mid-look: one of five tiles",
        {"active": None},
        Shown(Defect.TURN, "active", None, "the seat whose turn it can be in phase keep"),
    ),
    Case(
        "a look in the wrong phase",
        "mid-look: one of five tiles",
        {"space": "m6", "phase": "mine", "steps": 6},
        Shown(Defect.LOOK, "look", ..., "null, as the turn in progress is not on fx or ox"),
    ),
    Case(
        "a sixth tile that a look draws",
        "mid-look: one of five tiles",
        {"phase": "chance", "draw": "look"},
        Shown(Defect.LOOK, "look.held", 5, "as many items as phase chance allows, at fx or ox"),
    ),
    Case(
        "a side that is named too early",
        "mid-look: the side",
        {"look.side": "top"},
        Shown(Defect.LOOK, "look.side", "top", "top or bottom in phase stack, else null"),
    ),
    Case(
        "the tiles of a look that are nowhere",
        "mid-look: one of five tiles",
        {"phase": "stack", "look.side": "top", "look.held": []},
        Shown(Defect.MISSING_ITEMS, "tile_stack.middle", "b1L", "3 tiles of every kind"),
    ),
    Case(
        "six cards drawn in a look",
        "mid-look: others",
        {"look.returned": [{"item": "By", "known": "=."}] * 3},
        Shown(Defect.LOOK, "look.held", 6, "at most 5 held and returned"),
    ),
    Case(
        "four tiles of a kind",
        TURN,
        {"tile_stack.middle.8": "y1L"},
        Shown(Defect.TILE_COPIES, "tile_stack.middle", "y1L", "at most 3 tiles y1L"),
    ),
    Case(
        "a card of the row that is nowhere",
        TURN,
        {"row.o4": None},
        Shown(
            Defect.MISSING_ITEMS, "order_stack.middle", "Ebbb", "every card in exactly one place"
        ),
    ),
    Case(
        "a tile of the factory that is nowhere",
        TURN,
        {"factory.f1": None},
        Shown(Defect.MISSING_ITEMS, "tile_stack.middle", "y2L", "3 tiles of every kind"),
    ),
    Case(
        "too many steps",
        "mining: many",
        {"steps": 7, "space": "m6", "spaces.m6.seat": 1},
        Shown(Defect.STEPS, "steps", 7, "1 to the steps of the space"),
    ),
    Case(
        "steps outside of mining",
        TURN,
        {"steps": 1},
        Shown(Defect.STEPS, "steps", 1, "else 0"),
    ),
    Case(
        "eleven steps",
        "mining: many",
        {"steps": 11},
        Shown(Defect.RANGE, "steps", 11, "0 to 10"),
    ),
    Case(
        "a shortage of a colour that is there",
        "shortage",
        {"seats.0.pit.0.cubes": "yyyyy", "fill.level": 1},
        Shown(Defect.FILL, "fill", {"level": 1, "carts": 1}, "whose colour is out"),
    ),
    Case(
        "a shortage on carts that are full",
        "shortage",
        {"fill.carts": 2, "seats.0.pit.0.cubes": "yyyyyyyb"},
        Shown(Defect.FILL, "fill", {"level": 1, "carts": 2}, "1 or 2 empty carts"),
    ),
    Case(
        "a phase without its space",
        TURN,
        {"phase": "mine", "steps": 1},
        Shown(Defect.PHASE, "space", None, "as phase mine asks for"),
    ),
    Case(
        "chance without a draw",
        "start",
        {"draw": None},
        Shown(Defect.PHASE, "draw", None, "in phase chance what is being filled"),
    ),
    Case(
        "a phase that does not exist",
        TURN,
        {"phase": "night"},
        Shown(Defect.RANGE, "phase", "night", "one of chance draft place"),
    ),
    Case(
        "nobody's turn",
        TURN,
        {"active": None},
        Shown(Defect.TURN, "active", None, "the seat whose turn it can be in phase place"),
    ),
    Case(
        "another pick of the draft",
        "draft",
        {"active": 0},
        Shown(Defect.TURN, "active", 0, "the seat whose turn it can be in phase draft"),
    ),
    Case(
        "another start seat in the first shift",
        TURN,
        {"start": 1},
        Shown(Defect.TURN, "start", 1, "first_start in shift 1"),
    ),
    Case(
        "a card laid out after the draft",
        TURN,
        {"draft": ["By"], "order_stack.middle.0": "Tyy", "row.o2": None},
        Shown(Defect.DRAFT, "draft", ["By"], "none outside of it"),
    ),
    Case(
        "a draft of the second shift",
        "draft",
        {"shift": 2},
        Shown(Defect.DRAFT, "draft", ..., "the cards of this round of the draft"),
    ),
    Case(
        "a spot filled by another colour",
        "late",
        {"seats.0.orders.Tbb": ["y", "-"]},
        Shown(Defect.SPOTS, "seats[0].orders.Tbb[0]", "y", "-, b or one of yy"),
    ),
    Case(
        "a spot too many",
        "late",
        {"seats.0.orders.By": ["y", "y"]},
        Shown(Defect.SPOTS, "seats[0].orders.By", ["y", "y"], "a list of 1, not of 2"),
    ),
    Case(
        "a middle of another size",
        TURN,
        {"order_stack.middle_size": 34},
        Shown(Defect.STACK, "order_stack.middle_size", 34, "35, the length of the middle"),
    ),
    Case(
        "an empty batch",
        "known tiles",
        {"tile_stack.bottom": [[]]},
        Shown(Defect.STACK, "tile_stack.bottom[0]", [], "a list of 1 to 48, not of 0"),
    ),
    Case(
        "five seats",
        TURN,
        {"players": 5},
        Shown(Defect.PLAYERS, "players", 5, "2 to 4"),
    ),
    Case(
        "a number as text",
        TURN,
        {"seats.0.vp": "0"},
        Shown(Defect.TYPE, "seats[0].vp", "0", "an integer"),
    ),
    Case(
        "true for one",
        TURN,
        {"shift": True},
        Shown(Defect.TYPE, "shift", True, "an integer, 1 to 3"),
    ),
    Case(
        "a field too many",
        TURN,
        {"seats.0.luck": 7},
        Shown(Defect.UNKNOWN_FIELD, "seats[0].luck", 7, "only the fields marks vp"),
    ),
)


class TextCase(NamedTuple):
    """One thing wrong with a text or a record, and what the error says."""

    title: str
    text: Callable[[], Any]
    shown: Shown


def replaced(text: str, old: str, new: str) -> str:
    """A text with one word of it replaced."""
    assert old in text
    return text.replace(old, new, 1)


def turn_text() -> str:
    """The text of the first turn of a game."""
    return State.from_dict(position(TURN)).to_text()


def finished() -> State:
    """A game that is over."""
    state = State(players=2, seed=5)
    while not state.is_over:
        state.push(state.legal_moves()[0])
    return state


TEXTS: Final = (
    TextCase(
        "two spaces",
        lambda: replaced(turn_text(), " view", "  view"),
        Shown(Defect.SYNTAX, "position", "", "one space between"),
    ),
    TextCase(
        "another version",
        lambda: replaced(turn_text(), "cb1", "cb2"),
        Shown(Defect.SYNTAX, "position", "cb2", "cb1 as the first word"),
    ),
    TextCase(
        "a number with a zero before it",
        lambda: replaced(turn_text(), "shift=1", "shift=01"),
        Shown(Defect.SYNTAX, "shift", "01", "a number"),
    ),
    TextCase(
        "the end cut off",
        lambda: turn_text().rpartition(" ")[0],
        Shown(Defect.MISSING, "look", None, "the word look=..."),
    ),
    TextCase(
        "too long",
        lambda: "y" * (MAX_TEXT + 1),
        Shown(Defect.TOO_LONG, "position", "y" * (MAX_TEXT + 1), f"at most {MAX_TEXT} characters"),
    ),
    TextCase(
        "not a text", lambda: b"cb1", Shown(Defect.TYPE, "position", b"cb1", "a position as text")
    ),
    TextCase(
        "six cubes in a cage",
        lambda: replaced(turn_text(), ";18;0;0:-;", ";18;0;0:yyyyyk;"),
        Shown(Defect.CAGE, "seats[0].cage.cubes", "yyyyyk", "at most 5 cubes"),
    ),
    TextCase(
        "an unknown item",
        lambda: replaced(turn_text(), "o2:Tyy", "o2:?"),
        Shown(Defect.UNKNOWN_ITEM, "row.o2", "?", "the name of an order or null"),
    ),
)
"""Texts of positions."""

RECORDS: Final = (
    TextCase(
        "no number of players",
        lambda: '[Start "0"]\n\n!y1L\n',
        Shown(Defect.MISSING, "Players", None, "the tag [Players", 1),
    ),
    TextCase(
        "a word that is no token",
        lambda: '[Players "2"]\n[Start "0"]\n\n!y1L !y3L\n',
        Shown(Defect.SYNTAX, "tokens[1]", "!y3L", "a token", 4),
    ),
    TextCase(
        "an illegal token",
        lambda: '[Players "2"]\n[Start "0"]\n\n!y1L bank\n',
        Shown(Defect.ILLEGAL_MOVE, "tokens[1]", "bank", "'bank' is not legal here"),
    ),
    TextCase(
        "six seats",
        lambda: '[Players "6"]\n[Start "0"]\n\n',
        Shown(Defect.PLAYERS, "Players", 6, "2 to 4", 1),
    ),
    TextCase(
        "other scores",
        lambda: finished().to_record(Scores="200 201"),
        Shown(Defect.RESULT, "Scores", [200, 201], str(finished().scores())),
    ),
    TextCase(
        "winners of a game that goes on",
        lambda: State(players=2).to_record(Winners="1"),
        Shown(Defect.RESULT, "Winners", [1], "the game is not over"),
    ),
    TextCase(
        "too long",
        lambda: " " * (MAX_RECORD + 1),
        Shown(Defect.TOO_LONG, "record", " " * (MAX_RECORD + 1), f"at most {MAX_RECORD}"),
    ),
    TextCase(
        "a position with a defect",
        lambda: f'[Position "{replaced(turn_text(), "shift=1", "shift=4")}"]\n\n',
        Shown(Defect.RANGE, "Position.shift", 4, "1 to 3", 1),
    ),
)
"""Records."""
