/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/precision.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/inference/ratio.h"

static int is_measured(const struct series *series, size_t point) {
    return series->status[point] == CELL_OK || series->status[point] == CELL_WRONG;
}

static const double *samples_at(const struct measurement *m, const struct series *series,
                                size_t point) {
    return series->seconds + measurement_index(m, point, 0, 0);
}

/* Of the interval's two halves the upper is the wider, for it is the logarithm's that are equal. */
static double half_width(const struct ratio_pair *pair, struct student *student,
                         double *workspace) {
    struct interval logarithm = ratio_log(pair, student, workspace, workspace + pair->rounds);
    double width = expm1(logarithm.high - logarithm.centre);
    return isnan(width) ? INFINITY : width;
}

static void widen(struct precision_widest *widest, double width, size_t point,
                  const char *library) {
    if (!widest->library || width > widest->half_width)
        *widest = (struct precision_widest){width, point, library};
}

/* A single round has an interval too, but not one to rely on: it knows one memory layout only. */
static void check_library(struct precision_check *precision_check, const struct measurement *m,
                          const struct series *reference, const struct series *series,
                          size_t rounds, double *workspace, struct precision_widest *widest) {
    for (size_t p = 0; p < m->points; p++) {
        struct ratio_pair pair = {samples_at(m, series, p), samples_at(m, reference, p), rounds,
                                  m->max_seeds};
        if (is_measured(series, p) && is_measured(reference, p))
            widen(widest,
                  rounds > 1 ? half_width(&pair, &precision_check->student, workspace) : INFINITY,
                  p, series->name);
    }
}

static struct precision_widest find_widest(struct precision *precision, const struct measurement *m,
                                           size_t rounds) {
    struct precision_check *precision_check = (struct precision_check *)precision;
    struct precision_widest widest = {INFINITY, 0, NULL};
    const char *name = facts_text(&m->facts, FACT_REFERENCE, "");
    const struct series *reference = measurement_find_reference(m, name);
    double *workspace = calloc(rounds + m->max_seeds, sizeof *workspace);
    for (size_t s = 0; reference && workspace && s < m->series_count; s++) {
        const struct series *series = &m->series[s];
        if (series != reference && !facts_find(&series->facts, FACT_CONTROL_OF))
            check_library(precision_check, m, reference, series, rounds, workspace, &widest);
    }
    free(workspace);
    return widest;
}

void precision_begin(struct precision_check *precision_check) {
    *precision_check = (struct precision_check){.precision = {find_widest}};
    student_init(&precision_check->student, 0.95);
}
