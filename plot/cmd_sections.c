/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/cmd_sections.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plot/curve.h"
#include "plot/cmd_marks.h"
#include "plot/cmd_words.h"

/* --- what goes across --- */

static int unknown_axis(const struct section *section, const char *wanted, struct err *err) {
    char list[256] = "";
    size_t used = 0;
    for (size_t i = 0; i < section->space->axis_count && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "",
                                 section->space->axes[i].name);
    return err_set(err, ERR_USAGE, "%s has no parameter '%s' to be drawn against; it has %s",
                   section->action, wanted, list);
}

/* The one that varies, where the one that should be across does not. */
static size_t usual_axis(const struct space *space) {
    size_t axis = space->main;
    for (size_t i = 0; i < space->axis_count && !space->axes[axis].varies; i++)
        axis = space->axes[i].varies ? i : axis;
    return axis;
}

static int find_axis(const struct section *section, const char *wanted, size_t *axis,
                     struct err *err) {
    const struct space_axis *found = wanted ? space_find(section->space, wanted) : NULL;
    if (wanted && !found)
        return unknown_axis(section, wanted, err);
    *axis = found ? (size_t)(found - section->space->axes) : usual_axis(section->space);
    return 0;
}

/* --- colours --- */

static int is_reference(const struct table *table, const struct section *section, size_t library) {
    return table->summaries[section->first_summary + library].is_reference;
}

/* A library alone has a colour for each of its variants, several a dash. */
static int colour_series(struct chart_set *set, const struct curves *curves,
                         const struct table *table, const struct section *section,
                         struct series_data *series) {
    size_t library = curves_library(curves, series), variant = curves_variant(curves, series);
    int are_several = curves->libraries > 1;
    const char *name = table->summaries[section->first_summary + library].library;
    int is_first = is_reference(table, section, library) && (are_several || variant == 0);
    series->colour = is_first ? 0 : chart_set_colour(set, are_several ? name : series->name);
    series->variant = are_several && curves->variants > 1 ? 1 + variant : 0;
    return is_first || series->colour ? 0 : -1;
}

static int colour_charts(struct chart_set *set, const struct curves *curves,
                         const struct table *table, const struct section *section,
                         const struct chart *row, size_t measure_count) {
    int code = 0;
    for (size_t k = 0; k < measure_count; k++) {
        struct series_data *series = curves->series + k * curves->variants * curves->libraries;
        for (size_t s = 0; code == 0 && s < row[k].series_count; s++) {
            code = colour_series(set, curves, table, section, &series[s]);
            /* a level stands for all variants of the reference */
            if (row[k].has_level && series[s].is_reference)
                series[s].variant = 0;
        }
    }
    return code;
}

/* --- all of it --- */

/* What is being made of a table. */
struct making {
    struct chart_set *set;
    const struct table *table;
    const struct sections_options *options;
    struct words *words; /* of each chart */
    size_t left_out;     /* sections */
};

static int no_memory(const struct chart_set *set, struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for %zu charts", set->count);
}

static const char *label_across(const struct section *section, size_t axis) {
    const char *name = section->space->axes[axis].name;
    if (strcmp(name, AXES_DATE) == 0)
        return "start of the run";
    return axis == 0 && section->size_means ? section->size_means : name;
}

static int finish_chart(struct making *making, struct chart *chart, const struct measured *of,
                        size_t axis, struct err *err) {
    static const struct axes_asked nothing;
    const struct axes_asked *asked = making->options->axes ? making->options->axes : &nothing;
    size_t number = (size_t)(chart - making->set->charts);
    chart->x_label = label_across(of->section, axis);
    if (strcmp(of->section->space->axes[axis].name, AXES_DATE) == 0)
        chart->x.unit = UNIT_DATE;
    if (words_find(&making->words[number], making->set, of, axis) != 0 ||
        marks_add(making->set, chart, of, axis) != 0)
        return no_memory(making->set, err);
    int code = axes_apply(&asked->across, "x", &chart->x, err);
    return code ? code : axes_apply(&asked->up, "y", &chart->y, err);
}

static int chart_section(struct making *making, const struct measured *of, struct err *err) {
    struct chart_set *set = making->set;
    const struct section *section = of->section;
    size_t axis = 0, first = set->count, count = making->options->measure_count;
    struct curves curves;
    int code = find_axis(section, making->options->across, &axis, err);
    if (code)
        return code;
    for (size_t k = 0; k < count; k++)
        if (!chart_set_add(set))
            return no_memory(set, err);
    struct chart *row = &set->charts[first];
    if (curves_make(&curves, set, row, of, count, axis) != 0 ||
        colour_charts(set, &curves, of->table, section, row, count) != 0)
        return no_memory(set, err);
    for (size_t k = 0; k < count && !code; k++)
        code = finish_chart(making, &row[k], &of[k], axis, err);
    if (making->options->curves)
        making->options->curves[section - making->table->sections] = curves;
    return code;
}

enum { MOST_NAMED = 4 };

/* Says so in a line of SET's. */
static int leave_out(struct making *making, const struct measured *of, struct err *err) {
    struct chart_set *set = making->set;
    size_t number = making->left_out++;
    if (number > MOST_NAMED)
        return 0;
    set->left_out = number == MOST_NAMED ? chart_set_text(set, "%s, ...", set->left_out)
                    : number > 0
                        ? chart_set_text(set, "%s, %s", set->left_out, of->section->action)
                        : chart_set_text(set, "%s: %s", of->measure->absent, of->section->action);
    return set->left_out ? 0 : no_memory(set, err);
}

static int chart_or_leave_out(struct making *making, const struct section *section,
                              struct err *err) {
    struct measured of[SECTIONS_MOST_MEASURES];
    for (size_t k = 0; k < making->options->measure_count; k++)
        of[k] = measure_settle(making->options->measures[k], making->table, section,
                               making->options->peak);
    int is_left_out = !making->options->curves && measure_is_absent(&of[0]);
    return is_left_out ? leave_out(making, &of[0], err) : chart_section(making, of, err);
}

/* From row by row to column by column, where each row has COUNT charts. */
static int stack(struct chart_set *set, struct words *words, size_t count) {
    size_t sections = set->count / count;
    struct chart *charts = calloc(set->count, sizeof *charts);
    struct words *texts = calloc(set->count, sizeof *texts);
    for (size_t i = 0; charts && texts && i < set->count; i++) {
        size_t from = i % sections * count + i / sections;
        charts[i] = set->charts[from];
        texts[i] = words[from];
        if (i >= sections)
            texts[i].name = texts[i].setting = texts[i].losses = texts[i].warnings = "";
    }
    if (charts && texts) {
        memcpy(set->charts, charts, set->count * sizeof *charts);
        memcpy(words, texts, set->count * sizeof *texts);
        set->columns = sections;
    }
    int ok = charts && texts;
    free(charts);
    free(texts);
    return ok ? 0 : -1;
}

enum { MOST_STACKED = 3 };

static int set_words(struct making *making) {
    struct chart_set *set = making->set;
    const struct sections_options *options = making->options;
    size_t sections = set->count / options->measure_count;
    int is_stack = options->is_stacked && !set->is_grid && sections <= MOST_STACKED;
    if (is_stack && stack(set, making->words, options->measure_count) != 0)
        return -1;
    int code = set->is_grid ? words_set_grid(set, making->words) : words_set(set, making->words);
    return code ? code : words_set_caption(set, making->words, making->table);
}

static int has_points(const struct chart *chart) {
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++)
            if (isfinite(chart->series[s].y[i]) && !curve_is_level(chart, &chart->series[s]))
                return 1;
    return chart->series_count == 1 && chart->has_level;
}

/* An empty frame would look like an answer. */
static int check_points(const struct making *making, struct err *err) {
    const struct chart_set *set = making->set;
    if (making->options->curves || set->count == 0)
        return 0;
    for (size_t i = 0; i < set->count; i++)
        if (has_points(&set->charts[i]))
            return 0;
    return err_set(err, ERR_USAGE,
                   "nothing to draw: no library has a result; bench-analyze says why");
}

int sections_chart(struct chart_set *set, const struct table *table,
                   const struct sections_options *options, struct err *err) {
    struct making making = {.set = set, .table = table, .options = options};
    size_t most = table->section_count * options->measure_count;
    int code = 0;
    making.words = chart_set_room(set, most, sizeof *making.words);
    if (!making.words)
        return no_memory(set, err);
    if (!set->is_grid)
        set->columns = options->measure_count;
    for (size_t i = 0; i < table->section_count && !code; i++)
        code = chart_or_leave_out(&making, &table->sections[i], err);
    if (!code && set->count == 0 && set->left_out)
        code = err_set(err, ERR_USAGE, "nothing to draw: %s", set->left_out);
    code = code ? code : check_points(&making, err);
    if (!code && set_words(&making) != 0)
        code = no_memory(set, err);
    return code;
}
