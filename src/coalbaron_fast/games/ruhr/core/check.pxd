"""What holds of every state: for the debug build after each play, for readers once."""

from coalbaron_fast.games.ruhr.core.types cimport State

# What can be wrong with a state whose fields are each in range. The detail is what the comment
# says; codec.pyx turns both into a PositionError.
cdef enum:
    STATE_OK = 0
    BAD_WAREHOUSES = 1          # seat whose warehouses do not add up
    BAD_WAITING = 2             # seat that has not taken what it should have, or too early
    BAD_TOKENS = 3              # seat with more development tokens than an area or the turns allow
    BAD_PROGRESS = 4            # seat with a marker it cannot have, or without one it must have
    BAD_WHITE = 5               # white marker of which there are too few
    BAD_USED = 6                # seat that has used what it does not have
    BAD_DEBTS = 7               # seat
    BAD_LOCKS = 8               # locks of the seats against obstacles that are gone
    BAD_DICE = 9                # colour: dice that do not add up
    BAD_TRACK = 10              # colour: more dice than boxes
    BAD_MARKERS = 11            # markers on obstacles, in the bag, drawn
    BAD_COUNTRIES = 12          # countries turned up, or still face down
    BAD_COLUMN = 13             # column of the port
    BAD_SPACES = 14             # city or depot (7 and up) that is too full
    BAD_ORDER = 15              # index into the order
    BAD_BARGE = 16              # seat whose barge cannot be there
    BAD_OPTION = 17             # seat whose option does not fit
    BAD_PHASE = 18              # phase that the other fields do not fit
    BAD_DID = 19                # purchases that do not fit
    BAD_FLAGS = 20              # water and lock duty
    BAD_DERIVED = 21            # number of the field that does not follow from the others
    BAD_RETURNING = 22          # dice on their way back that do not fit
    BAD_THALERS = 23            # seat that could get more than its text may say
    BAD_POINTS = 24             # the same of points, or fewer than it can have

cdef int state_defect(const State *state, int *detail) noexcept nogil
