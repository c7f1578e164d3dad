"""The game on a screen: what the doors show of it."""

from __future__ import annotations

from typing import Any, Final

from coalbaron_fast.games.ruhr import facts
from coalbaron_fast.games.ruhr.events import RiverEvent, tell_events, tell_points
from coalbaron_fast.games.ruhr.notation import TOKENS, phrase_of, space_phrase
from coalbaron_fast.games.ruhr.table import RiverTable, describe_table
from coalbaron_fast.games.screen import Screen

__all__ = ["SCREEN"]


def components() -> dict[str, Any]:
    """Return every fact of the game as data, and which of them are reconstructions."""
    return {
        "players": [facts.MIN_PLAYERS, facts.MAX_PLAYERS],
        "turns": facts.TURNS,
        "river": [{**space._asdict(), "phrase": space_phrase(space.code)} for space in facts.RIVER],
        "phrases": {token: phrase_of(code) for code, token in enumerate(TOKENS)},
        "territories": facts.TERRITORIES,
        "standard_trip": facts.STANDARD_TRIP,
        "options": [
            {
                "name": option.name,
                "fees": option.fees,
                "pilot": option.pilot,
                "carry": option.carry,
                "up": option.up,
                "marker": option.marker,
            }
            for option in facts.OPTIONS
        ],
        "fee_rise_turn": facts.FEE_RISE_TURN,
        "wage_thalers": facts.WAGE_THALERS,
        "supply_pips": facts.SUPPLY_PIPS,
        "areas": facts.AREA_CAPS,
        "progress": [
            {"name": name, "needs": needs, "white": name in facts.WHITE_PROGRESS}
            for name, needs in facts.PROGRESS.items()
        ],
        "hauler_pips": facts.HAULER_PIPS,
        "inn": {"thalers": facts.INN_THALERS, "points": facts.INN_POINTS},
        "city_costs": facts.CITY_COSTS,
        "depot_costs": facts.DEPOT_COSTS,
        "port": {
            "columns": facts.COUNTRIES,
            "spaces": facts.PORT_SPACES,
            "bonus": facts.POSITION_BONUS,
            "shift_cost": facts.SHIFT_COST,
        },
        "track_boxes": facts.TRACK_BOXES,
        "export_values": facts.EXPORT_VALUES,
        "return_territory": facts.RETURN_TERRITORY,
        "events": {
            "pay": facts.PAY_TURNS,
            "get": facts.GET_TURNS,
            "warehouse": facts.WAREHOUSE_TURNS,
            "pips": facts.PIPS_TURNS,
            "remove": [facts.REMOVE_TURN],
            "track": facts.TRACK_CHANGES,
            "fees": [facts.FEE_RISE_TURN],
        },
        "countries": facts.COUNTRY_COUNTS,
        "markers": facts.MARKER_COUNTS,
        "marker_cost": facts.WAREHOUSE_MARKER_COST,
        "repay_cost": facts.REPAY_COST,
        "debt_spaces": facts.DEBT_SPACES,
        "thaler_cap": facts.THALER_CAP,
        "reconstructed": facts.RECONSTRUCTED,
    }


SCREEN: Final = Screen(
    Table=RiverTable,
    Event=RiverEvent,
    describe_table=describe_table,
    tell_events=tell_events,
    components=components,
    tell_points=tell_points,
)
