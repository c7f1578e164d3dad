"""Changing positions in dict form by values that are each valid on their own.

What a field can hold is learned from positions of games: a changed position looks like one, and
what is wrong with it is that its fields do not fit each other. A change is undone by `undo`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

JUNK: Final[tuple[Any, ...]] = (None, True, -1, 0, 1, 10**30, 1.5, "", "x", [], {}, [1])
FAR: Final = (0, 9, 60, 90, 99, 255, 470, 499, 900, 999, -1, -499, -999)


class Place(NamedTuple):
    """A value within a position: what holds it, under which key, and what it is."""

    container: Any
    key: Any
    pattern: str
    """The way to it, with all entries of a list alike."""

    @property
    def value(self) -> Any:  # noqa: ANN401 - any piece of JSON
        """What is there now."""
        return self.container[self.key]


class Places:
    """The places of a position, also by their patterns: a field of many entries is one of them."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.all = list(places_of(data))
        groups: dict[str, list[Place]] = defaultdict(list)
        for place in self.all:
            groups[place.pattern].append(place)
        self.groups = list(groups.values())
        self.words = [
            group for group in self.groups if any(is_word(place.value) for place in group)
        ]
        self.numbers = [place for place in self.all if type(place.value) is int]
        self.lists = [place for place in self.all if type(place.value) is list]

    def alike(self, one: Place) -> list[Place]:
        """Return the places of the same kind of field."""
        return next(group for group in self.groups if group[0].pattern == one.pattern)


def is_word(value: object) -> bool:
    """Whether a value is one of few: a name, or none."""
    return value is None or type(value) is str


Undo = tuple[Any, Any]
"""A container, and what it held before."""


def places_of(container: Any, pattern: str = "") -> Iterator[Place]:  # noqa: ANN401 - as above
    """Yield every value of a piece of JSON."""
    entries = container.items() if isinstance(container, dict) else enumerate(container)
    for key, value in entries:
        here = f"{pattern}.{key}" if isinstance(container, dict) else f"{pattern}[]"
        yield Place(container, key, here)
        if isinstance(value, dict | list):
            yield from places_of(value, here)


def copied(value: Any) -> Any:  # noqa: ANN401 - as above
    """Return a piece of JSON with containers of its own."""
    if isinstance(value, dict):
        return {key: copied(entry) for key, entry in value.items()}
    return list(map(copied, value)) if isinstance(value, list) else value


class Values:
    """The values that fields have in some positions, and the changes that they allow."""

    def __init__(self, positions: Sequence[dict[str, Any]]) -> None:
        self.positions = positions
        self.seen: dict[str, list[Any]] = defaultdict(list)
        self.keys: dict[str, list[str]] = defaultdict(list)
        known: set[tuple[str, str]] = set()
        for position in positions:
            for place in places_of(position):
                if (place.pattern, repr(place.value)) not in known:
                    known.add((place.pattern, repr(place.value)))
                    self.seen[place.pattern].append(place.value)
                if isinstance(place.container, dict):
                    outer = place.pattern.rpartition(".")[0]
                    if place.key not in self.keys[outer]:
                        self.keys[outer].append(place.key)

    def change(self, data: dict[str, Any], places: Places, rng: Random) -> list[Undo]:
        """Change a position in one way, in place; `places` are those of it."""
        undone: list[Undo] = []
        while not undone:
            undone = rng.choice(CHANGES)(self, data, places, rng)
        return undone


def undo(undone: Sequence[Undo]) -> None:
    """Take a change back."""
    for container, before in reversed(undone):
        if isinstance(container, dict):
            container.clear()
            container.update(before)
        else:
            container[:] = before


def put(container: Any, key: Any, value: Any) -> Undo:  # noqa: ANN401 - as above
    """Set an entry, and return what takes it back."""
    before = container.copy()
    container[key] = value
    return container, before


# -- the changes


def take_known(values: Values, _data: dict[str, Any], places: Places, rng: Random) -> list[Undo]:
    """Another value that such a field has been seen with."""
    return known_at(values, rng.choice(rng.choice(places.groups)), rng)


def take_known_word(
    values: Values, _data: dict[str, Any], places: Places, rng: Random
) -> list[Undo]:
    """The same of names: what is asked, an option, a space, a marker."""
    return known_at(values, rng.choice(rng.choice(places.words)), rng) if places.words else []


def known_at(values: Values, place: Place, rng: Random) -> list[Undo]:
    """Another value at a place."""
    value = rng.choice(values.seen.get(place.pattern) or [0])
    return [put(place.container, place.key, copied(value))] if value != place.value else []


def take_known_on_top(
    values: Values, data: dict[str, Any], _places: Places, rng: Random
) -> list[Undo]:
    """The same of the fields that say what is asked of whom: those of the position itself."""
    key = rng.choice(list(data))
    value = rng.choice(values.seen.get(f".{key}") or [0])
    return [put(data, key, copied(value))] if value != data[key] else []


def borrow(values: Values, data: dict[str, Any], _places: Places, rng: Random) -> list[Undo]:
    """Some fields of another position."""
    other = rng.choice(values.positions)
    keys = [key for key in data if other.get(key) != data[key]]
    taken = rng.sample(keys, min(len(keys), rng.choice((1, 2, 2, 3, 5))))
    return [put(data, key, copied(other[key])) for key in taken if key in other]


def count(_values: Values, _data: dict[str, Any], places: Places, rng: Random) -> list[Undo]:
    """A number that is a little more or less."""
    numbers = places.numbers
    if not numbers:
        return []
    place = rng.choice(numbers)
    return [put(place.container, place.key, place.value + rng.choice((-2, -1, -1, 1, 1, 2)))]


def go_far(_values: Values, _data: dict[str, Any], places: Places, rng: Random) -> list[Undo]:
    """A number that is as high or low as fields can be."""
    numbers = places.numbers
    if not numbers:
        return []
    place = rng.choice(numbers)
    return [put(place.container, place.key, rng.choice(FAR))]


def carry_over(_values: Values, _data: dict[str, Any], places: Places, rng: Random) -> list[Undo]:
    """One less here, and one more there."""
    numbers = places.numbers
    if len(numbers) < 2:
        return []
    one, other = rng.sample(numbers, 2)
    alike = [place for place in places.alike(one) if place is not one and type(place.value) is int]
    if alike and rng.random() < 0.7:
        other = rng.choice(alike)
    undone = [put(one.container, one.key, one.value - 1)]
    return [*undone, put(other.container, other.key, other.value + 1)]


def exchange(_values: Values, _data: dict[str, Any], places: Places, rng: Random) -> list[Undo]:
    """Two values of the same kind of field, such as those of two seats."""
    one = rng.choice(rng.choice(places.groups))
    alike = [place for place in places.alike(one) if place.value != one.value]
    if not alike:
        return []
    other = rng.choice(alike)
    first, second = one.value, other.value
    undone = [put(one.container, one.key, second)]
    return [*undone, put(other.container, other.key, first)]


def move_entry(_values: Values, _data: dict[str, Any], places: Places, rng: Random) -> list[Undo]:
    """An entry of a list into another list."""
    lists = places.lists
    full = [place for place in lists if place.value]
    if not full:
        return []
    one, other = rng.choice(full), rng.choice(lists)
    if rng.random() < 0.7:
        other = rng.choice([place for place in places.alike(one) if type(place.value) is list])
    if other.value is one.value:
        return []
    entry = rng.choice(one.value)
    less = list(one.value)
    less.remove(entry)
    undone = [put(one.container, one.key, less)]
    return [*undone, put(other.container, other.key, [*other.value, entry])]


def change_entries(
    values: Values, _data: dict[str, Any], places: Places, rng: Random
) -> list[Undo]:
    """An entry more, or one less."""
    lists = places.lists
    if not lists:
        return []
    place = rng.choice(lists)
    entries = list(place.value)
    known = values.seen.get(f"{place.pattern}[]")
    if known and rng.random() < 0.5:
        entries.insert(rng.randrange(len(entries) + 1), copied(rng.choice(known)))
    elif entries:
        del entries[rng.randrange(len(entries))]
    else:
        return []
    return [put(place.container, place.key, entries)]


def rename(values: Values, _data: dict[str, Any], places: Places, rng: Random) -> list[Undo]:
    """An entry under another name: a thing on another space."""
    inner = [place for place in places.all if isinstance(place.container, dict)]
    place = rng.choice(inner)
    names = values.keys.get(place.pattern.rpartition(".")[0], [])
    name = rng.choice(names)
    if name == place.key:
        return []
    before = place.container.copy()
    value = place.container.pop(place.key)
    if name in place.container and rng.random() < 0.5:
        place.container[place.key] = place.container[name]
    place.container[name] = value
    return [(place.container, before)]


def spoil(_values: Values, _data: dict[str, Any], places: Places, rng: Random) -> list[Undo]:
    """Something unlikely, or nothing at all."""
    place = rng.choice(places.all)
    if isinstance(place.container, dict) and rng.random() < 0.2:
        before = place.container.copy()
        del place.container[place.key]
        return [(place.container, before)]
    return [put(place.container, place.key, copied(rng.choice(JUNK)))]


Change = Callable[[Values, dict[str, Any], Places, Random], list[Undo]]

CHANGES: Final[Sequence[Change]] = (
    *(take_known,) * 6,
    *(take_known_word,) * 8,
    *(take_known_on_top,) * 5,
    *(borrow,) * 4,
    *(count,) * 3,
    go_far,
    *(carry_over,) * 3,
    *(exchange,) * 4,
    *(move_entry,) * 3,
    *(change_entries,) * 3,
    *(rename,) * 3,
    spoil,
)
"""What may be done to a position; the more often a change is listed, the more often it is done."""
