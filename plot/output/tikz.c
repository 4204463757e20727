/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/tikz.h"

#include <stdlib.h>
#include <string.h>

#include "formats/text/latex.h"
#include "plot/figure/contrast.h"
#include "plot/figure/look.h"
#include "plot/marks/curve.h"
#include "plot/marks/mark.h"

/* --- words --- */

void tikz_write_lines(FILE *file, const char *text) {
    char *words = text_clean(text, TEXT_LONGEST);
    for (char *line = words; line; line = line ? line + 1 : NULL) {
        char *end = strchr(line, '\n');
        if (end)
            *end = 0;
        if (*text && !line[strspn(line, " ")])
            fputs("\\strut", file); /* TeX ends no line in which nothing is */
        latex_write(file, line);
        fputs(end ? "\\\\" : "", file);
        line = end;
    }
    free(words);
}

void tikz_write_font(const struct tikz *tikz, double size) {
    fprintf(tikz->file, "font=\\fontsize{%g}{%g}\\selectfont", size, 1.2 * size);
}

double tikz_up(const struct tikz *tikz, double y) {
    return tikz->layout->height - y;
}

/* --- pens --- */

static void define(const struct tikz *tikz, const char *name, struct colour colour) {
    fprintf(tikz->file, "\\definecolor{%s}{rgb}{%.4f,%.4f,%.4f}\n", name, colour.red, colour.green,
            colour.blue);
}

void tikz_define_colour(const struct tikz *tikz, const char *name, enum role role) {
    define(tikz, name, theme_colour(tikz->canvas->theme, role, tikz->canvas->libraries));
}

void tikz_define_text_colour(const struct tikz *tikz, const char *name, enum role role) {
    define(tikz, name, theme_text_colour(tikz->canvas->theme, role, tikz->canvas->libraries));
}

static void write_colour(const struct tikz *tikz, struct colour colour) {
    fprintf(tikz->file, "{rgb,1:red,%.4f;green,%.4f;blue,%.4f}", colour.red, colour.green,
            colour.blue);
}

void tikz_write_colour(const struct tikz *tikz, enum role role) {
    write_colour(tikz, theme_colour(tikz->canvas->theme, role, tikz->canvas->libraries));
}

void tikz_write_text_colour(const struct tikz *tikz, enum role role) {
    write_colour(tikz, theme_text_colour(tikz->canvas->theme, role, tikz->canvas->libraries));
}

void tikz_write_dash(FILE *file, const struct dash *dash) {
    int count = dash ? dash->count : 0;
    fputs(count ? "dash pattern=" : "solid", file);
    for (int i = 0; i < count; i++)
        fprintf(file, "%s %gbp ", i % 2 ? "off" : "on", dash->lengths[i]);
}

void tikz_write_marker(FILE *file, const struct pen *pen) {
    static const struct {
        const char *mark;
        int turned;
    } marks[MARKER_SHAPES] = {[MARKER_CIRCLE] = {"*", 0},
                              [MARKER_SQUARE] = {"square*", 0},
                              [MARKER_TRIANGLE] = {"triangle*", 0},
                              [MARKER_DIAMOND] = {"diamond*", 0},
                              [MARKER_TRIANGLE_DOWN] = {"triangle*", 180},
                              [MARKER_TRIANGLE_RIGHT] = {"triangle*", -90},
                              [MARKER_TRIANGLE_LEFT] = {"triangle*", 90}};
    if (pen->marker == MARKER_NONE) {
        fprintf(file, "mark=*, mark size=%gbp, mark options={draw opacity=0}", MARKER_DOT);
        return;
    }
    fprintf(file, "mark=%s, mark size=%gbp, mark options={solid, line width=%gbp, rotate=%d",
            marks[pen->marker].mark, MARKER_RADIUS, LOOK_MARKER_EDGE, marks[pen->marker].turned);
    fputs(pen->filled ? "}" : ", fill=benchground}", file);
}

void tikz_write_cross(FILE *file) {
    fprintf(file, "mark=x, mark size=%gbp, mark options={solid, line width=%gbp}", MARKER_CROSS_ARM,
            LOOK_CROSS);
}

/* --- data --- */

double tikz_shifted(const struct tikz_shift *shift, double value) {
    return (value - shift->offset) / shift->unit;
}

double tikz_x(const struct tikz *tikz, double x) {
    return tikz_shifted(&tikz->across, x);
}

double tikz_y(const struct tikz *tikz, double y) {
    return tikz_shifted(&tikz->up, y);
}

void tikz_write_at(const struct tikz *tikz, double x, double y) {
    fprintf(tikz->file, "(%.10g,%.10g)", tikz_x(tikz, x), tikz_y(tikz, y));
}

void tikz_write_line(struct tikz *tikz, double x, double y, double x_to, double y_to) {
    fputs(" coordinates {", tikz->file);
    tikz_write_at(tikz, x, y);
    tikz_write_at(tikz, x_to, y_to);
    fputs("};\n", tikz->file);
}

void tikz_begin_plot(struct tikz *tikz, const struct series_data *series, double width,
                     int is_solid) {
    struct pen pen = curve_pen(tikz->canvas, series);
    fputs("\\addplot[color=", tikz->file);
    tikz_write_colour(tikz, pen.role);
    fprintf(tikz->file, ", line width=%gbp, line join=round, ", width);
    tikz_write_dash(tikz->file, is_solid ? NULL : pen.dash);
    fputs(", ", tikz->file);
}

void tikz_begin_line(const struct tikz *tikz, const char *colour, double opacity, double width,
                     const struct dash *dash) {
    fprintf(tikz->file, "\\addplot[%s, ", colour);
    if (opacity < 1)
        fprintf(tikz->file, "opacity=%g, ", opacity);
    fprintf(tikz->file, "line width=%gbp, ", width);
    tikz_write_dash(tikz->file, dash);
    fputs(", mark=none, forget plot]", tikz->file);
}
