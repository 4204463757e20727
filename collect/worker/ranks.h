/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranks.h: the ranks of a parallel action, as the worker that asks them sees them.
 *
 * They are processes of bench-worker, too, which the launcher of the library's MPI starts. The
 * worker itself loads no library: it asks all ranks at once (rank_wire.h), and what it times is
 * what they say. So everything else about a parallel action is as with any other. */
#ifndef BENCHMAT_COLLECT_WORKER_RANKS_H
#define BENCHMAT_COLLECT_WORKER_RANKS_H

#include "collect/harness/wire.h"
#include "collect/harness/workspace.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

/* An interval of calls lasts at least so many seconds, so that what begins and ends it, a message
 * to each rank and a barrier, does not matter. */
#define RANKS_SHORTEST 1e-3

/* Launches LOAD's ranks, which load its libraries. Adds to FACTS what rank 0 says about them, the
 * MPI and the launcher; LOADED gets the rest. *REMOTE gets the action whose calls the ranks do.
 * ERR_FAILED: there is no launcher, or it does not belong to the library's MPI, so that the ranks
 * are not one world; the library cannot be loaded; a rank ended. */
int ranks_start(const struct wire_load *load, const struct bench_action *action,
                const struct bench_action **remote, struct facts *facts, struct wire_loaded *loaded,
                struct err *err);

/* Whether the action's calls are done by ranks, whether these run or not. */
int ranks_are_there(void);

/* Lays the action out on all ranks, as WORKSPACE is laid out here, after launching them anew if one
 * has ended since. Like all functions below it leaves the fate of a failure in the report. */
int ranks_set_up(struct workspace *workspace, struct err *err);

/* Copies the outputs of rank 0, after the residual, into WORKSPACE. */
int ranks_take_outputs(struct workspace *workspace, struct err *err);

/* Undoes ranks_set_up. */
void ranks_leave(void);

/* Ends all ranks and their launcher. */
void ranks_end(void);

#endif
