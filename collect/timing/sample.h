/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample.h: takes one sample: fills the inputs, warms up, and times a batch while watching the
 * machine. */
#ifndef BENCHMAT_COLLECT_TIMING_SAMPLE_H
#define BENCHMAT_COLLECT_TIMING_SAMPLE_H

#include "collect/harness/wire.h"
#include "collect/harness/workspace.h"
#include "collect/timing/timing.h"
#include "formats/text/err.h"

/* Takes the sample that WANTED asks for. The batch is timed in intervals; the sample's seconds are
 * what is typical of these, and batch_mean is their overall mean (timing.h). If the action times a
 * part of the calls itself, these are that time, and whole_seconds is the clock's.
 *
 * The action's begin_batch runs once the inputs are filled, before warming up, and its end_batch
 * when everything is timed. Fails if begin_batch fails or the action gives up.
 *
 * Warm caches (evict_bytes 0): warms up as timing_warm_up does, then times the batch. If its
 * intervals turn out shorter than wanted->shortest, it is timed again with longer ones: with more
 * of its calls, as far as there is room for copies, or with twice the calls if it is already a
 * single interval. The sample is steady if the warm-up was, or if the batch itself agrees with the
 * last window.
 *
 * Each call (keeps_calls): the same, but each call of the batch is timed by itself, however short.
 * sample_calls tells them afterwards.
 *
 * First calls (is_first): there is no warm-up and, with cold caches, no untimed call either.
 *
 * Cold caches: makes one untimed call, so that what a library does only once (starting threads,
 * getting buffers) is done; then exactly wanted->calls, each timed by itself after a sweep. Nothing
 * else warms up, and nothing can be unsteady: is_steady is 1. Fails if EVICTION cannot grow. */
int sample_take(struct workspace *workspace, struct sweep *eviction,
                const struct wire_batch *wanted, struct wire_sample *sample, struct err *err);

/* The calls from number FROM on of the last batch that keeps them, as many as fit. */
void sample_calls(size_t from, struct wire_times *times);

/* --- hooks --- */

/* The action's functions around a run, a round and a batch, if it has them. */

/* Each begin function has its end function. ERR_FAILED, with the action's reason: it cannot begin,
 * and there is nothing to end. */
int hooks_begin_run(struct workspace *workspace, struct err *err);
void hooks_end_run(struct workspace *workspace);
int hooks_begin_round(struct workspace *workspace, struct err *err);
void hooks_end_round(struct workspace *workspace);
int hooks_begin_batch(struct workspace *workspace, struct err *err);
void hooks_end_batch(struct workspace *workspace);

#endif
