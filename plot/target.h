/* SPDX-License-Identifier: GPL-3.0-or-later */
/* target.h: which file a picture may go to. */
#ifndef BENCHMAT_PLOT_TARGET_H
#define BENCHMAT_PLOT_TARGET_H

#include "formats/err.h"

/* The name for a picture of SOURCE when none was given: "runs/results.h5" gives
 * "runs/results.png". Refused where something of that name is there that was not drawn by
 * bench-plot. The caller frees OUTPUT, which is NULL after a failure. */
int target_derive(const char *source, char **output, struct err *err);

/* ERR_USAGE when OUTPUT is the very file SOURCE, under whatever name. */
int target_check(const char *output, const char *source, struct err *err);

#endif
