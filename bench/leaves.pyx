"""The work at a leaf of the search, again and again, without Python in between."""

from libc.stdint cimport uint64_t

from coalbaron_fast.search.evaluator cimport Evaluation, Evaluator
from coalbaron_fast.contract.game cimport EVERYBODY, Features, GAME_SEATS


def write_features(Evaluation evaluation, bytes states, int times):
    """Write the features of each state so often; returns how many they were."""
    cdef const Evaluator *table = &evaluation.table
    cdef Features parts[GAME_SEATS + 1]
    cdef uint64_t total = 0
    cdef size_t size = table.game.state_bytes, count = len(states) // size, index
    cdef const char *first = states
    cdef int part, seats
    with nogil:
        for _ in range(times):
            for index in range(count):
                table.game.features(first + index * size, EVERYBODY, parts)
                seats = table.game.seats(first + index * size)
                for part in range(seats + 1):
                    total += parts[part].flag_count + parts[part].number_count
    return total


def evaluate(Evaluation evaluation, bytes states, int times):
    """Ask what the seats can expect in each state, so often; returns the sum of their points."""
    cdef const Evaluator *table = &evaluation.table
    cdef double points[GAME_SEATS]
    cdef double spread[GAME_SEATS]
    cdef double win[GAME_SEATS]
    cdef double total = 0.0
    cdef size_t size = table.game.state_bytes, count = len(states) // size, index
    cdef const char *first = states
    cdef int seat, seats
    with nogil:
        for _ in range(times):
            for index in range(count):
                table.expect(table, first + index * size, points, spread, win)
                seats = table.game.seats(first + index * size)
                for seat in range(seats):
                    total += points[seat]
    return total
