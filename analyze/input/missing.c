/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/input/missing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/model/parameter_grid.h"
#include "formats/text/unicode.h"
#include "formats/text/xalloc.h"

void missing_begin(struct missing *missing, const struct filter *filter) {
    *missing = (struct missing){.filter = filter};
    if (!filter)
        return;
    missing->met_libraries = xcalloc(filter->library_count, 1);
    missing->met_conditions = xcalloc(filter->condition_count, 1);
    missing->values = xcalloc(filter->condition_count, sizeof *missing->values);
}

void missing_release(struct missing *missing) {
    for (size_t i = 0; missing->values && i < missing->filter->condition_count; i++)
        string_pool_release(&missing->values[i]);
    string_pool_release(&missing->libraries);
    string_pool_release(&missing->parameters);
    free(missing->met_libraries);
    free(missing->met_conditions);
    free(missing->values);
    *missing = (struct missing){0};
}

/* --- what there is --- */

static void note_libraries(struct missing *missing, const struct measurement *whole) {
    for (size_t s = 0; s < whole->series_count; s++) {
        const struct series *series = &whole->series[s];
        for (size_t i = 0; i < missing->filter->library_count; i++)
            missing->met_libraries[i] |=
                (unsigned char)filter_means(missing->filter, i, series->name);
        if (!facts_find(&series->facts, FACT_CONTROL_OF))
            xstring_pool_number(&missing->libraries, series->name);
    }
}

static void note_condition(struct missing *missing, size_t i, const struct parameter_grid *grid) {
    const struct filter_condition *condition = &missing->filter->conditions[i];
    const struct parameter_grid_axis *axis = parameter_grid_find(grid, condition->axis);
    for (size_t p = 0; axis && p < grid->points; p++) {
        char text[PARAMETER_GRID_NUMBER];
        if (isnan(axis->values[p]))
            continue;
        missing->met_conditions[i] |=
            (unsigned char)filter_condition_holds(condition, axis->values[p]);
        parameter_grid_write_number(text, axis->values[p]);
        xstring_pool_number(&missing->values[i], text);
    }
}

static void note_points(struct missing *missing, const struct measurement *whole) {
    struct parameter_grid *grid = parameter_grid_new(whole);
    for (size_t a = 0; a < grid->axis_count; a++)
        xstring_pool_number(&missing->parameters, grid->axes[a].name);
    for (size_t i = 0; i < missing->filter->condition_count; i++)
        note_condition(missing, i, grid);
    parameter_grid_free(grid);
}

void missing_note(struct missing *missing, const struct measurement *whole) {
    const struct filter *filter = missing->filter;
    if (filter && filter->library_count)
        note_libraries(missing, whole);
    if (filter && filter->condition_count)
        note_points(missing, whole);
}

/* --- what there is not --- */

size_t missing_library_count(const struct missing *missing) {
    size_t count = 0;
    for (size_t i = 0; missing->filter && i < missing->filter->library_count; i++)
        count += !missing->met_libraries[i];
    return count;
}

/* The number of the first condition that is met nowhere, or the count of all. */
static size_t first_unmet(const struct missing *missing) {
    size_t i = 0, count = missing->filter ? missing->filter->condition_count : 0;
    while (i < count && missing->met_conditions[i])
        i++;
    return i;
}

int missing_is_all(const struct missing *missing) {
    const struct filter *filter = missing->filter;
    return filter &&
           ((filter->library_count && missing_library_count(missing) == filter->library_count) ||
            first_unmet(missing) < filter->condition_count);
}

static int refuse_libraries(const struct missing *missing, const char *file, const char *among,
                            struct err *err) {
    const struct filter *filter = missing->filter;
    const char *first = NULL;
    char list[256] = "";
    size_t used = 0;
    for (size_t i = 0; i < filter->library_count; i++) {
        if (missing->met_libraries[i])
            continue;
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s\"%s\"",
                                     first ? " or " : "", filter->libraries[i]);
        first = first ? first : filter->libraries[i];
    }
    if (used >= sizeof list)
        utf8_end_in(list, sizeof list, "...");
    return err_set(err, ERR_ABSENT, "%s has no library %s%s%s", file, list, among,
                   string_pool_known(&missing->libraries, first, "it has").text);
}

static int refuse_condition(const struct missing *missing, size_t i, const char *file,
                            const char *among, struct err *err) {
    const struct filter_condition *condition = &missing->filter->conditions[i];
    const char *axis = condition->axis;
    char has[96];
    if (!missing->values[i].count)
        return err_set(err, ERR_ABSENT, "%s has no parameter \"%s\"%s%s", file, axis, among,
                       string_pool_known(&missing->parameters, axis, "it has").text);
    snprintf(has, sizeof has, "its %.80s is", axis);
    return err_set(err, ERR_ABSENT, "%s has no point of %s%s%s%s%s", file, axis,
                   *condition->text == '<' || *condition->text == '>' ? "" : "=", condition->text,
                   among, string_pool_known(&missing->values[i], "", has).text);
}

int missing_refuse(const struct missing *missing, const char *file, const char *among,
                   struct err *err) {
    size_t unmet = first_unmet(missing);
    if (missing_library_count(missing))
        return refuse_libraries(missing, file, among, err);
    if (missing->filter && unmet < missing->filter->condition_count)
        return refuse_condition(missing, unmet, file, among, err);
    return err_set(err, ERR_ABSENT,
                   "%s: none of its cells%s is what --library, --at and the like ask for together",
                   file, among);
}
