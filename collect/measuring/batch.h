/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch.h: one turn of one worker: a batch, measured again while it is disturbed. */
#ifndef BENCHMAT_COLLECT_MEASURING_BATCH_H
#define BENCHMAT_COLLECT_MEASURING_BATCH_H

#include "collect/job/disturbance.h"
#include "collect/job/spending.h"
#include "collect/processes/worker_pool.h"

/* What is asked for. */
struct batch_order {
    size_t member;
    const struct design_point *design_point;
    struct wire_batch request;
    double limit; /* seconds for each attempt */
};

/* What came of it: the least disturbed attempt. */
struct batch {
    struct wire_sample sample;
    int attempts; /* that ended well; 0: there is no sample */
    int is_disturbed;
};

/* Measures a batch at once again while it is disturbed, as far as DISTURBANCE allows. Returns and
 * sets FATE as worker_pool_ask does for the attempt that failed; earlier ones are in BATCH all the
 * same. SPENDING may be NULL. */
int batch_measure(struct batch *batch, struct worker_pool *pool, const struct batch_order *order,
                  struct disturbance *disturbance, struct spending *spending,
                  enum cell_status *fate, struct err *err);

#endif
