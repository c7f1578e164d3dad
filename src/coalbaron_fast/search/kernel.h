/* The loops of a network, in plain C that compilers turn into vector instructions.

   Everything is whole numbers, so that every instruction set gives the same result. */

#ifndef COALBARON_KERNEL_H
#define COALBARON_KERNEL_H

#include <stdint.h>
#include <string.h>

#include "clones.h"

/* gcc would work on several rows at once, number by number, instead of on several numbers of a row. */
#if defined(__GNUC__)
#define CB_ROW_BY_ROW __asm__ volatile("")
#else
#define CB_ROW_BY_ROW
#endif

enum { CB_WIDE = 64, CB_BLOCK = 32, CB_STEP = 8, CB_ROWS = 4 };

/* What a part's features add to n columns, of which there is one count for each copy of this
   text: the loops below are vectorised because their counts are known. */
#define CB_ADD_COLUMNS(COUNT)                                                   \
    int32_t block[COUNT];                                                       \
    memcpy(block, sums + begin, sizeof(block));                                 \
    for (int place = 0; place < flag_count; place++) {                          \
        const int16_t *row = rows + (size_t)flags[place] * width + begin;       \
        CB_ROW_BY_ROW;                                                          \
        for (int unit = 0; unit < COUNT; unit++)                                \
            block[unit] += row[unit];                                           \
    }                                                                           \
    for (int place = 0; place < number_count; place++) {                        \
        const int16_t *row = rows + (size_t)numbers[place] * width + begin;     \
        const int32_t value = values[place];                                    \
        CB_ROW_BY_ROW;                                                          \
        for (int unit = 0; unit < COUNT; unit++)                                \
            block[unit] += row[unit] * value;                                   \
    }                                                                           \
    memcpy(sums + begin, block, sizeof(block))

/* Add the rows of a part's features to `sums`: flags once, numbers as often as their value. */
CB_CLONES static void cb_add_features(
    int32_t *sums, const int16_t *rows, int width, const uint16_t *flags, int flag_count,
    const uint16_t *numbers, const int16_t *values, int number_count)
{
    int begin = 0;
    for (; begin + CB_WIDE <= width; begin += CB_WIDE) {
        CB_ADD_COLUMNS(CB_WIDE);
    }
    for (; begin + CB_BLOCK <= width; begin += CB_BLOCK) {
        CB_ADD_COLUMNS(CB_BLOCK);
    }
    for (; begin < width; begin += CB_STEP) {
        CB_ADD_COLUMNS(CB_STEP);
    }
}

/* Rows times inputs, plus a bias; one row begins `stride` numbers after the other. */
CB_CLONES static void cb_multiply(
    int32_t *sums, const int16_t *rows, int stride, const int32_t *bias, const int16_t *inputs,
    int width, int units)
{
    int unit = 0;
    /* Four rows at once: the inputs are read once for all, and their sums do not wait for each other. */
    for (; unit + CB_ROWS <= units; unit += CB_ROWS) {
        const int16_t *one = rows + (size_t)unit * stride, *two = one + stride;
        const int16_t *three = two + stride, *four = three + stride;
        int32_t first = 0, second = 0, third = 0, fourth = 0;
        for (int index = 0; index < width; index++) {
            first += (int32_t)one[index] * inputs[index];
            second += (int32_t)two[index] * inputs[index];
            third += (int32_t)three[index] * inputs[index];
            fourth += (int32_t)four[index] * inputs[index];
        }
        sums[unit] = bias[unit] + first;
        sums[unit + 1] = bias[unit + 1] + second;
        sums[unit + 2] = bias[unit + 2] + third;
        sums[unit + 3] = bias[unit + 3] + fourth;
    }
    for (; unit < units; unit++) {
        const int16_t *row = rows + (size_t)unit * stride;
        int32_t total = 0;
        for (int index = 0; index < width; index++)
            total += (int32_t)row[index] * inputs[index];
        sums[unit] = bias[unit] + total;
    }
}

/* Activations: sums shifted right and rounded, at least 0 and at most `one`. */
CB_CLONES static void cb_clip(const int32_t *sums, int bits, int one, int width, int16_t *out)
{
    int32_t half = ((int32_t)1 << bits) >> 1;
    for (int unit = 0; unit < width; unit++) {
        int32_t value = (sums[unit] + half) >> bits;
        value = value > 0 ? value : 0;
        out[unit] = (int16_t)(value < one ? value : one);
    }
}

#endif
