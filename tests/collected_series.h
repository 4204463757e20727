/* SPDX-License-Identifier: GPL-3.0-or-later */
/* collected_series.h: a series with all that bench-collect keeps of its batches, for the tests. */
#ifndef BENCHMAT_TESTS_COLLECTED_SERIES_H
#define BENCHMAT_TESTS_COLLECTED_SERIES_H

#include "formats/model/run.h"

/* Returns the series NAME, added to M. It has no value yet. */
static inline struct series *collected_series(struct measurement *m, const char *name) {
    struct series *series = measurement_add_series(m, name, NULL);
    return measurement_add_batch_details(m, series, NULL) ? NULL : series;
}

#endif
