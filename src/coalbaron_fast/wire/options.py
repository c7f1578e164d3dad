"""The options of a program: their types, their ranges, and how they are announced.

Options are spelled as UCI spells them. Names have no case, because GUIs write them in many ways.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple, TypeVar

from coalbaron_fast.errors import SettingsError, shortened
from coalbaron_fast.games.numbers import read_whole
from coalbaron_fast.wire.words import MOST_WORDS

__all__ = [
    "Button",
    "Check",
    "Combo",
    "Option",
    "Spin",
    "Text",
    "find_option",
    "read_declaration",
    "spell_setting",
]

LARGEST: Final = 2**63 - 1
"""The bound of a number that is announced without one."""

EMPTY: Final = "<empty>"
"""How an empty text is announced."""


class Spin(NamedTuple):
    """A whole number in a range."""

    name: str
    default: int
    low: int
    high: int
    meaning: str = ""

    def declaration(self) -> str:
        """Return the line that announces the option."""
        numbers = f"default {self.default} min {self.low} max {self.high}"
        return f"option name {self.name} type spin {numbers}"

    def read(self, text: str) -> int:
        """Return the value that a text spells."""
        value = read_whole(text, self.low, self.high)
        if value is None:
            numbers = f"a whole number from {self.low} to {self.high}"
            raise SettingsError(self.name, f"{self.name} is {numbers}, not {shortened(text)}")
        return value


class Check(NamedTuple):
    """A switch."""

    name: str
    default: bool
    meaning: str = ""

    def declaration(self) -> str:
        """Return the line that announces the option."""
        return f"option name {self.name} type check default {str(self.default).lower()}"

    def read(self, text: str) -> bool:
        """Return the value that a text spells."""
        if text not in ("true", "false"):
            raise SettingsError(self.name, f"{self.name} is true or false, not {shortened(text)}")
        return text == "true"


class Combo(NamedTuple):
    """One of several words."""

    name: str
    default: str
    choices: Collection[str]
    meaning: str = ""

    def declaration(self) -> str:
        """Return the line that announces the option."""
        choices = " ".join(f"var {choice}" for choice in self.choices)
        return f"option name {self.name} type combo default {self.default} {choices}"

    def read(self, text: str) -> str:
        """Return the value that a text spells."""
        if text not in self.choices:
            raise SettingsError(
                self.name, f"{self.name} is one of {' '.join(self.choices)}, not {shortened(text)}"
            )
        return text


class Text(NamedTuple):
    """Any text of one line."""

    name: str
    default: str
    meaning: str = ""

    def declaration(self) -> str:
        """Return the line that announces the option."""
        return f"option name {self.name} type string default {self.default or EMPTY}"

    def read(self, text: str) -> str:
        """Return the value that a text spells."""
        if not text.isprintable():
            raise SettingsError(self.name, f"{self.name} is a text of one line")
        return text


class Button(NamedTuple):
    """Something to be done; it has no value."""

    name: str
    meaning: str = ""

    @property
    def default(self) -> None:
        """There is none."""

    def declaration(self) -> str:
        """Return the line that announces the option."""
        return f"option name {self.name} type button"

    def read(self, text: str) -> None:
        """Refuse any value."""
        if text:
            raise SettingsError(self.name, f"{self.name} takes no value, not {shortened(text)}")


Option = Spin | Check | Combo | Text | Button
AnyOption = TypeVar("AnyOption", bound=Option)

KEYWORDS: Final = frozenset(("name", "type", "default", "min", "max", "var"))


def read_declaration(line: str) -> Option | None:
    """Return the option that a line announces; None if there is none that can be understood."""
    words = line.split(maxsplit=MOST_WORDS)[:MOST_WORDS]
    if words[:1] != ["option"]:
        return None
    said: list[tuple[str, list[str]]] = []
    for word in words[1:]:
        if word in KEYWORDS:
            said.append((word, []))
        elif said:
            said[-1][1].append(word)
    values = {key: " ".join(rest) for key, rest in said}
    choices = [" ".join(rest) for key, rest in said if key == "var"]
    return _option(values, choices) if values.get("name") else None


def _option(values: dict[str, str], choices: list[str]) -> Option | None:
    name, default = values["name"], values.get("default", "")
    match values.get("type"):
        case "spin":
            try:
                low, high = int(values.get("min", -LARGEST)), int(values.get("max", LARGEST))
                return Spin(name, int(default), low, high)
            except ValueError:
                return None
        case "check":
            return Check(name, default == "true")
        case "combo":
            return Combo(name, default, tuple(choices))
        case "string":
            return Text(name, "" if default == EMPTY else default)
        case "button":
            return Button(name)
    return None


def find_option(options: Iterable[AnyOption], name: str) -> AnyOption:
    """Return the option of this name; SettingsError names those that there are."""
    known = list(options)
    for option in known:
        if option.name.lower() == name.lower():
            return option
    names = " ".join(option.name for option in known) or "there are none"
    raise SettingsError(name, f"no option {shortened(name)}: {names}")


def spell_setting(option: Option, value: object) -> str:
    """Return the line that sets an option; SettingsError if it cannot have this value."""
    text = "" if value is None else str(value)
    if isinstance(value, bool):
        text = text.lower()
    option.read(text)
    line = f"setoption name {option.name}"
    return line if isinstance(option, Button) else f"{line} value {text}"
