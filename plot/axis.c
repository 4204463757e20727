/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/axis.h"

#include <math.h>
#include <stdlib.h>

#include <cairo.h>

static const double grid_width = 0.5, fine_grid_width = 0.35, base_width = 0.7;

int room_labels_across(const struct room *room) {
    int count = (int)(room->width / (3.2 * room->font_size));
    return count < 2 ? 2 : count > 6 ? 6 : count;
}

int room_labels_up(const struct room *room) {
    int count = (int)(room->height / (2.2 * room->font_size));
    return count < 2 ? 2 : count > 9 ? 9 : count;
}

/* --- the axis of points --- */

enum { FEW_PLACES = 6 };

/* Where points stand: different values, of which only one more than a few are kept. */
struct places {
    double values[FEW_PLACES + 1];
    size_t count;
    int powers_of_two;
    struct range range;
};

static int is_power_of_two(double value) {
    int exponent;
    return frexp(value, &exponent) == 0.5;
}

static void note_place(struct places *places, double value) {
    range_include(&places->range, value);
    places->powers_of_two &= is_power_of_two(value);
    for (size_t i = 0; i < places->count; i++)
        if (places->values[i] == value)
            return;
    if (places->count <= FEW_PLACES)
        places->values[places->count++] = value;
}

static int ascending(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static struct places note_places(const struct chart *chart, enum scale_kind kind) {
    struct places places = {.powers_of_two = 1, .range = RANGE_EMPTY};
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++)
            if (scale_shows(kind, chart->series[s].x[i]))
                note_place(&places, chart->series[s].x[i]);
    qsort(places.values, places.count, sizeof *places.values, ascending);
    return places;
}

/* A size is a whole number; an even step between two of them is nothing anybody measured. */
static void keep_whole(struct ticks *ticks) {
    size_t kept = 0;
    for (size_t i = 0; i < ticks->count; i++)
        if (fabs(ticks->items[i].value - round(ticks->items[i].value)) < 1e-6)
            ticks->items[kept++] = ticks->items[i];
    ticks->count = kept;
}

static void choose_log(struct axis *axis, const struct places *places, int whole, int most) {
    struct range range = range_padded(places->range, 1.5, 0.02);
    axis->scale = (struct scale){.kind = SCALE_LOG, .low = range.low, .high = range.high};
    axis->format = places->powers_of_two && places->count ? label_power_of_two : label_size;
    if (places->count > 0 && places->count <= FEW_PLACES) {
        ticks_at(&axis->ticks, places->values, places->count, range.low, range.high);
    } else if (places->powers_of_two && places->count) {
        ticks_powers_of_two(&axis->ticks, range.low, range.high, most);
    } else {
        ticks_decades(&axis->ticks, range.low, range.high, most);
        if (whole)
            keep_whole(&axis->ticks);
    }
    if (!whole && !places->powers_of_two)
        axis->format = label_number;
}

static void choose_linear(struct axis *axis, const struct places *places, int most) {
    struct range range = range_widened(places->range, 0.04);
    axis->scale = (struct scale){.kind = SCALE_LINEAR, .low = range.low, .high = range.high};
    axis->format = label_number;
    if (places->count > 0 && places->count <= FEW_PLACES)
        ticks_at(&axis->ticks, places->values, places->count, range.low, range.high);
    else
        ticks_even(&axis->ticks, range.low, range.high, most);
}

/* Three doublings are enough to crowd half of the values at the left of a linear axis; of powers of
 * two, two are. */
static int asks_for_log(const struct places *places) {
    double ratio = places->range.high / places->range.low;
    return places->range.low > 0 && places->count > 2 && ratio >= (places->powers_of_two ? 4 : 8);
}

void axis_of_points(struct axis *axis, const struct chart *chart, const struct room *room) {
    int most = room_labels_across(room), is_parameter = chart->x_is_parameter;
    struct places places = note_places(chart, is_parameter ? SCALE_LINEAR : SCALE_LOG);
    if (is_parameter && !asks_for_log(&places))
        choose_linear(axis, &places, most);
    else
        choose_log(axis, &places, !is_parameter, most);
}

/* --- the range of values --- */

struct range axis_range_of_values(const struct chart *chart, enum scale_kind x) {
    struct range core = RANGE_EMPTY, all = RANGE_EMPTY;
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct series_data *series = &chart->series[s];
        for (size_t i = 0; i < series->count; i++) {
            if (!scale_shows(x, series->x[i]) || !scale_shows(SCALE_LOG, series->y[i]))
                continue;
            range_include(&core, series->y[i]);
            range_include(&all, series->y[i]);
            if (scale_shows(SCALE_LOG, series->low[i]))
                range_include(&all, series->low[i]);
            if (scale_shows(SCALE_LOG, series->high[i]))
                range_include(&all, series->high[i]);
        }
    }
    if (!(core.low <= core.high))
        return core;
    double more = fmax(sqrt(core.high / core.low), 2);
    return (struct range){fmax(all.low, core.low / more), fmin(all.high, core.high * more)};
}

void axes_place(struct axes *axes, const struct box *plot) {
    axes->x.scale.from = plot->x;
    axes->x.scale.to = plot->x + plot->width;
    axes->y.scale.from = plot->y + plot->height;
    axes->y.scale.to = plot->y;
}

/* --- drawing --- */

static struct text_style style_of_labels(const struct canvas *canvas) {
    return (struct text_style){.size = canvas->font_size};
}

double axis_label_width(const struct axis *axis, const struct canvas *canvas) {
    struct text_style style = style_of_labels(canvas);
    double widest = 0;
    for (size_t i = 0; i < axis->ticks.count; i++) {
        char label[LABEL_BYTES];
        if (!axis->ticks.items[i].labelled)
            continue;
        axis->format(label, &axis->ticks.items[i]);
        widest = fmax(widest, text_measure(canvas->text, &style, label).width);
    }
    return widest;
}

static void grid_line(const struct canvas *canvas, const struct box *plot, int vertical,
                      double at) {
    cairo_move_to(canvas->cr, vertical ? at : plot->x, vertical ? plot->y : at);
    cairo_line_to(canvas->cr, vertical ? at : plot->x + plot->width,
                  vertical ? plot->y + plot->height : at);
}

/* All lines of one strength in one stroke, so that where they cross it does not show. */
static void draw_grid(const struct axes *axes, const struct canvas *canvas, const struct box *plot,
                      int major) {
    const struct theme *theme = theme_find(canvas->theme);
    const struct axis *both[] = {&axes->y, &axes->x};
    for (int vertical = 0; vertical < 2; vertical++) {
        const struct axis *axis = both[vertical];
        for (size_t i = 0; i < axis->ticks.count; i++)
            if (axis->ticks.items[i].major == major)
                grid_line(canvas, plot, vertical,
                          scale_map(&axis->scale, axis->ticks.items[i].value));
    }
    canvas_set_colour(canvas, major ? theme->grid : theme->fine_grid, 1);
    cairo_set_line_width(canvas->cr, major ? grid_width : fine_grid_width);
    cairo_stroke(canvas->cr);
}

static void draw_y_labels(const struct axis *axis, const struct canvas *canvas,
                          const struct box *plot) {
    struct text_style style = style_of_labels(canvas);
    double half = text_measure(canvas->text, &style, "0").cap / 2;
    for (size_t i = 0; i < axis->ticks.count; i++) {
        char label[LABEL_BYTES];
        if (!axis->ticks.items[i].labelled)
            continue;
        axis->format(label, &axis->ticks.items[i]);
        text_draw(canvas->text, canvas->cr, &style, label, plot->x - 0.6 * canvas->font_size,
                  scale_map(&axis->scale, axis->ticks.items[i].value) + half, TEXT_ENDS);
    }
}

/* Where a label covers [from, to] and an earlier one was drawn there, it is left out. MAJOR first,
 * so that the decades win over what lies between them. */
static void draw_x_labels(const struct axis *axis, const struct canvas *canvas,
                          const struct box *plot, int major, struct range *taken, size_t *count) {
    struct text_style style = style_of_labels(canvas);
    struct text_extent line = text_measure(canvas->text, &style, "0");
    double baseline = plot->y + plot->height + 0.55 * canvas->font_size + line.cap;
    double gap = 0.7 * canvas->font_size;
    for (size_t i = 0; i < axis->ticks.count; i++) {
        const struct tick *tick = &axis->ticks.items[i];
        char label[LABEL_BYTES];
        if (!tick->labelled || tick->major != major)
            continue;
        axis->format(label, tick);
        double half = text_measure(canvas->text, &style, label).width / 2;
        double at = scale_map(&axis->scale, tick->value);
        int is_free = 1;
        for (size_t t = 0; t < *count; t++)
            is_free &= at + half + gap < taken[t].low || at - half - gap > taken[t].high;
        if (!is_free)
            continue;
        taken[(*count)++] = (struct range){at - half, at + half};
        text_draw(canvas->text, canvas->cr, &style, label, at, baseline, TEXT_IS_CENTRED);
    }
}

void axes_draw(const struct axes *axes, const struct canvas *canvas, const struct box *plot) {
    const struct theme *theme = theme_find(canvas->theme);
    draw_grid(axes, canvas, plot, 0);
    draw_grid(axes, canvas, plot, 1);
    canvas_set_colour(canvas, theme->ink, 1);
    cairo_set_line_width(canvas->cr, base_width);
    grid_line(canvas, plot, 0, plot->y + plot->height);
    cairo_stroke(canvas->cr);
    struct range taken[TICKS_MAX];
    size_t count = 0;
    draw_y_labels(&axes->y, canvas, plot);
    draw_x_labels(&axes->x, canvas, plot, 1, taken, &count);
    draw_x_labels(&axes->x, canvas, plot, 0, taken, &count);
}
