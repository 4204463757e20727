/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_ours.h: runs out of the variables that mat_write.h writes. */
#ifndef BENCHMAT_FORMATS_MAT_RUNS_MAT_OURS_H
#define BENCHMAT_FORMATS_MAT_RUNS_MAT_OURS_H

#include "formats/mat/mat_array.h"
#include "formats/mat/mat_memory.h"
#include "formats/model/run.h"

/* Whether FILE, a struct of all variables, says of itself that it is ours. */
int mat_ours_is(const struct mat_array *file);

/* Adds to RUNS those that are in it. ERR_DAMAGED: it is not as it should be, or takes more memory
 * than BUDGET has left. Messages name PATH. */
int mat_ours_read(struct runs *runs, const struct mat_array *file, const char *path,
                  struct mat_budget *budget, struct err *err);

#endif
