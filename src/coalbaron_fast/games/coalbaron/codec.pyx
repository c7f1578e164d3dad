"""A state as a dict (docs/position.md) and back."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from coalbaron_fast.games.coalbaron import facts
from coalbaron_fast.games.coalbaron.core.bits cimport (
    byte_count, byte_cube, cage_count, cage_cube, cage_level, lowest_bit64, pit_count, pit_cube,
    pit_tiles,
)
from coalbaron_fast.games.coalbaron.core.check cimport (
    BAD_CAGE, BAD_CANTEEN, BAD_CARD, BAD_CUBES, BAD_DRAFT, BAD_DRAW, BAD_FILL, BAD_LEVEL, BAD_LOOK,
    BAD_MARKS, BAD_PHASE, BAD_REFILL, BAD_SIGNS, BAD_SPACE, BAD_SPOTS, BAD_STACK, BAD_STEPS,
    BAD_TILE, BAD_TURN, BAD_UNKNOWN, BAD_VP, BAD_WORKERS, cubes_out, state_defect,
)
from coalbaron_fast.games.coalbaron.core.spots cimport spots_complete, spots_with
from coalbaron_fast.games.coalbaron.core.stacks cimport (
    middle_add, middle_count, pack_look, pack_sets, place_item, place_sign, sort_held,
    stack_normalise, with_sign,
)
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport (
    BANK, CAGE_ROOM, CODES_DIGEST, FACTORY_LOOK, FACTORY_SPACES, LOOK, NONE, NO_ORDER, NO_TILE,
    ORDER, ORDER_LOOK, ORDER_SPACES, PHASE_STACK, PLACE_ENDS_BATCH, SIDE_IS_BOTTOM, SIDE_IS_TOP,
    STACK_ROOM, SUPPLY, Seat, Stack, State, TILE_COPIES, TILE_KINDS, UNKNOWN,
)
from coalbaron_fast.errors import Defect, PositionError
from coalbaron_fast.games.coalbaron.facts import DRAWS, FLAGS, MAX_MARKS, MAX_VP, PHASES, SIGNS
from coalbaron_fast.games.coalbaron.notation.position import FREE_SPOT, PAIR_FILLS
from coalbaron_fast.games.coalbaron.notation.tokens import VOCABULARY
from coalbaron_fast.games.constants import check_digest
from coalbaron_fast.games.text.shape import UNKNOWN as UNKNOWN_NAME

check_digest("coalbaron's tokens", VOCABULARY.constants, CODES_DIGEST)

cdef list TILE_NAMES = [tile.name for tile in facts.TILES]
cdef list ORDER_NAMES = [order.name for order in facts.ORDERS]
cdef list SPACE_NAMES = list(facts.SPACES)
cdef str COLOUR_LETTERS = facts.COLOURS
# By the four bits of a spot (types.pxd): its own colour is spelled as it is printed.
cdef list FILL_NAMES = [FREE_SPOT, "", *PAIR_FILLS]
cdef tuple SIDES = ("top", "bottom")    # where a look's items go back to
cdef dict TILE_CODES = {name: index for index, name in enumerate(TILE_NAMES)}
cdef dict ORDER_CODES = {name: index for index, name in enumerate(ORDER_NAMES)}
cdef dict SPACE_CODES = {name: index for index, name in enumerate(SPACE_NAMES)}
cdef dict PHASE_CODES = {name: index for index, name in enumerate(PHASES)}
cdef dict DRAW_CODES = {name: index for index, name in enumerate(DRAWS)}
cdef dict FILL_CODES = {name: index for index, name in enumerate(FILL_NAMES)}


# -- writing -----------------------------------------------------------------------------------

cdef object seat_or_none(int seat):
    return None if seat == NONE else seat


cdef str cubes_text(int yellow, int brown, int gray, int black):
    return "y" * yellow + "b" * brown + "g" * gray + "k" * black


cdef list mask_names(uint64_t mask):
    cdef list names = []
    while mask:
        names.append(ORDER_NAMES[lowest_bit64(mask)])
        mask &= mask - 1
    return names


cdef list spots_list(const State *state, int order):
    cdef list spots = []
    cdef int spot, fill
    cdef str printed = ORDER_NAMES[order][1:]
    for spot in range(TABLES.order_spots[order]):
        fill = state.fill[order] >> (4 * spot) & 15
        spots.append(printed[spot] if fill == 1 else FILL_NAMES[fill])
    return spots


cdef dict level_dict(const Seat *seat, int level):
    cdef uint32_t word = seat.pit[level]
    cdef list tiles = []
    cdef int kind
    for kind in range(4):
        tiles += [TILE_NAMES[4 * level + kind]] * (pit_tiles(word) >> (2 * kind) & 3)
    return {
        "tiles": tiles,
        "cubes": cubes_text(
            pit_count(word, 0), pit_count(word, 1), pit_count(word, 2), pit_count(word, 3)
        ),
    }


cdef dict seat_dict(const State *state, int index):
    cdef const Seat *seat = &state.seats[index]
    cdef uint16_t cage = seat.cage
    cdef uint32_t storage = seat.storage
    return {
        "marks": seat.marks,
        "vp": seat.vp,
        "workers": seat.workers,
        "bank": seat.bank,
        "cage": {
            "level": cage_level(cage),
            "cubes": cubes_text(
                cage_count(cage, 0), cage_count(cage, 1), cage_count(cage, 2), cage_count(cage, 3)
            ),
        },
        "storage": cubes_text(
            byte_count(storage, 0), byte_count(storage, 1), byte_count(storage, 2),
            byte_count(storage, 3),
        ),
        "pit": [level_dict(seat, level) for level in range(4)],
        "orders": {
            name: spots_list(state, ORDER_CODES[name]) for name in mask_names(seat.outstanding)
        },
        "delivered": mask_names(seat.delivered),
    }


cdef dict place_dict(const State *state, uint16_t place, list names):
    cdef int item = place_item(place)
    return {
        "item": UNKNOWN_NAME if item == UNKNOWN else names[item],
        "known": "".join([SIGNS[place_sign(place, seat)] for seat in range(state.players)]),
    }


cdef list batches(const State *state, const Stack *stack, int low, int high, list names):
    """place[low .. high-1] as batches, uppermost first."""
    cdef list result = [], batch = []
    cdef int index = high - 1
    while index >= low:
        batch.append(place_dict(state, stack.place[index], names))
        if stack.place[index] & PLACE_ENDS_BATCH:
            result.append(batch)
            batch = []
        index -= 1
    return result


cdef dict stack_dict(const State *state, const Stack *stack, list names):
    cdef list middle = []
    cdef int item
    for item in range(len(names)):
        middle += [names[item]] * middle_count(stack, item)
    return {
        "top": batches(state, stack, 0, stack.top, names),
        "middle": middle,
        "middle_size": stack.middle_size,
        "bottom": batches(state, stack, STACK_ROOM - stack.bottom, STACK_ROOM, names),
    }


cdef str seat_flags(const State *state, int mask):
    return "".join([FLAGS[mask >> seat & 1] for seat in range(state.players)])


cdef object look_dict(const State *state):
    cdef list places, names = ORDER_NAMES if state.space == ORDER_LOOK else TILE_NAMES
    cdef int index
    if state.space != FACTORY_LOOK and state.space != ORDER_LOOK:
        return None
    places = [place_dict(state, state.held[index], names) for index in range(state.held_count)]
    return {
        "held": places[state.returned:],
        "returned": places[:state.returned],
        "side": SIDES[state.side] if state.phase == PHASE_STACK else None,
        "touched": seat_flags(state, state.touched),
        "straddle": seat_flags(state, state.straddle),
    }


cdef dict spaces_dict(const State *state):
    cdef dict spaces = {}
    cdef int space, seat, plane, workers
    for space in range(BANK):
        for seat in range(state.players):
            if state.owner[seat] >> space & 1:
                workers = 0
                for plane in range(4):
                    workers += (state.occupancy[plane] >> space & 1) << plane
                spaces[SPACE_NAMES[space]] = {"seat": seat, "workers": workers}
    return spaces


cdef dict state_to_dict(const State *state):
    cdef uint32_t unlocked = TABLES.unlocked[state.players]
    cdef int index
    return {
        "players": state.players,
        "view": seat_or_none(state.viewer),
        "shift": state.shift,
        "first_start": state.first_start,
        "start": state.start,
        "phase": PHASES[state.phase],
        "active": seat_or_none(state.active),
        "space": None if state.space == NONE else SPACE_NAMES[state.space],
        "draw": None if state.draw == NONE else DRAWS[state.draw],
        "steps": state.steps,
        "fill": (
            {"level": state.fill_level, "carts": state.fill_carts} if state.fill_carts else None
        ),
        "seats": [seat_dict(state, index) for index in range(state.players)],
        "spaces": spaces_dict(state),
        "factory": {
            SPACE_NAMES[index]: (
                None if state.factory[index] == NO_TILE else TILE_NAMES[state.factory[index]]
            )
            for index in range(FACTORY_SPACES) if unlocked >> index & 1
        },
        "row": {
            SPACE_NAMES[ORDER + index]: (
                None if state.row[index] == NO_ORDER else ORDER_NAMES[state.row[index]]
            )
            for index in range(ORDER_SPACES) if unlocked >> (ORDER + index) & 1
        },
        "draft": mask_names(state.draft),
        "tile_stack": stack_dict(state, &state.tiles, TILE_NAMES),
        "order_stack": stack_dict(state, &state.orders, ORDER_NAMES),
        "look": look_dict(state),
    }


# -- reading -----------------------------------------------------------------------------------

cdef class Claims:
    """Where each card and each tile has been seen so far: none may turn up too often."""

    cdef dict places
    cdef int tiles[TILE_KINDS]

    def __cinit__(self):
        self.places = {}
        memset(self.tiles, 0, sizeof(self.tiles))

    cdef int order(self, str name, str field) except -1:
        if name in self.places:
            raise PositionError(
                Defect.DUPLICATE_CARD, field, name,
                f"a card that is nowhere else; {name} is in {self.places[name]}",
            )
        self.places[name] = field
        return ORDER_CODES[name]

    cdef int tile(self, str name, str field) except -1:
        cdef int kind = TILE_CODES[name]
        self.tiles[kind] += 1
        if self.tiles[kind] > TILE_COPIES:
            raise PositionError(
                Defect.TILE_COPIES, field, name, f"at most {TILE_COPIES} tiles {name}"
            )
        return kind

    cdef int item(self, bint orders, str name, str field) except -1:
        return self.order(name, field) if orders else self.tile(name, field)


cdef int code_or_none(object name, dict codes):
    return NONE if name is None else codes[name]


cdef int read_level(Seat *seat, int level, dict data, Claims claims, str field) except -1:
    cdef str cubes = data["cubes"]
    cdef int kind, carts, colour
    for name in data["tiles"]:
        kind = claims.tile(name, f"{field}.tiles")
        seat.pit[level] += <uint32_t>1 << (20 + 2 * (kind & 3))
    carts = TABLES.pit_carts[pit_tiles(seat.pit[level])]
    if len(cubes) > carts:
        raise PositionError(
            Defect.LEVEL_CUBES, f"{field}.cubes", cubes, f"at most one on each of {carts} carts"
        )
    for letter in cubes:
        colour = COLOUR_LETTERS.index(letter)
        seat.pit[level] += pit_cube(colour)
    return 0


cdef int read_orders(State *state, Seat *seat, dict data, Claims claims, str field) except -1:
    cdef int order, spot, fill, colour
    cdef str printed
    for name, spots in data.items():
        order = claims.order(name, f"{field}.{name}")
        printed = name[1:]
        for spot in range(TABLES.order_spots[order]):
            fill = 1 if spots[spot] == printed[spot] else FILL_CODES[spots[spot]]
            if fill:
                colour = COLOUR_LETTERS.index(printed[spot])
                state.fill[order] = spots_with(
                    state.fill[order], TABLES.order_slot[order][colour], fill
                )
        seat.outstanding |= <uint64_t>1 << order
        if spots_complete(state.fill[order], order):
            state.complete |= <uint64_t>1 << order
    return 0


cdef int read_seat(State *state, int index, dict data, Claims claims) except -1:
    cdef Seat *seat = &state.seats[index]
    cdef str field = f"seats[{index}]", cubes = data["cage"]["cubes"]
    cdef int level, colour
    seat.marks = data["marks"]
    seat.vp = data["vp"]
    seat.workers = data["workers"]
    seat.bank = data["bank"]
    seat.cage = data["cage"]["level"]
    for letter in cubes:
        colour = COLOUR_LETTERS.index(letter)
        seat.cage += cage_cube(colour)
    for colour in range(4):
        if data["storage"].count(COLOUR_LETTERS[colour]) > SUPPLY:
            raise PositionError(
                Defect.CUBES, f"{field}.storage", data["storage"], f"at most {SUPPLY} of a colour"
            )
        seat.storage += data["storage"].count(COLOUR_LETTERS[colour]) * byte_cube(colour)
    for level in range(4):
        read_level(seat, level, data["pit"][level], claims, f"{field}.pit[{level}]")
    read_orders(state, seat, data["orders"], claims, f"{field}.orders")
    for name in data["delivered"]:
        seat.delivered |= <uint64_t>1 << claims.order(name, f"{field}.delivered")
    return 0


cdef int read_place(uint16_t *place, dict data, bint orders, Claims claims, str field) except -1:
    cdef int item = UNKNOWN
    if data["item"] != UNKNOWN_NAME:
        item = claims.item(orders, data["item"], field)
    place[0] = <uint16_t>item
    for seat, sign in enumerate(data["known"]):
        place[0] = with_sign(place[0], seat, SIGNS.index(sign))
    return 0


cdef int read_part(
    Stack *stack, list parts, int count, int lowest, bint orders, Claims claims, str field
) except -1:
    """Batches, uppermost first, into the `count` places from index `lowest` on."""
    cdef int index = lowest + count - 1
    for batch_number, batch in enumerate(parts):
        for place_number, data in enumerate(batch):
            read_place(
                &stack.place[index], data, orders, claims,
                f"{field}[{batch_number}][{place_number}].item",
            )
            if place_number == len(batch) - 1:
                stack.place[index] |= PLACE_ENDS_BATCH
            index -= 1
    return 0


cdef int read_stack(State *state, Stack *stack, dict data, bint orders, Claims claims) except -1:
    cdef str field = "order_stack" if orders else "tile_stack"
    cdef int top = sum([len(batch) for batch in data["top"]])
    cdef int bottom = sum([len(batch) for batch in data["bottom"]])
    if top + bottom > STACK_ROOM:
        raise PositionError(
            Defect.STACK, field, top + bottom, f"at most {STACK_ROOM} known places in a stack"
        )
    stack.width = 1 if orders else TILE_COPIES
    for name in data["middle"]:
        middle_add(stack, claims.item(orders, name, f"{field}.middle"))
    stack.middle_size = data["middle_size"]
    if state.viewer == NONE and stack.middle_size != len(data["middle"]):
        raise PositionError(
            Defect.STACK, f"{field}.middle_size", stack.middle_size,
            f"{len(data['middle'])}, the length of the middle",
        )
    read_part(stack, data["top"], top, 0, orders, claims, f"{field}.top")
    read_part(
        stack, data["bottom"], bottom, STACK_ROOM - bottom, orders, claims, f"{field}.bottom"
    )
    stack.top = top
    stack.bottom = bottom
    stack_normalise(stack)
    return 0


cdef int read_flags(str flags):
    return sum([FLAGS.index(flag) << seat for seat, flag in enumerate(flags)])


cdef int read_look(State *state, object data, Claims claims) except -1:
    cdef list places
    cdef bint orders = state.space == ORDER_LOOK
    if data is None:
        return 0
    places = data["returned"] + data["held"]
    if len(places) > LOOK:
        raise PositionError(
            Defect.LOOK, "look.held", len(places), f"at most {LOOK} held and returned"
        )
    for index, place in enumerate(places):
        read_place(&state.held[index], place, orders, claims, f"look.held[{index}].item")
    state.held_count = len(places)
    state.returned = len(data["returned"])
    state.side = SIDE_IS_BOTTOM if data["side"] == SIDES[SIDE_IS_BOTTOM] else SIDE_IS_TOP
    if (data["side"] is None) == (state.phase == PHASE_STACK):
        raise PositionError(
            Defect.LOOK, "look.side", data["side"], "top or bottom in phase stack, else null"
        )
    state.touched = read_flags(data["touched"])
    state.straddle = read_flags(data["straddle"])
    return 0


cdef int read_board(State *state, dict data, Claims claims) except -1:
    cdef int space
    cdef int unlocked = TABLES.unlocked[state.players]
    memset(state.factory, NO_TILE, sizeof(state.factory))
    memset(state.row, NO_ORDER, sizeof(state.row))
    for name, entry in data["spaces"].items():
        space = SPACE_CODES[name]
        if not unlocked >> space & 1 or space >= BANK:
            raise PositionError(
                Defect.OCCUPIED, f"spaces.{name}", entry,
                f"a space that is open with {state.players} players",
            )
        for plane in range(4):
            state.occupancy[plane] |= <uint32_t>(entry["workers"] >> plane & 1) << space
        state.owner[<int>entry["seat"]] |= <uint32_t>1 << space
    for name, tile in data["factory"].items():
        if tile is not None:
            state.factory[<int>SPACE_CODES[name]] = claims.tile(tile, f"factory.{name}")
    for name, order in data["row"].items():
        if order is not None:
            state.row[<int>SPACE_CODES[name] - ORDER] = claims.order(order, f"row.{name}")
    for name in data["draft"]:
        state.draft |= <uint64_t>1 << claims.order(name, "draft")
    return 0


cdef int read_supply(State *state) except -1:
    cdef int colour, out
    for colour in range(4):
        out = cubes_out(state, colour)
        if out > SUPPLY:
            raise PositionError(
                Defect.CUBES, "seats", f"{out} {facts.COLOUR_NAMES[colour]} cubes",
                f"at most {SUPPLY} of a colour",
            )
        state.supply += (SUPPLY - out) * byte_cube(colour)
    return 0


cdef int state_from_dict(object data, State *state) except -1:
    cdef Claims claims = Claims()
    memset(state, 0, sizeof(State))
    state.players = data["players"]
    state.viewer = NONE if data["view"] is None else data["view"]
    state.shift = data["shift"]
    state.first_start = data["first_start"]
    state.start = data["start"]
    state.phase = PHASE_CODES[data["phase"]]
    state.active = NONE if data["active"] is None else data["active"]
    state.space = code_or_none(data["space"], SPACE_CODES)
    state.draw = code_or_none(data["draw"], DRAW_CODES)
    state.steps = data["steps"]
    if data["fill"] is not None:
        state.fill_level = data["fill"]["level"]
        state.fill_carts = data["fill"]["carts"]
    for index, seat in enumerate(data["seats"]):
        read_seat(state, index, seat, claims)
    read_supply(state)
    read_board(state, data, claims)
    read_stack(state, &state.tiles, data["tile_stack"], False, claims)
    read_stack(state, &state.orders, data["order_stack"], True, claims)
    read_look(state, data["look"], claims)
    require_possible(state)
    if state.viewer != NONE:
        pack_sets(&state.tiles, state.viewer)
        pack_sets(&state.orders, state.viewer)
    if state.viewer == NONE or state.viewer == state.active:
        sort_held(state, state.returned)
    elif state.held_count:
        pack_look(state)
    return 0


# -- what is wrong -----------------------------------------------------------------------------

cdef str stack_field(int detail):
    return ("tile_stack", "order_stack", "look")[detail]


cdef str space_field(int space):
    return ("factory." if space < FACTORY_SPACES else "row.") + SPACE_NAMES[space]


cdef object workers_error(const State *state, int seat):
    cdef int total = TABLES.workers[state.players]
    return PositionError(
        Defect.WORKERS, f"seats[{seat}].workers", state.seats[seat].workers,
        f"{total} workers in hand, on spaces, on the bank and in the canteen together"
        + (", all in hand before the first turn" if state.active == NONE or state.draft else ""),
    )


cdef object item_error(const State *state, int defect, int detail):
    if defect == BAD_CARD:
        return PositionError(
            Defect.MISSING_ITEMS, "order_stack.middle", ORDER_NAMES[detail],
            "every card in exactly one place",
        )
    if defect == BAD_TILE:
        return PositionError(
            Defect.MISSING_ITEMS, "tile_stack.middle", TILE_NAMES[detail],
            f"{TILE_COPIES} tiles of every kind",
        )
    if defect == BAD_UNKNOWN:
        return PositionError(
            Defect.VIEW, f"{stack_field(detail)}.middle_size",
            (state.orders if detail else state.tiles).middle_size,
            "as many unseen items as unknown places and places of the middle",
        )
    return PositionError(
        Defect.SPOTS, f"orders.{ORDER_NAMES[detail]}", spots_list(state, detail),
        "fills that its spots can hold",
    )


cdef object course_error(const State *state, int defect, int detail):
    phase = PHASES[state.phase]
    if defect == BAD_REFILL:
        return PositionError(
            Defect.STACK, space_field(detail), state_to_dict(state)[
                "factory" if detail < FACTORY_SPACES else "row"
            ].get(SPACE_NAMES[detail]),
            "an item on every open space that setup or a refill has reached while the stack "
            "lasts, and none on the space whose turn is in progress",
        )
    if defect == BAD_TURN:
        return PositionError(
            Defect.TURN, "active", seat_or_none(state.active),
            f"the seat whose turn it can be in phase {phase}, with the workers it takes",
        )
    if defect == BAD_PHASE:
        return PositionError(
            Defect.PHASE, "space", None if state.space == NONE else SPACE_NAMES[state.space],
            f"a space held by the active seat, as phase {phase} asks for",
        )
    if defect == BAD_LOOK:
        return PositionError(
            Defect.LOOK, "look.held", state.held_count,
            f"as many items as phase {phase} allows, at fx or ox",
        )
    if defect == BAD_DRAFT:
        return PositionError(
            Defect.DRAFT, "draft", mask_names(state.draft),
            "the cards of this round of the draft, and none outside of it",
        )
    if defect == BAD_STEPS:
        return PositionError(
            Defect.STEPS, "steps", state.steps, "1 to the steps of the space in phase mine, else 0"
        )
    if defect == BAD_FILL:
        return PositionError(
            Defect.FILL, "fill", {"level": state.fill_level, "carts": state.fill_carts},
            "1 or 2 empty carts of a level whose colour is out, while the supply has a cube",
        )
    if defect == BAD_DRAW:
        return PositionError(
            Defect.PHASE, "draw", None if state.draw == NONE else DRAWS[state.draw],
            "in phase chance what is being filled, its next item not known; else null",
        )
    return PositionError(Defect.TURN, "start", state.start, "first_start in shift 1")


cdef int require_possible(const State *state) except -1:
    cdef int detail = 0
    cdef int defect = state_defect(state, &detail)
    if defect == 0:
        return 0
    if defect in (BAD_CARD, BAD_TILE, BAD_UNKNOWN, BAD_SPOTS):
        raise item_error(state, defect, detail)
    if defect == BAD_WORKERS:
        raise workers_error(state, detail)
    if defect == BAD_CANTEEN:
        raise PositionError(
            Defect.WORKERS, "spaces", f"{-detail:+d} workers in the canteen",
            "as many workers in the canteen as the placements on the spaces have displaced",
        )
    if defect == BAD_SPACE:
        raise PositionError(
            Defect.OCCUPIED, f"spaces[{detail}]", detail, "an open space held by one seat"
        )
    if defect == BAD_CUBES:
        raise PositionError(Defect.CUBES, "seats", detail, f"{SUPPLY} cubes of a colour in all")
    if defect == BAD_CAGE:
        raise PositionError(
            Defect.CAGE, f"seats[{detail}].cage", state_to_dict(state)["seats"][detail]["cage"],
            f"level 0-4 and at most {CAGE_ROOM} cubes",
        )
    if defect == BAD_MARKS:
        raise PositionError(
            Defect.MONEY, f"seats[{detail}].marks", state.seats[detail].marks,
            f"with those to come {MAX_MARKS} at most",
        )
    if defect == BAD_VP:
        raise PositionError(
            Defect.MONEY, f"seats[{detail}].vp", state.seats[detail].vp,
            f"with those to come {-MAX_VP} to {MAX_VP}",
        )
    if defect == BAD_LEVEL:
        raise PositionError(
            Defect.LEVEL_CUBES, f"seats[{detail // 4}].pit[{detail % 4}]", None, "one cube a cart"
        )
    if defect == BAD_STACK:
        raise PositionError(
            Defect.STACK, stack_field(detail), None, "a top part, a middle and a bottom part"
        )
    if defect == BAD_SIGNS:
        raise PositionError(
            Defect.KNOWLEDGE, stack_field(detail), state_to_dict(state)[stack_field(detail)],
            "signs of the seats that play, as docs/position.md allows them here",
        )
    raise course_error(state, defect, detail)
