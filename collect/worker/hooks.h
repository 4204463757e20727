/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hooks.h: what an action does around a run, a round and a batch, where it has anything to do. */
#ifndef BENCHMAT_COLLECT_WORKER_HOOKS_H
#define BENCHMAT_COLLECT_WORKER_HOOKS_H

#include "collect/harness/workspace.h"
#include "formats/text/err.h"

/* Each begins what the function of the same name ends. ERR_FAILED, with what the action says, when
 * it cannot: then there is nothing to end. */
int hooks_begin_run(struct workspace *workspace, struct err *err);
void hooks_end_run(struct workspace *workspace);
int hooks_begin_round(struct workspace *workspace, struct err *err);
void hooks_end_round(struct workspace *workspace);
int hooks_begin_batch(struct workspace *workspace, struct err *err);
void hooks_end_batch(struct workspace *workspace);

#endif
