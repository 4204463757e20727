/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/measuring/batch.h"

#include <math.h>

#include "collect/harness/wall_clock.h"

static void account(struct spending *spending, const struct wire_sample *sample) {
    spending_add(spending, SPENDING_TIMED, wire_whole_seconds(sample) * (double)sample->calls);
    spending_add(spending, SPENDING_WARM_UP, sample->warm_up_seconds);
    spending_add(spending, SPENDING_INPUTS, sample->initialize_seconds);
}

int batch_measure(struct batch *batch, struct worker_pool *pool, const struct batch_order *order,
                  struct disturbance *disturbance, struct spending *spending,
                  enum cell_status *fate, struct err *err) {
    struct wire_sample sample;
    struct question question = {WIRE_BATCH, &order->request, sizeof order->request,
                                &sample,    sizeof sample,   order->limit};
    double least = INFINITY, seconds;
    *batch = (struct batch){0};
    do {
        double begin = wall_clock_now();
        int status =
            worker_pool_ask(pool, order->member, order->design_point, &question, fate, err);
        if (status)
            return status;
        seconds = wall_clock_now() - begin;
        batch->attempts++;
        disturbance_spend(disturbance, batch->attempts, seconds);
        account(spending, &sample);
        double severity = disturbance_of(disturbance, &sample);
        if (batch->attempts == 1 || severity < least) {
            batch->sample = sample;
            least = severity;
        }
        batch->is_disturbed = least > 1;
    } while (batch->is_disturbed && disturbance_allows(disturbance, batch->attempts + 1, seconds));
    return 0;
}
