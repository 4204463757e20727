/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/charts/legend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/marks/curve.h"
#include "plot/marks/marker.h"

static const double line_length = 18, line_height = 1.5, between = 1.6, before_name = 0.5;
static const char wrong_answer[] = "wrong answer";

static const char *name_of(const struct legend_entry *entry) {
    return entry->series ? entry->series->name : wrong_answer;
}

/* --- which there are --- */

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

static int collect(struct legend *legend, const struct figure *figure) {
    int is_any_wrong = 0;
    legend->entries = calloc(count_series(figure) + 1, sizeof *legend->entries);
    if (!legend->entries)
        return -1;
    for (size_t c = 0; c < figure->chart_count; c++)
        for (size_t s = 0; s < figure->charts[c].series_count; s++) {
            legend->entries[legend->count++].series = &figure->charts[c].series[s];
            is_any_wrong |= has_wrong(&figure->charts[c].series[s]);
        }
    qsort(legend->entries, legend->count, sizeof *legend->entries, by_pen);
    size_t kept = 0;
    for (size_t i = 0; i < legend->count; i++)
        if (kept == 0 || compare(legend->entries[kept - 1].series, legend->entries[i].series) != 0)
            legend->entries[kept++] = legend->entries[i];
    legend->count = kept;
    if (is_any_wrong)
        legend->entries[legend->count++] = (struct legend_entry){0};
    return 0;
}

/* --- where they stand --- */

static double length_of(const struct legend_entry *entry) {
    return entry->series ? line_length : 2 * MARKER_RADIUS;
}

static void place(struct legend *legend, const struct canvas *canvas) {
    double em = canvas->font_size, x = 0, y = line_height * em / 2;
    struct text_style style = {.size = em, .fit = legend->width - line_length - em};
    for (size_t i = 0; i < legend->count; i++) {
        struct legend_entry *entry = &legend->entries[i];
        double width = length_of(entry) + before_name * em +
                       text_measure(canvas->text, &style, name_of(entry)).width;
        if (x > 0 && x + width > legend->width) {
            x = 0;
            y += line_height * em;
        }
        entry->x = x;
        entry->y = y;
        x += width + between * em;
    }
    legend->height = legend->count ? y + line_height * em / 2 : 0;
}

int legend_make(struct legend *legend, const struct figure *figure, const struct canvas *canvas,
                double width) {
    *legend = (struct legend){.width = width};
    if (collect(legend, figure) != 0)
        return -1;
    place(legend, canvas);
    return 0;
}

void legend_release(struct legend *legend) {
    free(legend->entries);
    *legend = (struct legend){0};
}

/* --- drawing --- */

static void draw_sample(const struct canvas *canvas, const struct legend_entry *entry, double x,
                        double y) {
    if (entry->series) {
        curve_draw_sample(canvas, entry->series, x, y, line_length);
        return;
    }
    const struct pen pen = {.colour = theme_find(canvas->theme)->ink};
    marker_draw_cross(canvas, &pen, x + MARKER_RADIUS, y);
}

void legend_draw(const struct legend *legend, const struct canvas *canvas, double x, double y) {
    double em = canvas->font_size;
    struct text_style style = {.size = em, .fit = legend->width - line_length - em};
    double half = text_measure(canvas->text, &style, "0").cap / 2;
    for (size_t i = 0; i < legend->count; i++) {
        const struct legend_entry *entry = &legend->entries[i];
        draw_sample(canvas, entry, x + entry->x, y + entry->y);
        canvas_set_colour(canvas, theme_find(canvas->theme)->ink, 1);
        text_draw(canvas->text, canvas->cr, &style, name_of(entry),
                  x + entry->x + length_of(entry) + before_name * em, y + entry->y + half,
                  TEXT_STARTS);
    }
}
