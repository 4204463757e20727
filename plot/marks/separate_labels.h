/* SPDX-License-Identifier: GPL-3.0-or-later */
/* separate_labels.h: moves labels apart that would overlap. */
#ifndef BENCHMAT_PLOT_MARKS_SEPARATE_LABELS_H
#define BENCHMAT_PLOT_MARKS_SEPARATE_LABELS_H

#include <stddef.h>

/* Moves the COUNT ascending POSITIONS so that neighbours are at least DISTANCE apart and all are
 * within [LOW, HIGH], with the least sum of squared moves; their order stays. If they do not all
 * fit, DISTANCE shrinks to what fits. Returns the distance kept.
 *
 * With q[i] = position[i] - i * DISTANCE this is an isotonic regression, solved in linear time by
 * pooling adjacent violators (Ayer et al., Ann. Math. Statist. 26, 1955), whose solution under
 * bounds is the unbounded one, clamped. */
double separate_labels_apart(double *positions, size_t count, double distance, double low,
                             double high);

#endif
