/* SPDX-License-Identifier: GPL-3.0-or-later */
/* weak_sizes.h: sizes that grow with the threads or ranks, for weak scaling.
 *
 * The sizes asked for are those with one thread. With p of them each becomes the size whose work
 * per thread is nearest to that of the one: the action's flops, or its bytes if it has no flops. As
 * a size is a whole number it is hardly ever the same; it may differ by WEAK_SIZES_TOLERANCE, so
 * that bench-analyze finds the points again by their work. */
#ifndef BENCHMAT_COLLECT_SESSION_WEAK_SIZES_H
#define BENCHMAT_COLLECT_SESSION_WEAK_SIZES_H

#include "collect/job/job.h"

#define WEAK_SIZES_TOLERANCE 0.05

/* Replaces the sizes of JOB's design points, and tells OBSERVER which have become which. ERR_USAGE:
 * all have the same number of threads, the action has no size or tells no work, or no size comes
 * near enough. */
int weak_sizes_choose(struct job *job, struct observer *observer, struct err *err);

/* Checks only that the design points have several numbers of threads, as strong scaling needs. */
int weak_sizes_check_threads(const struct job *job, struct err *err);

#endif
