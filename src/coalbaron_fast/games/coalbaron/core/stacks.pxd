"""The two stacks: what lies where, who knows it, drawing and putting back.

A stack is a known top part, a shuffled middle and a known bottom part (types.pxd).
Every place carries a sign a seat; docs/position.md says what the signs mean and
when they change. In a view, UNKNOWN is what the viewer cannot know, and
`middle` counts everything unseen.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from coalbaron_fast.games.coalbaron.core.types cimport (
    DRAW_LOOK, DRAW_ROW, NONE, ORDER_LOOK, PLACE_ITEM, SIGN_SEEN, SIGN_SET, Stack, State,
)


cdef inline int place_item(uint16_t place) noexcept nogil:
    return place & PLACE_ITEM


cdef inline int place_sign(uint16_t place, int seat) noexcept nogil:
    return (place >> (6 + 2 * seat)) & 3


cdef inline uint16_t with_sign(uint16_t place, int seat, int sign) noexcept nogil:
    return <uint16_t>((place & ~(3 << (6 + 2 * seat))) | (sign << (6 + 2 * seat)))


cdef inline uint16_t with_item(uint16_t place, int item) noexcept nogil:
    return <uint16_t>((place & ~PLACE_ITEM) | item)


cdef inline bint sign_marked(int sign) noexcept nogil:
    """One of a set's places."""
    return sign == SIGN_SET or sign == SIGN_SEEN


cdef inline int stack_size(const Stack *stack) noexcept nogil:
    return stack.top + stack.middle_size + stack.bottom


cdef inline int middle_field(const Stack *stack, int item) noexcept nogil:
    """The bits of an item in the middle: as many low ones as there are of it."""
    return <int>(stack.middle >> (item * stack.width)) & ((1 << stack.width) - 1)


cdef inline int middle_count(const Stack *stack, int item) noexcept nogil:
    cdef int field = middle_field(stack, item)
    return field - (field >> 1) - (field >> 2)


cdef inline void middle_remove(Stack *stack, int item) noexcept nogil:
    """One less of an item in the middle's content; its size is the caller's business."""
    cdef uint64_t field = middle_field(stack, item)
    stack.middle ^= (field ^ (field >> 1)) << (item * stack.width)


cdef inline void middle_add(Stack *stack, int item) noexcept nogil:
    cdef uint64_t field = middle_field(stack, item)
    stack.middle ^= (field ^ ((field << 1) | 1)) << (item * stack.width)


cdef inline const Stack *look_stack(const State *state) noexcept nogil:
    """The stack that the look in progress draws from."""
    return &state.orders if state.space == ORDER_LOOK else &state.tiles


cdef inline const Stack *draw_stack(const State *state) noexcept nogil:
    """The stack that the next item comes off, at chance and while drawing."""
    if state.draw == DRAW_LOOK:
        return look_stack(state)
    return &state.tiles if state.draw < DRAW_ROW else &state.orders


cdef inline bint viewer_sees_look(const State *state) noexcept nogil:
    """False only in a view, while another seat looks."""
    return state.viewer == NONE or state.viewer == state.active


# The k-th item of the middle (or, in a view, of what is unseen), 0 <= k < its number.
cdef int middle_pick(const Stack *stack, int k) noexcept nogil

# With an empty middle, make the bottom part the lower end of the top part.
cdef void stack_normalise(Stack *stack) noexcept nogil

# The place that is drawn next out of a non-empty top part, without its batch sign.
# Adjusts what is counted of tiles for the seats (mask) that see it.
cdef uint16_t stack_pop(Stack *stack, int seeing) noexcept nogil

# In a view: name what lies uppermost (it must be possible), before it is popped.
cdef void stack_name_top(Stack *stack, int viewer, int item) noexcept nogil

# How many equally likely ways make the uppermost place hold `item`, for the viewer of a view;
# `total` gets the ways of all items together.
cdef int top_ways(const Stack *stack, int viewer, int item, int *total) noexcept nogil

# Look: a drawn place joins those held; the look is complete; one held item is
# kept (named; in a view it may be one that was unseen); the rest goes back.
cdef void look_hold(State *state, uint16_t place) noexcept nogil
cdef void look_drawn(State *state) noexcept nogil
cdef void look_keep(State *state, int item) noexcept nogil
cdef void look_name(State *state, int item) noexcept nogil
cdef void look_return(State *state) noexcept nogil

# Put one seat's sets into the order that shows nothing (views): known items first, sorted.
cdef void pack_sets(Stack *stack, int viewer) noexcept nogil
cdef void pack_look(State *state) noexcept nogil
cdef void sort_held(State *state, int first) noexcept nogil
