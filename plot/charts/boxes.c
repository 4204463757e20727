/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/charts/boxes.h"

#include <math.h>

#include "plot/charts/forest.h"
#include "plot/figure/look.h"
#include "plot/figure/scene.h"
#include "plot/marks/curve.h"

static double within(const struct scale *x, double value) {
    return scale_map(x, forest_within(x, value));
}

/* --- boxes --- */

size_t boxes_next_outlier(const struct spread *spread, const struct scale *x, size_t i) {
    double last = i ? scale_map(x, spread->outliers[i - 1]) : -HUGE_VAL;
    for (; i < spread->outlier_count; i++)
        if (scale_holds(x, spread->outliers[i]) &&
            scale_map(x, spread->outliers[i]) > last + BOXES_DOT / 2)
            break;
    return i;
}

static void draw_outliers(const struct canvas *canvas, const struct spread *spread, enum role role,
                          const struct scale *x, double y) {
    for (size_t i = 0; (i = boxes_next_outlier(spread, x, i)) < spread->outlier_count; i++)
        scene_circle(canvas->scene, scale_map(x, spread->outliers[i]), y, BOXES_DOT);
    scene_fill(canvas->scene, role, LOOK_DOT_OPACITY);
}

static void draw_box(const struct canvas *canvas, const struct forest_row *row,
                     const struct pen *pen, const struct scale *x, double y, double pitch) {
    const struct spread *spread = row->spread;
    struct scene *scene = canvas->scene;
    double left = within(x, spread->quartiles[0]), right = within(x, spread->quartiles[1]);
    double half = BOXES_HALF * pitch, cap = half / 2;
    draw_outliers(canvas, spread, pen->role, x, y);
    for (int side = 0; side < 2; side++) {
        double end = within(x, spread->whiskers[side]);
        scene_line(scene, side ? right : left, y, end, y);
        scene_stroke(scene, pen->role, LOOK_WHISKER);
        if (scale_holds(x, spread->whiskers[side])) {
            scene_line(scene, end, y - cap, end, y + cap);
            scene_stroke(scene, pen->role, LOOK_WHISKER);
        }
    }
    const struct box box = {left, y - half, right - left, 2 * half};
    scene_rectangle(scene, &box);
    scene_fill(scene, ROLE_GROUND, 1);
    scene_rectangle(scene, &box);
    scene_fill_and_stroke(scene, (struct fill){pen->role, LOOK_SHAPE}, pen->role, LOOK_OUTLINE);
    if (scale_holds(x, row->at)) {
        scene_line(scene, scale_map(x, row->at), y - half, scale_map(x, row->at), y + half);
        scene_stroke(scene, pen->role, LOOK_MEDIAN);
    }
}

/* --- ridges --- */

/* Traces the steps of HEIGHTS above FOOT; where there is nothing the path is on the foot. */
static void trace_ridge(const struct canvas *canvas, const struct spread *spread,
                        const double *heights, const struct scale *x, double foot, double tall) {
    scene_move_to(canvas->scene, within(x, spread->edges[0]), foot);
    for (size_t i = 0; i < spread->bins; i++) {
        double y = foot - heights[i] * tall;
        scene_line_to(canvas->scene, within(x, spread->edges[i]), y);
        scene_line_to(canvas->scene, within(x, spread->edges[i + 1]), y);
    }
    scene_line_to(canvas->scene, within(x, spread->edges[spread->bins]), foot);
}

double boxes_mark_height(const struct spread *spread, double at) {
    static const double least = 0.25; /* of a ridge */
    double height = least;
    for (size_t i = 0; i < spread->bins; i++)
        if (at >= spread->edges[i] && at <= spread->edges[i + 1])
            height = fmax(height, spread->heights[i]);
    return height * RIDGES_TALL;
}

static void draw_ridge(const struct canvas *canvas, const struct forest_row *row,
                       const struct pen *pen, const struct scale *x, double y, double pitch) {
    const struct spread *spread = row->spread;
    struct scene *scene = canvas->scene;
    double foot = y + RIDGES_FOOT * pitch, tall = RIDGES_TALL * pitch;
    if (spread->earlier) {
        trace_ridge(canvas, spread, spread->earlier, x, foot, tall);
        scene_stroke_dashed(scene, ROLE_SOFT_INK, LOOK_OUTLINE, &look_earlier_dash);
    }
    trace_ridge(canvas, spread, spread->heights, x, foot, tall);
    scene_fill_and_stroke(scene, (struct fill){pen->role, LOOK_SHAPE}, pen->role, LOOK_OUTLINE);
    for (size_t m = 0; m < spread->mark_count; m++)
        if (scale_holds(x, spread->marks[m])) {
            double at = scale_map(x, spread->marks[m]);
            scene_line(scene, at, foot, at,
                       foot - boxes_mark_height(spread, spread->marks[m]) * pitch);
            scene_stroke(scene, ROLE_INK, LOOK_RIDGE_MARK);
        }
}

void boxes_draw(const struct canvas *canvas, const struct forest_row *row, const struct pen *pen,
                const struct axes *axes, double y, double pitch) {
    if (row->spread)
        (row->kind == FOREST_BOX ? draw_box : draw_ridge)(canvas, row, pen, &axes->x.scale, y,
                                                          pitch);
}

/* --- labels --- */

static const double smaller = 0.82; /* letters, of those of names */

/* Returns the middle of mark M of ROW if its label has room from FREE_FROM on, or NaN. Sets
 * FREE_FROM to where the next one may begin. */
static double place_label(const struct box_labels *labels, const struct canvas *canvas,
                          const struct forest_row *row, const struct scale *x, size_t m,
                          double *free_from) {
    if (m >= row->spread->mark_count || !scale_holds(x, row->spread->marks[m]))
        return NAN;
    double middle = scale_map(x, row->spread->marks[m]);
    double half = text_measure(canvas->text, &labels->style, row->spread->labels[m]).width / 2;
    if (middle - half < *free_from || middle + half > x->to)
        return NAN;
    *free_from = middle + half + labels->style.size / 3;
    return middle;
}

struct box_labels boxes_choose_labels(const struct canvas *canvas, const struct chart *chart,
                                      const struct axes *axes, const struct text_style *names) {
    struct box_labels labels = {.style = {.size = smaller * names->size}};
    const struct scale *x = &axes->x.scale;
    for (size_t m = 0; m < SPREAD_MOST_MARKS; m++) {
        labels.is_shown[m] = 1;
        for (size_t i = 0; i < chart->row_count; i++) {
            double free_from = x->from;
            if (!chart->rows[i].spread)
                continue;
            for (size_t k = 0; k < m; k++)
                if (labels.is_shown[k])
                    place_label(&labels, canvas, &chart->rows[i], x, k, &free_from);
            if (isnan(place_label(&labels, canvas, &chart->rows[i], x, m, &free_from)))
                labels.is_shown[m] = 0;
        }
    }
    return labels;
}

size_t boxes_place_labels(struct box_label *placed, const struct box_labels *labels,
                          const struct canvas *canvas, const struct forest_row *row,
                          const struct axes *axes, double y) {
    double pitch = forest_pitch(axes);
    double free_from = axes->x.scale.from;
    size_t count = 0;
    for (size_t m = 0; row->spread && m < SPREAD_MOST_MARKS; m++) {
        if (!labels->is_shown[m])
            continue;
        const char *text = row->spread->labels[m];
        placed[count++] = (struct box_label){
            text, place_label(labels, canvas, row, &axes->x.scale, m, &free_from),
            y + RIDGES_FOOT * pitch + text_measure(canvas->text, &labels->style, text).ascent};
    }
    return count;
}

void boxes_draw_labels(const struct canvas *canvas, const struct box_labels *labels,
                       const struct forest_row *row, const struct axes *axes, double y) {
    struct box_label placed[SPREAD_MOST_MARKS];
    size_t count = boxes_place_labels(placed, labels, canvas, row, axes, y);
    for (size_t i = 0; i < count; i++)
        scene_text(canvas->scene, &labels->style, placed[i].text, placed[i].middle,
                   placed[i].baseline, TEXT_IS_CENTRED, ROLE_SOFT_INK);
}
