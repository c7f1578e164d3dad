"""Section 4, *order of effects*: the parts of the pool, the tokens that they allow, what these do.

Sections 2 (locomotives, factories, industry), 5, 7, 8, 9 and 10 say what each part is.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.games.railroads.reference import facts, tracks
from tests.games.railroads.reference.effects import (
    can_enter,
    effect_of,
    engineer_effect,
    in_full,
    release,
    spaces_again,
    to_copy,
    use_factory,
)
from tests.games.railroads.reference.facts import Effect
from tests.games.railroads.reference.table import Factory, Loco, Part, Seat, Table

SKIP = "skip"
WIDTH = {"kg": 1, "any": 2, "LF": 1}
"""One colour before `kg` before any; locomotive or factory alone before either."""

KINDS = ("i", "L", "F", "C", "q", "key", "re", "copy", "use", "burn", "bonus10", "income")
"""The order in which tokens are listed after the steps."""


# What is legal


def pool_tokens(table: Table, seat: Seat) -> list[str]:
    """The legal tokens of the pool, `skip` last; empty if nothing in it can be done."""
    by_part = [set(part_tokens(table, seat, part)) for part in table.pool]
    every = set().union(*by_part)
    if not every:
        return []
    tokens = [token for token in all_tokens(table, seat) if token in every]
    # `skip` is legal unless a part that must be done can be done now.
    if not any(part.must and found for part, found in zip(table.pool, by_part, strict=True)):
        tokens.append(SKIP)
    return tokens


def all_tokens(table: Table, seat: Seat) -> list[str]:
    """What any part could allow now, in the order in which tokens are listed."""
    found = part_tokens(table, seat, Part("any"))
    limit = max((part.limit for part in table.pool), default=0)
    for kind in KINDS:
        found += part_tokens(table, seat, Part(kind, limit=limit))
    return found


def part_tokens(table: Table, seat: Seat, part: Part) -> list[str]:
    """The tokens that one part allows now."""
    if part.kind in tracks.STEP_PARTS:
        return [
            token
            for colour in tracks.colours_of_part(part.kind)
            for token in tracks.seat_steps(table, seat, colour)
        ]
    how: dict[str, Callable[[], list[str]]] = {
        "i": lambda: industry_tokens(seat),
        "L": lambda: loco_tokens_of_supply(table, seat),
        "F": lambda: factory_tokens(table, seat),
        "LF": lambda: [*loco_tokens_of_supply(table, seat), *factory_tokens(table, seat)],
        "C": lambda: [f"C^{gap}" for gap in seat.gaps],
        "q": lambda: question_tokens(table, seat),
        "key": lambda: ["key10", "key+"],
        "re": lambda: [f"re:{space}" for space in spaces_again(seat, part.limit)],
        "copy": lambda: [f"copy:{engineer}" for engineer in to_copy(table, seat)],
        "use": lambda: [f"use:{gap}" for gap, factory in seat.gaps.items() if factory],
        "burn": lambda: ["burn"] if seat.coal else [],
        # Section 5: only while the deck holds more cards than the seat is already to get.
        "bonus10": lambda: ["ten", "card"] if len(table.deck) > seat.due else ["ten"],
        "income": lambda: [f"+inc:{kind}" for kind, count in table.income.items() if count],
    }
    return how[part.kind]()


def industry_tokens(seat: Seat) -> list[str]:
    """The spaces from which a marker can go one on."""
    return [f"i@{space}" for space in sorted(set(seat.markers)) if can_enter(seat, space + 1)]


def loco_tokens_of_supply(table: Table, seat: Seat) -> list[str]:
    """Section 2: the lowest locomotive of the supply, if there is one."""
    lowest = table.lowest()
    return [] if lowest is None else loco_tokens(table, seat, Loco(lowest))


def loco_tokens(table: Table, seat: Seat, loco: Loco) -> list[str]:
    """Where a locomotive may go: an empty place, for a lower one, back if no place is empty."""
    found = []
    is_full = True
    for rail in table.rails:
        lying = seat.locos[rail]
        if len(lying) < tracks.rail_facts(table, rail)["locos"]:
            found.append(f"L>{rail}")
            is_full = False
        lower = sorted((each.number, each.name) for each in lying if each.number < loco.number)
        found += dict.fromkeys(f"L>{rail}^{name}" for _, name in lower)
    return [*found, "L>-"] if is_full else found


def factory_tokens(table: Table, seat: Seat) -> list[str]:
    """Section 2: the lowest locomotive turned over, or any returned tile; the first empty gap."""
    lowest = table.lowest()
    tiles = [] if lowest is None else [f"F{lowest}"]
    tiles += [f"R{number}" for number in sorted(set(table.returned))]
    if all(seat.gaps.values()):
        return [f"{tile}^{gap}" for tile in tiles for gap in seat.gaps]
    return tiles


def question_tokens(table: Table, seat: Seat) -> list[str]:
    """Section 7: the seat's ? tokens; `card` with each ? card that is possible."""
    found = []
    for token in seat.tokens:
        if token == "card":
            found += card_tokens(table, seat)
        elif token != "reval" or seat.values == "none":
            # A seat never has both revaluation markers.
            found.append(f"?{token}")
    return found


def card_tokens(table: Table, seat: Seat) -> list[str]:
    """Section 7: the ? cards that are possible in full; without any card the end bonus only."""
    if not table.cards:
        return ["?card"]
    return [
        f"?c-{card}"
        for card in table.cards
        if in_full(table, seat, facts.effect(facts.CARDS[card].get("effect", [])))
        and not (card == "reval2" and seat.values != "none")
    ]


# What a token does


def play_pool(table: Table, seat: Seat, token: str) -> None:
    """Do one part of the pool, or give up the rest."""
    if token == SKIP:
        table.note("skip: parts that cannot be done" if stuck(table, seat) else "skip")
        table.pool.clear()
        return
    allowing = [part for part in table.pool if token in part_tokens(table, seat, part)]
    # The narrowest part that allows it; of equal ones one that must be done.
    part = min(allowing, key=lambda each: (WIDTH.get(each.kind, 0), each.limit, not each.must))
    table.pool.remove(part)
    do(table, seat, part, token)


def stuck(table: Table, seat: Seat) -> bool:
    """Whether a part that must be done is given up because it cannot be done."""
    return any(part.must and not part_tokens(table, seat, part) for part in table.pool)


def do(table: Table, seat: Seat, part: Part, token: str) -> None:
    """What a token does once its part is out of the pool."""
    word = token.rpartition(":")[2]
    match part.kind:
        case "i":
            industry_step(table, seat, int(token[2:]))
        case "L" | "F" | "LF" | "C":
            take_tile(table, seat, token)
        case "q":
            use_token(table, seat, token[1:])
        case "use":
            use_factory(table, seat, int(word))
        case "income":
            table.income[word] -= 1
            seat.income.append((word, False))
        case "key" | "re" | "copy" | "burn" | "bonus10":
            effect, source = let_loose(part.kind, word)
            seat.coal -= part.kind == "burn"
            release(table, seat, effect, source, must=False)
        case _:
            tracks.step(table, seat, token)


def let_loose(kind: str, word: str) -> tuple[Effect, str]:
    """What a choice brings, which may be done in part or not at all, and its source."""
    if kind == "key":
        points: Effect = [("points", facts.KEY["points"])]
        return points if word == "key10" else facts.effect(facts.KEY["effect"]), "end station"
    if kind == "re":
        # Section 5: the effect as a hired engineer's.
        return effect_of(word), f"again {word}"
    if kind == "copy":
        return engineer_effect(word), f"copy {word}"
    if kind == "burn":
        # Section 9: a coal for two black steps.
        return [("k", 2)], "coal factory"
    return [("points", 10) if word == "ten" else ("bonus", 1)], "engineer 15"


def take_tile(table: Table, seat: Seat, token: str) -> None:
    """A locomotive, a factory, the coal factory."""
    if token[0] == "C":
        put_factory(table, seat, Factory(facts.COAL_FACTORY), int(token[2:]))
    elif token[0] == "L":
        lowest = table.lowest()
        assert lowest is not None
        table.stacks[lowest] -= 1
        place_loco(table, seat, Loco(lowest), token)
    else:
        take_factory(table, seat, token)


def industry_step(table: Table, seat: Seat, space: int) -> None:
    """Section 2: one marker one space on; a factory works for each that enters."""
    seat.markers.remove(space)
    space += 1
    seat.markers.append(space)
    if space in facts.GAPS:
        use_factory(table, seat, facts.GAPS[space])
    elif space == facts.QUESTION_SPACE:
        # The first marker of a seat to enter gives a ?; later ones do not.
        if seat.was_on_question:
            table.note("industry: a later marker on the ?")
        else:
            seat.was_on_question = True
            table.note("industry: the first marker on the ?")
            table.pool.append(Part("q"))


def place_loco(table: Table, seat: Seat, loco: Loco, token: str) -> None:
    """Section 2: to a place, for another one that is in the hand then, or back."""
    table.hand = None
    if token == "L>-":
        table.note("loco: back" + ("" if loco.man is False else ", its boilerman leaves"))
        # Back as a factory, with the printed number; the cardboard #9 leaves the game.
        if loco.cardboard:
            table.note("loco: the #9 without factory side leaves")
        else:
            table.returned.append(loco.printed)
        return
    rail, _, name = token[2:].partition("^")
    if name:
        table.hand = next(each for each in seat.locos[rail] if each.name == name)
        seat.locos[rail].remove(table.hand)
    seat.locos[rail].append(loco)


def take_factory(table: Table, seat: Seat, token: str) -> None:
    """Section 2: into the first empty gap; with all full for one of choice."""
    tile, _, gap = token[1:].partition("^")
    number = int(tile)
    if token[0] == "F":
        table.stacks[number] -= 1
    else:
        table.returned.remove(number)
        table.note(f"factory: tile {number} comes back")
    put_factory(table, seat, Factory(number), int(gap) if gap else None)


def put_factory(table: Table, seat: Seat, factory: Factory, gap: int | None) -> None:
    """A factory that is replaced returns to the supply, its boilerman leaves the game."""
    if gap is None:
        gap = next(each for each, lying in seat.gaps.items() if lying is None)
    old = seat.gaps[gap]
    if old is not None:
        table.returned.append(old.number)
        table.note(f"factory: {old.number} is replaced" + (", its boilerman leaves" * old.man))
    seat.gaps[gap] = factory


# ? tokens


def use_token(table: Table, seat: Seat, name: str) -> None:
    """Section 7: a ? token, at once."""
    table.note(f"token {name}")
    seat.tokens_used += 1
    card = name.removeprefix("c-")
    if name == "card" or card != name:
        seat.tokens.remove("card")
        # And an end bonus card at the end of the turn.
        seat.due += 1
        if card != name:
            table.cards.remove(card)
            use_card(table, seat, card)
        return
    seat.tokens.remove(name)
    if name == "medal":
        seat.medal = True
    elif name == "reval":
        seat.values = "base"
    elif name == "mark":
        seat.markers.append(0)
    effect = facts.effect(facts.TOKENS[name].get("effect", []))
    release(table, seat, effect, f"token {name}", must=False)


def use_card(table: Table, seat: Seat, card: str) -> None:
    """Section 7: a ? card; its parts must be done."""
    if card == "loco9":
        table.hand = Loco(facts.HIGHEST, cardboard=True)
    elif card == "engineer":
        hire(seat, "1")
    elif card == "reval2":
        seat.values = "german"
    elif card == "coalfactory":
        # Section 10: the first empty gap at once without a token, or it replaces one.
        if all(seat.gaps.values()):
            table.pool.append(Part("C", must=True))
        else:
            put_factory(table, seat, Factory(facts.COAL_FACTORY), None)
    effect = facts.effect(facts.CARDS[card].get("effect", []))
    release(table, seat, effect, f"card {card}", must=True)


def hire(seat: Seat, engineer: str) -> None:
    """The engineer is the seat's; they are kept in the order of `components.json`."""
    seat.engineers.append(engineer)
    seat.engineers.sort(key=list(facts.ENGINEERS).index)
