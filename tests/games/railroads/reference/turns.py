"""Section 4: taking a space, passing; free actions (sections 8 and 9); moving on (section 6)."""

from __future__ import annotations

from tests.games.railroads.reference import facts
from tests.games.railroads.reference.effects import cost_of, effect_of, in_full, release
from tests.games.railroads.reference.pool import hire
from tests.games.railroads.reference.table import Seat, Table


def is_free(table: Table, space: str) -> bool:
    """Nobody's workers or coins are on it; up to 2 seats `coal` and `fy` are one space."""
    if space in ("coal", "fy") and table.players <= 2:
        return "coal" not in table.taken and "fy" not in table.taken
    return space not in table.taken


def is_possible(table: Table, seat: Seat, space: str) -> bool:
    """Section 4: a space of the board or an open engineer must be possible in full."""
    if space.startswith("o") and space not in facts.SPACES:
        return True
    return in_full(table, seat, effect_of(space))


def ordered(spaces: list[str]) -> list[str]:
    """Spaces in the order in which they are listed: the board, open, own engineers."""
    engineers = list(facts.ENGINEERS)
    names = [
        *facts.SPACES,
        *(f"e{each}" for each in engineers),
        *(f"o{each}" for each in engineers),
    ]
    return sorted(set(spaces), key=names.index)


def action_spaces(table: Table, seat: Seat) -> list[str]:
    """The spaces with an effect that are free and possible: the board, open, own engineers."""
    spaces = [
        *(
            space
            for space in facts.spaces_of(table.players, coal=table.coal)
            if space not in facts.TURN_ORDER and space != "fy"
        ),
        *(f"e{engineer}" for engineer in table.light),
        *(f"o{engineer}" for engineer in seat.engineers),
    ]
    return [space for space in spaces if is_free(table, space) and is_possible(table, seat, space)]


def payments(seat: Seat, space: str) -> list[int]:
    """How many workers may be replaced by coins, so that the seat has what it puts down."""
    workers, coins = cost_of(space)
    return [
        replaced
        for replaced in range(workers + 1)
        if seat.workers >= workers - replaced and seat.coins >= coins + replaced
    ]


def turn_tokens(table: Table, seat: Seat) -> list[str]:
    """Section 4: a regular action, or a free one before it."""
    found = [
        f"{space}${replaced}" if replaced else space
        for space in action_spaces(table, seat)
        for replaced in payments(seat, space)
    ]
    found += turn_order_tokens(table, seat)
    if table.row[0] is not None and is_free(table, "hire") and payments(seat, "hire"):
        found.append("hire")
    if table.coal and is_free(table, "fy") and payments(seat, "fy"):
        found += [f"fy:{foundry}" for foundry in sorted(table.face_up)]
    return [*found, "pass", *free_tokens(table, seat)]


def turn_order_tokens(table: Table, seat: Seat) -> list[str]:
    """Section 6: with 3 or 4 seats the first may not take `to1`, the second not `to2`."""
    found: list[str] = []
    for place, space in enumerate(facts.TURN_ORDER):
        if space not in facts.spaces_of(table.players, coal=table.coal):
            continue
        if not is_free(table, space) or not seat.workers:
            continue
        has_other = seat.number in [table.taken.get(other) for other in facts.TURN_ORDER]
        is_own = table.players > 2 and table.order[place] == seat.number
        if not is_own and not has_other:
            found.append(space)
    return found


# Free actions


def free_tokens(table: Table, seat: Seat) -> list[str]:
    """Sections 8 and 9: income markers, foundries, the boilerman space."""
    ready = {kind for kind, used in seat.income if not used}
    found = [f"inc:{kind}" for kind in facts.INCOME_EFFECTS if kind in ready]
    if seat.coal >= facts.FOUNDRY_COAL:
        found += [f"fu{number}" for number, used in sorted(seat.foundries.items()) if not used]
    if (
        table.coal
        and seat.coal >= facts.BOIL_COAL
        and table.stack
        and not table.boiled
        and man_places(table, seat)
    ):
        found.append("boil")
    return found


def man_places(table: Table, seat: Seat) -> list[str]:
    """Section 9: locomotives and factories that have no boilerman."""
    found: list[str] = []
    for rail in table.rails:
        lying = sorted((loco.number, loco.name) for loco in seat.locos[rail] if not loco.man)
        found += dict.fromkeys(f"m>{rail}{name}" for _, name in lying)
    found += [f"m>F{gap}" for gap, factory in seat.gaps.items() if factory and not factory.man]
    return found


def place_man(table: Table, seat: Seat, token: str) -> None:
    """A boilerman joins a locomotive or a factory for good."""
    where, name = token[2], token[3:]
    if where == "F":
        factory = seat.gaps[int(name)]
        assert factory is not None
        factory.man = True
        table.note(f"boilerman: factory {factory.number}")
    else:
        loco = next(each for each in seat.locos[where] if each.name == name)
        loco.man = True
        table.note("boilerman: locomotive")


def play_free(table: Table, seat: Seat, token: str) -> None:
    """A free action; it does not end the turn."""
    if token.startswith("inc:"):
        kind = token[4:]
        seat.income[seat.income.index((kind, False))] = (kind, True)
        effect = facts.effect(facts.INCOME_EFFECTS[kind])
        release(table, seat, effect, f"income {kind}", must=False)
    elif token == "boil":
        # The top tile of the stack, unseen: what it is stays unknown for good.
        seat.coal -= facts.BOIL_COAL
        table.boiled = True
        table.stack -= 1
        table.placing_man = True
    else:
        number = int(token[2:])
        seat.coal -= facts.FOUNDRY_COAL
        seat.foundries[number] = True
        table.closing = number
        effect = facts.effect(facts.FOUNDRIES[number])
        release(table, seat, effect, f"foundry {number}", must=False)


def is_free_action(token: str) -> bool:
    """Whether a token of `turn` is a free action."""
    return token == "boil" or token.startswith(("inc:", "fu"))


# The regular action


def play_turn(table: Table, seat: Seat, token: str) -> None:
    """A space, a pass, or a free action before it."""
    if is_free_action(token):
        play_free(table, seat, token)
        return
    table.acted = True
    if token == "pass":
        pass_round(table, seat)
        return
    space, _, replaced = token.partition("$")
    name, _, foundry = space.partition(":")
    workers, coins = cost_of(name)
    by_coins = int(replaced or 0)
    seat.workers -= workers - by_coins
    table.gain_coins(seat, -coins - by_coins, "paid")
    take(table, seat, name, foundry)


def take(table: Table, seat: Seat, space: str, foundry: str = "") -> None:
    """Section 4: the space is taken, and its effect begins."""
    if space != facts.NEVER_TAKEN:
        table.taken[space] = seat.number
    if space == "hire":
        engineer = table.row[0]
        assert engineer is not None
        hire(seat, engineer)
        table.row[0] = None
        return
    if space not in facts.TURN_ORDER and space != "fy":
        seat.used = ordered([*seat.used, space])
    if space == "fy":
        # Section 9: one of the face-up foundries; a new one is drawn right after it.
        table.face_up.remove(int(foundry))
        seat.foundries[int(foundry)] = False
        if table.stack:
            table.draw = "foundry"
        else:
            table.note("foundry: none to be drawn")
    # Only what comes of an own engineer may be done in part.
    must = space in facts.SPACES or space.startswith("e")
    source = space if space in facts.SPACES else f"engineer {space[1:]}"
    release(table, seat, effect_of(space), source, must=must)


def pass_round(table: Table, seat: Seat) -> None:
    """Section 4: points by the place in the turn order; none in the solo game."""
    seat.passed = True
    if table.players > 1:
        table.score(seat, facts.PASS_POINTS[table.order.index(seat.number)], "pass")


# Moving on


def move_tokens(table: Table, seat: Seat) -> list[str]:
    """Section 6: any free space that takes exactly one worker and no coin, or none."""
    found = [space for space in action_spaces(table, seat) if cost_of(space) == (1, 0)]
    return [*found, "stay"]


def new_order(table: Table) -> list[int]:
    """Section 6: `to1` makes its owner first, `to2` second; the others keep their order."""
    first, second = (table.taken.get(space) for space in facts.TURN_ORDER)
    if first is None and second in (None, table.order[0]):
        return table.order
    front = table.order[0] if first is None else first
    ahead = [seat for seat in (front, second) if isinstance(seat, int)]
    return [*ahead, *(seat for seat in table.order if seat not in ahead)]
