"""The options of a game: how they are declared, read, checked, spelled and shown.

A game has one table of them. As text they are words, each a name or ``name=value``; what is as
usual is left out: ``rounds=8 amok``. As data they are a dict of names and values, all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from coalbaron_fast.errors import CoalBaronError, shortened

__all__ = [
    "NO_OPTIONS",
    "Option",
    "OptionError",
    "OptionValue",
    "Options",
    "OptionsGiven",
    "with_options",
]

OptionValue: TypeAlias = bool | int

OptionsGiven: TypeAlias = str | Mapping[str, OptionValue] | None
"""What callers hand in: words, a dict, or nothing for the usual game."""

SWITCH: Final = {"false": False, "true": True}
"""The values of a switch, as words."""


class OptionError(CoalBaronError):
    """An option that the game does not have, or not with this value.

    `name` is empty for one that there is not; `expected` says what there is.
    """

    name: str
    expected: str

    def __init__(self, what: str, expected: str, name: str = "") -> None:
        self.what = what
        self.expected = expected
        self.name = name
        super().__init__(f"{what}; expected {expected}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the arguments, not by the message."""
        return type(self), (self.what, self.expected, self.name)


class Option(NamedTuple):
    """One option: a switch, or a number if it has `values`.

    `text` says in one sentence what it changes. A page finds its own words under `key`.
    """

    name: str
    text: str
    default: OptionValue = False
    values: Sequence[int] = ()

    @property
    def kind(self) -> Literal["switch", "number"]:
        """What its values are."""
        return "number" if self.values else "switch"

    @property
    def key(self) -> str:
        """The key of its words in a game's language files."""
        return f"option.{self.name}"

    @property
    def expected(self) -> str:
        """Its values in words."""
        return " or ".join(map(str, self.values) if self.values else SWITCH)

    def check(self, value: object) -> OptionValue:
        """Return a value; OptionError if it is none of this option."""
        if type(value) is bool and not self.values:
            return value
        if type(value) is int and value in self.values:
            return value
        raise OptionError(
            f"option {self.name} cannot be {shortened(value)}", self.expected, self.name
        )

    def read(self, word: str) -> OptionValue:
        """Return the value that a word spells; without one a switch is on."""
        spelled: Mapping[str, OptionValue] = {str(value): value for value in self.values} or SWITCH
        if word not in spelled:
            return self.check(word)
        return spelled[word]

    def spell(self, value: OptionValue) -> str:
        """Return the word of a value."""
        return self.name if value is True else f"{self.name}={str(value).lower()}"


class Options:
    """The table of a game's options."""

    def __init__(self, *options: Option) -> None:
        self._options: Final = {option.name: option for option in options}
        self._usual: Final = {option.name: option.check(option.default) for option in options}

    def __iter__(self) -> Iterator[Option]:
        """Yield the options in their order."""
        return iter(self._options.values())

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._options)

    def read(self, given: OptionsGiven = None) -> dict[str, OptionValue]:
        """Return the values of all options, by name; OptionError if one cannot be as given."""
        if not given:
            return self._usual.copy()
        values = (
            self._read_words(given)
            if isinstance(given, str)
            else {name: self._named(name).check(value) for name, value in given.items()}
        )
        return self._usual | values

    def spell(self, given: OptionsGiven = None) -> str:
        """Return the words of what is not as usual; OptionError as `read`."""
        values = self.read(given)
        return " ".join(
            option.spell(values[option.name])
            for option in self
            if values[option.name] != option.default
        )

    def ways(self) -> list[str]:
        """Return the words of the usual game, and of each other value of an option alone."""
        others = [
            option.spell(value)
            for option in self
            for value in option.values or SWITCH.values()
            if value != option.default
        ]
        return ["", *others]

    def of(self, position: object) -> dict[str, OptionValue]:
        """Return the values of a position, which has an attribute for each option."""
        return {name: getattr(position, name) for name in self._options}

    def tell(self) -> list[dict[str, Any]]:
        """Return the table as data, for a page that draws it."""
        return [
            {
                "name": option.name,
                "kind": option.kind,
                "default": option.default,
                "values": list(option.values) or [False, True],
                "text": option.text,
                "key": option.key,
            }
            for option in self
        ]

    def _read_words(self, words: str) -> dict[str, OptionValue]:
        values: dict[str, OptionValue] = {}
        for word in words.split():
            name, equals, value = word.partition("=")
            option = self._named(name)
            if name in values:
                raise OptionError(f"option {name} is there twice", "each option once", name)
            values[name] = option.read(value if equals else "true")
        return values

    def _named(self, name: object) -> Option:
        option = self._options.get(name) if isinstance(name, str) else None
        if option is None:
            known = ", ".join(self._options)
            raise OptionError(
                f"no option {shortened(name)}", f"one of {known}" if known else "none"
            )
        return option


NO_OPTIONS: Final = Options()


def with_options(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings out of a file; older ones say `variant`, or nothing, where options are."""
    settings = dict(stored)
    variant = settings.pop("variant", None)
    return settings if "options" in settings else settings | {"options": variant or ""}
