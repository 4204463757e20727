/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/control.h"

#include <math.h>

static const char *claim_of(const struct series *series) {
    return facts_text(&series->facts, FACT_CONTROL_OF, NULL);
}

const struct series *control_library(const struct measurement *m, const struct series *series) {
    const char *name = claim_of(series);
    const struct series *library = name ? measurement_find(m, name) : NULL;
    return library && !claim_of(library) ? library : NULL;
}

const struct series *control_find(const struct measurement *m) {
    for (size_t i = 0; i < m->series_count; i++)
        if (control_library(m, &m->series[i]))
            return &m->series[i];
    return NULL;
}

const struct noise noise_unknown = {NAN, NAN, NAN, NAN};

struct noise noise_of(struct interval ratio) {
    double low = isnan(ratio.low) ? ratio.centre : ratio.low;
    double high = isnan(ratio.high) ? ratio.centre : ratio.high;
    double floor = isnan(ratio.centre) ? NAN : fmax(1, fmax(high, 1 / low));
    return (struct noise){ratio.centre, ratio.low, ratio.high, floor};
}

int noise_hides(const struct noise *noise, struct interval ratio) {
    double low = isnan(ratio.low) ? ratio.centre : ratio.low;
    double high = isnan(ratio.high) ? ratio.centre : ratio.high;
    return low <= noise->floor && high >= 1 / noise->floor;
}
