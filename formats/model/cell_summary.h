/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cell_summary.h: the samples of one library at one point in a few numbers, for files that have no
 * room for more. Whoever wants intervals asks bench-analyze. */
#ifndef BENCHMAT_FORMATS_MODEL_CELL_SUMMARY_H
#define BENCHMAT_FORMATS_MODEL_CELL_SUMMARY_H

#include "formats/model/run.h"

/* Of all finite samples, whatever their round. NaN where there are too few. */
struct cell_summary {
    size_t n;
    double mean, sd; /* sd: of a sample, sqrt(sum (x - mean)^2 / (n - 1)) */
    double min, max;
};

struct cell_summary cell_summary_of(const struct measurement *m, const struct series *series,
                                    size_t point);

#endif
