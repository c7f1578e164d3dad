"""A state as a dict of plain JSON values (docs/ruhr.md) and back."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from coalbaron_fast.games.ruhr import facts
from coalbaron_fast.games.ruhr.core.check cimport (
    BAD_BARGE, BAD_COLUMN, BAD_COUNTRIES, BAD_DEBTS, BAD_DERIVED, BAD_DICE, BAD_DID, BAD_FLAGS,
    BAD_LOCKS, BAD_MARKERS, BAD_OPTION, BAD_ORDER, BAD_PHASE, BAD_POINTS, BAD_PROGRESS,
    BAD_RETURNING, BAD_SPACES, BAD_THALERS, BAD_TOKENS, BAD_TRACK, BAD_USED, BAD_WAITING,
    BAD_WAREHOUSES, BAD_WHITE, state_defect,
)
from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport (
    CALM, CITIES, CODES_DIGEST, COUNTRIES, DEPOTS, DUTY, MARKERS, MOST_POINTS, MOST_THALERS, NONE,
    OUTSIDE, PROGRESS, P_WHITE, SELLING, STORAGE, Seat, State, WATER,
)
from coalbaron_fast.errors import Defect, PositionError
from coalbaron_fast.games.constants import check_digest
from coalbaron_fast.games.ruhr.notation.position import DEEDS
from coalbaron_fast.games.ruhr.notation.tokens import VOCABULARY

check_digest("ruhr's tokens", VOCABULARY.constants, CODES_DIGEST)

cdef tuple AREA_NAMES = facts.AREAS
cdef tuple PROGRESS_NAMES = tuple(facts.PROGRESS)
cdef tuple OPTION_NAMES = tuple(option.name for option in facts.OPTIONS)
cdef tuple WAITING_NAMES = tuple(str(turn) for turn in facts.TURN_TRACK)
cdef tuple PLACE_NAMES = tuple(space.code for space in facts.RIVER)
cdef dict PLACE_CODES = {name: place for place, name in enumerate(PLACE_NAMES)}


# -- writing -----------------------------------------------------------------------------------

cdef object or_none(int value, tuple names):
    return None if value == NONE else names[value]


cdef list names_of(uint32_t mask, tuple names):
    return [name for index, name in enumerate(names) if mask >> <int>index & 1]


cdef dict nibbles(uint32_t word, tuple names):
    return {name: word >> <int>(4 * index) & 15 for index, name in enumerate(names)}


cdef list values(const uint8_t *numbers, int count):
    cdef int index
    return [numbers[index] for index in range(count)]


cdef dict seat_dict(const Seat *seat):
    return {
        "thalers": seat.thalers,
        "points": seat.points,
        "pool": seat.pool,
        "waiting": names_of(seat.waiting, WAITING_NAMES),
        "debts": seat.debts,
        "tokens": nibbles(seat.tokens, AREA_NAMES),
        "progress": names_of(seat.progress, PROGRESS_NAMES),
        "used": names_of(seat.used, PROGRESS_NAMES),
        "cities": names_of(seat.cities, facts.CITIES),
        "depots": nibbles(seat.depots, facts.DEPOTS),
        "locks": seat.locks,
        "barge": None if seat.place == OUTSIDE else PLACE_NAMES[seat.place],
        "option": or_none(seat.option, OPTION_NAMES),
    }


cdef dict returning_dict(const State *state):
    cdef int index
    return {
        name: [
            state.returning[index] & 7
            for index in range(state.returning_count) if state.returning[index] >> 3 == <int>colour
        ]
        for colour, name in enumerate(facts.COLOURS)
    }


cdef dict market_dict(const State *state):
    cdef dict market = {}
    cdef int space, thalers
    for space in range(SELLING):
        thalers = state.market >> (3 * space) & 7
        if thalers:
            market[facts.SELLING[space]] = thalers
    return market


cdef dict state_to_dict(const State *state):
    cdef int index
    return {
        "players": state.players,
        "view": None if state.viewer == NONE else state.viewer,
        "calm": bool(state.flags & CALM),
        "start": state.first_start,
        "turn": state.turn,
        "stage": state.stage,
        "phase": facts.PHASES[state.phase],
        "order": values(state.order, state.players),
        "index": state.index,
        "seats": [seat_dict(&state.seats[index]) for index in range(state.players)],
        "dice": {
            facts.STORAGE[index]: state.dice[index]
            for index in range(STORAGE) if state.dice[index]
        },
        "tracks": {
            facts.COLOURS[index]: values(state.track[index], state.on_track[index])
            for index in range(2)
        },
        "returning": returning_dict(state),
        "obstacles": names_of(state.obstacles, facts.OBSTACLES),
        "market": market_dict(state),
        "columns": {
            facts.COUNTRIES[index]: values(state.column[index], state.in_column[index])
            for index in range(COUNTRIES)
        },
        "export": state.export_box + 1,
        "markers": {facts.MARKERS[index]: state.markers[index] for index in range(MARKERS)},
        "bag": state.bag,
        "countries": {
            facts.COUNTRIES[index]: state.countries[index] for index in range(COUNTRIES)
        },
        "country": or_none(state.country, facts.COUNTRIES),
        "water": bool(state.flags & WATER),
        "duty": bool(state.flags & DUTY),
        "did": names_of(state.did, DEEDS),
    }


# -- reading -----------------------------------------------------------------------------------

cdef int mask_of(list names, tuple known) except -1:
    cdef int mask = 0
    for name in names:
        mask |= 1 << <int>known.index(name)
    return mask


cdef long word_of(dict counts, tuple known) except -1:
    """Four bits a name."""
    cdef long word = 0
    for name, count in counts.items():
        word |= <long>count << <int>(4 * known.index(name))
    return word


cdef int number_or_none(object name, tuple known) except -1:
    return NONE if name is None else known.index(name)


cdef int read_seat(State *state, int index, dict data) except -1:
    cdef Seat *seat = &state.seats[index]
    cdef int kind
    seat.thalers = data["thalers"]
    seat.points = data["points"]
    seat.pool = data["pool"]
    seat.waiting = mask_of(data["waiting"], WAITING_NAMES)
    seat.debts = data["debts"]
    seat.tokens = word_of(data["tokens"], AREA_NAMES)
    seat.progress = mask_of(data["progress"], PROGRESS_NAMES)
    seat.used = mask_of(data["used"], PROGRESS_NAMES)
    seat.cities = mask_of(data["cities"], facts.CITIES)
    seat.depots = word_of(data["depots"], facts.DEPOTS)
    seat.locks = data["locks"]
    seat.place = OUTSIDE if data["barge"] is None else PLACE_CODES[data["barge"]]
    seat.option = number_or_none(data["option"], OPTION_NAMES)
    for kind in range(CITIES):
        state.in_city[kind] += seat.cities >> kind & 1
    for kind in range(DEPOTS):
        state.at_depot[kind] += seat.depots >> (4 * kind) & 15
    for kind in range(P_WHITE, PROGRESS):
        state.white_left[kind] -= seat.progress >> kind & 1
    return 0


cdef int read_board(State *state, dict data) except -1:
    cdef int index, number, colour
    for name, value in data["dice"].items():
        index = facts.STORAGE.index(name)
        state.dice[index] = value
        state.filled |= 1 << index
    for colour, name in enumerate(facts.COLOURS):
        state.on_track[colour] = len(data["tracks"][name])
        for number, value in enumerate(data["tracks"][name]):
            state.track[colour][number] = value
        for value in data["returning"][name]:
            state.returning[state.returning_count] = colour << 3 | <int>value
            state.returning_count += 1
    state.obstacles = mask_of(data["obstacles"], facts.OBSTACLES)
    for name, value in data["market"].items():
        state.market |= <uint64_t>value << <int>(3 * facts.SELLING.index(name))
    for index, name in enumerate(facts.COUNTRIES):
        state.in_column[index] = len(data["columns"][name])
        for number, value in enumerate(data["columns"][name]):
            state.column[index][number] = value
        state.countries[index] = data["countries"][name]
        state.countries_left += state.countries[index]
    for index, name in enumerate(facts.MARKERS):
        state.markers[index] = data["markers"][name]
        state.markers_left += state.markers[index]
    return 0


cdef int state_from_dict(dict data, State *state) except -1:
    cdef int index, players = data["players"], detail = 0, defect
    memset(state, 0, sizeof(State))
    memset(state.column, NONE, sizeof(state.column))
    for name in ("view", "start"):
        if data[name] is not None and data[name] >= players:
            raise PositionError(Defect.RANGE, name, data[name], f"a seat below {players}")
    if len(data["order"]) != players:
        raise PositionError(Defect.TURN, "order", data["order"], "every seat once")
    state.players = players
    state.viewer = NONE if data["view"] is None else data["view"]
    state.first_start = data["start"]
    state.turn = data["turn"]
    state.stage = data["stage"]
    state.phase = facts.PHASES.index(data["phase"])
    state.index = data["index"]
    state.export_box = data["export"] - 1
    state.bag = data["bag"]
    state.country = number_or_none(data["country"], facts.COUNTRIES)
    state.flags = (
        (CALM if data["calm"] else 0) | (WATER if data["water"] else 0)
        | (DUTY if data["duty"] else 0)
    )
    state.did = mask_of(data["did"], DEEDS)
    for index in range(P_WHITE, PROGRESS):
        state.white_left[index] = TABLES.white_count[players]
    for index in range(players):
        state.order[index] = data["order"][index]
        read_seat(state, index, data["seats"][index])
    read_board(state, data)
    defect = state_defect(state, &detail)
    if defect:
        raise defect_error(defect, detail, data)
    return 0


cdef object defect_error(int defect, int detail, dict data):
    """The PositionError for what check.pyx has found."""
    cdef str seat = f"seats[{detail}]"
    cdef str colour = facts.COLOURS[detail & 1]
    cdef dict errors = {
        BAD_WAREHOUSES: (Defect.PIECES, f"{seat}.pool", f"{facts.WAREHOUSES} warehouses in all"),
        BAD_WAITING: (Defect.PIECES, f"{seat}.waiting", "warehouses of the turns to come"),
        BAD_TOKENS: (Defect.RANGE, f"{seat}.tokens", "no more than an area takes, one a sale"),
        BAD_PROGRESS: (Defect.PIECES, f"{seat}.progress", "the markers that its tokens stand for"),
        BAD_WHITE: (Defect.PIECES, "seats", "of a white marker one fewer than seats"),
        BAD_USED: (Defect.PIECES, f"{seat}.used", "markers that work once, and that it has"),
        BAD_DEBTS: (Defect.RANGE, f"{seat}.debts", f"at most {facts.DEBT_SPACES}"),
        BAD_LOCKS: (Defect.PIECES, "obstacles", "as many gone as the seats have built locks"),
        BAD_DICE: (Defect.PIECES, "dice", f"the dice of the game, those in {colour} too"),
        BAD_TRACK: (Defect.PIECES, f"tracks.{colour}", "no more dice than boxes"),
        BAD_MARKERS: (
            Defect.PIECES, "markers", "those on obstacles and in the bag; one drawn a turn"
        ),
        BAD_COUNTRIES: (Defect.PIECES, "countries", "one turned up a turn, and the last one named"),
        BAD_COLUMN: (Defect.PIECES, "columns", "seats of the game, none twice in a column"),
        BAD_SPACES: (Defect.OCCUPIED, "seats", "no more warehouses than spaces"),
        BAD_ORDER: (Defect.TURN, "order", "every seat once, from upriver to downriver"),
        BAD_BARGE: (Defect.TURN, f"{seat}.barge", "where a barge lies at this point"),
        BAD_OPTION: (Defect.TURN, f"{seat}.option", "an option that the seat could have chosen"),
        BAD_PHASE: (Defect.PHASE, "phase", "something to ask at this stage of the turn"),
        BAD_DID: (Defect.TURN, "did", "what the buying seat can have done"),
        BAD_FLAGS: (Defect.TURN, "duty", "water and duty as the marker of the turn brings them"),
        BAD_DERIVED: (Defect.PIECES, "dice", "dice of 1 to 6"),
        BAD_RETURNING: (Defect.PIECES, "returning", "the dice that left the track"),
        BAD_THALERS: (
            Defect.MONEY, f"{seat}.thalers",
            f"with those to come in this turn {MOST_THALERS} at most",
        ),
        BAD_POINTS: (
            Defect.MONEY, f"{seat}.points",
            f"0 or more before the end, and with those to come {MOST_POINTS} at most",
        ),
    }
    kind, field, expected = errors[defect]
    value = data.get(field.split(".")[0].split("[")[0])
    if field.startswith("seats["):
        value = data["seats"][detail].get(field.rpartition(".")[2])
    return PositionError(kind, field, value, expected)
