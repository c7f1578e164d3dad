"""The mine of a seat: its map, what is connected, what is unfinished."""

from coalbaron_fast.games.coalcountry.core.types cimport Cells, Seat

# Only the entrance.
cdef void mine_begin(Seat *own) noexcept nogil

# Work out `occupied` and `connected` from the tiles.
cdef void mine_follow(Seat *own) noexcept nogil

# Lay a tile; it takes over the cubes of the tile that it covers. Returns the refuse of that.
cdef int mine_lay(Seat *own, int cell, int kind, int openings) noexcept nogil

# The free cells next to a tile.
cdef void free_cells(const Seat *own, Cells *out) noexcept nogil

# Whether a tile next to this cell lacks a utility.
cdef bint next_to_lack(const Seat *own, int cell) noexcept nogil

# Whether a connected tile lacks this utility.
cdef bint can_put(const Seat *own, int utility) noexcept nogil

# The coal of a tile for an influence, half of it without all utilities.
cdef int coal_of(int tile, int influence) noexcept nogil

# Utilities that are missing on the tiles.
cdef int missing_utilities(const Seat *own) noexcept nogil

# Openings that lead nowhere; in a reformed industry also those that meet no opening.
cdef int unfinished_tunnels(const Seat *own, bint reformed) noexcept nogil
