/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/dates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/date.h"

/* The runs of one action and type. */
struct group {
    const struct table *table;
    const struct section **runs; /* ordered by start */
    size_t run_count, points;
    const struct summary_row **libraries;
    size_t library_count;
    const char **axes; /* names, without the date */
    size_t axis_count;
};

static int is_same(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static int are_of_one_group(const struct section *a, const struct section *b) {
    return is_same(a->action, b->action) && is_same(a->type, b->type) && a->quantity == b->quantity;
}

static int by_start(const void *a, const void *b) {
    const struct section *left = *(const struct section *const *)a;
    const struct section *right = *(const struct section *const *)b;
    double from = date_read(left->started), to = date_read(right->started);
    if (from != to)
        return from < to ? -1 : 1;
    return (left > right) - (left < right);
}

static size_t find_library(const struct group *group, const char *name) {
    size_t l = 0;
    while (l < group->library_count && strcmp(group->libraries[l]->library, name) != 0)
        l++;
    return l;
}

/* Collects the runs with the action and type of LIKE, and all their libraries and axes. */
static void find_group(struct group *group, struct chart_set *set, const struct table *table,
                       const struct section *like) {
    size_t most_axes = 0;
    for (size_t i = 0; i < table->section_count; i++)
        most_axes += table->sections[i].space->axis_count;
    *group = (struct group){.table = table};
    group->runs = chart_set_alloc(set, table->section_count, sizeof *group->runs);
    group->libraries = chart_set_alloc(set, table->summary_count, sizeof *group->libraries);
    group->axes = chart_set_alloc(set, most_axes, sizeof *group->axes);

    for (size_t i = 0; i < table->section_count; i++) {
        const struct section *section = &table->sections[i];
        if (!are_of_one_group(section, like) || isnan(date_read(section->started)))
            continue;
        group->runs[group->run_count++] = section;
        group->points += section->summary_count ? section->space->points : 0;
    }
    qsort(group->runs, group->run_count, sizeof *group->runs, by_start);

    /* Libraries and axes have the order of the latest run; older runs append theirs. */
    for (size_t r = group->run_count; r > 0; r--) {
        const struct section *run = group->runs[r - 1];
        for (size_t l = 0; l < run->summary_count; l++) {
            const struct summary_row *summary = &table->summaries[run->first_summary + l];
            if (find_library(group, summary->library) == group->library_count)
                group->libraries[group->library_count++] = summary;
        }
        for (size_t i = 0; i < run->space->axis_count; i++) {
            const char *name = run->space->axes[i].name;
            size_t known = 0;
            while (known < group->axis_count && strcmp(group->axes[known], name) != 0)
                known++;
            if (known == group->axis_count)
                group->axes[group->axis_count++] = name;
        }
    }
}

static void fill_axis(const struct group *group, struct parameter_grid_axis *axis,
                      const char *name) {
    double *values = axis->values;
    size_t count = 0;
    for (size_t r = 0; r < group->run_count; r++) {
        const struct section *run = group->runs[r];
        const struct parameter_grid_axis *of_run = parameter_grid_find(run->space, name);
        double date = strcmp(name, AXES_DATE) == 0 ? date_read(run->started) : NAN;
        for (size_t p = 0; run->summary_count && p < run->space->points; p++)
            values[count++] = of_run ? of_run->values[p] : date;
    }
    axis->varies = 0;
    for (size_t i = 1; i < count && !axis->varies; i++)
        axis->varies = values[i] != values[0] && !(isnan(values[i]) && isnan(values[0]));
}

static struct parameter_grid *join_spaces(const struct group *group, struct chart_set *set) {
    struct parameter_grid *space = chart_set_alloc(set, 1, sizeof *space);
    struct parameter_grid_axis *axes = chart_set_alloc(set, group->axis_count + 1, sizeof *axes);
    *space = (struct parameter_grid){.points = group->points,
                                     .axes = axes,
                                     .axis_count = group->axis_count + 1,
                                     .has_size = group->runs[0]->space->has_size,
                                     .main = group->axis_count};
    for (size_t i = 0; i <= group->axis_count; i++) {
        const char *name = i < group->axis_count ? group->axes[i] : AXES_DATE;
        axes[i].name = chart_set_alloc(set, 1, 256);
        axes[i].values = chart_set_alloc(set, group->points, sizeof *axes[i].values);
        strncpy(axes[i].name, name, 255);
        fill_axis(group, &axes[i], name);
    }
    return space;
}

/* A library that is missing from a run becomes a gap at each point of that run. */
static void fill_rows(const struct group *group, struct row *rows,
                      const struct parameter_grid *space) {
    size_t at = 0;
    for (size_t r = 0; r < group->run_count; r++) {
        const struct section *run = group->runs[r];
        for (size_t p = 0; run->summary_count && p < run->space->points; p++, at++) {
            const struct row *of_run = group->table->rows + run->first_row + p * run->summary_count;
            struct row *joined = rows + at * group->library_count;
            for (size_t l = 0; l < group->library_count; l++) {
                joined[l] = row_unknown;
                joined[l].status = CELL_NOT_MEASURED;
                joined[l].library = group->libraries[l]->library;
                joined[l].quantity = group->libraries[l]->quantity;
            }
            for (size_t l = 0; l < run->summary_count; l++)
                joined[find_library(group, of_run[l].library)] = of_run[l];
            for (size_t l = 0; l < group->library_count; l++) {
                joined[l].space = space;
                joined[l].point = at;
                joined[l].noise = of_run[0].noise;
            }
        }
    }
}

/* Appends GROUP to JOINED, whose rows move to a larger array. */
static void add_group(struct table *joined, const struct group *group, struct chart_set *set) {
    size_t row_count = group->points * group->library_count;
    struct row *rows = chart_set_alloc(set, joined->row_count + row_count, sizeof *rows);
    if (joined->row_count)
        memcpy(rows, joined->rows, joined->row_count * sizeof *rows);
    joined->rows = rows;
    struct parameter_grid *space = join_spaces(group, set);

    struct section *section = &joined->sections[joined->section_count];
    *section = *group->runs[group->run_count - 1];
    section->space = space;
    section->first_row = joined->row_count;
    section->row_count = row_count;
    section->first_summary = joined->summary_count;
    section->summary_count = group->library_count;
    /* these are of the last run's rows */
    section->quantiles = section->round_logs = section->round_ratios = NULL;
    section->round_mean_ratios = section->round_controls = NULL;
    section->bases = NULL;
    section->sides = NULL;
    section->shown = NULL;
    fill_rows(group, rows + joined->row_count, space);
    for (size_t l = 0; l < group->library_count; l++)
        joined->summaries[joined->summary_count++] = *group->libraries[l];
    joined->row_count += row_count;
    joined->section_count++;
}

int dates_join(struct chart_set *set, const struct table *table, const struct table **joined,
               struct err *err) {
    struct table *all = chart_set_alloc(set, 1, sizeof *all);
    all->sections = chart_set_alloc(set, table->section_count, sizeof *all->sections);
    all->summaries = chart_set_alloc(set, table->summary_count, sizeof *all->summaries);
    for (size_t i = 0; i < table->section_count; i++) {
        size_t known = 0;
        while (known < all->section_count &&
               !are_of_one_group(&all->sections[known], &table->sections[i]))
            known++;
        if (known < all->section_count)
            continue;
        struct group group;
        find_group(&group, set, table, &table->sections[i]);
        if (group.run_count)
            add_group(all, &group, set);
    }
    *joined = all;
    return all->section_count ? 0
                              : err_set(err, ERR_USAGE,
                                        "no run says when it began, to be drawn "
                                        "against its date");
}
