"""A list of turns that keeps the best: with more than it has room for, it is a heap."""

from coalbaron_fast.contract.game cimport Turn

ctypedef struct Collector:
    Turn *out
    int limit
    int count
    bint full                   # more were offered than there is room for: the worst is first


cdef inline void collector_open(Collector *list, Turn *out, int limit) noexcept nogil:
    list.out = out
    list.limit = limit
    list.count = 0
    list.full = False


cdef inline void sift_down(Collector *list, int place) noexcept nogil:
    cdef int child
    cdef Turn turn = list.out[place]
    while True:
        child = 2 * place + 1
        if child >= list.count:
            break
        if child + 1 < list.count and list.out[child + 1].value < list.out[child].value:
            child += 1
        if list.out[child].value >= turn.value:
            break
        list.out[place] = list.out[child]
        place = child
    list.out[place] = turn


cdef inline Turn *collector_take(Collector *list, double value) noexcept nogil:
    """Where a turn of this value is to be written; NULL: it is not wanted. After writing, call
    `collector_written`."""
    cdef int place
    if list.count < list.limit:
        list.count += 1
        return &list.out[list.count - 1]
    if not list.full:
        list.full = True
        for place in range(list.count / 2 - 1, -1, -1):
            sift_down(list, place)
    return &list.out[0] if value > list.out[0].value else NULL


cdef inline void collector_written(Collector *list) noexcept nogil:
    if list.full:
        sift_down(list, 0)
