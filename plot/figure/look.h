/* SPDX-License-Identifier: GPL-3.0-or-later */
/* look.h: how wide, opaque and dashed the lines and areas of charts are, in points. Scenes
 * (scene.h) and TikZ, which has charts as data and not as shapes, look alike by these. */
#ifndef BENCHMAT_PLOT_FIGURE_LOOK_H
#define BENCHMAT_PLOT_FIGURE_LOOK_H

#include "plot/figure/figure.h"

/* --- widths --- */

#define LOOK_LINE      1.2 /* of curves, steps, levels and their samples */
#define LOOK_REFERENCE 0.9
#define LOOK_FIT       0.7
#define LOOK_FAINT     0.6
#define LOOK_OUTLINE   0.9 /* of histograms, boxes and ridges */
#define LOOK_LEADER    0.5 /* from a line to its name */

#define LOOK_GRID      0.5
#define LOOK_FINE_GRID 0.35
#define LOOK_BASE      0.7 /* the x axis */

/* Marks across a plot, and where the lead passes: a line and the span that is likely. */
#define LOOK_MARK    0.6
#define LOOK_PASSING 0.5
#define LOOK_SPAN    0.9

#define LOOK_ERROR_BAR 0.8
#define LOOK_ERROR_CAP 1.5 /* half of its length */
#define LOOK_LONE_BAND 4.0 /* of a point between gaps */

/* Rows: their intervals, with half the length of a cap, what to expect of one more and lines at
 * means, and the line at 1. */
#define LOOK_INTERVAL     1.0
#define LOOK_INTERVAL_CAP 1.6
#define LOOK_THIN         0.6
#define LOOK_ONE          0.9

#define LOOK_WHISKER    0.8
#define LOOK_MEDIAN     1.6
#define LOOK_RIDGE_MARK 0.7
#define LOOK_TILE_EDGE  0.8

#define LOOK_MARKER_EDGE 0.9
#define LOOK_CROSS       1.3

/* --- opacities --- */

#define LOOK_LEADER_OPACITY  0.8
#define LOOK_MARK_OPACITY    0.75
#define LOOK_PASSING_OPACITY 0.6
#define LOOK_DOT_OPACITY     0.8 /* beyond whiskers */

#define LOOK_BAND      0.22 /* intervals and noise */
#define LOOK_STEP_BAND 0.14
#define LOOK_ZONE      (2.0 / 15) /* beyond a mark */
#define LOOK_BARS      0.2        /* of histograms */
#define LOOK_ROW_BAR   0.3
#define LOOK_SHAPE     0.25 /* boxes and ridges */

/* Of the ground under words and legends. */
#define LOOK_MARK_PATCH   0.9
#define LOOK_TILE_PATCH   0.9
#define LOOK_LEGEND_PATCH 0.85

/* --- letters, in font sizes --- */

#define LOOK_MARK_LETTERS    (6.2 / 7.5)
#define LOOK_TILE_LETTERS    (6.6 / 7.5)
#define LOOK_HEADING_LETTERS (10.0 / 7.5)

/* --- distances --- */

#define LOOK_MARKERS_APART 17.0 /* on a long line */

/* --- dashes --- */

extern const struct dash look_mark_dash, look_guide_dash, look_mean_dash, look_leader_dash,
    look_earlier_dash; /* of an earlier ridge: a fill would not tell it from one in grey or black */

#endif
