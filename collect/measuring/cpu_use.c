/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/measuring/cpu_use.h"

#include <math.h>
#include <stdlib.h>

#include "formats/model/ascending.h"

static double median(double *values, size_t count) {
    if (!count)
        return NAN;
    qsort(values, count, sizeof *values, ascending_reals);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static double whole_call(const struct series *series, size_t k) {
    double whole = series->whole_seconds ? series->whole_seconds[k] : NAN;
    return isnan(whole) ? series->batch_mean[k] : whole;
}

/* Waiting for a CPU is not the library's choice. */
static int has_waited(const struct measurement *m, const struct series *series, size_t k) {
    const double negligible = 0.05;
    double calls = (double)series->calls[k / (m->rounds * m->max_seeds)];
    return series->run_delay[k] + series->steal[k] > negligible * calls * whole_call(series, k);
}

/* CPUs in use, sample by sample. Returns how many are known. */
static size_t find_cpus(const struct measurement *m, const struct series *series, double *cpus) {
    size_t count = 0;
    for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++) {
        double used = series->cpu_seconds[k] / whole_call(series, k);
        if (isfinite(used) && !has_waited(m, series, k))
            cpus[count++] = used;
    }
    return count;
}

static void record(const struct measurement *m, struct series *series) {
    const struct fact *threads = facts_find(&series->facts, "threads");
    size_t samples = measurement_elements(m, PER_SAMPLE);
    double *cpus = threads && threads->kind == FACT_INTEGER ? calloc(samples, sizeof *cpus) : NULL;
    if (!cpus)
        return;
    double used = median(cpus, find_cpus(m, series, cpus));
    free(cpus);
    if (fabs(used - (double)threads->integer) > CPU_USE_SLACK * (double)threads->integer)
        facts_set_real(&series->facts, "threads_obeyed", round(100 * used) / 100);
}

void cpu_use_record(struct measurement *m) {
    for (size_t i = 0; i < m->series_count; i++)
        record(m, &m->series[i]);
}
