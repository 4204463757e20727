/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/terminal/terminal_curve.h"

#include <math.h>

#include "plot/marks/curve.h"
#include "plot/figure/figure.h"

static const double marker_spacing = 24; /* dots */

unsigned terminal_curve_tone(const struct series_data *series) {
    return curve_is_faint(series) ? CELL_FAINT : CELL_LIBRARY + (unsigned)(series->colour % 200);
}

const char *terminal_curve_marker(const struct series_data *series, int is_ascii) {
    static const struct {
        const char *hollow, *filled, *ascii;
    } shapes[MARKER_SHAPES] = {
        [MARKER_NONE] = {"━", "━", "-"},           [MARKER_CIRCLE] = {"○", "●", "o"},
        [MARKER_SQUARE] = {"□", "■", "#"},         [MARKER_TRIANGLE] = {"△", "▲", "^"},
        [MARKER_DIAMOND] = {"◇", "◆", "*"},        [MARKER_TRIANGLE_DOWN] = {"▽", "▼", "v"},
        [MARKER_TRIANGLE_RIGHT] = {"▷", "▶", ">"}, [MARKER_TRIANGLE_LEFT] = {"◁", "◀", "<"}};
    struct pen pen = theme_pen(THEME_LIGHT, series->colour, 1);
    if (pen.marker == MARKER_NONE && !series->is_reference)
        return is_ascii ? "+" : "•";
    if (is_ascii)
        return shapes[pen.marker].ascii;
    return pen.filled ? shapes[pen.marker].filled : shapes[pen.marker].hollow;
}

static double x_of(const struct terminal_plot *plot, double value) {
    return scale_map(&plot->axes->x.scale, value);
}

static double y_of(const struct terminal_plot *plot, double value) {
    return scale_map(&plot->axes->y.scale, value);
}

static int is_wrong(const struct series_data *series, size_t i) {
    return series->wrong && series->wrong[i];
}

static int is_on_line(const struct terminal_plot *plot, const struct series_data *series,
                      size_t i) {
    return i < series->count && curve_shows(series, plot->axes, i) && !is_wrong(series, i);
}

/* --- dots --- */

/* Returns whether Y is the base of a histogram, where nothing is drawn. */
static int is_ground(const struct terminal_plot *plot, double y) {
    return plot->style == STYLE_BARS && y == plot->axes->y.scale.from;
}

/* Draws HEIGHTS, which hold from their x to the next, starting at BEFORE; NaN is a gap. Returns the
 * y of the last one. */
static double draw_stairs(const struct terminal_plot *plot, struct dots *dots,
                          const struct dots_pen *pen, const struct series_data *series,
                          const double *heights, double before) {
    for (size_t i = 0; i < series->count; i++) {
        double x = x_of(plot, series->x[i]), y = NAN;
        if (scale_shows(plot->axes->y.scale.kind, heights[i]))
            y = y_of(plot, heights[i]);
        if (i > 0 && !isnan(before) && !is_ground(plot, before))
            dots_line(dots, pen, x_of(plot, series->x[i - 1]), before, x, before);
        if (!isnan(before) && !isnan(y) && !(is_ground(plot, before) && is_ground(plot, y)))
            dots_line(dots, pen, x, before, x, y);
        before = y;
    }
    return before;
}

/* Joins neighbouring points. */
static void draw_path(const struct terminal_plot *plot, struct dots *dots,
                      const struct dots_pen *pen, const struct series_data *line) {
    for (size_t i = 0; i < line->count; i++) {
        if (!is_on_line(plot, line, i))
            continue;
        size_t from = i > 0 && is_on_line(plot, line, i - 1) ? i - 1 : i;
        dots_line(dots, pen, x_of(plot, line->x[from]), y_of(plot, line->y[from]),
                  x_of(plot, line->x[i]), y_of(plot, line->y[i]));
    }
}

static void draw_line(const struct terminal_plot *plot, struct dots *dots,
                      const struct series_data *series) {
    struct dots_pen pen = {.tone = terminal_curve_tone(series)};
    double ground = plot->axes->y.scale.from, right = plot->axes->x.scale.to, last;
    if (series->variant > 1) { /* the first variant is solid */
        pen.ink = series->variant % 3 == 2 ? 4 : series->variant % 3 == 0 ? 1 : 2;
        pen.gap = 2;
    }
    switch (plot->style) {
    case STYLE_STEPS:
        last = draw_stairs(plot, dots, &pen, series, series->y, ground);
        if (series->count && !isnan(last))
            dots_line(dots, &pen, x_of(plot, series->x[series->count - 1]), last, right, last);
        break;
    case STYLE_BARS:
        draw_stairs(plot, dots, &pen, series, series->y, ground);
        break;
    case STYLE_LEVELS:
        if (series->levels) {
            /* A single level between gaps has no line, so it gets a dot. */
            draw_stairs(plot, dots, &pen, series, series->levels, NAN);
            for (size_t i = 0; i < series->count; i++) {
                double x = x_of(plot, series->x[i]), y = y_of(plot, series->levels[i]);
                if (!isnan(y))
                    dots_line(dots, &pen, x, y, x, y);
            }
        }
        break;
    default:
        draw_path(plot, dots, &pen, series->fit ? series->fit : series);
    }
}

/* Returns whether intervals fit side by side without overlapping. */
static int has_room_for_intervals(const struct terminal_plot *plot,
                                  const struct series_data *series) {
    size_t most = plot->style == STYLE_LEVELS ? plot->width / 2 : CURVE_FEW_POINTS;
    return series->low && series->high && series->count <= most;
}

static int has_interval(const struct terminal_plot *plot, const struct series_data *series,
                        size_t i) {
    return is_on_line(plot, series, i) && !isnan(series->low[i]) && !isnan(series->high[i]) &&
           scale_holds(&plot->axes->x.scale, series->x[i]);
}

/* Puts arrows into the cells at the edges that intervals extend beyond. */
static void put_arrows(const struct terminal_plot *plot, const struct series_data *series) {
    const struct scale *y = &plot->axes->y.scale;
    for (size_t i = 0; has_room_for_intervals(plot, series) && i < series->count; i++) {
        long column = (long)(round(x_of(plot, series->x[i])) / DOTS_ACROSS);
        if (!has_interval(plot, series, i) || series->high[i] < y->low || series->low[i] > y->high)
            continue;
        if (!scale_holds(y, series->high[i]))
            cells_put(plot->cells, plot->column + column, plot->row, plot->is_ascii ? "|" : "↑",
                      terminal_curve_tone(series));
        if (!scale_holds(y, series->low[i]))
            cells_put(plot->cells, plot->column + column, plot->row + (long)plot->height - 1,
                      plot->is_ascii ? "|" : "↓", terminal_curve_tone(series));
    }
}

/* Interpolates the interval of NOISE at X between the two points beside it, in dots. Returns 0 if
 * there is none. */
static int noise_at(const struct terminal_plot *plot, const struct series_data *noise, double x,
                    double ends[2]) {
    for (size_t i = 0; i + 1 < noise->count; i++) {
        double left = x_of(plot, noise->x[i]), right = x_of(plot, noise->x[i + 1]);
        double part = right > left ? (x - left) / (right - left) : 0;
        if (!(left <= x && x <= right))
            continue;
        const double *both[] = {noise->low, noise->high};
        for (int e = 0; e < 2; e++)
            ends[e] = (1 - part) * y_of(plot, both[e][i]) + part * y_of(plot, both[e][i + 1]);
        return !isnan(ends[0]) && !isnan(ends[1]);
    }
    return 0;
}

/* --- markers --- */

static void put(const struct terminal_plot *plot, const struct series_data *series, size_t i,
                const char *what) {
    long column = (long)(round(x_of(plot, series->x[i])) / DOTS_ACROSS);
    long row = (long)(round(y_of(plot, series->y[i])) / DOTS_DOWN);
    cells_put(plot->cells, plot->column + column, plot->row + row, what,
              terminal_curve_tone(series));
}

static int stands_alone(const struct terminal_plot *plot, const struct series_data *series,
                        size_t i) {
    return (i == 0 || !is_on_line(plot, series, i - 1)) && !is_on_line(plot, series, i + 1);
}

/* As in the pictures: marks only some of many points, in turn with the other lines, unless each has
 * a letter's width to itself. */
static void put_markers(const struct terminal_plot *plot, const struct series_data *series,
                        size_t count) {
    size_t turns = count > 2 ? count - 1 : 1, turn = series->colour ? series->colour - 1 : 0;
    const double apart = 2 * DOTS_ACROSS;
    enum curve_markers markers = plot->style == STYLE_LEVELS ? CURVE_MARKERS_ALL
                                 : plot->style == STYLE_CURVES || series->count <= CURVE_FEW_POINTS
                                     ? curve_spread_markers(series, &plot->axes->x.scale, apart)
                                     : CURVE_MARKERS_SOME;
    int are_some = markers == CURVE_MARKERS_SOME;
    double spacing = are_some ? marker_spacing : markers == CURVE_MARKERS_ALL ? 0 : apart;
    double phase = are_some ? spacing * (double)(turn % turns) / (double)turns : 0;
    double next = -HUGE_VAL;
    int has_marker = !curve_is_faint(series) && (series->colour != 0 || !series->is_reference);
    const char *marker = terminal_curve_marker(series, plot->is_ascii);
    for (size_t i = 0; i < series->count; i++) {
        if (!is_on_line(plot, series, i) || is_ground(plot, y_of(plot, series->y[i])))
            continue;
        double x = x_of(plot, series->x[i]);
        if (next == -HUGE_VAL)
            next = x + phase;
        int is_due = x >= next - 1e-6;
        if ((has_marker && is_due) || stands_alone(plot, series, i))
            put(plot, series, i, marker);
        if (is_due)
            next = are_some ? fmax(next + spacing, x + spacing / 2) : x + spacing;
    }
}

static void put_crosses(const struct terminal_plot *plot, const struct series_data *series) {
    for (size_t i = 0; i < series->count; i++)
        if (is_wrong(series, i) && curve_shows(series, plot->axes, i))
            put(plot, series, i, plot->is_ascii ? "X" : "×");
}

/* --- all series --- */

/* Returns series I, counted from the end, if this pass draws it, otherwise NULL: the reference
 * comes in the last pass, or not at all if a level stands for it. */
static const struct series_data *in_turn(const struct series_data *series, size_t count, size_t i,
                                         enum curve_depth depth, int has_level) {
    const struct series_data *one = &series[count - 1 - i];
    int is_drawn = curve_depth(one) == depth && !(one->is_reference && has_level);
    return is_drawn ? one : NULL;
}

static unsigned tone_of_level(const struct series_data *series, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (series[i].is_reference)
            return terminal_curve_tone(&series[i]);
    return CELL_LIBRARY;
}

static void draw_noise(const struct terminal_plot *plot, struct dots *dots,
                       const struct series_data *noise) {
    for (double x = 0; noise && x < (double)(plot->width * DOTS_ACROSS); x++) {
        double ends[2];
        if (noise_at(plot, noise, x, ends))
            dots_shade(dots, CELL_FAINT, x, ends[0], ends[1]);
    }
}

static void draw_intervals(const struct terminal_plot *plot, struct dots *dots,
                           const struct series_data *series) {
    const struct dots_pen pen = {terminal_curve_tone(series), 1, 1};
    if (curve_is_faint(series) || !has_room_for_intervals(plot, series))
        return;
    for (size_t i = 0; i < series->count; i++)
        if (has_interval(plot, series, i))
            dots_line(dots, &pen, x_of(plot, series->x[i]), y_of(plot, series->low[i]),
                      x_of(plot, series->x[i]), y_of(plot, series->high[i]));
}

/* Draws what is behind the series. */
static void draw_ground(const struct terminal_plot *plot, struct dots *dots,
                        const struct chart *chart) {
    const struct dots_pen guide = {CELL_FAINT, 2, 2};
    double right = (double)(plot->width * DOTS_ACROSS - 1);
    draw_noise(plot, dots, chart->noise);
    if (chart->guide)
        draw_path(plot, dots, &guide, chart->guide);
    if (chart->has_level) {
        const struct dots_pen pen = {.tone = tone_of_level(chart->series, chart->series_count)};
        dots_line(dots, &pen, 0, y_of(plot, chart->level), right, y_of(plot, chart->level));
    }
}

void terminal_curve_draw_all(const struct terminal_plot *plot, const struct chart *chart) {
    const struct series_data *series = chart->series;
    size_t count = chart->series_count;
    struct dots *dots = dots_new(plot->width, plot->height);
    draw_ground(plot, dots, chart);
    for (enum curve_depth depth = 0; depth < CURVE_DEPTHS; depth++)
        for (size_t i = 0; i < count; i++) {
            const struct series_data *one = in_turn(series, count, i, depth, chart->has_level);
            if (one) {
                draw_intervals(plot, dots, one);
                draw_line(plot, dots, one);
            }
        }
    dots_put(dots, plot->cells, plot->column, plot->row, plot->is_ascii);
    dots_free(dots);
    for (size_t i = 0; i < count; i++)
        if (!curve_is_faint(&series[i]) && !(chart->has_level && series[i].is_reference))
            put_arrows(plot, &series[i]);
    for (enum curve_depth depth = 0; depth < CURVE_DEPTHS; depth++)
        for (size_t i = 0; i < count; i++) {
            const struct series_data *one = in_turn(series, count, i, depth, chart->has_level);
            if (one)
                put_markers(plot, one, count);
        }
    for (size_t i = 0; i < count; i++)
        put_crosses(plot, &series[i]);
}
