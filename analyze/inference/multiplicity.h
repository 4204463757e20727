/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multiplicity.h: corrects p-values for many hypotheses, and finds the noise floor of a
 * measurement.
 *
 * If 36 true hypotheses are tested at 5 % each, at least one is rejected by chance in most runs.
 * Holm's step-down procedure keeps the probability of rejecting any true one at the level of a
 * single test, however many are true and however they depend on each other. For p(1) <= ... <= p(m)
 * the adjusted p-values are
 *
 *     q(i) = max over j <= i of min(1, (m - j + 1) p(j))
 *
 * A hypothesis is rejected if its q is at most the level. S. Holm, "A simple sequentially rejective
 * multiple test procedure", Scand. J. Statist. 6 (1979) 65-70. */
#ifndef BENCHMAT_ANALYZE_INFERENCE_MULTIPLICITY_H
#define BENCHMAT_ANALYZE_INFERENCE_MULTIPLICITY_H

#include <stddef.h>

#include "analyze/statistics/interval.h"
#include "formats/model/run.h"

/* Replaces each of the N numbers of P by its adjusted one. NaN is no hypothesis: it stays, and m
 * does not count it. ORDER is scratch space for N indices. Returns m. O(N log N). */
size_t multiplicity_holm(double *p, size_t n, size_t *order);

/* --- control --- */

/* The reference measured a second time, and what that says about a measurement.
 *
 * One of a measurement's series may be a control: the library of another series once more, with its
 * own process and its own turn. It does not count as a library. If nothing but libraries made a
 * difference, its ratio to its own library would be 1 at every size. Its actual ratio is the noise
 * floor of that run, whichever library other ratios refer to. */

/* Returns the library that SERIES is a control of (FACT_CONTROL_OF). Returns NULL if SERIES counts
 * as a library: the fact is missing or names SERIES itself, another control or an unknown series.
 */
const struct series *control_library(const struct measurement *m, const struct series *series);

/* Returns the first control of M, or NULL. */
const struct series *control_find(const struct measurement *m);

/* The control's ratio to its own library; NaN if there is no control. */
struct noise {
    struct interval ratio;
    double floor; /* the end farthest from 1, as a factor of at least 1: a ratio between 1 / floor
                     and floor counts as 1 */
    double se;    /* of ln ratio, over rounds; NaN if unknown */
};

extern const struct noise noise_unknown;

struct noise noise_of(struct interval ratio);

/* Returns whether a ratio may lie within the noise floor: whether its interval, or the ratio itself
 * if it has none, overlaps 1 / floor to floor. Never if the noise is unknown. */
int noise_hides(const struct noise *noise, struct interval ratio);

#endif
