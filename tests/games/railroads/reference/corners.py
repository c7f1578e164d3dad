"""The corners of the rules that games should reach."""

from __future__ import annotations

from tests.games.railroads.reference import facts
from tests.games.railroads.reference.model import Game

ENGINEERS = [engineer for engineer in facts.ENGINEERS if engineer != "1"]
SPACES = [name for name in facts.SPACES if name not in ("fy", *facts.TURN_ORDER)]
COPIED = [engineer for engineer in facts.ENGINEERS if engineer not in facts.NO_COPY]
COLOUR_STEPS = [f"{colour}>{rail}" for colour in facts.COLOURS for rail in "TSKMDN"]
IMPOSSIBLE = ["n>K", "w>S", "w>K", "w>D", "w>N"]
OFTEN_REPLACED = [number for number in facts.FACTORIES if 1 < number < 7]
AGAIN = [
    name
    for name in SPACES
    if name != "temp" and not facts.SPACES[name]["coins"] and facts.SPACES[name]["workers"] < 3
]

TOKEN_CORNERS = [
    *(f"draw: engineer {engineer}" for engineer in ENGINEERS),
    *(f"draw: removed {card}" for card in facts.BONUS),
    *(f"draw: foundry {number}" for number in facts.FOUNDRIES),
    *(f"draw: n12 {card}" for card in facts.STARTING),
    *(f"draw: emil {card}" for card in facts.EMIL["cards"]),
    *(f"draft: {card}" for card in facts.STARTING),
    *(f"turn: {space}" for space in (*SPACES, *facts.TURN_ORDER, "hire", "pass")),
    *(f"turn: open {engineer}" for engineer in ENGINEERS),
    *(f"turn: own {engineer}" for engineer in facts.ENGINEERS),
    *(f"turn: foundry {number}" for number in facts.FOUNDRIES),
    *(f"turn: {coins} coins for workers" for coins in (1, 2, 3)),
    *(f"move: {what}" for what in ("board", "open", "own", "stay")),
    *(
        f"{when}: {what}"
        for when in ("before", "after")
        for what in (
            *(f"income {kind}" for kind in facts.INCOME_EFFECTS),
            *(f"foundry {number}" for number in facts.FOUNDRIES),
            "boil",
        )
    ),
    "free: end",
    *(f"step: {step}" for step in COLOUR_STEPS if step not in IMPOSSIBLE),
    "step: k>MH",
    "step: k>MB",
    *(f"industry: from {space}" for space in range(facts.LAST_INDUSTRY)),
    *(
        f"loco: {what} in {phase}"
        for what in ("empty", "replace", "back")
        for phase in ("pool", "loco")
    ),
    *(f"factory: {how} {where}" for how in "FR" for where in ("into a gap", "for another")),
    "factory: C for another",
    *(f"question: {token}" for token in facts.TOKENS if token != "card"),
    *(f"question: c-{card}" for card in facts.CARDS),
    "key10",
    "key+",
    *(f"again: {space}" for space in AGAIN if space != "w2"),
    "again: an open engineer",
    "again: an own engineer",
    *(f"copy: {engineer}" for engineer in COPIED),
    "use",
    "burn",
    "ten",
    "card",
    *(f"income: take {kind}" for kind in facts.INCOME_EFFECTS),
    "skip",
    *(f"extension: {kind}" for kind in facts.EXTENSIONS),
    *(f"{phase}: {what}" for phase in ("man", "close") for what in ("locomotive", "factory")),
    "close: keep",
    *(f"bonus: {card}" for card in facts.BONUS),
]

SPECIALS = [
    *(
        f"special {rail['id']}.{number}"
        for board in ("board_russia", "board_germany")
        for rail in facts.COMPONENTS[board]["rails"]
        for number in range(len(rail["specials"]))
    ),
    *(
        f"special {branch}.{number}"
        for branch, what in facts.COMPONENTS["board_germany"]["branches"].items()
        for number in range(len(what["specials"]))
    ),
    *(
        f"special {kind}.{number}"
        for kind, what in facts.EXTENSIONS.items()
        for number in range(len(what["specials"]))
    ),
]

EVENT_CORNERS = [
    *SPECIALS,
    *(f"factory {number}{man}" for number in facts.FACTORIES for man in ("", "+")),
    *(f"factory: {number} is replaced" for number in facts.FACTORIES),
    *(f"factory: {number} is replaced, its boilerman leaves" for number in OFTEN_REPLACED),
    *(f"factory: tile {number} comes back" for number in facts.FACTORIES),
    *(f"boilerman: factory {number}" for number in facts.FACTORIES),
    "boilerman: locomotive",
    *(f"token {name}" for name in facts.TOKENS if name != "card"),
    *(f"token c-{name}" for name in facts.CARDS),
    *(f"bonus {card}" for card in facts.BONUS if card != "extraengineer"),
    "bonus extraengineer: nothing",
    "bonus: the deck is empty",
    "worker: the reserve is empty",
    "doubler: none left",
    "doubler: no space",
    "additional marker",
    "additional marker: nothing",
    "switch: H",
    "switch: B",
    "pool: the rest is gone",
    "loco: a chain",
    "loco: a chain ends",
    "loco: back",
    "loco: back, its boilerman leaves",
    "loco: the #9 without factory side",
    "loco: the #9 without factory side leaves",
    "industry: the first marker on the ?",
    "industry: a later marker on the ?",
    "close",
    "close: no place",
    "foundry: none to be drawn",
    "move on",
    "majority: equal, the highest number decides",
    "majority: extraengineer alone",
    "end: tied",
    *(f"emil: {card}" for card in facts.EMIL["cards"]),
    *(f"emil: no {card}" for card in facts.EMIL["cards"]),
    "emil: passes without workers",
    "emil: passes without cards",
    "emil: a returned factory",
    *(f"emil: more at {limit}" for limit in facts.EMIL["more_at"]),
]

ALSO = [
    *(f"bonus {card}: nothing" for card in facts.BONUS),
    "skip",
    "skip: parts that cannot be done",
    "again: w2",
    *(f"factory: {number} is replaced, its boilerman leaves" for number in facts.FACTORIES),
]
"""Events that games may meet and need not."""


def token_corner(game: Game, token: str) -> str:
    """The corner of a token that is about to be played."""
    word = token.rpartition(":")[2]
    match game.phase:
        case "chance":
            return chance_corner(game, token)
        case "turn" | "free":
            return turn_corner(game, token)
        case "move":
            return f"move: {'stay' if token == 'stay' else whose(token)}"
        case "extension":
            return f"extension: {token}"
        case "man" | "close":
            if token == "keep":
                return "close: keep"
            return f"{game.phase}: " + ("factory" if token[2] == "F" else "locomotive")
        case "bonus":
            return f"bonus: {word}"
        case _:
            return pool_corner(game.phase, token, word)


def chance_corner(game: Game, token: str) -> str:
    """What is drawn."""
    draw = game.table.draw
    names = {"engineer": "engineer ", "removed": "removed ", "foundry": "foundry "}
    if draw in names:
        return f"draw: {names[str(draw)]}{token[2:]}"
    return f"draw: {'n12' if draw == 'start' else 'emil'} {token[3:]}"


def whose(space: str) -> str:
    """Which kind of space that is."""
    if space in facts.SPACES:
        return "board"
    return "open" if space[0] == "e" else "own"


def turn_corner(game: Game, token: str) -> str:
    """A regular action, or a free one before or after it."""
    when = "before" if game.phase == "turn" else "after"
    if token == "end":
        return "free: end"
    if token.startswith("inc:"):
        return f"{when}: income {token[4:]}"
    if token == "boil":
        return f"{when}: boil"
    if token.startswith("fu"):
        return f"{when}: foundry {token[2:]}"
    space, _, coins = token.partition("$")
    if coins:
        return f"turn: {coins} coins for workers"
    if space.startswith("fy:"):
        return f"turn: foundry {space[3:]}"
    if space in (*facts.SPACES, "hire", "pass"):
        return f"turn: {space}"
    return f"turn: {whose(space)} {space[1:]}"


def pool_corner(phase: str, token: str, word: str) -> str:
    """A part of the pool."""
    if token[0] in facts.COLOURS and token[1] == ">":
        return f"step: {token}"
    if token.startswith("L>"):
        what = "back" if token == "L>-" else "replace" if "^" in token else "empty"
        return f"loco: {what} in {phase}"
    if token[0] in "FRC":
        return f"factory: {token[0]} " + ("for another" if "^" in token else "into a gap")
    if token.startswith("re:"):
        kind = whose(word)
        return f"again: {word}" if kind == "board" else f"again: an {kind} engineer"
    if token.startswith("use:"):
        return "use"
    named = {"s:": "draft: ", "i@": "industry: from ", "?": "question: ", "copy:": "copy: "}
    named["+inc:"] = "income: take "
    for start, name in named.items():
        if token.startswith(start):
            return name + token[len(start) :]
    return token
