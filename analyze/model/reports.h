/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reports.h: what is known of one library at one point beside its times: what the action reported,
 * the CPUs it used, how wrong it was.
 *
 * Each is a mean over the samples that have what it takes. */
#ifndef BENCHMAT_ANALYZE_MODEL_REPORTS_H
#define BENCHMAT_ANALYZE_MODEL_REPORTS_H

#include "formats/model/run.h"

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
