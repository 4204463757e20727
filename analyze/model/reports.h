/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reports.h: by how much wrong answers are wrong, output by output, as the archive tells it
 * (FACT_OUTPUT_ERRORS). */
#ifndef BENCHMAT_ANALYZE_MODEL_REPORTS_H
#define BENCHMAT_ANALYZE_MODEL_REPORTS_H

#include <stddef.h>

#include "formats/model/run.h"

/* One output of an action, calculated by one library at one point. */
struct output_error {
    char *library, *output; /* printable (unicode.h) */
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

/* --- reports --- */

/* What is known of one library at one point beside its times: what the action reported,
 * the CPUs it used, how wrong it was.
 *
 * Each is a mean over the samples that have what it takes. */

struct reports {
    double whole;      /* seconds per call by the harness's clock, where the action times a part */
    double overhead;   /* the same minus that part: whole - seconds */
    double operations; /* per call, as the action counted them */
    double rate;       /* operations per second: sum of operations / sum of seconds */
    double iterations; /* per call */
    double cpus;       /* processor time of all threads / time of the batch */
    double max_error, mean_error, total_error; /* of the outputs, against the reference's */
    double relative_error; /* the largest of them over the largest number there */
    double residual;       /* by the action's own measure */
    double tolerance;      /* the largest error accepted as right */
};

/* Those of SERIES at POINT; NaN where undefined, and CPUs unless M was measured with more than one
 * thread anywhere: HAS_THREADS. */
struct reports reports_of(const struct measurement *m, const struct series *series, size_t point,
                          int has_threads);

#endif
