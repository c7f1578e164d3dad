"""The mining planner: every distinct position that a number of work steps can reach."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from coalbaron_fast.games.coalbaron.core.bits cimport (
    COALBARON_DEBUG, byte_count, byte_cube, cage_count, cage_level, invariant_failed, lowest_bit64,
)
from coalbaron_fast.games.coalbaron.core.check cimport BAD_PLAN
from coalbaron_fast.games.coalbaron.core.spots cimport available_pairs, spots_complete, spots_with
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport (
    CAGE, CAGE_ROOM, END, FROM_CAGE, FROM_STORAGE, LOAD, Move, PAIR, PAIR_KINDS, STORE, SUPPLY,
    Seat, State,
)
from coalbaron_fast.search.signals cimport watch_raised

cdef enum:
    WATCH_EVERY = 4096          # positions between looks at the watch
    STORAGE_SHIFT = 15
    BLACK_SHIFT = 35
    LINK_MOVE = 32
    LINK_STEPS = 48
    LINK_CAGE = 56
    LINK_DOMINATED = 57
    FIRST_INDEX_BITS = 10


# -- the packed position -----------------------------------------------------------------------

cdef inline int key_storage(uint64_t word, int colour) noexcept nogil:
    return <int>(word >> (STORAGE_SHIFT + 5 * colour)) & 31


cdef inline uint64_t cage_unit(int colour) noexcept nogil:
    return <uint64_t>1 << (3 + 3 * colour)


cdef inline uint64_t storage_unit(int colour) noexcept nogil:
    return <uint64_t>1 << (STORAGE_SHIFT + 5 * colour)


cdef inline uint64_t cube_unit(int cube) noexcept nogil:
    """One cube in key word 0: 0-3 in the cage, 4-7 in storage."""
    return cage_unit(cube) if cube < 4 else storage_unit(cube - 4)


cdef inline int key_level_cubes(const uint64_t *key, int level) noexcept nogil:
    """The 20 bits of a level (1-4)."""
    if level == 4:
        return <int>(key[0] >> BLACK_SHIFT) & 0xFFFFF
    return <int>(key[1] >> (20 * (level - 1))) & 0xFFFFF


cdef inline int key_spots(const uint64_t *key, int place) noexcept nogil:
    return <int>(key[2 + (place >> 2)] >> (16 * (place & 3))) & 0xFFFF


cdef inline bint slot_is_free(const Planner *planner, const uint64_t *key, int slot) noexcept nogil:
    return not key_spots(key, planner.slot_place[slot]) & TABLES.slot_free_test[planner.slots[slot]]


# -- memory ------------------------------------------------------------------------------------

cdef void planner_open(Planner *planner, void *memory, uint64_t bytes) noexcept nogil:
    memset(planner, 0, sizeof(Planner))
    planner.memory = <uint64_t *>memory
    planner.memory_words = bytes / sizeof(uint64_t)


cdef void lay_out_memory(Planner *planner) noexcept nogil:
    """As many positions as fit, beside an index of twice as many entries and a chain."""
    cdef uint64_t positions = 1 << (FIRST_INDEX_BITS - 1)
    planner.capacity = 0
    # A power of two, as the index is masked; half full at most, so that probing stays short.
    # Two entries of the index and one of the chain take three half words.
    while positions < 1 << 29 and positions * (2 * planner.stride + 3) <= 2 * planner.memory_words:
        planner.capacity = <int>positions
        positions *= 2
    planner.nodes = planner.memory
    planner.index = <uint32_t *>(planner.nodes + <uint64_t>planner.capacity * planner.stride)
    planner.chain = planner.index + 2 * <uint64_t>planner.capacity


cdef inline uint64_t key_hash(const uint64_t *key, int words) noexcept nogil:
    cdef uint64_t hash = key[0] * <uint64_t>0x9E3779B97F4A7C15
    cdef int word
    for word in range(1, words):
        hash = (hash ^ (hash >> 29) ^ key[word]) * <uint64_t>0xBF58476D1CE4E5B9
    return hash ^ (hash >> 32)


cdef void grow_index(Planner *planner) noexcept nogil:
    """Begin small, so that a small problem touches little memory; double as positions come."""
    cdef uint32_t mask, entry
    cdef int node
    planner.index_bits += 1
    mask = (<uint32_t>1 << planner.index_bits) - 1
    memset(planner.index, 0, (<uint64_t>mask + 1) * sizeof(uint32_t))
    for node in range(planner.count):
        entry = mask & <uint32_t>key_hash(
            planner.nodes + <uint64_t>node * planner.stride, planner.words
        )
        while planner.index[entry]:
            entry = (entry + 1) & mask
        planner.index[entry] = node + 1


cdef inline bint same_key(const uint64_t *a, const uint64_t *b, int words) noexcept nogil:
    cdef uint64_t difference = 0
    cdef int word
    for word in range(words):
        difference |= a[word] ^ b[word]
    return difference == 0


cdef inline void keep_if_new(Planner *planner, uint64_t link) noexcept nogil:
    """Take the candidate after the last position in, unless it is there already.

    Layers are run in the order of their steps, so the first to come has the fewest. A candidate
    is made where it will stay: one that is new costs no copy, any other is overwritten.
    """
    cdef uint64_t *candidate = planner.nodes + <uint64_t>planner.count * planner.stride
    cdef uint32_t mask = (<uint32_t>1 << planner.index_bits) - 1
    cdef uint32_t entry = <uint32_t>key_hash(candidate, planner.words) & mask
    if planner.status == PLAN_FULL:
        # The last place is for candidates alone.
        return
    while planner.index[entry]:
        if same_key(
            candidate, planner.nodes + <uint64_t>(planner.index[entry] - 1) * planner.stride,
            planner.words,
        ):
            return
        entry = (entry + 1) & mask
    candidate[planner.words] = link
    planner.index[entry] = planner.count + 1
    planner.count += 1
    if planner.count + 1 >= planner.capacity:
        planner.status = PLAN_FULL
    elif planner.count * 2 > <int>mask:
        grow_index(planner)


cdef inline uint64_t *candidate_from(Planner *planner, const uint64_t *key) noexcept nogil:
    """A copy of a position after the last one, to be changed and then kept if new."""
    cdef uint64_t *candidate = planner.nodes + <uint64_t>planner.count * planner.stride
    cdef int word
    for word in range(planner.words):
        candidate[word] = key[word]
    return candidate


# -- single steps ------------------------------------------------------------------------------

cdef inline uint64_t link_word(int node, int move, int steps, bint cage) noexcept nogil:
    return (
        <uint64_t>node | <uint64_t>move << LINK_MOVE | <uint64_t>steps << LINK_STEPS
        | <uint64_t>cage << LINK_CAGE
    )


cdef inline void place_cubes(
    Planner *planner, const uint64_t *key, int slot, int fill, uint64_t cubes, uint64_t link
) noexcept nogil:
    """Cubes (in units of key word 0) onto a free spot of a slot."""
    cdef uint64_t *candidate = candidate_from(planner, key)
    cdef int place = planner.slot_place[slot], shift = 16 * (place & 3)
    cdef uint16_t old = <uint16_t>key_spots(key, place)
    # Spots of one colour are alike and kept sorted: a slot has one successor, not one a spot.
    cdef uint64_t change = old ^ spots_with(old, planner.slots[slot], fill)
    candidate[0] -= cubes
    candidate[2 + (place >> 2)] ^= change << shift
    keep_if_new(planner, link)


cdef void step_cage(Planner *planner, int node, const uint64_t *key, int steps) noexcept nogil:
    cdef uint64_t *candidate
    cdef int level, here = cage_level(<uint16_t>(key[0] & 7))
    for level in range(5):
        if level != here:
            candidate = candidate_from(planner, key)
            candidate[0] = (candidate[0] & ~<uint64_t>7) | level
            keep_if_new(planner, link_word(node, CAGE + level, steps, True))


cdef void step_load(Planner *planner, int node, const uint64_t *key, int steps) noexcept nogil:
    cdef uint64_t *candidate
    cdef int colour, level = <int>key[0] & 7, cubes = key_level_cubes(key, level)
    for colour in range(4):
        if cubes >> (5 * colour) & 31:
            candidate = candidate_from(planner, key)
            candidate[0] += cage_unit(colour)
            if level == 4:
                candidate[0] -= <uint64_t>1 << (BLACK_SHIFT + 5 * colour)
            else:
                candidate[1] -= <uint64_t>1 << (20 * (level - 1) + 5 * colour)
            keep_if_new(planner, link_word(node, LOAD + colour, steps, False))


cdef void step_store(Planner *planner, int node, const uint64_t *key, int steps) noexcept nogil:
    cdef uint64_t *candidate
    cdef int colour
    for colour in range(4):
        if cage_count(<uint16_t>key[0], colour):
            candidate = candidate_from(planner, key)
            candidate[0] += storage_unit(colour) - cage_unit(colour)
            keep_if_new(planner, link_word(node, STORE + colour, steps, False))


cdef void step_place(Planner *planner, int node, const uint64_t *key, int steps) noexcept nogil:
    cdef int slot, code, colour
    cdef bint surface = (key[0] & 7) == 0
    for slot in range(planner.slot_count):
        code = planner.slots[slot]
        colour = TABLES.slot_colour[code]
        # From the cage only at the surface, from storage wherever the cage is.
        if not slot_is_free(planner, key, slot):
            continue
        if surface and cage_count(<uint16_t>key[0], colour):
            place_cubes(
                planner, key, slot, 1, cage_unit(colour),
                link_word(node, FROM_CAGE + code, steps, False),
            )
        if key_storage(key[0], colour):
            place_cubes(
                planner, key, slot, 1, storage_unit(colour),
                link_word(node, FROM_STORAGE + code, steps, False),
            )


cdef void step_pairs(Planner *planner, int node, const uint64_t *key, int steps) noexcept nogil:
    cdef Move kinds[PAIR_KINDS]
    cdef int slot, index, kind, cube, number, present = 0, several = 0, pairs
    for cube in range(8):
        if cube < 4:
            number = cage_count(<uint16_t>key[0], cube) if (key[0] & 7) == 0 else 0
        else:
            number = key_storage(key[0], cube - 4)
        present |= (number > 0) << cube
        several |= (number > 1) << cube
    # Which pairs there are does not depend on the slot: listed once, tried on each free one.
    pairs = available_pairs(present, several, kinds)
    for slot in range(planner.slot_count if pairs else 0):
        if not slot_is_free(planner, key, slot):
            continue
        for index in range(pairs):
            kind = kinds[index]
            place_cubes(
                planner, key, slot, TABLES.pair_fill[kind],
                cube_unit(TABLES.pair_first[kind]) + cube_unit(TABLES.pair_second[kind]),
                link_word(node, PAIR + planner.slots[slot] * PAIR_KINDS + kind, steps, False),
            )


cdef void single_steps(Planner *planner, int node, int steps) noexcept nogil:
    """Every position one step from this one."""
    cdef uint64_t key[PLAN_WORDS]
    cdef const uint64_t *stored = planner.nodes + <uint64_t>node * planner.stride
    cdef uint16_t cage
    # A copy on the stack: the compiler need not fear that a candidate's words overlap it.
    memcpy(key, stored, planner.words * sizeof(uint64_t))
    cage = <uint16_t>(key[0] & 0x7FFF)
    # Moving the cage twice in a row only reaches what one move reaches.
    if not stored[planner.words] >> LINK_CAGE & 1:
        step_cage(planner, node, key, steps)
    if cage_level(cage) == 0:
        step_store(planner, node, key, steps)
    elif (
        cage_count(cage, 0) + cage_count(cage, 1) + cage_count(cage, 2) + cage_count(cage, 3)
        < CAGE_ROOM
    ):
        step_load(planner, node, key, steps)
    step_place(planner, node, key, steps)


cdef void double_steps(Planner *planner, int node, int steps) noexcept nogil:
    cdef uint64_t key[PLAN_WORDS]
    memcpy(key, planner.nodes + <uint64_t>node * planner.stride, planner.words * sizeof(uint64_t))
    step_pairs(planner, node, key, steps)


# -- the run -----------------------------------------------------------------------------------

cdef void read_problem(Planner *planner, const State *state, int seat, int steps) noexcept nogil:
    # Complete orders take no cube and lose none: they are the same in every position.
    cdef uint64_t open_orders = state.seats[seat].outstanding & ~state.complete
    cdef int order, colour
    planner.seat = seat
    planner.steps = steps
    planner.order_count = 0
    planner.slot_count = 0
    while open_orders:
        order = lowest_bit64(open_orders)
        open_orders &= open_orders - 1
        for colour in range(4):
            if TABLES.order_slot[order][colour] >= 0:
                planner.slots[planner.slot_count] = TABLES.order_slot[order][colour]
                planner.slot_place[planner.slot_count] = planner.order_count
                planner.slot_count += 1
        planner.orders[planner.order_count] = order
        planner.order_count += 1
    planner.words = 2 + (planner.order_count + 3) / 4
    planner.stride = planner.words + 1
    planner.count = 0
    planner.kept = 0
    planner.status = PLAN_COMPLETE


cdef void store_start(Planner *planner, const State *state) noexcept nogil:
    cdef const Seat *own = &state.seats[planner.seat]
    cdef uint64_t *key = planner.nodes
    cdef int colour, place
    memset(key, 0, planner.stride * sizeof(uint64_t))
    key[0] = own.cage | <uint64_t>(own.pit[3] & 0xFFFFF) << BLACK_SHIFT
    for colour in range(4):
        key[0] += byte_count(own.storage, colour) * storage_unit(colour)
    key[1] = (
        <uint64_t>(own.pit[0] & 0xFFFFF) | <uint64_t>(own.pit[1] & 0xFFFFF) << 20
        | <uint64_t>(own.pit[2] & 0xFFFFF) << 40
    )
    for place in range(planner.order_count):
        key[2 + (place >> 2)] |= <uint64_t>state.fill[planner.orders[place]] << (16 * (place & 3))
    planner.count = 1


cdef inline bint is_broken_off(Planner *planner, int node) noexcept nogil:
    """Whether the watch says so; asked at every position, it looks at some."""
    if planner.watch != NULL and node % WATCH_EVERY == 0 and watch_raised(planner.watch):
        planner.status = PLAN_BROKEN_OFF
    return planner.status == PLAN_BROKEN_OFF


cdef PlanStatus planner_run(
    Planner *planner, const State *state, int seat, int steps
) noexcept nogil:
    cdef int layer[PLAN_STEPS + 2]
    cdef int step, node
    read_problem(planner, state, seat, steps)
    lay_out_memory(planner)
    if planner.capacity < 2:
        planner.status = PLAN_FULL
        return planner.status
    store_start(planner, state)
    planner.index_bits = FIRST_INDEX_BITS - 1
    grow_index(planner)
    layer[0] = 0
    layer[1] = 1
    # Layer s holds what takes s steps and no fewer: a step from layer s-1, a pair from s-2.
    for step in range(1, steps + 1):
        for node in range(layer[step - 1], layer[step]):
            single_steps(planner, node, step)
            if planner.status != PLAN_COMPLETE or is_broken_off(planner, node):
                break
        if step > 1 and planner.status == PLAN_COMPLETE:
            for node in range(layer[step - 2], layer[step - 1]):
                double_steps(planner, node, step)
                if planner.status != PLAN_COMPLETE or is_broken_off(planner, node):
                    break
        layer[step + 1] = planner.count
        if planner.status != PLAN_COMPLETE:
            break
    planner.kept = planner.count
    if COALBARON_DEBUG and planner.count >= planner.capacity:
        invariant_failed(END, BAD_PLAN, planner.count)
    return planner.status


# -- results -----------------------------------------------------------------------------------

cdef int planner_node_steps(const Planner *planner, int node) noexcept nogil:
    return <int>(planner.nodes[<uint64_t>node * planner.stride + planner.words] >> LINK_STEPS) & 255


cdef int planner_steps(const Planner *planner, int node, Move *out) noexcept nogil:
    cdef uint64_t link
    cdef int count = 0, index
    cdef Move move
    # Links lead back to the start, node 0: the steps come out last first and are turned round.
    while node:
        link = planner.nodes[<uint64_t>node * planner.stride + planner.words]
        out[count] = <Move>(link >> LINK_MOVE)
        node = <int>(<uint32_t>link)
        count += 1
    for index in range(count / 2):
        move = out[index]
        out[index] = out[count - 1 - index]
        out[count - 1 - index] = move
    return count


cdef void planner_apply(const Planner *planner, int node, State *state) noexcept nogil:
    cdef const uint64_t *key = planner.nodes + <uint64_t>node * planner.stride
    cdef Seat *own = &state.seats[planner.seat]
    cdef int level, colour, place, order
    own.cage = <uint16_t>(key[0] & 0x7FFF)
    own.storage = 0
    for colour in range(4):
        own.storage += key_storage(key[0], colour) * byte_cube(colour)
    for level in range(4):
        own.pit[level] = (own.pit[level] & ~<uint32_t>0xFFFFF) | key_level_cubes(key, level + 1)
    for place in range(planner.order_count):
        order = planner.orders[place]
        state.fill[order] = key_spots(key, place)
        if spots_complete(state.fill[order], order):
            state.complete |= <uint64_t>1 << order


# -- dominance ---------------------------------------------------------------------------------

cdef inline uint64_t spread3(uint64_t counts) noexcept nogil:
    """Four counts of 3 bits as four of 4 bits, so that a borrow shows in the bit above."""
    return (
        (counts & 0x7) | (counts & 0x38) << 1 | (counts & 0x1C0) << 2 | (counts & 0xE00) << 3
    )


cdef bint counts_at_most(const uint64_t *a, const uint64_t *b) noexcept nogil:
    """No count of the cage and the carts is larger in a than in b."""
    cdef uint64_t guard = 0x8888, cage_a = spread3(a[0] >> 3), cage_b = spread3(b[0] >> 3)
    cdef int level, colour, level_a, level_b
    # All four counts at once: where b has less than a, the subtraction borrows the guard bit.
    if (((cage_b & 0x7777) | guard) - (cage_a & 0x7777)) & guard != guard:
        return False
    for level in range(1, 5):
        level_a = key_level_cubes(a, level)
        level_b = key_level_cubes(b, level)
        if level_a == level_b:
            continue
        for colour in range(4):
            if (level_a >> (5 * colour) & 31) > (level_b >> (5 * colour) & 31):
                return False
    return True


cdef bint same_group(const Planner *planner, const uint64_t *a, const uint64_t *b) noexcept nogil:
    """The same cage level and the same spots: only such positions are compared."""
    return (a[0] & 7) == (b[0] & 7) and same_key(a + 2, b + 2, planner.words - 2)


cdef inline uint32_t group_hash(const Planner *planner, const uint64_t *key) noexcept nogil:
    cdef uint64_t hash = key[0] & 7
    if planner.words > 2:
        hash += key_hash(key + 2, planner.words - 2)
    return <uint32_t>hash


cdef int storage_total(const uint64_t *key) noexcept nogil:
    return (
        key_storage(key[0], 0) + key_storage(key[0], 1) + key_storage(key[0], 2)
        + key_storage(key[0], 3)
    )


cdef inline bint dominates(
    const Planner *planner, const uint64_t *a, const uint64_t *b
) noexcept nogil:
    return same_group(planner, a, b) and counts_at_most(a, b)


cdef bint planner_is_dominated(const Planner *planner, int node) noexcept nogil:
    return planner.nodes[<uint64_t>node * planner.stride + planner.words] >> LINK_DOMINATED & 1


cdef void sort_by_storage(const Planner *planner, uint32_t *order) noexcept nogil:
    """Every position, those with most cubes in storage first: a counting sort, in linear time."""
    cdef uint32_t starts[4 * SUPPLY + 2]
    cdef int node, stored
    memset(starts, 0, sizeof(starts))
    for node in range(planner.count):
        starts[storage_total(planner.nodes + <uint64_t>node * planner.stride)] += 1
    for stored in range(4 * SUPPLY - 1, -1, -1):
        starts[stored] += starts[stored + 1]
    for node in range(planner.count):
        stored = storage_total(planner.nodes + <uint64_t>node * planner.stride)
        order[starts[stored + 1]] = node
        starts[stored + 1] += 1


cdef void planner_mark_dominated(Planner *planner) noexcept nogil:
    """Compare within groups, which the index (the run no longer needs it) finds by hash.

    A group has the same spots, so its positions have as many cubes in all. One with no more in
    cage and on carts than another has more in storage: with those first, each position is
    compared with the undominated ones before it alone. (What a dominated one dominates, the one
    above it dominates too.)
    """
    cdef uint32_t buckets = <uint32_t>1 << (planner.index_bits - 1)
    cdef uint32_t *heads = planner.index
    cdef uint32_t *order = planner.index + buckets
    cdef uint32_t bucket, other
    cdef uint64_t *node
    cdef int index
    memset(heads, 0, buckets * sizeof(uint32_t))
    sort_by_storage(planner, order)
    planner.kept = 0
    for index in range(planner.count):
        if is_broken_off(planner, index):
            return
        node = planner.nodes + <uint64_t>order[index] * planner.stride
        bucket = group_hash(planner, node) & (buckets - 1)
        other = heads[bucket]
        while other and not dominates(
            planner, planner.nodes + <uint64_t>(other - 1) * planner.stride, node
        ):
            other = planner.chain[other - 1]
        if other:
            node[planner.words] |= <uint64_t>1 << LINK_DOMINATED
        else:
            planner.chain[order[index]] = heads[bucket]
            heads[bucket] = order[index] + 1
            planner.kept += 1
