/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/charts/chart.h"

#include <math.h>
#include <stdlib.h>

#include "plot/charts/forest.h"
#include "plot/charts/tiles.h"
#include "plot/figure/look.h"
#include "plot/figure/scene.h"
#include "plot/marks/curve.h"
#include "plot/marks/mark.h"

/* --- step line --- */

/* A line along an axis keeps its full width when clipped. */
static const double beyond = LOOK_LINE / 2;

static double x_at(const struct series_data *series, const struct axes *axes, size_t i) {
    return scale_map(&axes->x.scale, series->x[i]);
}

void step_line_trace(const struct canvas *canvas, const struct series_data *series,
                     const struct axes *axes, enum step_line_end end) {
    struct decimate_line line = {.scene = canvas->scene};
    double ground = axes->y.scale.from, y = ground;
    for (size_t i = 0; i < series->count; i++) {
        if (!curve_shows(series, axes, i)) {
            decimate_line_break(&line);
            y = ground;
            continue;
        }
        double x = x_at(series, axes, i), before = y;
        if (end == STEP_LINE_FALL && i + 1 == series->count)
            y = ground;
        else
            y = scale_map(&axes->y.scale, series->y[i]);
        if (end == STEP_LINE_FALL && before == ground && y == ground) {
            decimate_line_break(&line); /* no line along the axis between bars */
            continue;
        }
        decimate_line_to(&line, x, before);
        decimate_line_to(&line, x, y);
    }
    if (end == STEP_LINE_GO_ON && series->count)
        decimate_line_to(&line, axes->x.scale.to + 2 * DECIMATE_PITCH, y);
    decimate_line_break(&line);
}

/* Clips drawing to the axes. The caller must end that with scene_unclip. */
static void step_line_clip(const struct canvas *canvas, const struct axes *axes) {
    const struct scale *x = &axes->x.scale, *y = &axes->y.scale;
    scene_clip(canvas->scene, &(struct box){x->from, y->to - beyond, x->to - x->from,
                                            y->from - y->to + 2 * beyond});
}

/* --- bars --- */

/* Bars are solid: a dash would cut their corners, and the fill tells the series apart as well. */
static void draw_layer(const struct canvas *canvas, const struct chart *chart,
                       const struct axes *axes, int is_outline) {
    for (size_t s = chart->series_count; s > 0; s--) {
        struct pen pen = curve_pen(canvas, &chart->series[s - 1]);
        step_line_trace(canvas, &chart->series[s - 1], axes, STEP_LINE_FALL);
        if (is_outline)
            scene_stroke(canvas->scene, pen.role, LOOK_OUTLINE);
        else
            scene_fill(canvas->scene, pen.role, LOOK_BARS);
    }
}

/* Draws all fills before all outlines, so that no fill covers an outline. */
static void chart_draw_bars(const struct canvas *canvas, const struct chart *chart,
                            const struct axes *axes) {
    step_line_clip(canvas, axes);
    draw_layer(canvas, chart, axes, 0);
    draw_layer(canvas, chart, axes, 1);
    scene_unclip(canvas->scene);
}

/* --- levels --- */

static void chart_draw_levels(const struct canvas *canvas, const struct chart *chart,
                              const struct axes *axes) {
    for (size_t s = chart->series_count; s > 0; s--) {
        const struct series_data *series = &chart->series[s - 1];
        struct pen pen = curve_pen(canvas, series);
        if (series->levels) {
            /* Each level holds up to the x where the next begins. */
            struct decimate_line line = {.scene = canvas->scene};
            double before = NAN;
            for (size_t i = 0; i < series->count; i++) {
                double level = series->levels[i];
                int is_shown = scale_shows(axes->x.scale.kind, series->x[i]) &&
                               scale_shows(axes->y.scale.kind, level);
                if (!is_shown)
                    decimate_line_break(&line);
                double x = is_shown ? scale_map(&axes->x.scale, series->x[i]) : NAN;
                double y = is_shown ? scale_map(&axes->y.scale, level) : NAN;
                if (is_shown && !isnan(before) && before != y)
                    decimate_line_to(&line, x, before);
                if (is_shown)
                    decimate_line_to(&line, x, y);
                before = y;
            }
            decimate_line_break(&line);
        }
        scene_stroke_dashed(canvas->scene, pen.role, LOOK_LINE, pen.dash);
        curve_draw_points(canvas, chart, series, axes);
    }
}

/* --- steps --- */

/* Fills what is between the steps of LOW and of HIGH, which hold to the end of the axis. */
static void draw_step_band(const struct canvas *canvas, const struct series_data *series,
                           const struct axes *axes) {
    const struct scale *y = &axes->y.scale;
    double right = axes->x.scale.to;
    struct scene *scene = canvas->scene;
    for (size_t i = 0; i < series->count; i++) {
        double end = i + 1 < series->count ? x_at(series, axes, i + 1) : right;
        scene_line_to(scene, x_at(series, axes, i), scale_map(y, series->low[i]));
        scene_line_to(scene, end, scale_map(y, series->low[i]));
    }
    for (size_t i = series->count; i > 0; i--) {
        double end = i < series->count ? x_at(series, axes, i) : right;
        scene_line_to(scene, end, scale_map(y, series->high[i - 1]));
        scene_line_to(scene, x_at(series, axes, i - 1), scale_map(y, series->high[i - 1]));
    }
    scene_close(scene);
    scene_fill(scene, curve_pen(canvas, series).role, LOOK_STEP_BAND);
}

static void chart_draw_steps(const struct canvas *canvas, const struct chart *chart,
                             const struct axes *axes) {
    step_line_clip(canvas, axes);
    for (size_t s = chart->series_count; s > 0; s--)
        if (chart->series[s - 1].low && chart->series[s - 1].count &&
            !curve_is_faint(&chart->series[s - 1]))
            draw_step_band(canvas, &chart->series[s - 1], axes);
    for (enum curve_depth depth = 0; depth < CURVE_DEPTHS; depth++)
        for (size_t s = chart->series_count; s > 0; s--) {
            const struct series_data *series = &chart->series[s - 1];
            struct pen pen = curve_pen(canvas, series);
            if (curve_depth(series) != depth)
                continue;
            step_line_trace(canvas, series, axes, STEP_LINE_GO_ON);
            double width = depth == CURVE_FAINT ? LOOK_FAINT : LOOK_LINE;
            scene_stroke_dashed(canvas->scene, pen.role, width, pen.dash);
        }
    scene_unclip(canvas->scene);
    for (size_t s = chart->series_count; s > 0; s--) {
        struct pen pen = curve_pen(canvas, &chart->series[s - 1]);
        const struct series_data *series = &chart->series[s - 1];
        for (size_t m = 0; series->reached && m < chart->mark_count; m++) {
            if (!scale_holds(&axes->x.scale, series->reached[m]) ||
                !scale_holds(&axes->y.scale, chart->marks[m].at))
                continue;
            double x = scale_map(&axes->x.scale, series->reached[m]);
            double y = scale_map(&axes->y.scale, chart->marks[m].at);
            if (pen.marker == MARKER_NONE)
                marker_draw_dot(canvas, &pen, x, y);
            else
                marker_draw(canvas, &pen, x, y);
        }
    }
}

/* --- chart --- */

typedef void draw_style(const struct canvas *canvas, const struct chart *chart,
                        const struct axes *axes);
static draw_style *const styles[STYLES] = {
    [STYLE_CURVES] = curve_draw_all, [STYLE_STEPS] = chart_draw_steps,
    [STYLE_BARS] = chart_draw_bars,  [STYLE_LEVELS] = chart_draw_levels,
    [STYLE_FOREST] = forest_draw,    [STYLE_TILES] = tiles_draw};

static void draw_noise(const struct canvas *canvas, const struct series_data *noise,
                       const struct axes *axes) {
    struct curve_noise shown = curve_show_noise(noise, axes);
    curve_draw_band(canvas, ROLE_SOFT_INK, &shown.band, axes);
    free(shown.ends);
}

void chart_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes,
                const struct box *plot) {
    if (chart->noise)
        draw_noise(canvas, chart->noise, axes);
    marks_draw(canvas, chart, axes, plot);
    curve_draw_guide(canvas, chart, axes);
    if (chart->has_level && scale_holds(&axes->y.scale, chart->level)) {
        double y = scale_map(&axes->y.scale, chart->level);
        struct pen pen = theme_pen(canvas->theme, 0, canvas->libraries);
        for (size_t s = 0; s < chart->series_count; s++)
            if (curve_is_level(chart, &chart->series[s]))
                pen = curve_pen(canvas, &chart->series[s]);
        scene_line(canvas->scene, axes->x.scale.from, y, axes->x.scale.to, y);
        scene_stroke(canvas->scene, pen.role, LOOK_LINE);
    }
    styles[chart->style](canvas, chart, axes);
}

size_t chart_count_skipped(const struct chart *chart, const struct axes *axes) {
    size_t skipped = 0;
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct series_data *series = &chart->series[s];
        for (size_t i = 0; i < series->count; i++)
            skipped += !isnan(series->y[i]) && !curve_shows(series, axes, i);
    }
    return skipped;
}
