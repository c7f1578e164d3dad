"""The foremen of a seat: a sorted list. All inline."""

from coalbaron_fast.games.coalcountry.core.tables cimport TABLES
from coalbaron_fast.games.coalcountry.core.types cimport (
    CELLS, FOREMEN, NONE, NO_FOREMAN, STAGE_MINING, STAGE_PERMITS, Seat, State, UNKNOWN,
    foreman_influence, foreman_place, has_cell,
)


cdef inline int make_foreman(int place, int influence) noexcept nogil:
    """The influence can be UNKNOWN."""
    return place << 4 | (0 if influence == UNKNOWN else 7 - influence)


cdef inline void add_foreman(Seat *own, int foreman) noexcept nogil:
    """There is room for him."""
    cdef int index = FOREMEN - 1
    while index and own.foreman[index - 1] > foreman:
        own.foreman[index] = own.foreman[index - 1]
        index -= 1
    own.foreman[index] = foreman


cdef inline void drop_foreman(Seat *own, int index) noexcept nogil:
    for index in range(index, FOREMEN - 1):
        own.foreman[index] = own.foreman[index + 1]
    own.foreman[FOREMEN - 1] = NO_FOREMAN


cdef inline int find_foreman(const Seat *own, int place) noexcept nogil:
    """The index of the first one there, the one with the highest influence; or NONE."""
    cdef int index
    for index in range(FOREMEN):
        if own.foreman[index] == NO_FOREMAN:
            break
        if foreman_place(own.foreman[index]) == place:
            return index
    return NONE


cdef inline int count_at(const Seat *own, int place) noexcept nogil:
    cdef int index, count = 0
    for index in range(FOREMEN):
        count += foreman_place(own.foreman[index]) == place
    return count


cdef inline bint is_miner(const Seat *own, int foreman) noexcept nogil:
    """On a cell with a tile."""
    cdef int place = foreman_place(foreman)
    return place < CELLS and has_cell(&own.occupied, place)


cdef inline bint takes_permit(const Seat *own, int foreman) noexcept nogil:
    """On a free cell."""
    cdef int place = foreman_place(foreman)
    return place < CELLS and not has_cell(&own.occupied, place)


cdef inline int stage_of(const Seat *own, int foreman) noexcept nogil:
    """The area in which he is used; he lies face down until it begins."""
    cdef int place = foreman_place(foreman)
    if place >= CELLS:
        return TABLES.stage[place]
    return STAGE_MINING if has_cell(&own.occupied, place) else STAGE_PERMITS


cdef inline int index_in_order(const State *state, int seat) noexcept nogil:
    """Where a seat stands in the player order; -1 if it does not."""
    cdef int index
    for index in range(state.players):
        if state.order[index] == seat:
            return index
    return -1


cdef inline int face_down_in(const Seat *own, int stage) noexcept nogil:
    """The index of the first foreman of that area whose influence is not known; or NONE."""
    cdef int index
    for index in range(FOREMEN):
        if own.foreman[index] == NO_FOREMAN:
            break
        if foreman_influence(own.foreman[index]) == UNKNOWN:
            if stage_of(own, own.foreman[index]) == stage:
                return index
    return NONE
