"""The facts of facts.py as C arrays, filled once when the module loads."""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from coalbaron_fast.games.ruhr.core.types cimport (
    AREAS, BOXES, CITIES, CITY_ROOM, COUNTRIES, DEPOTS, DEPOT_ROOM, MARKERS, MAX_SEATS,
    MAX_TURNS, MOST_REMOVED, OBSTACLES, OPTIONS, PLACES, PORT_ROOM, PROGRESS, SELLING, STORAGE,
    TURN_TRACK,
)

ctypedef struct Tables:
    # the river; masks of storage spaces have 15 bits, of selling spaces 20, of obstacles 14
    uint8_t storage_place[STORAGE]
    uint8_t selling_place[SELLING]
    uint8_t place_selling[PLACES + 1]   # the selling space at a place, or NONE
    uint8_t place_storage[PLACES + 1]
    uint8_t storage_colour[STORAGE]
    uint16_t colour_storage[2]
    uint16_t downriver[PLACES + 1]      # storage spaces from a place; from outside all of them
    uint16_t upriver[PLACES + 1]
    uint8_t standard[STORAGE]           # the selling space of a trip without pilot, or NONE
    uint16_t has_standard               # storage spaces with one
    uint32_t targets[STORAGE]           # selling spaces downriver
    uint32_t between[STORAGE][SELLING]  # obstacles on the way
    uint16_t return_to[MAX_TURNS]       # where black dice come back, by turn
    uint32_t mark_locks                 # obstacles in the Mark
    uint32_t mark_cities
    uint32_t essen_cities
    uint32_t all_cities
    # the beginning, by number of seats
    uint8_t dice[MAX_SEATS + 1][STORAGE]
    uint8_t removed[MAX_SEATS + 1][MOST_REMOVED]    # colours, or NONE
    uint8_t white_count[MAX_SEATS + 1]
    uint8_t start_thalers
    uint8_t pool
    uint8_t with_first_lock
    uint8_t with_mark
    uint8_t warehouses
    uint8_t debt_spaces
    uint8_t thaler_cap
    # the course, by turn
    uint8_t turns
    uint8_t first_lock_turn
    bint export_turn[MAX_TURNS]
    bint marker_turn[MAX_TURNS]
    bint wage_supply_turn[MAX_TURNS]
    bint pay_turn[MAX_TURNS]
    bint get_turn[MAX_TURNS]
    bint pips_turn[MAX_TURNS]
    uint8_t waiting_bit[MAX_TURNS]      # the bit of the turn track's warehouse, or 0
    uint8_t remove_turn
    uint8_t boxes[MAX_TURNS]
    uint8_t lost_boxes[MAX_TURNS]       # at the beginning of the turn, the lowest ones
    uint8_t lock_cost[MAX_TURNS]
    bint two_locks[MAX_SEATS + 1][MAX_TURNS]        # in this turn with any paid lock ...
    bint two_locks_first[MAX_SEATS + 1]             # ... or with the first one
    uint8_t fee[OPTIONS][MAX_TURNS]
    # chance
    uint8_t markers[MARKERS]
    uint8_t starred[MARKERS]            # what `calm` leaves out
    uint8_t countries[COUNTRIES]
    uint8_t bag
    uint8_t calm_bag
    uint32_t marker_spaces[MARKERS]     # selling spaces that get a Thaler
    bint marker_water[MARKERS]
    int8_t marker_pips[MARKERS]
    uint8_t market_cap
    # development and progress
    uint8_t area[2][SELLING]
    uint8_t area_cap[AREAS]
    uint32_t needs[PROGRESS]            # 4 bits an area, as Seat.tokens
    # options
    bint pilot[OPTIONS]
    bint carry[OPTIONS]
    bint up[OPTIONS]
    uint16_t pilot_options              # masks of options
    uint8_t free_option[3]              # options of the free tokens
    uint8_t wage_thalers
    uint8_t supply_pips
    uint8_t hauler_pips
    uint8_t debt_thalers
    uint8_t repay_cost
    uint8_t early_points
    # market and export
    uint8_t lock_points[OBSTACLES]
    uint8_t city_cost[CITIES][CITY_ROOM + 1]        # a full one is beyond all money
    uint8_t depot_cost[DEPOTS][DEPOT_ROOM + 1]
    uint8_t port_cost[COUNTRIES * PORT_ROOM + 1]    # by warehouses in the port
    uint8_t port_per_seat
    uint8_t shift_cost
    uint8_t star_cost
    uint8_t warehouse_points
    uint8_t inn_thalers
    uint8_t inn_points
    uint8_t export_boxes
    uint8_t export_value[16]
    uint8_t export_step[8]              # by the die's value
    int8_t position_bonus[PORT_ROOM]
    # the end
    uint8_t essen_points
    uint8_t mark_points
    uint8_t all_cities_points
    uint8_t all_depots_points
    uint8_t majority_points
    uint8_t debt_points
    uint8_t mayor_points
    uint8_t railway_points
    uint8_t aak_points
    uint8_t aak_at_port

cdef Tables TABLES
