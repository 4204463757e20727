/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/dates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/date.h"
#include "plot/analysis/axis_options.h"

/* The runs of one action. */
struct group {
    const struct table *table;
    const struct section **runs; /* by their start */
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
    return is_same(a->action, b->action) && is_same(a->type, b->type);
}

/* --- what the runs have --- */

static int by_start(const void *a, const void *b) {
    const struct section *left = *(const struct section *const *)a;
    const struct section *right = *(const struct section *const *)b;
    double from = date_read(left->started), to = date_read(right->started);
    if (from != to)
        return from < to ? -1 : 1;
    return (left > right) - (left < right);
}

static void find_runs(struct group *group, const struct section *like) {
    for (size_t i = 0; i < group->table->section_count; i++) {
        const struct section *section = &group->table->sections[i];
        if (!are_of_one_group(section, like) || isnan(date_read(section->started)))
            continue;
        group->runs[group->run_count++] = section;
        group->points += section->summary_count ? section->space->points : 0;
    }
    qsort(group->runs, group->run_count, sizeof *group->runs, by_start);
}

static size_t find_library(const struct group *group, const char *name) {
    size_t l = 0;
    while (l < group->library_count && strcmp(group->libraries[l]->library, name) != 0)
        l++;
    return l;
}

static size_t find_axis(const struct group *group, const char *name) {
    size_t i = 0;
    while (i < group->axis_count && strcmp(group->axes[i], name) != 0)
        i++;
    return i;
}

/* From the latest run on. */
static void find_names(struct group *group) {
    for (size_t r = group->run_count; r > 0; r--) {
        const struct section *run = group->runs[r - 1];
        for (size_t l = 0; l < run->summary_count; l++) {
            const struct summary_row *summary = &group->table->summaries[run->first_summary + l];
            if (find_library(group, summary->library) == group->library_count)
                group->libraries[group->library_count++] = summary;
        }
        for (size_t i = 0; i < run->space->axis_count; i++)
            if (find_axis(group, run->space->axes[i].name) == group->axis_count)
                group->axes[group->axis_count++] = run->space->axes[i].name;
    }
}

static size_t count_axes(const struct table *table) {
    size_t count = 0;
    for (size_t i = 0; i < table->section_count; i++)
        count += table->sections[i].space->axis_count;
    return count;
}

static int find_group(struct group *group, struct chart_set *set, const struct table *table,
                      const struct section *like) {
    *group = (struct group){.table = table};
    group->runs = chart_set_room(set, table->section_count, sizeof *group->runs);
    group->libraries = chart_set_room(set, table->summary_count, sizeof *group->libraries);
    group->axes = chart_set_room(set, count_axes(table), sizeof *group->axes);
    if (!group->runs || !group->libraries || !group->axes)
        return -1;
    find_runs(group, like);
    find_names(group);
    return 0;
}

/* --- their points --- */

static int varies(const double *values, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (values[i] != values[0] && !(isnan(values[i]) && isnan(values[0])))
            return 1;
    return 0;
}

static void fill_axis(const struct group *group, struct parameter_grid_axis *axis,
                      const char *name) {
    size_t at = 0;
    for (size_t r = 0; r < group->run_count; r++) {
        const struct section *run = group->runs[r];
        const struct parameter_grid_axis *of_run = parameter_grid_find(run->space, name);
        double date = strcmp(name, AXES_DATE) == 0 ? date_read(run->started) : NAN;
        for (size_t p = 0; run->summary_count && p < run->space->points; p++)
            axis->values[at++] = of_run ? of_run->values[p] : date;
    }
    axis->varies = varies(axis->values, at);
}

static const struct parameter_grid *join_spaces(const struct group *group, struct chart_set *set) {
    struct parameter_grid *space = chart_set_room(set, 1, sizeof *space);
    struct parameter_grid_axis *axes = chart_set_room(set, group->axis_count + 1, sizeof *axes);
    if (!space || !axes)
        return NULL;
    *space = (struct parameter_grid){.points = group->points,
                                     .axes = axes,
                                     .axis_count = group->axis_count + 1,
                                     .has_size = group->runs[0]->space->has_size,
                                     .main = group->axis_count};
    for (size_t i = 0; i <= group->axis_count; i++) {
        axes[i].name = chart_set_room(set, 1, 256);
        axes[i].values = chart_set_room(set, group->points, sizeof *axes[i].values);
        if (!axes[i].name || !axes[i].values)
            return NULL;
        strncpy(axes[i].name, i < group->axis_count ? group->axes[i] : AXES_DATE, 255);
        fill_axis(group, &axes[i], i < group->axis_count ? group->axes[i] : AXES_DATE);
    }
    return space;
}

/* --- their rows --- */

static void fill_point(const struct group *group, const struct section *run, size_t point,
                       struct row *rows, const struct parameter_grid *space, size_t at) {
    const struct row *of_run = group->table->rows + run->first_row + point * run->summary_count;
    for (size_t l = 0; l < group->library_count; l++) {
        rows[l] = row_unknown;
        rows[l].status = CELL_NOT_MEASURED;
        rows[l].library = group->libraries[l]->library;
    }
    for (size_t l = 0; l < run->summary_count; l++)
        rows[find_library(group, of_run[l].library)] = of_run[l];
    for (size_t l = 0; l < group->library_count; l++) {
        rows[l].space = space;
        rows[l].point = at;
        rows[l].noise = of_run[0].noise;
    }
}

static void fill_rows(const struct group *group, struct row *rows,
                      const struct parameter_grid *space) {
    size_t at = 0;
    for (size_t r = 0; r < group->run_count; r++)
        for (size_t p = 0; group->runs[r]->summary_count && p < group->runs[r]->space->points;
             p++, at++)
            fill_point(group, group->runs[r], p, rows + at * group->library_count, space, at);
}

/* --- all of it --- */

/* Its rows and summaries go to the end of JOINED, which has room. */
static int add_group(struct table *joined, const struct group *group, struct chart_set *set) {
    struct section *section = &joined->sections[joined->section_count];
    const struct parameter_grid *space = join_spaces(group, set);
    if (!space)
        return -1;
    *section = *group->runs[group->run_count - 1];
    section->space = (struct parameter_grid *)space;
    section->first_row = joined->row_count;
    section->row_count = group->points * group->library_count;
    section->first_summary = joined->summary_count;
    section->summary_count = group->library_count;
    fill_rows(group, joined->rows + joined->row_count, space);
    for (size_t l = 0; l < group->library_count; l++)
        joined->summaries[joined->summary_count++] = *group->libraries[l];
    joined->row_count += section->row_count;
    joined->section_count++;
    return 0;
}

static int is_joined(const struct table *joined, const struct section *section) {
    for (size_t i = 0; i < joined->section_count; i++)
        if (are_of_one_group(&joined->sections[i], section))
            return 1;
    return 0;
}

static int add_rows_for(struct table *joined, const struct group *group, struct chart_set *set) {
    size_t count = joined->row_count + group->points * group->library_count;
    struct row *rows = chart_set_room(set, count, sizeof *rows);
    if (!rows)
        return -1;
    if (joined->row_count)
        memcpy(rows, joined->rows, joined->row_count * sizeof *rows);
    joined->rows = rows;
    return add_group(joined, group, set);
}

int dates_join(struct chart_set *set, const struct table *table, const struct table **joined,
               struct err *err) {
    struct table *all = chart_set_room(set, 1, sizeof *all);
    struct group group;
    int ok = all != NULL;
    if (ok)
        all->sections = chart_set_room(set, table->section_count, sizeof *all->sections);
    if (ok)
        all->summaries = chart_set_room(set, table->summary_count, sizeof *all->summaries);
    ok = ok && all->sections && all->summaries;
    for (size_t i = 0; i < table->section_count && ok; i++) {
        if (is_joined(all, &table->sections[i]))
            continue;
        ok = find_group(&group, set, table, &table->sections[i]) == 0;
        if (ok && group.run_count)
            ok = add_rows_for(all, &group, set) == 0;
    }
    *joined = all;
    if (!ok)
        return err_set(err, ERR_FAILED, "no memory to join %zu runs", table->section_count);
    return all->section_count ? 0
                              : err_set(err, ERR_USAGE,
                                        "no run says when it began, to be drawn "
                                        "against its date");
}
