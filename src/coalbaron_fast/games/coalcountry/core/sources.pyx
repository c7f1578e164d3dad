"""Where the money comes from: what a seat has and what the guess expects, taken apart.

The parts of a seat add up to what `evaluate` says of it, and to its money when the game is over.
The inspection is taken apart then, too: it is paid, and its items are as they lie.
"""

from coalbaron_fast.games.coalcountry.core.bounds cimport state_in
from coalbaron_fast.games.coalcountry.core.evaluate cimport (
    FROM_BUILDINGS, FROM_MISSING, FROM_MONEY, FROM_REFUSE, FROM_STORAGE, FROM_TUNNELS, PARTS,
    Prospects, prospects_of,
)
from coalbaron_fast.games.coalcountry.core.prices cimport fee_of
from coalbaron_fast.games.coalcountry.core.scoring cimport Inspection, inspection_of
from coalbaron_fast.games.coalcountry.core.types cimport PHASE_OVER, State

# In the sequence of the enum in evaluate.pxd.
NAMES = (
    "money", "coal", "permits", "cubes", "buildings", "missing", "tunnels", "refuse", "storage",
    "penalties",
)


cdef void parts_of(const State *state, int seat, Prospects *out) noexcept nogil:
    cdef Inspection paid
    cdef int fee = fee_of(&state.seats[seat]), index
    prospects_of(state, seat, out)
    if state.phase != PHASE_OVER:
        return
    inspection_of(state, &state.seats[seat], &paid)
    out.part[FROM_MISSING] = -fee * paid.missing_utilities
    out.part[FROM_TUNNELS] = -fee * paid.unfinished_tunnels
    out.part[FROM_REFUSE] = -fee * paid.refuse
    out.part[FROM_STORAGE] = -fee * paid.stored_utilities
    out.part[FROM_BUILDINGS] = -fee * paid.buildings
    for index in range(PARTS):
        if index != FROM_MONEY:
            out.part[FROM_MONEY] -= out.part[index]


def expected_parts(bytes data):
    """The parts of what every seat can expect, as a list each, from the bytes of a position."""
    cdef const State *state = state_in(data)
    cdef Prospects parts
    found = []
    for seat in range(state.players):
        parts_of(state, seat, &parts)
        found.append([parts.part[index] for index in range(PARTS)])
    return found
