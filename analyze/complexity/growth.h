/* SPDX-License-Identifier: GPL-3.0-or-later */
/* growth.h: how a library's time grows with the size: as one power law (power.h), as pieces with a
 * law each (segments.h), and as the nearest of the laws that textbooks name (complexity.h).
 *
 * How many points each of them takes:
 *
 *     an exponent                   2
 *     its interval, at 95 %         5
 *     a law out of the table        3, of sizes above 1
 *     a break                       9, with 5 on either side of it, and on it */
#ifndef BENCHMAT_ANALYZE_COMPLEXITY_GROWTH_H
#define BENCHMAT_ANALYZE_COMPLEXITY_GROWTH_H

#include <stdio.h>
#include <stddef.h>

#include "analyze/complexity/complexity.h"
#include "analyze/complexity/segments.h"
#include "analyze/inference/power.h"

/* One library's times at sizes that differ in nothing else, in any order. */
struct growth_curve {
    const double *sizes, *seconds;
    const double *errors; /* standard errors of ln seconds, NaN where unknown; may be NULL */
    size_t count;
};

enum { GROWTH_MOST = 256 };
/* What is no more than this, of ln t, is no deviation, however exactly it was measured. */
#define GROWTH_FLOOR 0.005

struct growth {
    struct power_law law;
    struct segments pieces;
    struct complexity complexity;
    double floor;    /* of ln t: GROWTH_FLOOR, or the rms of the errors where that is more */
    size_t points;   /* that were looked at */
    size_t left_out; /* because a size or a time is no positive, finite number, or the size came
                        before */
    size_t thinned;  /* of more than GROWTH_MOST, of which every so manieth is looked at */
};

/* NaN is whatever cannot be told. Returns 0 when there is no memory. */
int growth_of(const struct growth_curve *curve, double confidence, struct growth *growth);

/* The result in words: "n^0.12 to 512, n^1.02 to 30,000, n^1.40 beyond"; "n^1.02" where there is no
 * break, nothing where nothing is known. */
void growth_words_pieces(const struct segments *pieces, FILE *file);

/* The laws that are as good as the best: "n log n, n²"; nothing where there are none. */
void growth_words_as_good(const struct complexity *complexity, FILE *file);

#endif
