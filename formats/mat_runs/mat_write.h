/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_write.h: runs as variables of MATLAB, in the layout of docs/mat-files.md. */
#ifndef BENCHMAT_FORMATS_MAT_RUNS_MAT_WRITE_H
#define BENCHMAT_FORMATS_MAT_RUNS_MAT_WRITE_H

#include "formats/import/format.h"

extern const struct format_writer mat_writer_of_runs;

#endif
