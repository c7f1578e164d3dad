"""What holds of every state: for the debug build after each play, for readers once."""

from coalbaron_fast.games.coalcountry.core.types cimport State

# What can be wrong with a state whose fields are each in range. The detail is what the comment
# says; codec.pyx turns both into a PositionError.
cdef enum:
    STATE_OK = 0
    BAD_STAGE = 1               # stage that does not fit the round
    BAD_ORDER = 2               # seats of the order
    BAD_PHASE = 3               # phase that the other fields do not fit
    BAD_CUBES = 4               # utility whose cubes do not add up
    BAD_TILES = 5               # kind of tile of which there are too many; or TILES: their sum
    BAD_FACES = 6               # stack whose tile should lie face up, or should not
    BAD_BUILDINGS = 7           # kind of building that does not add up
    BAD_ROWS = 8                # row with more buildings than seats
    BAD_INDICATORS = 9          # indicators of the bag and the calendar
    BAD_MINE = 10               # seat with a tile that cannot lie so
    BAD_DERIVED = 11            # seat whose sets of cells do not follow from its tiles
    BAD_MARKER = 12             # seat whose marker cannot be there
    BAD_MONEY = 13              # seat with more, or less, than it can have
    BAD_COAL = 14               # the same of coal
    BAD_REFUSE = 15             # and of refuse
    BAD_VILLAGE = 16            # seat with a building twice, or too many
    BAD_FOREMEN = 17            # seat whose foremen do not add up
    BAD_PLACE = 18              # seat with a foreman where none can be
    BAD_UNSEEN = 19             # foremen seen to be placed, where none can be

cdef int state_defect(const State *state, int *detail) noexcept nogil
