/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/marks/mark.h"

#include <math.h>
#include <stdlib.h>

#include "formats/text/xalloc.h"
#include "plot/figure/look.h"
#include "plot/figure/scene.h"
#include "plot/figure/text.h"

/* --- mark --- */

static const double gap = MARKS_GAP, passing_below = MARKS_PASSING_BELOW, span_cap = 1.6;

static int is_shown(const struct mark *mark, const struct axes *axes) {
    return scale_holds(mark->is_vertical ? &axes->x.scale : &axes->y.scale, mark->at);
}

static void shade_zones(const struct canvas *canvas, const struct chart *chart,
                        const struct axes *axes, const struct box *plot) {
    for (size_t i = 0; i < chart->mark_count; i++)
        if (chart->marks[i].is_zone && is_shown(&chart->marks[i], axes)) {
            double x = scale_map(&axes->x.scale, chart->marks[i].at);
            scene_rectangle(canvas->scene,
                            &(struct box){x, plot->y, plot->x + plot->width - x, plot->height});
        }
    scene_fill(canvas->scene, ROLE_SOFT_INK, LOOK_ZONE);
}

/* Draws where the lead passes: between the ends of a small bar, most likely at its diamond. */
static void draw_passing(const struct canvas *canvas, const struct mark *mark,
                         const struct axes *axes, const struct box *plot) {
    struct scene *scene = canvas->scene;
    struct pen pen = theme_pen(canvas->theme, mark->colour, canvas->libraries);
    double x = scale_map(&axes->x.scale, mark->at), y = plot->y + passing_below;
    double left = fmax(scale_map(&axes->x.scale, mark->low), plot->x),
           right = fmin(scale_map(&axes->x.scale, mark->high), plot->x + plot->width);
    scene_line(scene, x, plot->y, x, plot->y + plot->height);
    scene_stroke_as(
        scene,
        (struct stroke){.role = pen.role, .opacity = LOOK_PASSING_OPACITY, .width = LOOK_PASSING});
    scene_line(scene, left, y, right, y);
    scene_line(scene, left, y - span_cap, left, y + span_cap);
    scene_line(scene, right, y - span_cap, right, y + span_cap);
    scene_stroke(scene, pen.role, LOOK_SPAN);
    pen.marker = MARKER_DIAMOND;
    pen.filled = 1;
    marker_draw(canvas, &pen, x, y);
}

void marks_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes,
                const struct box *plot) {
    shade_zones(canvas, chart, axes, plot);
    for (size_t i = 0; i < chart->mark_count; i++)
        if (is_shown(&chart->marks[i], axes) && !chart->marks[i].is_passing) {
            const struct mark *mark = &chart->marks[i];
            double x = scale_map(&axes->x.scale, mark->at), y = scale_map(&axes->y.scale, mark->at);
            scene_line(canvas->scene, mark->is_vertical ? x : plot->x,
                       mark->is_vertical ? plot->y : y,
                       mark->is_vertical ? x : plot->x + plot->width,
                       mark->is_vertical ? plot->y + plot->height : y);
        }
    scene_stroke_as(canvas->scene, (struct stroke){.role = ROLE_SOFT_INK,
                                                   .opacity = LOOK_MARK_OPACITY,
                                                   .width = LOOK_MARK,
                                                   .dash = &look_mark_dash});
    for (size_t i = 0; i < chart->mark_count; i++)
        if (chart->marks[i].is_passing && is_shown(&chart->marks[i], axes))
            draw_passing(canvas, &chart->marks[i], axes, plot);
}

/* --- labels --- */

static int has_label_in(const struct mark *mark, int row) {
    return mark->is_vertical && *mark->label && mark->row == row;
}

static int has_row(const struct chart *chart, int row) {
    for (size_t i = 0; i < chart->mark_count; i++)
        if (has_label_in(&chart->marks[i], row))
            return 1;
    return 0;
}

int marks_label_rows(const struct chart *chart) {
    int rows = 0;
    for (int row = 0; row < MARKS_MOST_ROWS; row++)
        rows += has_row(chart, row);
    return rows;
}

/* A label has at most WIDTH. Its number is at its end, and above a plot a name at its beginning. */
static struct text_style style_above(const struct canvas *canvas, double width) {
    return (struct text_style){.size = LOOK_MARK_LETTERS * canvas->font_size,
                               .fit = fmax(width, 1)};
}

static struct text_style style_across(const struct canvas *canvas, double width) {
    struct text_style style = style_above(canvas, width);
    style.keeps_end = 1;
    return style;
}

static double width_across(const struct box *plot) {
    return plot->width - 2 * gap;
}

/* Returns how many points of curves are within BOX. */
static size_t count_points(const struct chart *chart, const struct axes *axes,
                           const struct box *box) {
    size_t count = 0;
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++) {
            double x = scale_map(&axes->x.scale, chart->series[s].x[i]);
            double y = scale_map(&axes->y.scale, chart->series[s].y[i]);
            count +=
                x >= box->x && x <= box->x + box->width && y >= box->y && y <= box->y + box->height;
        }
    return count;
}

/* Returns the label's baseline: above the line, unless there is no room or fewer points are below
 * it. */
static double choose_side(const struct chart *chart, const struct axes *axes,
                          const struct box *plot, double y, double left,
                          const struct text_extent *extent) {
    double height = extent->cap + 2 * gap;
    const struct box above = {left, y - height, extent->width + 2 * gap, height - 0.5};
    const struct box below = {left, y + 0.5, extent->width + 2 * gap, height};
    int fits_above = above.y >= plot->y, fits_below = y + height <= plot->y + plot->height;
    int is_below = fits_below && (!fits_above || count_points(chart, axes, &below) <
                                                     count_points(chart, axes, &above));
    return is_below ? y + gap + extent->cap : y - gap;
}

/* Returns the next labelled vertical mark of the row whose place is beyond X, or the mark count. */
static size_t next_vertical(const struct chart *chart, const struct axes *axes, int row, double x) {
    size_t next = chart->mark_count;
    for (size_t i = 0; i < chart->mark_count; i++) {
        const struct mark *mark = &chart->marks[i];
        if (has_label_in(mark, row) && is_shown(mark, axes) && mark->at > x &&
            (next == chart->mark_count || mark->at < chart->marks[next].at))
            next = i;
    }
    return next;
}

/* Adds the labels of ROW to PLACED [COUNT]; returns how many there are then. */
static size_t place_row(struct placed_label *placed, size_t count, const struct canvas *canvas,
                        const struct chart *chart, const struct axes *axes, const struct box *plot,
                        int row, double baseline) {
    double taken = -HUGE_VAL, x = -HUGE_VAL;
    for (size_t i; (i = next_vertical(chart, axes, row, x)) < chart->mark_count;) {
        const struct mark *mark = &chart->marks[i];
        struct text_style style = style_above(canvas, plot->width);
        double width = text_measure(canvas->text, &style, mark->label).width;
        double left = scale_map(&axes->x.scale, mark->at) - width / 2;
        left = fmax(plot->x, fmin(left, plot->x + plot->width - width));
        if (!(left < taken)) {
            placed[count++] = (struct placed_label){mark, left, baseline};
            taken = left + width + 2 * gap;
        }
        x = mark->at;
    }
    return count;
}

size_t marks_place_labels(struct placed_label *placed, const struct canvas *canvas,
                          const struct chart *chart, const struct axes *axes,
                          const struct box *plot) {
    size_t count = 0;
    double baseline = plot->y - gap;
    for (int row = 0; row < MARKS_MOST_ROWS; row++)
        if (has_row(chart, row)) {
            count = place_row(placed, count, canvas, chart, axes, plot, row, baseline);
            baseline -= MARKS_ROW_ABOVE * canvas->font_size;
        }
    return count;
}

enum role marks_label_role(const struct canvas *canvas, const struct mark *mark) {
    return mark->is_passing && mark->colour != COLOUR_FAINT
               ? theme_pen(canvas->theme, mark->colour, canvas->libraries).role
               : ROLE_SOFT_INK;
}

static void draw_labels_above(const struct canvas *canvas, const struct chart *chart,
                              const struct axes *axes, const struct box *plot) {
    struct placed_label *placed = xcalloc(chart->mark_count, sizeof *placed);
    size_t count = marks_place_labels(placed, canvas, chart, axes, plot);
    struct text_style style = style_above(canvas, plot->width);
    for (size_t i = 0; i < count; i++)
        scene_text(canvas->scene, &style, placed[i].mark->label, placed[i].left, placed[i].baseline,
                   TEXT_STARTS, marks_label_role(canvas, placed[i].mark));
    free(placed);
}

struct placed_label marks_place_across(const struct mark *mark, const struct canvas *canvas,
                                       const struct chart *chart, const struct axes *axes,
                                       const struct box *plot) {
    struct text_style style = style_across(canvas, width_across(plot));
    struct text_extent extent = text_measure(canvas->text, &style, mark->label);
    double y = scale_map(&axes->y.scale, mark->at);
    double left = mark->is_at_left ? plot->x + gap : plot->x + plot->width - gap - extent.width;
    return (struct placed_label){mark, left,
                                 mark->is_below ? y + gap + extent.cap
                                 : mark->is_at_left
                                     ? y - gap
                                     : choose_side(chart, axes, plot, y, left, &extent)};
}

static int has_label_across(const struct mark *mark, const struct axes *axes) {
    return !mark->is_vertical && *mark->label && is_shown(mark, axes);
}

/* What the patch under a label covers. */
static struct box patch_of(const struct placed_label *placed, const struct canvas *canvas,
                           const struct box *plot) {
    struct text_style style = style_across(canvas, width_across(plot));
    struct text_extent extent = text_measure(canvas->text, &style, placed->mark->label);
    return (struct box){placed->left - gap / 2, placed->baseline - extent.cap - gap / 2,
                        extent.width + gap, extent.cap + gap};
}

int marks_have_words_within(const struct canvas *canvas, const struct chart *chart,
                            const struct axes *axes, const struct box *plot,
                            const struct box *box) {
    for (size_t i = 0; i < chart->mark_count; i++) {
        if (!has_label_across(&chart->marks[i], axes))
            continue;
        struct placed_label placed =
            marks_place_across(&chart->marks[i], canvas, chart, axes, plot);
        struct box patch = patch_of(&placed, canvas, plot);
        if (box_meets(&patch, box))
            return 1;
    }
    return 0;
}

void marks_draw_labels(const struct canvas *canvas, const struct chart *chart,
                       const struct axes *axes, const struct box *plot) {
    draw_labels_above(canvas, chart, axes, plot);
    for (size_t i = 0; i < chart->mark_count; i++) {
        if (!has_label_across(&chart->marks[i], axes))
            continue;
        struct placed_label placed =
            marks_place_across(&chart->marks[i], canvas, chart, axes, plot);
        struct text_style style = style_across(canvas, width_across(plot));
        struct box patch = patch_of(&placed, canvas, plot);
        scene_rectangle(canvas->scene, &patch);
        scene_fill(canvas->scene, ROLE_GROUND, LOOK_MARK_PATCH);
        scene_text(canvas->scene, &style, placed.mark->label, placed.left, placed.baseline,
                   TEXT_STARTS, ROLE_SOFT_INK);
    }
}

/* --- marker --- */

/* Regular shapes: the number of corners (0 for a circle), the direction of the first (degrees,
 * clockwise from the right), and how much larger than MARKER_RADIUS their circle is, so that all
 * shapes look the same size. */
static const struct {
    int corners;
    double direction, enlarged;
} shapes[MARKER_SHAPES] = {
    [MARKER_CIRCLE] = {0, 0, 1},
    [MARKER_SQUARE] = {4, 45, 1.27},
    [MARKER_TRIANGLE] = {3, -90, 1.4},
    [MARKER_DIAMOND] = {4, -90, 1.3},
    [MARKER_TRIANGLE_DOWN] = {3, 90, 1.4},
    [MARKER_TRIANGLE_RIGHT] = {3, 0, 1.4},
    [MARKER_TRIANGLE_LEFT] = {3, 180, 1.4},
};

static void marker_trace(struct scene *scene, enum marker_shape shape, double x, double y) {
    double radius = MARKER_RADIUS * shapes[shape].enlarged;
    if (shapes[shape].corners == 0) {
        scene_circle(scene, x, y, radius);
        return;
    }
    for (int i = 0; i < shapes[shape].corners; i++) {
        double angle = M_PI * (shapes[shape].direction / 180 + 2.0 * i / shapes[shape].corners);
        scene_line_to(scene, x + radius * cos(angle), y + radius * sin(angle));
    }
    scene_close(scene);
}

void marker_draw(const struct canvas *canvas, const struct pen *pen, double x, double y) {
    if (pen->marker == MARKER_NONE)
        return;
    marker_trace(canvas->scene, pen->marker, x, y);
    scene_fill_and_stroke(canvas->scene, (struct fill){pen->filled ? pen->role : ROLE_GROUND, 1},
                          pen->role, LOOK_MARKER_EDGE);
}

void marker_draw_dot(const struct canvas *canvas, const struct pen *pen, double x, double y) {
    scene_circle(canvas->scene, x, y, MARKER_DOT);
    scene_fill(canvas->scene, pen->role, 1);
}

void marker_draw_cross(const struct canvas *canvas, const struct pen *pen, double x, double y) {
    double arm = MARKER_CROSS_ARM;
    scene_line(canvas->scene, x - arm, y - arm, x + arm, y + arm);
    scene_line(canvas->scene, x - arm, y + arm, x + arm, y - arm);
    scene_stroke(canvas->scene, pen->role, LOOK_CROSS);
}
