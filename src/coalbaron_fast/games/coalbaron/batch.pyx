"""A batch of games for learners, stepped by one call on several threads."""

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from coalbaron_fast.games.coalbaron.core.deck cimport deck_lay_out
from coalbaron_fast.games.coalbaron.lanes cimport (
    ANY_START, GREEDY, LEARNER, Lane, RANDOM, REWARD_MARGIN, REWARD_WIN, game_seed, game_start,
    lane_accepts, lane_begin, lane_choose, lane_mark, lane_play, lane_show,
)
from coalbaron_fast.games.coalbaron.core.moves cimport state_legal_moves
from coalbaron_fast.games.coalbaron.core.features cimport OBSERVATION_SIZE
from coalbaron_fast.games.coalbaron.core.plans cimport PLANS_BYTES
from coalbaron_fast.threads cimport pool_close, pool_open, pool_run
from coalbaron_fast.games.coalbaron.state cimport State
from coalbaron_fast.games.coalbaron.core.types cimport MOVE_CODES, Move

KINDS = {"learner": LEARNER, "random": RANDOM, "greedy": GREEDY}
"""Who can play a seat."""

REWARDS = {"win": REWARD_WIN, "margin": REWARD_MARGIN}
"""What the end of a game can be worth."""

cdef enum:
    MOST_CHUNK = 64             # lanes: a cache line of the arrays that hold one byte for each
    CHUNKS_A_WORKER = 4         # at least, in small batches: lanes take unequal time


# -- what the threads do -----------------------------------------------------------------------

cdef void do_lane(Job *job, int number, void *scratch) noexcept nogil:
    cdef Lane *lane = &job.lanes[number]
    cdef int players = job.contest.players
    cdef float *rewards = job.rewards + <size_t>number * players
    cdef int16_t *scores = job.scores + <size_t>number * players
    memset(rewards, 0, players * sizeof(float))
    memset(scores, 0, players * sizeof(int16_t))
    job.terminated[number] = False
    if job.task == TASK_BEGIN:
        lane_begin(&job.contest, lane, number, lane.game, scratch)
    elif job.task == TASK_STEP:
        job.terminated[number] = lane_play(
            &job.contest, lane, <Move>job.actions[number], rewards, scores, scratch
        )
    lane_show(
        lane, job.observations + <size_t>number * job.observation_size,
        job.masks + <size_t>number * MOVE_CODES,
    )
    job.seats[number] = lane.state.active


cdef void do_chunk(void *argument, int chunk, int worker) noexcept nogil:
    cdef Job *job = <Job *>argument
    cdef int number, end = job.chunk * (chunk + 1)
    for number in range(job.chunk * chunk, end if end < job.count else job.count):
        do_lane(job, number, job.scratch + <size_t>worker * PLANS_BYTES)


cdef int first_refused(const Job *job) noexcept nogil:
    """The first lane whose action is not legal, or -1."""
    cdef int number
    for number in range(job.count):
        if not lane_accepts(&job.lanes[number], job.actions[number]):
            return number
    return -1


# -- for Python --------------------------------------------------------------------------------

cdef class Batch:
    """Games side by side; `coalbaron_fast.envs.BatchEnv` is its face, which checks what it hands
    on: 2 to 4 players, `kinds` with a value of `KINDS` for each seat, `start` a seat or None.
    """

    def __init__(
        self, int count, int players, seed, tuple kinds, start, int reward, int workers
    ):
        cdef int seat
        self.job.count = count
        self.job.observation_size = OBSERVATION_SIZE[players]
        self.job.contest.seed = seed
        self.job.contest.players = players
        self.job.contest.start = ANY_START if start is None else start
        self.job.contest.reward = reward
        for seat in range(players):
            self.job.contest.kinds[seat] = kinds[seat]
        self.workers = workers
        self.job.chunk = max(1, min(MOST_CHUNK, count // (CHUNKS_A_WORKER * workers)))
        self.job.lanes = <Lane *>calloc(count, sizeof(Lane))
        self.job.scratch = <char *>calloc(workers, PLANS_BYTES)
        if self.job.lanes == NULL or self.job.scratch == NULL:
            raise MemoryError(f"no memory for {count} lanes and {workers} threads")

    def __dealloc__(self):
        pool_close(&self.pool)
        free(self.job.lanes)
        free(self.job.scratch)

    def close(self):
        """End the threads; the next call starts them again."""
        self.check_idle()
        pool_close(&self.pool)

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

    cdef int check_rows(self, str name, object array, object columns) except -1:
        expected = (self.job.count,) if columns is None else (self.job.count, columns)
        if tuple(array.shape)[:array.ndim] != expected:
            raise ValueError(f"{name} must have shape {expected}, not {tuple(array.shape)}")
        return 0

    cdef int bind(self, tuple arrays) except -1:
        """Write to these arrays from now on; the caller keeps them alive until the call ends."""
        cdef float[:, ::1] observations = arrays[0]
        cdef uint8_t[:, ::1] masks = arrays[1]
        cdef float[:, ::1] rewards = arrays[2]
        cdef int16_t[:, ::1] scores = arrays[3]
        cdef uint8_t[::1] terminated = arrays[4]
        cdef int8_t[::1] seats = arrays[5]
        cdef int players = self.job.contest.players
        self.check_rows("observations", arrays[0], self.job.observation_size)
        self.check_rows("masks", arrays[1], MOVE_CODES)
        self.check_rows("rewards", arrays[2], players)
        self.check_rows("scores", arrays[3], players)
        self.check_rows("terminated", arrays[4], None)
        self.check_rows("seats", arrays[5], None)
        self.job.observations = &observations[0, 0]
        self.job.masks = &masks[0, 0]
        self.job.rewards = &rewards[0, 0]
        self.job.scores = &scores[0, 0]
        self.job.terminated = &terminated[0]
        self.job.seats = &seats[0]
        return 0

    cdef int run(self, int task) except -1:
        cdef int chunks = (self.job.count + self.job.chunk - 1) / self.job.chunk
        pool_open(&self.pool, self.workers)
        self.job.task = task
        self.busy = True
        with nogil:
            pool_run(&self.pool, do_chunk, &self.job, chunks)
        self.busy = False
        return 0

    def reset(self, seed, arrays):
        """Begin a game in every lane: the first of the seed, or without one the lane's next."""
        cdef int number
        self.check_idle()
        self.bind(arrays)
        for number in range(self.job.count):
            if seed is not None or not self.begun:
                self.job.lanes[number].game = 0
            else:
                self.job.lanes[number].game += 1
        if seed is not None:
            self.job.contest.seed = seed
        self.begun = True
        self.run(TASK_BEGIN)

    def show(self, arrays):
        """Write where the lanes are, without rewards."""
        self.check_idle()
        self.check_begun()
        self.bind(arrays)
        self.run(TASK_SHOW)

    def step(self, const int64_t[::1] actions, arrays):
        """Play one action in every lane and return -1, or play none and return the first lane
        whose action is not legal.
        """
        cdef int refused
        self.check_idle()
        self.check_begun()
        self.check_rows("actions", actions, None)
        self.bind(arrays)
        self.job.actions = &actions[0]
        refused = first_refused(&self.job)
        if refused < 0:
            self.run(TASK_STEP)
        return refused

    def choose(self, int64_t[::1] actions):
        """Write a legal action for every lane, all equally likely, by the lanes' seeds."""
        cdef int number
        self.check_idle()
        self.check_begun()
        self.check_rows("actions", actions, None)
        for number in range(self.job.count):
            actions[number] = lane_choose(&self.job.lanes[number])

    cdef int check_lane(self, object lane) except -1:
        if not 0 <= lane < self.job.count:
            raise IndexError(f"lane must be 0 to {self.job.count - 1}, not {lane}")
        self.check_idle()
        self.check_begun()
        return lane

    def state_of(self, lane):
        """The position in a lane, with the seed that its game goes on by."""
        cdef State state = State.bare()
        cdef Lane *own = &self.job.lanes[self.check_lane(lane)]
        state.c = own.state
        state.begun = state.copy()
        state.set_seed(own.seed)
        return state

    def game_of(self, lane):
        """The game in a lane: how many the lane has finished before it, its seed, start seat."""
        cdef Lane *own = &self.job.lanes[self.check_lane(lane)]
        return own.game, own.seed, game_start(&self.job.contest, lane, own.game)

    # -- copies --------------------------------------------------------------------------------

    cdef tuple arguments(self):
        return (
            self.job.count, self.job.contest.players, self.job.contest.seed,
            tuple([self.job.contest.kinds[seat] for seat in range(self.job.contest.players)]),
            None if self.job.contest.start == ANY_START else self.job.contest.start,
            self.job.contest.reward, self.workers,
        )

    def copy(self):
        """The same games, to go on by themselves."""
        self.check_idle()
        cdef Batch other = Batch(*self.arguments())
        memcpy(other.job.lanes, self.job.lanes, self.job.count * sizeof(Lane))
        other.begun = self.begun
        return other

    def __reduce__(self):
        lanes = None
        if self.begun:
            lanes = [
                (
                    self.job.lanes[lane].game, self.job.lanes[lane].bots.state,
                    self.job.lanes[lane].choices.state, self.state_of(lane).to_text(),
                )
                for lane in range(self.job.count)
            ]
        return restore_batch, (self.arguments(), lanes)


def restore_batch(arguments, lanes):
    """Rebuild a pickled Batch (used by pickle alone)."""
    cdef Batch batch = Batch(*arguments)
    cdef Move moves[MOVE_CODES]
    cdef Lane *own
    batch.begun = lanes is not None
    for number, (game, bots, choices, text) in enumerate(lanes or ()):
        own = &batch.job.lanes[<int>number]
        own.number = number
        own.game = game
        own.seed = game_seed(&batch.job.contest, number, game)
        own.bots.state = bots
        own.choices.state = choices
        own.state = (<State>State.from_text(text)).c
        deck_lay_out(own.seed, &own.deck)
        lane_mark(own, moves, state_legal_moves(&own.state, moves))
    return batch
