"""The two stacks: what lies where, who knows it, drawing and putting back."""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memcpy, memmove

from coalbaron_fast.games.coalbaron.core.bits cimport popcount64
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.core.types cimport (
    LOOK, NONE, PLACE_ENDS_BATCH, PLACE_ITEM, PLACE_SIGNS, SIDE_IS_TOP, SIGN_KNOWN, SIGN_NOTHING,
    SIGN_SEEN, SIGN_SET, STACK_ROOM, Stack, State, UNKNOWN,
)


# -- the middle ------------------------------------------------------------------------------

cdef inline uint64_t each_byte(uint64_t value) noexcept nogil:
    return value * <uint64_t>0x0101010101010101


cdef int middle_pick(const Stack *stack, int k) noexcept nogil:
    cdef uint64_t bits = stack.middle, counts, before
    cdef int byte, index
    # Bits in each byte, then (by one product) in each byte and those below it.
    counts = bits - (bits >> 1 & each_byte(0x55))
    counts = (counts & each_byte(0x33)) + (counts >> 2 & each_byte(0x33))
    before = each_byte((counts + (counts >> 4)) & each_byte(0x0F))
    # The byte that holds the k-th bit: as many bytes lie wholly before it as have sums <= k.
    byte = 8 * popcount64(each_byte(k | 0x80) - before & each_byte(0x80))
    index = byte + TABLES.nth_bit[bits >> byte & 255][k - <int>(before << 8 >> byte & 255)]
    return index if stack.width == 1 else index / 3


cdef void stack_normalise(Stack *stack) noexcept nogil:
    cdef uint16_t below[STACK_ROOM]
    cdef int count = stack.bottom
    if stack.middle_size or not count:
        return
    memcpy(below, &stack.place[STACK_ROOM - count], count * sizeof(uint16_t))
    memmove(&stack.place[count], &stack.place[0], stack.top * sizeof(uint16_t))
    memcpy(&stack.place[0], below, count * sizeof(uint16_t))
    stack.top += count
    stack.bottom = 0


# -- the known top part ------------------------------------------------------------------------

cdef int batch_bottom(const Stack *stack) noexcept nogil:
    """Index of the lowest place of the uppermost batch; the top part is not empty."""
    cdef int index = stack.top - 1
    while not stack.place[index] & PLACE_ENDS_BATCH:
        index -= 1
    return index


cdef void unstar_below(Stack *stack, int item, int seat) noexcept nogil:
    """The seat's set in the uppermost batch holds one less of a tile kind: the uppermost such."""
    cdef int index = stack.top - 1
    cdef uint16_t place
    while index >= 0:
        place = stack.place[index]
        if place_item(place) == item and place_sign(place, seat) == SIGN_SEEN:
            stack.place[index] = with_sign(place, seat, SIGN_SET)
            return
        if place & PLACE_ENDS_BATCH:
            return
        index -= 1


cdef uint16_t stack_pop(Stack *stack, int seeing) noexcept nogil:
    cdef uint16_t place
    cdef int seat
    stack.top -= 1
    place = stack.place[stack.top]
    if stack.width != 1 and not place & PLACE_ENDS_BATCH:
        for seat in range(4):
            if seeing >> seat & 1 and place_sign(place, seat) == SIGN_SET:
                unstar_below(stack, place_item(place), seat)
    return place


cdef int find_in_set(const Stack *stack, int viewer, int item) noexcept nogil:
    """A marked place of the uppermost batch that shows `item` (UNKNOWN: none known), or -1."""
    cdef int index = stack.top - 1, lowest = batch_bottom(stack)
    while index >= lowest:
        if (
            place_item(stack.place[index]) == item
            and sign_marked(place_sign(stack.place[index], viewer))
        ):
            return index
        index -= 1
    return -1


cdef void stack_name_top(Stack *stack, int viewer, int item) noexcept nogil:
    cdef uint16_t *top = &stack.place[stack.top - 1]
    cdef int sign = place_sign(top[0], viewer), index, other_sign
    if sign_marked(sign):
        index = find_in_set(stack, viewer, item)
        if index < 0:
            index = find_in_set(stack, viewer, UNKNOWN)
            middle_remove(stack, item)
        other_sign = place_sign(stack.place[index], viewer)
        stack.place[index] = with_sign(
            with_item(stack.place[index], place_item(top[0])), viewer, sign
        )
        top[0] = with_sign(with_item(top[0], item), viewer, other_sign)
    else:
        middle_remove(stack, item)
        top[0] = with_item(top[0], item)


cdef int top_ways(const Stack *stack, int viewer, int item, int *total) noexcept nogil:
    cdef uint16_t place = stack.place[stack.top - 1]
    cdef int unseen = popcount64(stack.middle)
    cdef int index, places = 0, known = 0, matching = 0, free
    if not sign_marked(place_sign(place, viewer)):
        total[0] = unseen
        return middle_count(stack, item)
    for index in range(batch_bottom(stack), stack.top):
        place = stack.place[index]
        if sign_marked(place_sign(place, viewer)):
            places += 1
            if place_item(place) != UNKNOWN:
                known += 1
                matching += place_item(place) == item
    free = places - known
    if free == 0:
        total[0] = places
        return matching
    total[0] = places * unseen
    return matching * unseen + free * middle_count(stack, item)


# -- a look --------------------------------------------------------------------------------------

cdef inline int held_key(uint16_t place) noexcept nogil:
    return (place & PLACE_ITEM) << 8 | (place & PLACE_SIGNS) >> 6


cdef void sort_held(State *state, int first) noexcept nogil:
    cdef int index, back
    cdef uint16_t place
    for index in range(first + 1, state.held_count):
        place = state.held[index]
        back = index
        while back > first and held_key(state.held[back - 1]) > held_key(place):
            state.held[back] = state.held[back - 1]
            back -= 1
        state.held[back] = place


cdef void look_hold(State *state, uint16_t place) noexcept nogil:
    cdef uint16_t held = with_sign(<uint16_t>place_item(place), state.active, SIGN_KNOWN)
    cdef int seat, sign, back
    for seat in range(state.players if place & PLACE_SIGNS else 0):
        sign = place_sign(place, seat)
        if seat == state.active or sign == SIGN_NOTHING:
            continue
        state.touched |= 1 << seat
        if sign_marked(sign):
            state.straddle |= 1 << seat
        # In a view, which items another seat knew in a set is that seat's secret.
        if sign != SIGN_SET and (state.viewer == NONE or state.viewer == seat):
            held = with_sign(held, seat, SIGN_SEEN)
    if place & PLACE_ENDS_BATCH:
        state.straddle = 0
    back = state.held_count
    state.held_count += 1
    while back and held_key(state.held[back - 1]) > held_key(held):
        state.held[back] = state.held[back - 1]
        back -= 1
    state.held[back] = held


cdef void look_drawn(State *state) noexcept nogil:
    cdef Stack *stack = <Stack *>look_stack(state)
    cdef int index, seat, marked = 0
    if state.straddle and stack.top:
        for index in range(batch_bottom(stack), stack.top):
            for seat in range(state.players):
                if sign_marked(place_sign(stack.place[index], seat)):
                    marked |= 1 << seat
    state.straddle &= marked
    if not viewer_sees_look(state):
        pack_look(state)


cdef int held_find(const State *state, int item) noexcept nogil:
    """The last of the equal items held and not yet named, or -1."""
    cdef int index = state.held_count - 1
    while index >= state.returned:
        if place_item(state.held[index]) == item:
            return index
        index -= 1
    return -1


cdef void held_remove(State *state, int index) noexcept nogil:
    state.held_count -= 1
    while index < state.held_count:
        state.held[index] = state.held[index + 1]
        index += 1


cdef void look_keep_unseen(State *state, int item) noexcept nogil:
    """Another seat keeps what the viewer may not have known to be there."""
    cdef Stack *stack = <Stack *>look_stack(state)
    cdef int index = held_find(state, item), below = -1
    if index < 0:
        index = state.held_count - 1
        if state.straddle >> state.viewer & 1:
            below = find_in_set(stack, state.viewer, item)
        if below < 0:
            middle_remove(stack, item)
            if state.straddle >> state.viewer & 1 and place_item(state.held[index]) != UNKNOWN:
                below = find_in_set(stack, state.viewer, UNKNOWN)
        if below >= 0:
            # The set spans both: what stood for the kept item below comes up in its stead.
            stack.place[below] = with_sign(
                with_item(stack.place[below], place_item(state.held[index])), state.viewer,
                SIGN_SEEN if place_item(state.held[index]) != UNKNOWN else SIGN_SET,
            )
    held_remove(state, index)
    pack_look(state)


cdef void look_keep(State *state, int item) noexcept nogil:
    cdef Stack *stack = <Stack *>look_stack(state)
    cdef uint16_t kept
    cdef int index, seat
    if not viewer_sees_look(state):
        look_keep_unseen(state, item)
        return
    index = held_find(state, item)
    kept = state.held[index]
    held_remove(state, index)
    if stack.width == 1:
        return
    # Tiles are counted, not followed: a set that held this kind holds one less of it.
    for seat in range(state.players):
        if seat == state.active or place_sign(kept, seat) == SIGN_SEEN:
            continue
        for index in range(state.held_count):
            if (
                place_item(state.held[index]) == item
                and place_sign(state.held[index], seat) == SIGN_SEEN
            ):
                state.held[index] = with_sign(state.held[index], seat, SIGN_NOTHING)
                sort_held(state, 0)
                break
        else:
            if state.straddle >> seat & 1:
                unstar_below(stack, item, seat)


cdef void look_name(State *state, int item) noexcept nogil:
    cdef int index
    cdef uint16_t place
    if item != UNKNOWN or viewer_sees_look(state):
        index = held_find(state, item)
        place = state.held[index]
        while index > state.returned:
            state.held[index] = state.held[index - 1]
            index -= 1
        state.held[index] = place
    state.returned += 1


cdef void forget_set(State *state, Stack *stack, int seat) noexcept nogil:
    """The rest of a set whose other part went to the other end of the stack."""
    cdef int index
    cdef uint16_t place
    for index in range(batch_bottom(stack), stack.top):
        place = stack.place[index]
        if place_sign(place, seat) != SIGN_SEEN:
            continue
        place = with_sign(place, seat, SIGN_SET)
        if seat == state.viewer:
            middle_add(stack, place_item(place))
            place = with_item(place, UNKNOWN)
        stack.place[index] = place


cdef uint16_t returned_place(State *state, Stack *stack, uint16_t place) noexcept nogil:
    """A held place as it goes back: what it now means to every other seat."""
    cdef int seat, sign
    for seat in range(state.players):
        if seat == state.active:
            continue
        sign = place_sign(place, seat)
        if not state.touched >> seat & 1:
            sign = SIGN_NOTHING
        elif sign != SIGN_SEEN:
            sign = SIGN_SET
        elif state.side != SIDE_IS_TOP and state.straddle >> seat & 1:
            sign = SIGN_SET
            if seat == state.viewer:
                middle_add(stack, place_item(place))
                place = with_item(place, UNKNOWN)
        place = with_sign(place, seat, sign)
    return place


cdef void look_return(State *state) noexcept nogil:
    cdef Stack *stack = <Stack *>look_stack(state)
    cdef uint16_t batch[LOOK]
    cdef int index, seat, count = state.held_count
    for index in range(count):
        batch[index] = returned_place(state, stack, state.held[index])
    if state.side == SIDE_IS_TOP:
        if not state.straddle:
            batch[count - 1] |= PLACE_ENDS_BATCH
        for index in range(count):
            stack.place[stack.top + index] = batch[count - 1 - index]
        stack.top += count
    else:
        batch[count - 1] |= PLACE_ENDS_BATCH
        for seat in range(state.players):
            if state.straddle >> seat & 1:
                forget_set(state, stack, seat)
        if stack.middle_size == 0:
            memmove(&stack.place[count], &stack.place[0], stack.top * sizeof(uint16_t))
            for index in range(count):
                stack.place[index] = batch[count - 1 - index]
            stack.top += count
        else:
            stack.bottom += count
            for index in range(count):
                stack.place[STACK_ROOM - stack.bottom + index] = batch[count - 1 - index]
    if state.viewer != NONE:
        pack_sets(stack, state.viewer)
    state.held_count = 0
    state.returned = 0
    state.touched = 0
    state.straddle = 0
    state.side = SIDE_IS_TOP


# -- views: an order that shows nothing ------------------------------------------------------

cdef void sort_items(int *items, int count) noexcept nogil:
    cdef int index, back, item
    for index in range(1, count):
        item = items[index]
        back = index
        while back and items[back - 1] > item:
            items[back] = items[back - 1]
            back -= 1
        items[back] = item


cdef void pack_cells(uint16_t **cells, int count, int viewer) noexcept nogil:
    """Known items first, sorted, then UNKNOWN; the cells keep what they mean to other seats."""
    cdef int items[STACK_ROOM + LOOK]
    cdef int index, known = 0
    for index in range(count):
        if place_item(cells[index][0]) != UNKNOWN:
            items[known] = place_item(cells[index][0])
            known += 1
    sort_items(items, known)
    for index in range(count):
        if index < known:
            cells[index][0] = with_sign(with_item(cells[index][0], items[index]), viewer, SIGN_SEEN)
        else:
            cells[index][0] = with_sign(with_item(cells[index][0], UNKNOWN), viewer, SIGN_SET)


cdef void pack_part(Stack *stack, int viewer, int low, int high) noexcept nogil:
    """Pack the viewer's set of each batch in place[low .. high-1]."""
    cdef uint16_t *cells[STACK_ROOM]
    cdef int index = high - 1, count = 0
    while index >= low:
        if sign_marked(place_sign(stack.place[index], viewer)):
            cells[count] = &stack.place[index]
            count += 1
        if stack.place[index] & PLACE_ENDS_BATCH:
            pack_cells(cells, count, viewer)
            count = 0
        index -= 1


cdef void pack_sets(Stack *stack, int viewer) noexcept nogil:
    pack_part(stack, viewer, 0, stack.top)
    pack_part(stack, viewer, STACK_ROOM - stack.bottom, STACK_ROOM)


cdef void pack_look(State *state) noexcept nogil:
    cdef Stack *stack = <Stack *>look_stack(state)
    cdef uint16_t *cells[STACK_ROOM + LOOK]
    cdef int index, count = state.held_count
    if state.straddle >> state.viewer & 1:
        for index in range(count):
            cells[index] = &state.held[index]
        index = stack.top - 1
        while index >= batch_bottom(stack):
            if sign_marked(place_sign(stack.place[index], state.viewer)):
                cells[count] = &stack.place[index]
                count += 1
            index -= 1
        pack_cells(cells, count, state.viewer)
        for index in range(state.held_count):
            # Held places are not marked: what is not known there means nothing yet.
            if place_sign(state.held[index], state.viewer) == SIGN_SET:
                state.held[index] = with_sign(state.held[index], state.viewer, SIGN_NOTHING)
    sort_held(state, 0)
