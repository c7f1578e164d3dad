"""What holds of every state: what is conserved, and which fields fit which."""

from libc.string cimport memcmp

from coalbaron_fast.bits cimport popcount64
from coalbaron_fast.games.coalcountry.core.areas cimport ask_in_area, space_is_free
from coalbaron_fast.games.coalcountry.core.flow cimport ask_nothing
from coalbaron_fast.games.coalcountry.core.foremen cimport (
    count_at, find_foreman, stage_of, takes_permit,
)
from coalbaron_fast.games.coalcountry.core.mine cimport free_cells, mine_follow
from coalbaron_fast.games.coalcountry.core.moves cimport state_legal_moves
from coalbaron_fast.games.coalcountry.core.places cimport deal_exists, shows_no_placing, turns_over
from coalbaron_fast.games.coalcountry.core.prices cimport is_seen
from coalbaron_fast.games.coalcountry.core.supplies cimport ask_in_restock, ask_in_setup
from coalbaron_fast.games.coalcountry.core.tables cimport TABLES
from coalbaron_fast.games.coalcountry.core.types cimport (
    AMOK, AT_CHURCH, AT_DOCTOR, AT_SELL, AT_SHOP, AT_TANDEM, AT_TAVERN, AT_UTIL, BUILDINGS, B_SHED,
    B_TAVERN, CALENDAR, CELLS, Cells, DRAWN_START, DRAW_TILE, ENTRANCE_CELL, FIRST_SPACE, FOREMEN,
    INDICATORS, INFLUENCES, MAX_SEATS, MOST_COAL, MOST_INFLUENCE, MOST_LEGAL, MOST_POINTS,
    MOST_SALE, Move, NONE, NOT_ON_TRACK, NO_FOREMAN, PHASE_CHANCE, PHASE_DIG, PHASE_FILL,
    PHASE_LAY, PHASE_MARK, PHASE_ONTO, PHASE_OVER, PHASE_PLACE, PHASE_PUT, PHASE_SHOP, REFORMED,
    STACKS, STAGE_BROKERS, STAGE_CONSTRUCTION, STAGE_MARKET, STAGE_MINING, STAGE_OVER,
    STAGE_PERMITS, STAGE_PLACE, STAGE_REFUSE, STAGE_REPORT, STAGE_RESTOCK, STAGE_SETUP,
    STAGE_VILLAGE, Seat, State, TILES, TILES_IN_ALL, UNKNOWN, UTILITIES, count_of, VILLAGE_SPACES,
    foreman_influence, foreman_lacking, foreman_place, has_cell, tile_cubes, tile_kind,
    tile_openings,
)

cdef enum:
    STEPS_A_ROUND = 10          # a marker is pushed on by others


# -- the course --------------------------------------------------------------------------------

cdef bint stage_fits(const State *state) noexcept nogil:
    if state.round > state.rounds:
        return False
    if state.stage == STAGE_SETUP:
        return state.round == 1
    if state.stage == STAGE_REPORT:
        return state.round % TABLES.report_every == 0
    if state.stage == STAGE_OVER:
        return state.round == state.rounds
    return state.stage != STAGE_RESTOCK or state.round < state.rounds


cdef bint is_sorted(const State *state) noexcept nogil:
    """Whether the order is that of the markers as they stand."""
    cdef int turn
    for turn in range(1, state.players):
        if (
            state.seats[state.order[turn]].earnings
            > state.seats[state.order[turn - 1]].earnings
        ):
            return False
    return True


cdef bint order_fits(const State *state) noexcept nogil:
    """Each seat once; in the setup those that are drawn."""
    cdef int turn, listed = 0, seen = 0
    while listed < MAX_SEATS and state.order[listed] != NONE:
        seen |= 1 << state.order[listed]
        listed += 1
    if popcount64(seen) != listed or listed > state.players:
        return False
    for turn in range(listed, MAX_SEATS):
        if state.order[turn] != NONE:
            return False
    if state.stage == STAGE_RESTOCK or state.stage == STAGE_OVER:
        return listed == 0
    if state.stage != STAGE_SETUP and listed < state.players:
        return False
    if state.round == 1 and state.stage <= STAGE_BROKERS:
        for turn in range(listed):
            if state.first_start != DRAWN_START and (
                state.order[turn] != (state.first_start + turn) % state.players
            ):
                return False
        return state.first_start == DRAWN_START or listed == state.players
    return state.stage == STAGE_BROKERS or state.stage == STAGE_REPORT or is_sorted(state)


cdef bint asks_itself(const State *state) noexcept nogil:
    """Whether what is asked is what the stage asks now; a shop or a depot may have begun."""
    cdef State again = state[0]
    cdef bint asked
    ask_nothing(&again)
    if state.stage == STAGE_SETUP:
        asked = ask_in_setup(&again)
    elif state.stage == STAGE_RESTOCK:
        asked = ask_in_restock(&again)
    else:
        asked = ask_in_area(&again)
    if not asked or state.left > again.left or (state.left == 0) != (again.left == 0):
        return False
    again.left = state.left
    return memcmp(&again, state, sizeof(State)) == 0


cdef bint cell_fits(const State *state) noexcept nogil:
    """The cell of a foreman who has taken a tile: free, next to a tile, and he is at home."""
    cdef const Seat *own = &state.seats[state.actor]
    cdef Cells free
    if state.cell == NONE:
        return False
    free_cells(own, &free)
    return has_cell(&free, state.cell) and find_foreman(own, state.cell) == NONE


cdef bint permit_fits(const State *state) noexcept nogil:
    """In the permits: who takes a tile, and which."""
    cdef const Seat *own
    if state.stage != STAGE_PERMITS or state.actor == NONE:
        return False
    own = &state.seats[state.actor]
    if state.phase == PHASE_DIG:
        return own.foreman[0] != NO_FOREMAN and takes_permit(own, own.foreman[0])
    if state.phase == PHASE_LAY:
        return state.tile != NONE and cell_fits(state)
    if state.draw < DRAW_TILE or state.draw == NONE:
        return False
    return state.cell == NONE if state.flags & AMOK else cell_fits(state)


cdef bint placing_fits(const State *state) noexcept nogil:
    """Who places next; in the open all have as many foremen at hand, or one fewer."""
    cdef int turn, left
    cdef bint passed = False
    if state.actor == NONE or state.stage < STAGE_PLACE or state.stage > STAGE_REFUSE:
        return False
    if turns_over(state):
        return state.viewer != NONE and state.actor != state.viewer
    left = state.seats[state.actor].at_hand
    if left == 0:
        return False
    if not state.flags & AMOK:
        return True
    for turn in range(state.players):
        passed = passed or state.order[turn] == state.actor
        if state.seats[state.order[turn]].at_hand != (left if passed else left - 1):
            return False
    return True


cdef bint marking_fits(const State *state) noexcept nogil:
    if state.actor == NONE or state.space < 0:
        return False
    if space_is_free(state, state.actor, state.space):
        return False
    if state.stage == STAGE_REPORT:
        return state.seats[state.actor].money == state.space
    return (
        state.stage == STAGE_BROKERS and count_at(&state.seats[state.actor], AT_SELL) == 0
        and state.space <= (MOST_SALE + STEPS_A_ROUND) * state.round
    )


cdef bint puts_fit(const State *state) noexcept nogil:
    """Cubes that were bought are in the storage."""
    cdef int utility
    if state.stage != STAGE_MARKET or state.actor == NONE or not state.puts:
        return False
    for utility in range(UTILITIES):
        if state.puts >> utility & 1 and not state.seats[state.actor].storage[utility]:
            return False
    return True


cdef bint site_fits(const State *state) noexcept nogil:
    if state.stage != STAGE_CONSTRUCTION or state.actor == NONE or state.building == NONE:
        return False
    return not (
        (state.seats[state.actor].buildings | state.seats[state.actor].covered)
        >> state.building & 1
    )


cdef bint details_fit(const State *state) noexcept nogil:
    """Nothing is told of a question that is not asked."""
    return (
        (state.draw == NONE) == (state.phase != PHASE_CHANCE)
        and (state.tile == NONE) == (state.phase != PHASE_LAY)
        and (state.building == NONE) == (state.phase != PHASE_ONTO)
        and (state.puts == 0) == (state.phase != PHASE_PUT)
        and (state.space == NOT_ON_TRACK) == (state.phase != PHASE_MARK)
        and (state.left == 0) == (state.phase != PHASE_SHOP and state.phase != PHASE_FILL)
        and (
            state.cell == NONE or state.phase == PHASE_LAY
            or state.phase == PHASE_CHANCE and state.stage == STAGE_PERMITS
        )
    )


cdef bint phase_fits(const State *state) noexcept nogil:
    if not details_fit(state):
        return False
    if state.phase == PHASE_OVER:
        return state.stage == STAGE_OVER and state.actor == NONE
    if state.phase == PHASE_DIG or state.phase == PHASE_LAY:
        return permit_fits(state)
    if state.phase == PHASE_CHANCE:
        if state.stage == STAGE_PERMITS:
            return permit_fits(state)
        return (state.stage == STAGE_SETUP or state.stage == STAGE_RESTOCK) and asks_itself(state)
    if state.phase == PHASE_PLACE:
        return placing_fits(state)
    if state.phase == PHASE_MARK:
        return marking_fits(state)
    if state.phase == PHASE_PUT:
        return puts_fit(state)
    if state.phase == PHASE_ONTO:
        return site_fits(state)
    return STAGE_VILLAGE <= state.stage <= STAGE_REFUSE and asks_itself(state)


cdef bint unseen_fits(const State *state) noexcept nogil:
    return state.unseen == 0 or (
        state.phase == PHASE_PLACE and shows_no_placing(state) and state.actor != state.viewer
    )


# -- what is conserved -------------------------------------------------------------------------

cdef int bad_cubes(const State *state) noexcept nogil:
    """A utility, or -1."""
    cdef int utility, seat, cell, total
    for utility in range(UTILITIES):
        total = state.supply[utility] + state.market[utility]
        for seat in range(state.players):
            total += state.seats[seat].storage[utility]
            for cell in range(CELLS):
                total += tile_cubes(state.seats[seat].tile[cell]) >> utility & 1
        if total != TABLES.cubes_each:
            return utility
    return -1


cdef int tiles_in(const Seat *own) noexcept nogil:
    """Those to be seen, without the entrance."""
    return popcount64(own.occupied.low) + popcount64(own.occupied.high) - 1


cdef int bad_tiles(const State *state) noexcept nogil:
    """A kind, TILES for the sum, or -1: covered tiles are known by their number alone."""
    cdef int kind, seat, cell, count, total = 0
    cdef int seen[TILES + 1]
    for kind in range(TILES + 1):
        seen[kind] = 0
    for seat in range(state.players):
        total += state.seats[seat].laid
        for cell in range(CELLS):
            if state.seats[seat].tile[cell]:
                seen[tile_kind(state.seats[seat].tile[cell])] += 1
    for kind in range(TILES):
        count = state.stack[kind] + (state.tile == kind)
        count += state.face[TABLES.number[kind] - 1] == kind
        total += count
        if count + seen[kind] > TABLES.copies[kind]:
            return kind
    return -1 if total == TILES_IN_ALL else TILES


cdef int bad_face(const State *state) noexcept nogil:
    """A stack, or -1: amok shows a tile of each as long as there are any."""
    cdef int stack, kind, left
    for stack in range(STACKS):
        if state.face[stack] != NONE:
            if not state.flags & AMOK or TABLES.number[state.face[stack]] != stack + 1:
                return stack
            continue
        if not state.flags & AMOK or state.stage == STAGE_SETUP or state.draw == DRAW_TILE + stack:
            continue
        if state.phase == PHASE_LAY and TABLES.number[state.tile] == stack + 1:
            continue
        left = 0
        for kind in range(TABLES.stack_first[stack], TABLES.stack_first[stack + 1]):
            left += state.stack[kind]
        if left:
            return stack
    return -1


cdef int bad_building(const State *state) noexcept nogil:
    """A kind, or -1. But in an industry amok tiles leave the game for good."""
    cdef int kind, seat, count
    for kind in range(BUILDINGS):
        count = state.pile[kind] + state.gone[kind] + state.row[0][kind] + state.row[1][kind]
        count += state.building == kind
        for seat in range(state.players):
            count += (
                (state.seats[seat].buildings | state.seats[seat].covered) >> kind & 1
            )
        if state.flags & AMOK:
            if count != TABLES.amok_pile[kind]:
                return kind
        elif count > TABLES.pile[state.players][kind] or state.gone[kind]:
            return kind
    return -1


cdef int bad_row(const State *state) noexcept nogil:
    cdef int row, kind, count
    for row in range(2):
        count = 0
        for kind in range(BUILDINGS):
            count += state.row[row][kind]
        if count > state.players:
            return row
    return -1


cdef bint indicators_fit(const State *state) noexcept nogil:
    """Four lie on the calendar, but while they are drawn; none in a reformed industry."""
    cdef int index, cube, listed = 0
    cdef int counts[INDICATORS]
    for cube in range(INDICATORS):
        counts[cube] = state.bag[cube]
    while listed < CALENDAR and state.calendar[listed] != NONE:
        counts[state.calendar[listed]] += 1
        listed += 1
    for index in range(listed, CALENDAR):
        if state.calendar[index] != NONE:
            return False
    for cube in range(INDICATORS):
        if counts[cube] != TABLES.indicators[cube]:
            return False
    if state.flags & REFORMED:
        return listed == 0
    return listed == CALENDAR or state.stage == STAGE_SETUP or (
        state.stage == STAGE_RESTOCK and listed
    )


# -- seats -------------------------------------------------------------------------------------

cdef bint is_turn_of(int kind, int openings) noexcept nogil:
    """Whether a tile of that kind can lie so."""
    cdef int turn
    for turn in range(TABLES.turns[kind]):
        if TABLES.openings[TABLES.first_turn[kind] + turn] == openings:
            return True
    return False


cdef bint mine_fits(const Seat *own) noexcept nogil:
    cdef int cell
    if own.tile[ENTRANCE_CELL] != TABLES.entrance_tile or own.laid < tiles_in(own):
        return False
    for cell in range(CELLS):
        if own.tile[cell] and cell != ENTRANCE_CELL:
            if tile_kind(own.tile[cell]) >= TILES:
                return False
            if not is_turn_of(tile_kind(own.tile[cell]), tile_openings(own.tile[cell])):
                return False
    return True


cdef bint is_derived(const Seat *own) noexcept nogil:
    cdef Seat again = own[0]
    mine_follow(&again)
    return memcmp(&again, own, sizeof(Seat)) == 0


cdef int sales_of(const State *state, const Seat *own) noexcept nogil:
    """How often it can have sold."""
    if state.stage < STAGE_BROKERS or state.stage == STAGE_BROKERS and count_at(own, AT_SELL):
        return state.round - 1
    return state.round


cdef bint marker_fits(const State *state, int seat) noexcept nogil:
    """No two on one space; on the track from the first sale on."""
    cdef const Seat *own = &state.seats[seat]
    if own.earnings == NOT_ON_TRACK:
        return state.round == 1 and state.stage <= STAGE_BROKERS
    if not space_is_free(state, seat, own.earnings):
        return False
    return 0 <= own.earnings <= (MOST_SALE + STEPS_A_ROUND) * sales_of(state, own)


cdef bint money_fits(const State *state, const Seat *own) noexcept nogil:
    if state.phase == PHASE_OVER:
        return -MOST_POINTS <= own.money <= MOST_POINTS
    return 0 <= own.money <= MOST_SALE * sales_of(state, own)


cdef bint coal_fits(const State *state, const Seat *own) noexcept nogil:
    """What the shed has kept, until the mining; then more."""
    if state.stage < STAGE_MINING or state.stage == STAGE_RESTOCK or (
        state.stage == STAGE_MINING and turns_over(state)
    ):
        return own.coal <= (TABLES.shed_keeps if is_seen(own, B_SHED) else 0)
    # The church may bring a little more.
    return own.coal <= (MOST_COAL - MOST_INFLUENCE if state.stage == STAGE_MINING else MOST_COAL)


cdef bint refuse_fits(const State *state, const Seat *own) noexcept nogil:
    """One for each miner, and the number of what is built over."""
    cdef int kind, most = MOST_INFLUENCE * (own.laid - tiles_in(own))
    cdef bint mined = state.stage >= STAGE_MINING and not (
        state.stage == STAGE_MINING and turns_over(state)
    )
    for kind in range(BUILDINGS):
        if own.covered >> kind & 1:
            most += TABLES.building_number[kind]
    return own.refuse <= most + FOREMEN * (state.round - 1 + mined)


cdef bint village_fits(const State *state, const Seat *own) noexcept nogil:
    if own.buildings & own.covered or popcount64(own.buildings) > VILLAGE_SPACES:
        return False
    if not own.tavern:
        return True
    return (
        STAGE_VILLAGE <= state.stage <= STAGE_CONSTRUCTION
        and (own.buildings | own.covered) >> B_TAVERN & 1
    )


cdef int total_of(int counts) noexcept nogil:
    cdef int influence, total = 0
    for influence in range(INFLUENCES):
        total += count_of(counts, influence)
    return total


cdef bint foremen_add_up(const State *state, const Seat *own, bint is_shown) noexcept nogil:
    """All nine while they are placed; no more of an influence than there are."""
    cdef int index, influence, unknown = 0, count
    cdef int found[INFLUENCES]
    for influence in range(INFLUENCES):
        found[influence] = (
            count_of(own.hand, influence) + count_of(own.held, influence)
            + count_of(own.hidden, influence)
        )
    for index in range(FOREMEN):
        if own.foreman[index] == NO_FOREMAN:
            break
        if foreman_influence(own.foreman[index]) == UNKNOWN:
            unknown += 1
        else:
            found[foreman_influence(own.foreman[index])] += 1
    for influence in range(INFLUENCES):
        count = count_of(TABLES.all_foremen, influence)
        if found[influence] > count or state.stage == STAGE_PLACE and found[influence] < count:
            return False
    if state.stage != STAGE_PLACE and (own.at_hand or own.held):
        return False
    if not is_shown and shows_no_placing(state):
        return own.hand == TABLES.all_foremen and own.at_hand == FOREMEN and not own.hidden
    if is_shown:
        return not unknown and not own.hidden and own.at_hand == total_of(own.hand)
    return not own.hand and total_of(own.hidden) == unknown + own.at_hand and (
        not unknown or deal_exists(
            own.hidden, unknown_at(own, AT_TAVERN), unknown_at(own, AT_CHURCH)
        )
    )


cdef bint unknown_at(const Seat *own, int place) noexcept nogil:
    cdef int index = find_foreman(own, place)
    return index != NONE and foreman_influence(own.foreman[index]) == UNKNOWN


cdef bint is_open(const State *state, const Seat *own, int foreman) noexcept nogil:
    """Whether a foreman can be there in this stage, seen or not."""
    cdef int place = foreman_place(foreman), stage = stage_of(own, foreman)
    cdef bint unknown = foreman_influence(foreman) == UNKNOWN
    if foreman_lacking(foreman) and (
        state.stage != STAGE_PERMITS or state.flags & AMOK or stage != STAGE_PERMITS
        or turns_over(state)
    ):
        return False
    if not unknown and foreman_influence(foreman) < TABLES.least[place]:
        return False
    if state.stage == STAGE_MINING and place == AT_CHURCH:
        return not unknown
    if state.stage == STAGE_VILLAGE and (place == AT_TAVERN or place == AT_DOCTOR):
        return turns_over(state)
    if state.stage != STAGE_PLACE and stage < state.stage:
        return False
    return not unknown or state.stage == STAGE_PLACE or stage > state.stage or turns_over(state)


cdef bint is_place_of(const Seat *own, int place, const Cells *free) noexcept nogil:
    """Whether a foreman can be there at all."""
    if place < CELLS:
        return has_cell(free, place) or has_cell(&own.connected, place)
    if place < AT_SELL:
        return is_seen(own, FIRST_SPACE + place - AT_SHOP)
    return not (place == AT_UTIL and count_at(own, AT_TANDEM))


cdef bint places_fit(const State *state, const Seat *own, bint is_shown) noexcept nogil:
    cdef Cells free
    cdef int index, foreman, place
    if own.foreman[0] == NO_FOREMAN:
        return True
    if state.stage < STAGE_PLACE or state.stage > STAGE_REFUSE:
        return False
    free_cells(own, &free)
    for index in range(FOREMEN):
        foreman = own.foreman[index]
        if foreman == NO_FOREMAN:
            break
        place = foreman_place(foreman)
        if count_at(own, place) > TABLES.room[place] or not is_open(state, own, foreman):
            return False
        if not is_place_of(own, place, &free):
            return False
        # In a view of another seat nothing is known before its area.
        if not is_shown and foreman_influence(foreman) != UNKNOWN and (
            state.stage == STAGE_PLACE or stage_of(own, foreman) > state.stage
        ):
            return False
    return True


cdef int seat_defect(const State *state, int seat) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef bint is_shown = state.viewer == NONE or state.viewer == seat
    if not mine_fits(own):
        return BAD_MINE
    if not is_derived(own):
        return BAD_DERIVED
    if not marker_fits(state, seat):
        return BAD_MARKER
    if not money_fits(state, own):
        return BAD_MONEY
    if not coal_fits(state, own):
        return BAD_COAL
    if not refuse_fits(state, own):
        return BAD_REFUSE
    if not village_fits(state, own):
        return BAD_VILLAGE
    if not foremen_add_up(state, own, is_shown):
        return BAD_FOREMEN
    return STATE_OK if places_fit(state, own, is_shown) else BAD_PLACE


# -- all of it ---------------------------------------------------------------------------------

cdef int board_defect(const State *state, int *detail) noexcept nogil:
    detail[0] = bad_cubes(state)
    if detail[0] >= 0:
        return BAD_CUBES
    detail[0] = bad_tiles(state)
    if detail[0] >= 0:
        return BAD_TILES
    detail[0] = bad_face(state)
    if detail[0] >= 0:
        return BAD_FACES
    detail[0] = bad_building(state)
    if detail[0] >= 0:
        return BAD_BUILDINGS
    detail[0] = bad_row(state)
    if detail[0] >= 0:
        return BAD_ROWS
    detail[0] = 0
    return STATE_OK if indicators_fit(state) else BAD_INDICATORS


cdef bint something_is_asked(const State *state) noexcept nogil:
    cdef Move moves[MOST_LEGAL]
    return state.phase == PHASE_OVER or state_legal_moves(state, moves) > 0


cdef int state_defect(const State *state, int *detail) noexcept nogil:
    cdef int seat, defect
    detail[0] = 0
    if not stage_fits(state):
        return BAD_STAGE
    if not order_fits(state):
        return BAD_ORDER
    # Seats come first: what is asked is worked out from them.
    for seat in range(state.players):
        detail[0] = seat
        defect = seat_defect(state, seat)
        if defect:
            return defect
    defect = board_defect(state, detail)
    if defect:
        return defect
    detail[0] = state.phase
    if not phase_fits(state):
        return BAD_PHASE
    if not unseen_fits(state):
        return BAD_UNSEEN
    return STATE_OK if something_is_asked(state) else BAD_PHASE
