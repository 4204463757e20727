/* SPDX-License-Identifier: GPL-3.0-or-later */
/* point_name.h: what a point is called in a name, as Google Benchmark does it: "8",
 * "size:8/stride:2/threads:4". */
#ifndef BENCHMAT_FORMATS_MODEL_POINT_NAME_H
#define BENCHMAT_FORMATS_MODEL_POINT_NAME_H

#include <stdio.h>

#include "formats/model/run.h"

/* "axpy/openblas/size:8/stride:2": action, library, then the size, unless the action has none, and
 * the parameters; threads where there are more than one. */
void point_words_write(FILE *file, const struct measurement *m, const struct series *series,
                       size_t point);

#endif
