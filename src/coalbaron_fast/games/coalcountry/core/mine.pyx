"""The mine of a seat: its map, what is connected, what is unfinished."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from coalbaron_fast.bits cimport popcount64
from coalbaron_fast.games.coalcountry.core.tables cimport TABLES
from coalbaron_fast.games.coalcountry.core.types cimport (
    ALL_CUBES, CELLS, Cells, DIRECTIONS, ENTRANCE_CELL, NONE, Seat, UTILITIES, add_cell, has_cell,
    make_tile, tile_cubes, tile_kind, tile_openings,
)


cdef inline int opposite(int direction) noexcept nogil:
    return direction ^ 2


cdef inline bint is_joined(const Seat *own, int cell, int direction) noexcept nogil:
    """Whether a tile has an opening towards its neighbour, and that one has one towards it."""
    cdef int other = TABLES.next_to[cell][direction]
    if other == NONE or not tile_openings(own.tile[cell]) >> direction & 1:
        return False
    return tile_openings(own.tile[other]) >> opposite(direction) & 1


cdef void find_connected(Seat *own) noexcept nogil:
    cdef uint8_t found[CELLS]
    cdef int count = 1, index = 0, direction, other
    memset(&own.connected, 0, sizeof(Cells))
    found[0] = ENTRANCE_CELL
    add_cell(&own.connected, ENTRANCE_CELL)
    while index < count:
        for direction in range(DIRECTIONS):
            if is_joined(own, found[index], direction):
                other = TABLES.next_to[found[index]][direction]
                if not has_cell(&own.connected, other):
                    add_cell(&own.connected, other)
                    found[count] = other
                    count += 1
        index += 1


cdef void mine_follow(Seat *own) noexcept nogil:
    cdef int cell
    memset(&own.occupied, 0, sizeof(Cells))
    for cell in range(CELLS):
        if own.tile[cell]:
            add_cell(&own.occupied, cell)
    find_connected(own)


cdef void mine_begin(Seat *own) noexcept nogil:
    memset(own.tile, 0, sizeof(own.tile))
    own.tile[ENTRANCE_CELL] = TABLES.entrance_tile
    mine_follow(own)


cdef int mine_lay(Seat *own, int cell, int kind, int openings) noexcept nogil:
    cdef int under = own.tile[cell]
    own.tile[cell] = make_tile(kind, openings, tile_cubes(under))
    own.laid += 1
    add_cell(&own.occupied, cell)
    find_connected(own)
    return TABLES.number[tile_kind(under)] if under else 0


cdef void free_cells(const Seat *own, Cells *out) noexcept nogil:
    cdef int cell, direction, other
    memset(out, 0, sizeof(Cells))
    for cell in range(CELLS):
        if own.tile[cell]:
            for direction in range(DIRECTIONS):
                other = TABLES.next_to[cell][direction]
                if other != NONE and not own.tile[other]:
                    add_cell(out, other)


cdef bint next_to_lack(const Seat *own, int cell) noexcept nogil:
    cdef int direction, other
    for direction in range(DIRECTIONS):
        other = TABLES.next_to[cell][direction]
        if other != NONE and own.tile[other] and tile_cubes(own.tile[other]) != ALL_CUBES:
            return True
    return False


cdef bint can_put(const Seat *own, int utility) noexcept nogil:
    cdef int cell
    for cell in range(CELLS):
        if has_cell(&own.connected, cell) and not tile_cubes(own.tile[cell]) >> utility & 1:
            return True
    return False


cdef int coal_of(int tile, int influence) noexcept nogil:
    cdef int coal = TABLES.coal[tile_kind(tile)][influence]
    return coal if tile_cubes(tile) == ALL_CUBES else coal / 2


cdef int missing_utilities(const Seat *own) noexcept nogil:
    cdef int cell, missing = 0
    for cell in range(CELLS):
        if own.tile[cell]:
            missing += UTILITIES - popcount64(tile_cubes(own.tile[cell]))
    return missing


cdef int unfinished_tunnels(const Seat *own, bint reformed) noexcept nogil:
    cdef int cell, direction, other, count = 0
    for cell in range(CELLS):
        if not own.tile[cell]:
            continue
        for direction in range(DIRECTIONS):
            if not tile_openings(own.tile[cell]) >> direction & 1:
                continue
            if cell == ENTRANCE_CELL and 1 << direction == TABLES.village_opening:
                continue
            other = TABLES.next_to[cell][direction]
            if reformed:
                count += not is_joined(own, cell, direction)
            else:
                count += other == NONE or not own.tile[other]
    return count
