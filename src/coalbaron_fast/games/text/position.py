"""The shape of a position as a dict, the one line of text that spells it, and its JSON Schema."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, Final, NoReturn

from coalbaron_fast.errors import Defect
from coalbaron_fast.games.text.shape import (
    NOTHING,
    Fields,
    List,
    Schema,
    Shape,
    When,
    object_schema,
    refuse,
)

MAX_TEXT: Final = 16_384
"""The longest text that is read; no position comes near it."""

RECORD_FIELDS: Final = (
    "tag", "tokens", "Players", "Start", "Position", "Seed", "Scores", "Winners",
)  # fmt: skip
"""What the readers of records call the parts of one."""


class PositionShape:
    """The fields of a game's positions, and a text of them in one line.

    `version` is the first word of the text. Every other word is ``key=value`` in the order of the
    fields; the field `seats` is one word ``seat0=`` for each seat. `declare` returns the fields for
    a number of players, of a full position or else of a view. They begin with `players`; `view`
    among them is null in a full position; `seats` has the shape of one seat.
    """

    def __init__(
        self,
        version: str,
        title: str,
        players: range,
        declare: Callable[[int, bool], Mapping[str, Shape | When]],
        notes: Mapping[str, str] | None = None,
    ) -> None:
        self.version = version
        self.title = title
        self.players = players
        self._declare = declare
        self._notes = notes or {}
        self._kinds: dict[tuple[int, bool], Fields] = {}
        self._field_names: frozenset[str] = frozenset()

    def fields(self, players: int, *, full: bool) -> Fields:
        """Return the fields of a position of n players, or of a view of it."""
        kind = self._kinds.get((players, full))
        if kind is None:
            shapes = {
                name: List(shape, players, least=players)
                if name == "seats" and not isinstance(shape, When)
                else shape
                for name, shape in self._declare(players, full).items()
            }
            kind = self._kinds[players, full] = Fields(shapes, notes=self._notes)
        return kind

    def check(self, position: object) -> None:
        """Raise PositionError if an object does not look like a position.

        Only the plain types that `json.loads` gives are accepted: a bool is no integer, a tuple no
        list. Lists without an order of their own may come in any order.
        """
        data = self.fields(self.players[0], full=True).checked_keys(position, "")
        players = data["players"]
        if type(players) is not int:
            refuse(Defect.TYPE, "players", players, "an integer")
        if players not in self.players:
            self._refuse_players(players)
        self.fields(players, full=data["view"] is None).check(position, "")

    def _refuse_players(self, players: object) -> NoReturn:
        refuse(Defect.PLAYERS, "players", players, f"{self.players[0]} to {self.players[-1]}")

    def spell(self, position: dict[str, Any]) -> str:
        """Return the text of a dict that was checked; lists keep their order."""
        words = [self.version]
        for name, shape in self.fields(position["players"], full=True).shapes.items():
            if name == "seats" and isinstance(shape, List):
                words += [
                    f"seat{index}={shape.entry.spell(seat)}"
                    for index, seat in enumerate(position[name])
                ]
            else:
                words.append(f"{name}={shape.spell(position[name])}")
        return " ".join(words)

    def read(self, text: object, field: str = "position") -> dict[str, Any]:
        """Return the dict that a text spells; PositionError for what `spell` never writes.

        Entries with a name may come in any order. Whether the position can occur in a game is not
        checked.
        """
        if not isinstance(text, str):
            refuse(Defect.TYPE, field, text, "a position as text")
        if len(text) > MAX_TEXT:
            refuse(Defect.TOO_LONG, field, text, f"at most {MAX_TEXT} characters")
        words = str.split(text, " ")
        if "" in words[1:]:
            refuse(Defect.SYNTAX, field, "", "words with one space between them")
        if words[0] != self.version:
            refuse(Defect.SYNTAX, field, words[0], f"{self.version} as the first word")
        players, values = self._split_fields(words[1:])
        position: dict[str, Any] = {}
        for name, shape in self.fields(players, full=True).shapes.items():
            if name == "seats" and isinstance(shape, List):
                position[name] = [
                    shape.entry.read(values[f"seat{index}"], f"seats[{index}]")
                    for index in range(players)
                ]
            else:
                position[name] = shape.read(values[name], name)
        self.check(position)
        return position

    def _split_fields(self, words: list[str]) -> tuple[int, dict[str, str]]:
        """Return the number of players, and the values of the keys that there must be."""
        if not words:
            refuse(Defect.MISSING, "players", None, "the word players=...")
        name, _, count = words[0].partition("=")
        if name != "players":
            refuse(Defect.SYNTAX, "players", words[0], "the word players=...")
        if count not in map(str, self.players):
            self._refuse_players(count)
        players = int(count)
        keys = list(self._keys(players))
        if len(words) < len(keys):
            key = keys[len(words)]
            refuse(Defect.MISSING, key, None, f"the word {key}=...")
        if len(words) > len(keys):
            extra = words[len(keys)]
            refuse(Defect.SYNTAX, "position", extra, f"the end after {keys[-1]}=...")
        values = {}
        for key, word in zip(keys, words, strict=True):
            name, separator, value = word.partition("=")
            if name != key or not separator:
                refuse(Defect.SYNTAX, key, word, f"the word {key}=...")
            if not value:
                refuse(Defect.SYNTAX, key, word, f"a value; {NOTHING} stands for none")
            values[key] = value
        return players, values

    def _keys(self, players: int) -> Iterator[str]:
        for name in self.fields(players, full=True).shapes:
            if name == "seats":
                yield from (f"seat{index}" for index in range(players))
            else:
                yield name

    def schema(self) -> Schema:
        """Return the JSON Schema (draft 2020-12) of a position as a dict, a fresh copy.

        It agrees with `check` except in two things. It accepts a whole number that is written with
        a point (`2.0`), and it does not see what a game's own shapes check beyond it.
        """
        kinds = {
            (players, full): self.fields(players, full=full).schema()
            for players, full in product(self.players, (True, False))
        }
        first = kinds[self.players[0], True]
        differing = [
            name
            for name, schema in first["properties"].items()
            if any(kind["properties"][name] != schema for kind in kinds.values())
            or name in ("players", "view")
        ]
        alternatives = []
        for (players, full), kind in kinds.items():
            own = {name: kind["properties"][name] for name in differing}
            view: Schema = {"type": "null"} if full else {"type": "integer"}
            head = {"players": {"const": players}, "view": {"allOf": [own["view"], view]}}
            both = {"properties": {**own, **head}}
            alternatives.append({**both, "allOf": kind["allOf"]} if "allOf" in kind else both)
        common = {name: {} if name in differing else schema
                  for name, schema in first["properties"].items()}  # fmt: skip
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"urn:coalbaron-fast:position:{self.version}",
            "title": self.title,
            "description": "A position as a dict. Whether its fields fit, its reader checks.",
            **object_schema(common, required=first["required"]),
            "anyOf": alternatives,
        }

    def field_names(self) -> frozenset[str]:
        """Return all names that the field of a PositionError is made of: `seats[1].tokens.bi`."""
        if not self._field_names:
            self._field_names = frozenset((*_properties(self.schema()), *RECORD_FIELDS))
        return self._field_names


def _properties(schema: object) -> Iterator[str]:
    """Yield the names of all properties in a JSON Schema."""
    if isinstance(schema, dict):
        yield from schema.get("properties", ())
    if isinstance(schema, dict | list):
        for entry in schema.values() if isinstance(schema, dict) else schema:
            yield from _properties(entry)
