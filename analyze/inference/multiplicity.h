/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multiplicity.h: many hypotheses judged together.
 *
 * Of 36 true ones, each tested at 5 %, one is rejected by luck in most runs. Holm's step-down
 * procedure keeps the probability of rejecting any true one, out of however many are true and
 * however they hang together, at the level of one test. With p(1) <= ... <= p(m) the adjusted ones
 * are
 *
 *     q(i) = max over j <= i of min(1, (m - j + 1) p(j))
 *
 * and a hypothesis is rejected where q is at most the level. S. Holm, "A simple sequentially
 * rejective multiple test procedure", Scand. J. Statist. 6 (1979) 65-70. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_MULTIPLICITY_H
#define BENCHMAT_ANALYZE_INFERENCE_MULTIPLICITY_H

#include <stddef.h>

#include "analyze/statistics/interval.h"
#include "formats/model/run.h"

/* Replaces the N numbers of P by the adjusted ones, each in its place. NaN is no hypothesis: it
 * stays, and m does not count it. ORDER is room for N numbers. Returns m. O(N log N). */
size_t multiplicity_holm(double *p, size_t n, size_t *order);

/* --- control --- */

/* The reference measured a second time, and what that says about a measurement.
 *
 * Among a measurement's series one may be a control: the library of another series once more, with
 * a process and a turn of its own. It is no library among the others. Its ratio to its own library
 * would be 1 at every size if nothing but libraries made a difference; what it is instead is the
 * noise floor of that very run, whatever library other ratios are taken to. */

/* The library that SERIES is a control of (FACT_CONTROL_OF). NULL where SERIES is a library: it
 * says nothing, or names itself, another control, or what is not there. */
const struct series *control_library(const struct measurement *m, const struct series *series);

/* The first control of M, or NULL. */
const struct series *control_find(const struct measurement *m);

/* The control's ratio to its own library, NaN where there is none. */
struct noise {
    double ratio, low, high; /* with its interval */
    double floor;            /* the end farthest from 1, as a factor of at least 1: a ratio between
                                1 / floor and floor is as good as 1 */
};

extern const struct noise noise_unknown;

struct noise noise_of(struct interval ratio);

/* Whether a ratio may well be within the noise floor: whether its interval, or the ratio itself
 * where it has none, overlaps what is as good as 1. Never, where the noise is not known. */
int noise_hides(const struct noise *noise, struct interval ratio);

#endif
