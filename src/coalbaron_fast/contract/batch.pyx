"""A batch of games for learners, stepped by one call on several threads."""

from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer,
)
from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from coalbaron_fast.contract.board cimport DRAWN, board_observation_size, open_board
from coalbaron_fast.contract.lanes cimport (
    ANY_START, Contest, DRAWN_START, FIRST_OWN, GREEDY, LEARNER, Lane, RANDOM, REWARD_MARGIN,
    REWARD_WIN, contest_lay_out, game_start, is_asked, lane_accepts, lane_begin, lane_choose,
    lane_kind, lane_play, lane_restore, lane_show, lane_state, worker_bytes,
)
from coalbaron_fast.search.flag cimport flag_read, flag_write
from coalbaron_fast.search.signals cimport watch_begin, watch_end, watch_raised
from coalbaron_fast.threads cimport MOST_THREADS, pool_close, pool_open, pool_run

KINDS = {"learner": LEARNER, "random": RANDOM, "greedy": GREEDY}
"""Who can play a seat. A seat of any other kind is asked for its actions, as a learner is."""
assert sorted(KINDS.values()) == list(range(FIRST_OWN))

REWARDS = {"win": REWARD_WIN, "margin": REWARD_MARGIN}
"""What the end of a game can be worth."""

cdef enum:
    MOST_CHUNK = 64             # lanes: a cache line of the arrays that hold one byte for each
    CHUNKS_A_WORKER = 4         # at least, in small batches: lanes take unequal time
    CALLER = 0                  # the worker that has called: Ctrl-C comes to no other


# -- what the threads do -----------------------------------------------------------------------

cdef inline Lane *lane_at(const Job *job, int number) noexcept nogil:
    return <Lane *>(job.lanes + <size_t>number * job.contest.lane_bytes)


cdef void do_lane(Job *job, int index, char *work) noexcept nogil:
    """Do a call's work in one lane: `index` counts the lanes that the call is about."""
    cdef int number = index if job.chosen == NULL else <int>job.chosen[index]
    cdef Lane *lane = lane_at(job, number)
    cdef int players = job.contest.players
    cdef float *rewards = job.rewards + <size_t>number * players
    cdef int16_t *scores = job.scores + <size_t>number * players
    cdef char *finals = NULL
    if job.finals != NULL:
        finals = job.finals + <size_t>number * players * job.contest.observation_bytes
    if not job.keep:
        memset(rewards, 0, players * sizeof(float))
        memset(scores, 0, players * sizeof(int16_t))
        job.terminated[number] = False
    if job.task == TASK_BEGIN:
        lane_begin(&job.contest, lane, number, lane.game, work)
    elif job.task == TASK_STEP:
        if lane_play(
            &job.contest, lane, <int>job.actions[index], rewards, scores, finals, work
        ):
            job.terminated[number] = True
    lane_show(
        &job.contest, lane, job.observations + <size_t>number * job.contest.observation_bytes,
        job.masks + <size_t>number * job.contest.mask_bytes,
    )
    job.seats[number] = lane.seat
    job.kinds[number] = lane_kind(&job.contest, lane, lane.seat)


cdef void do_chunk(void *argument, int chunk, int worker) noexcept nogil:
    cdef Job *job = <Job *>argument
    cdef char *work = job.work + worker * worker_bytes(job.contest.ops)
    cdef int index, end = job.chunk * (chunk + 1)
    if worker == CALLER and watch_raised(&job.watch):
        flag_write(&job.broken_off, 1)
    if flag_read(&job.broken_off):
        return
    for index in range(job.chunk * chunk, end if end < job.chosen_count else job.chosen_count):
        do_lane(job, index, work)


cdef int first_refused(const Job *job) noexcept nogil:
    """The first lane whose action is not legal, or -1."""
    cdef int index, number
    for index in range(job.chosen_count):
        number = index if job.chosen == NULL else <int>job.chosen[index]
        if not lane_accepts(&job.contest, lane_at(job, number), job.actions[index]):
            return number
    return -1


# -- for Python --------------------------------------------------------------------------------

cdef class Batch:
    """Games side by side; `coalbaron_fast.envs.BatchEnv` is its face and says what was wrong.

    `game` is the record of a game that has a table of functions as `board`, `options` its options
    as words. `kinds` has a value of `KINDS`, or one that no kind has, for each seat; `start` is a
    seat, or None: it goes round, or chance draws it if the game does that. With `turning` the
    players sit one seat further in each next lane and game. With `compact` observations are whole
    numbers, and masks have one bit a code, the lowest first.

    A call writes to `arrays`: observations, masks, rewards, scores, ends, seats, kinds, and what
    each seat knows of the ends of games, which may be None.
    """

    def __init__(
        self, int count, int players, seed, tuple kinds, start, int reward, int workers,
        bint turning, game, str options="", bint compact=False
    ):
        cdef Contest *contest = &self.job.contest
        cdef int seat
        if self.job.lanes != NULL:
            raise RuntimeError("this batch has its lanes")
        # A pickle that was damaged comes here too.
        if not (
            count >= 1 and players in game.players
            and len(kinds) == players and any([is_asked(kind) for kind in kinds])
            and (start is None or 0 <= start < players)
            and reward in REWARDS.values() and 1 <= workers <= MOST_THREADS
        ):
            raise ValueError("no batch can have these settings")
        self.game = game
        self.options = options
        contest.ops = open_board(game.board)
        contest.seed = seed
        contest.players = players
        contest.start = start if start is not None else (
            DRAWN_START if game.draws_order else ANY_START
        )
        contest.reward = reward
        contest.turning = turning
        contest.compact = compact
        for seat in range(players):
            contest.kinds[seat] = kinds[seat]
        for number, value in enumerate(game.options.read(options).values()):
            contest.options[<int>number] = value
        contest_lay_out(contest)
        self.job.count = count
        self.job.observation_size = board_observation_size(contest.ops, players)
        self.workers = workers
        self.job.chunk = max(1, min(MOST_CHUNK, count // (CHUNKS_A_WORKER * workers)))
        self.job.lanes = <char *>calloc(count, contest.lane_bytes)
        self.job.work = <char *>calloc(workers, worker_bytes(contest.ops))
        if self.job.lanes == NULL or self.job.work == NULL:
            raise MemoryError(f"no memory for {count} lanes and {workers} threads")

    def __dealloc__(self):
        pool_close(&self.pool)
        free(self.job.lanes)
        free(self.job.work)

    def close(self):
        """End the threads; the next call starts them again."""
        self.check_idle()
        pool_close(&self.pool)

    cdef Lane *lane(self, int number) noexcept:
        return lane_at(&self.job, number)

    cdef int check_idle(self) except -1:
        if self.job.lanes == NULL:
            raise RuntimeError("a batch without lanes")
        if self.busy:
            raise RuntimeError("another thread is at work on these games")
        return 0

    cdef int check_begun(self) except -1:
        if not self.begun:
            raise RuntimeError("no game has begun: call reset() first")
        return 0

    cdef int check_rows(self, str name, object array, tuple columns) except -1:
        expected = (self.job.count, *columns)
        if tuple(array.shape)[:array.ndim] != expected:
            raise ValueError(f"{name} must have shape {expected}, not {tuple(array.shape)}")
        return 0

    cdef char *numbers_in(self, str name, object array, tuple columns) except NULL:
        """Where the numbers of observations are, floats or whole ones."""
        cdef Py_buffer view
        cdef char *found
        expected = "f"
        if self.job.contest.compact:
            expected = "B" if self.job.contest.ops.compact_bytes == 1 else "h"
        self.check_rows(name, array, columns)
        PyObject_GetBuffer(array, &view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | PyBUF_WRITABLE)
        found = <char *>view.buf
        told = view.format.decode()
        PyBuffer_Release(&view)
        if told != expected:
            raise ValueError(f"dtype mismatch: {name} must be of format {expected!r}, not {told!r}")
        return found

    cdef int bind(self, tuple arrays) except -1:
        """Write to these arrays from now on; the caller keeps them alive until the call ends.

        To ask an array for its shape is to run Python, and other threads with it. From the last
        look for them to the work itself no more Python runs.
        """
        self.check_idle()
        cdef char *observations
        cdef char *finals = NULL
        cdef uint8_t[:, ::1] masks = arrays[1]
        cdef float[:, ::1] rewards = arrays[2]
        cdef int16_t[:, ::1] scores = arrays[3]
        cdef uint8_t[::1] terminated = arrays[4]
        cdef int8_t[::1] seats = arrays[5]
        cdef uint8_t[::1] kinds = arrays[6]
        cdef int players = self.job.contest.players, size = self.job.observation_size
        observations = self.numbers_in("observations", arrays[0], (size,))
        self.check_rows("masks", arrays[1], (self.job.contest.mask_bytes,))
        self.check_rows("rewards", arrays[2], (players,))
        self.check_rows("scores", arrays[3], (players,))
        self.check_rows("terminated", arrays[4], ())
        self.check_rows("seats", arrays[5], ())
        self.check_rows("kinds", arrays[6], ())
        if arrays[7] is not None:
            finals = self.numbers_in("finals", arrays[7], (players, size))
        self.check_idle()
        self.job.observations = observations
        self.job.masks = &masks[0, 0]
        self.job.rewards = &rewards[0, 0]
        self.job.scores = &scores[0, 0]
        self.job.terminated = &terminated[0]
        self.job.seats = &seats[0]
        self.job.kinds = &kinds[0]
        self.job.finals = finals
        return 0

    cdef int choose_lanes(self, const int64_t[::1] lanes) except -1:
        """Let the next call be about these lanes, in order, or about all."""
        cdef int64_t last = -1, lane
        self.job.chosen = NULL
        self.job.chosen_count = self.job.count
        self.job.keep = False
        if lanes is None:
            return 0
        # Two threads must not have the same lane.
        for lane in lanes:
            if not last < lane < self.job.count:
                raise ValueError(f"lanes must ascend from 0 to {self.job.count - 1}")
            last = lane
        self.job.chosen = &lanes[0] if len(lanes) else NULL
        self.job.chosen_count = <int>len(lanes)
        return 0

    cdef int run(self, int task) except -1:
        cdef int chunks = (self.job.chosen_count + self.job.chunk - 1) / self.job.chunk
        pool_open(&self.pool, self.workers)
        self.job.task = task
        self.job.broken_off = False
        watch_begin(&self.job.watch)
        self.busy = True
        with nogil:
            pool_run(&self.pool, do_chunk, &self.job, chunks)
        self.busy = False
        return watch_end(&self.job.watch)

    def reset(self, seed, arrays):
        """Begin a game in every lane: the first of the seed, or without one the lane's next."""
        cdef unsigned long long first = 0 if seed is None else seed
        cdef int number
        self.bind(arrays)
        self.choose_lanes(None)
        for number in range(self.job.count):
            if seed is not None or not self.begun:
                self.lane(number).game = 0
            else:
                self.lane(number).game += 1
        if seed is not None:
            self.job.contest.seed = first
        # Broken off in between, some lanes have no game.
        self.begun = False
        self.run(TASK_BEGIN)
        self.begun = True

    def show(self, arrays):
        """Write where the lanes are, without rewards."""
        self.check_begun()
        self.bind(arrays)
        self.choose_lanes(None)
        self.run(TASK_SHOW)

    def begin(self, const int64_t[::1] lanes, arrays):
        """Give up the games in these lanes and begin the next."""
        cdef int64_t number
        self.check_begun()
        self.bind(arrays)
        self.choose_lanes(lanes)
        for number in lanes:
            self.lane(number).game += 1
        # As in `reset`.
        self.begun = False
        self.run(TASK_BEGIN)
        self.begun = True

    def step(
        self, const int64_t[::1] actions, arrays, const int64_t[::1] lanes=None, bint keep=False
    ):
        """Play one action in each of the lanes, by default all, and return -1; or play none and
        return the first lane whose action is not legal.

        With `keep` the step goes on with one before: rewards, scores and ends stay where no game
        ends.

        Ctrl-C may come when some lanes have played; `show` says where each is.
        """
        cdef int refused
        self.check_begun()
        self.bind(arrays)
        self.choose_lanes(lanes)
        if len(actions) != self.job.chosen_count:
            expected = (self.job.chosen_count,)
            raise ValueError(f"actions must have shape {expected}, not {(len(actions),)}")
        self.job.keep = keep
        self.job.actions = &actions[0] if len(actions) else NULL
        refused = first_refused(&self.job)
        if refused < 0:
            self.run(TASK_STEP)
        return refused

    def choose(self, int64_t[::1] actions):
        """Write a legal action for every lane, all equally likely, by the lanes' seeds."""
        cdef int number
        self.check_rows("actions", actions, ())
        self.check_idle()
        self.check_begun()
        for number in range(self.job.count):
            actions[number] = lane_choose(&self.job.contest, self.lane(number))

    cdef int check_lane(self, object lane) except -1:
        if not 0 <= lane < self.job.count:
            raise IndexError(f"lane must be 0 to {self.job.count - 1}, not {lane}")
        self.check_idle()
        self.check_begun()
        return lane

    cdef bytes data_of(self, int lane):
        return (<char *>lane_state(self.lane(lane)))[:self.job.contest.ops.game.state_bytes]

    def state_of(self, lane):
        """The position in a lane, with the seed that its game goes on by."""
        cdef int number = self.check_lane(lane)
        return self.game.State.from_data(self.data_of(number), self.lane(number).seed)

    def game_of(self, lane):
        """The game in a lane: how many the lane has finished before it, its seed, start seat."""
        cdef Lane *own = self.lane(self.check_lane(lane))
        cdef int start = game_start(&self.job.contest, lane, own.game)
        return own.game, own.seed, None if start == DRAWN else start

    # -- copies --------------------------------------------------------------------------------

    cdef tuple arguments(self):
        cdef const Contest *contest = &self.job.contest
        return (
            self.job.count, contest.players, contest.seed,
            tuple([contest.kinds[seat] for seat in range(contest.players)]),
            contest.start if contest.start < contest.players else None,
            contest.reward, self.workers, contest.turning, self.game, self.options,
            contest.compact,
        )

    def copy(self):
        """The same games, to go on by themselves."""
        cdef Batch other = Batch(*self.arguments())
        self.check_idle()
        memcpy(
            other.job.lanes, self.job.lanes,
            <size_t>self.job.count * self.job.contest.lane_bytes,
        )
        other.begun = self.begun
        return other

    def __reduce__(self):
        lanes = None
        if self.begun:
            lanes = [
                (
                    self.lane(lane).game, self.lane(lane).bots.state,
                    self.lane(lane).choices.state, self.state_of(lane).to_text(),
                )
                for lane in range(self.job.count)
            ]
        return restore_batch, (self.arguments(), lanes)


def restore_batch(arguments, lanes):
    """Rebuild a pickled Batch (used by pickle alone)."""
    cdef Batch batch = Batch(*arguments)
    batch.begun = lanes is not None
    if lanes is not None and len(lanes) != batch.job.count:
        raise ValueError(f"{batch.job.count} lanes are not {len(lanes)}")
    for number, (game, bots, choices, text) in enumerate(lanes or ()):
        restore_lane(batch, number, game, batch.game.State.from_text(text).data())
        batch.lane(number).bots.state = bots
        batch.lane(number).choices.state = choices
    return batch


cdef int restore_lane(Batch batch, int number, game, bytes data) except -1:
    """Put a position into a lane; ValueError if it cannot have been there."""
    cdef Lane *lane = batch.lane(number)
    memcpy(lane_state(lane), <const char *>data, batch.job.contest.ops.game.state_bytes)
    if not lane_restore(&batch.job.contest, lane, number, game):
        raise ValueError(f"lane {number} cannot be there")
    return 0
