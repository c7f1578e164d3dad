"""What the exact solver asks: how far it is to the end, and which positions are worth the same.

After the marker of turn 11 there is no chance any more, and nothing is ever hidden: the last two
turns can be played out.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from coalbaron_fast.bits cimport popcount64
from coalbaron_fast.games.ruhr.core.identity cimport play_hash
from coalbaron_fast.games.ruhr.core.tables cimport TABLES
from coalbaron_fast.games.ruhr.core.types cimport (
    PHASE_OVER, PHASE_PLACE, STAGE_DEMAND, STAGE_HISTORY, STAGE_MARKET, STAGE_OPTION,
    STAGE_TRIP, State,
)
from coalbaron_fast.search.game cimport FAR_FROM_END


cdef bint chance_to_come(const State *state) noexcept nogil:
    cdef int turn
    for turn in range(state.turn, TABLES.turns + 1):
        if TABLES.marker_turn[turn] or TABLES.export_turn[turn]:
            if turn > state.turn or state.stage <= STAGE_DEMAND:
                return True
    return False


cdef int turns_left_now(const State *state) noexcept nogil:
    """Decisions of the turn at hand that are still to come."""
    cdef int players = state.players, rest = players - state.index
    # The last turn takes no dice back.
    cdef int trips = 1 if state.turn == TABLES.turns else 2
    if state.stage == STAGE_HISTORY:
        return rest + players * (2 + trips)
    if state.stage == STAGE_OPTION:
        return rest + players * (1 + trips)
    if state.stage == STAGE_TRIP:
        return rest * trips - (state.phase == PHASE_PLACE) + players
    return rest


cdef int ending_turns_left(const State *state) noexcept nogil:
    cdef int turn, left
    if state.phase == PHASE_OVER:
        return 0
    if chance_to_come(state):
        return FAR_FROM_END
    left = turns_left_now(state)
    for turn in range(state.turn + 1, TABLES.turns + 1):
        left += state.players * (3 if turn == TABLES.turns else 4)
        if TABLES.pay_turn[turn] or TABLES.get_turn[turn]:
            left += state.players
    return left


cdef uint64_t ending_key(const State *state) noexcept nogil:
    cdef State plain
    cdef uint32_t locks = state.obstacles & TABLES.mark_locks
    if state.turn < TABLES.turns or state.stage < STAGE_MARKET or state.phase == PHASE_OVER:
        return play_hash(state)
    # In the last market coal does not matter any more, and of locks only how many there are of
    # each kind.
    plain = state[0]
    memset(plain.dice, 0, sizeof(plain.dice))
    memset(plain.track, 0, sizeof(plain.track))
    memset(plain.on_track, 0, sizeof(plain.on_track))
    memset(plain.markers, 0, sizeof(plain.markers))
    plain.filled = 0
    plain.market = 0
    plain.markers_left = 0
    plain.bag = 0
    plain.export_box = 0
    plain.obstacles = popcount64(locks) << 8 | popcount64(state.obstacles ^ locks)
    return play_hash(&plain)
