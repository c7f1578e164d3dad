"""The corners of the rules that random games should reach."""

from __future__ import annotations

from tests.games.ruhr.reference import facts
from tests.games.ruhr.reference.model import Game

CITY_GROUPS = {"Essen": facts.ESSEN_CITIES, "the Mark": facts.MARK_CITIES, "c7": ["c7"]}
COLOUR_NAMES = {"b": "black", "w": "white"}
WAYS = ("standard", "pilot")

TOKEN_CORNERS = [
    *(f"country: {country}" for country in facts.COUNTRIES),
    *(f"marker: {marker}" for marker in facts.MARKERS),
    *(f"event: {kind}:{what}" for kind in ("pay", "get") for what in "tv"),
    *(
        f"remove: {colour} {where}"
        for colour in COLOUR_NAMES.values()
        for where in ("on the river", "on the track")
    ),
    *(f"place: {colour}" for colour in COLOUR_NAMES.values()),
    *(f"option: {option}" for option in facts.OPTION_TOKENS),
    *(
        f"carry: {option}, {colour}"
        for option in facts.WITH_CARRY
        for colour in COLOUR_NAMES.values()
    ),
    *(f"supply: {colour}" for colour in COLOUR_NAMES.values()),
    *(f"start: {colour}" for colour in COLOUR_NAMES.values()),
    "hauler: used",
    "hauler: not now",
    *(f"trip: {area}, {way}" for area in ("bi", "bc", "wi", "wc") for way in WAYS),
    "trip: r black, pilot",
    "trip: r white, pilot",
    "buy: lock in the Mark",
    "buy: lock elsewhere",
    "buy: city in Essen",
    "buy: city in the Mark",
    *(f"buy: city* in {group}" for group in CITY_GROUPS),
    *(f"buy: depot:{depot}" for depot in facts.DEPOTS),
    *(f"buy: {kind}:{column}" for kind in ("port", "port*") for column in facts.COLUMNS),
    *(f"buy: shift:{a}>{b}" for a in facts.COLUMNS for b in facts.COLUMNS if a != b),
    "buy: repay",
    "buy: inn:t",
    "buy: inn:v",
    "buy: end",
]

EVENT_CORNERS = [
    "event: nothing to pay",
    "history: warehouse was taken early",
    "history: a six stays a six",
    *(
        f"sideways: {colour}, {what}"
        for colour in COLOUR_NAMES
        for what in ("none on the track", "one die", "others would have room", "a full track")
    ),
    "sideways: both colours come back",
    "place: the territory is full",
    "place: in the midst of another seat's sale",
    "water: the bag is empty",
    "water: a one stays a one",
    "a die stops at six",
    "demand: a space holds 2 Thalers already",
    "duty: on, one marker in the bag",
    "duty: on, no marker in the bag",
    "duty: a seat must",
    "duty: a seat cannot",
    "debt: from the pool",
    "debt: early warehouse",
    "debt: early warehouse, points stop at 0",
    "debt: two for one fee",
    "debt: fourth",
    "hardship",
    "hardship: points stop at 0",
    "carry: a white die without mark",
    "supply: under another barge",
    "supply: a white die without mark",
    "trip: several obstacles cost 1",
    "trip: a one stays a one",
    *(f"trip: area {area} is full" for area in facts.AREAS),
    "trip: 1 Thalers lie on the space",
    "trip: 2 Thalers lie on the space",
    "trip: own warehouse pays",
    "trip: other warehouse pays",
    "trip: b comes back",
    "trip: w comes back",
    "trip: a die is put aside in turn 12",
    "export: stops on the last box",
    "export: stops on the first box",
    *(f"export: position {position}" for position in (1, 2, 3)),
    "export: value 2",
    *(f"progress: {marker}" for marker in facts.NEEDS),
    *(f"progress: no {marker} is left" for marker in facts.WHITE_MARKERS),
    "lock: the first of a seat",
    "lock: the free one, 2 seats",
    "lock: the free one, 3 seats",
    "lock: the free one is left out",
    "lock: the last obstacle",
    *(f"city: for {cost} Thalers" for cost in (3, 4, 5)),
    *(f"depot: for {cost} Thalers" for cost in (2, 3)),
    *(f"port: for {cost} Thalers" for cost in (3, 4, 5)),
    "shift: those behind move up",
    "Thalers above 10 are lost",
    "end: the Essen cities",
    "end: the Mark cities",
    "end: all seven cities",
    "end: all depots",
    "end: depot majorities",
    "end: depot tied",
    "end: mayor",
    "end: mayor with a debt",
    "end: inn unused",
    "end: railway",
    "end: aak",
    "end: aak at the port",
    "end: debts",
    "end: the win is shared",
    "end: points below zero",
]


def token_corner(game: Game, token: str) -> str:
    """The corner of a token that is about to be played."""
    match game.phase:
        case "chance":
            return f"{game.draw}: {token[1:]}"
        case "remove":
            where = "on the river" if token[2] == "s" else "on the track"
            return f"remove: {COLOUR_NAMES[game.remove_colour or '']} {where}"
        case "place":
            return f"place: {COLOUR_NAMES[token[0]]}"
        case "carry":
            return f"carry: {game.option}, {COLOUR_NAMES[token[0]]}"
        case "supply" | "start":
            return f"{game.phase}: {COLOUR_NAMES[facts.colour_of(token[1:])]}"
        case "hauler":
            return f"hauler: {'not now' if token == '^-' else 'used'}"
        case "trip":
            return trip_corner(game, token[1:])
        case "buy":
            return purchase_corner(token)
        case _:
            return f"{game.phase}: {token}"


def trip_corner(game: Game, target: str) -> str:
    """The area of a sale, and whether a pilot is on board."""
    assert game.mover is not None
    start = game.barges[game.mover]
    assert start is not None
    colour = facts.colour_of(start)
    way = WAYS[game.seats[game.mover].pilot]
    area = f"r {COLOUR_NAMES[colour]}" if target == "port" else colour + target[0]
    return f"trip: {area}, {way}"


def purchase_corner(token: str) -> str:
    """The kind of a purchase, and where."""
    kind, _, where = token.partition(":")
    if kind == "lock":
        place = "in the Mark" if where in facts.TERRITORY_SPACES["m"] else "elsewhere"
        return f"buy: lock {place}"
    if kind in ("city", "city*"):
        group = next(name for name, cities in CITY_GROUPS.items() if where in cities)
        return f"buy: {kind} in {group}"
    return f"buy: {token}"
