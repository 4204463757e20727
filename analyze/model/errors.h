/* SPDX-License-Identifier: GPL-3.0-or-later */
/* errors.h: by how much wrong answers are wrong, output by output, as the archive tells it
 * (FACT_OUTPUT_ERRORS). */
#ifndef BENCHMAT_ANALYZE_MODEL_ERRORS_H
#define BENCHMAT_ANALYZE_MODEL_ERRORS_H

#include <stddef.h>

#include "formats/model/run.h"

/* One output of an action, calculated by one library at one point. */
struct output_error {
    char *library, *output; /* printable (utf8.h) */
    size_t point;
    double max, mean, total; /* of |output - reference output| */
};

enum { ERRORS_MOST_LINES = 1000 }; /* that are looked at, of one library */

struct output_errors {
    struct output_error *items; /* by library, then as they stand in the archive */
    size_t count;
};

/* Adds those of the cells of SERIES that are wrong and shown: SHOWN [points] says as which point
 * (parameter_grid_keep); negative for one that is not. Lines that say nothing of such a cell are
 * passed over; where several points have one size, their lines are taken to come in the points'
 * order. Returns 0 when there is no memory; to be released either way. */
int errors_add(struct output_errors *errors, const struct measurement *m,
               const struct series *series, const int *shown);
void errors_release(struct output_errors *errors);

#endif
