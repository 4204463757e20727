/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curves.h: the rows of a section as curves.
 *
 * Across goes one axis of the section's points (parameter_grid.h). Points that differ in any other
 * belong to different curves: for each of these variants, each library has one of its own. */
#ifndef BENCHMAT_PLOT_ANALYSIS_CURVES_H
#define BENCHMAT_PLOT_ANALYSIS_CURVES_H

#include "analyze/aggregate/table.h"
#include "plot/analysis/chart_set.h"
#include "plot/analysis/measures.h"

/* What the charts of one section borrow, in rooms of their set. P points, V variants, L libraries,
 * M measures. */
struct curves {
    size_t points, libraries, variants;
    size_t *order;              /* [P] the points by variant, then from left to right */
    size_t *first;              /* [V + 1] where each variant begins in ORDER */
    double *x;                  /* [P] as ordered, like the following */
    double *values;             /* [M][L][3][P]: y, low, high */
    unsigned char *wrong;       /* [L][P] */
    struct series_data *series; /* [M][V][L], without what a measure leaves out */
    const char **names;         /* [V][L] */
    double *noise_values;       /* [4][P]: x, the control's ratio, low, high */
    struct series_data *noise;
};

/* Sets the axes' terms, the series, level and noise of the COUNT charts ROW, which are SET's, one
 * for each of the measures OF one section; the axis number AXIS goes across. A chart with a level
 * has the reference only once; where the reference has no value of the measure, there is no
 * level. Returns -1 when there is no memory. */
int curves_make(struct curves *curves, struct chart_set *set, struct chart *row,
                const struct measured *of, size_t count, size_t axis);

/* Whether CHART has a point to show that no level stands for; of a single series the level does. */
int curves_are_shown(const struct chart *chart);

/* Which library of the section SERIES is, and which variant. */
size_t curves_library(const struct curves *curves, const struct series_data *series);
size_t curves_variant(const struct curves *curves, const struct series_data *series);

#endif
