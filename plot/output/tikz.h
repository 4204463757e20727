/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tikz.h: the parts of a figure as axes and data of pgfplots (C. Feuersänger, "Manual for Package
 * PGFPLOTS", 1.18, 2021). Lengths are TeX's big points, from the lower left. */
#ifndef BENCHMAT_PLOT_OUTPUT_TIKZ_H
#define BENCHMAT_PLOT_OUTPUT_TIKZ_H

#include <stdio.h>

#include "plot/charts/layout.h"

/* Numbers of an axis are written as (value - offset) / unit: TeX has too few digits for dates, and
 * too small a page for the origin of an axis that shows a narrow range far from it. */
struct tikz_shift {
    double offset, unit;
};

/* What is being written. */
struct tikz {
    FILE *file;
    const struct layout *layout;
    const struct canvas *canvas;
    const struct panel *panel;
    struct tikz_shift across, up;
    size_t points;
};

/* --- words and pens --- */

/* Writes the lines of TEXT, which TeX breaks where they are too long. */
void tikz_write_lines(FILE *file, const char *text);

/* Writes the option for letters of that SIZE. */
void tikz_write_font(const struct tikz *tikz, double size);

/* Returns the height of Y, which the layout counts from the top. */
double tikz_up(const struct tikz *tikz, double y);

/* Defines NAME as the colour of ROLE, or writes that colour; the one for text (contrast.h). */
void tikz_define_colour(const struct tikz *tikz, const char *name, enum role role);
void tikz_define_text_colour(const struct tikz *tikz, const char *name, enum role role);
void tikz_write_colour(const struct tikz *tikz, enum role role);
void tikz_write_text_colour(const struct tikz *tikz, enum role role);

void tikz_write_dash(FILE *file, const struct dash *dash); /* NULL: solid */

/* Without a marker of its own a line has dots where there is no line. */
void tikz_write_marker(FILE *file, const struct pen *pen);

/* Writes the marker of a wrong answer. */
void tikz_write_cross(FILE *file);

/* --- data --- */

double tikz_shifted(const struct tikz_shift *shift, double value);
double tikz_x(const struct tikz *tikz, double x);
double tikz_y(const struct tikz *tikz, double y);

/* Opens a plot with the pen of SERIES; its options go on. */
void tikz_begin_plot(struct tikz *tikz, const struct series_data *series, double width,
                     int is_solid);

/* Opens a line of no series, in a colour that the figure has defined. */
void tikz_begin_line(const struct tikz *tikz, const char *colour, double opacity, double width,
                     const struct dash *dash);

/* Writes a point as a coordinate; a straight line between two points of the axes. */
void tikz_write_at(const struct tikz *tikz, double x, double y);
void tikz_write_line(struct tikz *tikz, double x, double y, double x_to, double y_to);

/* --- series (tikz_series.c) --- */

/* Writes the points of SERIES, with the lengths of their error bars if HAS_BARS; the line breaks
 * where one is missing. */
void tikz_write_data(struct tikz *tikz, const struct series_data *series, int has_bars);

/* The reference is drawn last, over the others. */
void tikz_write_all_series(struct tikz *tikz);

void tikz_write_noise(struct tikz *tikz);

/* --- rows and tiles (tikz_rows.c) --- */

void tikz_write_rows(struct tikz *tikz);
void tikz_write_tiles(struct tikz *tikz);

/* Writes the names of rows at their left, their numbers at their right, and headings. */
void tikz_write_words_of_rows(const struct tikz *tikz);

/* --- marks and names (tikz_marks.c) --- */

void tikz_write_mark(struct tikz *tikz, const struct mark *mark);
void tikz_write_level(struct tikz *tikz);

/* Writes the labels of marks across the panel, which stand over the lines; those of marks up and
 * down, above it. */
void tikz_write_labels_across(const struct tikz *tikz);
void tikz_write_labels_above(struct tikz *tikz);

void tikz_write_legend(const struct tikz *tikz);
void tikz_write_names(const struct tikz *tikz);

#endif
