"""A guess at what each seat can expect: enough to begin with, until a network knows better.

All in dollars. What a seat can expect is what it has, what its mine yields in rounds to come, what
its foremen who are still on their places bring in this round, less what the inspection will cost.
"""

from libc.stdint cimport uint8_t, uint16_t

from coalbaron_fast.games.coalcountry.core.types cimport CELLS, STACKS, Seat, State

cdef enum:
    MOST_LACKS = 24             # missing cubes of connected tiles that are looked at
    MINERS = 7                  # tiles that are mined in a round at most

# Sources of money; the parts of what a seat can expect add up to it.
cdef enum:
    FROM_MONEY                    # what it has
    FROM_COAL                     # coal at hand, and of this round and those to come
    FROM_PERMITS                  # tiles that foremen still get in this round, and what they cost
    FROM_CUBES                    # utilities: those to come, and what part-filled tiles promise
    FROM_BUILDINGS
    FROM_MISSING                  # the inspection: utilities that are missing, ...
    FROM_TUNNELS                  # ... unfinished tunnels ...
    FROM_REFUSE                   # ... and refuse; what removes it
    FROM_STORAGE                  # stored cubes
    FROM_PENALTIES
    PARTS

ctypedef struct Prospects:
    double part[PARTS]

# What a seat goes by, whatever its foremen do.
ctypedef struct Outlook:
    int left                    # rounds after this one
    int indicator
    int automatic               # coal that tiles will still produce by themselves in this round
    int stored                  # cubes in the storage
    int lacks                   # missing cubes that `cube` lists
    int market                  # cubes that can be bought and are needed
    double fee                  # of the inspection, as expected
    # What the inspection takes for an item, or gives, in dollars.
    double missing
    double refuse
    double tunnel
    double stored_cube
    double building
    double later                # dollars for a piece of coal in rounds to come
    double now                  # the same in this round, for an influence of 2
    double out[MINERS]          # coal of the best tiles for a 3, falling
    double cube[MOST_LACKS]     # what the next cubes on tiles promise in coal, in turn
    # Tiles on free cells, as far as they were asked for.
    uint8_t asked[CELLS]
    uint8_t lacking[CELLS]      # next to a tile without all utilities
    double permit[CELLS][STACKS]

# The coal that a seat's mine can yield in a round.
cdef double yield_of(const State *state, int seat) noexcept nogil
cdef void all_yields(const State *state, double *yields) noexcept nogil

# The outlook of a seat, and its parts but for what foremen bring. `yields` are those of all seats.
cdef void look_ahead(
    const State *state, int seat, const double *yields, Outlook *look, Prospects *out
) noexcept nogil

# Add what foremen on places bring: `count` of them, as in Seat.foreman. Those of unknown influence
# count as a 2.
cdef void add_foremen(
    const State *state, int seat, Outlook *look, const uint16_t *foremen, int count,
    int held, Prospects *out
) noexcept nogil

# What a tile of stack n (1-4) promises on a free cell. `kind` is its kind, or NONE if it is not
# drawn yet.
cdef double permit_worth(
    const State *state, const Seat *own, const Outlook *look, int cell, int number, int kind
) noexcept nogil

# What a building promises, but for what it costs.
cdef double building_worth(const Seat *own, const Outlook *look, int kind) noexcept nogil

# What a cube promises on a tile of this kind that has n cubes.
cdef double cube_worth(const State *state, const Outlook *look, int kind, int cubes) noexcept nogil

# What a stored cube is worth: the inspection, and that it may get onto a tile.
cdef double stored_worth(const Outlook *look) noexcept nogil

# What a seat can expect, by source; `yields` are those of all seats.
cdef void prospects_in(
    const State *state, int seat, const double *yields, Prospects *out
) noexcept nogil
cdef void prospects_of(const State *state, int seat, Prospects *out) noexcept nogil
cdef double total_of(const Prospects *parts) noexcept nogil
cdef double worth_of(const State *state, int seat) noexcept nogil

# How far a seat's final money strays from what is expected: a standard deviation.
cdef double spread_of(const State *state) noexcept nogil

# Money and share of the win that each seat can expect; exact when the game is over.
cdef void evaluate(const State *state, double *points, double *win) noexcept nogil

# The same when the game is over.
cdef void evaluate_over(const State *state, double *points, double *win) noexcept nogil

# For tuning: a number of the guess by its place among all of them.
cdef double *dial_at(int place) except NULL
