/* What every seat can expect of each majority, in plain C that compilers turn into vector instructions.

   A row is one element at one scoring. Numbers of a row stand side by side, for each seat CB_MAJORITY_ROWS
   of them. Sums, products and tables only: every instruction set gives the same result. */

#ifndef COALBARON_MAJORITIES_H
#define COALBARON_MAJORITIES_H

#include <stdint.h>

#include "clones.h"

enum {
    CB_MAJORITY_ROWS = 40,      /* three scorings of twelve elements, filled up to whole vectors */
    CB_MAJORITY_STEP = 8,
    CB_SHARE_REACH = 8,         /* a chance by a lead is known this many spreads in both directions, ... */
    CB_SHARE_STEPS = 8,         /* ... at this many places a spread */
    CB_SHARE_CELLS = 2 * CB_SHARE_REACH * CB_SHARE_STEPS + 1
};

#define CB_EACH_ROW for (int row = 0; row < rows; row++)

/* The chance of being before another seat in the end, in every row, by the lead in its spreads. `shares`
   is a curve of such chances, with the last cell twice. */
CB_CLONES static void cb_ahead(
    const double *own, const double *other, const double *narrow, double tie, const double *shares,
    int rows, double *ahead)
{
    const double last = CB_SHARE_CELLS - 1;
    double places[CB_MAJORITY_ROWS];
    int32_t cells[CB_MAJORITY_ROWS];
    rows &= -CB_MAJORITY_STEP;
    /* Three loops, because what looks up in a table is no work for vectors. */
    CB_EACH_ROW {
        double lead = (own[row] - other[row] + tie) * narrow[row];
        double place = (lead + CB_SHARE_REACH) * CB_SHARE_STEPS;
        place = place > 0.0 ? place : 0.0;
        places[row] = place < last ? place : last;
    }
    CB_EACH_ROW {
        cells[row] = (int32_t)places[row];
        places[row] -= cells[row];
    }
    CB_EACH_ROW {
        const double *low = shares + cells[row];
        ahead[row] = low[0] + places[row] * (low[1] - low[0]);
    }
}

/* What a seat can expect of rewards, by the chances of being before each other seat. Second is who has
   exactly one seat before it; of two seats no seat is. A seat that counts nothing gets nothing. */
CB_CLONES static void cb_rewards(
    const double *own, double (*ahead)[CB_MAJORITY_ROWS], int others, const double *first,
    const double *second, int rows, double *gains)
{
    const double *a = ahead[0], *b = ahead[1], *c = ahead[2];
    rows &= -CB_MAJORITY_STEP;
    if (others == 1)
        CB_EACH_ROW gains[row] = first[row] * a[row];
    else if (others == 2)
        CB_EACH_ROW {
            double best = a[row] * b[row];
            gains[row] = first[row] * best + second[row] * (a[row] + b[row] - 2.0 * best);
        }
    else
        CB_EACH_ROW {
            double two = a[row] * b[row], best = two * c[row];
            double one_ahead = two + ((a[row] + b[row]) * c[row] - 3.0 * best);
            gains[row] = first[row] * best + second[row] * one_ahead;
        }
    CB_EACH_ROW gains[row] *= own[row] < 1.0 ? own[row] : 1.0;
}

/* Numbers to nearest whole ones, halves away from zero, at most `most` and at least -`most`. */
CB_CLONES static void cb_round(const double *numbers, double scale, int most, int rows, int16_t *out)
{
    rows &= -CB_MAJORITY_STEP;
    CB_EACH_ROW {
        double number = scale * numbers[row];
        int32_t size = (int32_t)((number > 0.0 ? number : -number) + 0.5);
        size = size < most ? size : most;
        out[row] = (int16_t)(number > 0.0 ? size : -size);
    }
}

/* A count less the best other's, in every row; the counts of a seat are `stride` after the last's. */
CB_CLONES static void cb_leads(
    const double *counts, int stride, int seats, int seat, int rows, double *leads)
{
    rows &= -CB_MAJORITY_STEP;
    const double *own = counts + seat * stride;
    CB_EACH_ROW leads[row] = -1e9;
    for (int other = 0; other < seats; other++)
        if (other != seat) {
            const double *theirs = counts + other * stride;
            CB_EACH_ROW leads[row] = theirs[row] > leads[row] ? theirs[row] : leads[row];
        }
    CB_EACH_ROW leads[row] = own[row] - leads[row];
}

#endif
