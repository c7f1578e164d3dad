"""The invariants of a state: the debug build checks them after every play, readers once."""

from coalbaron_fast.games.coalbaron.core.types cimport State

# What can be wrong with a state whose fields are each in range. The detail is what the comment
# says; codec.pyx turns both into a PositionError.
cdef enum:
    STATE_OK = 0
    BAD_CUBES = 1               # detail: colour. More than 16 of it, or the supply is off
    BAD_CAGE = 2                # seat
    BAD_LEVEL = 3               # seat * 4 + level: more cubes than carts
    BAD_CARD = 4                # card that is nowhere or in two places
    BAD_TILE = 5                # tile kind that does not add up to three
    BAD_WORKERS = 6             # seat with more workers than it has
    BAD_CANTEEN = 7             # workers displaced and in the canteen differ
    BAD_SPACE = 8               # space that is locked, or held by no seat or by two
    BAD_SPOTS = 9               # card with filled spots that is not outstanding, or out of order
    BAD_STACK = 10              # 0 tiles, 1 orders: the parts do not fit together
    BAD_SIGNS = 11              # 0 tiles, 1 orders, 2 look
    BAD_REFILL = 12             # space that should have been refilled
    BAD_TURN = 13               # no detail, as in those that follow: the state names the value
    BAD_PHASE = 14
    BAD_LOOK = 15
    BAD_DRAFT = 16
    BAD_STEPS = 17
    BAD_FILL = 18
    BAD_DRAW = 19
    BAD_START = 20
    BAD_UNKNOWN = 21            # 0 tiles, 1 orders: unknown places and unseen items differ
    BAD_PLAN = 22               # positions: the mining planner went beyond its memory
    BAD_MARKS = 23              # seat that could get more than its text may say
    BAD_VP = 24                 # the same of points, or lose more

cdef int state_defect(const State *state, int *detail) noexcept nogil

# Cubes of a colour that are out of the supply.
cdef int cubes_out(const State *state, int colour) noexcept nogil
