/* SPDX-License-Identifier: GPL-3.0-or-later */
/* crossover.h: which library overtakes which, and where, of all pairs of a measurement.
 *
 * Two libraries are compared along a curve (variants.h) by what is shown at its points (fastest.h),
 * verdicts included: of libraries that are alike everywhere any overtakes another in at most 1 - C
 * of all tables, C being their confidence.
 *
 * Points that cannot stand on a logarithmic axis, or whose place another has, are passed over. */
#ifndef BENCHMAT_ANALYZE_RANKING_CROSSOVER_H
#define BENCHMAT_ANALYZE_RANKING_CROSSOVER_H

#include "analyze/columns/columns.h"
#include "analyze/aggregate/table.h"
#include "analyze/text/string_pool.h"

/* FASTER is the faster one from here on. NaN, and NULL of texts, where undefined; texts are the
 * table's or the crossovers'. */
struct crossover {
    const char *archive, *action, *run, *type;
    const char *variant; /* "stride 8, threads 2"; NULL where there is only one */
    const char *faster, *slower;
    double size, low, high;             /* as in struct crossing; */
    const struct parameter_grid *space; /* of which they lie on the main axis */
};

/* Those of all sections added so far: by section, by variant, then by size. Zero-initialised is
 * none. */
struct crossovers {
    struct crossover *items;
    size_t count;
    struct string_pool texts; /* private */
};

extern const struct column_set crossover_columns;

/* Adds those of SECTION. Fails without memory; to be given to crossovers_release. */
int crossovers_add(struct crossovers *crossovers, const struct table *table,
                   const struct section *section, struct err *err);
void crossovers_release(struct crossovers *crossovers);

/* "blis overtakes openblas at n ≈ 180 (between 151 and 240), stride 8" */
void crossover_write(const struct crossover *crossover, FILE *file);

#endif
