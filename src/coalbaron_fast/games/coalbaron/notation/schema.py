"""The published JSON Schema of the dict form of a position."""

from __future__ import annotations

from typing import Any


def position_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a position in dict form, a fresh copy.

    It says the same as `check_shape` as far as a schema can: the schema lets a whole
    number through that is written with a point (`2.0`), and cannot add up how many
    places the two known parts of a stack have together.
    """
    # Both modules are slow to import and nobody else needs them.
    import json  # noqa: PLC0415
    from importlib.resources import files  # noqa: PLC0415

    text = (
        files("coalbaron_fast.games.coalbaron")
        .joinpath("schema/position.schema.json")
        .read_text("utf-8")
    )
    schema: dict[str, Any] = json.loads(text)
    return schema
