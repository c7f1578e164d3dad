"""What a learned evaluation of Coal Baron is fed: features of seats, of the board, of turns."""

from hashlib import sha256
from libc.stdint cimport uint16_t, uint32_t, uint64_t

from coalbaron_fast.games.coalbaron import facts
from coalbaron_fast.games.coalbaron.core.bits cimport (
    byte_count, cage_count, cage_level, lowest_bit64, pit_count, pit_tiles, pit_total, popcount64,
)
from coalbaron_fast.games.coalbaron.core.evaluate cimport count_demand
from coalbaron_fast.games.coalbaron.core.outlook cimport MOST_LEAD, Outlook, look_over
from coalbaron_fast.games.coalbaron.core.relevance cimport space_workers
from coalbaron_fast.games.coalbaron.core.stacks cimport stack_size
from coalbaron_fast.games.coalbaron.core.state cimport later_workers
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport (
    BANK, CAGE, DELIVERY, ELEMENTS, ELEMENTS_A_SHIFT, END, FACTORY_LOOK, FACTORY_SPACES, FILL,
    FROM_CAGE, FROM_STORAGE, LOAD, MONEY, Move, NONE, NO_ORDER, NO_TILE, ORDER, ORDERS, ORDER_LOOK,
    ORDER_SPACES, PAIR, PAIR_KINDS, PLACE, SHIFTS, SIDE_TOP, SPACES, STACK_HIDDEN,
    STACK_ORDER, STACK_TILE, STORE, Seat, State, TAKE_NONE, TAKE_ORDER, TAKE_TILE, TILE_KINDS,
)
from coalbaron_fast.contract.game cimport (
    Features, NUMBER_LIMIT, PART_FLAGS, PART_NUMBERS, Turn,
)


# -- layout ------------------------------------------------------------------------------------

# The fields, in the order of the tables below.
cdef enum:
    AT_DISTANCE
    AT_START
    AT_SEAT_PLAYERS
    AT_SEAT_SHIFT
    AT_HAND
    AT_MARKS
    AT_CAGE_LEVEL
    AT_CAGE
    AT_STORAGE
    AT_TILES
    AT_LOADED
    AT_EMPTY
    AT_OUTSTANDING
    AT_DELIVERED
    AT_LEAD
    AT_GUESS                    # from here on numbers
    AT_GUESS_LEAD
    AT_VP_LEAD
    AT_PLAIN
    AT_SOON_GAINS
    AT_FINAL_GAINS
    AT_TIME
    AT_HAND_LEAD
    AT_FACTORY_LEAD
    AT_MONEY
    AT_CUBES
    AT_BALANCE
    AT_OPEN
    AT_OPEN_VP
    AT_COMPLETE
    AT_COMPLETE_VP
    AT_SOON_LEAD
    AT_FINAL_LEAD
    AT_GAIN
    AT_DEMAND
    AT_STORED
    AT_CAGED
    AT_ON_CARTS
    AT_SPARE
    SEAT_FIELD_COUNT

cdef enum:
    AT_PLAYERS
    AT_SHIFT
    AT_PHASE
    AT_SPACE
    AT_STEPS
    AT_FILL_LEVEL
    AT_STANDING
    AT_OFFER
    AT_FACTORY
    AT_ROW
    AT_DRAFT
    AT_SUPPLY                   # from here on numbers
    AT_TILE_STACK
    AT_ORDER_STACK
    AT_HANDS
    BOARD_FIELD_COUNT

cdef enum:
    AT_PLACE
    AT_PRICE
    AT_TILE
    AT_CARD
    AT_DELIVERY
    AT_DELIVERIES
    AT_LEVEL
    AT_LOAD
    AT_STORE
    AT_WORK
    AT_COMPLETION
    AT_PAIRS
    AT_WORK_STEPS
    AT_FILL
    AT_KEEP_NONE
    AT_SIDE
    AT_BACK_TILE
    AT_BACK_CARD
    AT_BACK_UNKNOWN
    TURN_FIELD_COUNT

# Flags say "as many or more" in their last place.
cdef enum:
    MOST_HAND = 18
    MOST_MARKS = 31
    MOST_IN_CAGE = 5
    MOST_STORED = 8
    MOST_CARTS = 15
    MOST_STANDING = 8
    MOST_OFFER_PRICE = 6
    MOST_PRICE = 8
    MOST_SPOTS = 4
    MOST_COPIES = 3
    MOST_MOVED = 5              # cubes of one colour in a turn
    MOST_STEPS = 10

SEAT_FIELDS = (
    ("distance", facts.MAX_PLAYERS, 1, "0 it decides, 1 the next clockwise; none: nobody decides"),
    ("start", 1, 1, "start seat of this shift"),
    ("players", 3, 1, "two, three, four"),
    ("shift", SHIFTS, 1, "the shift"),
    ("hand", SHIFTS * (MOST_HAND + 1), 1, "workers in hand, by shift"),
    ("marks", MOST_MARKS + 1, 1, "money"),
    ("cage_level", facts.LEVELS + 1, 1, "where the cage is; 0 the surface"),
    ("cage", 4 * MOST_IN_CAGE, 1, "cubes in the cage, by colour; none: none"),
    ("storage", 4 * MOST_STORED, 1, "cubes in storage, by colour; none: none"),
    ("tiles", 4 * 4 * MOST_COPIES, 1, "tiles bought, by level, then 1L 1D 2L 2D; none: none"),
    ("loaded", 4 * (MOST_CARTS + 1), 1, "loaded carts, by level"),
    ("empty", 4 * (MOST_CARTS + 1), 1, "empty carts, by level"),
    ("outstanding", ORDERS * (MOST_SPOTS + 1), 1, "outstanding cards, by filled spots"),
    ("delivered", ORDERS, 1, "delivered cards"),
    ("lead", ELEMENTS * (2 * MOST_LEAD + 1), 1, "an element's count less the best other's"),
    ("guess", 1, 32, "points still to come, by the hand-written evaluation"),
    ("guess_lead", 1, 32, "its final points less the best other's, halves"),
    ("vp_lead", 1, 16, "points scored less the best other's"),
    ("plain", 1, 32, "points still to come that are no majorities"),
    ("soon_gains", 1, 32, "points of this shift's majorities, halves"),
    ("final_gains", 1, 32, "points of the last shift's majorities, halves"),
    ("time", 1, 16, "workers left, those of later shifts included"),
    ("hand_lead", 1, 4, "workers in hand less the most of another"),
    ("factory_lead", 1, 4, "workers on the factory less the most of another"),
    ("money", 1, 8, "money"),
    ("cubes", 1, 8, "cubes owned"),
    ("balance", 1, 4, "light tiles against dark ones"),
    ("open", 1, 4, "outstanding cards with free spots"),
    ("open_vp", 1, 16, "points on them"),
    ("complete", 1, 2, "outstanding cards without free spots"),
    ("complete_vp", 1, 8, "points on them"),
    ("soon_lead", 8, 16, "lead expected at the shift's end, quarters"),
    ("final_lead", ELEMENTS, 16, "the same at the end of the game"),
    ("gain", ELEMENTS, 32, "points expected of each element, quarters"),
    ("demand", 4, 4, "free spots of each colour"),
    ("stored", 4, 2, "those that a cube in storage can fill"),
    ("caged", 4, 2, "those that a cube in the cage can fill besides"),
    ("on_carts", 4, 2, "those that a cube on a cart can fill besides"),
    ("spare", 4, 4, "cubes of each colour that no spot asks for"),
)
"""Of each seat: name, how many indices, what a number is typically as large as, meaning."""

BOARD_FIELDS = (
    ("players", 3, 1, "two, three, four"),
    ("shift", SHIFTS, 1, "the shift"),
    ("phase", len(facts.PHASES), 1, " ".join(facts.PHASES)),
    ("space", SPACES, 1, "space of the turn in progress; none: none"),
    ("steps", MOST_STEPS + 1, 1, "work steps left; 0: none"),
    ("fill_level", facts.LEVELS, 1, "shortage: level of the new tile"),
    ("standing", BANK * MOST_STANDING, 1, "workers standing on each space but the bank; 0: none"),
    ("offer", TILE_KINDS * MOST_OFFER_PRICE, 1, "tiles on offer, by kind and workers"),
    ("factory", FACTORY_SPACES * TILE_KINDS, 1, "tiles on f1-f8"),
    ("row", ORDER_SPACES * ORDERS, 1, "cards on o1-o4"),
    ("draft", ORDERS, 1, "cards laid out and not yet picked"),
    ("supply", 4, 4, "cubes in the supply, by colour"),
    ("tile_stack", 1, 16, "tiles in the stack"),
    ("order_stack", 1, 16, "cards in the stack"),
    ("hands", 1, 16, "workers in all hands"),
)
"""Of the board: the same."""

TURN_FIELDS = (
    ("place", SPACES, 1, "where workers go"),
    ("price", MOST_PRICE, 1, "how many of them"),
    ("tile", TILE_KINDS, 1, "the tile bought"),
    ("card", ORDERS, 1, "the card taken"),
    ("delivery", ORDERS, 1, "the cards delivered"),
    ("deliveries", 4, 1, "how many of them"),
    ("level", facts.LEVELS + 1, 1, "mining: where the cage ends"),
    ("load", 4 * MOST_MOVED, 1, "mining: cubes into the cage, by colour; none: none"),
    ("store", 4 * MOST_MOVED, 1, "mining: cubes into storage, by colour; none: none"),
    ("work", ORDERS * MOST_SPOTS, 1, "mining: spots filled of each card; none: none"),
    ("completion", ORDERS, 1, "mining: cards left without a free spot"),
    ("pairs", MOST_MOVED, 1, "mining: pairs used; none: none"),
    ("work_steps", MOST_STEPS + 1, 1, "mining: steps used"),
    ("fill", 5, 1, "shortage: the cube, by colour; 4 none"),
    ("keep_none", 1, 1, "a look: nothing is kept"),
    ("side", 2, 1, "a look: top, bottom"),
    ("back_tile", TILE_KINDS, 1, "a look: the tile to go back next"),
    ("back_card", ORDERS, 1, "a look: the card to go back next"),
    ("back_unknown", 1, 1, "a look: something unseen goes back next"),
)
"""Of a turn: the same; all are flags."""

cdef int SEAT_AT[SEAT_FIELD_COUNT]
cdef int BOARD_AT[BOARD_FIELD_COUNT]
cdef int TURN_AT[TURN_FIELD_COUNT]


cdef uint32_t lay_out(tuple fields, int count, int *at) except 0:
    """Where each field begins; returns the size."""
    cdef uint32_t size = 0
    cdef int index
    if len(fields) != count:
        raise RuntimeError(f"the layout has {len(fields)} fields, not {count}")
    for index in range(count):
        at[index] = size
        size += fields[index][1]
    return size


def check_sizes():
    """What the flags end at, where the facts say how many there can be."""
    # Cards are the most that a seat can have flags of: each is outstanding or delivered.
    flags = 7 + 2 * 4 + 4 * 4 + 2 * 4 + ORDERS + ELEMENTS
    numbers = sum([size for _, size, _, _ in SEAT_FIELDS[AT_GUESS:]])
    for what, most, room in (
        ("workers in hand", max(facts.WORKERS.values()), MOST_HAND),
        ("copies of a tile", facts.TILE_COPIES, MOST_COPIES),
        ("cubes in the cage", facts.CAGE_ROOM, MOST_IN_CAGE),
        ("spots of a card", max([len(order.spots) for order in facts.ORDERS]), MOST_SPOTS),
        ("work steps", max(facts.MINING_STEPS), MOST_STEPS),
        ("flags of a seat", flags, PART_FLAGS),
        ("numbers of a seat", numbers, PART_NUMBERS),
    ):
        if most > room:
            raise RuntimeError(f"{what}: {most}, but features are laid out for {room}")


check_sizes()
SEAT_SIZE = lay_out(SEAT_FIELDS, SEAT_FIELD_COUNT, SEAT_AT)
BOARD_SIZE = lay_out(BOARD_FIELDS, BOARD_FIELD_COUNT, BOARD_AT)
TURN_SIZE = lay_out(TURN_FIELDS, TURN_FIELD_COUNT, TURN_AT)
# Of names, sizes and meanings: whoever changes what a feature is must say so in its meaning.
LAYOUT = int.from_bytes(
    sha256(repr((SEAT_FIELDS, BOARD_FIELDS, TURN_FIELDS)).encode()).digest()[:8], "little"
) | 1


# -- writing -----------------------------------------------------------------------------------

cdef inline int at_most(int value, int most) noexcept nogil:
    return value if value < most else most


cdef inline void put_flag(Features *out, int index) noexcept nogil:
    out.flags[out.flag_count] = index
    out.flag_count += 1


cdef inline void put_number(Features *out, int index, int value) noexcept nogil:
    if value:
        out.numbers[out.number_count] = index
        out.values[out.number_count] = (
            at_most(value, NUMBER_LIMIT) if value > -NUMBER_LIMIT else -NUMBER_LIMIT
        )
        out.number_count += 1


cdef inline int rounded(double x) noexcept nogil:
    return <int>(x + 0.5) if x > 0.0 else -<int>(0.5 - x)


# -- a seat ------------------------------------------------------------------------------------

cdef inline int int_lead(const int *counts, int seats, int seat) noexcept nogil:
    """A count less the best other's."""
    cdef int other, best = -(1 << 20)
    for other in range(seats):
        if other != seat and counts[other] > best:
            best = counts[other]
    return counts[seat] - best


cdef inline double lead_of(const double *counts, int seats, int seat) noexcept nogil:
    """The same of what is expected."""
    cdef int other
    cdef double best = -1e9
    for other in range(seats):
        if other != seat and counts[other] > best:
            best = counts[other]
    return counts[seat] - best


cdef void write_course(const State *state, int seat, Features *out) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef int distance
    if state.active != NONE:
        distance = seat - state.active
        put_flag(out, SEAT_AT[AT_DISTANCE] + (
            distance if distance >= 0 else distance + state.players
        ))
    if state.start == seat:
        put_flag(out, SEAT_AT[AT_START])
    put_flag(out, SEAT_AT[AT_SEAT_PLAYERS] + state.players - 2)
    put_flag(out, SEAT_AT[AT_SEAT_SHIFT] + state.shift - 1)
    put_flag(out, SEAT_AT[AT_HAND] + (MOST_HAND + 1) * (state.shift - 1) + own.workers)
    put_flag(out, SEAT_AT[AT_MARKS] + at_most(own.marks, MOST_MARKS))


cdef void write_pit(const Seat *own, Features *out) noexcept nogil:
    cdef int level, colour, kind, count, tiles, loaded
    put_flag(out, SEAT_AT[AT_CAGE_LEVEL] + cage_level(own.cage))
    for colour in range(4):
        count = cage_count(own.cage, colour)
        if count:
            put_flag(out, SEAT_AT[AT_CAGE] + MOST_IN_CAGE * colour + count - 1)
        count = at_most(byte_count(own.storage, colour), MOST_STORED)
        if count:
            put_flag(out, SEAT_AT[AT_STORAGE] + MOST_STORED * colour + count - 1)
    for level in range(4):
        tiles = pit_tiles(own.pit[level])
        loaded = pit_total(own.pit[level])
        put_flag(out, SEAT_AT[AT_LOADED] + (MOST_CARTS + 1) * level + at_most(loaded, MOST_CARTS))
        put_flag(out, SEAT_AT[AT_EMPTY] + (MOST_CARTS + 1) * level + at_most(
            TABLES.pit_carts[tiles] - loaded, MOST_CARTS
        ))
        for kind in range(4):
            count = tiles >> (2 * kind) & 3
            if count:
                put_flag(out, SEAT_AT[AT_TILES] + MOST_COPIES * (4 * level + kind) + count - 1)


cdef inline int filled_spots(const State *state, int order) noexcept nogil:
    cdef int spot, count = 0
    for spot in range(TABLES.order_spots[order]):
        count += (state.fill[order] >> (4 * spot) & 15) != 0
    return count


cdef void write_orders(const State *state, const Seat *own, Features *out) noexcept nogil:
    cdef uint64_t orders = own.outstanding
    cdef int count[2]
    cdef int vp[2]
    cdef int order, is_complete
    count[0] = count[1] = vp[0] = vp[1] = 0
    while orders:
        order = lowest_bit64(orders)
        orders &= orders - 1
        is_complete = state.complete >> order & 1
        count[is_complete] += 1
        vp[is_complete] += TABLES.order_vp[order]
        put_flag(
            out, SEAT_AT[AT_OUTSTANDING] + (MOST_SPOTS + 1) * order + filled_spots(state, order)
        )
    orders = own.delivered
    while orders:
        put_flag(out, SEAT_AT[AT_DELIVERED] + lowest_bit64(orders))
        orders &= orders - 1
    put_number(out, SEAT_AT[AT_OPEN], count[0])
    put_number(out, SEAT_AT[AT_OPEN_VP], vp[0])
    put_number(out, SEAT_AT[AT_COMPLETE], count[1])
    put_number(out, SEAT_AT[AT_COMPLETE_VP], vp[1])


cdef void write_demand(const State *state, int seat, Features *out) noexcept nogil:
    """Where the cubes lie that the seat's free spots ask for."""
    cdef const Seat *own = &state.seats[seat]
    cdef int demand[4]
    cdef int have[3]
    cdef int colour, level, place, left, used, spare
    count_demand(state, seat, demand)
    for colour in range(4):
        have[0] = byte_count(own.storage, colour)
        have[1] = cage_count(own.cage, colour)
        have[2] = 0
        for level in range(4):
            have[2] += pit_count(own.pit[level], colour)
        put_number(out, SEAT_AT[AT_DEMAND] + colour, demand[colour])
        left = demand[colour]
        spare = 0
        for place in range(3):
            used = at_most(have[place], left)
            left -= used
            spare += have[place] - used
            put_number(out, SEAT_AT[AT_STORED + place] + colour, used)
        put_number(out, SEAT_AT[AT_SPARE] + colour, spare)


cdef void write_majorities(
    const State *state, int seat, const Outlook *outlook, Features *out
) noexcept nogil:
    cdef int element, last = ELEMENTS * (outlook.scorings - 1)
    cdef double soon = 0.0, final = 0.0
    for element in range(ELEMENTS):
        put_flag(out, SEAT_AT[AT_LEAD] + (2 * MOST_LEAD + 1) * element + (
            MOST_LEAD + outlook.leads[seat][element]
        ))
        soon += outlook.gains[seat][element]
        final += outlook.gains[seat][last + element]
        put_number(out, SEAT_AT[AT_GAIN] + element, outlook.points[seat][element])
        put_number(out, SEAT_AT[AT_FINAL_LEAD] + element, outlook.final_leads[seat][element])
        # Carts are expected as they will be in the end; what an element counts at an earlier
        # scoring is known only if it is scored there.
        if element < 8 and element < ELEMENTS_A_SHIFT * state.shift:
            put_number(out, SEAT_AT[AT_SOON_LEAD] + element, outlook.soon_leads[seat][element])
    put_number(out, SEAT_AT[AT_SOON_GAINS], rounded(2.0 * soon))
    put_number(out, SEAT_AT[AT_FINAL_GAINS], rounded(2.0 * final))


cdef void write_sums(
    const State *state, int seat, const Outlook *outlook, Features *out
) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef int vp[4]
    cdef int hands[4]
    cdef int other, level, balance = 0
    for other in range(state.players):
        vp[other] = state.seats[other].vp
        hands[other] = state.seats[other].workers
    for level in range(4):
        balance += TABLES.pit_balance[pit_tiles(own.pit[level])]
    put_number(out, SEAT_AT[AT_GUESS], rounded(outlook.vp[seat] - own.vp))
    put_number(
        out, SEAT_AT[AT_GUESS_LEAD], rounded(2.0 * lead_of(outlook.vp, state.players, seat))
    )
    put_number(out, SEAT_AT[AT_VP_LEAD], int_lead(vp, state.players, seat))
    put_number(out, SEAT_AT[AT_PLAIN], rounded(outlook.prospects[seat].vp - own.vp))
    put_number(out, SEAT_AT[AT_TIME], own.workers + later_workers(state))
    put_number(out, SEAT_AT[AT_HAND_LEAD], int_lead(hands, state.players, seat))
    put_number(out, SEAT_AT[AT_FACTORY_LEAD], int_lead(outlook.factory, state.players, seat))
    put_number(out, SEAT_AT[AT_MONEY], own.marks)
    put_number(out, SEAT_AT[AT_CUBES], outlook.cubes[seat])
    put_number(out, SEAT_AT[AT_BALANCE], balance if balance > 0 else -balance)


# -- the board ---------------------------------------------------------------------------------

cdef void write_standing(const State *state, Features *out) noexcept nogil:
    cdef uint32_t spaces = (
        state.occupancy[0] | state.occupancy[1] | state.occupancy[2] | state.occupancy[3]
    )
    cdef int space
    while spaces:
        space = lowest_bit64(spaces)
        spaces &= spaces - 1
        put_flag(out, BOARD_AT[AT_STANDING] + MOST_STANDING * space + at_most(
            space_workers(state, space) - 2, MOST_STANDING - 1
        ))


cdef void write_offers(const State *state, Features *out) noexcept nogil:
    cdef int space
    cdef uint64_t cards = state.draft
    for space in range(FACTORY_SPACES):
        if state.factory[space] != NO_TILE:
            put_flag(out, BOARD_AT[AT_FACTORY] + TILE_KINDS * space + state.factory[space])
            put_flag(out, BOARD_AT[AT_OFFER] + MOST_OFFER_PRICE * state.factory[space] + at_most(
                space_workers(state, space), MOST_OFFER_PRICE
            ) - 1)
    for space in range(ORDER_SPACES):
        if state.row[space] != NO_ORDER:
            put_flag(out, BOARD_AT[AT_ROW] + ORDERS * space + state.row[space])
    while cards:
        put_flag(out, BOARD_AT[AT_DRAFT] + lowest_bit64(cards))
        cards &= cards - 1


cdef void write_board(const State *state, Features *out) noexcept nogil:
    cdef int seat, colour, hands = 0
    put_flag(out, BOARD_AT[AT_PLAYERS] + state.players - 2)
    put_flag(out, BOARD_AT[AT_SHIFT] + state.shift - 1)
    put_flag(out, BOARD_AT[AT_PHASE] + state.phase)
    if state.space != NONE:
        put_flag(out, BOARD_AT[AT_SPACE] + state.space)
    if state.steps:
        put_flag(out, BOARD_AT[AT_STEPS] + state.steps)
    if state.fill_carts:
        put_flag(out, BOARD_AT[AT_FILL_LEVEL] + state.fill_level - 1)
    write_standing(state, out)
    write_offers(state, out)
    for seat in range(state.players):
        hands += state.seats[seat].workers
    for colour in range(4):
        put_number(out, BOARD_AT[AT_SUPPLY] + colour, byte_count(state.supply, colour))
    put_number(out, BOARD_AT[AT_TILE_STACK], stack_size(&state.tiles))
    put_number(out, BOARD_AT[AT_ORDER_STACK], stack_size(&state.orders))
    put_number(out, BOARD_AT[AT_HANDS], hands)


cdef void features_of(const State *state, Features *out) noexcept nogil:
    cdef Outlook outlook
    cdef int seat
    look_over(state, &outlook)
    for seat in range(state.players + 1):
        out[seat].flag_count = out[seat].number_count = 0
    out[state.players].points = 0
    for seat in range(state.players):
        out[seat].points = state.seats[seat].vp
        write_course(state, seat, &out[seat])
        write_pit(&state.seats[seat], &out[seat])
        write_orders(state, &state.seats[seat], &out[seat])
        write_demand(state, seat, &out[seat])
        write_majorities(state, seat, &outlook, &out[seat])
        write_sums(state, seat, &outlook, &out[seat])
    write_board(state, &out[state.players])


# -- a turn ------------------------------------------------------------------------------------

cdef inline void put_turn(uint16_t *out, int *count, int index) noexcept nogil:
    out[count[0]] = index
    count[0] += 1


cdef struct Work:
    int level
    int steps
    int pairs
    int loaded[4]
    int stored[4]
    uint64_t orders             # of which spots were filled
    int filled[ORDERS]          # so many; of other orders not set


cdef inline void work_slot(Work *work, int slot) noexcept nogil:
    cdef int order = TABLES.slot_order[slot]
    if not work.orders >> order & 1:
        work.orders |= <uint64_t>1 << order
        work.filled[order] = 0
    work.filled[order] += 1


cdef void add_step(Work *work, Move code) noexcept nogil:
    work.steps += 1
    if code >= PAIR:
        work.steps += 1
        work.pairs += 1
        work_slot(work, (code - PAIR) / PAIR_KINDS)
    elif code >= FROM_STORAGE:
        work_slot(work, code - FROM_STORAGE)
    elif code >= FROM_CAGE:
        work_slot(work, code - FROM_CAGE)
    elif code >= STORE:
        work.stored[code - STORE] += 1
    elif code >= LOAD:
        work.loaded[code - LOAD] += 1
    else:
        work.level = code - CAGE


cdef void write_work(
    const State *state, const Move *codes, int code_count, uint16_t *out, int *count
) noexcept nogil:
    cdef Work work
    cdef int index, order, filled
    work.level = cage_level(state.seats[state.active].cage)
    work.steps = work.pairs = 0
    work.orders = 0
    for index in range(4):
        work.loaded[index] = work.stored[index] = 0
    for index in range(code_count):
        if codes[index] != END:
            add_step(&work, codes[index])
    put_turn(out, count, TURN_AT[AT_LEVEL] + work.level)
    put_turn(out, count, TURN_AT[AT_WORK_STEPS] + at_most(work.steps, MOST_STEPS))
    if work.pairs:
        put_turn(out, count, TURN_AT[AT_PAIRS] + at_most(work.pairs, MOST_MOVED) - 1)
    for index in range(4):
        if work.loaded[index]:
            put_turn(out, count, TURN_AT[AT_LOAD] + MOST_MOVED * index + at_most(
                work.loaded[index], MOST_MOVED
            ) - 1)
        if work.stored[index]:
            put_turn(out, count, TURN_AT[AT_STORE] + MOST_MOVED * index + at_most(
                work.stored[index], MOST_MOVED
            ) - 1)
    while work.orders:
        order = lowest_bit64(work.orders)
        work.orders &= work.orders - 1
        filled = work.filled[order]
        put_turn(out, count, TURN_AT[AT_WORK] + MOST_SPOTS * order + filled - 1)
        if filled_spots(state, order) + filled == TABLES.order_spots[order]:
            put_turn(out, count, TURN_AT[AT_COMPLETION] + order)


cdef void write_delivery(
    const State *state, int vehicle, uint16_t *out, int *count
) noexcept nogil:
    cdef uint64_t orders = state.seats[state.active].outstanding & state.complete
    orders &= TABLES.vehicle_orders[vehicle]
    if orders:
        put_turn(out, count, TURN_AT[AT_DELIVERIES] + at_most(popcount64(orders), 4) - 1)
    while orders:
        put_turn(out, count, TURN_AT[AT_DELIVERY] + lowest_bit64(orders))
        orders &= orders - 1


cdef void write_placement(
    const State *state, const Turn *turn, uint16_t *out, int *count
) noexcept nogil:
    cdef int space = turn.moves[0] - PLACE
    put_turn(out, count, TURN_AT[AT_PLACE] + space)
    put_turn(
        out, count, TURN_AT[AT_PRICE] + at_most(space_workers(state, space), MOST_PRICE) - 1
    )
    if space < FACTORY_LOOK:
        put_turn(out, count, TURN_AT[AT_TILE] + state.factory[space])
    elif space == FACTORY_LOOK:
        return
    elif space < DELIVERY:
        write_work(state, &turn.moves[1], turn.count - 1, out, count)
    elif space < MONEY:
        write_delivery(state, space - DELIVERY, out, count)
    elif ORDER <= space < ORDER_LOOK:
        put_turn(out, count, TURN_AT[AT_CARD] + state.row[space - ORDER])


cdef int turn_features_of(const State *state, const Turn *turn, uint16_t *out) noexcept nogil:
    cdef Move code = turn.moves[0]
    cdef int count = 0
    if code >= CAGE:
        write_work(state, turn.moves, turn.count, out, &count)
    elif code == STACK_HIDDEN:
        put_turn(out, &count, TURN_AT[AT_BACK_UNKNOWN])
    elif code >= STACK_ORDER:
        put_turn(out, &count, TURN_AT[AT_BACK_CARD] + code - STACK_ORDER)
    elif code >= STACK_TILE:
        put_turn(out, &count, TURN_AT[AT_BACK_TILE] + code - STACK_TILE)
    elif code >= SIDE_TOP:
        put_turn(out, &count, TURN_AT[AT_SIDE] + code - SIDE_TOP)
    elif code >= FILL:
        put_turn(out, &count, TURN_AT[AT_FILL] + code - FILL)
    elif code >= PLACE:
        write_placement(state, turn, out, &count)
    elif code == TAKE_NONE:
        put_turn(out, &count, TURN_AT[AT_KEEP_NONE])
    elif code >= TAKE_ORDER:
        put_turn(out, &count, TURN_AT[AT_CARD] + code - TAKE_ORDER)
    else:
        put_turn(out, &count, TURN_AT[AT_TILE] + code - TAKE_TILE)
    return count
