/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/charts/legend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/xalloc.h"
#include "plot/charts/tiles.h"
#include "plot/figure/look.h"
#include "plot/figure/scene.h"
#include "plot/marks/curve.h"
#include "plot/marks/mark.h"
#include "plot/marks/separate_labels.h"

/* --- legend --- */

static const double line_length = LEGEND_LINE, line_height = 1.5, between = 1.6,
                    patch_height = LEGEND_PATCH, before_name = LEGEND_BEFORE_NAME;

/* --- entries --- */

static int compare(const struct series_data *a, const struct series_data *b) {
    if (a->colour != b->colour)
        return a->colour < b->colour ? -1 : 1;
    if (a->variant != b->variant)
        return a->variant < b->variant ? -1 : 1;
    return strcmp(a->name, b->name);
}

static int by_pen(const void *a, const void *b) {
    return compare(((const struct legend_entry *)a)->series,
                   ((const struct legend_entry *)b)->series);
}

static int has_wrong(const struct series_data *series) {
    for (size_t i = 0; series->wrong && i < series->count; i++)
        if (series->wrong[i])
            return 1;
    return 0;
}

static size_t count_series(const struct figure *figure) {
    size_t count = 0;
    for (size_t c = 0; c < figure->chart_count; c++)
        count += figure->charts[c].series_count;
    return count;
}

/* --- making the legend --- */

/* Returns the guide of the first chart that has one. */
static const struct series_data *guide_of(const struct figure *figure) {
    for (size_t c = 0; c < figure->chart_count; c++)
        if (figure->charts[c].guide)
            return figure->charts[c].guide;
    return NULL;
}

static double length_of(const struct legend_entry *entry) {
    return entry->series ? line_length : 2 * MARKER_RADIUS;
}

const char *chart_cross(const struct chart *chart) {
    return chart->cross ? chart->cross : "wrong answer";
}

void legend_make(struct legend *legend, const struct figure *figure, const struct canvas *canvas,
                 double width) {
    *legend = (struct legend){.width = width};
    const char *cross = NULL;
    legend->entries = xcalloc(count_series(figure) + 2, sizeof *legend->entries);
    for (size_t c = 0; c < figure->chart_count; c++)
        for (size_t s = 0; s < figure->charts[c].series_count; s++) {
            const struct series_data *series = &figure->charts[c].series[s];
            if (!curve_is_faint(series))
                legend->entries[legend->count++] =
                    (struct legend_entry){.series = series,
                                          .name = series->name,
                                          .is_patch = figure->charts[c].style == STYLE_TILES};
            if (has_wrong(series))
                cross = chart_cross(&figure->charts[c]);
        }
    qsort(legend->entries, legend->count, sizeof *legend->entries, by_pen);
    size_t kept = 0;
    for (size_t i = 0; i < legend->count; i++)
        if (kept == 0 || compare(legend->entries[kept - 1].series, legend->entries[i].series) != 0)
            legend->entries[kept++] = legend->entries[i];
    legend->count = kept;
    if (figure->legend != LEGEND_USUAL && guide_of(figure))
        legend->entries[legend->count++] = (struct legend_entry){
            .series = guide_of(figure), .name = guide_of(figure)->name, .is_guide = 1};
    if (cross)
        legend->entries[legend->count++] = (struct legend_entry){.name = cross};

    double em = canvas->font_size, x = 0, y = line_height * em / 2;
    struct text_style style = {.size = em, .fit = legend->width - line_length - em};
    for (size_t i = 0; i < legend->count; i++) {
        struct legend_entry *entry = &legend->entries[i];
        double place_width = length_of(entry) + before_name * em +
                             text_measure(canvas->text, &style, entry->name).width;
        if (x > 0 && x + place_width > legend->width) {
            x = 0;
            y += line_height * em;
        }
        entry->x = x;
        entry->y = y;
        legend->extent = fmax(legend->extent, x + place_width);
        x += place_width + between * em;
    }
    legend->height = legend->count ? y + line_height * em / 2 : 0;
}

void legend_release(struct legend *legend) {
    free(legend->entries);
    *legend = (struct legend){0};
}

/* --- drawing --- */

static void draw_sample(const struct canvas *canvas, const struct legend_entry *entry, double x,
                        double y) {
    if (entry->is_guide) {
        curve_draw_guide_sample(canvas, x, y, line_length);
        return;
    }
    if (entry->is_patch) {
        scene_rectangle(canvas->scene,
                        &(struct box){x, y - patch_height / 2, line_length, patch_height});
        scene_fill(canvas->scene, curve_pen(canvas, entry->series).role, tiles_opacity(1));
        return;
    }
    if (entry->series) {
        curve_draw_sample(canvas, entry->series, x, y, line_length);
        return;
    }
    const struct pen pen = {.role = ROLE_INK};
    marker_draw_cross(canvas, &pen, x + MARKER_RADIUS, y);
}

void legend_draw(const struct legend *legend, const struct canvas *canvas, double x, double y) {
    double em = canvas->font_size;
    struct text_style style = {.size = em, .fit = legend->width - line_length - em};
    double half = text_measure(canvas->text, &style, "0").cap / 2;
    for (size_t i = 0; i < legend->count; i++) {
        const struct legend_entry *entry = &legend->entries[i];
        draw_sample(canvas, entry, x + entry->x, y + entry->y);
        scene_text(canvas->scene, &style, entry->name,
                   x + entry->x + length_of(entry) + before_name * em, y + entry->y + half,
                   TEXT_STARTS, ROLE_INK);
    }
}

/* --- names --- */

static const double line_spacing = 1.25, before_sample = NAMES_BEFORE_SAMPLE;

struct name {
    const struct series_data *series;
    int is_guide, is_point;
    double end_x, end_y; /* END_Y is clamped to the plot */
    double height;       /* y of the line's end, even if it is outside the plot */
};

int names_end_together(const struct chart *chart) {
    return chart->style == STYLE_STEPS || chart->style == STYLE_BARS;
}

struct names_fit names_fit(size_t count, double height, double font_size) {
    double wanted = height / (line_spacing * (double)(count ? count : 1));
    double size = fmax(NAMES_SMALLEST * font_size, fmin(font_size, wanted));
    double space = height / (line_spacing * size) + 1e-9;
    size_t fitting = space < 1 ? 1 : (size_t)space;
    return (struct names_fit){size, line_spacing * size, fitting < count ? fitting : count};
}

size_t names_count(const struct chart *chart) {
    size_t count = chart->guide != NULL;
    for (size_t s = 0; s < chart->series_count; s++)
        count += !curve_is_faint(&chart->series[s]);
    return count;
}

int names_has(const struct chart *chart, const struct series_data *series,
              const struct axes *axes) {
    return !curve_is_faint(series) &&
           (curve_is_level(chart, series) || curve_last(series, axes) < series->count);
}

double names_leader(const struct chart *chart) {
    static const double usual = 10, beside_sample = 4;
    return names_end_together(chart) ? line_length + beside_sample : usual;
}

double names_width(const struct canvas *canvas, const struct chart *chart, double size,
                   double widest) {
    struct text_style style = {.size = size};
    double width = 0;
    for (size_t s = 0; s < chart->series_count && width < widest; s++)
        if (!curve_is_faint(&chart->series[s]))
            width = fmax(width, text_measure(canvas->text, &style, chart->series[s].name).width);
    if (chart->guide)
        width = fmax(width, text_measure(canvas->text, &style, chart->guide->name).width);
    return names_leader(chart) + fmin(ceil(width) + 1, widest);
}

/* Clamps to the plot: a line that leaves it through the top or bottom has its name there. */
static double height_within(const struct scale *scale, double value) {
    return fmax(fmin(scale_map(scale, value), fmax(scale->from, scale->to)),
                fmin(scale->from, scale->to));
}

/* Returns whether SERIES has one visible point, the LAST. */
static int is_point(const struct series_data *series, const struct axes *axes, size_t last) {
    for (size_t i = 0; i < last; i++)
        if (curve_shows(series, axes, i))
            return 0;
    return 1;
}

static struct name names_name_of(const struct chart *chart, const struct series_data *series,
                                 const struct axes *axes) {
    size_t last = curve_last(series, axes);
    int is_level = curve_is_level(chart, series);
    double x = is_level ? axes->x.scale.to : scale_map(&axes->x.scale, series->x[last]);
    double y = is_level ? chart->level : series->y[last];
    return (struct name){
        series, series == chart->guide,           !is_level && is_point(series, axes, last),
        x,      height_within(&axes->y.scale, y), scale_map(&axes->y.scale, y)};
}

static int by_height(const void *a, const void *b) {
    const struct name *left = a, *right = b;
    if (left->height != right->height)
        return left->height < right->height ? -1 : 1;
    return (left->series > right->series) - (left->series < right->series);
}

static void draw_name(const struct canvas *canvas, const struct chart *chart,
                      const struct placed_name *name, const struct text_style *style,
                      const struct box *plot) {
    struct scene *scene = canvas->scene;
    double y = name->y;
    struct pen pen = curve_pen(canvas, name->series);
    if (name->is_guide)
        pen.role = ROLE_SOFT_INK;
    double edge = plot->x + plot->width, leader = names_leader(chart);
    double half =
        text_measure(canvas->text, &(struct text_style){.size = style->size}, "0").cap / 2;
    if (names_end_together(chart)) {
        /* If all lines end in one place, a sample of the line shows whose name it is. */
        double from = edge + before_sample, to = from + line_length;
        int is_bare = chart->style == STYLE_BARS; /* bars have neither dashes nor markers */
        scene_line(scene, from, y, to, y);
        scene_stroke_dashed(scene, pen.role, LOOK_LINE, is_bare ? NULL : pen.dash);
        if (pen.marker != MARKER_NONE && !is_bare)
            marker_draw(canvas, &pen, (from + to) / 2, y);
    } else if (name->is_of_point) {
        if (pen.marker == MARKER_NONE)
            marker_draw_dot(canvas, &pen, edge + leader / 2, y);
        else
            marker_draw(canvas, &pen, edge + leader / 2, y);
    } else {
        /* A faint dotted line leads from the end of a line that ends early to the plot's edge. */
        if (name->end_x < edge - NAMES_LED) {
            scene_line(scene, name->end_x + 3, name->end_y, edge, name->end_y);
            scene_stroke_as(scene, (struct stroke){.role = pen.role,
                                                   .opacity = LOOK_LEADER_OPACITY,
                                                   .width = LOOK_LEADER,
                                                   .dash = &look_leader_dash});
        }
        scene_line(scene, edge + 1.5, name->end_y, edge + leader - 2, y);
        scene_stroke_as(scene, (struct stroke){.role = pen.role,
                                               .opacity = LOOK_LEADER_OPACITY,
                                               .width = LOOK_LEADER});
    }
    scene_text(scene, style, name->series->name, edge + leader, y + half, TEXT_STARTS, pen.role);
}

/* Fills NAMES in the order of the series or, unless all lines end in one place, by height. Returns
 * how many there are. */
static size_t names_collect(struct name *names, const struct chart *chart,
                            const struct axes *axes) {
    size_t count = 0;
    for (size_t s = 0; s < chart->series_count; s++)
        if (names_has(chart, &chart->series[s], axes))
            names[count++] = names_name_of(chart, &chart->series[s], axes);
    if (chart->guide && names_has(chart, chart->guide, axes))
        names[count++] = names_name_of(chart, chart->guide, axes);
    if (!names_end_together(chart))
        qsort(names, count, sizeof *names, by_height);
    return count;
}

/* Returns the font size at which all names fit into WIDTH, or the smallest one allowed. */
static double size_to_fit(const struct canvas *canvas, const struct name *names, size_t count,
                          double size, double width) {
    struct text_style style = {.size = size};
    double widest = width;
    for (size_t i = 0; i < count; i++)
        widest = fmax(widest, text_measure(canvas->text, &style, names[i].series->name).width + 1);
    return fmax(fmin(size, NAMES_SMALLEST * canvas->font_size), size * width / widest);
}

/* Keeps the first of COUNT names, the last one and evenly spaced ones in between, in order. The
 * reference takes the place of the kept name before it. */
static void keep_some(struct name *names, size_t count, size_t kept) {
    size_t steps = kept > 1 ? kept - 1 : 1;
    for (size_t i = 0; i < kept; i++) {
        size_t filter = i * (count - 1) / steps, next = (i + 1) * (count - 1) / steps;
        for (size_t k = filter; k < next && k < count; k++)
            if (names[k].series->is_reference)
                filter = k;
        names[i] = names[filter];
    }
}

struct placed_names names_place(const struct canvas *canvas, const struct chart *chart,
                                const struct axes *axes, const struct box *plot, double width) {
    struct name *names = xcalloc(chart->series_count + 1, sizeof *names);
    size_t count = names_collect(names, chart, axes);
    struct names_fit fit = names_fit(count, plot->height, canvas->font_size);
    if (fit.fitting < count)
        keep_some(names, count, fit.fitting);
    struct placed_names placed = {
        .items = xcalloc(fit.fitting, sizeof *placed.items),
        .size = size_to_fit(canvas, names, fit.fitting, fit.size, width - names_leader(chart))};
    double *heights = xcalloc(fit.fitting, sizeof *heights);
    for (size_t i = 0; i < fit.fitting; i++)
        heights[i] = names_end_together(chart) ? plot->y : names[i].end_y;
    separate_labels_apart(heights, fit.fitting, fit.line, plot->y + fit.line / 4,
                          plot->y + plot->height - fit.line / 4);
    for (size_t i = 0; i < fit.fitting; i++)
        placed.items[placed.count++] = (struct placed_name){
            .series = names[i].series,
            .is_guide = names[i].is_guide,
            .is_of_point = names[i].is_point && names[i].end_x < plot->x + plot->width - NAMES_LED,
            .end_x = names[i].end_x,
            .end_y = names[i].end_y,
            .y = heights[i]};
    free(heights);
    free(names);
    return placed;
}

void names_draw(const struct canvas *canvas, const struct chart *chart, const struct axes *axes,
                const struct box *plot, double width) {
    struct placed_names placed = names_place(canvas, chart, axes, plot, width);
    struct text_style style = {.size = placed.size, .fit = width - names_leader(chart)};
    for (size_t i = 0; i < placed.count; i++)
        draw_name(canvas, chart, &placed.items[i], &style, plot);
    free(placed.items);
}
