"""The corners of the rules that random games should reach, and a count of them."""

from __future__ import annotations

from tests.games.coalbaron.reference.facts import COLOURS, TILE_KINDS
from tests.games.coalbaron.reference.model import Game
from tests.games.coalbaron.reference.policies import place_group

PAIR_SOURCES = ("cage-cage", "cage-storage", "storage-storage")
PAIR_COLOURS = ("with the own colour", "without it")

TOKEN_CORNERS = [
    "chance: tile",
    "chance: card",
    "draft",
    *(
        f"place: {group}"
        for group in ("factory", "fx", "mining", "delivery", "money", "order", "ox", "bank")
    ),
    *(f"fill:{answer}" for answer in f"{COLOURS}-"),
    "keep: tile",
    "keep: card",
    "keep: none",
    "side: top",
    "side: bottom",
    "stack: tile",
    "stack: card",
    "mine: cage to a level",
    "mine: load",
    "mine: into storage",
    "mine: cage to order",
    "mine: storage to order",
    *(f"mine: pair {source}, {colours}" for source in PAIR_SOURCES for colours in PAIR_COLOURS),
    "mine: end",
]

EVENT_CORNERS = [
    "delivery",
    "delivery of several orders",
    "tile stack wholly known",
    "tile stack ran out",
    "order stack wholly known",
    "order stack ran out",
    "short look, fx",
    "short look, ox",
    "factory space left empty",
    "order space left empty",
    *(f"supply without {colour} at purchase" for colour in COLOURS),
    "shortage, factory",
    "shortage, fx",
    "supply wholly empty, factory",
    "supply wholly empty, fx",
    *(f"tie for first, {players} players" for players in (2, 3, 4)),
    *(f"tie for second, {players} players" for players in (3, 4)),
    "start seat by majority",
    "start seat by tie",
    "start seat, nobody on factory spaces",
    "previous start seat tied and passed over",
    "final tie, broken by Marks",
    "final tie, win shared",
    "negative final VP",
    "refill from a known part",
    "draw through a merged bottom",
    "touched set, fx",
    "touched set, ox",
    "straddled set, fx",
    "straddled set, ox",
    "straddle, returned to the top",
    "straddle, returned to the bottom",
    "star transfer, refill",
    "star transfer, own draw",
    "star transfer, kept tile",
    "star transfer, kept tile, rest of a cut set",
]


def token_corner(game: Game, token: str) -> str:
    """The corner of a token that is about to be played."""
    match game.phase:
        case "chance":
            return f"chance: {'tile' if token[1:] in TILE_KINDS else 'card'}"
        case "place":
            return f"place: {place_group(token)}"
        case "keep":
            kind = "tile" if game.space == "fx" else "card"
            return f"keep: {'none' if token == '+-' else kind}"
        case "side":
            return f"side: {token}"
        case "stack":
            return f"stack: {'tile' if game.space == 'fx' else 'card'}"
        case "mine":
            return f"mine: {mining_corner(token)}"
        case _:
            return token if game.phase == "fill" else game.phase


def mining_corner(token: str) -> str:
    """Which of the work steps a token is."""
    sources, _, target = token.partition(">")
    if target:
        _, _, colour = target.partition(":")
        if not colour:
            return f"{'storage' if sources[0] == '~' else 'cage'} to order"
        pair = PAIR_SOURCES[sources.count("~")]
        return f"pair {pair}, {PAIR_COLOURS[0 if colour in sources else 1]}"
    return {"@": "cage to a level", "+": "load", "-": "into storage"}.get(token[0], "end")
