/* SPDX-License-Identifier: GPL-3.0-or-later */
/* understood.h: says in plain words what was read of a file, so that a misunderstanding shows. */
#ifndef BENCHMAT_FORMATS_IMPORT_UNDERSTOOD_H
#define BENCHMAT_FORMATS_IMPORT_UNDERSTOOD_H

#include <stdio.h>

#include "formats/model/run.h"

/* Writes to FILE, without an end of line: "3 libraries (naive, tiled, blas) by n (64 to 4096) and
 * threads (1 to 4) at align 8, milliseconds, 5 samples each; left out: hostname". What only the
 * file says comes from the facts FACT_SOURCE_UNIT (format.h), which a format whose files say their
 * units lacks: "times" or "rates"; from FACT_SIZE_NAME, and from those whose names end in
 * _left_out, _skipped and _other_way, an option. */
void understood_write(const struct run *run, FILE *file);

#endif
