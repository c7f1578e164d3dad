"""A batch of games for learners, stepped by one call on several threads."""

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t

from coalbaron_fast.contract.lanes cimport Contest, Lane
from coalbaron_fast.search.signals cimport Watch
from coalbaron_fast.threads cimport Pool

# What the threads are to do with every lane.
cdef enum:
    TASK_BEGIN = 0              # begin the game that its number says
    TASK_SHOW = 1
    TASK_STEP = 2

# What they work on: the lanes, and where a call reads and writes, one row a lane.
ctypedef struct Job:
    Contest contest
    char *lanes                 # contest.lane_bytes each
    int count
    const int64_t *chosen       # the lanes that the call is about, in order; NULL: all
    int chosen_count
    bint keep                   # rewards, scores, ends: leave what is there where no game ends
    int chunk                   # lanes that a thread takes at once
    int observation_size
    char *work                  # worker_bytes each
    int task
    const int64_t *actions      # one for each chosen lane
    char *observations          # contest.observation_bytes each
    uint8_t *masks              # contest.mask_bytes each
    float *rewards
    int16_t *scores
    uint8_t *terminated
    int8_t *seats
    uint8_t *kinds              # who plays the seat that is asked
    char *finals                # what each seat knows of the end of a game; may be NULL
    Watch watch
    int broken_off              # the watch has raised: no further lane is begun


cdef class Batch:
    cdef Job job
    cdef Pool pool
    cdef int workers
    cdef bint begun
    cdef bint busy
    cdef object game            # its record; its table of functions is used as long
    cdef str options            # as words

    cdef Lane *lane(self, int number) noexcept
    cdef int check_idle(self) except -1
    cdef int check_begun(self) except -1
    cdef int check_rows(self, str name, object array, tuple columns) except -1
    cdef char *numbers_in(self, str name, object array, tuple columns) except NULL
    cdef int bind(self, tuple arrays) except -1
    cdef int choose_lanes(self, const int64_t[::1] lanes) except -1
    cdef int run(self, int task) except -1
    cdef int check_lane(self, object lane) except -1
    cdef bytes data_of(self, int lane)
    cdef tuple arguments(self)
