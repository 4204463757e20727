/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/kinds/sampled.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/input/input.h"
#include "analyze/model/parameter_grid.h"
#include "formats/text/xalloc.h"
#include "plot/figure/text.h"

/* --- keeping the samples --- */

static void release_point(struct sampled_point *point) {
    for (size_t l = 0; l < point->libraries; l++) {
        distribution_release(&point->cells[l]);
        if (point->orders) {
            free(point->orders[l].seconds);
            free(point->orders[l].disturbed);
        }
    }
    free(point->cells);
    free(point->orders);
    *point = (struct sampled_point){0};
}

/* Keeps the better one of the last two points of the section. */
static void settle(struct sampled *sampled) {
    if (sampled->wants_all || sampled->count < sampled->first + 2)
        return;
    struct sampled_point *last = &sampled->points[--sampled->count], *best = last - 1;
    int is_better =
        last->present != best->present ? last->present > best->present : last->size > best->size;
    struct sampled_point kept = is_better ? *last : *best;
    release_point(is_better ? best : last);
    *last = (struct sampled_point){0};
    *best = kept;
}

/* Returns the point of ROW, which is a new one where its first library comes. */
static struct sampled_point *point_of(struct sampled *sampled, const struct row *row) {
    int is_same_point =
        sampled->count > sampled->first && sampled->points[sampled->count - 1].point == row->point;
    if (!is_same_point) {
        settle(sampled);
        sampled->points =
            xreallocarray(sampled->points, sampled->count + 1, sizeof *sampled->points);
        sampled->points[sampled->count++] =
            (struct sampled_point){.section = sampled->section,
                                   .point = row->point,
                                   .size = row->space->axes[row->space->main].values[row->point]};
    }
    return &sampled->points[sampled->count - 1];
}

/* Makes room for one more library; it has no samples yet. */
static void add_library(struct sampled_point *point, int wants_order) {
    point->cells = xreallocarray(point->cells, point->libraries + 1, sizeof *point->cells);
    point->cells[point->libraries] = (struct distribution){0};
    if (wants_order) {
        point->orders = xreallocarray(point->orders, point->libraries + 1, sizeof *point->orders);
        point->orders[point->libraries] = (struct ordered_samples){.seconds = NULL};
    }
    point->libraries++;
}

static void keep_order(struct ordered_samples *order, const struct taken_samples *samples) {
    size_t count = samples->rounds * samples->seeds;
    order->seconds = xmemdup(samples->seconds, count * sizeof *order->seconds);
    order->disturbed = xcalloc(count, sizeof *order->disturbed);
    order->rounds = samples->rounds;
    order->seeds = samples->seeds;
    for (size_t i = 0; samples->disturbed && i < count; i++)
        order->disturbed[i] = samples->disturbed[i] == 1;
}

void sampled_take(void *context, const struct row *row, const struct taken_samples *samples) {
    struct sampled *sampled = context;
    struct sampled_point *point = point_of(sampled, row);
    add_library(point, sampled->wants_order);
    size_t library = point->libraries - 1;
    struct distribution *cell = &point->cells[library];
    distribution_set(cell, samples->seconds, samples->rounds * samples->seeds);
    if (sampled->wants_order)
        keep_order(&point->orders[library], samples);
    point->present += cell->count > 0;

    /* 1 / calls for now; sampled_end multiplies it by the clock's resolution. */
    if (row->diagnostics.interval_calls > 0)
        point->resolution = fmax(point->resolution, 1 / (double)row->diagnostics.interval_calls);
}

void sampled_end(struct sampled *sampled, double clock) {
    settle(sampled);
    for (size_t i = sampled->first; i < sampled->count; i++)
        sampled->points[i].resolution *= clock > 0 ? clock : 0;
    sampled->section++;
    sampled->first = sampled->count;
}

void sampled_release(struct sampled *sampled) {
    for (size_t i = 0; i < sampled->count; i++)
        release_point(&sampled->points[i]);
    free(sampled->points);
    *sampled = (struct sampled){0};
}

/* --- reading --- */

static void release_read(void *object) {
    struct sampled_table *read = object;
    table_release(&read->table);
    sampled_release(&read->sampled);
    free(read);
}

int sampled_nothing(const struct sampled *sampled, struct err *err) {
    return err_set(err, ERR_USAGE, "there are no samples to draw%s",
                   sampled->wants_all ? " where --at asks for them" : "");
}

/* Returns the resolution of a sample of one call; 0 if it is unknown. */
static double step_of(const struct section *section) {
    const struct fact *clock = facts_find(&section->provenance->run_facts, "clock_resolution");
    if (*quantity_words(section->quantity)->unit != 's')
        return quantity_resolution(section->quantity, (const double[]){4096, 4096}, 2).step;
    return clock && clock->kind == FACT_REAL ? clock->real : 0;
}

static int take_section(void *context, struct table *table, struct err *err) {
    struct sampled_table *read = context;
    sampled_end(&read->sampled, step_of(&table->sections[0]));
    if (read->sampled.count > SAMPLED_MOST)
        return err_set(err, ERR_USAGE,
                       "%zu points are too many to draw the samples of (%d at most); choose some "
                       "by --at, such as --at size=1000",
                       read->sampled.count, SAMPLED_MOST);
    table_take(&read->table, table);
    return 0;
}

static int read_file(struct sampled_table *read, struct chart_set *set,
                     const struct options *options, const char *file, struct err *err) {
    const struct samples_taker taker = {sampled_take, &read->sampled};
    struct input input = {.terms = &options->terms,
                          .file = file,
                          .runs = options->runs,
                          .table = options->table,
                          .visit = take_section,
                          .context = read,
                          .meanwhile = fonts_begin};
    input.table.archive = options->source_count > 1 ? file : NULL;
    input.table.spared = NEED_ALL & ~(unsigned)NEED_WARNINGS;
    input.table.taker = &taker;
    input.table.with_provenance = 1;
    input.table.filter = &options->filter;
    colours_survey(&input, set);
    return input_read(&input, err);
}

struct sampled_table *sampled_read(struct chart_set *set, const struct options *options,
                                   int wants_order, int *code, struct err *err) {
    struct sampled_table *read = chart_set_own(set, xcalloc(1, sizeof *read), release_read);
    *code = 0;
    read->sampled.wants_all = options->filter.condition_count > 0;
    read->sampled.wants_order = wants_order;
    size_t files = options->source_count > 1 ? options->source_count : 1;
    for (size_t i = 0; *code == 0 && i < files; i++)
        *code = read_file(read, set, options,
                          files > 1 ? options->sources[i] : options->output.source, err);
    if (*code)
        return NULL;
    colours_settle(set, &read->table);
    return read;
}

const struct sampled_point *sampled_at(const struct sampled_table *read, size_t number,
                                       const struct section **section) {
    const struct sampled_point *point = &read->sampled.points[number];
    *section = &read->table.sections[point->section];
    return point->present ? point : NULL;
}

const char *sampled_words(struct chart_set *set, const struct section *section,
                          const struct sampled_point *point) {
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    parameter_grid_write_point(section->space, point->point, file);
    xclose_memstream(file);
    return chart_set_own(set, text, free);
}
