/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record.h: the facts of one invocation, and what came of it. */
#ifndef BENCHMAT_COLLECT_RECORD_H
#define BENCHMAT_COLLECT_RECORD_H

#include <stddef.h>

#include "formats/run.h"

/* Sets uuid, started, the command line (quoted for a shell) and the machine's facts. */
void record_begin(struct run *run, char *const *arguments);

/* Sets finished and the state: "complete" or "interrupted"; and of each measurement how many
 * samples were disturbed. */
void record_end(struct run *run, int is_complete);

/* Samples that were measured. */
size_t record_count_samples(const struct run *run);

/* How many cells of RUN have a status; cells are (library, size). */
size_t record_count_cells(const struct run *run, enum cell_status status);

/* Cells that a library lost: wrong, crashed, hung, exited, failed; and in a complete run those that
 * were not measured, because it was given up. */
size_t record_count_faults(const struct run *run);

#endif
