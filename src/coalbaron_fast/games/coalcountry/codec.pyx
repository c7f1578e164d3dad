# Compiled; its functions are for other compiled modules, by codec.pxd.
"""A state as a dict of plain JSON values (docs/coalcountry.md) and back."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from coalbaron_fast.games.coalcountry import facts
from coalbaron_fast.games.coalcountry.core.check cimport (
    BAD_BUILDINGS, BAD_COAL, BAD_CUBES, BAD_DERIVED, BAD_FACES, BAD_FOREMEN, BAD_INDICATORS,
    BAD_MARKER, BAD_MINE, BAD_MONEY, BAD_ORDER, BAD_PHASE, BAD_PLACE, BAD_REFUSE, BAD_ROWS,
    BAD_STAGE, BAD_TILES, BAD_UNSEEN, BAD_VILLAGE, state_defect,
)
from coalbaron_fast.games.coalcountry.core.foremen cimport add_foreman, make_foreman
from coalbaron_fast.games.coalcountry.core.mine cimport mine_follow
from coalbaron_fast.games.coalcountry.core.types cimport (
    AMOK, CALENDAR, CELLS, CODES_DIGEST, DRAWN_START, FOREMEN, INFLUENCES, NONE, NOT_ON_TRACK,
    NO_FOREMAN, PHASE_CHANCE, REFORMED, STACKS, Seat, State, UNKNOWN, count_of, foreman_influence,
    foreman_lacking, foreman_place, make_tile, one_of, tile_cubes, tile_kind, tile_openings,
)
from coalbaron_fast.errors import Defect, PositionError
from coalbaron_fast.games.constants import check_digest
from coalbaron_fast.games.coalcountry.notation.tokens import ROWS, VOCABULARY

check_digest("coalcountry's tokens", VOCABULARY.constants, CODES_DIGEST)

cdef tuple BUILDING_NAMES = tuple(facts.BUILDINGS)
cdef tuple LETTERS = tuple(facts.UTILITIES)
cdef tuple INDICATOR_NAMES = tuple(facts.INDICATORS)
cdef tuple TILE_NAMES = (*facts.TILES, facts.ENTRANCE)
cdef dict TILE_NUMBERS = {name: number for number, name in enumerate(TILE_NAMES)}
cdef dict CELL_NUMBERS = {name: number for number, name in enumerate(facts.CELLS)}
cdef dict PLACE_NUMBERS = {name: number for number, name in enumerate(facts.PLACES)}
cdef tuple DRAWS = (
    "building", "order", "indicator", *(f"tile {number}" for number in facts.STACKS)
)
cdef dict OPENING_NAMES = {
    sum(1 << facts.DIRECTIONS.index(letter) for letter in name): name for name in facts.OPENINGS
}
cdef dict OPENING_BITS = {name: bits for bits, name in OPENING_NAMES.items()}


# -- writing -----------------------------------------------------------------------------------

cdef object or_none(int value, tuple names):
    return None if value == NONE else names[value]


cdef list names_of(int mask, object names):
    return [name for index, name in enumerate(names) if mask >> <int>index & 1]


cdef dict counts_dict(const uint8_t *counts, object names):
    return {name: counts[<int>index] for index, name in enumerate(names)}


cdef dict there_are(const uint8_t *counts, object names):
    """The same without what there is none of."""
    return {name: counts[<int>index] for index, name in enumerate(names) if counts[<int>index]}


cdef list listed(const uint8_t *counts, object names):
    """Each name as often as it is there."""
    return [
        name for index, name in enumerate(names) for _ in range(counts[<int>index])
    ]


cdef list influences(int counts):
    """Falling."""
    return [
        influence for influence in range(INFLUENCES - 1, -1, -1)
        for _ in range(count_of(counts, influence))
    ]


cdef list tile_list(int tile):
    return [
        TILE_NAMES[tile_kind(tile)], OPENING_NAMES[tile_openings(tile)],
        "".join(names_of(tile_cubes(tile), facts.UTILITIES)),
    ]


cdef list foreman_list(int foreman):
    cdef int influence = foreman_influence(foreman)
    return [facts.PLACES[foreman_place(foreman)], None if influence == UNKNOWN else influence]


cdef dict seat_dict(const Seat *own):
    cdef int index
    cdef list foremen = [
        own.foreman[index] for index in range(FOREMEN) if own.foreman[index] != NO_FOREMAN
    ]
    return {
        "money": own.money,
        "earnings": None if own.earnings == NOT_ON_TRACK else own.earnings,
        "coal": own.coal,
        "refuse": own.refuse,
        "storage": counts_dict(own.storage, facts.UTILITIES),
        "buildings": names_of(own.buildings, BUILDING_NAMES),
        "covered": names_of(own.covered, BUILDING_NAMES),
        "mine": {
            facts.CELLS[index]: tile_list(own.tile[index])
            for index in range(CELLS) if own.tile[index]
        },
        "laid": own.laid,
        "hand": influences(own.hand) if own.hand else [None] * own.at_hand,
        "held": influences(own.held),
        "foremen": [foreman_list(foreman) for foreman in foremen],
        "hidden": influences(own.hidden),
        "tavern": bool(own.tavern),
        "lacking": [
            facts.CELLS[foreman_place(foreman)] for foreman in foremen if foreman_lacking(foreman)
        ],
    }


cdef dict stacks_dict(const State *state):
    cdef dict stacks = {str(number): {} for number in facts.STACKS}
    cdef int kind
    for kind, (name, tile) in enumerate(facts.TILES.items()):
        if state.stack[kind]:
            stacks[str(tile.number)][name] = state.stack[kind]
    return stacks


cdef dict state_to_dict(const State *state):
    cdef int index
    cdef object actor = None if state.actor == NONE else state.actor
    cdef bint at_chance = state.phase == PHASE_CHANCE
    return {
        "players": state.players,
        "view": None if state.viewer == NONE else state.viewer,
        "rounds": state.rounds,
        "reformed": bool(state.flags & REFORMED),
        "amok": bool(state.flags & AMOK),
        "start": None if state.first_start == DRAWN_START else state.first_start,
        "round": state.round,
        "stage": facts.STAGES[state.stage],
        "phase": facts.PHASES[state.phase],
        "active": None if at_chance else actor,
        "order": [state.order[index] for index in range(4) if state.order[index] != NONE],
        "draw": or_none(state.draw, DRAWS),
        "mover": actor if at_chance else None,
        "left": state.left or None,
        "space": None if state.space == NOT_ON_TRACK else state.space,
        "cell": or_none(state.cell, facts.CELLS),
        "tile": or_none(state.tile, TILE_NAMES),
        "puts": names_of(state.puts, facts.UTILITIES),
        "building": or_none(state.building, BUILDING_NAMES),
        "unseen": state.unseen,
        "calendar": [
            INDICATOR_NAMES[state.calendar[index]]
            for index in range(CALENDAR) if state.calendar[index] != NONE
        ],
        "bag": counts_dict(state.bag, INDICATOR_NAMES),
        "supply": counts_dict(state.supply, facts.UTILITIES),
        "market": counts_dict(state.market, facts.UTILITIES),
        "stacks": stacks_dict(state),
        "faces": {
            str(facts.STACKS[index]): or_none(state.face[index], TILE_NAMES)
            for index in range(STACKS)
        },
        "pile": there_are(state.pile, BUILDING_NAMES),
        "gone": there_are(state.gone, BUILDING_NAMES),
        "top": listed(state.row[0], BUILDING_NAMES),
        "bottom": listed(state.row[1], BUILDING_NAMES),
        "seats": [seat_dict(&state.seats[index]) for index in range(state.players)],
    }


# -- reading -----------------------------------------------------------------------------------

cdef int mask_of(object names, object known) except -1:
    cdef int mask = 0
    for name in names:
        mask |= 1 << <int>known.index(name)
    return mask


cdef int number_or_none(object name, object known) except -1:
    return NONE if name is None else known.index(name)


cdef int seat_or_none(dict data, str field) except -1:
    """A seat of the game, or NONE."""
    seat = data[field]
    if seat is None:
        return NONE
    if seat >= data["players"]:
        raise PositionError(Defect.RANGE, field, seat, f"a seat below {data['players']}")
    return seat


cdef int add_counts(uint8_t *counts, dict data, object names) except -1:
    for index, name in enumerate(names):
        counts[<int>index] = data.get(name, 0)
    return 0


cdef int add_names(uint8_t *counts, list names) except -1:
    for name in names:
        counts[<int>BUILDING_NAMES.index(name)] += 1
    return 0


cdef int counts_of(list found, int index, str field) except -1:
    """Influences as counts of three bits: no more of one than a seat has foremen of it."""
    cdef int counts = 0
    for influence in set(found):
        if found.count(influence) > facts.INFLUENCES.count(influence):
            raise PositionError(
                Defect.PIECES, f"seats[{index}].{field}", found, "foremen that a seat has"
            )
        counts += found.count(influence) * one_of(influence)
    return counts


cdef int read_foremen(Seat *own, int index, dict data) except -1:
    cdef int place, influence
    cdef list lacking = data["lacking"]
    if sorted(data["foremen"], key=foreman_key) != data["foremen"]:
        raise PositionError(
            Defect.PIECES, f"seats[{index}].foremen", data["foremen"],
            "sorted by place, then the higher influence first",
        )
    memset(own.foreman, 0xFF, sizeof(own.foreman))
    for name, found in data["foremen"]:
        place = PLACE_NUMBERS[name]
        influence = UNKNOWN if found is None else found
        add_foreman(own, make_foreman(place, influence) | (8 if name in lacking else 0))
    names = [name for name, _ in data["foremen"]]
    if not set(lacking) <= set(names):
        raise PositionError(
            Defect.PIECES, f"seats[{index}].lacking", lacking, "cells of its foremen"
        )
    own.held = counts_of(data["held"], index, "held")
    own.hidden = counts_of(data["hidden"], index, "hidden")
    own.at_hand = len(data["hand"])
    if None in data["hand"]:
        if set(data["hand"]) != {None}:
            raise PositionError(
                Defect.PIECES, f"seats[{index}].hand", data["hand"], "all known or none"
            )
    else:
        own.hand = counts_of(data["hand"], index, "hand")
    return 0


def foreman_key(foreman):
    """Foremen are sorted by place; unknown ones come before known ones of the same place."""
    place, influence = foreman
    return PLACE_NUMBERS[place], -99 if influence is None else -influence


cdef int read_seat(Seat *own, int index, dict data) except -1:
    own.money = data["money"]
    own.earnings = NOT_ON_TRACK if data["earnings"] is None else data["earnings"]
    own.coal = data["coal"]
    own.refuse = data["refuse"]
    add_counts(own.storage, data["storage"], facts.UTILITIES)
    own.buildings = mask_of(data["buildings"], BUILDING_NAMES)
    own.covered = mask_of(data["covered"], BUILDING_NAMES)
    own.laid = data["laid"]
    own.tavern = data["tavern"]
    for name, (kind, openings, cubes) in data["mine"].items():
        own.tile[<int>CELL_NUMBERS[name]] = make_tile(
            TILE_NUMBERS[kind], OPENING_BITS[openings], mask_of(cubes, facts.UTILITIES)
        )
    mine_follow(own)
    return read_foremen(own, index, data)


cdef int read_board(State *state, dict data) except -1:
    cdef int index
    memset(state.calendar, NONE, sizeof(state.calendar))
    for index, name in enumerate(data["calendar"]):
        state.calendar[index] = INDICATOR_NAMES.index(name)
    add_counts(state.bag, data["bag"], INDICATOR_NAMES)
    add_counts(state.supply, data["supply"], facts.UTILITIES)
    add_counts(state.market, data["market"], facts.UTILITIES)
    for stack in data["stacks"].values():
        for name, count in stack.items():
            state.stack[<int>TILE_NUMBERS[name]] = count
    for index, name in enumerate(data["faces"].values()):
        state.face[index] = number_or_none(name, TILE_NAMES)
    add_counts(state.pile, data["pile"], BUILDING_NAMES)
    add_counts(state.gone, data["gone"], BUILDING_NAMES)
    add_names(state.row[0], data["top"])
    add_names(state.row[1], data["bottom"])
    return 0


cdef int read_question(State *state, dict data) except -1:
    cdef int index
    state.round = data["round"]
    state.stage = facts.STAGES.index(data["stage"])
    state.phase = facts.PHASES.index(data["phase"])
    memset(state.order, NONE, sizeof(state.order))
    for index, seat in enumerate(data["order"]):
        state.order[index] = seat
    if data["active"] is not None and data["mover"] is not None:
        raise PositionError(Defect.TURN, "mover", data["mover"], "null where a seat is to decide")
    active, mover = seat_or_none(data, "active"), seat_or_none(data, "mover")
    if (active if state.phase == PHASE_CHANCE else mover) != NONE:
        raise PositionError(Defect.PHASE, "phase", data["phase"], "one that asks whom it should")
    state.actor = mover if state.phase == PHASE_CHANCE else active
    state.draw = number_or_none(data["draw"], DRAWS)
    state.left = data["left"] or 0
    state.space = NOT_ON_TRACK if data["space"] is None else data["space"]
    state.cell = number_or_none(data["cell"], facts.CELLS)
    state.tile = number_or_none(data["tile"], TILE_NAMES)
    state.puts = mask_of(data["puts"], facts.UTILITIES)
    state.building = number_or_none(data["building"], BUILDING_NAMES)
    state.unseen = data["unseen"]
    return 0


cdef int state_from_dict(dict data, State *state) except -1:
    cdef int index, detail = 0, defect
    memset(state, 0, sizeof(State))
    state.players = data["players"]
    state.viewer = seat_or_none(data, "view")
    state.first_start = DRAWN_START if data["start"] is None else seat_or_none(data, "start")
    state.rounds = data["rounds"]
    state.flags = (REFORMED if data["reformed"] else 0) | (AMOK if data["amok"] else 0)
    read_question(state, data)
    read_board(state, data)
    for index in range(state.players):
        read_seat(&state.seats[index], index, data["seats"][index])
    defect = state_defect(state, &detail)
    if defect:
        raise defect_error(defect, detail, data)
    return 0


cdef object defect_error(int defect, int detail, dict data):
    """The PositionError for what check.pyx has found."""
    cdef str seat = f"seats[{detail}]"
    cdef dict errors = {
        BAD_STAGE: (Defect.PHASE, "stage", "a stage of this round"),
        BAD_ORDER: (Defect.TURN, "order", "the player order of this stage"),
        BAD_PHASE: (Defect.PHASE, "phase", "something to ask at this point, with its details"),
        BAD_CUBES: (
            Defect.PIECES, "supply",
            f"{facts.CUBES_EACH} cubes of each type in all, those of {LETTERS[detail % 3]} too",
        ),
        BAD_TILES: (Defect.PIECES, "stacks", f"{facts.TILES_IN_ALL} tiles in all, none too many"),
        BAD_FACES: (Defect.PIECES, "faces", "a tile of each stack, in an industry amok alone"),
        BAD_BUILDINGS: (
            Defect.PIECES, "pile", f"as many of {BUILDING_NAMES[detail % 8]} as the game has"
        ),
        BAD_ROWS: (Defect.PIECES, ROWS[detail % 2], "no more buildings than seats"),
        BAD_INDICATORS: (Defect.PIECES, "bag", "all indicators, but those on the calendar"),
        BAD_MINE: (Defect.PIECES, f"{seat}.mine", "the entrance, and tiles as they can lie"),
        BAD_DERIVED: (Defect.PIECES, f"{seat}.mine", "tiles"),
        BAD_MARKER: (Defect.MONEY, f"{seat}.earnings", "a space of its own, within its reach"),
        BAD_MONEY: (Defect.MONEY, f"{seat}.money", "no more than it can have sold coal for"),
        BAD_COAL: (Defect.PIECES, f"{seat}.coal", "no more than it can have at this point"),
        BAD_REFUSE: (Defect.PIECES, f"{seat}.refuse", "no more than it can have made"),
        BAD_VILLAGE: (Defect.PIECES, f"{seat}.buildings", "each once, and a tavern that serves"),
        BAD_FOREMEN: (Defect.PIECES, f"{seat}.foremen", "the seat's nine foremen"),
        BAD_PLACE: (Defect.OCCUPIED, f"{seat}.foremen", "places where they can be at this point"),
        BAD_UNSEEN: (Defect.TURN, "unseen", "0, but in a view of the placing in secret"),
    }
    kind, field, expected = errors[defect]
    value = data.get(field)
    if field.startswith("seats["):
        value = data["seats"][detail].get(field.rpartition(".")[2])
    return PositionError(kind, field, value, expected)
