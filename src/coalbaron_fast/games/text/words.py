"""What a game says: messages of a key with parameters, spelled by the words of a language.

A game's words are one file a language, ``games/NAME/words/en.json``: a text by key, or a text for
each number (`one`, `other`), which the parameter `n` chooses. In a text

- ``{name}`` is a parameter. One that is a message again is spelled by its own key, `seat` is the
  number of a seat, and a list is joined with commas,
- ``{name| · }`` joins a list with what is after the bar; ``{name|, | and }`` joins its last two
  parts with what is after the second one,
- ``{+name}`` is a number with its sign.

``KEY.text`` is what a text has to say where nothing is drawn beside it, as in a terminal: it names
things as the notation does. ``KEY.you`` speaks to the only person at a screen. The page reads the
same files by the same rules (web/js/i18n.js).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

__all__ = ["LANGUAGES", "PLACE", "SEAT", "TEXT", "Message", "Words", "say"]

LANGUAGES: Final = ("en", "de", "nl")

TEXT: Final = ".text"

SEAT: Final = "seat.number"
"""The key of a seat by its number."""

PLACE: Final = re.compile(
    r"\{(?P<sign>\+?)(?P<name>\w+)(?:\|(?P<joint>[^|}]*))?(?:\|(?P<last>[^|}]*))?\}"
)
"""Where a text has a place for a parameter."""

Text: TypeAlias = str | Mapping[str, str]


class Place(NamedTuple):
    """Where a text has a place for a parameter, and what joins a list there."""

    name: str
    is_signed: bool
    joint: str
    last: str


@cache
def _parse(text: str) -> list[tuple[str, Place | None]]:
    """Return the parts of a text, each with the place that comes after it."""
    parts: list[tuple[str, Place | None]] = []
    end = 0
    for found in PLACE.finditer(text):
        joint = ", " if found["joint"] is None else found["joint"]
        last = joint if found["last"] is None else found["last"]
        place = Place(found["name"], bool(found["sign"]), joint, last)
        parts.append((text[end : found.start()], place))
        end = found.end()
    return [*parts, (text[end:], None)]


class Message(dict[str, Any]):
    """What is said, in no language yet: a `key` of the words, and its `params` by name.

    A dict of these two, as an answer in JSON holds it.
    """

    __slots__ = ()

    @property
    def key(self) -> str:
        """The key of the words."""
        key: str = self["key"]
        return key

    @property
    def params(self) -> Mapping[str, Any]:
        """The parameters by their names."""
        params: Mapping[str, Any] = self["params"]
        return params


def say(key: str, **params: object) -> Message:
    """Return a message; parameters are text, numbers, messages, or lists of them."""
    return Message(key=key, params=params)


class Words:
    """The words of a game in one language: its folder of them, or the texts themselves."""

    def __init__(self, source: Path | Mapping[str, Text], language: str = LANGUAGES[0]) -> None:
        self.folder = source if isinstance(source, Path) else None
        self._source = source
        self._language = language

    @cached_property
    def texts(self) -> Mapping[str, Text]:
        """Every text by its key; a file is read when it is first needed."""
        if not isinstance(self._source, Path):
            return self._source
        import json  # noqa: PLC0415 - slow, and not every program says something

        path = self._source / f"{self._language}.json"
        found: dict[str, Text] = json.loads(path.read_text(encoding="utf-8"))
        return found

    def spell(self, message: Message) -> str:
        """Return a message as a phrase."""
        texts = self.texts
        text = texts.get(f"{message.key}{TEXT}") or texts[message.key]
        if not isinstance(text, str):
            text = text["one" if abs(message.params["n"]) == 1 else "other"]
        parts = []
        for before, place in _parse(text):
            parts.append(before)
            if place is not None:
                parts.append(self._fill(place, message.params[place.name]))
        return "".join(parts)

    def sentence(self, message: Message) -> str:
        """Return a message as a sentence. It begins with the seat that it is about."""
        phrase = self.spell(message)
        seat = message.params.get("seat")
        if seat is not None:
            name = self._seat(seat)
            phrase = phrase if name in phrase else f"{name} {phrase}"
        return f"{phrase[0].upper()}{phrase[1:]}."

    def fields(self, message: Message, *, is_sentence: bool = True) -> dict[str, Any]:
        """Return what an answer holds of a message: `text`, `key` and `params`."""
        text = self.sentence(message) if is_sentence else self.spell(message)
        return {"text": text, **message}

    def _seat(self, number: object) -> str:
        return self.spell(say(SEAT, n=number))

    def _fill(self, place: Place, value: object) -> str:
        if place.name == "seat":
            return self._seat(value)
        if isinstance(value, list | tuple):
            *parts, end = map(self._spelled, value) if value else [""]
            return place.last.join([place.joint.join(parts), end] if parts else [end])
        return f"{value:+}" if place.is_signed else self._spelled(value)

    def _spelled(self, value: object) -> str:
        return self.spell(value) if isinstance(value, Message) else str(value)
