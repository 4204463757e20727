/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mark.h: thin lines across a plot, each with a label, such as the capacity of a cache, a quantile
 * or a peak; and the markers on curves. */
#ifndef BENCHMAT_PLOT_MARKS_MARK_H
#define BENCHMAT_PLOT_MARKS_MARK_H

#include "plot/axes/axis.h"
#include "plot/figure/text.h"

/* Draws the marks of CHART that are within its axes. Where the lead passes, that is a thin line in
 * the colour of the series that takes it, with a diamond and the uncertainty at its top. */
void marks_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes,
                const struct box *plot);

/* Draws the labels of marks. That of a vertical mark is above the plot in its row, unless another
 * label is in the way. Those of other marks are inside the plot at its right end (or left, as the
 * mark says), above or below the line, wherever there is room and fewer points are in the way. */
void marks_draw_labels(const struct canvas *canvas, const struct chart *chart,
                       const struct axes *axes, const struct box *plot);

/* A label above the plot. */
struct placed_label {
    const struct mark *mark;
    double left, baseline;
};

/* Sets PLACED [marks of CHART] to the labels above the plot; returns how many there are. Each is
 * centred above its line, but within the plot's width, for which the beginning of a longer one
 * becomes an ellipsis; one that would overlap the label before it in its row is left out. Rows
 * without labels take no room. */
size_t marks_place_labels(struct placed_label *placed, const struct canvas *canvas,
                          const struct chart *chart, const struct axes *axes,
                          const struct box *plot);

/* Returns where the label of MARK, which is across PLOT, stands: at its right end unless the mark
 * says the left one. */
struct placed_label marks_place_across(const struct mark *mark, const struct canvas *canvas,
                                       const struct chart *chart, const struct axes *axes,
                                       const struct box *plot);

/* Returns whether the label of a mark across PLOT is within BOX in part. */
int marks_have_words_within(const struct canvas *canvas, const struct chart *chart,
                            const struct axes *axes, const struct box *plot, const struct box *box);

#define MARKS_GAP           1.8 /* between a label and the edge of the plot, in points */
#define MARKS_PASSING_BELOW 4.5 /* from the top of the plot to where the lead passes, in points */

/* Returns the pen of the library which takes the lead, unless it is faint; otherwise soft ink. */
enum role marks_label_role(const struct canvas *canvas, const struct mark *mark);

/* Returns how many rows of labels stand above the plot: 0 to MARKS_MOST_ROWS. */
int marks_label_rows(const struct chart *chart);

enum { MARKS_MOST_ROWS = 3 };
#define MARKS_ROW_ABOVE 1.05 /* of a label above one in the row below, in font sizes */

/* --- marker --- */

/* The small shapes on a line. */

#define MARKER_RADIUS    1.9
#define MARKER_DOT       (0.6 * MARKER_RADIUS)
#define MARKER_CROSS_ARM (1.1 * MARKER_RADIUS)

/* Draws PEN's marker at X, Y: filled, or hollow with the background colour inside. */
void marker_draw(const struct canvas *canvas, const struct pen *pen, double x, double y);

/* Draws a small dot for a lone point of a line without markers. */
void marker_draw_dot(const struct canvas *canvas, const struct pen *pen, double x, double y);

/* Draws the cross of a wrong answer. */
void marker_draw_cross(const struct canvas *canvas, const struct pen *pen, double x, double y);

#endif
