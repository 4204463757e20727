/* SPDX-License-Identifier: GPL-3.0-or-later */
/* curve.h: draws series as lines with intervals, markers and crosses. */
#ifndef BENCHMAT_PLOT_MARKS_CURVE_H
#define BENCHMAT_PLOT_MARKS_CURVE_H

#include "plot/axes/axis.h"
#include "plot/figure/figure.h"
#include "plot/figure/scene.h"
#include "plot/figure/text.h"
#include "plot/marks/mark.h"

/* A series of at most this many points shows single measurements, each with its marker and error
 * bar; a longer one is a sweep, with a band, and markers as curve_spread_markers says. */
enum { CURVE_FEW_POINTS = 8 };

/* Returns whether the level stands for SERIES, which then has no line of its own. */
int curve_is_level(const struct chart *chart, const struct series_data *series);

/* Returns whether SERIES is only there for comparison. */
int curve_is_faint(const struct series_data *series);

/* What is drawn in front of what. */
enum curve_depth { CURVE_FAINT, CURVE_USUAL, CURVE_REFERENCE, CURVE_DEPTHS };

enum curve_depth curve_depth(const struct series_data *series);

/* Returns whether the axes can show point I, whether its answer is right or wrong. */
int curve_shows(const struct series_data *series, const struct axes *axes, size_t i);

/* Which points of a series have markers. */
enum curve_markers {
    CURVE_MARKERS_ALL,
    CURVE_MARKERS_APART, /* those that touch no marker before them */
    CURVE_MARKERS_SOME   /* far apart: nearly all would touch */
};

/* Chooses the markers of SERIES for a marker that is WIDTH wide where SCALE puts its points. */
enum curve_markers curve_spread_markers(const struct series_data *series, const struct scale *scale,
                                        double width);

/* A marker with its outline, and a gap, pt. */
#define CURVE_MARKER_APART (2 * MARKER_RADIUS + 1.2)

/* The pen that SERIES is drawn with. */
struct pen curve_pen(const struct canvas *canvas, const struct series_data *series);

/* How wide the line of SERIES is, pt. */
double curve_width(const struct series_data *series);

/* Returns the last point that the axes can show and whose x is within them, or COUNT. */
size_t curve_last(const struct series_data *series, const struct axes *axes);

/* Draws the series of CHART, faint ones first and the reference last, or not at all if a level
 * stands for it. Lines break at gaps and at wrong answers; each wrong answer is a cross. An
 * interval that extends beyond the plot ends in an arrow at its edge. */
void curve_draw_all(const struct canvas *canvas, const struct chart *chart,
                    const struct axes *axes);

/* Draws the guide of CHART, if it has one: thin, dashed and without markers. */
void curve_draw_guide(const struct canvas *canvas, const struct chart *chart,
                      const struct axes *axes);

/* Draws a sample of the line of SERIES, LENGTH long, from X, Y to the right, with a marker in its
 * middle. */
void curve_draw_sample(const struct canvas *canvas, const struct series_data *series, double x,
                       double y, double length);

/* Draws the same of a guide. */
void curve_draw_guide_sample(const struct canvas *canvas, double x, double y, double length);

/* Draws SERIES like curve_draw_all, but without the line between points. Each point has an error
 * bar (if there are more than 500 points, a band replaces the bars) and a marker, which is a dot if
 * points are crowded, or a cross for a wrong answer. Of several markers in one place only one is
 * drawn. */
void curve_draw_points(const struct canvas *canvas, const struct chart *chart,
                       const struct series_data *series, const struct axes *axes);

/* Shades the intervals of SERIES; a point with gaps on both sides has a narrow band of its own.
 * Arrows show where the band extends beyond the plot. */
void curve_draw_band(const struct canvas *canvas, enum role role, const struct series_data *series,
                     const struct axes *axes);

/* A noise floor as it is drawn: no thinner than a line, which would hide it. */
struct curve_noise {
    struct series_data band;
    double *ends; /* owned: low and high */
};

#define CURVE_NOISE_LEAST 3.4 /* thickness, pt */

/* Returns NOISE, widened around its middle where AXES make it too thin to be seen. The caller must
 * free ENDS. */
struct curve_noise curve_show_noise(const struct series_data *noise, const struct axes *axes);

/* --- decimate --- */

/* Thins out dense series without a visible difference.
 *
 * A line through a million points goes up and down many times within one column of pixels, and
 * covers it from its lowest to its highest point. Of the points in a column, the lowest and the
 * highest are therefore enough, besides the first and the last of the whole line: the picture is
 * the same but for what is narrower than a pixel, and a file holds at most two points per column,
 * however many were measured. After U. Jugel, Z. Jerzak, G. Hackenbroich, V. Markl, "M4: a
 * visualization-oriented time series data aggregation", Proc. VLDB Endowment 7 (2014) 797-808.
 * Symbols without a line, such as crosses, are drawn once for each small square of the plot. */

/* The width of a column in points: a pixel at 600 dpi, a tenth of a line's width. */
#define DECIMATE_PITCH 0.12

struct decimate_point {
    double x, y;
    size_t number; /* index of this point in its column */
};

/* A line on its way into SCENE; everything else is zero-initialised. Points must come in
 * order of x, ascending or descending. */
struct decimate_line {
    struct scene *scene;
    double column; /* private, as are the following */
    struct decimate_point first, low, high, last;
    size_t count; /* of points in the column */
    int is_begun; /* an earlier column is there */
};

void decimate_line_to(struct decimate_line *line, double x, double y);
/* Ends the line; the next point begins another. Call this after the last point, too. */
void decimate_line_break(struct decimate_line *line);
/* Adds what is pending; the next point continues the line. */
void decimate_line_flush(struct decimate_line *line);

/* The small squares of PLOT, and which of them are taken. Their sides are half a point, or somewhat
 * more in a huge plot. */
struct decimate_squares {
    struct box plot;
    double side;
    size_t across, down;
    unsigned char *taken; /* [down][across] */
};

/* Every square is free then. The caller must pass SQUARES to decimate_squares_release. */
void decimate_squares_open(struct decimate_squares *squares, const struct box *plot);
void decimate_squares_release(struct decimate_squares *squares);

/* Takes the square at X, Y. Returns whether it was free until now. */
int decimate_squares_take(struct decimate_squares *squares, double x, double y);

#endif
