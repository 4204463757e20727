/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure as axes and data of pgfplots (C. Feuersänger, "Manual for Package PGFPLOTS", 1.18,
 * 2021), to be read with \input. The layout is that of the other formats; TeX sets the words in the
 * document's fonts. Lengths are TeX's big points, from the lower left. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/latex.h"
#include "plot/charts/boxes.h"
#include "plot/charts/forest.h"
#include "plot/charts/layout.h"
#include "plot/charts/tiles.h"
#include "plot/figure/contrast.h"
#include "plot/marks/curve.h"
#include "plot/marks/mark.h"
#include "plot/output/output.h"

static const double line_width = 1.2, reference_width = 0.9, fit_width = 0.7, thin_width = 0.5;
static const double band_opacity = 0.22, step_band_opacity = 0.14, fill_opacity = 0.2,
                    marker_spacing = 17;

/* Points nearer to their neighbours than this, in points, cannot be told apart. */
static const double least_step = 0.25, least_faint_step = CURVE_FAINT_WIDTH;
/* How far from its origin an axis may be, in lengths of its own. */
static const double most_distance = 15;
/* TeX takes some seconds for so many. */
enum { MOST_POINTS = 20000 };

/* Numbers of an axis are written as (value - offset) / unit: TeX has too few digits for dates, and
 * too small a page for the origin of an axis that shows a narrow range far from it. */
struct shift {
    double offset, unit;
};

struct tikz {
    FILE *file;
    const struct layout *layout;
    const struct canvas *canvas;
    const struct panel *panel;
    struct shift across, up;
    size_t points;
};

/* --- words --- */

/* Writes the lines of TEXT, which TeX breaks where they are too long. */
static void write_lines(FILE *file, const char *text) {
    char *words = text_clean(text, TEXT_LONGEST);
    for (char *line = words; line; line = line ? line + 1 : NULL) {
        char *end = strchr(line, '\n');
        if (end)
            *end = 0;
        latex_write(file, line);
        fputs(end ? "\\\\" : "", file);
        line = end;
    }
    free(words);
}

static void write_font(const struct tikz *tikz, double size) {
    fprintf(tikz->file, "font=\\fontsize{%g}{%g}\\selectfont", size, 1.2 * size);
}

static double up(const struct tikz *tikz, double y) {
    return tikz->layout->height - y;
}

/* Writes what stands above the panel: title, subtitle and notes. */
static void write_words(const struct tikz *tikz) {
    const struct panel *panel = tikz->panel;
    const struct chart *chart = panel->chart;
    double x = panel->cell.x + (chart->row_count ? 0 : panel->margins.left);
    if (!*chart->title && !*panel->subtitle && !*panel->notes)
        return;
    fprintf(
        tikz->file,
        "\\node[anchor=north west, inner sep=0, align=left, text width=%.2fbp, text=benchsoft, ",
        panel->cell.x + panel->cell.width - x);
    write_font(tikz, panel->words);
    fprintf(tikz->file, "] at (%.2f,%.2f) {", x, up(tikz, panel->cell.y));
    if (*chart->title) {
        fprintf(tikz->file, "{\\fontsize{%g}{%g}\\selectfont\\bfseries\\color{benchink}",
                panel->title, 1.2 * panel->title);
        write_lines(tikz->file, chart->title);
        fputs("}", tikz->file);
    }
    const char *const texts[] = {panel->subtitle, panel->notes};
    int is_below = *chart->title != 0;
    for (size_t i = 0; i < 2; i++) {
        if (!*texts[i])
            continue;
        fputs(is_below ? "\\\\" : "", tikz->file);
        write_lines(tikz->file, texts[i]);
        is_below = 1;
    }
    fputs("};\n", tikz->file);
}

static void write_y_label(const struct tikz *tikz) {
    const struct panel *panel = tikz->panel;
    if (!panel->chart->y_label || !*panel->chart->y_label)
        return;
    int rows = marks_label_rows(panel->chart);
    double above = (rows ? 1.5 + (rows - 1) * MARKS_ROW_ABOVE : 0.7) * tikz->canvas->font_size;
    fprintf(tikz->file, "\\node[anchor=base west, inner sep=0] at (%.2f,%.2f) {", panel->cell.x,
            up(tikz, panel->plot.y - above));
    write_lines(tikz->file, panel->chart->y_label);
    fputs("};\n", tikz->file);
}

/* --- pens --- */

static void define_colour(FILE *file, const char *name, struct colour colour) {
    fprintf(file, "\\definecolor{%s}{rgb}{%.4f,%.4f,%.4f}\n", name, colour.red, colour.green,
            colour.blue);
}

static void write_dash(FILE *file, const struct dash *dash) {
    fputs(dash->count ? "dash pattern=" : "solid", file);
    for (int i = 0; i < dash->count; i++)
        fprintf(file, "%s %gbp ", i % 2 ? "off" : "on", dash->lengths[i]);
}

static void write_colour(FILE *file, struct colour colour) {
    fprintf(file, "{rgb,1:red,%.4f;green,%.4f;blue,%.4f}", colour.red, colour.green, colour.blue);
}

/* Without a marker of its own a line has dots where there is no line. */
static void write_marker(FILE *file, const struct pen *pen) {
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
        fprintf(file, "mark=*, mark size=%gbp", 0.6 * MARKER_RADIUS);
        return;
    }
    fprintf(file, "mark=%s, mark size=1.9bp, mark options={solid, line width=0.9bp, rotate=%d",
            marks[pen->marker].mark, marks[pen->marker].turned);
    fputs(pen->filled ? "}" : ", fill=benchground}", file);
}

/* --- data --- */

static double shifted(const struct shift *shift, double value) {
    return (value - shift->offset) / shift->unit;
}

static double x_of(const struct tikz *tikz, double x) {
    return shifted(&tikz->across, x);
}

static double y_of(const struct tikz *tikz, double y) {
    return shifted(&tikz->up, y);
}

/* Writes a point as a coordinate. */
static void write_at(const struct tikz *tikz, double x, double y) {
    fprintf(tikz->file, "(%.10g,%.10g)", x_of(tikz, x), y_of(tikz, y));
}

/* Clamps the end of an interval to the axis. */
static double within(const struct scale *scale, double value) {
    return fmin(fmax(value, scale->low), scale->high);
}

/* Returns whether the line goes through point I. */
static int is_on_line(const struct tikz *tikz, const struct series_data *series, size_t i) {
    return curve_shows(series, &tikz->panel->axes, i) && !(series->wrong && series->wrong[i]);
}

static int has_interval(const struct tikz *tikz, const struct series_data *series, size_t i) {
    return series->low && is_on_line(tikz, series, i) && !isnan(series->low[i]) &&
           !isnan(series->high[i]);
}

/* The last point that was written, on the page. */
struct pen_at {
    double x, y;
    int is_down, is_faint;
};

/* Returns whether a point is far enough from the last one to be seen beside it, and goes there. */
static int moves(const struct tikz *tikz, struct pen_at *at, double x, double y, int is_last) {
    const struct axes *axes = &tikz->panel->axes;
    double across = scale_map(&axes->x.scale, x), down = scale_map(&axes->y.scale, y);
    double step = at->is_faint ? least_faint_step : least_step;
    if (at->is_down && !is_last && fabs(across - at->x) < step && fabs(down - at->y) < step)
        return 0;
    *at = (struct pen_at){across, down, 1, at->is_faint};
    return 1;
}

static void write_point(struct tikz *tikz, double x, double y, const struct series_data *series,
                        size_t i) {
    const struct scale *scale = &tikz->panel->axes.y.scale;
    int has_ends = series && has_interval(tikz, series, i);
    fprintf(tikz->file, "%.10g %.10g", x_of(tikz, x), y_of(tikz, y));
    if (series)
        fprintf(tikz->file, " %.10g %.10g",
                has_ends ? y_of(tikz, y) - y_of(tikz, within(scale, series->low[i])) : 0,
                has_ends ? y_of(tikz, within(scale, series->high[i])) - y_of(tikz, y) : 0);
    fputs("\\\\\n", tikz->file);
    tikz->points++;
}

/* Writes the points of SERIES, with the lengths of their error bars if HAS_BARS; the line breaks
 * where one is missing. */
static void write_data(struct tikz *tikz, const struct series_data *series, int has_bars) {
    struct pen_at at = {.is_faint = curve_is_faint(series)};
    fprintf(tikz->file, " table[row sep=\\\\, x=x, y=y%s] {x y%s\\\\\n",
            has_bars ? ", y error minus=minus, y error plus=plus" : "",
            has_bars ? " minus plus" : "");
    for (size_t i = 0; i < series->count; i++) {
        if (!is_on_line(tikz, series, i)) {
            if (at.is_down && i + 1 < series->count)
                fprintf(tikz->file, "%.10g nan%s\\\\\n", x_of(tikz, series->x[i]),
                        has_bars ? " 0 0" : "");
            at.is_down = 0;
        } else if (moves(tikz, &at, series->x[i], series->y[i], i + 1 == series->count)) {
            write_point(tikz, series->x[i], series->y[i], has_bars ? series : NULL, i);
        }
    }
    fputs("};\n", tikz->file);
}

/* A straight line between two points of the axes. */
static void write_line(struct tikz *tikz, double x, double y, double x_to, double y_to) {
    fputs(" coordinates {", tikz->file);
    write_at(tikz, x, y);
    write_at(tikz, x_to, y_to);
    fputs("};\n", tikz->file);
}

/* Writes the interval of a point between two gaps. */
static void write_lone(struct tikz *tikz, const struct series_data *series, size_t i,
                       struct colour colour) {
    const struct scale *scale = &tikz->panel->axes.y.scale;
    fputs("\\addplot[color=", tikz->file);
    write_colour(tikz->file, colour);
    fprintf(tikz->file, ", opacity=%g, line width=4bp, mark=none, forget plot]", band_opacity);
    write_line(tikz, series->x[i], within(scale, series->low[i]), series->x[i],
               within(scale, series->high[i]));
}

/* Fills what is between the ends of the intervals, in as many parts as there are without a gap. */
static void write_band(struct tikz *tikz, const struct series_data *series, struct colour colour) {
    const struct scale *scale = &tikz->panel->axes.y.scale;
    for (size_t first = 0, end; first < series->count; first = end + 1) {
        for (end = first; end < series->count && has_interval(tikz, series, end);)
            end++;
        if (end == first + 1)
            write_lone(tikz, series, first, colour);
        if (end < first + 2)
            continue;
        struct pen_at at = {0};
        fputs("\\addplot[draw=none, fill=", tikz->file);
        write_colour(tikz->file, colour);
        fprintf(tikz->file, ", fill opacity=%g, forget plot] coordinates {", band_opacity);
        for (size_t i = first; i < end; i++)
            if (moves(tikz, &at, series->x[i], series->low[i], i + 1 == end))
                write_at(tikz, series->x[i], within(scale, series->low[i]));
        at.is_down = 0;
        for (size_t i = end; i > first; i--)
            if (moves(tikz, &at, series->x[i - 1], series->high[i - 1], i - 1 == first))
                write_at(tikz, series->x[i - 1], within(scale, series->high[i - 1]));
        fputs("} -- cycle;\n", tikz->file);
        tikz->points += end - first;
    }
}

static int write_noise(struct tikz *tikz) {
    struct curve_noise shown;
    int code = curve_show_noise(&shown, tikz->panel->chart->noise, &tikz->panel->axes);
    if (code == 0)
        write_band(tikz, &shown.band, theme_find(tikz->canvas->theme)->soft_ink);
    free(shown.ends);
    return code;
}

/* --- series --- */

/* Opens a plot with the pen of SERIES. */
static void begin_plot(struct tikz *tikz, const struct series_data *series, double width,
                       int is_solid) {
    struct pen pen = curve_pen(tikz->canvas, series);
    fputs("\\addplot[color=", tikz->file);
    write_colour(tikz->file, pen.colour);
    fprintf(tikz->file, ", line width=%gbp, line join=round, ", width);
    write_dash(tikz->file, is_solid ? &(struct dash){0} : pen.dash);
    fputs(", ", tikz->file);
}

static void write_wrongs(struct tikz *tikz, const struct series_data *series) {
    int is_any = 0;
    for (size_t i = 0; i < series->count; i++) {
        if (!series->wrong || !series->wrong[i] || !curve_shows(series, &tikz->panel->axes, i))
            continue;
        if (!is_any++) {
            begin_plot(tikz, series, line_width, 1);
            fputs("only marks, mark=x, mark size=2.1bp, mark options={solid, line width=1.3bp}] "
                  "coordinates {",
                  tikz->file);
        }
        write_at(tikz, series->x[i], series->y[i]);
    }
    fputs(is_any ? "};\n" : "", tikz->file);
}

/* Marks every so many points that markers are as far apart as in the other formats. */
static void write_spacing(struct tikz *tikz, const struct series_data *series) {
    double apart = tikz->panel->plot.width / (double)(series->count > 1 ? series->count - 1 : 1);
    int repeat = (int)fmax(1, ceil(marker_spacing / apart));
    size_t turns = tikz->panel->chart->series_count > 2 ? tikz->panel->chart->series_count - 1 : 1;
    size_t turn = series->colour ? (series->colour - 1) % turns : 0;
    fprintf(tikz->file, ", mark repeat=%d, mark phase=%d", repeat,
            1 + (int)((size_t)repeat * turn / turns));
}

static void write_curve(struct tikz *tikz, const struct series_data *series) {
    struct pen pen = curve_pen(tikz->canvas, series);
    int is_few = series->count <= CURVE_FEW_POINTS || series->fit;
    if (curve_is_faint(series)) {
        begin_plot(tikz, series, CURVE_FAINT_WIDTH, 1);
        fputs("mark=none]", tikz->file);
        write_data(tikz, series, 0);
        write_wrongs(tikz, series);
        return;
    }
    if (!is_few)
        write_band(tikz, series, pen.colour);
    if (series->fit) {
        begin_plot(tikz, series, fit_width, 0);
        fputs("mark=none]", tikz->file);
        write_data(tikz, series->fit, 0);
    }
    begin_plot(tikz, series, series->is_reference ? reference_width : line_width, 0);
    if (pen.marker == MARKER_NONE && !series->fit)
        fputs("mark=none", tikz->file);
    else
        write_marker(tikz->file, &pen);
    if (series->fit)
        fputs(", only marks", tikz->file);
    if (is_few)
        fputs(
            ", error bars/.cd, y dir=both, y explicit, error bar style={solid, line width=0.8bp}, "
            "error mark options={rotate=90, mark size=1.5bp, line width=0.8bp}",
            tikz->file);
    else
        write_spacing(tikz, series);
    fputs("]", tikz->file);
    write_data(tikz, series, is_few && series->low);
    write_wrongs(tikz, series);
}

/* Writes the points of steps from FIRST to before END, which begin at the axis; at LAST they are
 * back there, or if that is NaN, they go on. */
static void write_steps_data(struct tikz *tikz, const struct series_data *series, size_t first,
                             size_t end, double last) {
    const struct axes *axes = &tikz->panel->axes;
    double ground = axes->y.scale.low;
    struct pen_at at = {0};
    fputs(" table[row sep=\\\\, x=x, y=y] {x y\\\\\n", tikz->file);
    for (size_t i = first; i < end; i++) {
        if (!curve_shows(series, axes, i))
            continue;
        if (!at.is_down)
            write_point(tikz, series->x[i], ground, NULL, 0);
        if (moves(tikz, &at, series->x[i], series->y[i], i + 1 == end))
            write_point(tikz, series->x[i], series->y[i], NULL, 0);
    }
    if (isnan(last))
        write_point(tikz, axes->x.scale.high, series->y[end - 1], NULL, 0);
    else
        write_point(tikz, last, ground, NULL, 0);
    fputs("}", tikz->file);
}

/* Fills what is between the steps of low and of high, which go on to the end of the axis. */
static void write_step_band(struct tikz *tikz, const struct series_data *series) {
    const struct axes *axes = &tikz->panel->axes;
    const struct scale *scale = &axes->y.scale;
    fputs("\\addplot[draw=none, fill=", tikz->file);
    write_colour(tikz->file, curve_pen(tikz->canvas, series).colour);
    fprintf(tikz->file, ", fill opacity=%g, forget plot] coordinates {", step_band_opacity);
    for (size_t i = 0; i < series->count; i++) {
        double low = within(scale, series->low[i]), end = axes->x.scale.high;
        write_at(tikz, series->x[i], low);
        write_at(tikz, i + 1 < series->count ? series->x[i + 1] : end, low);
    }
    for (size_t i = series->count; i > 0; i--) {
        double high = within(scale, series->high[i - 1]), end = axes->x.scale.high;
        write_at(tikz, i < series->count ? series->x[i] : end, high);
        write_at(tikz, series->x[i - 1], high);
    }
    fputs("} -- cycle;\n", tikz->file);
    tikz->points += 2 * series->count;
}

/* Marks where the steps first reach each horizontal mark of the chart. */
static void write_reached(struct tikz *tikz, const struct series_data *series) {
    const struct chart *chart = tikz->panel->chart;
    struct pen pen = curve_pen(tikz->canvas, series);
    begin_plot(tikz, series, line_width, 1);
    write_marker(tikz->file, &pen);
    fputs(", only marks] coordinates {", tikz->file);
    for (size_t m = 0; m < chart->mark_count; m++) {
        size_t i = 0;
        while (i < series->count && !(series->y[i] >= chart->marks[m].at))
            i++;
        if (!chart->marks[m].is_vertical && i < series->count)
            write_at(tikz, series->x[i], chart->marks[m].at);
    }
    fputs("};\n", tikz->file);
}

static void write_steps(struct tikz *tikz, const struct series_data *series) {
    if (series->low && series->count)
        write_step_band(tikz, series);
    begin_plot(tikz, series, line_width, 0);
    fputs("const plot, mark=none]", tikz->file);
    write_steps_data(tikz, series, 0, series->count, NAN);
    fputs(";\n", tikz->file);
    if (tikz->panel->chart->mark_count)
        write_reached(tikz, series);
}

/* Bars beside each other are one shape; there is no line along the axis between them. The last x
 * only ends the bar before it. */
static void write_bars(struct tikz *tikz, const struct series_data *series) {
    struct pen pen = curve_pen(tikz->canvas, series);
    double ground = tikz->panel->axes.y.scale.low;
    for (size_t first = 0, end; first + 1 < series->count; first = end + 1) {
        for (end = first; end + 1 < series->count && series->y[end] > ground;)
            end++;
        if (end == first)
            continue;
        begin_plot(tikz, series, reference_width, 1);
        fputs("const plot, mark=none, fill=", tikz->file);
        write_colour(tikz->file, pen.colour);
        fprintf(tikz->file, ", fill opacity=%g, draw opacity=1, forget plot]", fill_opacity);
        write_steps_data(tikz, series, first, end, series->x[end]);
        fputs(" -- cycle;\n", tikz->file);
    }
}

static void write_levels(struct tikz *tikz, const struct series_data *series) {
    struct pen pen = curve_pen(tikz->canvas, series);
    if (series->levels) {
        struct series_data levels = *series;
        levels.y = series->levels;
        levels.low = levels.high = NULL;
        levels.wrong = NULL;
        begin_plot(tikz, series, line_width, 0);
        fputs("const plot, mark=none]", tikz->file);
        write_data(tikz, &levels, 0);
    }
    begin_plot(tikz, series, line_width, 1);
    write_marker(tikz->file, &pen);
    fputs(", only marks, error bars/.cd, y dir=both, y explicit]", tikz->file);
    write_data(tikz, series, series->low != NULL);
    write_wrongs(tikz, series);
}

typedef void write_series(struct tikz *tikz, const struct series_data *series);
static write_series *const styles[STYLES] = {[STYLE_CURVES] = write_curve,
                                             [STYLE_STEPS] = write_steps,
                                             [STYLE_BARS] = write_bars,
                                             [STYLE_LEVELS] = write_levels};

/* --- rows --- */

/* Writes a filled shape of COUNT corners. */
static void write_shape(struct tikz *tikz, struct colour colour, double opacity,
                        const double (*corners)[2], size_t count) {
    fputs("\\addplot[draw=none, fill=", tikz->file);
    write_colour(tikz->file, colour);
    fprintf(tikz->file, ", fill opacity=%g, forget plot] coordinates {", opacity);
    for (size_t i = 0; i < count; i++)
        write_at(tikz, corners[i][0], corners[i][1]);
    fputs("} -- cycle;\n", tikz->file);
}

static void write_box(struct tikz *tikz, struct colour colour, double opacity, double left,
                      double right, double bottom, double top) {
    const double corners[][2] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
    write_shape(tikz, colour, opacity, corners, 4);
}

static void write_row_noise(struct tikz *tikz) {
    const struct scale *x = &tikz->panel->axes.x.scale;
    struct forest_noise noise = {0};
    while (forest_find_noise(tikz->panel->chart, noise.end, &noise))
        write_box(tikz, theme_find(tikz->canvas->theme)->soft_ink, band_opacity,
                  forest_within(x, noise.low), forest_within(x, noise.high), noise.bottom,
                  noise.top);
}

/* The ends of an interval are caps, or arrows where it leaves the axis. */
static void write_row_interval(struct tikz *tikz, const struct forest_row *row,
                               const struct series_data *series, double y) {
    const struct scale *x = &tikz->panel->axes.x.scale;
    double low = forest_within(x, row->low), high = forest_within(x, row->high);
    int is_below = row->low<x->low, is_above = row->high> x->high;
    if (isnan(row->low) || isnan(row->high))
        return;
    begin_plot(tikz, series, 1, 1);
    fprintf(tikz->file, "mark=none, forget plot%s%s%s]", is_below || is_above ? ", " : "",
            is_below   ? "<-"
            : is_above ? "-"
                       : "",
            is_above ? ">" : "");
    write_line(tikz, low, y, high, y);
    if (row->kind == FOREST_ONE || row->kind == FOREST_MEAN || (is_below && is_above))
        return;
    begin_plot(tikz, series, 1, 1);
    fputs("only marks, mark=|, mark size=1.6bp, mark options={solid, line width=1bp}, forget plot] "
          "coordinates {",
          tikz->file);
    if (!is_below)
        write_at(tikz, low, y);
    if (!is_above)
        write_at(tikz, high, y);
    fputs("};\n", tikz->file);
}

static void write_row_mark(struct tikz *tikz, const struct forest_row *row,
                           const struct series_data *series, double y) {
    const struct scale *x = &tikz->panel->axes.x.scale;
    const double half = 0.3; /* of a row */
    struct pen pen = curve_pen(tikz->canvas, series);
    if (row->kind == FOREST_MEAN) {
        const double corners[][2] = {{forest_within(x, row->low), y},
                                     {row->at, y + half},
                                     {forest_within(x, row->high), y},
                                     {row->at, y - half}};
        write_shape(tikz, pen.colour, 1, corners, 4);
        return;
    }
    begin_plot(tikz, series, line_width, 1);
    fputs("only marks, ", tikz->file);
    if (series->wrong && series->wrong[0])
        fputs("mark=x, mark size=2.1bp, mark options={solid, line width=1.3bp}", tikz->file);
    else if (row->kind == FOREST_ONE)
        fprintf(tikz->file, "mark=square*, mark size=%.3gbp", fmax(2.3 * sqrt(row->weight), 0.8));
    else
        write_marker(tikz->file, &pen);
    fputs("] coordinates {", tikz->file);
    write_at(tikz, row->at, y);
    fputs("};\n", tikz->file);
}

static void write_row_box(struct tikz *tikz, const struct forest_row *row,
                          const struct series_data *series, double y) {
    const struct scale *x = &tikz->panel->axes.x.scale;
    const struct spread *spread = row->spread;
    double left = forest_within(x, spread->quartiles[0]);
    double right = forest_within(x, spread->quartiles[1]);
    struct pen pen = curve_pen(tikz->canvas, series);
    for (int side = 0; side < 2; side++) {
        double end = forest_within(x, spread->whiskers[side]), from = side ? right : left;
        begin_plot(tikz, series, 0.8, 1);
        fputs("mark=none, forget plot]", tikz->file);
        write_line(tikz, from, y, end, y);
        begin_plot(tikz, series, 0.8, 1);
        fputs("mark=none, forget plot]", tikz->file);
        write_line(tikz, end, y - BOXES_HALF / 2, end, y + BOXES_HALF / 2);
    }
    write_box(tikz, theme_find(tikz->canvas->theme)->ground, 1, left, right, y - BOXES_HALF,
              y + BOXES_HALF);
    write_box(tikz, pen.colour, 0.25, left, right, y - BOXES_HALF, y + BOXES_HALF);
    begin_plot(tikz, series, 0.9, 1);
    fputs("mark=none, forget plot] coordinates {", tikz->file);
    write_at(tikz, left, y - BOXES_HALF);
    write_at(tikz, right, y - BOXES_HALF);
    write_at(tikz, right, y + BOXES_HALF);
    write_at(tikz, left, y + BOXES_HALF);
    fputs("} -- cycle;\n", tikz->file);
    begin_plot(tikz, series, 1.6, 1);
    fputs("mark=none, forget plot]", tikz->file);
    write_line(tikz, forest_within(x, row->at), y - BOXES_HALF, forest_within(x, row->at),
               y + BOXES_HALF);
    begin_plot(tikz, series, 1, 1);
    fputs("only marks, mark=*, mark size=0.7bp, opacity=0.6, forget plot] coordinates {",
          tikz->file);
    for (size_t i = 0; i < spread->outlier_count; i++)
        if (scale_holds(x, spread->outliers[i]))
            write_at(tikz, spread->outliers[i], y);
    fputs("};\n", tikz->file);
}

/* Writes the corners of a ridge's steps. */
static void write_ridge_data(struct tikz *tikz, const struct spread *spread, const double *heights,
                             double foot) {
    const struct scale *x = &tikz->panel->axes.x.scale;
    fputs(" coordinates {", tikz->file);
    write_at(tikz, forest_within(x, spread->edges[0]), foot);
    for (size_t i = 0; i < spread->bins; i++) {
        double y = foot + heights[i] * RIDGES_TALL;
        write_at(tikz, forest_within(x, spread->edges[i]), y);
        write_at(tikz, forest_within(x, spread->edges[i + 1]), y);
    }
    write_at(tikz, forest_within(x, spread->edges[spread->bins]), foot);
    fputs("};\n", tikz->file);
}

static void write_row_ridge(struct tikz *tikz, const struct forest_row *row,
                            const struct series_data *series, double y) {
    const struct scale *x = &tikz->panel->axes.x.scale;
    const struct spread *spread = row->spread;
    double foot = y - RIDGES_FOOT;
    if (spread->earlier) {
        fputs("\\addplot[draw=none, fill=benchsoft, fill opacity=0.35, mark=none, forget plot]",
              tikz->file);
        write_ridge_data(tikz, spread, spread->earlier, foot);
    }
    begin_plot(tikz, series, 0.9, 1);
    fputs("mark=none, fill=", tikz->file);
    write_colour(tikz->file, curve_pen(tikz->canvas, series).colour);
    fputs(", fill opacity=0.25, draw opacity=1, forget plot]", tikz->file);
    write_ridge_data(tikz, spread, spread->heights, foot);
    for (size_t m = 0; m < spread->mark_count; m++)
        if (scale_holds(x, spread->marks[m])) {
            fputs("\\addplot[benchink, line width=0.7bp, mark=none, forget plot]", tikz->file);
            write_line(tikz, spread->marks[m], foot, spread->marks[m],
                       foot + boxes_mark_height(spread, spread->marks[m]));
        }
}

static void write_row(struct tikz *tikz, size_t i) {
    const struct chart *chart = tikz->panel->chart;
    const struct forest_row *row = &chart->rows[i];
    const struct series_data *series = &chart->series[i];
    const struct scale *x = &tikz->panel->axes.x.scale;
    const double half = 0.32, opacity = 0.3;
    double y = forest_place(chart->rows, i);
    int is_bar = forest_is_bar(row, x), is_wrong = series->wrong && series->wrong[0];
    latex_write_comment(tikz->file, series->name);
    tikz->points++;
    if (row->spread) {
        (row->kind == FOREST_BOX ? write_row_box : write_row_ridge)(tikz, row, series, y);
        return;
    }
    if (is_bar && !isnan(row->at))
        write_box(tikz, curve_pen(tikz->canvas, series).colour, opacity, forest_within(x, 0),
                  forest_within(x, row->at), y - half, y + half);
    if (row->kind != FOREST_MEAN)
        write_row_interval(tikz, row, series, y);
    if (row->kind != FOREST_ANOTHER && scale_holds(x, row->at) && (!is_bar || is_wrong))
        write_row_mark(tikz, row, series, y);
}

/* A line across all rows. */
static void write_across(struct tikz *tikz, double at, const char *colour, const char *options) {
    const struct scale *x = &tikz->panel->axes.x.scale, *y = &tikz->panel->axes.y.scale;
    if (!scale_holds(x, at))
        return;
    fprintf(tikz->file, "\\addplot[%s, %s, mark=none, forget plot]", colour, options);
    write_line(tikz, at, y->low, at, y->high);
}

static void write_rows(struct tikz *tikz) {
    const struct chart *chart = tikz->panel->chart;
    write_row_noise(tikz);
    if (chart->x.unit == UNIT_RATIO)
        write_across(tikz, 1, "benchink", "line width=0.9bp");
    for (size_t i = 0; i < chart->row_count; i++)
        if (chart->rows[i].kind == FOREST_MEAN)
            write_across(tikz, chart->rows[i].at, "benchsoft",
                         "line width=0.6bp, dash pattern=on 1.2bp off 1.8bp");
    for (size_t i = 0; i < chart->row_count; i++)
        if (chart->rows[i].kind != FOREST_HEADING)
            write_row(tikz, i);
}

/* --- all series --- */

/* The reference is drawn last, over the others. */
static void write_all_series(struct tikz *tikz) {
    const struct chart *chart = tikz->panel->chart;
    for (enum curve_depth depth = 0; depth < CURVE_DEPTHS; depth++)
        for (size_t s = chart->series_count; s > 0; s--) {
            const struct series_data *series = &chart->series[s - 1];
            if (curve_depth(series) == depth && !curve_is_level(chart, series)) {
                latex_write_comment(tikz->file, series->name);
                styles[chart->style](tikz, series);
            }
        }
}

/* --- tiles --- */

static void write_tile(struct tikz *tikz, const struct tile *tile) {
    const struct panel *panel = tikz->panel;
    const double corners[][2] = {{tile->left, tile->low},
                                 {tile->right, tile->low},
                                 {tile->right, tile->high},
                                 {tile->left, tile->high}};
    struct colour colour =
        theme_pen(tikz->canvas->theme, tile->colour, tikz->canvas->libraries).colour;
    struct tile_words words = tiles_words(tikz->canvas, tile, &panel->axes);
    write_shape(tikz, theme_find(tikz->canvas->theme)->ground, 1, corners, 4);
    write_shape(tikz, colour, tiles_opacity(tile->is_hatched ? 0 : tile->depth), corners, 4);
    fputs("\\addplot[draw=benchground, line width=0.8bp", tikz->file);
    if (tile->is_hatched) {
        fputs(", pattern=north east lines, pattern color=", tikz->file);
        write_colour(tikz->file, colour);
    }
    fputs(", forget plot] coordinates {", tikz->file);
    for (size_t i = 0; i < 4; i++)
        write_at(tikz, corners[i][0], corners[i][1]);
    fputs("} -- cycle;\n", tikz->file);
    if (!words.text)
        return;
    fprintf(tikz->file, "\\node[align=center, inner sep=1bp%s, ",
            tile->is_hatched ? ", fill=benchground, fill opacity=0.9, text opacity=1" : "");
    write_font(tikz, tikz->canvas->font_size * 6.6 / 7.5);
    fprintf(tikz->file, "] at (axis cs:%.10g,%.10g) {", x_of(tikz, tile->x), y_of(tikz, tile->y));
    if (words.name) {
        write_lines(tikz->file, words.name);
        fputs("\\\\", tikz->file);
    }
    write_lines(tikz->file, words.text);
    fputs("};\n", tikz->file);
}

/* --- axes --- */

/* Writes the ticks that have a label, or with IS_MAIN 0 those with a line alone. pgfplots chooses
 * them itself unless it is told that there are none. */
static void write_ticks(const struct tikz *tikz, const struct axis *axis, char name,
                        const struct shift *shift, const int *shown, int is_main) {
    int count = 0;
    for (size_t i = 0; i < axis->ticks.count; i++) {
        const struct tick *tick = &axis->ticks.items[i];
        if ((tick->major || shown[i]) != is_main)
            continue;
        if (!count++)
            fprintf(tikz->file, "  %s%ctick={", is_main ? "" : "minor ", name);
        fprintf(tikz->file, "%s%.10g", count > 1 ? "," : "", shifted(shift, tick->value));
    }
    if (count)
        fputs("},\n", tikz->file);
    else if (is_main)
        fprintf(tikz->file, "  %ctick={\\empty},\n", name);
    else
        fprintf(tikz->file, "  %cminorticks=false, %cminorgrids=false,\n", name, name);
}

static void write_axis(const struct tikz *tikz, const struct axis *axis, char name,
                       const struct shift *shift, const int *shown) {
    fprintf(tikz->file, "  %cmode=%s, %cmin=%.10g, %cmax=%.10g,\n", name,
            axis->scale.kind == SCALE_LOG ? "log" : "linear", name, shifted(shift, axis->scale.low),
            name, shifted(shift, axis->scale.high));
    write_ticks(tikz, axis, name, shift, shown, 1);
    write_ticks(tikz, axis, name, shift, shown, 0);
    fprintf(tikz->file, "  %cticklabels={", name);
    int count = 0;
    for (size_t i = 0; i < axis->ticks.count; i++) {
        char label[LABEL_BYTES] = "";
        if (!axis->ticks.items[i].major && !shown[i])
            continue;
        if (shown[i])
            axis->format(label, &axis->ticks.items[i]);
        fputs(count++ ? ",{" : "{", tikz->file);
        latex_write(tikz->file, label);
        fputs("}", tikz->file);
    }
    fputs("},\n", tikz->file);
}

static void begin_axis(const struct tikz *tikz) {
    const struct panel *panel = tikz->panel;
    const struct axes *axes = &panel->axes;
    int shown[TICKS_MAX];
    fprintf(tikz->file,
            "\\begin{axis}[\n  at={(%.2fbp,%.2fbp)}, anchor=south west, scale only axis, "
            "width=%.2fbp, height=%.2fbp, grid=both,\n",
            panel->plot.x, up(tikz, panel->plot.y + panel->plot.height), panel->plot.width,
            panel->plot.height);
    axis_choose_labels(&axes->x, tikz->canvas, shown);
    write_axis(tikz, &axes->x, 'x', &tikz->across, shown);
    for (size_t i = 0; i < axes->y.ticks.count; i++)
        shown[i] = axes->y.ticks.items[i].labelled;
    write_axis(tikz, &axes->y, 'y', &tikz->up, shown);
    fputs("  xlabel={", tikz->file);
    latex_write(tikz->file, panel->x_label);
    fputs("},\n"
          "  major grid style={benchgrid, line width=0.5bp}, "
          "minor grid style={benchfinegrid, line width=0.35bp},\n"
          "  tick style={draw=none}, separate axis lines, axis line style={draw=none}, "
          "axis x line*=bottom,\n"
          "  x axis line style={draw=benchink, line width=0.9bp}, scaled ticks=false,\n"
          "  tick label style={text=benchink}, label style={text=benchink}, "
          "unbounded coords=jump, clip mode=individual,\n"
          "  filter discard warning=false, enlargelimits=false]\n",
          tikz->file);
}

/* --- marks --- */

/* Where the lead passes: a line, and a bar between the ends of its interval with a diamond. */
static void write_passing(struct tikz *tikz, const struct mark *mark) {
    const struct scale *x = &tikz->panel->axes.x.scale, *y = &tikz->panel->axes.y.scale;
    struct pen pen = theme_pen(tikz->canvas->theme, mark->colour, tikz->canvas->libraries);
    fputs("\\addplot[color=", tikz->file);
    write_colour(tikz->file, pen.colour);
    fputs(", opacity=0.6, line width=0.5bp, mark=none, forget plot]", tikz->file);
    write_line(tikz, mark->at, y->low, mark->at, y->high);
    fputs("\\draw[color=", tikz->file);
    write_colour(tikz->file, pen.colour);
    fprintf(tikz->file,
            ", line width=0.9bp, |-|] ([yshift=-4.5bp]axis cs:%.10g,%.10g) -- "
            "([yshift=-4.5bp]axis cs:%.10g,%.10g);\n",
            x_of(tikz, fmax(mark->low, x->low)), y_of(tikz, y->high),
            x_of(tikz, fmin(mark->high, x->high)), y_of(tikz, y->high));
    fputs("\\node[rotate=45, inner sep=1.5bp, fill=", tikz->file);
    write_colour(tikz->file, pen.colour);
    fprintf(tikz->file, "] at ([yshift=-4.5bp]axis cs:%.10g,%.10g) {};\n", x_of(tikz, mark->at),
            y_of(tikz, y->high));
}

static int write_labels_above(struct tikz *tikz) {
    const struct panel *panel = tikz->panel;
    const struct scale *x = &panel->axes.x.scale, *y = &panel->axes.y.scale;
    struct placed_label *placed = calloc(panel->chart->mark_count + 1, sizeof *placed);
    size_t count =
        placed ? marks_place_labels(placed, tikz->canvas, panel->chart, &panel->axes, &panel->plot)
               : 0;
    for (size_t i = 0; i < count; i++) {
        fputs("\\node[inner sep=0, anchor=base west, text=", tikz->file);
        write_colour(tikz->file, marks_label_colour(tikz->canvas, placed[i].mark));
        fputs(", ", tikz->file);
        write_font(tikz, tikz->canvas->font_size * 6.2 / 7.5);
        fprintf(tikz->file, "] at ([xshift=%.2fbp, yshift=%.2fbp]axis cs:%.10g,%.10g) {",
                placed[i].left - panel->plot.x, panel->plot.y - placed[i].baseline,
                x_of(tikz, x->low), y_of(tikz, y->high));
        write_lines(tikz->file, placed[i].mark->label);
        fputs("};\n", tikz->file);
    }
    free(placed);
    return placed ? 0 : -1;
}

static void write_mark(struct tikz *tikz, const struct mark *mark) {
    const struct scale *x = &tikz->panel->axes.x.scale, *y = &tikz->panel->axes.y.scale;
    if (!scale_holds(mark->is_vertical ? x : y, mark->at))
        return;
    if (mark->is_passing) {
        write_passing(tikz, mark);
        return;
    }
    if (mark->is_zone) {
        fputs("\\addplot[draw=none, fill=benchsoft, fill opacity=0.13, forget plot] coordinates {",
              tikz->file);
        write_at(tikz, mark->at, y->low);
        write_at(tikz, x->high, y->low);
        write_at(tikz, x->high, y->high);
        write_at(tikz, mark->at, y->high);
        fputs("} -- cycle;\n", tikz->file);
    }
    fputs("\\addplot[benchsoft, line width=0.6bp, dash pattern=on 2.2bp off 1.8bp, mark=none, "
          "forget plot]",
          tikz->file);
    if (mark->is_vertical)
        write_line(tikz, mark->at, y->low, mark->at, y->high);
    else
        write_line(tikz, x->low, mark->at, x->high, mark->at);
}

/* Writes the labels of the marks across the panel, which stand over the lines. */
static void write_labels_across(const struct tikz *tikz) {
    const struct panel *panel = tikz->panel;
    for (size_t i = 0; i < panel->chart->mark_count; i++) {
        const struct mark *mark = &panel->chart->marks[i];
        if (mark->is_vertical || !*mark->label || !scale_holds(&panel->axes.y.scale, mark->at))
            continue;
        struct placed_label placed =
            marks_place_across(mark, tikz->canvas, panel->chart, &panel->axes, &panel->plot);
        double right = panel->plot.x + panel->plot.width - MARKS_GAP;
        fprintf(tikz->file,
                "\\node[text=benchsoft, fill=benchground, fill opacity=%g, text opacity=1, "
                "inner sep=%gbp, outer sep=0, anchor=base %s, ",
                MARKS_PATCH, MARKS_GAP / 2, mark->is_at_left ? "west" : "east");
        write_font(tikz, tikz->canvas->font_size * 6.2 / 7.5);
        fprintf(tikz->file, "] at (%.2f,%.2f) {",
                mark->is_at_left ? placed.left - MARKS_GAP / 2 : right + MARKS_GAP / 2,
                up(tikz, placed.baseline));
        write_lines(tikz->file, mark->label);
        fputs("};\n", tikz->file);
    }
}

static void write_level(struct tikz *tikz) {
    const struct chart *chart = tikz->panel->chart;
    const struct axes *axes = &tikz->panel->axes;
    if (!chart->has_level || !scale_holds(&axes->y.scale, chart->level))
        return;
    struct pen pen = theme_pen(tikz->canvas->theme, 0, tikz->canvas->libraries);
    for (size_t s = 0; s < chart->series_count; s++)
        if (curve_is_level(chart, &chart->series[s]))
            pen = curve_pen(tikz->canvas, &chart->series[s]);
    fputs("\\addplot[color=", tikz->file);
    write_colour(tikz->file, pen.colour);
    fprintf(tikz->file, ", line width=%gbp, mark=none, forget plot]", line_width);
    write_line(tikz, axes->x.scale.low, chart->level, axes->x.scale.high, chart->level);
}

/* --- names --- */

/* Draws a sample of a line, from X, Y to the right. */
static void write_sample(const struct tikz *tikz, const struct legend_entry *entry, double x,
                         double y) {
    if (!entry->series) {
        fprintf(tikz->file,
                "\\draw[benchink] plot[only marks, mark=x, mark size=2.1bp] coordinates "
                "{(%.2f,%.2f)};\n",
                x + MARKER_RADIUS, y);
        return;
    }
    struct pen pen = curve_pen(tikz->canvas, entry->series);
    static const struct dash guide = {2, {3, 2}};
    if (entry->is_patch) {
        fputs("\\fill[color=", tikz->file);
        write_colour(tikz->file, pen.colour);
        fprintf(tikz->file, ", fill opacity=%g] (%.2f,%.2f) rectangle (%.2f,%.2f);\n",
                tiles_opacity(1), x, y - LEGEND_PATCH / 2, x + LEGEND_LINE, y + LEGEND_PATCH / 2);
        return;
    }
    fputs("\\draw[color=", tikz->file);
    write_colour(tikz->file,
                 entry->is_guide ? theme_find(tikz->canvas->theme)->soft_ink : pen.colour);
    fprintf(tikz->file, ", line width=%gbp, ", line_width);
    write_dash(tikz->file, entry->is_guide ? &guide : pen.dash);
    fprintf(tikz->file, "] (%.2f,%.2f) -- (%.2f,%.2f)", x, y, x + LEGEND_LINE, y);
    if (!entry->is_guide && pen.marker != MARKER_NONE) {
        fputs(" plot[", tikz->file);
        write_marker(tikz->file, &pen);
        fprintf(tikz->file, "] coordinates {(%.2f,%.2f)}", x + LEGEND_LINE / 2, y);
    }
    fputs(";\n", tikz->file);
}

static void write_legend(const struct tikz *tikz) {
    const struct layout *layout = tikz->layout;
    double x, y, em = tikz->canvas->font_size;
    layout_place_legend(layout, em, &x, &y);
    if (layout->place == LEGEND_INSIDE)
        fprintf(tikz->file,
                "\\fill[benchground, fill opacity=0.85] (%.2f,%.2f) rectangle (%.2f,%.2f);\n",
                layout->inside.x, up(tikz, layout->inside.y),
                layout->inside.x + layout->inside.width,
                up(tikz, layout->inside.y + layout->inside.height));
    for (size_t i = 0; i < layout->legend.count; i++) {
        const struct legend_entry *entry = &layout->legend.entries[i];
        double width = entry->series ? LEGEND_LINE : 2 * MARKER_RADIUS;
        write_sample(tikz, entry, x + entry->x, up(tikz, y + entry->y));
        fprintf(tikz->file, "\\node[anchor=west, inner sep=0] at (%.2f,%.2f) {",
                x + entry->x + width + LEGEND_BEFORE_NAME * em, up(tikz, y + entry->y));
        write_lines(tikz->file, entry->name);
        fputs("};\n", tikz->file);
    }
}

/* Returns -1 if memory runs out. */
static int write_names(const struct tikz *tikz) {
    const struct panel *panel = tikz->panel;
    struct placed_names names;
    double edge = panel->plot.x + panel->plot.width;
    int is_together = names_end_together(panel->chart);
    int code = names_place(&names, tikz->canvas, panel->chart, &panel->axes, &panel->plot,
                           panel->margins.right);
    for (size_t i = 0; code == 0 && i < names.count; i++) {
        const struct placed_name *name = &names.items[i];
        struct pen pen = curve_pen(tikz->canvas, name->series);
        if (name->is_guide)
            pen.colour = theme_find(tikz->canvas->theme)->soft_ink;
        define_colour(tikz->file, "benchline", pen.colour);
        define_colour(tikz->file, "benchname",
                      contrast_text_colour(pen.colour, theme_find(tikz->canvas->theme)->ground));
        /* from the end of a line that ends early to the panel's edge */
        if (!is_together && name->end_x < edge - 6)
            fprintf(tikz->file,
                    "\\draw[benchline, opacity=0.8, line width=%gbp, dash pattern=on 0.8bp off "
                    "1.6bp] (%.2f,%.2f) -- (%.2f,%.2f);\n",
                    thin_width, name->end_x + 3, up(tikz, name->end_y), edge,
                    up(tikz, name->end_y));
        fprintf(tikz->file,
                "\\draw[benchline, line width=%gbp] (%.2f,%.2f) -- (%.2f,%.2f) "
                "node[text=benchname, anchor=west, inner sep=0, xshift=2bp, ",
                is_together ? line_width : thin_width, edge + 1.5,
                up(tikz, is_together ? name->y : name->end_y), edge + NAMES_LEADER - 2,
                up(tikz, name->y));
        write_font(tikz, names.size);
        fputs("] {", tikz->file);
        write_lines(tikz->file, name->series->name);
        fputs("};\n", tikz->file);
        if (panel->chart->style == STYLE_STEPS && pen.marker != MARKER_NONE) {
            fputs("\\draw[benchline] plot[", tikz->file);
            write_marker(tikz->file, &pen);
            fprintf(tikz->file, "] coordinates {(%.2f,%.2f)};\n", edge + NAMES_LEADER / 2,
                    up(tikz, name->y));
        }
    }
    free(names.items);
    return code;
}

/* Writes a word beside the rows, with its baseline in their middle. */
static void write_word(const struct tikz *tikz, const char *word, const char *anchor, int is_bold,
                       double x, double y) {
    struct text_style style =
        forest_style(tikz->canvas, tikz->panel->chart, tikz->panel->plot.height);
    double half = text_measure(tikz->canvas->text, &style, "0").cap / 2;
    if (!*word)
        return;
    fprintf(tikz->file, "\\node[anchor=base %s, inner sep=0, ", anchor);
    write_font(tikz, style.size);
    fprintf(tikz->file, "] at (%.2f,%.2f) {%s", x, up(tikz, y + half),
            is_bold ? "\\bfseries " : "");
    write_lines(tikz->file, word);
    fputs("};\n", tikz->file);
}

/* Writes the names of quantiles below a ridge. */
static void write_mark_names(const struct tikz *tikz, const struct forest_row *row, double y) {
    const struct text_style names =
        forest_style(tikz->canvas, tikz->panel->chart, tikz->panel->plot.height);
    struct box_label placed[SPREAD_MOST_MARKS];
    struct text_style style;
    size_t count = row->kind == FOREST_RIDGE ? boxes_place_labels(placed, &style, tikz->canvas, row,
                                                                  &tikz->panel->axes, y, &names)
                                             : 0;
    for (size_t i = 0; i < count; i++) {
        fputs("\\node[anchor=base, inner sep=0, text=benchsoft, ", tikz->file);
        write_font(tikz, style.size);
        fprintf(tikz->file, "] at (%.2f,%.2f) {%s};\n", placed[i].middle,
                up(tikz, placed[i].baseline), placed[i].text);
    }
}

/* Writes the names of rows at their left, their numbers at their right, and headings. */
static void write_words_of_rows(const struct tikz *tikz) {
    const struct panel *panel = tikz->panel;
    const struct chart *chart = panel->chart;
    double beside = 0.7 * tikz->canvas->font_size;
    for (size_t i = 0; i < chart->row_count; i++) {
        const struct forest_row *row = &chart->rows[i];
        double y = scale_map(&panel->axes.y.scale, forest_place(chart->rows, i));
        int is_heading = row->kind == FOREST_HEADING, is_bold = row->kind == FOREST_MEAN;
        write_word(tikz, chart->series[i].name, is_heading ? "west" : "east", is_heading || is_bold,
                   is_heading ? panel->cell.x : panel->plot.x - beside, y);
        write_word(tikz, row->text, "east", is_bold, panel->cell.x + panel->cell.width, y);
        write_mark_names(tikz, row, y);
        if (row->kind == FOREST_MEAN) {
            double above = up(tikz, forest_line_above(chart, i, &panel->axes));
            fprintf(tikz->file, "\\draw[benchsoft, line width=0.6bp] (%.2f,%.2f) -- (%.2f,%.2f);\n",
                    panel->cell.x, above, panel->cell.x + panel->cell.width, above);
        }
    }
}

/* --- the figure --- */

/* Chooses how the numbers of an axis are written, and says so. */
static struct shift choose_shift(const struct tikz *tikz, const struct scale *scale,
                                 const char *name) {
    struct shift shift = {0, 1};
    double middle = (scale->low + scale->high) / 2;
    if (scale->kind == SCALE_LINEAR && fabs(middle) > most_distance * (scale->high - scale->low)) {
        shift.offset = scale->low;
        fprintf(tikz->file, "%% %s is counted from %.17g\n", name, shift.offset);
    }
    if (scale->kind == SCALE_LOG &&
        fabs(log(middle)) > most_distance * log(scale->high / scale->low)) {
        shift.unit = scale->low;
        fprintf(tikz->file, "%% %s is a multiple of %.17g\n", name, shift.unit);
    }
    return shift;
}

static int write_panel(struct tikz *tikz) {
    const struct chart *chart = tikz->panel->chart;
    if (chart->is_blank)
        return 0;
    tikz->across = choose_shift(tikz, &tikz->panel->axes.x.scale, "x");
    tikz->up = choose_shift(tikz, &tikz->panel->axes.y.scale, "y");
    write_words(tikz);
    write_y_label(tikz);
    begin_axis(tikz);
    if (chart->noise && write_noise(tikz) != 0)
        return -1;
    for (size_t m = 0; m < chart->mark_count; m++)
        write_mark(tikz, &chart->marks[m]);
    if (write_labels_above(tikz) != 0)
        return -1;
    if (chart->guide) {
        fprintf(tikz->file,
                "\\addplot[benchsoft, line width=%gbp, dash pattern=on 3bp off 2bp, mark=none]",
                line_width);
        write_data(tikz, chart->guide, 0);
    }
    write_level(tikz);
    for (size_t i = 0; i < chart->tile_count; i++)
        write_tile(tikz, &chart->tiles[i]);
    if (chart->row_count)
        write_rows(tikz);
    else if (!chart->tile_count)
        write_all_series(tikz);
    fputs("\\end{axis}\n", tikz->file);
    write_labels_across(tikz);
    if (chart->row_count)
        write_words_of_rows(tikz);
    return tikz->panel->has_names ? write_names(tikz) : 0;
}

static void write_beginning(const struct tikz *tikz, const struct page *page) {
    const struct theme *theme = theme_find(tikz->canvas->theme);
    const struct figure *figure = page->figure;
    const struct layout *layout = tikz->layout;
    fputs("% " OUTPUT_CREATOR "\n% needs \\usepackage{pgfplots} \\pgfplotsset{compat=1.16}\n",
          tikz->file);
    if (figure->charts[0].tile_count)
        fputs("% and \\usetikzlibrary{patterns}\n", tikz->file);
    if (page->subject)
        latex_write_comment(tikz->file, page->subject);
    fputs("\\begin{tikzpicture}[x=1bp, y=1bp, text=benchink, ", tikz->file);
    write_font(tikz, tikz->canvas->font_size);
    fputs("]\n", tikz->file);
    define_colour(tikz->file, "benchground", theme->ground);
    define_colour(tikz->file, "benchink", theme->ink);
    define_colour(tikz->file, "benchsoft", theme->soft_ink);
    define_colour(tikz->file, "benchgrid", theme->grid);
    define_colour(tikz->file, "benchfinegrid", theme->fine_grid);
    fprintf(tikz->file, "\\fill[benchground] (0,0) rectangle (%.2f,%.2f);\n", layout->width,
            layout->height);
    fprintf(tikz->file, "\\useasboundingbox (0,0) rectangle (%.2f,%.2f);\n", layout->width,
            layout->height);
    if (!figure->heading && !figure->subtitle)
        return;
    double at = layout->panels[0].cell.x;
    fprintf(tikz->file,
            "\\node[anchor=north west, inner sep=0, align=left, text width=%.2fbp, text=benchsoft] "
            "at (%.2f,%.2f) {",
            layout->width - 2 * at, at, layout->height - at);
    if (figure->heading) {
        fprintf(tikz->file, "{\\fontsize{%g}{%g}\\selectfont\\bfseries\\color{benchink}",
                tikz->canvas->font_size * 10 / 7.5, tikz->canvas->font_size * 12 / 7.5);
        write_lines(tikz->file, figure->heading);
        fputs(figure->subtitle ? "}\\\\" : "}", tikz->file);
    }
    if (figure->subtitle)
        write_lines(tikz->file, figure->subtitle);
    fputs("};\n", tikz->file);
}

static int encode(const struct page *page, size_t count, FILE *file, struct err *err) {
    (void)count;
    struct tikz tikz = {.file = file, .layout = page->layout, .canvas = page->canvas};
    write_beginning(&tikz, page);
    for (size_t i = 0; i < page->layout->count; i++) {
        tikz.panel = &page->layout->panels[i];
        if (write_panel(&tikz) != 0)
            return err_set(err, ERR_FAILED, "no memory for the names of lines");
    }
    write_legend(&tikz);
    fputs("\\end{tikzpicture}%\n", file);
    if (tikz.points > MOST_POINTS)
        return err_set(err, ERR_USAGE,
                       "%zu points are too many for TeX (%d at most); draw a .pdf, or fewer with "
                       "--at",
                       tikz.points, MOST_POINTS);
    return 0;
}

const struct output_format output_tikz = {"tikz", ".tikz", 0, 0, encode};
