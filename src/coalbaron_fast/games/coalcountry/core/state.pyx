"""Beginning a game and playing moves: the course of the game, stage by stage."""

from libc.string cimport memset

from coalbaron_fast.games.coalcountry.core.areas cimport (
    ask_in_area, begin_area, end_area, play_in_area,
)
from coalbaron_fast.games.coalcountry.core.check cimport state_defect
from coalbaron_fast.games.coalcountry.core.flow cimport ask_nothing
from coalbaron_fast.games.coalcountry.core.foremen cimport stage_of
from coalbaron_fast.games.coalcountry.core.mine cimport mine_begin
from coalbaron_fast.games.coalcountry.core.moves cimport state_legal_moves
from coalbaron_fast.games.coalcountry.core.places cimport (
    all_place_in_secret, ask_to_place, ask_to_turn_over, begin_placing, end_placing, place_code,
    play_placing, play_turned_over, turns_over,
)
from coalbaron_fast.games.coalcountry.core.scoring cimport inspect
from coalbaron_fast.games.coalcountry.core.supplies cimport (
    ask_in_restock, ask_in_setup, begin_restock, fill_market, play_chance,
)
from coalbaron_fast.games.coalcountry.core.tables cimport TABLES
from coalbaron_fast.games.coalcountry.core.types cimport (
    AMOK, BUILDINGS, DRAWN_START, FOREMEN, HELD_BACK, INDICATORS, INFLUENCES, MOVE_CODES, Move,
    NONE, NOT_ON_TRACK, NO_FOREMAN, PHASE_CHANCE, PHASE_OVER, PHASE_PLACE, STAGE_OVER, STAGE_PLACE,
    STAGE_REFUSE, STAGE_REPORT, STAGE_RESTOCK, STAGE_SETUP, Seat, State, TILES, UNSEEN_PLACE,
    UTILITIES, count_of, foreman_influence, foreman_place,
)


# -- the beginning -----------------------------------------------------------------------------

cdef void state_init(State *state, int players, int start, int rounds, int flags) noexcept nogil:
    cdef int seat, index
    memset(state, 0, sizeof(State))
    memset(state.calendar, NONE, sizeof(state.calendar))
    memset(state.face, NONE, sizeof(state.face))
    memset(state.order, NONE, sizeof(state.order))
    state.players = players
    state.viewer = NONE
    state.first_start = start
    state.rounds = rounds
    state.flags = flags
    state.round = 1
    for index in range(players):
        seat = index if start == DRAWN_START else (start + index) % players
        mine_begin(&state.seats[seat])
        memset(state.seats[seat].foreman, 0xFF, sizeof(state.seats[seat].foreman))
        state.seats[seat].earnings = NOT_ON_TRACK
        if start != DRAWN_START:
            state.order[index] = seat
    for index in range(UTILITIES):
        state.supply[index] = TABLES.cubes_each - players
    for index in range(INDICATORS):
        state.bag[index] = TABLES.indicators[index]
    for index in range(TILES):
        state.stack[index] = TABLES.copies[index]
    for index in range(BUILDINGS):
        state.pile[index] = (
            TABLES.amok_pile[index] if flags & AMOK else TABLES.pile[players][index]
        )
    ask_in_setup(state)


# -- stages ------------------------------------------------------------------------------------

cdef void set_order(State *state) noexcept nogil:
    """By reported earnings; seats that are not on the track come last, in the order before."""
    cdef int index, place, seat
    for index in range(state.players):
        if state.order[index] == NONE:
            state.order[index] = index
    for index in range(1, state.players):
        seat = state.order[index]
        place = index
        while (
            place
            and state.seats[state.order[place - 1]].earnings < state.seats[seat].earnings
        ):
            state.order[place] = state.order[place - 1]
            place -= 1
        state.order[place] = seat


cdef bint ask_in_stage(State *state) noexcept nogil:
    if state.stage == STAGE_SETUP:
        return ask_in_setup(state)
    if state.stage == STAGE_PLACE:
        return ask_to_place(state)
    if state.stage == STAGE_RESTOCK:
        return ask_in_restock(state)
    return ask_in_area(state)


cdef void end_stage(State *state) noexcept nogil:
    if state.stage == STAGE_SETUP:
        fill_market(state)
    elif state.stage == STAGE_PLACE:
        end_placing(state)
    elif state.stage == STAGE_RESTOCK:
        state.round += 1
    else:
        end_area(state)


cdef int stage_after(const State *state) noexcept nogil:
    cdef int stage = state.stage
    if stage == STAGE_RESTOCK:
        return STAGE_PLACE
    if stage == STAGE_REFUSE and state.round % TABLES.report_every == 0:
        return STAGE_REPORT
    if stage >= STAGE_REFUSE:
        return STAGE_OVER if state.round == state.rounds else STAGE_RESTOCK
    return stage + 1


cdef bint begin_stage(State *state, int stage, Told *told) noexcept nogil:
    """Returns True if nothing goes on before something is asked or told."""
    ask_nothing(state)
    state.stage = stage
    if stage == STAGE_OVER or stage == STAGE_RESTOCK:
        memset(state.order, NONE, sizeof(state.order))
        if stage == STAGE_RESTOCK:
            begin_restock(state)
            return False
        inspect(state)
        state.phase = PHASE_OVER
        return True
    set_order(state)
    if stage == STAGE_PLACE:
        begin_placing(state)
        return False
    if told != NULL:
        tell_influences(state, told)
    if ask_to_turn_over(state):
        return True
    begin_area(state)
    return False


cdef void go_on(State *state, Told *told) noexcept nogil:
    while not ask_in_stage(state):
        if state.stage == STAGE_PLACE and told != NULL and all_place_in_secret(state):
            tell_places(state, told)
        end_stage(state)
        if begin_stage(state, stage_after(state), told):
            return


cdef void state_go_on(State *state) noexcept nogil:
    ask_nothing(state)
    begin_area(state)
    go_on(state, NULL)


# -- telling -----------------------------------------------------------------------------------

cdef inline void tell(Told *told, int seat, Move code) noexcept nogil:
    told.code[told.count] = code
    told.seat[told.count] = seat
    told.count += 1


cdef void tell_places(const State *state, Told *told) noexcept nogil:
    """Seat by seat where its foremen are, and those that it held back."""
    cdef int turn, seat, index, influence
    cdef const Seat *own
    for turn in range(state.players):
        seat = state.order[turn]
        own = &state.seats[seat]
        for index in range(FOREMEN):
            if own.foreman[index] != NO_FOREMAN:
                tell(told, seat, UNSEEN_PLACE + foreman_place(own.foreman[index]))
        for influence in range(INFLUENCES - 1, -1, -1):
            for _ in range(count_of(own.held, influence)):
                tell(told, seat, place_code(influence, HELD_BACK))


cdef void tell_influences(const State *state, Told *told) noexcept nogil:
    """Seat by seat the foremen of the area that begins."""
    cdef int turn, seat, index, foreman
    cdef const Seat *own
    for turn in range(state.players):
        seat = state.order[turn]
        own = &state.seats[seat]
        for index in range(FOREMEN):
            foreman = own.foreman[index]
            if foreman != NO_FOREMAN and stage_of(own, foreman) == state.stage:
                tell(told, seat, place_code(foreman_influence(foreman), foreman_place(foreman)))


# -- playing -----------------------------------------------------------------------------------

cdef bint play_code(State *state, Move code) noexcept nogil:
    """Returns True if it has asked the next question itself."""
    if state.phase == PHASE_CHANCE:
        return play_chance(state, code)
    if turns_over(state):
        play_turned_over(state, code)
        if ask_to_turn_over(state):
            return True
        ask_nothing(state)
        begin_area(state)
        return False
    if state.phase == PHASE_PLACE:
        play_placing(state, code)
        return False
    return play_in_area(state, code)


include "../../../contract/checks.pxi"


cdef void state_play_telling(State *state, Move code, Told *told) noexcept nogil:
    if COALBARON_DEBUG:
        check_move(state, code)
    if not play_code(state, code):
        go_on(state, told)
    if COALBARON_DEBUG:
        check_invariants(state, code)


cdef void state_play(State *state, Move code) noexcept nogil:
    state_play_telling(state, code, NULL)
