/* SPDX-License-Identifier: GPL-3.0-or-later */
/* watch.h: whether the machine left a batch alone. */
#ifndef BENCHMAT_COLLECT_WORKER_WATCH_H
#define BENCHMAT_COLLECT_WORKER_WATCH_H

#include <stdint.h>

/* What the kernel has counted for this process so far. */
struct watch {
    double run_delay;    /* seconds runnable but not running; NaN where the kernel does not say */
    int64_t preemptions; /* involuntary context switches */
};

struct watch watch_now(void);

#endif
