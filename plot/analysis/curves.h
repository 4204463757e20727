/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curves.h: turns the rows of a section into curves.
 *
 * One axis of the section's points (parameter_grid.h) goes across. Points that differ on any other
 * axis belong to different variants; each library has one curve for each variant. */
#ifndef BENCHMAT_PLOT_ANALYSIS_CURVES_H
#define BENCHMAT_PLOT_ANALYSIS_CURVES_H

#include "analyze/aggregate/table.h"
#include "analyze/model/variants.h"
#include "plot/analysis/chart_set.h"
#include "plot/analysis/measures.h"

/* What the charts of one section borrow; their set owns all arrays. P points, V variants, L
 * libraries, M measures. */
struct curves {
    size_t points, libraries;
    struct variants variants;   /* along x */
    double *x;                  /* [P] in the order of the variants, like the following arrays */
    double *values;             /* [M][L][3][P]: y, low, high */
    unsigned char *wrong;       /* [L][P] */
    struct series_data *series; /* [M][V][L]; a chart with a level has fewer and fills only the
                                   first entries of its part */
    const char **names;         /* [V][L] */
    double *noise_values;       /* [4][P]: x, the control's ratio, low, high */
    struct series_data *noise;
};

/* Sets the axis terms, series, level and noise of the COUNT charts ROW, which belong to SET. ROW[i]
 * draws OF[i]; all of OF are measures of one section. The axis number AXIS goes across. A chart
 * with a level has the reference only once. A chart has no level if the reference lacks a value of
 * the measure at any point. */
void curves_make(struct curves *curves, struct chart_set *set, struct chart *row,
                 const struct measured *of, size_t count, size_t axis);

/* Returns whether CHART has a point to show, in a relative chart one of another library than the
 * reference. */
int curves_are_shown(const struct chart *chart);

/* Return the number of SERIES' library in the section, that of its variant, and the index of its
 * first point in the order of the curves. */
size_t curves_library(const struct curves *curves, const struct series_data *series);
size_t curves_variant(const struct curves *curves, const struct series_data *series);
size_t curves_first(const struct curves *curves, const struct series_data *series);

#endif
