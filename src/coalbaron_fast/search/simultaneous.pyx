"""Regret matching over turns that are drawn one at a time."""

from libc.stdint cimport uint8_t
from libc.stdlib cimport calloc, free

from coalbaron_fast.rng cimport Rng, rng_next

cdef enum:
    ROUNDS = 1000               # of regret matching between known turns
cdef double LEAST_NOISE = 1e-9
cdef double LEAST_KNOWN = 1e-3  # of the noise: no guess counts as more than a thousand walks

cdef double UNIT = 1.0 / <double>(<unsigned long long>1 << 53)


cdef inline double at_random(Rng *rng) noexcept nogil:
    """A number from 0 to less than 1."""
    return (rng_next(rng) >> 11) * UNIT


cdef inline double mean_of(const Mix *mix, double unknown) noexcept nogil:
    return mix.utility / mix.visits if mix.visits > 0.0 else unknown


cdef void mix_strategy(const Mix *mixes, int count, double *strategy) noexcept nogil:
    cdef double regretted = 0.0, total = 0.0
    cdef int index
    for index in range(count):
        total += strategy[index]
        if mixes[index].regret > 0.0:
            regretted += mixes[index].regret
    for index in range(count):
        if regretted <= 0.0:
            strategy[index] /= total
        elif mixes[index].regret > 0.0:
            strategy[index] = mixes[index].regret / regretted
        else:
            strategy[index] = 0.0


cdef int mix_draw(
    const double *strategy, const uint8_t *out, int count, double exploration, Rng *rng,
    double *chance, bint *tried
) noexcept nogil:
    cdef double total = 0.0, left
    cdef int index, drawn = -1
    tried[0] = at_random(rng) < exploration
    for index in range(count):
        if not out[index]:
            total += 1.0 if tried[0] else strategy[index]
    left = at_random(rng) * total
    for index in range(count):
        # Turns without a share are not drawn, but if there are no others.
        if out[index] or (drawn >= 0 and not tried[0] and strategy[index] == 0.0):
            continue
        drawn = index
        left -= 1.0 if tried[0] else strategy[index]
        if left < 0.0:
            break
    if drawn >= 0:
        chance[0] = (1.0 - exploration) * strategy[drawn] + exploration / count
    return drawn


cdef void mix_learn(
    Mix *mixes, const double *strategy, int count, int chosen, double chance, double utility,
    double age
) noexcept nogil:
    """Only one turn was taken. The others are thought to bring what they have brought so far; what
    this one brought above that counts the more the less likely it was. So every regret is right
    on average and strays little (a control variate)."""
    cdef double total = 0.0, visits = 0.0, unknown = utility, surprise, value
    cdef int index
    for index in range(count):
        total += mixes[index].utility
        visits += mixes[index].visits
    if visits > 0.0:
        unknown = total / visits
    surprise = (utility - mean_of(&mixes[chosen], unknown)) / chance
    value = strategy[chosen] * surprise
    for index in range(count):
        value += strategy[index] * mean_of(&mixes[index], unknown)
    # What was learnt before the turns after were known well counts less.
    mixes[chosen].regret += (age + 1.0) * surprise
    for index in range(count):
        mixes[index].regret += (age + 1.0) * (mean_of(&mixes[index], unknown) - value)
        mixes[index].share += (age + 1.0) * strategy[index]
    mixes[chosen].utility += utility
    mixes[chosen].visits += 1.0


# -- two seats, and what each pair of their turns has brought -------------------------------------

cdef Pair added_up(const Pair *pairs, int count, int step) noexcept nogil:
    """What some pairs have brought together."""
    cdef Pair total
    cdef int index
    total.utility = total.squares = total.visits = 0.0
    for index in range(count):
        total.utility += pairs[index * step].utility
        total.squares += pairs[index * step].squares
        total.visits += pairs[index * step].visits
    return total


cdef double noise_of(const Pair *pairs, int rows, int columns, int stride) noexcept nogil:
    """The variance of walks with the same pair of turns."""
    cdef const Pair *pair
    cdef double squares = LEAST_NOISE, spare = 1.0
    cdef int row, column
    for row in range(rows):
        for column in range(columns):
            pair = &pairs[row * stride + column]
            if pair.visits > 1.0:
                squares += pair.squares - pair.utility * pair.utility / pair.visits
                spare += pair.visits - 1.0
    return squares / spare


cdef inline double doubt_of(double noise, double squares, double visits, int count) noexcept nogil:
    """How many walks a guess counts as, beside which means stray: `squares` from it, by walk.

    What they stray more than noise alone would is what there is to know. The less that is, the
    more walks it takes to believe one mean rather than the guess (empirical Bayes).
    """
    cdef double known = (squares - count * noise) / visits
    if known < LEAST_KNOWN * noise:
        known = LEAST_KNOWN * noise
    return noise / known


cdef void guess_means(
    const Pair *pairs, int count, int step, int others, int stride, double mean, double noise,
    double *means
) noexcept nogil:
    """What each turn of a seat brings, drawn to the mean of all as far as that is but noise."""
    cdef Pair total
    cdef double squares = 0.0, visits = 0.0, doubt
    cdef int index, tried = 0
    for index in range(count):
        total = added_up(pairs + index * step, others, stride)
        if total.visits > 0.0:
            means[index] = total.utility / total.visits - mean
            squares += total.visits * means[index] * means[index]
            visits += total.visits
            tried += 1
    doubt = doubt_of(noise, squares, visits, tried)
    for index in range(count):
        total = added_up(pairs + index * step, others, stride)
        means[index] = (total.utility + doubt * mean) / (total.visits + doubt)


cdef void guess_payoffs(
    const Pair *pairs, int rows, int columns, int stride, double *row_means,
    double *column_means, double *payoffs
) noexcept nogil:
    """A pair that was hardly tried is thought to bring what its turns bring with others."""
    cdef const Pair *pair
    cdef Pair total
    cdef double mean, utility = 0.0, visits = 0.0, squares = 0.0, stray, doubt
    cdef double noise = noise_of(pairs, rows, columns, stride)
    cdef int row, column, tried = 0
    for row in range(rows):
        total = added_up(pairs + row * stride, columns, 1)
        utility += total.utility
        visits += total.visits
    mean = utility / visits
    guess_means(pairs, rows, stride, columns, 1, mean, noise, row_means)
    guess_means(pairs, columns, 1, rows, stride, mean, noise, column_means)
    for row in range(rows):
        for column in range(columns):
            pair = &pairs[row * stride + column]
            payoffs[row * columns + column] = row_means[row] + column_means[column] - mean
            if pair.visits > 0.0:
                stray = pair.utility / pair.visits - payoffs[row * columns + column]
                squares += pair.visits * stray * stray
                tried += 1
    doubt = doubt_of(noise, squares, visits, tried)
    for row in range(rows):
        for column in range(columns):
            pair = &pairs[row * stride + column]
            payoffs[row * columns + column] = (
                pair.utility + doubt * payoffs[row * columns + column]
            ) / (pair.visits + doubt)


cdef void match_regrets(double *regrets, int count, double *strategy) noexcept nogil:
    cdef double total = 0.0
    cdef int index
    for index in range(count):
        # Regret below zero is forgotten: a turn comes back as soon as it is wanted.
        if regrets[index] < 0.0:
            regrets[index] = 0.0
        total += regrets[index]
    for index in range(count):
        strategy[index] = regrets[index] / total if total > 0.0 else 1.0 / count


cdef void solve_pairs(
    const Pair *pairs, int rows, int columns, int stride, double *room, double *shares
) noexcept nogil:
    """Into `shares`; `room` is for 3 * rows + 2 * columns + rows * columns numbers."""
    cdef double *row_regrets = room
    cdef double *row_play = row_regrets + rows
    cdef double *row_worth = row_play + rows
    cdef double *column_regrets = row_worth + rows
    cdef double *column_play = column_regrets + columns
    cdef double *payoffs = column_play + columns
    cdef double value, worth, total = 0.0
    cdef int turn, row, column
    guess_payoffs(pairs, rows, columns, stride, row_worth, column_play, payoffs)
    for row in range(rows):
        row_regrets[row] = shares[row] = 0.0
    for column in range(columns):
        column_regrets[column] = 0.0
    for turn in range(ROUNDS):
        # The seats take turns to learn, which ends sooner than both at once.
        match_regrets(column_regrets, columns, column_play)
        value = 0.0
        match_regrets(row_regrets, rows, row_play)
        for row in range(rows):
            row_worth[row] = 0.0
            for column in range(columns):
                row_worth[row] += column_play[column] * payoffs[row * columns + column]
            value += row_play[row] * row_worth[row]
        for row in range(rows):
            row_regrets[row] += row_worth[row] - value
        match_regrets(row_regrets, rows, row_play)
        value = 0.0
        for row in range(rows):
            shares[row] += (turn + 1.0) * row_play[row]
            for column in range(columns):
                value += row_play[row] * column_play[column] * payoffs[row * columns + column]
        for column in range(columns):
            worth = 0.0
            for row in range(rows):
                worth += row_play[row] * payoffs[row * columns + column]
            column_regrets[column] += value - worth
    for row in range(rows):
        total += shares[row]
    for row in range(rows):
        shares[row] /= total


cdef list shares_of_pairs(const Pair *pairs, int rows, int stride):
    cdef double *room
    cdef int row, column, columns = 0
    for row in range(rows):
        for column in range(columns, stride):
            if pairs[row * stride + column].visits > 0.0:
                columns = column + 1
    if not columns:
        return [1.0 / rows] * rows
    room = <double *>calloc(rows * (columns + 4) + 2 * columns, sizeof(double))
    if room == NULL:
        raise MemoryError("no room to solve the root")
    with nogil:
        solve_pairs(pairs, rows, columns, stride, room + rows, room)
    shares = [room[row] for row in range(rows)]
    free(room)
    return shares
