"""A game token by token: opening a table, and what holds of every one."""

from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

from coalbaron_fast.rng cimport Rng, mix64, rng_below, rng_seed
from coalbaron_fast.contract.game cimport Features, GAME_SEATS, TURN_LIMIT, Turn
from coalbaron_fast.search.signals cimport Watch, watch_begin, watch_end, watch_raised

cdef enum:
    WATCHED_DEPTH = 3           # so much takes some milliseconds or less
    LEVEL_BYTES = 2 * LEGAL_LIMIT


cdef const BoardOps *open_board(object capsule) except NULL:
    cdef const BoardOps *ops = <const BoardOps *>PyCapsule_GetPointer(capsule, b"BoardOps")
    if ops.abi != BOARD_ABI:
        raise ValueError(f"a board of contract {ops.abi}; {BOARD_ABI} is spoken here")
    if not 1 <= ops.codes <= 1 << 16:
        raise ValueError(f"the game's codes must be 1 to {1 << 16}, not {ops.codes}")
    if ops.options > OPTION_LIMIT:
        raise ValueError(f"a game has at most {OPTION_LIMIT} options, not {ops.options}")
    if ops.observe == NULL and ops.game.features != NULL and ops.compact_bytes != 2:
        raise ValueError(f"features take 2 bytes each, not {ops.compact_bytes}")
    return ops


cdef bint board_allows(const BoardOps *ops, const void *state, int code) noexcept nogil:
    cdef uint16_t codes[LEGAL_LIMIT]
    cdef int index, count
    count = ops.legal(state, codes)
    for index in range(count):
        if codes[index] == code:
            return True
    return False


cdef int board_seeded(const BoardOps *ops, const void *state, uint64_t seed) noexcept nogil:
    cdef uint16_t codes[OUTCOME_LIMIT]
    cdef int ways[OUTCOME_LIMIT]
    cdef int number, total = 0, index = 0
    cdef Rng rng
    if ops.seeded != NULL:
        return ops.seeded(state, seed)
    ops.outcomes(state, codes, ways, &total)
    rng_seed(&rng, seed, board_hash(ops, state))
    number = rng_below(&rng, total)
    while number >= ways[index]:
        number -= ways[index]
        index += 1
    return codes[index]


cdef int board_shown(
    const BoardOps *ops, const void *state, int code, int seat, uint16_t *out
) noexcept nogil:
    if ops.shown != NULL:
        return ops.shown(state, code, seat, out)
    out[0] = code
    return 1


cdef bint board_equal(const BoardOps *ops, const void *one, const void *other) noexcept nogil:
    if ops.equal != NULL:
        return ops.equal(one, other)
    return memcmp(one, other, ops.game.state_bytes) == 0


cdef uint64_t board_hash(const BoardOps *ops, const void *state) noexcept nogil:
    cdef uint64_t word, number = 0
    cdef uint32_t place = 0, size = ops.game.state_bytes
    if ops.hash != NULL:
        return ops.hash(state)
    while place < size:
        word = 0
        memcpy(&word, <const char *>state + place, min(size - place, <uint32_t>sizeof(word)))
        number = mix64(number ^ word) + place
        place += sizeof(word)
    return number


cdef uint64_t count_codes(
    const BoardOps *ops, const void *state, int depth, char *room, Watch *watch
) noexcept nogil:
    """Count by the table alone; `room` is for LEVEL_BYTES and a state at each depth."""
    cdef uint16_t *codes = <uint16_t *>room
    cdef char *child = room + LEVEL_BYTES
    cdef uint32_t size = ops.game.state_bytes
    cdef uint64_t total = 0
    cdef int index, count
    if depth == 0:
        return 1
    if watch.raised or depth == WATCHED_DEPTH and watch_raised(watch):
        return 0
    count = ops.legal(state, codes)
    if count == 0:
        return 1
    if depth == 1:
        return count
    for index in range(count):
        memcpy(child, state, size)
        ops.play(child, codes[index])
        total += count_codes(ops, child, depth - 1, child + aligned(size), watch)
    return total


cdef uint64_t aligned(uint64_t size) noexcept nogil:
    return (size + 15) & ~<uint64_t>15


cdef uint64_t board_perft(const BoardOps *ops, const void *state, int depth) except? 0:
    cdef Watch watch
    cdef uint64_t number
    cdef char *room = NULL
    watch_begin(&watch)
    if ops.perft == NULL:
        room = <char *>malloc((LEVEL_BYTES + aligned(ops.game.state_bytes)) * (depth + 1))
        if room == NULL:
            raise MemoryError(f"no room to count {depth} tokens deep")
    with nogil:
        if room == NULL:
            number = ops.perft(state, depth, &watch)
        else:
            number = count_codes(ops, state, depth, room, &watch)
    free(room)
    watch_end(&watch)
    return number


cdef void board_best_turn(
    const BoardOps *ops, const void *state, void *scratch, Turn *out
) noexcept nogil:
    cdef Turn turns[TURN_LIMIT]
    cdef int index, best = 0, count
    if ops.static_best != NULL:
        ops.static_best(state, scratch, out)
        return
    memset(scratch, 0, ops.game.scratch_bytes)
    count = ops.game.turns(state, scratch, turns, TURN_LIMIT)
    for index in range(1, count):
        if turns[index].value > turns[best].value:
            best = index
    out[0] = turns[best]


cdef int board_static_best(const BoardOps *ops, const void *state, Turn *out) except -1:
    cdef void *scratch = calloc(1, ops.game.scratch_bytes)
    if scratch == NULL:
        raise MemoryError("no room to look at turns")
    board_best_turn(ops, state, scratch, out)
    free(scratch)
    return 0


# -- what a learner sees -------------------------------------------------------------------------

cdef int board_observation_size(const BoardOps *ops, int seats) noexcept nogil:
    if ops.observation_size != NULL:
        return ops.observation_size(seats)
    return seats * ops.game.seat_size + ops.game.board_size


cdef inline int part_begins(const BoardOps *ops, int part, int seat, int seats) noexcept nogil:
    """Where a part of the features is in what a seat sees: its own first, the board's last."""
    if part < seats:
        part = part - seat if part >= seat else part - seat + seats
    return part * ops.game.seat_size


cdef void board_observe(
    const BoardOps *ops, const void *state, int seat, float *out
) noexcept nogil:
    cdef Features parts[GAME_SEATS + 1]
    cdef int part, index, counts, seats = ops.game.seats(state)
    cdef float *cells
    if ops.observe != NULL:
        ops.observe(state, seat, out)
        return
    memset(out, 0, board_observation_size(ops, seats) * sizeof(float))
    ops.game.features(state, seat, parts)
    for part in range(seats + 1):
        cells = out + part_begins(ops, part, seat, seats)
        counts = ops.seat_counts if part < seats else ops.board_counts
        for index in range(parts[part].flag_count):
            cells[parts[part].flags[index]] = 1.0
        for index in range(parts[part].number_count):
            cells[parts[part].numbers[index]] = parts[part].values[index] * (
                ops.count_unit if parts[part].numbers[index] >= counts else <float>1.0
            )


cdef void board_observe_compact(
    const BoardOps *ops, const void *state, int seat, void *out
) noexcept nogil:
    cdef Features parts[GAME_SEATS + 1]
    cdef int part, index, seats = ops.game.seats(state)
    cdef int16_t *cells
    if ops.observe_compact != NULL:
        ops.observe_compact(state, seat, out)
        return
    memset(out, 0, board_observation_size(ops, seats) * sizeof(int16_t))
    ops.game.features(state, seat, parts)
    for part in range(seats + 1):
        cells = <int16_t *>out + part_begins(ops, part, seat, seats)
        for index in range(parts[part].flag_count):
            cells[parts[part].flags[index]] = 1
        for index in range(parts[part].number_count):
            cells[parts[part].numbers[index]] = parts[part].values[index]


cdef void board_observation_units(const BoardOps *ops, int seats, float *out) noexcept nogil:
    cdef uint32_t part, index, counts, size
    if ops.observation_units != NULL:
        ops.observation_units(seats, out)
        return
    for part in range(seats + 1):
        size = ops.game.seat_size if part < <uint32_t>seats else ops.game.board_size
        counts = ops.seat_counts if part < <uint32_t>seats else ops.board_counts
        for index in range(size):
            out[part * ops.game.seat_size + index] = ops.count_unit if index >= counts else 1.0
