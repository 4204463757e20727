/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_curves.h: the rows of a section as curves.
 *
 * Across goes one axis of the section's points (space.h). Points that differ in any other belong to
 * different curves: for each of these variants, each library has one of its own. */
#ifndef BENCHMAT_PLOT_CMD_CURVES_H
#define BENCHMAT_PLOT_CMD_CURVES_H

#include "analyze/table.h"
#include "plot/figure.h"

/* What the charts of one section borrow. P points, V variants, L libraries, K kinds. */
struct curves {
    size_t points, libraries, variants;
    size_t *order;              /* [P] the points by variant, then from left to right */
    size_t *first;              /* [V + 1] where each variant begins in ORDER */
    double *x;                  /* [P] as ordered, like the following */
    double *values;             /* [K][L][3][P]: y, low, high */
    unsigned char *wrong;       /* [L][P] */
    struct series_data *series; /* [K][V][L], without what a kind leaves out */
    char **names;               /* [V][L] */
    double *noise_values;       /* [4][P]: x, the control's ratio, low, high */
    struct series_data noise;
};

/* Sets series, noise and x_is_parameter of the charts ROW, whose kinds are set; the axis number
 * AXIS goes across. A chart of ratios has the reference, which is a line, only once. Returns -1
 * when there is no memory; to be given to curves_release either way. */
int curves_make(struct curves *curves, struct chart *row, size_t kind_count,
                const struct table *table, const struct section *section, size_t axis);
void curves_release(struct curves *curves);

/* Which library of the section SERIES is, and which variant. */
size_t curves_library(const struct curves *curves, const struct series_data *series);
size_t curves_variant(const struct curves *curves, const struct series_data *series);

#endif
