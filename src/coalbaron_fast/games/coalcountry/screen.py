"""The game on a screen: what the doors show of it."""

from __future__ import annotations

from typing import Any, Final

from coalbaron_fast.games.coalcountry import facts
from coalbaron_fast.games.coalcountry.events import (
    CountryEvent,
    tell_events,
    tell_points,
    tell_turns,
)
from coalbaron_fast.games.coalcountry.table import CountryTable, describe_table
from coalbaron_fast.games.coalcountry.turn_words import essence_of, phrases, turn_phrase
from coalbaron_fast.games.screen import Screen

__all__ = ["SCREEN"]


def components() -> dict[str, Any]:
    """Return every fact of the game as data, and which of them are reconstructions."""
    return {
        "players": [facts.MIN_PLAYERS, facts.MAX_PLAYERS],
        "rounds": list(facts.ROUNDS),
        "report_every": facts.REPORT_EVERY,
        "influences": list(facts.INFLUENCES),
        "utilities": facts.UTILITY_NAMES,
        "tiles": {kind: tile._asdict() for kind, tile in facts.TILES.items()},
        "turns": facts.SHAPES,
        "entrance": {
            "cell": facts.ENTRANCE_CELL,
            "openings": facts.ENTRANCE_OPENINGS,
            "coal": facts.ENTRANCE_COAL,
        },
        "columns": facts.COLUMNS,
        "rows": facts.ROWS,
        "cells": facts.CELLS,
        "buildings": {
            kind: {
                "number": building.number,
                "copies": building.copies,
                "playable": building.least is not None,
                "least": building.least,
            }
            for kind, building in facts.BUILDINGS.items()
        },
        "village_spaces": facts.VILLAGE_SPACES,
        "fee_steps": facts.FEE_STEPS,
        "fee_beyond": {"every": facts.FEE_EVERY, "add": facts.FEE_ADD},
        "coal_price": {
            "base": facts.COAL_BASE,
            "pieces_per_step": facts.COAL_STEP,
            "least": facts.COAL_LEAST,
            "adjust": facts.COAL_ADJUST,
        },
        "utility_price": facts.UTILITY_FEES,
        "utility_refill_plus": facts.REFILL_PLUS,
        "cubes_each": facts.CUBES_EACH,
        "permit": facts.PERMIT_FEES,
        "building_price": {
            "bottom_row": facts.BOTTOM_ROW,
            "least": facts.BUILDING_LEAST,
            "adjust": facts.BUILDING_ADJUST,
        },
        "indicators": facts.INDICATORS,
        "calendar": facts.CALENDAR,
        "inspection": facts.INSPECTION,
        "places": facts.BOARD_PLACES,
        "shed_keeps": facts.SHED_KEEPS,
        "extra_plus": facts.EXTRA_PLUS,
        "extra_most": facts.EXTRA_MOST,
        "tavern_plus": facts.TAVERN_PLUS,
        "reconstructed": facts.RECONSTRUCTED,
    }


SCREEN: Final = Screen(
    Table=CountryTable,
    Event=CountryEvent,
    describe_table=describe_table,
    tell_events=tell_events,
    components=components,
    tell_points=tell_points,
    phrases=phrases,
    turn_phrase=turn_phrase,
    tell_turns=tell_turns,
    essence_of=essence_of,
)
