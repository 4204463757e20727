/* SPDX-License-Identifier: GPL-3.0-or-later */
/* boxes.h: how samples are spread, as rows of a forest plot: boxes with whiskers, and ridges.
 *
 * A box goes from the lower to the upper quartile, with a line at the median; whiskers reach the
 * last samples within 1.5 times its length, and those beyond are dots (J. W. Tukey, Exploratory
 * Data Analysis, 1977, 2C). Ridges are histograms below each other on one axis. */
#ifndef BENCHMAT_PLOT_CHARTS_BOXES_H
#define BENCHMAT_PLOT_CHARTS_BOXES_H

#include "plot/axes/axis.h"
#include "plot/figure/text.h"

/* What boxes and ridges take above and below their row, in rows. */
#define BOXES_ABOVE       0.3
#define BOXES_ABOVE_RIDGE 1.6
#define BOXES_BELOW_RIDGE 0.5

/* Half the height of a box; where a ridge stands below the middle of its row, and its height. */
#define BOXES_HALF  0.34
#define RIDGES_FOOT 0.3
#define RIDGES_TALL 2.2

/* The radius of a dot beyond the whiskers, pt. */
#define BOXES_DOT 0.9

/* Draws ROW, a box or a ridge, whose middle is at Y on the page; a row is PITCH high. */
void boxes_draw(const struct canvas *canvas, const struct forest_row *row, const struct pen *pen,
                const struct axes *axes, double y, double pitch);

/* Returns the next outlier from number I on that has a dot on the axis X, or OUTLIER_COUNT. One too
 * near to the last dot, number I - 1, to be told apart has none. */
size_t boxes_next_outlier(const struct spread *spread, const struct scale *x, size_t i);

/* Returns how high the mark at AT is in a ridge, in rows. */
double boxes_mark_height(const struct spread *spread, double at);

/* --- labels --- */

/* Which marks of ridges are named below them, in letters somewhat smaller than those of the rows'
 * names. */
struct box_labels {
    struct text_style style;
    int is_shown[SPREAD_MOST_MARKS];
};

/* Chooses the names that do not overlap in any row of CHART, so that all rows have the same. */
struct box_labels boxes_choose_labels(const struct canvas *canvas, const struct chart *chart,
                                      const struct axes *axes, const struct text_style *names);

/* A name of a mark, where it is on the page. */
struct box_label {
    const char *text;
    double middle, baseline;
};

/* Sets PLACED [SPREAD_MOST_MARKS] to the names below ROW, a ridge of the chart that LABELS were
 * chosen for, whose middle is at Y. Returns how many there are. */
size_t boxes_place_labels(struct box_label *placed, const struct box_labels *labels,
                          const struct canvas *canvas, const struct forest_row *row,
                          const struct axes *axes, double y);

void boxes_draw_labels(const struct canvas *canvas, const struct box_labels *labels,
                       const struct forest_row *row, const struct axes *axes, double y);

#endif
