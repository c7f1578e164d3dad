"""Foremen go to places, in secret or in the open; and what a view is told of that."""

from libc.string cimport memset

from coalbaron_fast.games.coalcountry.core.flow cimport ask
from coalbaron_fast.games.coalcountry.core.foremen cimport (
    add_foreman, count_at, drop_foreman, face_down_in, find_foreman, index_in_order, make_foreman,
)
from coalbaron_fast.games.coalcountry.core.mine cimport free_cells
from coalbaron_fast.games.coalcountry.core.prices cimport influence_of, is_seen, pay_penalty
from coalbaron_fast.games.coalcountry.core.tables cimport TABLES
from coalbaron_fast.games.coalcountry.core.types cimport (
    AMOK, AT_CHURCH, AT_SELL, AT_SHOP, AT_TANDEM, AT_TAVERN, AT_UTIL, CELLS, Cells, FIRST_SPACE,
    FOREMEN, HELD_BACK, INFLUENCES, MOST_INFLUENCE, Move, NONE, NO_FOREMAN, PHASE_PLACE, PLACES,
    Seat, State, UNKNOWN, UNSEEN_ALL, UNSEEN_PLACE, count_of, foreman_influence, foreman_place,
    has_cell, one_of,
)


# -- whose turn it is --------------------------------------------------------------------------

cdef void begin_placing(State *state) noexcept nogil:
    cdef int seat
    for seat in range(state.players):
        state.seats[seat].at_hand = FOREMEN
        if state.flags & AMOK and state.viewer != NONE and state.viewer != seat:
            state.seats[seat].hidden = TABLES.all_foremen
        else:
            state.seats[seat].hand = TABLES.all_foremen


cdef void undo_placing(State *state, int viewer) noexcept nogil:
    cdef int seat
    cdef Seat *own
    for seat in range(state.players):
        if seat != viewer:
            own = &state.seats[seat]
            own.hand = TABLES.all_foremen
            own.at_hand = FOREMEN
            own.held = own.hidden = 0
            memset(own.foreman, 0xFF, sizeof(own.foreman))


cdef bint ask_next(State *state) noexcept nogil:
    """The next seat in player order, round and round, with a foreman at hand."""
    cdef int step, seat, last = index_in_order(state, state.actor)
    for step in range(1, state.players + 1):
        seat = state.order[(last + step) % state.players]
        if state.seats[seat].at_hand:
            ask(state, PHASE_PLACE, seat)
            return True
    return False


cdef bint ask_to_place(State *state) noexcept nogil:
    cdef int turn, seen = state.unseen
    if state.flags & AMOK or state.actor == NONE:
        return ask_next(state)
    if shows_no_placing(state):
        if state.actor != state.viewer and 0 < seen < FOREMEN:
            return True
        # The last seat may have been seen. Then it is the first one's turn, or its places are told.
        if state.actor != state.viewer or state.seats[state.viewer].at_hand == 0:
            return ask_next(state)
    if state.seats[state.actor].at_hand:
        return True
    if state.viewer == NONE:
        return ask_next(state)
    for turn in range(state.players):
        if state.seats[state.order[turn]].at_hand:
            ask(state, PHASE_PLACE, state.order[turn])
            return True
    return False


cdef void end_placing(State *state) noexcept nogil:
    cdef int seat, influence, due
    cdef Seat *own
    for seat in range(state.players):
        own = &state.seats[seat]
        due = 0
        for influence in range(INFLUENCES):
            due += count_of(own.held, influence) * influence_of(own, influence)
        pay_penalty(own, due)
        own.held = 0


# -- placing -----------------------------------------------------------------------------------

cdef void begin_telling(State *state) noexcept nogil:
    """All are ready: the others' foremen are somewhere, and their places are told in order."""
    cdef int turn, seat, first = NONE
    for turn in range(state.players):
        seat = state.order[turn]
        if seat != state.viewer:
            state.seats[seat].hidden = TABLES.all_foremen
            state.seats[seat].hand = 0
            if first == NONE:
                first = seat
    ask(state, PHASE_PLACE, first)


cdef void place_own(Seat *own, int influence, int place) noexcept nogil:
    own.hand -= one_of(influence)
    own.at_hand -= 1
    if place == HELD_BACK:
        own.held += one_of(influence)
    else:
        add_foreman(own, make_foreman(place, influence))


cdef void place_unseen(Seat *own, Move code) noexcept nogil:
    own.at_hand -= 1
    if code >= UNSEEN_PLACE:
        add_foreman(own, make_foreman(code - UNSEEN_PLACE, UNKNOWN))
    else:
        own.hidden -= one_of(influence_in(code))
        own.held += one_of(influence_in(code))


cdef void play_placing(State *state, Move code) noexcept nogil:
    if code == UNSEEN_ALL:
        state.unseen += 1
    elif state.viewer == NONE or state.actor == state.viewer:
        place_own(&state.seats[state.actor], influence_in(code), place_in(code))
    else:
        if shows_no_placing(state):
            begin_telling(state)
        place_unseen(&state.seats[state.actor], code)


# -- turning over ------------------------------------------------------------------------------

cdef bint ask_to_turn_over(State *state) noexcept nogil:
    cdef int turn, seat
    if state.viewer == NONE:
        return False
    for turn in range(state.players):
        seat = state.order[turn]
        if seat != state.viewer and face_down_in(&state.seats[seat], state.stage) != NONE:
            ask(state, PHASE_PLACE, seat)
            return True
    return False


cdef void play_turned_over(State *state, Move code) noexcept nogil:
    cdef Seat *own = &state.seats[state.actor]
    drop_foreman(own, face_down_in(own, state.stage))
    add_foreman(own, make_foreman(place_in(code), influence_in(code)))
    own.hidden -= one_of(influence_in(code))


# -- listing -----------------------------------------------------------------------------------

cdef bint deal_exists(int hidden, int on_tavern, int on_church) noexcept nogil:
    cdef int fours = count_of(hidden, MOST_INFLUENCE)
    cdef int fit = fours + count_of(hidden, MOST_INFLUENCE - 1)
    return fours >= on_tavern and fit >= on_tavern + on_church


cdef bint must_sell(const State *state, const Seat *own) noexcept nogil:
    """In round 1 the last foreman at hand, if there is none on that place."""
    return state.round == 1 and own.at_hand == 1 and count_at(own, AT_SELL) == 0


cdef bint has_room(const Seat *own, int place) noexcept nogil:
    """Whether one more foreman, of any influence, can go to a place that is no cell."""
    if place < AT_SELL:
        return is_seen(own, FIRST_SPACE + place - AT_SHOP) and count_at(own, place) == 0
    if place == AT_UTIL and count_at(own, AT_TANDEM):
        return False
    if place == AT_TANDEM and count_at(own, AT_UTIL):
        return False
    return count_at(own, place) < TABLES.room[place]


cdef int list_places(const State *state, const Seat *own, unsigned char *out) noexcept nogil:
    """Where a foreman of the seat can go, whatever his influence is."""
    cdef Cells free
    cdef int place, count = 0
    if must_sell(state, own):
        out[0] = AT_SELL
        return 1
    free_cells(own, &free)
    for place in range(CELLS):
        if (
            (has_cell(&free, place) or has_cell(&own.connected, place))
            and find_foreman(own, place) == NONE
        ):
            out[count] = place
            count += 1
    for place in range(CELLS, PLACES):
        if has_room(own, place):
            out[count] = place
            count += 1
    out[count] = HELD_BACK
    return count + 1


cdef int list_own(const State *state, const Seat *own, Move *out) noexcept nogil:
    """Only the highest influence at hand; in an industry amok any."""
    cdef unsigned char places[PLACES + 1]
    cdef int influence, index, count = 0, found = list_places(state, own, places)
    for influence in range(MOST_INFLUENCE, -1, -1):
        if not count_of(own.hand, influence):
            continue
        for index in range(found):
            # Who is the last at hand in round 1 has to sell, whatever he is.
            if places[index] == HELD_BACK or TABLES.least[places[index]] <= influence:
                out[count] = place_code(influence, places[index])
                count += 1
        if not state.flags & AMOK:
            break
    return count


cdef inline bint is_unknown_at(const Seat *own, int place) noexcept nogil:
    cdef int index = find_foreman(own, place)
    return index != NONE and foreman_influence(own.foreman[index]) == UNKNOWN


cdef int last_told(const Seat *own) noexcept nogil:
    """The place that was told last, as they are told in order; 0 before that."""
    cdef int index, place = 0
    for index in range(FOREMEN):
        if own.foreman[index] != NO_FOREMAN:
            place = foreman_place(own.foreman[index])
    return place


cdef int hidden_up_to(const Seat *own, int influence) noexcept nogil:
    """How many hidden foremen have no more than that influence."""
    cdef int index, count = 0
    for index in range(influence + 1):
        count += count_of(own.hidden, index)
    return count


cdef int list_held_back(const Seat *own, int most, int least, Move *out, int count) noexcept nogil:
    """Influences that a foreman held back can have: of those up to his, `least` are hidden."""
    cdef int influence, tavern = is_unknown_at(own, AT_TAVERN)
    cdef int church = is_unknown_at(own, AT_CHURCH)
    for influence in range(most, -1, -1):
        if not count_of(own.hidden, influence) or hidden_up_to(own, influence) < least:
            continue
        if deal_exists(own.hidden - one_of(influence), tavern, church):
            out[count] = place_code(influence, HELD_BACK)
            count += 1
    return count


cdef int list_unseen(const State *state, const Seat *own, Move *out) noexcept nogil:
    """What may be shown of another seat's foreman: his place, or that he is held back.

    After a placing in secret that is told by place, those held back last. In round 1 every seat has
    a foreman on `sell` then.
    """
    cdef unsigned char places[PLACES + 1]
    cdef bint in_order = all_place_in_secret(state)
    cdef int found = list_places(state, own, places), count = 0, index, place
    cdef int first = last_told(own) if in_order else 0
    cdef bint needs_seller = (
        in_order and state.round == 1 and count_at(own, AT_SELL) == 0
    )
    if in_order and own.held:
        for index in range(INFLUENCES):
            if count_of(own.held, index):
                return list_held_back(own, index, own.at_hand, out, 0)
    if places[found - 1] == HELD_BACK and not needs_seller:
        # Those held back are told last, falling: all that are at hand then.
        count = list_held_back(own, MOST_INFLUENCE, own.at_hand if in_order else 1, out, 0)
    for index in range(found):
        place = places[index]
        if place == HELD_BACK or place < first or needs_seller and place > AT_SELL:
            continue
        if place == AT_TAVERN and not deal_exists(own.hidden, 1, is_unknown_at(own, AT_CHURCH)):
            continue
        if place == AT_CHURCH and not deal_exists(own.hidden, is_unknown_at(own, AT_TAVERN), 1):
            continue
        out[count] = UNSEEN_PLACE + place
        count += 1
    return count


cdef int list_turned_over(const State *state, const Seat *own, Move *out) noexcept nogil:
    """The influences that the next foreman can have; of a pair the higher one is told first."""
    cdef int index = face_down_in(own, state.stage), place = foreman_place(own.foreman[index])
    cdef int influence, most = MOST_INFLUENCE, count = 0, other, least = 0
    cdef int tavern = is_unknown_at(own, AT_TAVERN) and place != AT_TAVERN
    cdef int church = is_unknown_at(own, AT_CHURCH) and place != AT_CHURCH
    for other in range(FOREMEN):
        if foreman_place(own.foreman[other]) == place:
            if foreman_influence(own.foreman[other]) == UNKNOWN:
                least += 1
            else:
                most = foreman_influence(own.foreman[other])
    for influence in range(most, TABLES.least[place] - 1, -1):
        if not count_of(own.hidden, influence) or hidden_up_to(own, influence) < least:
            continue
        if deal_exists(own.hidden - one_of(influence), tavern, church):
            out[count] = place_code(influence, place)
            count += 1
    return count


cdef int list_placing(const State *state, Move *out) noexcept nogil:
    cdef const Seat *own = &state.seats[state.actor]
    cdef State told
    cdef int count
    if turns_over(state):
        return list_turned_over(state, own, out)
    if state.viewer == NONE or state.actor == state.viewer:
        return list_own(state, own, out)
    if not shows_no_placing(state):
        return list_unseen(state, own, out)
    count = 0
    if state.unseen == 0 and state.seats[state.viewer].at_hand == 0:
        told = state[0]
        begin_telling(&told)
        count = list_unseen(&told, &told.seats[told.actor], out)
    out[count] = UNSEEN_ALL
    return count + 1
