/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/precision.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/aggregate/aggregate.h"
#include "analyze/inference/ratio.h"
#include "analyze/inference/unpaired.h"

static int is_measured(const struct series *series, size_t point) {
    return series->status[point] == CELL_OK || series->status[point] == CELL_WRONG;
}

static const double *samples_at(const struct measurement *m, const struct series *series,
                                size_t point) {
    return series->seconds + measurement_index(m, point, 0, 0);
}

/* Of the logarithm. WORKSPACE holds rounds x seeds numbers. */
static struct interval unpaired_ratio(const struct ratio_pair *pair, double confidence,
                                      double *workspace) {
    struct unpaired library =
        unpaired_of(pair->library, pair->rounds, pair->seeds, unpaired_logarithm, NULL, workspace);
    struct unpaired reference = unpaired_of(pair->reference, pair->rounds, pair->seeds,
                                            unpaired_logarithm, NULL, workspace);
    struct welch welch = unpaired_between(&library, &reference);
    return welch_interval(&welch, confidence);
}

/* The upper half of the interval is the wider one, because the halves of the logarithm's interval
 * are equal. */
static double half_width(const struct ratio_pair *pair, int is_paired, struct student *student,
                         double *workspace) {
    struct interval logarithm = is_paired
                                    ? ratio_log(pair, student, workspace, workspace + pair->rounds)
                                    : unpaired_ratio(pair, student->confidence, workspace);
    double width = expm1(interval_half(logarithm));
    return isnan(width) ? INFINITY : width;
}

/* A single round has an interval too, but an unreliable one: it knows only one memory layout. */
static void check_library(struct precision_check *precision_check, const struct measurement *m,
                          const struct series *reference, const struct series *series,
                          size_t rounds, double *workspace, struct precision_widest *widest) {
    for (size_t p = 0; p < m->points; p++) {
        struct ratio_pair pair = {samples_at(m, series, p), samples_at(m, reference, p), rounds,
                                  m->max_seeds};
        if (is_measured(series, p) && is_measured(reference, p)) {
            double width = rounds > 1 ? half_width(&pair, measurement_is_paired(m),
                                                   &precision_check->student, workspace)
                                      : INFINITY;
            if (!widest->library || width > widest->half_width)
                *widest = (struct precision_widest){width, p, series->name};
        }
    }
}

static struct precision_widest find_widest(struct precision *precision, const struct measurement *m,
                                           size_t rounds) {
    struct precision_check *precision_check = (struct precision_check *)precision;
    struct precision_widest widest = {INFINITY, 0, NULL};
    const char *name = facts_text(&m->facts, FACT_REFERENCE, "");
    const struct series *reference = measurement_find_reference(m, name);
    double *workspace = calloc(rounds * (m->max_seeds + 1), sizeof *workspace);
    for (size_t s = 0; reference && workspace && s < m->series_count; s++) {
        const struct series *series = &m->series[s];
        if (series != reference && !facts_find(&series->facts, FACT_CONTROL_OF))
            check_library(precision_check, m, reference, series, rounds, workspace, &widest);
    }
    free(workspace);
    return widest;
}

static double find_detectable(struct precision *precision, const struct measurement *m) {
    const struct table_options options = {.spared = NEED_ALL & ~(unsigned)NEED_VERDICT};
    struct table table = {0};
    struct run *run = run_new();
    (void)precision;
    double detectable = NAN;
    if (run && aggregate_whole(&table, run, m, &options, NULL) == 0) {
        detectable = table.sections[0].detectable;
        table_release(&table);
    }
    run_free(run);
    return detectable;
}

void precision_begin(struct precision_check *precision_check) {
    *precision_check = (struct precision_check){.precision = {find_widest, find_detectable}};
    student_init(&precision_check->student, 0.95);
}
