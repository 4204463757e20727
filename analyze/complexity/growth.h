/* SPDX-License-Identifier: GPL-3.0-or-later */
/* growth.h: how a library's time grows with the size: its law (complexity.h), and a line of pieces
 * (segments.h), which says nothing about why.
 *
 * Points that each of them needs:
 *
 *     an exponent                   2
 *     a law                         3, of sizes above 1
 *     the exponent's interval       4, of sizes above 1
 *     a break                       9, with 5 on either side of it, points on it counting for both
 *
 * The law is not fitted to sizes up to 1, where log n is not a law, nor to isolated points off
 * every line (segments.h), except for the largest and the smallest size, which may be beyond a
 * step.
 *
 * The error of a point is the root of half its own squared standard error, half the median of all,
 * and GROWTH_FLOOR squared: the few rounds of one point say little (G. K. Smyth, "Linear models and
 * empirical Bayes methods", Statist. Appl. Genet. Mol. Biol. 3 (2004) 3). */
#ifndef BENCHMAT_ANALYZE_COMPLEXITY_GROWTH_H
#define BENCHMAT_ANALYZE_COMPLEXITY_GROWTH_H

#include <stddef.h>
#include <stdio.h>

#include "analyze/complexity/complexity.h"
#include "analyze/complexity/segments.h"
#include "analyze/model/quantity.h"

/* One library's times at sizes that differ in nothing else, in any order. */
struct growth_curve {
    const double *sizes, *seconds;
    const double *errors; /* standard errors of ln seconds, NaN if unknown; may be NULL */
    const double *bytes;  /* of a call, NaN if unknown; may be NULL. Used if known at all sizes and
                             rising with them */
    size_t count;
    struct cache_levels caches; /* none if unknown */
};

enum { GROWTH_MOST = COST_POINTS };
/* A smaller deviation of ln t does not count, however exactly it was measured. */
#define GROWTH_FLOOR 0.005

/* Where the best law's constant rises. */
struct growth_step {
    double size, bytes; /* bytes are NaN if unknown */
    double coefficient; /* of the law beyond it: c_0 + c_1 + ... */
    char cache[8];      /* the one within a factor of 2; "" for none */
};

struct growth {
    struct segments pieces;
    struct complexity complexity;
    struct growth_step steps[COST_STEPS];
    size_t step_count;
    double from;     /* smallest size that the law is fitted to, if smaller ones are left out */
    double besides;  /* what the largest size costs besides the law: a g(n), in seconds */
    double floor;    /* of ln t, for pieces: GROWTH_FLOOR, or the rms of the errors if more */
    size_t points;   /* points used */
    size_t left_out; /* points left out because a size or time is not a positive, finite number, or
                        the size is a repetition */
    size_t thinned;  /* points dropped at regular intervals to leave GROWTH_MOST */
};

/* Sets to NaN whatever cannot be told. */
void growth_of(const struct growth_curve *curve, double confidence, struct growth *growth);

/* Writes the pieces in words: "n^0.12 to 512, n^1.02 to 30,000, n^1.40 beyond"; "n^1.02" if there
 * is no break, nothing if nothing is known. */
void growth_words_pieces(const struct segments *pieces, FILE *file);

/* Writes the other laws that are as good as the best: "n log n, n²"; nothing if there are none. */
void growth_words_as_good(const struct complexity *complexity, FILE *file);

/* Writes the law in words: "linear: 250 ps × n, 900 ps × n beyond n ≈ 65,000 (1.0 MiB, L2)",
 * "undecided, n or n log n; if n, 250 ps × n; besides 40 ns a call", "n^1.52, none of the usual
 * laws: ...", "too few sizes for a law", "no size has a time to go by". Amounts are of QUANTITY. */
void growth_words_law(const struct growth *growth, enum quantity quantity, FILE *file);

#endif
