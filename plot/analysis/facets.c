/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/facets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/model/ascending.h"
#include "formats/text/suggest.h"
#include "formats/text/xalloc.h"
#include "plot/analysis/sections.h"
#include "plot/axes/axis.h"

/* --- values --- */

struct distinct {
    double *values; /* ascending */
    size_t count;
};

/* The caller frees the values. */
static struct distinct distinct_values(const struct parameter_grid *space, size_t axis) {
    struct distinct distinct = {xcalloc(space->points, sizeof(double)), 0};
    size_t count = 0;
    for (size_t p = 0; p < space->points; p++)
        if (!isnan(space->axes[axis].values[p]))
            distinct.values[count++] = space->axes[axis].values[p];
    qsort(distinct.values, count, sizeof *distinct.values, ascending_reals);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || distinct.values[i] != distinct.values[distinct.count - 1])
            distinct.values[distinct.count++] = distinct.values[i];
    return distinct;
}

static size_t count_values(const struct parameter_grid *space, size_t axis) {
    struct distinct distinct = distinct_values(space, axis);
    free(distinct.values);
    return distinct.count;
}

/* --- choosing --- */

/* Sets AXIS to that of NAME. Returns whether it has several values in SECTION. */
static int find_several(const struct section *section, const char *name, size_t *axis) {
    const struct parameter_grid_axis *found = parameter_grid_find(section->space, name);
    *axis = found ? (size_t)(found - section->space->axes) : 0;
    return found && found->varies;
}

static int can_split_all(const struct table *table, const char *name, const char *across) {
    for (size_t s = 0; s < table->section_count; s++) {
        const struct section *section = &table->sections[s];
        size_t axis;
        if (find_several(section, name, &axis) &&
            (axis == sections_axis(section, across) ||
             count_values(section->space, axis) > FACETS_MOST))
            return 0;
    }
    return 1;
}

/* Returns how many lines a chart of SECTION has. */
static size_t count_lines(const struct section *section, const char *across) {
    const struct parameter_grid *space = section->space;
    size_t axis = sections_axis(section, across), lines = section->summary_count;
    for (size_t i = 0; i < space->axis_count; i++)
        if (i != axis && space->axes[i].varies)
            lines *= count_values(space, i);
    return lines;
}

const char *facets_choose(const struct table *table, const char *across) {
    const char *chosen = NULL;
    size_t most = 1;
    for (size_t s = 0; s < table->section_count; s++) {
        const struct section *section = &table->sections[s];
        const struct parameter_grid *space = section->space;
        size_t axis = sections_axis(section, across), lines = count_lines(section, across);
        for (size_t i = 0; i < space->axis_count && lines > FACETS_FEW_LINES; i++) {
            size_t count = i != axis && space->axes[i].varies ? count_values(space, i) : 0;
            if (count > most && can_split_all(table, space->axes[i].name, across)) {
                most = count;
                chosen = space->axes[i].name;
            }
        }
    }
    return chosen;
}

/* Returns the section with the most lines, and how many these are. */
static const struct section *most_lines(const struct table *table, const char *across,
                                        size_t *lines) {
    const struct section *crowded = NULL;
    *lines = 0;
    for (size_t s = 0; s < table->section_count; s++) {
        size_t count = count_lines(&table->sections[s], across);
        crowded = count > *lines ? &table->sections[s] : crowded;
        *lines = count > *lines ? count : *lines;
    }
    return crowded;
}

static int all_have(const struct table *table, const char *name) {
    for (size_t s = 0; s < table->section_count; s++)
        if (!parameter_grid_find(table->sections[s].space, name))
            return 0;
    return 1;
}

/* Returns the most lines that a chart has if facets are made of what facets_choose chooses. */
static size_t lines_in_facets(const struct table *table, const char *across) {
    const char *facet = facets_choose(table, across);
    size_t most = 0;
    for (size_t s = 0; s < table->section_count; s++) {
        const struct section *section = &table->sections[s];
        size_t axis, lines = count_lines(section, across);
        if (facet && find_several(section, facet, &axis))
            lines /= count_values(section->space, axis);
        most = lines > most ? lines : most;
    }
    return most;
}

const char *facets_across(const struct table *table) {
    size_t lines, least = lines_in_facets(table, NULL);
    const struct section *crowded = most_lines(table, NULL, &lines);
    const char *chosen = NULL;
    for (size_t i = 0; least > FACETS_FEW_LINES && i < crowded->space->axis_count; i++) {
        const struct parameter_grid_axis *axis = &crowded->space->axes[i];
        size_t count = axis->varies && all_have(table, axis->name)
                           ? lines_in_facets(table, axis->name)
                           : least;
        chosen = count < least ? axis->name : chosen;
        least = count < least ? count : least;
    }
    return chosen;
}

/* --- splitting --- */

static int has_value(const struct parameter_grid *space, size_t axis, double value, size_t point) {
    return space->axes[axis].values[point] == value;
}

/* Returns the points of SPACE that have VALUE. */
static struct parameter_grid *part_of(struct chart_set *set, const struct parameter_grid *space,
                                      size_t axis, double value) {
    struct parameter_grid *part = chart_set_alloc(set, 1, sizeof *part);
    struct parameter_grid_axis *axes = chart_set_alloc(set, space->axis_count, sizeof *axes);
    int *shown = chart_set_alloc(set, space->points, sizeof *shown);
    int kept = 0;
    *part = *space;
    part->axes = axes;
    for (size_t p = 0; p < space->points; p++)
        shown[p] = has_value(space, axis, value, p) ? kept++ : -1;
    for (size_t i = 0; i < space->axis_count; i++) {
        axes[i] = space->axes[i];
        axes[i].values = chart_set_alloc(set, space->points, sizeof *axes[i].values);
        memcpy(axes[i].values, space->axes[i].values, space->points * sizeof *axes[i].values);
    }
    parameter_grid_keep(part, shown);
    return part;
}

/* Appends the rows of SECTION that have VALUE, as a section of their own. Where the lead passes is
 * known of whole sections only. */
static void add_part(struct table *faceted, struct chart_set *set, const struct table *table,
                     const struct section *section, size_t axis, double value) {
    struct section *part = &faceted->sections[faceted->section_count++];
    const struct parameter_grid *space = section->space;
    *part = *section;
    part->round_ratios = NULL;
    part->space = part_of(set, space, axis, value);
    part->first_row = faceted->row_count;
    for (size_t i = 0; i < section->row_count; i++) {
        const struct row *row = &table->rows[section->first_row + i];
        if (!has_value(space, axis, value, row->point))
            continue;
        struct row *kept = &faceted->rows[faceted->row_count++];
        *kept = *row;
        kept->space = part->space;
        kept->point = (faceted->row_count - 1 - part->first_row) / section->summary_count;
    }
    part->row_count = faceted->row_count - part->first_row;
}

static int too_many(const struct section *section, const char *name, size_t count,
                    struct err *err) {
    return err_set(err, ERR_USAGE,
                   "--facet %s: %s has %zu values of it, and %d charts at most go side by side; "
                   "choose some, such as --at %s<=8",
                   name, section->action, count, FACETS_MOST, name);
}

/* Appends the parts of SECTION; SECTION itself if it has not several values of NAME. */
static int split_section(struct table *faceted, struct chart_set *set, const struct table *table,
                         const struct section *section, const char *name, struct err *err) {
    size_t axis;
    if (!find_several(section, name, &axis)) {
        struct section *whole = &faceted->sections[faceted->section_count++];
        *whole = *section;
        whole->first_row = faceted->row_count;
        memcpy(faceted->rows + faceted->row_count, table->rows + section->first_row,
               section->row_count * sizeof *table->rows);
        faceted->row_count += section->row_count;
        return 0;
    }
    struct distinct distinct = distinct_values(section->space, axis);
    int code = distinct.count > FACETS_MOST ? too_many(section, name, distinct.count, err) : 0;
    for (size_t i = 0; !code && i < distinct.count; i++)
        add_part(faceted, set, table, section, axis, distinct.values[i]);
    free(distinct.values);
    return code;
}

static int unknown_facet(const struct table *table, const char *name, struct err *err) {
    struct known_names known = {.suggestion = {.wanted = name}};
    for (size_t s = 0; s < table->section_count; s++) {
        const struct parameter_grid *space = table->sections[s].space;
        for (size_t i = 0; i < space->axis_count; i++)
            if (space->axes[i].varies)
                known_names_add(&known, space->axes[i].name);
    }
    return err_set(err, ERR_USAGE, "--facet %s: no action has several values of it%s", name,
                   known_words(&known, "there are several of").text);
}

int facets_split(const struct table **faceted, struct chart_set *set, const struct table *table,
                 const char *name, const char *across, struct err *err) {
    int is_there = 0, code = 0;
    for (size_t s = 0; s < table->section_count; s++) {
        const struct section *section = &table->sections[s];
        size_t axis;
        int has_several = find_several(section, name, &axis);
        if (has_several && axis == sections_axis(section, across))
            return err_set(err, ERR_USAGE,
                           "--facet %s: %s goes across already; choose another for that by --x, or "
                           "another for --facet",
                           name, name);
        is_there |= has_several;
    }
    if (!is_there)
        return unknown_facet(table, name, err);
    struct table *all = chart_set_alloc(set, 1, sizeof *all);
    *all = *table;
    all->sections = chart_set_alloc(set, table->section_count * FACETS_MOST, sizeof *all->sections);
    all->rows = chart_set_alloc(set, table->row_count, sizeof *all->rows);
    all->section_count = all->row_count = 0;
    for (size_t s = 0; s < table->section_count && !code; s++)
        code = split_section(all, set, table, &table->sections[s], name, err);
    *faceted = all;
    return code;
}

/* --- arranging --- */

enum { WIDEST = 4 };

size_t facets_columns(const struct table *faceted, size_t measures) {
    size_t sections = faceted->section_count, same = 1;
    while (same < sections &&
           strcmp(faceted->sections[same].action, faceted->sections[0].action) == 0)
        same++;
    if (measures > 1)
        return measures;
    return same < sections && same <= WIDEST ? same : (size_t)ceil(sqrt((double)sections));
}

static void widen(struct axis_terms *terms, const struct scale *scale) {
    int is_first = !(terms->low < terms->high);
    terms->low = is_first ? scale->low : fmin(terms->low, scale->low);
    terms->high = is_first ? scale->high : fmax(terms->high, scale->high);
}

/* The usual size of a plot, in points: it decides nothing but the number of ticks. */
static const struct space usual_space = {.width = 200, .height = 130, .font_size = 7.5};

void facets_share_axes(struct chart *charts, size_t count, size_t step) {
    struct axis_terms x = charts[0].x, y = charts[0].y;
    int is_x_asked = x.low < x.high, is_y_asked = y.low < y.high || charts[0].row_count;
    for (size_t i = 0; i < count; i += step) {
        struct axes axes;
        axes_choose(&charts[i], &usual_space, &axes);
        if (!is_x_asked)
            widen(&x, &axes.x.scale);
        if (!is_y_asked)
            widen(&y, &axes.y.scale);
    }
    for (size_t i = 0; i < count; i += step) {
        charts[i].x = x;
        if (!is_y_asked)
            charts[i].y = y;
    }
}

/* Where IS_UP the y axis of charts with the y label of FIRST, otherwise the same of x. */
static void share_labelled(struct chart *charts, size_t count, size_t first, int is_up) {
    const char *label = is_up ? charts[first].y_label : charts[first].x_label;
    struct axis_terms joined = is_up ? charts[first].y : charts[first].x;
    int is_asked = joined.low < joined.high;
    for (size_t i = first; i < count && !is_asked; i++) {
        struct axes axes;
        if (strcmp(is_up ? charts[i].y_label : charts[i].x_label, label) != 0)
            continue;
        axes_choose(&charts[i], &usual_space, &axes);
        widen(&joined, is_up ? &axes.y.scale : &axes.x.scale);
    }
    for (size_t i = first; i < count; i++)
        if (strcmp(is_up ? charts[i].y_label : charts[i].x_label, label) == 0)
            *(is_up ? &charts[i].y : &charts[i].x) = joined;
}

void facets_share_labelled(struct chart *charts, size_t count) {
    for (int is_up = 1; is_up >= 0; is_up--) /* heights depend on what is within the x axis */
        for (size_t first = 0; first < count; first++) {
            const struct axis_terms *terms = is_up ? &charts[first].y : &charts[first].x;
            if (!(terms->low < terms->high)) /* not shared yet */
                share_labelled(charts, count, first, is_up);
        }
}
