/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/tools/continuation.h"

#include <math.h>
#include <string.h>

/* The same points, in the same order. */
static int has_points(const struct measurement *later, const struct measurement *earlier) {
    size_t points = earlier->points;
    if (later->points != points || later->parameter_count != earlier->parameter_count ||
        memcmp(later->sizes, earlier->sizes, points * sizeof *earlier->sizes) != 0)
        return 0;
    for (size_t i = 0; i < earlier->parameter_count; i++) {
        const struct parameter *a = &earlier->parameters[i], *b = &later->parameters[i];
        if (strcmp(a->name, b->name) != 0 ||
            memcmp(a->values, b->values, points * sizeof *a->values) != 0)
            return 0;
    }
    return 1;
}

/* Both have the same points. A measurement that went on may have more rounds or fewer empty ones.
 */
static int has_samples(const struct measurement *later, const struct series *series,
                       const struct measurement *earlier, const double *seconds) {
    for (size_t point = 0; point < earlier->points; point++)
        for (size_t round = 0; round < earlier->rounds; round++)
            for (size_t seed = 0; seed < earlier->max_seeds; seed++) {
                double sample = seconds[measurement_index(earlier, point, round, seed)];
                int is_kept =
                    round < later->rounds && seed < later->max_seeds &&
                    series->seconds[measurement_index(later, point, round, seed)] == sample;
                if (!isnan(sample) && !is_kept)
                    return 0;
            }
    return 1;
}

static int has_measurement(const struct run *later, const struct measurement *earlier) {
    const struct measurement *found = run_find(later, earlier->name);
    if (!found || !has_points(found, earlier))
        return 0;
    for (size_t i = 0; i < earlier->series_count; i++) {
        const struct series *series = measurement_find(found, earlier->series[i].name);
        if (!series || !has_samples(found, series, earlier, earlier->series[i].seconds))
            return 0;
    }
    return 1;
}

int continuation_goes_on(const struct run *later, const struct run *earlier) {
    const char *state = facts_text(&earlier->facts, FACT_STATE, "");
    if (strcmp(state, "interrupted") != 0 && strcmp(state, "running") != 0)
        return 0;
    for (size_t i = 0; i < earlier->measurement_count; i++)
        if (!has_measurement(later, &earlier->measurements[i]))
            return 0;
    return 1;
}
