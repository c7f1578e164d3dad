"""The facts of facts.py as C arrays, filled once when the module loads."""

from libc.stdint cimport int8_t, uint8_t, uint16_t

from coalbaron_fast.games.coalcountry.core.types cimport (
    BUILDINGS, CELLS, DIRECTIONS, INDICATORS, INFLUENCES, MAX_SEATS, OPENINGS, PLACES, PURCHASES,
    STACKS, TILES, UTILITIES, WITH_TAVERN,
)

cdef enum:
    SWAPS = 6                   # the cube given, the cube taken
    TRACK_COLUMNS = 100         # earnings with fees of their own; then they rise by hundreds

ctypedef struct Tables:
    # the map
    uint8_t next_to[CELLS][DIRECTIONS]  # cells, or NONE
    uint8_t column[CELLS]
    uint8_t row[CELLS]
    # mine tiles; the entrance is the last kind
    uint8_t number[TILES + 1]           # openings; the entrance's is 0: nothing covers it
    uint8_t copies[TILES]
    uint8_t coal[TILES + 1][INFLUENCES]
    uint8_t openings[OPENINGS]          # bits of directions, by the way to lie
    uint8_t first_turn[TILES]           # ways to lie of a kind: the first ...
    uint8_t turns[TILES]                # ... and how many
    uint8_t stack_first[STACKS + 1]     # kinds of a stack begin here
    uint16_t entrance_tile
    uint8_t village_opening             # the entrance's, a bit
    # foremen
    uint16_t all_foremen                # counts of a seat's nine
    uint8_t least[PLACES]               # the lowest influence for a place
    uint8_t room[PLACES]                # foremen of one seat
    uint8_t stage[PLACES]               # the area of a place that is no cell
    # utilities
    uint8_t cubes_each
    uint8_t refill_plus
    uint8_t utility_fees
    uint8_t purchase[PURCHASES][UTILITIES]
    uint8_t purchase_sum[PURCHASES]
    uint8_t swap[SWAPS][2]
    # money
    uint8_t fee[TRACK_COLUMNS]          # dollars of a fee, by earnings
    uint8_t fee_beyond                  # from there on, ...
    uint8_t fee_add                     # ... and more for each further hundred
    int8_t indicator[INDICATORS]
    uint8_t indicators[INDICATORS]      # cubes in the bag
    uint8_t coal_base
    uint8_t coal_step
    uint8_t coal_least
    int8_t coal_adjust[WITH_TAVERN]
    uint8_t permit_fees
    # buildings
    uint8_t building_number[BUILDINGS]
    uint8_t pile[MAX_SEATS + 1][BUILDINGS]
    uint8_t amok_pile[BUILDINGS]
    int8_t bottom_row
    uint8_t building_least
    int8_t building_adjust[WITH_TAVERN]
    uint8_t shed_keeps
    uint8_t extra_plus
    uint8_t extra_most
    uint8_t tavern_plus
    # the course
    uint8_t report_every
    # the inspection, in fees
    int8_t missing_utility
    int8_t refuse
    int8_t unfinished_tunnel
    int8_t stored_utility
    int8_t building
    int8_t reformed                     # what every item counts, or takes off

cdef Tables TABLES
