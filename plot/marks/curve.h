/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curve.h: series as lines with intervals, markers and crosses. */
#ifndef BENCHMAT_PLOT_MARKS_CURVE_H
#define BENCHMAT_PLOT_MARKS_CURVE_H

#include "plot/axes/axis.h"
#include "plot/figure/canvas.h"
#include "plot/figure/figure.h"

/* Up to so many sizes are single measurements, each with its marker and error bar; more are
 * a sweep, with a band and markers here and there. */
enum { CURVE_FEW_POINTS = 8 };

/* Whether SERIES is what the level stands for, so that it is no line of its own. */
int curve_is_level(const struct chart *chart, const struct series_data *series);

/* Whether the axes can show point I, right or wrong. */
int curve_shows(const struct series_data *series, const struct axes *axes, size_t i);

/* The pen that SERIES is drawn with. */
struct pen curve_pen(const struct canvas *canvas, const struct series_data *series);

/* The last point that can be shown, or COUNT. */
size_t curve_last(const struct series_data *series, const struct axes *axes);

/* Draws the series of CHART, the reference last; where a level stands for it, not at all. Lines
 * break at gaps and at wrong answers, of which each is a cross. An interval that goes on beyond the
 * plot ends in an arrow at its edge. */
void curve_draw_all(const struct canvas *canvas, const struct chart *chart,
                    const struct axes *axes);

/* Draws the guide of CHART, if it has one: thin, dashed and without markers. */
void curve_draw_guide(const struct canvas *canvas, const struct chart *chart,
                      const struct axes *axes);

/* A piece of SERIES' line, LENGTH long, from X, Y to the right, with a marker in its middle. */
void curve_draw_sample(const struct canvas *canvas, const struct series_data *series, double x,
                       double y, double length);

/* Draws of SERIES what curve_draw_all would but for the line between the points: each has
 * its error bar (beyond 500 points they make a band) and its marker, where they are
 * crowded a dot, or its cross; of markers in
 * one place only one is drawn. */
void curve_draw_points(const struct canvas *canvas, const struct chart *chart,
                       const struct series_data *series, const struct axes *axes);

/* Shades the intervals of SERIES; beside a gap on either side a point has a narrow band of its own.
 * Where the band goes on beyond the plot there are arrows. */
void curve_draw_band(const struct canvas *canvas, struct colour colour,
                     const struct series_data *series, const struct axes *axes);

#endif
