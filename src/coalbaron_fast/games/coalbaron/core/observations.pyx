"""What a seat knows, as numbers for a learner."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from coalbaron_fast.games.coalbaron import facts
from coalbaron_fast.games.coalbaron.core.bits cimport (
    byte_count, cage_count, cage_level, lowest_bit64, pit_count, pit_tiles, popcount64,
)
from coalbaron_fast.games.coalbaron.core.knowledge cimport knowledge_view
from coalbaron_fast.games.coalbaron.core.stacks cimport place_item, place_sign, sign_marked
from coalbaron_fast.games.coalbaron.core.types cimport (
    BANK, COLOURS, FACTORY_LOOK, FACTORY_SPACES, LOOK, MAX_SEATS, NO_ORDER, NO_TILE, NONE, ORDERS,
    ORDER_LOOK, ORDER_SPACES, PLACE_ENDS_BATCH, SHIFTS, SIDE_IS_BOTTOM, SPACES, STACK_ROOM, Seat,
    Stack, State, TILE_KINDS, UNKNOWN,
)


# -- layout ------------------------------------------------------------------------------------

# The fields, in the order of FIELDS below.
cdef enum:
    AT_SEAT
    AT_SHIFT
    AT_FIRST_START
    AT_START
    AT_ACTIVE
    AT_PHASE
    AT_SPACE
    AT_DRAW
    AT_STEPS
    AT_FILL_LEVEL
    AT_FILL_CARTS
    AT_SUPPLY
    AT_MARKS
    AT_VP
    AT_WORKERS
    AT_BANK
    AT_CAGE_LEVEL
    AT_CAGE
    AT_STORAGE
    AT_TILES
    AT_PIT
    AT_STANDING
    AT_HOLDER
    AT_FACTORY
    AT_ROW
    AT_DRAFT
    AT_OUTSTANDING
    AT_DELIVERED
    AT_FILLED
    AT_PAIR
    AT_UNSEEN_TILES
    AT_UNSEEN_ORDERS
    AT_TILE_STACK
    AT_ORDER_STACK
    AT_HELD_TILES
    AT_HELD_ORDERS
    AT_HELD_UNKNOWN
    AT_RETURNED
    AT_TO_BOTTOM
    AT_TOUCHED
    AT_STRADDLE
    AT_TILE_PLACES
    AT_ORDER_PLACES
    FIELD_COUNT

# The columns of a tile, and those of a card; a place of a stack has them first.
cdef enum:
    TILE_COLUMNS = 6            # colour (4), two carts, dark
    ORDER_COLUMNS = 8           # vehicle (4), demanded spots of each colour (4)
    PLACE_SIGN_COLUMNS = 2      # one of the viewer's set, lowest of its batch; then other seats

FIELDS = (
    ("seat", ("players",), 1, "the viewer's seat number, one-hot"),
    ("shift", (SHIFTS,), 1, "the shift, one-hot"),
    ("first_start", ("players",), 1, "start seat of the first shift, one-hot from the viewer"),
    ("start", ("players",), 1, "start seat of this shift, one-hot from the viewer"),
    ("active", ("players",), 1, "seat whose turn runs, one-hot from the viewer; none: zeros"),
    ("phase", (len(facts.PHASES),), 1, f"{' '.join(facts.PHASES)}, one-hot"),
    ("space", (SPACES,), 1, "space of the turn in progress, one-hot"),
    ("draw", (len(facts.DRAWS),), 1, "where the next item goes: f1-f8 o1-o4 draft look, one-hot"),
    ("steps", (1,), 8, "work steps left"),
    ("fill_level", (COLOURS,), 1, "shortage: level of the new tile, one-hot"),
    ("fill_carts", (1,), 2, "shortage: its carts that wait for an answer"),
    ("supply", (COLOURS,), 16, "cubes in the supply, by colour"),
    ("marks", ("players",), 16, "money"),
    ("vp", ("players",), 64, "victory points scored so far"),
    ("workers", ("players",), 16, "workers in hand"),
    ("bank", ("players",), 16, "workers on the bank"),
    ("cage_level", ("players", COLOURS + 1), 1, "where the cage is, one-hot: 0 the surface"),
    ("cage", ("players", COLOURS), 4, "cubes in the cage, by colour"),
    ("storage", ("players", COLOURS), 8, "cubes in storage, by colour"),
    ("tiles", ("players", COLOURS, 4), 2, "tiles bought, by level, then 1L 1D 2L 2D"),
    ("pit", ("players", COLOURS, COLOURS), 4, "cubes on carts, by level, then colour"),
    ("standing", (BANK,), 1, "workers standing on each space but the bank"),
    ("holder", ("players", BANK), 1, "the spaces that each seat's workers stand on"),
    ("factory", (FACTORY_SPACES, "tile"), 1, "tiles on f1-f8; none: zeros"),
    ("row", (ORDER_SPACES, "order"), 1, "cards on o1-o4; none: zeros"),
    ("draft", (ORDERS,), 1, "cards laid out and not yet picked"),
    ("outstanding", ("players", ORDERS), 1, "outstanding cards"),
    ("delivered", ("players", ORDERS), 1, "delivered cards"),
    ("filled", ("spots",), 1, "spots that hold something: of each card in turn, left to right"),
    ("pair", ("spots",), 16, "what pair: 0 none, 1-10 yy yb yg yk bb bg bk gg gk kk"),
    ("unseen_tiles", (TILE_KINDS,), 2, "tiles that the viewer cannot account for, by kind"),
    ("unseen_orders", (ORDERS,), 1, "cards that the viewer cannot account for"),
    ("tile_stack", (3,), 32, "places in the top part, the shuffled middle, the bottom part"),
    ("order_stack", (3,), 32, "the same of the order stack"),
    ("held_tiles", (TILE_KINDS,), 2, "a look: tiles held and not yet named that the viewer knows"),
    ("held_orders", (ORDERS,), 1, "a look: cards held and not yet named that the viewer knows"),
    ("held_unknown", (1,), 4, "a look: items held and not yet named that it does not know"),
    ("returned", (LOOK - 1,), 64, "a look: items named to go back: 1 + number, 64 unknown, 0 none"),
    ("to_bottom", (1,), 1, "a look: they go to the bottom"),
    ("touched", ("players",), 1, "a look: seats that knew of a drawn place"),
    ("straddle", ("players",), 1, "a look: seats whose set the draw has cut"),
    ("tile_places", ("tile places", "tile place"), 1, "the tile stack, from the top down"),
    ("order_places", ("order places", "order place"), 1, "the order stack, from the top down"),
)
"""The fields of an observation: name, shape, what a count is divided by, meaning."""

cdef int OFFSET[MAX_SEATS + 1][FIELD_COUNT]
cdef float UNIT[FIELD_COUNT]
cdef int SPOT_BASE[ORDERS]        # where a card's spots begin in `filled` and `pair`

# A number of an observation: divided by its field's divisor, or compact, as it is counted.
ctypedef fused Number:
    float
    uint8_t

# What packed bits say as numbers, so that nothing is counted bit by bit.
ctypedef struct Counts:
    uint8_t flags[256][8]               # eight flags
    uint8_t bought[256][4]              # tiles bought on a level
    uint8_t unseen[64][2]               # two tile kinds of a middle
    uint8_t filled[256][2]              # two spots of a card: whether they hold something
    uint8_t pairs[256][2]               # and what pair
    uint8_t tiles[TILE_KINDS + 1][TILE_COLUMNS]
    uint8_t orders[ORDERS + 1][ORDER_COLUMNS]

# The same in units of their fields.
ctypedef struct Parts:
    float flags[256][8]
    float bought[256][4]
    float unseen[64][2]
    float filled[256][2]
    float pairs[256][2]
    float tiles[TILE_KINDS + 1][TILE_COLUMNS]
    float orders[ORDERS + 1][ORDER_COLUMNS]

cdef Counts COUNTS
cdef Parts PARTS
cdef uint8_t[4] SIGN_VALUE = [0, 2, 1, 1]   # by sign: nothing, known, one of a set's places


def dimensions(players):
    """The sizes that the words in the shapes of `FIELDS` stand for, by the number of players."""
    places = len(facts.FACTORY_SPACES) - sum(
        space in facts.LOCKED[players] for space in facts.FACTORY_SPACES
    )
    rows = len(facts.ORDER_SPACES) - sum(
        space in facts.LOCKED[players] for space in facts.ORDER_SPACES
    )
    # What setup lays out never comes back to a stack; the row's last card is one of the draft's.
    laid_out = facts.DRAFT_CARDS[players] + rows - 1
    return {
        "players": players,
        "spots": sum([len(order.spots) for order in facts.ORDERS]),
        "tile": TILE_COLUMNS,
        "order": ORDER_COLUMNS,
        "tile places": facts.TILE_TOTAL - places,
        "order places": facts.ORDER_TOTAL - laid_out,
        "tile place": TILE_COLUMNS + PLACE_SIGN_COLUMNS + players - 1,
        "order place": ORDER_COLUMNS + PLACE_SIGN_COLUMNS + players - 1,
    }


def layout(players):
    """The fields for a number of players: name, offset, shape, divisor, meaning."""
    if players not in range(facts.MIN_PLAYERS, facts.MAX_PLAYERS + 1):
        counts = f"{facts.MIN_PLAYERS} to {facts.MAX_PLAYERS}"
        raise ValueError(f"players must be {counts}, not {players}")
    sizes = dimensions(players)
    offset = 0
    fields = []
    for name, words, divisor, meaning in FIELDS:
        shape = tuple([sizes.get(word, word) for word in words])
        fields.append((name, offset, shape, divisor, meaning))
        count = 1
        for size in shape:
            count *= size
        offset += count
    return fields, offset


cdef int fill_layout() except -1:
    cdef int players, index, base = 0
    for players in range(facts.MIN_PLAYERS, facts.MAX_PLAYERS + 1):
        fields, size = layout(players)
        OBSERVATION_SIZE[players] = size
        for index in range(FIELD_COUNT):
            OFFSET[players][index] = fields[index][1]
            UNIT[index] = 1.0 / fields[index][3]
    for index, order in enumerate(facts.ORDERS):
        SPOT_BASE[index] = base
        base += len(order.spots)
    return 0


cdef int fill_packed() except -1:
    cdef int bits, place, spot
    memset(&COUNTS, 0, sizeof(COUNTS))
    for bits in range(256):
        for place in range(8):
            COUNTS.flags[bits][place] = bits >> place & 1
        for place in range(4):
            COUNTS.bought[bits][place] = bits >> (2 * place) & 3
        for place in range(2):
            spot = bits >> (4 * place) & 15
            COUNTS.filled[bits][place] = spot > 0
            COUNTS.pairs[bits][place] = spot - 1 if spot else 0
            # As many of a kind as bits are set.
            COUNTS.unseen[bits & 63][place] = popcount64(bits >> (3 * place) & 7)
    return 0


cdef int fill_cells() except -1:
    """The columns of every tile and card; those of no tile and no card stay zero."""
    for index, tile in enumerate(facts.TILES):
        COUNTS.tiles[<int>index][<int>tile.colour] = 1
        COUNTS.tiles[<int>index][4] = tile.carts - 1
        COUNTS.tiles[<int>index][5] = tile.side
    for index, order in enumerate(facts.ORDERS):
        COUNTS.orders[<int>index][<int>order.vehicle] = 1
        for colour in order.spots:
            COUNTS.orders[<int>index][4 + <int>colour] += 1
    return 0


cdef void scale(const uint8_t *counts, float unit, float *out, size_t size) noexcept:
    cdef size_t index
    for index in range(size):
        out[index] = counts[index] * unit


cdef void fill_parts() noexcept:
    scale(&COUNTS.flags[0][0], 1.0, &PARTS.flags[0][0], sizeof(COUNTS.flags))
    scale(&COUNTS.bought[0][0], UNIT[AT_TILES], &PARTS.bought[0][0], sizeof(COUNTS.bought))
    scale(&COUNTS.unseen[0][0], UNIT[AT_UNSEEN_TILES], &PARTS.unseen[0][0], sizeof(COUNTS.unseen))
    scale(&COUNTS.filled[0][0], UNIT[AT_FILLED], &PARTS.filled[0][0], sizeof(COUNTS.filled))
    scale(&COUNTS.pairs[0][0], UNIT[AT_PAIR], &PARTS.pairs[0][0], sizeof(COUNTS.pairs))
    scale(&COUNTS.tiles[0][0], UNIT[AT_FACTORY], &PARTS.tiles[0][0], sizeof(COUNTS.tiles))
    scale(&COUNTS.orders[0][0], UNIT[AT_ROW], &PARTS.orders[0][0], sizeof(COUNTS.orders))


if len(FIELDS) != FIELD_COUNT:
    raise RuntimeError(f"the layout has {len(FIELDS)} fields, not {FIELD_COUNT}")
fill_layout()
fill_packed()
fill_cells()
fill_parts()


# -- writing -----------------------------------------------------------------------------------

cdef inline void put(Number *cell, int value, int field) noexcept nogil:
    """A count; a compact one has an end."""
    if Number is float:
        cell[0] = value * UNIT[field]
    else:
        cell[0] = 0 if value < 0 else 255 if value > 255 else value


cdef inline void add_one(Number *cell, int field) noexcept nogil:
    if Number is float:
        cell[0] += UNIT[field]
    else:
        cell[0] += 1


cdef inline int seen_from(const State *view, int seat) noexcept nogil:
    """A seat counted from the viewer."""
    return seat - view.viewer if seat >= view.viewer else seat - view.viewer + view.players


cdef inline void put_flags(int bits, Number *cells, int count) noexcept nogil:
    """At most eight; the count is known to the compiler."""
    if Number is float:
        memcpy(cells, PARTS.flags[bits], count * sizeof(float))
    else:
        memcpy(cells, COUNTS.flags[bits], count)


cdef inline void put_orders(uint64_t orders, Number *cells) noexcept nogil:
    cdef int byte
    for byte in range(5):
        put_flags(orders >> (8 * byte) & 255, cells + 8 * byte, 8)
    put_flags(orders >> 40, cells + 40, ORDERS - 40)


cdef inline void put_spaces(uint32_t spaces, Number *cells) noexcept nogil:
    cdef int byte
    for byte in range(3):
        put_flags(spaces >> (8 * byte) & 255, cells + 8 * byte, 8)
    put_flags(spaces >> 24 & 3, cells + 24, BANK - 24)


cdef inline void put_seats(const State *view, int mask, Number *cells) noexcept nogil:
    cdef int seat
    for seat in range(view.players):
        cells[seen_from(view, seat)] = mask >> seat & 1


cdef inline void put_tile(int tile, Number *cells) noexcept nogil:
    if Number is float:
        memcpy(cells, PARTS.tiles[tile], sizeof(PARTS.tiles[tile]))
    else:
        memcpy(cells, COUNTS.tiles[tile], sizeof(COUNTS.tiles[tile]))


cdef inline void put_order(int order, Number *cells) noexcept nogil:
    if Number is float:
        memcpy(cells, PARTS.orders[order], sizeof(PARTS.orders[order]))
    else:
        memcpy(cells, COUNTS.orders[order], sizeof(COUNTS.orders[order]))


cdef inline void put_bought(int bits, Number *cells) noexcept nogil:
    if Number is float:
        memcpy(cells, PARTS.bought[bits], 4 * sizeof(float))
    else:
        memcpy(cells, COUNTS.bought[bits], 4)


cdef inline void put_unseen(int bits, Number *cells) noexcept nogil:
    if Number is float:
        memcpy(cells, PARTS.unseen[bits], 2 * sizeof(float))
    else:
        memcpy(cells, COUNTS.unseen[bits], 2)


cdef inline void put_spots(int bits, Number *filled, Number *pair) noexcept nogil:
    if Number is float:
        memcpy(filled, PARTS.filled[bits], 2 * sizeof(float))
        memcpy(pair, PARTS.pairs[bits], 2 * sizeof(float))
    else:
        memcpy(filled, COUNTS.filled[bits], 2)
        memcpy(pair, COUNTS.pairs[bits], 2)


cdef void write_course(const State *view, const int *at, Number *out) noexcept nogil:
    cdef int colour
    out[at[AT_SEAT] + view.viewer] = 1
    out[at[AT_SHIFT] + view.shift - 1] = 1
    out[at[AT_FIRST_START] + seen_from(view, view.first_start)] = 1
    out[at[AT_START] + seen_from(view, view.start)] = 1
    if view.active != NONE:
        out[at[AT_ACTIVE] + seen_from(view, view.active)] = 1
    out[at[AT_PHASE] + view.phase] = 1
    if view.space != NONE:
        out[at[AT_SPACE] + view.space] = 1
    if view.draw != NONE:
        out[at[AT_DRAW] + view.draw] = 1
    put(&out[at[AT_STEPS]], view.steps, AT_STEPS)
    if view.fill_carts:
        out[at[AT_FILL_LEVEL] + view.fill_level - 1] = 1
        put(&out[at[AT_FILL_CARTS]], view.fill_carts, AT_FILL_CARTS)
    for colour in range(4):
        put(&out[at[AT_SUPPLY] + colour], byte_count(view.supply, colour), AT_SUPPLY)


cdef void write_seat(const State *view, int seat, const int *at, Number *out) noexcept nogil:
    cdef const Seat *own = &view.seats[seat]
    cdef int number = seen_from(view, seat), colour, level
    cdef Number *cells
    cdef Number *cubes
    put(&out[at[AT_MARKS] + number], own.marks, AT_MARKS)
    put(&out[at[AT_VP] + number], own.vp, AT_VP)
    put(&out[at[AT_WORKERS] + number], own.workers, AT_WORKERS)
    put(&out[at[AT_BANK] + number], own.bank, AT_BANK)
    out[at[AT_CAGE_LEVEL] + 5 * number + cage_level(own.cage)] = 1
    cells = out + at[AT_CAGE] + 4 * number
    for colour in range(4):
        put(&cells[colour], cage_count(own.cage, colour), AT_CAGE)
    cells = out + at[AT_STORAGE] + 4 * number
    for colour in range(4):
        put(&cells[colour], byte_count(own.storage, colour), AT_STORAGE)
    cells = out + at[AT_TILES] + 16 * number
    cubes = out + at[AT_PIT] + 16 * number
    for level in range(4):
        put_bought(pit_tiles(own.pit[level]), cells + 4 * level)
        for colour in range(4):
            put(&cubes[4 * level + colour], pit_count(own.pit[level], colour), AT_PIT)
    put_spaces(view.owner[seat], out + at[AT_HOLDER] + BANK * number)
    put_orders(own.outstanding, out + at[AT_OUTSTANDING] + ORDERS * number)
    put_orders(own.delivered, out + at[AT_DELIVERED] + ORDERS * number)


cdef void write_board(const State *view, const int *at, Number *out) noexcept nogil:
    cdef Number *standing = out + at[AT_STANDING]
    cdef uint32_t spaces
    cdef int plane, index
    put_spaces(view.occupancy[0], standing)
    for plane in range(1, 4):
        spaces = view.occupancy[plane]
        while spaces:
            standing[lowest_bit64(spaces)] += 1 << plane
            spaces &= spaces - 1
    for index in range(FACTORY_SPACES):
        put_tile(view.factory[index], out + at[AT_FACTORY] + TILE_COLUMNS * index)
    for index in range(ORDER_SPACES):
        put_order(view.row[index], out + at[AT_ROW] + ORDER_COLUMNS * index)
    put_orders(view.draft, out + at[AT_DRAFT])


cdef void write_spots(const State *view, const int *at, Number *out) noexcept nogil:
    cdef Number *filled = out + at[AT_FILLED]
    cdef Number *pair = out + at[AT_PAIR]
    cdef uint64_t orders = 0
    cdef uint16_t word
    cdef int seat, order, base
    for seat in range(view.players):
        orders |= view.seats[seat].outstanding
    while orders:
        order = lowest_bit64(orders)
        orders &= orders - 1
        word = view.fill[order]
        base = SPOT_BASE[order]
        # Four spots, whatever the card has: what is too much belongs to the next cards, whose
        # turn comes later, and the last card has four.
        put_spots(word & 255, filled + base, pair + base)
        put_spots(word >> 8, filled + base + 2, pair + base + 2)


cdef inline void write_signs(const State *view, uint16_t place, Number *cells) noexcept nogil:
    """One of the viewer's set, the lowest of its batch, and what each other seat knows."""
    cdef int seat = view.viewer, number
    cells[0] = sign_marked(place_sign(place, seat))
    cells[1] = (place & PLACE_ENDS_BATCH) != 0
    for number in range(1, view.players):
        seat = seat + 1 if seat + 1 < view.players else 0
        cells[1 + number] = SIGN_VALUE[place_sign(place, seat)]


cdef void write_places(
    const State *view, const uint16_t *places, int count, bint orders, Number *cells
) noexcept nogil:
    """Known places of a stack, from the last of the array, which is the uppermost, to the first."""
    cdef int width = (ORDER_COLUMNS if orders else TILE_COLUMNS) + PLACE_SIGN_COLUMNS
    cdef int index = count - 1, item
    width += view.players - 1
    while index >= 0:
        item = place_item(places[index])
        if orders:
            put_order(NO_ORDER if item == UNKNOWN else item, cells)
            write_signs(view, places[index], cells + ORDER_COLUMNS)
        else:
            put_tile(NO_TILE if item == UNKNOWN else item, cells)
            write_signs(view, places[index], cells + TILE_COLUMNS)
        cells += width
        index -= 1


cdef void write_stack(
    const State *view, const Stack *stack, bint orders, const int *at, Number *out
) noexcept nogil:
    """Counts, what is unseen, and the known places by their depth: the middle's stay zero."""
    cdef int size_field = AT_ORDER_STACK if orders else AT_TILE_STACK
    cdef int unseen_field = AT_UNSEEN_ORDERS if orders else AT_UNSEEN_TILES
    cdef Number *unseen = out + at[unseen_field]
    cdef Number *sizes = out + at[size_field]
    cdef Number *places = out + at[AT_ORDER_PLACES if orders else AT_TILE_PLACES]
    cdef int width = (ORDER_COLUMNS if orders else TILE_COLUMNS) + PLACE_SIGN_COLUMNS
    cdef int index, below = stack.top + stack.middle_size
    width += view.players - 1
    put(&sizes[0], stack.top, size_field)
    put(&sizes[1], stack.middle_size, size_field)
    put(&sizes[2], stack.bottom, size_field)
    if orders:
        put_orders(stack.middle, unseen)
    else:
        for index in range(TILE_KINDS / 2):
            put_unseen(stack.middle >> (6 * index) & 63, unseen + 2 * index)
    write_places(view, stack.place, stack.top, orders, places)
    write_places(
        view, &stack.place[STACK_ROOM - stack.bottom], stack.bottom, orders, places + width * below
    )


cdef void write_look(const State *view, const int *at, Number *out) noexcept nogil:
    cdef bint orders = view.space == ORDER_LOOK
    cdef int held_field = AT_HELD_ORDERS if orders else AT_HELD_TILES
    cdef Number *held = out + at[held_field]
    cdef int index, item
    for index in range(view.held_count):
        item = place_item(view.held[index])
        if index < view.returned:
            put(&out[at[AT_RETURNED] + index], (item + 1), AT_RETURNED)
        elif item == UNKNOWN:
            add_one(&out[at[AT_HELD_UNKNOWN]], AT_HELD_UNKNOWN)
        else:
            add_one(&held[item], held_field)
    put(&out[at[AT_TO_BOTTOM]], (view.side == SIDE_IS_BOTTOM), AT_TO_BOTTOM)
    put_seats(view, view.touched, out + at[AT_TOUCHED])
    put_seats(view, view.straddle, out + at[AT_STRADDLE])


cdef void write_view(const State *state, int seat, Number *out) noexcept nogil:
    cdef const int *at = OFFSET[state.players]
    cdef State view
    cdef int index
    knowledge_view(state, seat, &view)
    memset(out, 0, OBSERVATION_SIZE[view.players] * sizeof(Number))
    write_course(&view, at, out)
    for index in range(view.players):
        write_seat(&view, index, at, out)
    write_board(&view, at, out)
    write_spots(&view, at, out)
    write_stack(&view, &view.tiles, False, at, out)
    write_stack(&view, &view.orders, True, at, out)
    if view.space == FACTORY_LOOK or view.space == ORDER_LOOK:
        write_look(&view, at, out)


cdef void observe_state(const State *state, int seat, float *out) noexcept nogil:
    write_view(state, seat, out)


cdef void observe_compact(const State *state, int seat, uint8_t *out) noexcept nogil:
    write_view(state, seat, out)


cdef void observation_units(int players, float *out) noexcept nogil:
    cdef int field, index, end
    for field in range(FIELD_COUNT):
        end = OBSERVATION_SIZE[players]
        if field + 1 < FIELD_COUNT:
            end = OFFSET[players][field + 1]
        for index in range(OFFSET[players][field], end):
            out[index] = UNIT[field]
