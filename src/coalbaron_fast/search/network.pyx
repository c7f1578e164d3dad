"""A small network over a game's features, in whole numbers from end to end."""

from libc.stdint cimport int16_t, int32_t, int64_t, uint16_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from coalbaron_fast.search.exponential cimport exponential
from coalbaron_fast.contract.game cimport Features, GAME_SEATS

cdef enum:
    SPREAD_LOW = -4             # bounds of the logarithm of a spread
    SPREAD_HIGH = 6

# One whole number, by how many bits: of a head's weight times an activation.
cdef double HEAD_ONE = 1 << (HEAD_BITS + ONE_BITS)


cdef extern from "kernel.h" nogil:
    void add_features "cb_add_features"(
        int32_t *sums, const int16_t *rows, int width, const uint16_t *flags, int flag_count,
        const uint16_t *numbers, const int16_t *values, int number_count
    ) noexcept
    void multiply "cb_multiply"(
        int32_t *sums, const int16_t *rows, int stride, const int32_t *bias, const int16_t *inputs,
        int width, int units
    ) noexcept
    void clip "cb_clip"(const int32_t *sums, int bits, int one, int width, int16_t *out) noexcept


# -- layers ------------------------------------------------------------------------------------

cdef inline void add_part(
    int32_t *sums, const int16_t *rows, int width, const Features *part
) noexcept nogil:
    add_features(
        sums, rows, width, part.flags, part.flag_count, part.numbers, part.values,
        part.number_count,
    )


cdef inline void activate(const int32_t *sums, int units, int16_t *out) noexcept nogil:
    clip(sums, HEAD_BITS, ONE, units, out)


cdef void network_see(
    const Network *net, const Features *parts, int seats, Seen *seen
) noexcept nogil:
    cdef int32_t sums[MOST_UNITS + LINEAR]
    cdef int seat, width = net.tower + LINEAR
    seen.seats = seats
    for seat in range(seats):
        memcpy(sums, net.seat_bias, width * sizeof(int32_t))
        add_part(sums, net.seat_rows, width, &parts[seat])
        clip(sums, net.bits - ONE_BITS, ONE, net.tower, seen.towers[seat])
        memcpy(seen.linear[seat], sums + net.tower, LINEAR * sizeof(int32_t))
        seen.points[seat] = parts[seat].points
    memcpy(sums, net.board_bias, net.board * sizeof(int32_t))
    add_part(sums, net.board_rows, net.board, &parts[seats])
    clip(sums, net.bits - ONE_BITS, ONE, net.board, seen.board)


cdef void add_towers(const Network *net, const Seen *seen, int16_t *total) noexcept nogil:
    cdef int seat, unit
    memcpy(total, seen.towers[0], net.tower * sizeof(int16_t))
    for seat in range(1, seen.seats):
        for unit in range(net.tower):
            total[unit] += seen.towers[seat][unit]


cdef void seat_sums(
    const Network *net, const Seen *seen, int seat, const int16_t *total, const int16_t *rows,
    const int32_t *begun, int units, int32_t *sums
) noexcept nogil:
    """What a seat's own tower and the others' add to sums that the board has begun."""
    cdef int16_t inputs[2 * MOST_UNITS]
    cdef const int16_t *own = seen.towers[seat]
    cdef int unit
    memcpy(inputs, own, net.tower * sizeof(int16_t))
    for unit in range(net.tower):
        inputs[net.tower + unit] = total[unit] - own[unit]
    multiply(sums, rows, 2 * net.tower + net.board, begun, inputs, 2 * net.tower, units)


cdef inline void board_sums(
    const Network *net, const Seen *seen, const int16_t *rows, const int32_t *bias, int units,
    int32_t *sums
) noexcept nogil:
    """The board's part, the same for every seat."""
    multiply(
        sums, rows + 2 * net.tower, 2 * net.tower + net.board, bias, seen.board, net.board, units
    )


cdef void network_forecast(
    const Network *net, const Seen *seen, Forecast *out
) noexcept nogil:
    cdef int16_t total[MOST_UNITS]
    cdef int16_t hidden[MOST_UNITS]
    cdef int16_t second[MOST_UNITS]
    cdef int32_t begun[MOST_UNITS]
    cdef int32_t sums[MOST_UNITS]
    cdef double outputs[OUTPUTS]
    cdef double claims[GAME_SEATS]
    cdef double best = -1e9, all_claims = 0.0
    cdef double linear_one = <double>(<int64_t>1 << net.bits)
    cdef int seat, index
    add_towers(net, seen, total)
    board_sums(net, seen, net.hidden_rows, net.hidden_bias, net.hidden, begun)
    for seat in range(seen.seats):
        seat_sums(net, seen, seat, total, net.hidden_rows, begun, net.hidden, sums)
        activate(sums, net.hidden, hidden)
        multiply(
            sums, net.second_rows, net.hidden, net.second_bias, hidden, net.hidden, net.second
        )
        activate(sums, net.second, second)
        multiply(sums, net.output_rows, net.second, net.output_bias, second, net.second, OUTPUTS)
        for index in range(OUTPUTS):
            # Divided by powers of two, so that nothing is rounded.
            outputs[index] = sums[index] / HEAD_ONE + seen.linear[seat][index] / linear_one
        out[seat].points = seen.points[seat] + POINT_UNIT * outputs[0]
        if outputs[1] < SPREAD_LOW:
            outputs[1] = SPREAD_LOW
        out[seat].spread = exponential(outputs[1] if outputs[1] < SPREAD_HIGH else SPREAD_HIGH)
        claims[seat] = outputs[2]
        if claims[seat] > best:
            best = claims[seat]
    for seat in range(seen.seats):
        claims[seat] = exponential(claims[seat] - best)
        all_claims += claims[seat]
    for seat in range(seen.seats):
        out[seat].win = claims[seat] / all_claims


cdef void network_ask(
    const Network *net, const Seen *seen, int seat, int16_t *asked
) noexcept nogil:
    cdef int16_t total[MOST_UNITS]
    cdef int32_t sums[MOST_UNITS]
    add_towers(net, seen, total)
    board_sums(net, seen, net.prior_rows, net.prior_bias, net.prior, sums)
    seat_sums(net, seen, seat, total, net.prior_rows, sums, net.prior, sums)
    activate(sums, net.prior, asked)


cdef double network_score(
    const Network *net, const int16_t *asked, const uint16_t *features, int count
) noexcept nogil:
    cdef int64_t total = 0
    cdef int32_t bias, sum
    cdef int index
    for index in range(count):
        bias = <int32_t>net.turn_bias[features[index]] * ONE
        multiply(
            &sum, net.turn_rows + features[index] * net.prior, net.prior, &bias, asked, net.prior, 1
        )
        total += sum
    return total / HEAD_ONE


# -- opening -----------------------------------------------------------------------------------

LAYERS = ("tower", "board_units", "hidden", "second", "prior")
FEATURES = ("seat", "board", "turn")
LEAST_BITS, MOST_BITS = 8, 15
UNIT_STEP = 8

cdef int64_t SUM_LIMIT = <int64_t>1 << 31
# What all features of a part together can add in the first layer leaves room for this much.
cdef int64_t BIAS_LIMIT = <int64_t>1 << 30


def tensor_shapes(sizes):
    """Of every tensor, in the order of the file: rows, columns, bytes a number.

    `sizes` are the features of a seat, of the board and of a turn, and the units of each layer.
    """
    inputs = 2 * sizes["tower"] + sizes["board_units"]
    return {
        "seat_rows": (sizes["seat"], sizes["tower"] + LINEAR, 2),
        "seat_bias": (1, sizes["tower"] + LINEAR, 4),
        "board_rows": (sizes["board"], sizes["board_units"], 2),
        "board_bias": (1, sizes["board_units"], 4),
        "hidden_rows": (sizes["hidden"], inputs, 2),
        "hidden_bias": (1, sizes["hidden"], 4),
        "second_rows": (sizes["second"], sizes["hidden"], 2),
        "second_bias": (1, sizes["second"], 4),
        "output_rows": (OUTPUTS, sizes["second"], 2),
        "output_bias": (1, OUTPUTS, 4),
        "prior_rows": (sizes["prior"], inputs, 2),
        "prior_bias": (1, sizes["prior"], 4),
        "turn_rows": (sizes["turn"], sizes["prior"], 2),
        "turn_bias": (1, sizes["turn"], 2),
    }


def check_sizes(sizes, bits):
    """ValueError for sizes that no network has."""
    for name in LAYERS:
        size = sizes[name]
        if not UNIT_STEP <= size <= MOST_UNITS or size % UNIT_STEP:
            raise ValueError(f"{size} units of the layer {name!r}")
    for name in FEATURES:
        if not 1 <= sizes[name] <= 1 << 16:
            raise ValueError(f"{sizes[name]} features of the kind {name!r}")
    if not LEAST_BITS <= bits <= MOST_BITS:
        raise ValueError(f"weights of {bits} bits")


cdef class Weights:
    """A network's weights, opened: `layout` is that of the features it was made for.

    `tensors` are the bytes of all tensors of `tensor_shapes`, one after the other, little-endian.
    ValueError if they are not a network, or one in which a sum could overflow.
    """

    def __cinit__(self, unsigned long long layout, dict sizes, int bits, bytes tensors):
        cdef Network *net = &self.net
        cdef char *place
        check_sizes(sizes, bits)
        shapes = tensor_shapes(sizes)
        length = sum([rows * columns * width for rows, columns, width in shapes.values()])
        if len(tensors) != length:
            raise ValueError(f"{len(tensors)} bytes of weights, not {length}")
        self.layout = layout
        net.seat_size, net.board_size, net.turn_size = [sizes[name] for name in FEATURES]
        net.tower, net.board, net.hidden, net.second, net.prior = [sizes[name] for name in LAYERS]
        net.bits = bits
        self.memory = <char *>malloc(length)
        if self.memory == NULL:
            raise MemoryError("no memory for a network")
        memcpy(self.memory, <const char *>tensors, length)
        place = self.memory
        starts = []
        for rows, columns, width in shapes.values():
            starts.append(<size_t>place)
            place += <size_t>(rows * columns * width)
        net.seat_rows = <int16_t *><size_t>starts[0]
        net.seat_bias = <int32_t *><size_t>starts[1]
        net.board_rows = <int16_t *><size_t>starts[2]
        net.board_bias = <int32_t *><size_t>starts[3]
        net.hidden_rows = <int16_t *><size_t>starts[4]
        net.hidden_bias = <int32_t *><size_t>starts[5]
        net.second_rows = <int16_t *><size_t>starts[6]
        net.second_bias = <int32_t *><size_t>starts[7]
        net.output_rows = <int16_t *><size_t>starts[8]
        net.output_bias = <int32_t *><size_t>starts[9]
        net.prior_rows = <int16_t *><size_t>starts[10]
        net.prior_bias = <int32_t *><size_t>starts[11]
        net.turn_rows = <int16_t *><size_t>starts[12]
        net.turn_bias = <int16_t *><size_t>starts[13]
        self.check_sums()

    def __dealloc__(self):
        free(self.memory)

    cdef int check_sums(self) except -1:
        """No sum of a layer can leave 32 bits, whatever the features are."""
        cdef const Network *net = &self.net
        cdef int inputs = 2 * net.tower + net.board, index
        cdef int32_t bias
        # PART_TOTAL keeps what a part's features add below BIAS_LIMIT, for any 16-bit weights.
        check_bias(net.seat_bias, net.tower + LINEAR)
        check_bias(net.board_bias, net.board)
        check_rows(net, net.hidden_rows, net.hidden_bias, net.hidden, inputs, True)
        check_rows(net, net.prior_rows, net.prior_bias, net.prior, inputs, True)
        check_rows(net, net.second_rows, net.second_bias, net.second, net.hidden, False)
        check_rows(net, net.output_rows, net.output_bias, OUTPUTS, net.second, False)
        for index in range(net.turn_size):
            bias = <int32_t>net.turn_bias[index] * ONE
            check_rows(net, net.turn_rows + index * net.prior, &bias, 1, net.prior, False)
        return 0


cdef int check_bias(const int32_t *bias, int count) except -1:
    cdef int unit
    for unit in range(count):
        if not -BIAS_LIMIT <= bias[unit] <= BIAS_LIMIT:
            raise ValueError("a bias that could make a sum overflow")
    return 0


cdef int check_rows(
    const Network *net, const int16_t *rows, const int32_t *bias, int units, int inputs,
    bint of_towers
) except -1:
    cdef int64_t most
    cdef int unit, index
    for unit in range(units):
        most = <int64_t>1 << HEAD_BITS      # more than what is added for rounding
        most += bias[unit] if bias[unit] >= 0 else -<int64_t>bias[unit]
        for index in range(inputs):
            # The towers of all other seats are summed up.
            most += (
                <int64_t>(rows[index] if rows[index] >= 0 else -<int32_t>rows[index])
                * (ONE * (GAME_SEATS - 1) if of_towers and net.tower <= index < 2 * net.tower
                   else ONE)
            )
        if most >= SUM_LIMIT:
            raise ValueError("weights that could make a sum overflow")
        rows += inputs
    return 0
