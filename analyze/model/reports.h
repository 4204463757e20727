/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reports.h: how far wrong answers are off, output by output (FACT_OUTPUT_ERRORS), and what else is
 * known about a library at a point besides its times. */
#ifndef BENCHMAT_ANALYZE_MODEL_REPORTS_H
#define BENCHMAT_ANALYZE_MODEL_REPORTS_H

#include <stddef.h>

#include "formats/model/run.h"

/* One output of an action, as one library calculated it at one point. */
struct output_error {
    char *library, *output; /* printable (unicode.h) */
    size_t point;
    double max, mean, total; /* of |output - reference output| */
};

enum { ERRORS_MOST_LINES = 1000 }; /* lines read of each library's fact */

struct output_errors {
    struct output_error *items; /* by library, then in the archive's order */
    size_t count;
};

/* Adds the output errors of those cells of SERIES that are wrong and shown: SHOWN [points] has the
 * index under which each point is shown (parameter_grid_keep); negative for one that is not. Skips
 * lines that do not describe such a cell. The caller must call errors_release. */
void errors_add(struct output_errors *errors, const struct measurement *m,
                const struct series *series, const int *shown);
void errors_release(struct output_errors *errors);

/* --- reports --- */

/* What is known about one library at one point besides its times: what the action reported, the
 * CPUs it used, how wrong it was.
 *
 * Each number of a call is a mean over the samples that have the numbers it needs. */

struct reports {
/* The mean of each quantity over the samples, such as double cycles, or the largest, as memory. */
#define QUANTITY(ID, name, detail, unit, better, per_cell, one, many, about) per_cell(name)
#define MEAN(name)                                                           double name;
#define LARGEST(name)                                                        double name;
#define NONE(name)
#include "formats/model/detail.def"
#undef MEAN
#undef LARGEST
#undef NONE
#define REPORT(name) double name;
#include "formats/model/row.def"
};

/* Returns the mean number of operations per call of SERIES at POINT, as counted by the action; NaN
 * if it counts none. */
double reports_operations(const struct measurement *m, const struct series *series, size_t point);

/* Returns the reports of SERIES at POINT; NaN if undefined. CPUs are NaN unless HAS_THREADS: M was
 * measured with more than one thread at some point. */
struct reports reports_of(const struct measurement *m, const struct series *series, size_t point,
                          int has_threads);

#endif
