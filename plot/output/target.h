/* SPDX-License-Identifier: GPL-3.0-or-later */
/* target.h: which file a picture may go to. */
#ifndef BENCHMAT_PLOT_OUTPUT_TARGET_H
#define BENCHMAT_PLOT_OUTPUT_TARGET_H

#include "formats/text/err.h"
#include "plot/output/bytes.h"

/* The name for a picture of SOURCE when none was given: "runs/results.h5" with the extension ".png"
 * gives "runs/results.png". Refused where something of that name is there that was not drawn by
 * bench-plot. The caller frees OUTPUT, which is NULL after a failure. */
int target_derive(const char *source, const char *extension, char **output, struct err *err);

/* ERR_USAGE when OUTPUT is the very file SOURCE, under whatever name, or a directory. */
int target_check(const char *output, const char *source, struct err *err);

/* Writes BYTES to OUTPUT, "-" for standard output, so that a file is whole or as it was before. */
int target_write(const char *output, const struct bytes *bytes, struct err *err);

#endif
