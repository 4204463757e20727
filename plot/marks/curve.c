/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/marks/curve.h"

#include <math.h>
#include <stdlib.h>

#include "formats/text/xalloc.h"
#include "plot/figure/look.h"
#include "plot/marks/mark.h"

/* --- curve --- */

static const double arrow_width = 1.7, arrow_height = 2.6;
static const size_t most_bars = 500;

int curve_is_level(const struct chart *chart, const struct series_data *series) {
    return chart->has_level && series->is_reference;
}

int curve_is_faint(const struct series_data *series) {
    return series->colour == COLOUR_FAINT;
}

int curve_shows(const struct series_data *series, const struct axes *axes, size_t i) {
    return scale_shows(axes->x.scale.kind, series->x[i]) &&
           scale_shows(axes->y.scale.kind, series->y[i]);
}

struct pen curve_pen(const struct canvas *canvas, const struct series_data *series) {
    struct pen pen = theme_pen(canvas->theme, series->colour, canvas->libraries);
    return curve_is_faint(series) ? pen : theme_variant(pen, series->variant);
}

double curve_width(const struct series_data *series) {
    return curve_is_faint(series) ? LOOK_FAINT : series->is_reference ? LOOK_REFERENCE : LOOK_LINE;
}

size_t curve_last(const struct series_data *series, const struct axes *axes) {
    for (size_t i = series->count; i > 0; i--)
        if (curve_shows(series, axes, i - 1) && scale_holds(&axes->x.scale, series->x[i - 1]))
            return i - 1;
    return series->count;
}

static int is_wrong(const struct series_data *series, size_t i) {
    return series->wrong && series->wrong[i];
}

/* Returns whether the line goes through point I. */
static int is_on_line(const struct series_data *series, const struct axes *axes, size_t i) {
    return i < series->count && curve_shows(series, axes, i) && !is_wrong(series, i);
}

/* Returns whether point I is within the plot. */
static int is_inside(const struct series_data *series, const struct axes *axes, size_t i) {
    return scale_holds(&axes->x.scale, series->x[i]) && scale_holds(&axes->y.scale, series->y[i]);
}

static int has_interval(const struct series_data *series, const struct axes *axes, size_t i) {
    return series->low && is_on_line(series, axes, i) && !isnan(series->low[i]) &&
           !isnan(series->high[i]);
}

static double x_of(const struct series_data *series, const struct axes *axes, size_t i) {
    return scale_map(&axes->x.scale, series->x[i]);
}

static double y_of(const struct axes *axes, double value) {
    return scale_map(&axes->y.scale, value);
}

/* --- intervals --- */

/* Maps VALUE, clamped to the plot: intervals may extend beyond the axis, their drawing may not. */
static double edge_of(const struct axes *axes, double value) {
    const struct scale *scale = &axes->y.scale;
    double top = fmin(scale->from, scale->to), bottom = fmax(scale->from, scale->to);
    return fmax(top, fmin(bottom, scale_map(scale, value)));
}

/* Adds the head of an arrow at the edge of the plot towards VALUE, which is outside. */
static void trace_arrow(struct scene *scene, const struct axes *axes, double x, double value) {
    double tip = edge_of(axes, value), top = fmin(axes->y.scale.from, axes->y.scale.to);
    double back = tip > top ? tip - arrow_height : tip + arrow_height;
    scene_line(scene, x - arrow_width, back, x, tip);
    scene_line_to(scene, x + arrow_width, back);
}

/* Returns whether the interval of point I, which is partly inside the plot, has its end VALUE
 * outside. */
static int leaves_plot(const struct axes *axes, const struct series_data *series, size_t i,
                       double value) {
    const struct scale *y = &axes->y.scale;
    return !scale_holds(y, value) && series->low[i] <= y->high && series->high[i] >= y->low;
}

void curve_draw_band(const struct canvas *canvas, enum role role, const struct series_data *series,
                     const struct axes *axes) {
    struct scene *scene = canvas->scene;
    for (size_t first = 0; first < series->count; first++) {
        size_t end = first;
        while (end < series->count && has_interval(series, axes, end))
            end++;
        if (end > first) {
            double half = end == first + 1 ? LOOK_LONE_BAND / 2 : 0;
            struct decimate_line line = {.scene = scene};
            scene_break(scene);
            for (size_t i = first; i < end; i++)
                decimate_line_to(&line, x_of(series, axes, i) - half,
                                 edge_of(axes, series->low[i]));
            decimate_line_flush(&line);
            for (size_t i = end; i > first; i--)
                decimate_line_to(&line, x_of(series, axes, i - 1) - half,
                                 edge_of(axes, series->high[i - 1]));
            decimate_line_flush(&line);
            if (half > 0) {
                scene_line_to(scene, x_of(series, axes, first) + half,
                              edge_of(axes, series->high[first]));
                scene_line_to(scene, x_of(series, axes, first) + half,
                              edge_of(axes, series->low[first]));
            }
            scene_close(scene);
        }
        if (end > first)
            first = end;
    }
    scene_fill(scene, role, LOOK_BAND);

    /* Arrows of a band are as far apart as markers. */
    double next[] = {-HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < series->count; i++) {
        if (!has_interval(series, axes, i) || !scale_holds(&axes->x.scale, series->x[i]))
            continue;
        double x = x_of(series, axes, i), ends[] = {series->low[i], series->high[i]};
        for (int e = 0; e < 2; e++)
            if (leaves_plot(axes, series, i, ends[e]) && x >= next[e]) {
                trace_arrow(scene, axes, x, ends[e]);
                next[e] = x + LOOK_MARKERS_APART;
            }
    }
    scene_stroke(scene, role, LOOK_ERROR_BAR);
}

struct curve_noise curve_show_noise(const struct series_data *noise, const struct axes *axes) {
    const struct scale *y = &axes->y.scale;
    double *ends = xcalloc(2 * noise->count, sizeof *ends);
    struct curve_noise shown = {*noise, ends};
    for (size_t i = 0; i < noise->count; i++) {
        double low = scale_map(y, noise->low[i]), high = scale_map(y, noise->high[i]);
        int is_thin = fabs(high - low) < CURVE_NOISE_LEAST;
        double middle = (low + high) / 2, half = CURVE_NOISE_LEAST / 2;
        ends[i] = is_thin ? scale_value(y, middle + half) : noise->low[i];
        ends[noise->count + i] = is_thin ? scale_value(y, middle - half) : noise->high[i];
    }
    shown.band.low = ends;
    shown.band.high = ends + noise->count;
    return shown;
}

static void draw_bars(const struct canvas *canvas, const struct pen *pen,
                      const struct series_data *series, const struct axes *axes) {
    struct scene *scene = canvas->scene;
    for (size_t i = 0; i < series->count; i++) {
        if (!has_interval(series, axes, i) || !scale_holds(&axes->x.scale, series->x[i]))
            continue;
        double x = x_of(series, axes, i), ends[] = {series->low[i], series->high[i]};
        scene_line(scene, x, edge_of(axes, ends[0]), x, edge_of(axes, ends[1]));
        for (int e = 0; e < 2; e++) {
            if (leaves_plot(axes, series, i, ends[e])) {
                trace_arrow(scene, axes, x, ends[e]);
            } else if (scale_holds(&axes->y.scale, ends[e])) {
                scene_line(scene, x - LOOK_ERROR_CAP, y_of(axes, ends[e]), x + LOOK_ERROR_CAP,
                           y_of(axes, ends[e]));
            }
        }
    }
    scene_stroke(scene, pen->role, LOOK_ERROR_BAR);
}

/* --- lines and markers --- */

static void stroke_line(const struct canvas *canvas, const struct pen *pen, double width,
                        int is_jagged) {
    scene_stroke_as(canvas->scene, (struct stroke){.role = pen->role,
                                                   .opacity = 1,
                                                   .width = width,
                                                   .dash = is_jagged ? NULL : pen->dash,
                                                   .join = is_jagged ? JOIN_BEVEL : JOIN_ROUND});
}

/* How far a line goes, without its gaps. */
struct travel {
    double along, up_and_down;
    double x, y; /* where it is */
    int is_begun;
};

static void travel_to(struct travel *travel, double x, double y) {
    if (travel->is_begun) {
        travel->along += fabs(x - travel->x);
        travel->up_and_down += fabs(y - travel->y);
    }
    travel->x = x;
    travel->y = y;
    travel->is_begun = 1;
}

/* Of a line that goes up and down so much more than along, dashes would look like noise, and round
 * corners take time. But dashes may be all that tells variants apart. */
static const double jagged = 8;

static void draw_line(const struct canvas *canvas, const struct pen *pen,
                      const struct series_data *series, const struct axes *axes, double width) {
    struct decimate_line line = {.scene = canvas->scene};
    struct travel travel = {0};
    for (size_t i = 0; i < series->count; i++) {
        if (!is_on_line(series, axes, i)) {
            decimate_line_break(&line);
            travel.is_begun = 0;
        } else {
            double x = x_of(series, axes, i), y = y_of(axes, series->y[i]);
            decimate_line_to(&line, x, y);
            travel_to(&travel, x, y);
        }
    }
    decimate_line_break(&line);
    int is_jagged = travel.up_and_down > jagged * travel.along;
    stroke_line(canvas, pen, width, is_jagged && !series->variant);
}

static int stands_alone(const struct series_data *series, const struct axes *axes, size_t i) {
    return (i == 0 || !is_on_line(series, axes, i - 1)) && !is_on_line(series, axes, i + 1);
}

static void squares_of_plot(struct decimate_squares *squares, const struct axes *axes) {
    const struct scale *x = &axes->x.scale, *y = &axes->y.scale;
    decimate_squares_open(squares, &(struct box){x->from, y->to, x->to - x->from, y->from - y->to});
}

/* The points of a fit are all of what was measured. */
static int are_few(const struct series_data *series) {
    return series->count <= CURVE_FEW_POINTS || series->fit;
}

enum curve_markers curve_spread_markers(const struct series_data *series, const struct scale *scale,
                                        double width) {
    size_t shown = 0, apart = 0;
    double next = -HUGE_VAL;
    if (curve_is_faint(series))
        return CURVE_MARKERS_SOME;
    if (are_few(series))
        return CURVE_MARKERS_ALL;
    for (size_t i = 0; i < series->count; i++) {
        if (!scale_holds(scale, series->x[i]) || isnan(series->y[i]))
            continue;
        double x = scale_map(scale, series->x[i]);
        shown++;
        if (x < next)
            continue;
        apart++;
        next = x + width;
    }
    return 2 * apart > shown ? CURVE_MARKERS_APART : CURVE_MARKERS_SOME;
}

/* Draws markers SPACING apart, the first one PHASE after the line's start, so that lines on top of
 * each other show their markers in turn. A SPACING of 0 marks all points. What HAS_DOTS shows lines
 * without markers as well. */
static void draw_markers(const struct canvas *canvas, const struct pen *pen,
                         const struct series_data *series, const struct axes *axes, double spacing,
                         double phase, int has_dots) {
    double next = -HUGE_VAL;
    struct decimate_squares lone_ones;
    squares_of_plot(&lone_ones, axes);
    for (size_t i = 0; i < series->count; i++) {
        if (!is_on_line(series, axes, i) || !is_inside(series, axes, i))
            continue;
        double x = x_of(series, axes, i), y = y_of(axes, series->y[i]);
        if (next == -HUGE_VAL)
            next = x + phase;
        int lone = spacing == 0 || stands_alone(series, axes, i);
        if (lone && !decimate_squares_take(&lone_ones, x, y))
            continue;
        int is_due = x >= next - 1e-6;
        if (pen->marker == MARKER_NONE && (lone || (is_due && has_dots)))
            marker_draw_dot(canvas, pen, x, y);
        if (lone || is_due)
            marker_draw(canvas, pen, x, y);
        if (is_due)
            next = has_dots ? x + spacing : fmax(next + spacing, x + spacing / 2);
    }
    decimate_squares_release(&lone_ones);
}

/* --- all series --- */

struct drawing {
    const struct canvas *canvas;
    const struct axes *axes;
    size_t series_count;
};

typedef void draw_series(const struct drawing *drawing, const struct pen *pen,
                         const struct series_data *series);

static void draw_interval(const struct drawing *drawing, const struct pen *pen,
                          const struct series_data *series) {
    if (curve_is_faint(series))
        return;
    if (are_few(series))
        draw_bars(drawing->canvas, pen, series, drawing->axes);
    else
        curve_draw_band(drawing->canvas, pen->role, series, drawing->axes);
}

static void draw_values(const struct drawing *drawing, const struct pen *pen,
                        const struct series_data *series) {
    if (series->fit)
        draw_line(drawing->canvas, pen, series->fit, drawing->axes, LOOK_FIT);
    else
        draw_line(drawing->canvas, pen, series, drawing->axes, curve_width(series));
}

static void draw_points(const struct drawing *drawing, const struct pen *pen,
                        const struct series_data *series) {
    size_t turns = drawing->series_count > 2 ? drawing->series_count - 1 : 1;
    size_t turn = series->colour ? (series->colour - 1) % turns : 0;
    enum curve_markers markers =
        curve_spread_markers(series, &drawing->axes->x.scale, CURVE_MARKER_APART);
    double phase = LOOK_MARKERS_APART * (double)turn / (double)turns;
    if (markers == CURVE_MARKERS_SOME)
        draw_markers(drawing->canvas, pen, series, drawing->axes, LOOK_MARKERS_APART, phase, 0);
    else
        draw_markers(drawing->canvas, pen, series, drawing->axes,
                     markers == CURVE_MARKERS_ALL ? 0 : CURVE_MARKER_APART, 0, 1);
}

static void draw_wrongs(const struct drawing *drawing, const struct pen *pen,
                        const struct series_data *series) {
    const struct canvas *canvas = drawing->canvas;
    const struct axes *axes = drawing->axes;
    struct decimate_squares squares;
    squares_of_plot(&squares, axes);
    for (size_t i = 0; i < series->count; i++) {
        if (!is_wrong(series, i) || !is_inside(series, axes, i))
            continue;
        double x = x_of(series, axes, i), y = y_of(axes, series->y[i]);
        if (decimate_squares_take(&squares, x, y))
            marker_draw_cross(canvas, pen, x, y);
    }
    decimate_squares_release(&squares);
}

enum curve_depth curve_depth(const struct series_data *series) {
    return curve_is_faint(series) ? CURVE_FAINT
           : series->is_reference ? CURVE_REFERENCE
                                  : CURVE_USUAL;
}

static void draw_layer(const struct drawing *drawing, const struct chart *chart, draw_series *layer,
                       enum curve_depth depth) {
    for (size_t s = chart->series_count; s > 0; s--) {
        const struct series_data *series = &chart->series[s - 1];
        struct pen pen = curve_pen(drawing->canvas, series);
        if (curve_depth(series) == depth && !curve_is_level(chart, series))
            layer(drawing, &pen, series);
    }
}

/* Lines extend beyond a range that the user asked for: cut them off at its sides. */
static void clip(const struct canvas *canvas, const struct axes *axes) {
    const struct scale *x = &axes->x.scale, *y = &axes->y.scale;
    scene_clip(canvas->scene, &(struct box){x->from, y->to, x->to - x->from, y->from - y->to});
}

static int is_cut(const struct chart *chart) {
    return chart->x.low < chart->x.high || chart->y.low < chart->y.high;
}

void curve_draw_all(const struct canvas *canvas, const struct chart *chart,
                    const struct axes *axes) {
    static const struct {
        draw_series *draw;
        int ends_at_sides;
    } layers[] = {{draw_interval, 1}, {draw_values, 1}, {draw_points, 0}};
    struct drawing drawing = {canvas, axes, chart->series_count};
    for (enum curve_depth depth = 0; depth < CURVE_DEPTHS; depth++)
        for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
            int is_clipped = layers[i].ends_at_sides && is_cut(chart);
            if (is_clipped)
                clip(canvas, axes);
            draw_layer(&drawing, chart, layers[i].draw, depth);
            if (is_clipped)
                scene_unclip(canvas->scene);
        }
    for (enum curve_depth depth = 0; depth < CURVE_DEPTHS; depth++)
        draw_layer(&drawing, chart, draw_wrongs, depth); /* last: no marker may hide a cross */
}

/* --- guide and sample --- */

static const struct pen guide_pen = {.role = ROLE_SOFT_INK, .dash = &look_guide_dash};

void curve_draw_guide(const struct canvas *canvas, const struct chart *chart,
                      const struct axes *axes) {
    if (!chart->guide)
        return;
    clip(canvas, axes);
    draw_line(canvas, &guide_pen, chart->guide, axes, curve_width(chart->guide));
    scene_unclip(canvas->scene);
}

void curve_draw_sample(const struct canvas *canvas, const struct series_data *series, double x,
                       double y, double length) {
    struct pen pen = curve_pen(canvas, series);
    scene_line(canvas->scene, x, y, x + length, y);
    stroke_line(canvas, &pen, curve_width(series), 0);
    marker_draw(canvas, &pen, x + length / 2, y);
}

void curve_draw_guide_sample(const struct canvas *canvas, double x, double y, double length) {
    scene_line(canvas->scene, x, y, x + length, y);
    stroke_line(canvas, &guide_pen, LOOK_LINE, 0);
}

/* --- points without a line --- */

void curve_draw_points(const struct canvas *canvas, const struct chart *chart,
                       const struct series_data *series, const struct axes *axes) {
    struct drawing drawing = {canvas, axes, chart->series_count};
    struct pen pen = curve_pen(canvas, series);
    if (series->count <= most_bars)
        draw_bars(canvas, &pen, series, axes);
    else
        curve_draw_band(canvas, pen.role, series, axes);

    /* Hollow markers would hide each other; dots do not. */
    double across = axes->x.scale.to - axes->x.scale.from;
    if ((double)series->count * 2 * MARKER_RADIUS > across)
        pen.marker = MARKER_NONE;
    draw_markers(canvas, &pen, series, axes, 0, 0, 1);
    draw_wrongs(&drawing, &pen, series);
}

/* --- decimate --- */

/* The side of a square in points, and the most squares that even a plot the size of a wall has. */
static const double usual_side = 0.5, most_squares = 4e6;

static void emit(struct decimate_line *line, const struct decimate_point *point,
                 const struct decimate_point *before) {
    if (!before || point->number > before->number)
        scene_line_to(line->scene, point->x, point->y);
}

/* Adds the extremes of the column in their order; returns the later one. */
static const struct decimate_point *emit_extremes(struct decimate_line *line,
                                                  const struct decimate_point *before) {
    int falls = line->low.number < line->high.number;
    const struct decimate_point *one = falls ? &line->low : &line->high;
    const struct decimate_point *other = falls ? &line->high : &line->low;
    emit(line, one, before);
    emit(line, other, one);
    return other;
}

/* Ends a column. The first one of a line begins with its first point. */
static const struct decimate_point *end_column(struct decimate_line *line) {
    const struct decimate_point *before = line->is_begun ? NULL : &line->first;
    if (before)
        emit(line, before, NULL);
    line->is_begun = 1;
    return emit_extremes(line, before);
}

void decimate_line_flush(struct decimate_line *line) {
    if (line->count == 0)
        return;
    emit(line, &line->last, end_column(line));
    line->count = 0;
    line->is_begun = 0;
}

void decimate_line_break(struct decimate_line *line) {
    decimate_line_flush(line);
    scene_break(line->scene);
}

void decimate_line_to(struct decimate_line *line, double x, double y) {
    double column = floor(x / DECIMATE_PITCH);
    if (line->count == 0 || column != line->column) {
        if (line->count > 0)
            end_column(line);
        line->column = column;
        line->count = 1;
        line->first = line->low = line->high = line->last = (struct decimate_point){x, y, 0};
        return;
    }
    line->last = (struct decimate_point){x, y, line->count++};
    if (y < line->low.y)
        line->low = line->last;
    if (y > line->high.y)
        line->high = line->last;
}

/* --- squares --- */

void decimate_squares_open(struct decimate_squares *squares, const struct box *plot) {
    double width = fmax(plot->width, 0), height = fmax(plot->height, 0);
    double side = fmax(usual_side, sqrt(width * height / most_squares));
    *squares = (struct decimate_squares){.plot = *plot,
                                         .side = side,
                                         .across = (size_t)(width / side) + 2,
                                         .down = (size_t)(height / side) + 2};
    squares->taken = xcalloc(squares->across, squares->down);
}

void decimate_squares_release(struct decimate_squares *squares) {
    free(squares->taken);
    squares->taken = NULL;
}

int decimate_squares_take(struct decimate_squares *squares, double x, double y) {
    double column = floor((x - squares->plot.x) / squares->side);
    double row = floor((y - squares->plot.y) / squares->side);
    int is_inside =
        column >= 0 && row >= 0 && column < (double)squares->across && row < (double)squares->down;
    if (!is_inside)
        return 1;
    unsigned char *square = &squares->taken[(size_t)row * squares->across + (size_t)column];
    int is_free = !*square;
    *square = 1;
    return is_free;
}
