/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/tikz.h"

#include <math.h>
#include <stdlib.h>

#include "formats/text/latex.h"
#include "plot/figure/look.h"
#include "plot/marks/curve.h"
#include "plot/marks/mark.h"

/* Points nearer to their neighbours than this, in points, cannot be told apart. */
static const double least_step = 0.25, least_faint_step = LOOK_FAINT;

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
    fprintf(tikz->file, "%.10g %.10g", tikz_x(tikz, x), tikz_y(tikz, y));
    if (series)
        fprintf(tikz->file, " %.10g %.10g",
                has_ends ? tikz_y(tikz, y) - tikz_y(tikz, within(scale, series->low[i])) : 0,
                has_ends ? tikz_y(tikz, within(scale, series->high[i])) - tikz_y(tikz, y) : 0);
    fputs("\\\\\n", tikz->file);
    tikz->points++;
}

void tikz_write_data(struct tikz *tikz, const struct series_data *series, int has_bars) {
    struct pen_at at = {.is_faint = curve_is_faint(series)};
    fprintf(tikz->file, " table[row sep=\\\\, x=x, y=y%s] {x y%s\\\\\n",
            has_bars ? ", y error minus=minus, y error plus=plus" : "",
            has_bars ? " minus plus" : "");
    for (size_t i = 0; i < series->count; i++) {
        if (!is_on_line(tikz, series, i)) {
            if (at.is_down && i + 1 < series->count)
                fprintf(tikz->file, "%.10g nan%s\\\\\n", tikz_x(tikz, series->x[i]),
                        has_bars ? " 0 0" : "");
            at.is_down = 0;
        } else if (moves(tikz, &at, series->x[i], series->y[i], i + 1 == series->count)) {
            write_point(tikz, series->x[i], series->y[i], has_bars ? series : NULL, i);
        }
    }
    fputs("};\n", tikz->file);
}

/* Writes the interval of a point between two gaps. */
static void write_lone(struct tikz *tikz, const struct series_data *series, size_t i,
                       enum role role) {
    const struct scale *scale = &tikz->panel->axes.y.scale;
    fputs("\\addplot[color=", tikz->file);
    tikz_write_colour(tikz, role);
    fprintf(tikz->file, ", opacity=%g, line width=%gbp, mark=none, forget plot]", LOOK_BAND,
            LOOK_LONE_BAND);
    tikz_write_line(tikz, series->x[i], within(scale, series->low[i]), series->x[i],
                    within(scale, series->high[i]));
}

/* Fills what is between the ends of the intervals, in as many parts as there are without a gap. */
static void write_band(struct tikz *tikz, const struct series_data *series, enum role role) {
    const struct scale *scale = &tikz->panel->axes.y.scale;
    for (size_t first = 0, end; first < series->count; first = end + 1) {
        for (end = first; end < series->count && has_interval(tikz, series, end);)
            end++;
        if (end == first + 1)
            write_lone(tikz, series, first, role);
        if (end < first + 2)
            continue;
        struct pen_at at = {0};
        fputs("\\addplot[draw=none, fill=", tikz->file);
        tikz_write_colour(tikz, role);
        fprintf(tikz->file, ", fill opacity=%g, forget plot] coordinates {", LOOK_BAND);
        for (size_t i = first; i < end; i++)
            if (moves(tikz, &at, series->x[i], series->low[i], i + 1 == end))
                tikz_write_at(tikz, series->x[i], within(scale, series->low[i]));
        at.is_down = 0;
        for (size_t i = end; i > first; i--)
            if (moves(tikz, &at, series->x[i - 1], series->high[i - 1], i - 1 == first))
                tikz_write_at(tikz, series->x[i - 1], within(scale, series->high[i - 1]));
        fputs("} -- cycle;\n", tikz->file);
        tikz->points += end - first;
    }
}

void tikz_write_noise(struct tikz *tikz) {
    struct curve_noise shown = curve_show_noise(tikz->panel->chart->noise, &tikz->panel->axes);
    write_band(tikz, &shown.band, ROLE_SOFT_INK);
    free(shown.ends);
}

/* --- series --- */

static void write_wrongs(struct tikz *tikz, const struct series_data *series) {
    int is_any = 0;
    for (size_t i = 0; i < series->count; i++) {
        if (!series->wrong || !series->wrong[i] || !curve_shows(series, &tikz->panel->axes, i))
            continue;
        if (!is_any++) {
            tikz_begin_plot(tikz, series, LOOK_LINE, 1);
            fputs("only marks, ", tikz->file);
            tikz_write_cross(tikz->file);
            fputs("] coordinates {", tikz->file);
        }
        tikz_write_at(tikz, series->x[i], series->y[i]);
    }
    fputs(is_any ? "};\n" : "", tikz->file);
}

/* Marks every so many points that markers are as far apart as in the other formats. */
static void write_spacing(struct tikz *tikz, const struct series_data *series) {
    double apart = tikz->panel->plot.width / (double)(series->count > 1 ? series->count - 1 : 1);
    int repeat = (int)fmax(1, ceil(LOOK_MARKERS_APART / apart));
    size_t turns = tikz->panel->chart->series_count > 2 ? tikz->panel->chart->series_count - 1 : 1;
    size_t turn = series->colour ? (series->colour - 1) % turns : 0;
    fprintf(tikz->file, ", mark repeat=%d, mark phase=%d", repeat,
            1 + (int)((size_t)repeat * turn / turns));
}

static void write_curve(struct tikz *tikz, const struct series_data *series) {
    struct pen pen = curve_pen(tikz->canvas, series);
    int is_few = series->count <= CURVE_FEW_POINTS || series->fit;
    enum curve_markers markers =
        curve_spread_markers(series, &tikz->panel->axes.x.scale, CURVE_MARKER_APART);
    if (curve_is_faint(series)) {
        tikz_begin_plot(tikz, series, LOOK_FAINT, 1);
        fputs("mark=none]", tikz->file);
        tikz_write_data(tikz, series, 0);
        write_wrongs(tikz, series);
        return;
    }
    if (!is_few)
        write_band(tikz, series, pen.role);
    if (series->fit) {
        tikz_begin_plot(tikz, series, LOOK_FIT, 0);
        fputs("mark=none]", tikz->file);
        tikz_write_data(tikz, series->fit, 0);
    }
    tikz_begin_plot(tikz, series, curve_width(series), 0);
    if (pen.marker == MARKER_NONE && markers == CURVE_MARKERS_SOME)
        fputs("mark=none", tikz->file);
    else
        tikz_write_marker(tikz->file, &pen);
    if (series->fit)
        fputs(", only marks", tikz->file);
    if (is_few)
        fprintf(tikz->file,
                ", error bars/.cd, y dir=both, y explicit, error bar style={solid, line "
                "width=%gbp}, error mark options={rotate=90, mark size=%gbp, line width=%gbp}",
                LOOK_ERROR_BAR, LOOK_ERROR_CAP, LOOK_ERROR_BAR);
    else if (markers == CURVE_MARKERS_SOME)
        write_spacing(tikz, series);
    fputs("]", tikz->file);
    tikz_write_data(tikz, series, is_few && series->low);
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
    tikz_write_colour(tikz, curve_pen(tikz->canvas, series).role);
    fprintf(tikz->file, ", fill opacity=%g, forget plot] coordinates {", LOOK_STEP_BAND);
    for (size_t i = 0; i < series->count; i++) {
        double low = within(scale, series->low[i]), end = axes->x.scale.high;
        tikz_write_at(tikz, series->x[i], low);
        tikz_write_at(tikz, i + 1 < series->count ? series->x[i + 1] : end, low);
    }
    for (size_t i = series->count; i > 0; i--) {
        double high = within(scale, series->high[i - 1]), end = axes->x.scale.high;
        tikz_write_at(tikz, i < series->count ? series->x[i] : end, high);
        tikz_write_at(tikz, series->x[i - 1], high);
    }
    fputs("} -- cycle;\n", tikz->file);
    tikz->points += 2 * series->count;
}

/* Writes the markers of steps on the marks of the chart. */
static void write_reached(struct tikz *tikz, const struct series_data *series) {
    const struct chart *chart = tikz->panel->chart;
    const struct axes *axes = &tikz->panel->axes;
    struct pen pen = curve_pen(tikz->canvas, series);
    tikz_begin_plot(tikz, series, LOOK_LINE, 1);
    tikz_write_marker(tikz->file, &pen);
    fputs(", only marks] coordinates {", tikz->file);
    for (size_t m = 0; m < chart->mark_count; m++)
        if (scale_holds(&axes->x.scale, series->reached[m]) &&
            scale_holds(&axes->y.scale, chart->marks[m].at))
            tikz_write_at(tikz, series->reached[m], chart->marks[m].at);
    fputs("};\n", tikz->file);
}

static void write_steps(struct tikz *tikz, const struct series_data *series) {
    if (series->low && series->count)
        write_step_band(tikz, series);
    tikz_begin_plot(tikz, series, LOOK_LINE, 0);
    fputs("const plot, mark=none]", tikz->file);
    write_steps_data(tikz, series, 0, series->count, NAN);
    fputs(";\n", tikz->file);
    if (series->reached && tikz->panel->chart->mark_count)
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
        tikz_begin_plot(tikz, series, LOOK_OUTLINE, 1);
        fputs("const plot, mark=none, fill=", tikz->file);
        tikz_write_colour(tikz, pen.role);
        fprintf(tikz->file, ", fill opacity=%g, draw opacity=1, forget plot]", LOOK_BARS);
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
        tikz_begin_plot(tikz, series, LOOK_LINE, 0);
        fputs("const plot, mark=none]", tikz->file);
        tikz_write_data(tikz, &levels, 0);
    }
    tikz_begin_plot(tikz, series, LOOK_LINE, 1);
    tikz_write_marker(tikz->file, &pen);
    fputs(", only marks, error bars/.cd, y dir=both, y explicit]", tikz->file);
    tikz_write_data(tikz, series, series->low != NULL);
    write_wrongs(tikz, series);
}

typedef void write_series(struct tikz *tikz, const struct series_data *series);
static write_series *const styles[STYLES] = {[STYLE_CURVES] = write_curve,
                                             [STYLE_STEPS] = write_steps,
                                             [STYLE_BARS] = write_bars,
                                             [STYLE_LEVELS] = write_levels};

/* --- all series --- */

void tikz_write_all_series(struct tikz *tikz) {
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
