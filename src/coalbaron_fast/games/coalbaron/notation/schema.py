"""The published JSON Schema of the dict form of a position."""

from __future__ import annotations

from typing import Any


def position_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a position in dict form, a fresh copy.

    It agrees with `check_shape` except in two things. It accepts a whole number that is
    written with a point (`2.0`), and it cannot add up how many places the two known
    parts of a stack have together.
    """
    # Both modules are slow to import and only this function needs them.
    import json  # noqa: PLC0415
    from importlib.resources import files  # noqa: PLC0415

    text = (
        files("coalbaron_fast.games.coalbaron")
        .joinpath("schema/position.schema.json")
        .read_text("utf-8")
    )
    schema: dict[str, Any] = json.loads(text)
    return schema
