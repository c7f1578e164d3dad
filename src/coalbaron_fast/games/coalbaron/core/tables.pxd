"""The facts of facts.py as C arrays, filled once when the module loads."""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef struct Tables:
    # tiles; entry 16 is "no tile", with a price beyond all money
    uint16_t tile_price[17]
    uint8_t tile_carts[17]
    # by the 8 bits of tiles bought on one level
    uint8_t pit_carts[256]          # carts, the printed one included
    int8_t pit_balance[256]         # light tiles less dark tiles
    # order cards
    uint8_t order_vehicle[44]
    uint8_t order_vp[44]
    uint8_t order_spots[44]
    uint8_t order_colour[44]        # of all its spots; 4: one spot of each colour
    int8_t order_slot[44][4]        # slot of (card, colour), or -1
    uint8_t slot_order[56]
    uint8_t slot_colour[56]
    uint16_t slot_free_test[56]     # free iff fill & test == 0
    uint64_t vehicle_orders[4]
    uint64_t colour_at_least[4][3]  # cards with at least 1, 2, 3 spots of the colour
    uint64_t spots_at_least[4]      # cards with at least 1, 2, 3, 4 spots
    # pairs: cubes 0-3 from the cage, 4-7 from storage
    uint8_t pair_first[36]
    uint8_t pair_second[36]
    uint8_t pair_fill[36]           # what the spot then holds: 2-11
    uint8_t pair_index[8][8]
    uint32_t fill_cubes[12]         # a spot's pair as a supply word; 0 for free and own
    # by number of players
    uint32_t unlocked[5]
    uint8_t workers[5]
    uint8_t marks[5]
    uint8_t draft_cards[5]
    # spaces and rewards
    uint8_t mining_steps[4]
    uint8_t money_marks[4]
    uint8_t reward_first[12]
    uint8_t reward_second[12]
    # where the n-th bit of a byte stands
    uint8_t nth_bit[256][8]

cdef Tables TABLES
