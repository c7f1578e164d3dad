"""The corners of the rules that games should reach."""

from __future__ import annotations

from tests.games.coalcountry.reference import facts
from tests.games.coalcountry.reference.model import Game

MARKING = ("brokers", "report")
SWAPS = [a + b for a in facts.TYPES for b in facts.TYPES if a != b]
ROWS = ("top", "bottom")
HELD = "held back"

TOKEN_CORNERS = [
    *(f"draw: {kind}" for kind in facts.BUILDINGS),
    *(f"draw: {cube}" for cube in facts.INDICATOR_CUBES),
    *(f"draw: {kind}" for kind in facts.TILES),
    "draw: a seat",
    "draw: the last tile of a stack",
    *(f"place: {where}" for where in ("the entrance", "a full tile", "a tile", "a free cell")),
    *(f"place: {where}" for where in (*facts.PLAYABLE, *facts.SPACES_OF_A_SEAT, HELD)),
    *(f"shop: {swap}" for swap in (*SWAPS, "end")),
    "church: a tile",
    "church: none",
    *(f"sell: {part}" for part in ("none", "some", "all")),
    *(f"mark: {way} in {stage}" for stage in MARKING for way in ("up", "down")),
    *(f"dig: stack {number}" for number in facts.NUMBERS),
    "dig: none",
    *(f"lay: {kind}" for kind in facts.TILES),
    *(f"buy: {number} cubes" for number in range(facts.MOST_INFLUENCE + facts.TAVERN_PLUS + 1)),
    *(f"put: {utility} {where}" for utility in facts.TYPES for where in ("a tile", "storage")),
    *(f"build: {row} {kind}" for row in ROWS for kind in facts.BUILDINGS),
    "build: none",
    *(f"onto: {where}" for where in (*facts.BUILDINGS, "a vacant space")),
    *(f"fill: {what}" for what in (*facts.TYPES, "end")),
]

PENALTIES = (
    "held back",
    "sold none",
    "no permit",
    "bought none",
    "nothing to dump",
    "nothing moved",
)

EVENT_CORNERS = [
    *(f"penalty: {account}" for account in PENALTIES),
    *(f"penalty cut short: {account}" for account in PENALTIES),
    *(f"mark: in stage {stage}" for stage in MARKING),
    "mark: a further marker is stepped over",
    "mark: nothing free below",
    "mark: the space that it leaves is the nearest",
    "place: forced to sell",
    "place: held back",
    "tailor: the 0 was held back",
    "tailor: the 0 mines as a 1",
    *(f"doctor: a {influence} rests" for influence in sorted(set(facts.INFLUENCES))),
    "shop: nothing to swap",
    "shop: ended early",
    "tavern: used",
    "tavern: a better price of coal",
    "tavern: five cubes",
    "tavern: a lower price of a building",
    "church: full",
    "church: halved",
    "church: no miner",
    "mining: no coal, but refuse",
    "mining: an odd number is halved",
    "sell: passed over at price 0",
    "sell: none, with coal",
    "sell: none, without coal",
    "sell: none in round 1",
    "dig: for nothing",
    "dig: no tile",
    "dig: all stacks are empty",
    *(f"tile: stack {number} runs out" for number in facts.NUMBERS),
    "lay: a dead end",
    "lay: a tile is covered",
    "lay: a covering tile is covered",
    "lay: a tile of this round is covered",
    "lay: cubes move up",
    "lay: not connected",
    "lay: tiles are cut off",
    "tandem: a pair",
    "tandem: alone",
    "buy: limit 0",
    "buy: none",
    "buy: the market is empty",
    "build: for nothing",
    "build: both rows are empty",
    "build: a second one to be seen",
    "build: a second one covered",
    "hall: 1 more",
    "dump: nothing",
    "dump: nothing, limit 0",
    "school: 1 more",
    "depot: nothing",
    "depot: nothing, limit 0",
    "depot: ended early",
    "coal is lost",
    "shed: coal is kept",
    "market: the supply runs out",
    "building: none is left",
    "building: the pile is made again",
    "inspection: received",
    "inspection: money below zero",
    "end: tied",
    "end: tied, the win is shared",
]


def token_corner(game: Game, token: str) -> str:
    """The corner of a token that is about to be played."""
    match game.phase:
        case "chance":
            return chance_corner(game, token)
        case "place":
            return place_corner(game, token[2:])
        case "church":
            return "church: none" if token == "church:-" else "church: a tile"
        case "sell":
            pieces, coal = int(token[5:]), active_coal(game)
            return "sell: " + ("none" if not pieces else "all" if pieces == coal else "some")
        case "mark":
            return f"mark: {token[5:]} in {game.table.stage}"
        case "dig":
            return "dig: none" if token[-1] == "-" else f"dig: stack {token[-1]}"
        case "lay":
            return f"lay: {game.question.details['tile']}"
        case "buy":
            return f"buy: {sum(map(int, token[4:]))} cubes"
        case _:
            return other_corner(game, token)


def other_corner(game: Game, token: str) -> str:
    """Shop, puts, buildings, the depot."""
    phase, last = game.phase, token.rpartition(":")[2]
    if phase == "put":
        return f"put: {token[4]} " + ("storage" if last == "-" else "a tile")
    if phase == "build":
        return "build: none" if last == "-" else f"build: {token[6:].replace(':', ' ')}"
    if phase == "onto":
        return "onto: " + ("a vacant space" if last == "-" else last)
    if phase == "fill":
        return "fill: " + ("end" if last == "end" else token[4])
    return f"{phase}: {last}"


def chance_corner(game: Game, token: str) -> str:
    """What is drawn."""
    if token.startswith("!p"):
        return "draw: a seat"
    if game.question.details["draw"].startswith("tile") and sum(game.chance_counts().values()) == 1:
        return "draw: the last tile of a stack"
    return f"draw: {token[1:]}"


def place_corner(game: Game, place: str) -> str:
    """What kind of place that is."""
    assert game.active is not None
    tiles = game.table.seats[game.active].mine.tiles
    if place == facts.ENTRANCE_CELL:
        return "place: the entrance"
    if place in tiles:
        return "place: a full tile" if tiles[place].is_full else "place: a tile"
    if place in facts.CELLS:
        return "place: a free cell"
    return f"place: {HELD if place == facts.HELD_BACK else place}"


def active_coal(game: Game) -> int:
    """The coal of the seat that sells."""
    assert game.active is not None
    return game.table.seats[game.active].coal
