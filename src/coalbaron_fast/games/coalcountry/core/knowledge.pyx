"""What a seat knows of a position, and whole positions that agree with that."""

from libc.stdint cimport uint16_t
from libc.string cimport memset

from coalbaron_fast.games.coalcountry.core.foremen cimport add_foreman, make_foreman, stage_of
from coalbaron_fast.games.coalcountry.core.places cimport (
    all_place_in_secret, list_placing, place_in, play_placing, shows_no_placing, turns_over,
    undo_placing,
)
from coalbaron_fast.games.coalcountry.core.state cimport Told, state_go_on, state_play_telling
from coalbaron_fast.games.coalcountry.core.tables cimport TABLES
from coalbaron_fast.games.coalcountry.core.types cimport (
    AMOK, FOREMEN, HELD_BACK, INFLUENCES, MOST_INFLUENCE, MOST_LEGAL, Move, NONE, NO_FOREMAN,
    PHASE_PLACE, Seat, State, UNKNOWN, UNSEEN_ALL, UNSEEN_PLACE, count_of, foreman_influence,
    foreman_place, one_of,
)
from coalbaron_fast.rng cimport Rng, rng_below


# -- views -------------------------------------------------------------------------------------

cdef void hide_foremen(Seat *own, int stage) noexcept nogil:
    """Those whose area has not begun, and those at hand."""
    cdef int index, foreman
    cdef uint16_t placed[FOREMEN]
    own.hidden = own.hand
    own.hand = 0
    for index in range(FOREMEN):
        placed[index] = own.foreman[index]
    memset(own.foreman, 0xFF, sizeof(own.foreman))
    for index in range(FOREMEN):
        foreman = placed[index]
        if foreman == NO_FOREMAN:
            break
        if stage_of(own, foreman) > stage:
            own.hidden += one_of(foreman_influence(foreman))
            foreman = make_foreman(foreman_place(foreman), UNKNOWN)
        add_foreman(own, foreman)


cdef void view_of(const State *state, int seat, State *out) noexcept nogil:
    cdef int other
    out[0] = state[0]
    if state.viewer != NONE:
        return
    out.viewer = seat
    if all_place_in_secret(state):
        if state.actor != seat:
            out.unseen = FOREMEN - state.seats[state.actor].at_hand
        undo_placing(out, seat)
        return
    for other in range(state.players):
        if other != seat:
            hide_foremen(&out.seats[other], state.stage)


# -- worlds ------------------------------------------------------------------------------------

cdef int take_one(int *influences, int *left, int least, Rng *rng) noexcept nogil:
    """One of the foremen with at least that influence, each as likely."""
    cdef int index = 0, fit = 0, number, influence
    for index in range(left[0]):
        fit += influences[index] >= least
    number = rng_below(rng, fit)
    for index in range(left[0]):
        if influences[index] >= least:
            if number == 0:
                break
            number -= 1
    influence = influences[index]
    left[0] -= 1
    influences[index] = influences[left[0]]
    return influence


cdef void deal(Seat *own, Rng *rng) noexcept nogil:
    """The hidden influences, each way as likely that fits the tavern and the church.

    Places that take fewer influences choose first: however they do, as many are left to the next.
    """
    cdef int influences[FOREMEN]
    cdef uint16_t placed[FOREMEN]
    cdef int index, influence, left = 0, least
    for influence in range(INFLUENCES):
        for _ in range(count_of(own.hidden, influence)):
            influences[left] = influence
            left += 1
    for index in range(FOREMEN):
        placed[index] = own.foreman[index]
    memset(own.foreman, 0xFF, sizeof(own.foreman))
    for least in range(MOST_INFLUENCE, -1, -1):
        for index in range(FOREMEN):
            if placed[index] == NO_FOREMAN or TABLES.least[foreman_place(placed[index])] != least:
                continue
            if foreman_influence(placed[index]) == UNKNOWN:
                influence = take_one(influences, &left, least, rng)
                placed[index] = make_foreman(foreman_place(placed[index]), influence)
            add_foreman(own, placed[index])
    for index in range(left):
        own.hand += one_of(influences[index])
    own.hidden = 0


cdef void place_some(State *state, int count, Rng *rng) noexcept nogil:
    """The seat to place has placed so many foremen, any way that the rules allow."""
    cdef Move moves[MOST_LEGAL]
    for _ in range(count):
        play_placing(state, moves[rng_below(rng, list_placing(state, moves))])


cdef void world_of(const State *view, Rng *rng, State *out) noexcept nogil:
    cdef int seat
    out[0] = view[0]
    if view.viewer == NONE:
        return
    out.viewer = NONE
    if all_place_in_secret(view):
        if not shows_no_placing(view):
            undo_placing(out, view.viewer)
        out.unseen = 0
        place_some(out, view.unseen, rng)
        return
    for seat in range(view.players):
        if seat != view.viewer:
            deal(&out.seats[seat], rng)
    if turns_over(view):
        state_go_on(out)


# -- what is shown -----------------------------------------------------------------------------

cdef inline Move placing_seen(const State *state, Move code) noexcept nogil:
    """A foreman of another seat: nothing; in an industry amok his place."""
    if not state.flags & AMOK:
        return UNSEEN_ALL
    return code if place_in(code) == HELD_BACK else UNSEEN_PLACE + place_in(code)


cdef int shown_to(const State *state, Move code, int seat, uint16_t *out) noexcept nogil:
    cdef Told told
    cdef State after
    cdef int index, count = 1
    out[0] = code
    if state.viewer != NONE:
        return 1
    if state.phase == PHASE_PLACE and state.actor != seat:
        out[0] = placing_seen(state, code)
    after = state[0]
    told.count = 0
    state_play_telling(&after, code, &told)
    for index in range(told.count):
        if told.seat[index] != seat:
            out[count] = told.code[index]
            count += 1
    return count
