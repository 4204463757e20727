/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rank_processes.h: the processes of the ranks of a parallel action, and the connections to them.
 * There is one set of them per worker. */
#ifndef BENCHMAT_COLLECT_WORKER_RANK_PROCESSES_H
#define BENCHMAT_COLLECT_WORKER_RANK_PROCESSES_H

#include <stddef.h>

#include "collect/mpi/launcher.h"
#include "collect/worker/rank_wire.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

/* Starts COUNT ranks by LAUNCHER and lets them load what LOAD says. FIRST gets what rank 0 answers.
 * ERR_FAILED: the launcher ended, not all ranks came, one cannot load, or together they are no
 * world of COUNT ranks. */
int rank_processes_start(const struct launcher *launcher, int count, const struct wire_load *load,
                         struct rank_loaded *first, struct err *err);

/* Whether they run, as far as is known. */
int rank_processes_are_there(void);

/* Asks the ranks from 0 to COUNT - 1, all at once, and waits for all of them. REPLIES gets the
 * answers, of REPLY_BYTES each. ERR_FAILED: one says that it cannot do this, or has ended; then all
 * are ended, and FATE gets what that was. */
int rank_processes_ask(enum rank_kind kind, int count, const void *request, size_t request_bytes,
                       void *replies, size_t reply_bytes, enum cell_status *fate, struct err *err);

/* Asks all ranks to end, and ends those that do not. */
void rank_processes_end(void);

#endif
