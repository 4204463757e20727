/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample.h: one sample: inputs are filled, calls warm up, a batch is timed under watch. */
#ifndef BENCHMAT_COLLECT_WORKER_SAMPLE_H
#define BENCHMAT_COLLECT_WORKER_SAMPLE_H

#include "collect/harness/wire.h"
#include "collect/harness/workspace.h"
#include "collect/worker/timing.h"
#include "formats/text/err.h"

/* Takes the sample that WANTED asks for. The batch is timed in intervals; the sample's seconds are
 * what is typical of these, and batch_mean is what they come to in all (timing.h). Where the
 * action times a part of the calls by itself, these are that time, and whole_seconds the clock's.
 *
 * The action's begin_batch runs once the inputs are filled, before warming up, and its end_batch
 * when all is timed. Fails when begin_batch does, or when the action gives up.
 *
 * Caches warm (evict_bytes 0): warms up as timing_warm_up does, then times the batch. If its
 * intervals turn out shorter than wanted->shortest, it is timed again with longer ones: of more of
 * its calls, as far as there is room for copies, or of twice the calls where it is a single
 * interval already. It is steady if the warm-up was, or if the batch itself agrees with the last
 * window.
 *
 * Caches cold: one call that is not timed, so that what a library does only once (starting threads,
 * getting buffers) is done; then exactly wanted->calls, each timed by itself after a sweep. Nothing
 * is warmed up, and nothing can be unsteady: is_steady is 1. Fails when EVICTION cannot grow. */
int sample_take(struct workspace *workspace, struct sweep *eviction,
                const struct wire_batch *wanted, struct wire_sample *sample, struct err *err);

/* --- hooks --- */

/* What an action does around a run, a round and a batch, where it has anything to do. */

/* Each begins what the function of the same name ends. ERR_FAILED, with what the action says, when
 * it cannot: then there is nothing to end. */
int hooks_begin_run(struct workspace *workspace, struct err *err);
void hooks_end_run(struct workspace *workspace);
int hooks_begin_round(struct workspace *workspace, struct err *err);
void hooks_end_round(struct workspace *workspace);
int hooks_begin_batch(struct workspace *workspace, struct err *err);
void hooks_end_batch(struct workspace *workspace);

#endif
