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

/* Replaces the N numbers of P by the adjusted ones, each in its place. NaN is no hypothesis: it
 * stays, and m does not count it. ORDER is room for N numbers. Returns m. O(N log N). */
size_t multiplicity_holm(double *p, size_t n, size_t *order);

#endif
