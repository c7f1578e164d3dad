"""Sections 4 and 5: what an action lets loose, and whether it is possible in full."""

from __future__ import annotations

from tests.games.railroads.reference import facts, tracks
from tests.games.railroads.reference.facts import Effect
from tests.games.railroads.reference.table import Factory, Part, Seat, Table

AT_ONCE = (
    "coin",
    "coal",
    "points",
    "x2",
    "worker",
    "perm",
    "temp",
    "mark",
    "bonus",
    "pts_engineers",
    "pts_locos",
    "pts_top_loco",
)
"""Section 4: what needs no choice. All else but `start` is a part of the pool."""


def release(table: Table, seat: Seat, effect: Effect, source: str, *, must: bool) -> None:
    """Section 4: first what needs no choice, as far as it can; the rest joins the pool."""
    for name, count in effect:
        if name in AT_ONCE:
            at_once(table, seat, name, count, source)
    for name, count in effect:
        if name == "start":
            # Section 10: two cards, both drawn before any step is made.
            table.drawn = []
            table.draw = "start"
        elif name == "re":
            table.pool.append(Part("re", must, limit=count))
        elif name not in AT_ONCE:
            table.pool += [Part(name, must) for _ in range(count)]


def at_once(table: Table, seat: Seat, name: str, count: int, source: str) -> None:
    """One effect that needs no choice."""
    if name == "coin":
        table.gain_coins(seat, count, source)
    elif name == "coal":
        seat.coal += count
    elif name == "x2":
        for _ in range(count):
            doubler(table, seat)
    elif name == "mark":
        additional_marker(table, seat)
    elif name == "bonus":
        seat.due += count
    elif name in ("worker", "perm", "temp"):
        new_workers(table, seat, name, count)
    else:
        table.score(seat, points_of(seat, name, count), source)


def points_of(seat: Seat, name: str, count: int) -> int:
    """Points, by locomotives and engineers as they lie now."""
    if name == "points":
        return count
    if name == "pts_engineers":
        # The numbers may add up to less than nothing (n10 is -10): at least 0.
        return max(0, sum(facts.number_of(engineer) for engineer in seat.engineers))
    return seat.best_locos(1 if name == "pts_top_loco" else count)


def new_workers(table: Table, seat: Seat, name: str, count: int) -> None:
    """Workers that may be used at once; those of `temp` for this round only."""
    if name == "worker" and seat.won == facts.RESERVE:
        # Section 2: with the reserve empty nothing, for good.
        table.note("worker: the reserve is empty")
        return
    seat.workers += count
    if name == "worker":
        seat.won += 1
    elif name == "perm":
        seat.black_worker = True


def doubler(table: Table, seat: Seat) -> None:
    """Section 2: to the first empty doubler space; none left or no space left: no doubler."""
    if table.doublers and seat.doublers < table.board["doubler_spaces"]:
        table.doublers -= 1
        seat.doublers += 1
    else:
        table.note("doubler: none left" if not table.doublers else "doubler: no space")


def additional_marker(table: Table, seat: Seat) -> None:
    """Section 8: on space 0, if none of the seat's is there and the one marker is left."""
    if table.extra_markers and 0 not in seat.markers:
        table.extra_markers -= 1
        seat.markers.append(0)
        table.note("additional marker")
    else:
        table.note("additional marker: nothing")


def factory_effect(factory: Factory) -> list[Effect]:
    """Section 9: the effect of a factory, with its boilerman's."""
    printed = facts.FACTORIES[factory.number]
    effects = [facts.effect(printed["effect"])]
    if factory.man:
        boiler = printed["boiler"]
        effects.append(effects[0] if boiler == "twice" else facts.effect(boiler))
    return effects


def use_factory(table: Table, seat: Seat, gap: int) -> None:
    """A marker enters the factory of a gap, or is held to."""
    factory = seat.gaps[gap]
    assert factory is not None
    table.note(f"factory {factory.name}")
    whole = [pair for effect in factory_effect(factory) for pair in effect]
    release(table, seat, whole, f"factory {factory.number}", must=False)


def engineer_effect(engineer: str) -> Effect:
    """The effect of an engineer."""
    return facts.effect(facts.ENGINEERS[engineer]["effect"])


def give_specials(table: Table, seat: Seat) -> None:
    """Section 2: advantages given once, at once when their condition becomes true."""
    for special in tracks.specials(table, seat):
        if special.name in seat.given or not tracks.holds(seat, special):
            continue
        seat.given.add(special.name)
        table.note(f"special {special.name}")
        if "unlock" in special.facts:
            seat.unlocked.add(special.facts["unlock"])
        if special.facts.get("income"):
            # Section 8: this part must be done.
            table.pool.append(Part("income", must=True))
        effect = facts.effect(special.facts.get("effect", []))
        release(table, seat, effect, f"special {special.rail}", must=False)


# Possible in full


def in_full(table: Table, seat: Seat, effect: Effect) -> bool:
    """Section 4: judged before, by what lies there, without what the action itself may bring."""
    count: dict[str, int] = {}
    for name, number in effect:
        count[name] = count.get(name, 0) + number
    steps = [name for name in tracks.STEP_PARTS for _ in range(count.get(name, 0))]
    return (
        tracks.can_all_step(table, seat, steps)
        and count.get("i", 0) <= industry_steps_left(seat)
        and count.get("x2", 0) <= doublers_possible(table, seat)
        and has_tiles(table, count)
        and ("re" not in count or bool(spaces_again(seat, count["re"])))
        and ("copy" not in count or bool(to_copy(table, seat)))
        and ("use" not in count or bool(seat.factories))
    )


def industry_steps_left(seat: Seat) -> int:
    """How many steps the markers together can make, the gaps as they are."""
    total = 0
    for marker in seat.markers:
        at = marker
        while can_enter(seat, at + 1):
            at += 1
        total += at - marker
    return total


def can_enter(seat: Seat, space: int) -> bool:
    """Section 2: a marker cannot enter an empty gap, nor leave the track."""
    if space > facts.LAST_INDUSTRY:
        return False
    return space not in facts.GAPS or seat.gaps[facts.GAPS[space]] is not None


def doublers_possible(table: Table, seat: Seat) -> int:
    """Room and supply for doublers."""
    room = int(table.board["doubler_spaces"]) - seat.doublers
    return min(table.doublers, room)


def has_tiles(table: Table, count: dict[str, int]) -> bool:
    """As many tiles as are to be taken; a locomotive if a locomotive must be."""
    locos = sum(table.stacks.values())
    wanted = sum(count.get(name, 0) for name in ("L", "F", "LF"))
    return wanted <= locos + len(table.returned) and count.get("L", 0) <= locos


# Engineers 5 and 11


def cost_of(space: str) -> tuple[int, int]:
    """Workers and coins that a space takes, as printed."""
    if space in facts.SPACES:
        printed = facts.SPACES[space]
        return printed["workers"], printed["coins"]
    if space == "hire":
        return 0, 1
    engineer = facts.ENGINEERS[space[1:]]
    return engineer["workers"], engineer["coins"]


def effect_of(space: str) -> Effect:
    """The effect of a space of the board, or of an engineer's."""
    if space in facts.SPACES:
        return facts.effect(facts.SPACES[space]["effect"])
    return engineer_effect(space[1:])


def spaces_again(seat: Seat, limit: int) -> list[str]:
    """Section 5: what *a space again* may use, at most so many workers."""
    found = []
    for space in seat.used:
        workers, coins = cost_of(space)
        # No space that demands a coin, no engineer 5 or 11.
        if space in facts.NOT_AGAIN or coins or workers > limit:
            continue
        if space not in facts.SPACES and space[1:] in facts.NO_COPY:
            continue
        found.append(space)
    return found


def to_copy(table: Table, seat: Seat) -> list[str]:
    """Section 5: the engineers of other seats, neither 5 nor 11; not Emil's."""
    others = [name for other in table.seats if other is not seat for name in other.engineers]
    return [name for name in facts.ENGINEERS if name in others and name not in facts.NO_COPY]
