/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keeper.h: who keeps what a session measures, while it goes on. */
#ifndef BENCHMAT_COLLECT_JOB_KEEPER_H
#define BENCHMAT_COLLECT_JOB_KEEPER_H

#include <stddef.h>

#include "formats/model/run.h"

/* Keeping takes at most this part of the time: what is finished sooner after a transaction is left
 * to the next one. */
#define KEEPER_SHARE 0.1

/* Both functions do what they can: a keeper that fails says so by itself, and the session goes on,
 * for everything is in memory too. */
struct keeper {
    /* RUN's measurement of that number is going to be measured: it is new, its sizes, seeds and
     * series are known, no seconds yet; or RUN is one that was kept before and is gone on with. */
    void (*begin)(struct keeper *keeper, struct run *run, size_t measurement);
    /* All libraries have been measured at POINT in ROUND of that measurement. */
    void (*put)(struct keeper *keeper, size_t point, size_t round);
};

#endif
