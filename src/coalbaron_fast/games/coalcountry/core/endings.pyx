"""What the exact solver asks: how far it is to the end, and whether anything is hidden until then.

A seat's foremen in areas to come lie face down. Which influences they have is known to all, as the
others have been shown: nothing is hidden of them if they are all alike, or if it is one.
"""

from coalbaron_fast.contract.game cimport FAR_FROM_END
from coalbaron_fast.games.coalcountry.core.foremen cimport stage_of
from coalbaron_fast.games.coalcountry.core.places cimport all_place_in_secret
from coalbaron_fast.games.coalcountry.core.tables cimport TABLES
from coalbaron_fast.games.coalcountry.core.types cimport (
    AT_BUILD, AT_DEPOT, AT_TANDEM, AT_UTIL, CELLS, FOREMEN, INFLUENCES, NO_FOREMAN, PHASE_CHANCE,
    PHASE_FILL, PHASE_LAY, PHASE_ONTO, PHASE_OVER, PHASE_PUT, STAGE_PERMITS, STAGE_PLACE,
    STAGE_REPORT, Seat, State, UNKNOWN, count_of, foreman_influence, foreman_place,
)


cdef inline bint are_alike(int counts) noexcept nogil:
    """Whether foremen of one influence at most are counted."""
    cdef int influence, kinds = 0
    for influence in range(INFLUENCES):
        kinds += count_of(counts, influence) > 0
    return kinds <= 1


cdef bint hides_some(const State *state, const Seat *own) noexcept nogil:
    cdef int index, foreman, first = UNKNOWN
    if state.stage == STAGE_PLACE and own.at_hand:
        return True
    for index in range(FOREMEN):
        foreman = own.foreman[index]
        if foreman == NO_FOREMAN:
            break
        if foreman_influence(foreman) == UNKNOWN:
            return not are_alike(own.hidden)
        if stage_of(own, foreman) <= state.stage:
            continue
        if first == UNKNOWN:
            first = foreman_influence(foreman)
        elif first != foreman_influence(foreman):
            return True
    return False


cdef bint hides_influences(const State *state) noexcept nogil:
    cdef int seat
    if all_place_in_secret(state):
        return True
    for seat in range(state.players):
        if hides_some(state, &state.seats[seat]):
            return True
    return False


cdef int turns_of(const State *state, const Seat *own) noexcept nogil:
    """Of the foremen that are still on their places."""
    cdef int index, place, turns = 0
    for index in range(FOREMEN):
        if own.foreman[index] == NO_FOREMAN:
            break
        place = foreman_place(own.foreman[index])
        # A view asks for him as he is turned over.
        turns += foreman_influence(own.foreman[index]) == UNKNOWN
        if place < CELLS:
            turns += 2
        elif place == AT_UTIL or place == AT_TANDEM or place == AT_BUILD:
            turns += 1
        elif place == AT_DEPOT:
            turns += state.left if state.phase == PHASE_FILL else TABLES.extra_most
    return turns


cdef int ending_turns_left(const State *state) noexcept nogil:
    cdef int seat, left
    if state.phase == PHASE_OVER:
        return 0
    if state.round < state.rounds or state.stage < STAGE_PERMITS or hides_influences(state):
        return FAR_FROM_END
    # The foreman of a turn that has begun is at home: the rest is one, as is a tile that is drawn.
    left = (
        state.phase == PHASE_LAY or state.phase == PHASE_PUT or state.phase == PHASE_ONTO
        or state.phase == PHASE_CHANCE and state.stage == STAGE_PERMITS
    )
    for seat in range(state.players):
        left += turns_of(state, &state.seats[seat])
        # Its marker in the report may be asked for.
        left += state.stage <= STAGE_REPORT
    return left
