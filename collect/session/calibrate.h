/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrate.h: what measuring itself costs, found with the action that does nothing. */
#ifndef BENCHMAT_COLLECT_SESSION_CALIBRATE_H
#define BENCHMAT_COLLECT_SESSION_CALIBRATE_H

#include <stddef.h>

#include "collect/job/job.h"

/* Adds what a worker finds out about clock and harness to RUN's facts: clock_resolution,
 * clock_cost and harness_overhead, the seconds per call of the empty action. */
int calibrate_harness(const struct session *session, struct run *run, struct err *err);

/* How many bytes evict everything from the caches, twice the largest cache (or twice
 * CALIBRATE_LARGE_CACHE where that is not known), and about how many seconds a worker needs to
 * sweep through them. */
#define CALIBRATE_LARGE_CACHE ((size_t)64 << 20)
int calibrate_eviction(const struct session *session, struct eviction *eviction, struct err *err);

#endif
