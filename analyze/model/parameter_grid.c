/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/model/parameter_grid.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/unicode.h"
#include "formats/text/xalloc.h"

/* --- creation --- */

static int are_same(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

static void judge(struct parameter_grid_axis *axis, size_t points) {
    axis->varies = 0;
    for (size_t p = 1; p < points; p++)
        axis->varies |= !are_same(axis->values[p], axis->values[0]);
}

/* Takes from LIST, a fact, how the parameter called NAME is written. */
static void take_spellings(struct parameter_grid_axis *axis, const char *list, const char *name) {
    struct spelling spelling;
    while (axis->spelling_count < SPELLINGS_MOST && spellings_take(&list, name, &spelling)) {
        axis->spellings =
            xreallocarray(axis->spellings, axis->spelling_count + 1, sizeof *axis->spellings);
        axis->spellings[axis->spelling_count++] = spelling;
    }
}

/* Takes VALUES. */
static void add_axis(struct parameter_grid *space, const char *name, double *values) {
    struct parameter_grid_axis *axis = &space->axes[space->axis_count++];
    *axis = (struct parameter_grid_axis){.name = xutf8_escape(name), .values = values};
    judge(axis, space->points);
}

struct parameter_grid *parameter_grid_new(const struct measurement *m) {
    struct parameter_grid *space = xcalloc(1, sizeof *space);
    const char *spellings = facts_text(&m->facts, FACT_SPELLINGS, "");
    double *sizes = xcalloc(m->points, sizeof *sizes);
    for (size_t p = 0; p < m->points; p++)
        sizes[p] = (double)m->sizes[p];
    space->points = m->points;
    space->axes = xcalloc(1 + m->parameter_count, sizeof *space->axes);
    add_axis(space, facts_text(&m->facts, FACT_SIZE_NAME, "size"), sizes);
    take_spellings(&space->axes[0], spellings, "");
    for (size_t i = 0; i < m->parameter_count; i++) {
        const struct parameter *parameter = &m->parameters[i];
        add_axis(space, parameter->name,
                 xmemdup(parameter->values, space->points * sizeof *parameter->values));
        take_spellings(&space->axes[i + 1], spellings, parameter->name);
    }

    const char *wanted = facts_text(&m->facts, FACT_AXIS, NULL);
    for (size_t i = 0; wanted && i < m->parameter_count; i++)
        if (strcmp(m->parameters[i].name, wanted) == 0)
            space->main = i + 1;
    /* bench-collect says what a size means, if there is one. */
    int is_sizeless =
        wanted || (facts_find(&m->facts, FACT_SCHEDULE) && !facts_find(&m->facts, FACT_SIZE_MEANS));
    space->has_size = !is_sizeless || space->axes[0].varies || m->sizes[0] != 1;
    return space;
}

void parameter_grid_free(struct parameter_grid *space) {
    for (size_t i = 0; space && i < space->axis_count; i++) {
        free(space->axes[i].name);
        free(space->axes[i].values);
        free(space->axes[i].spellings);
    }
    if (space)
        free(space->axes);
    free(space);
}

void parameter_grid_keep(struct parameter_grid *space, const int *shown) {
    size_t kept = 0;
    for (size_t p = 0; p < space->points; p++)
        kept += shown[p] >= 0;
    for (size_t i = 0; i < space->axis_count; i++) {
        for (size_t p = 0; p < space->points; p++)
            if (shown[p] >= 0)
                space->axes[i].values[shown[p]] = space->axes[i].values[p];
        judge(&space->axes[i], kept);
    }
    space->points = kept;
}

const struct parameter_grid_axis *parameter_grid_find(const struct parameter_grid *space,
                                                      const char *name) {
    for (size_t i = 0; i < space->axis_count; i++)
        if (strcmp(space->axes[i].name, name) == 0)
            return &space->axes[i];
    return strcmp(name, "size") == 0 ? &space->axes[0] : NULL;
}

int parameter_grid_compare(double a, double b) {
    if (isnan(a) || isnan(b))
        return !!isnan(a) - !!isnan(b);
    return (a > b) - (a < b);
}

const char *parameter_grid_size_name(const struct parameter_grid *space) {
    return strcmp(space->axes[0].name, "size") == 0 ? NULL : space->axes[0].name;
}

/* --- points in words --- */

void parameter_grid_write_number(char *text, double value) {
    if (isnan(value))
        snprintf(text, PARAMETER_GRID_NUMBER, "-");
    else
        snprintf(text, PARAMETER_GRID_NUMBER, "%.10g", value);
}

const char *parameter_grid_spelling(const struct parameter_grid_axis *axis, double value) {
    for (size_t i = 0; i < axis->spelling_count; i++)
        if (axis->spellings[i].value == value)
            return axis->spellings[i].word;
    return NULL;
}

void parameter_grid_write_value(char *text, const struct parameter_grid_axis *axis, double value) {
    const char *word = parameter_grid_spelling(axis, value);
    if (word)
        snprintf(text, PARAMETER_GRID_NUMBER, "%s", word);
    else
        parameter_grid_write_number(text, value);
}

static void write_value(const struct parameter_grid_axis *axis, size_t point, FILE *file) {
    char number[PARAMETER_GRID_NUMBER];
    parameter_grid_write_value(number, axis, axis->values[point]);
    fputs(number, file);
}

static void write_axis(const struct parameter_grid_axis *axis, size_t point, const char *before,
                       FILE *file) {
    fprintf(file, "%s%s ", before, axis->name);
    write_value(axis, point, file);
}

/* Returns whether to write AXIS in a point's name: whether it varies or, if none does, whether it
 * is the size, or a parameter of an action without sizes. */
static int tells(const struct parameter_grid *space, size_t axis) {
    int any = 0;
    for (size_t i = 0; i < space->axis_count; i++)
        any |= space->axes[i].varies;
    int is_size = axis == 0;
    return any ? space->axes[axis].varies : is_size ? space->has_size : !space->has_size;
}

void parameter_grid_write_point(const struct parameter_grid *space, size_t point, FILE *file) {
    const char *before = "";
    for (size_t i = 0; i < space->axis_count; i++)
        if (tells(space, i)) {
            write_axis(&space->axes[i], point, before, file);
            before = ", ";
        }
    if (!*before)
        fputs("the only point", file);
}

void parameter_grid_write_parameters(const struct parameter_grid *space, size_t point, FILE *file) {
    const char *before = "";
    for (size_t i = 1; i < space->axis_count; i++)
        if (space->axes[i].varies) {
            write_axis(&space->axes[i], point, before, file);
            before = ", ";
        }
}

void parameter_grid_write_constants(const struct parameter_grid *space, const char *before,
                                    FILE *file) {
    for (size_t i = 1; i < space->axis_count; i++)
        if (!space->axes[i].varies && strcmp(space->axes[i].name, FACT_THREADS) != 0)
            write_axis(&space->axes[i], 0, before, file);
}

const char *parameter_grid_word(const struct parameter_grid *space, size_t count) {
    int is_point = !space->has_size;
    for (size_t i = 1; i < space->axis_count; i++)
        is_point |= space->axes[i].varies;
    return is_point ? count == 1 ? "point" : "points" : count == 1 ? "size" : "sizes";
}

/* --- size words --- */

static int is_whole(double size) {
    return fabs(size) < 1e15 && fabs(size - round(size)) <= 1e-9 * fabs(size);
}

static void write_groups(int64_t number, FILE *file) {
    if (number < 1000) {
        fprintf(file, "%" PRId64, number);
        return;
    }
    write_groups(number / 1000, file);
    fprintf(file, ",%03" PRId64, number % 1000);
}

void size_words_exact(double size, FILE *file) {
    char number[PARAMETER_GRID_NUMBER];
    if (is_whole(size) && size >= 10000) {
        write_groups((int64_t)round(size), file);
        return;
    }
    parameter_grid_write_number(number, size);
    fputs(number, file);
}

void size_words_about(double size, FILE *file) {
    double place = pow(10, floor(log10(fabs(size))) - 1);
    if (is_whole(size) || !isfinite(place))
        size_words_exact(size, file);
    else if (size >= 10)
        size_words_exact(round(size / place) * place, file);
    else
        fprintf(file, "%.2g", size);
}

const char *size_words_axis(const struct parameter_grid *space) {
    return space->main == 0 && !parameter_grid_size_name(space) ? "n"
                                                                : space->axes[space->main].name;
}
