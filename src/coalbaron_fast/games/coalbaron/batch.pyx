"""A batch of games for learners, stepped by one call on several threads."""

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from coalbaron_fast.games.coalbaron import facts
from coalbaron_fast.games.coalbaron.core.deck cimport deck_fits, deck_lay_out
from coalbaron_fast.games.coalbaron.lanes cimport (
    ANY_START, Contest, FIRST_OWN, GREEDY, LEARNER, Lane, RANDOM, REWARD_MARGIN, REWARD_WIN,
    game_offset, game_seed, game_start, lane_accepts, lane_begin, lane_choose, lane_kind, lane_mark,
    lane_play, lane_show,
)
from coalbaron_fast.games.coalbaron.core.moves cimport state_legal_moves
from coalbaron_fast.games.coalbaron.core.features cimport OBSERVATION_SIZE
from coalbaron_fast.games.coalbaron.core.plans cimport PLANS_BYTES
from coalbaron_fast.search.flag cimport flag_read, flag_write
from coalbaron_fast.search.signals cimport watch_begin, watch_end, watch_raised
from coalbaron_fast.threads cimport MOST_THREADS, pool_close, pool_open, pool_run
from coalbaron_fast.games.coalbaron.state cimport State
from coalbaron_fast.games.coalbaron.core.state cimport seat_to_move
from coalbaron_fast.games.coalbaron.core.types cimport MOVE_CODES, Move, NONE

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

cdef void do_lane(Job *job, int index, void *scratch) noexcept nogil:
    """Do a call's work in one lane: `index` counts the lanes that the call is about."""
    cdef int number = index if job.chosen == NULL else <int>job.chosen[index]
    cdef Lane *lane = &job.lanes[number]
    cdef int players = job.contest.players
    cdef float *rewards = job.rewards + <size_t>number * players
    cdef int16_t *scores = job.scores + <size_t>number * players
    cdef float *finals = NULL
    if job.finals != NULL:
        finals = job.finals + <size_t>number * players * job.observation_size
    if not job.keep:
        memset(rewards, 0, players * sizeof(float))
        memset(scores, 0, players * sizeof(int16_t))
        job.terminated[number] = False
    if job.task == TASK_BEGIN:
        lane_begin(&job.contest, lane, number, lane.game, scratch)
    elif job.task == TASK_STEP:
        if lane_play(
            &job.contest, lane, <Move>job.actions[index], rewards, scores, finals, scratch
        ):
            job.terminated[number] = True
    lane_show(
        lane, job.observations + <size_t>number * job.observation_size,
        job.masks + <size_t>number * MOVE_CODES,
    )
    job.seats[number] = lane.state.active
    job.kinds[number] = lane_kind(&job.contest, lane, lane.state.active)


cdef void do_chunk(void *argument, int chunk, int worker) noexcept nogil:
    cdef Job *job = <Job *>argument
    cdef int index, end = job.chunk * (chunk + 1)
    if worker == CALLER and watch_raised(&job.watch):
        flag_write(&job.broken_off, 1)
    if flag_read(&job.broken_off):
        return
    for index in range(job.chunk * chunk, end if end < job.chosen_count else job.chosen_count):
        do_lane(job, index, job.scratch + <size_t>worker * PLANS_BYTES)


cdef int first_refused(const Job *job) noexcept nogil:
    """The first lane whose action is not legal, or -1."""
    cdef int index, number
    for index in range(job.chosen_count):
        number = index if job.chosen == NULL else <int>job.chosen[index]
        if not lane_accepts(&job.lanes[number], job.actions[index]):
            return number
    return -1


cdef inline bint is_asked(int kind) noexcept nogil:
    """Whether a seat of this kind is asked for its actions."""
    return kind == LEARNER or kind >= FIRST_OWN


# -- for Python --------------------------------------------------------------------------------

cdef class Batch:
    """Games side by side; `coalbaron_fast.envs.BatchEnv` is its face and says what was wrong:
    2 to 4 players, `kinds` with a value of `KINDS`, or one that no kind has, for each seat;
    `start` a seat or None. With `turning` the players sit one seat further in each next lane and
    game.

    A call writes to `arrays`: observations, masks, rewards, scores, ends, seats, kinds, and what
    each seat knows of the ends of games, which may be None.
    """

    def __init__(
        self, int count, int players, seed, tuple kinds, start, int reward, int workers,
        bint turning
    ):
        cdef int seat
        # A pickle that was damaged comes here too.
        if not (
            count >= 1 and facts.MIN_PLAYERS <= players <= facts.MAX_PLAYERS
            and len(kinds) == players and any([is_asked(kind) for kind in kinds])
            and (start is None or 0 <= start < players)
            and reward in REWARDS.values() and 1 <= workers <= MOST_THREADS
        ):
            raise ValueError("no batch can have these settings")
        self.job.count = count
        self.job.observation_size = OBSERVATION_SIZE[players]
        self.job.contest.seed = seed
        self.job.contest.players = players
        self.job.contest.start = ANY_START if start is None else start
        self.job.contest.reward = reward
        self.job.contest.turning = turning
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

    cdef int check_rows(self, str name, object array, tuple columns) except -1:
        expected = (self.job.count, *columns)
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
        cdef uint8_t[::1] kinds = arrays[6]
        cdef float[:, :, ::1] finals = arrays[7]
        cdef int players = self.job.contest.players, size = self.job.observation_size
        self.check_rows("observations", arrays[0], (size,))
        self.check_rows("masks", arrays[1], (MOVE_CODES,))
        self.check_rows("rewards", arrays[2], (players,))
        self.check_rows("scores", arrays[3], (players,))
        self.check_rows("terminated", arrays[4], ())
        self.check_rows("seats", arrays[5], ())
        self.check_rows("kinds", arrays[6], ())
        self.job.observations = &observations[0, 0]
        self.job.masks = &masks[0, 0]
        self.job.rewards = &rewards[0, 0]
        self.job.scores = &scores[0, 0]
        self.job.terminated = &terminated[0]
        self.job.seats = &seats[0]
        self.job.kinds = &kinds[0]
        self.job.finals = NULL
        if finals is not None:
            self.check_rows("finals", arrays[7], (players, size))
            self.job.finals = &finals[0, 0, 0]
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
        self.busy = True
        watch_begin(&self.job.watch)
        with nogil:
            pool_run(&self.pool, do_chunk, &self.job, chunks)
        self.busy = False
        return watch_end(&self.job.watch)

    def reset(self, seed, arrays):
        """Begin a game in every lane: the first of the seed, or without one the lane's next."""
        cdef int number
        self.check_idle()
        self.bind(arrays)
        self.choose_lanes(None)
        for number in range(self.job.count):
            if seed is not None or not self.begun:
                self.job.lanes[number].game = 0
            else:
                self.job.lanes[number].game += 1
        if seed is not None:
            self.job.contest.seed = seed
        # Broken off in between, some lanes have no game.
        self.begun = False
        self.run(TASK_BEGIN)
        self.begun = True

    def show(self, arrays):
        """Write where the lanes are, without rewards."""
        self.check_idle()
        self.check_begun()
        self.bind(arrays)
        self.choose_lanes(None)
        self.run(TASK_SHOW)

    def begin(self, const int64_t[::1] lanes, arrays):
        """Give up the games in these lanes and begin the next."""
        cdef int64_t number
        self.check_idle()
        self.check_begun()
        self.bind(arrays)
        self.choose_lanes(lanes)
        for number in lanes:
            self.job.lanes[number].game += 1
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
        self.check_idle()
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
        self.check_idle()
        self.check_begun()
        self.check_rows("actions", actions, ())
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
            self.job.contest.reward, self.workers, self.job.contest.turning,
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
    batch.begun = lanes is not None
    if lanes is not None and len(lanes) != batch.job.count:
        raise ValueError(f"{batch.job.count} lanes are not {len(lanes)}")
    for number, kept in enumerate(lanes or ()):
        restore_lane(&batch.job.contest, &batch.job.lanes[<int>number], number, kept)
    return batch


cdef int restore_lane(const Contest *contest, Lane *lane, int number, object kept) except -1:
    """Fill a lane with what was kept of it; ValueError if it cannot have stood like that."""
    cdef Move moves[MOVE_CODES]
    cdef int seat
    game, bots, choices, text = kept
    lane.number = number
    lane.game = game
    lane.offset = game_offset(contest, number, game)
    lane.seed = game_seed(contest, number, game)
    lane.bots.state = bots
    lane.choices.state = choices
    lane.state = (<State>State.from_text(text)).c
    deck_lay_out(lane.seed, &lane.deck)
    seat = seat_to_move(&lane.state)
    if (
        lane.state.players != contest.players or lane.state.viewer != NONE
        or seat == NONE or not is_asked(lane_kind(contest, lane, seat))
        or not deck_fits(&lane.deck, &lane.state)
    ):
        raise ValueError(f"lane {number} cannot stand there")
    lane_mark(lane, moves, state_legal_moves(&lane.state, moves))
    return 0
