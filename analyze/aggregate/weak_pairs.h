/* SPDX-License-Identifier: GPL-3.0-or-later */
/* weak_pairs.h: points at which each thread, rank or node has the same work.
 *
 * Weak scaling compares a point with p of them to the one with the fewest, its base, which does the
 * same work per each of them and differs in nothing else. Sizes are whole numbers, so the work per
 * each is hardly ever exactly the same: a pair may differ by WEAK_PAIRS_TOLERANCE. Of several
 * points with the same p, only the one nearest to a base is paired with it. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_WEAK_PAIRS_H
#define BENCHMAT_ANALYZE_AGGREGATE_WEAK_PAIRS_H

#include <stddef.h>

#include "analyze/model/parameter_grid.h"

#define WEAK_PAIRS_TOLERANCE 0.05
#define WEAK_PAIRS_NONE      ((size_t)-1)

/* Sets BASES, [points] of SPACE, to the index of each point's base, or WEAK_PAIRS_NONE. A base that
 * has a partner is its own base. WORK, [points], is that of a call, in any unit; the axis of
 * index AXIS has the numbers of threads, ranks or nodes. */
void weak_pairs_find(const struct parameter_grid *space, size_t axis, const double *work,
                     size_t *bases);

#endif
