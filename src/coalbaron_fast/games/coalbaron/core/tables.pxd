"""The facts of facts.py as C arrays, filled once when the module loads."""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from coalbaron_fast.games.coalbaron.core.types cimport (
    ELEMENTS, MAX_SEATS, ORDERS, PAIR_KINDS, SLOTS, TILE_KINDS,
)

ctypedef struct Tables:
    # tiles; entry TILE_KINDS is "no tile", with a price beyond all money
    uint16_t tile_price[TILE_KINDS + 1]
    uint8_t tile_carts[TILE_KINDS + 1]
    # by the 8 bits of tiles bought on one level
    uint8_t pit_carts[256]          # carts, the printed one included
    int8_t pit_balance[256]         # light tiles less dark tiles
    # order cards
    uint8_t order_vehicle[ORDERS]
    uint8_t order_vp[ORDERS]
    uint8_t order_spots[ORDERS]
    uint8_t order_colour[ORDERS]    # of all its spots; 4: one spot of each colour
    int8_t order_slot[ORDERS][4]    # slot of (card, colour), or -1
    uint8_t slot_order[SLOTS]
    uint8_t slot_colour[SLOTS]
    uint16_t slot_free_test[SLOTS]  # free iff fill & test == 0
    uint64_t vehicle_orders[4]
    uint64_t colour_at_least[4][3]  # cards with at least 1, 2, 3 spots of the colour
    uint64_t spots_at_least[4]      # cards with at least 1, 2, 3, 4 spots
    # pairs: cubes 0-3 from the cage, 4-7 from storage
    uint8_t pair_first[PAIR_KINDS]
    uint8_t pair_second[PAIR_KINDS]
    uint8_t pair_fill[PAIR_KINDS]   # what the spot then holds: 2-11
    uint8_t pair_index[8][8]
    uint32_t fill_cubes[12]         # a spot's pair as a supply word; 0 for free and own
    # by number of players
    uint32_t unlocked[MAX_SEATS + 1]
    uint8_t workers[MAX_SEATS + 1]
    uint8_t marks[MAX_SEATS + 1]
    uint8_t draft_cards[MAX_SEATS + 1]
    uint8_t draft_rounds
    uint8_t printed_carts           # of each level
    # spaces and rewards
    uint8_t mining_steps[4]
    uint8_t money_marks[4]
    uint8_t bank_marks
    uint8_t reward_first[ELEMENTS]
    uint8_t reward_second[ELEMENTS]
    # the end of the game
    uint8_t marks_per_vp
    uint8_t cubes_per_vp
    uint8_t outstanding_penalty
    uint8_t imbalance_penalty
    double vp_a_mark                # 1 / marks_per_vp
    # where the n-th bit of a byte is
    uint8_t nth_bit[256][8]

cdef Tables TABLES
