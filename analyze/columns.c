/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/columns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/show.h"
#include "analyze/space.h"

#define ROW(member, type, unit, about) #member, type, offsetof(struct row, member), unit, about
#define SUMMARY(member, type, unit, about)                                                         \
#    member, type, offsetof(struct summary_row, member), unit, about
#define REPORT(member, unit, about)                                                                \
#    member, COLUMN_REAL, offsetof(struct row, reports.member), unit, about
#define NOISE(record, name, member, about)                                                         \
#    name, COLUMN_REAL, offsetof(struct record, noise.member), "1", about
#define WARNINGS(record)                                                                           \
    "warnings", COLUMN_WARNED, offsetof(struct record, warned), "",                                \
        "what is to be known before believing it"

/* clang-format off */
static const struct column of_rows[] = {
    {ROW(archive, COLUMN_TEXT, "", "file the run is in"), NULL, NULL, NULL, 0, NULL},
    {ROW(action, COLUMN_TEXT, "", "what was calculated"), NULL, NULL, NULL, 0, NULL},
    {ROW(run, COLUMN_TEXT, "", "name of the run"), NULL, NULL, NULL, 0, NULL},
    {ROW(type, COLUMN_TEXT, "", "precision: s or d"), NULL, NULL, NULL, 0, NULL},
    {ROW(size, COLUMN_INTEGER, "1", "problem size"), "size", "r", show_size, 1, NULL},
    {ROW(library, COLUMN_TEXT, "", "library"), "library", "l", show_library, 0, NULL},
    {ROW(mean, COLUMN_REAL, "s", "mean of all samples"), "mean ±", "rll", show_mean, 0, NULL},
    {ROW(mean_low, COLUMN_REAL, "s", "lower end of the mean's interval"), NULL, NULL, NULL, 0, NULL},
    {ROW(mean_high, COLUMN_REAL, "s", "upper end of the mean's interval"), NULL, NULL, NULL, 0, NULL},
    {REPORT(whole, "s", "mean of the whole call, where the action times a part of it"), "whole", "rl", show_whole, 0, NULL},
    {REPORT(overhead, "s", "mean of the whole call minus that part"), "overhead", "rl", show_overhead, 0, NULL},
    {ROW(median, COLUMN_REAL, "s", "median of all samples"), "median", "rl", show_median, 0, NULL},
    {ROW(sd, COLUMN_REAL, "s", "standard deviation of all samples"), "sd", "rl", show_sd, 0, NULL},
    {ROW(round_sd, COLUMN_REAL, "s", "standard deviation of the rounds' means"), NULL, NULL, NULL, 0, NULL},
    {ROW(min, COLUMN_REAL, "s", "smallest sample"), NULL, NULL, NULL, 0, NULL},
    {ROW(max, COLUMN_REAL, "s", "largest sample"), NULL, NULL, NULL, 0, NULL},
    {ROW(n, COLUMN_COUNT, "1", "samples measured"), "n", "r", show_n, 0, NULL},
    {REPORT(cpus, "1", "processor time over time of the batch"), "cpus", "r", show_cpus, 0, NULL},
    {REPORT(iterations, "1", "iterations per call, as the action counted them"), "iterations", "r", show_iterations, 0, NULL},
    {REPORT(operations, "1", "operations per call, as the action counted them"), NULL, NULL, NULL, 0, NULL},
    {REPORT(rate, "1/s", "operations counted per second"), "rate", "rl", show_rate, 0, NULL},
    {ROW(rounds, COLUMN_COUNT, "1", "rounds with samples"), NULL, NULL, NULL, 0, NULL},
    {ROW(ratio, COLUMN_REAL, "1", "time over the reference's, paired"), "ratio", "rlll", show_ratio, 0, NULL},
    {ROW(ratio_low, COLUMN_REAL, "1", "lower end of the ratio's interval"), NULL, NULL, NULL, 0, NULL},
    {ROW(ratio_high, COLUMN_REAL, "1", "upper end of the ratio's interval"), NULL, NULL, NULL, 0, NULL},
    {NOISE(row, noise, ratio, "the reference's time over its own, measured twice"), NULL, NULL, NULL, 0, NULL},
    {NOISE(row, noise_low, low, "lower end of its interval"), NULL, NULL, NULL, 0, NULL},
    {NOISE(row, noise_high, high, "upper end of its interval"), NULL, NULL, NULL, 0, NULL},
    {NOISE(row, noise_floor, floor, "its end farthest from 1, as a factor"), NULL, NULL, NULL, 0, NULL},
    {ROW(reference, COLUMN_TEXT, "", "library the ratio is taken to"), NULL, NULL, NULL, 0, NULL},
    {REPORT(max_error, "1", "largest error of an output"), "max error", "r", show_max_error, 0, NULL},
    {REPORT(mean_error, "1", "mean error of the outputs"), "mean error", "r", show_mean_error, 0, NULL},
    {REPORT(total_error, "1", "sum of the errors of the outputs"), "total error", "r", show_total_error, 0, NULL},
    {WARNINGS(row), NULL, NULL, NULL, 0, NULL},
    {ROW(status, COLUMN_STATUS, "", "ok, or what went wrong"), "status", "l", show_status, 0, NULL},
};

static const struct column of_summaries[] = {
    {SUMMARY(archive, COLUMN_TEXT, "", "file the run is in"), NULL, NULL, NULL, 0, NULL},
    {SUMMARY(action, COLUMN_TEXT, "", "what was calculated"), NULL, NULL, NULL, 0, NULL},
    {SUMMARY(run, COLUMN_TEXT, "", "name of the run"), NULL, NULL, NULL, 0, NULL},
    {SUMMARY(type, COLUMN_TEXT, "", "precision: s or d"), NULL, NULL, NULL, 0, NULL},
    {SUMMARY(library, COLUMN_TEXT, "", "library"), "library", "l", show_mean_library, 0, NULL},
    {SUMMARY(ratio, COLUMN_REAL, "1", "geometric mean of the ratios"), "ratio", "rlll", show_mean_ratio, 0, NULL},
    {SUMMARY(ratio_low, COLUMN_REAL, "1", "lower end of its interval"), NULL, NULL, NULL, 0, NULL},
    {SUMMARY(ratio_high, COLUMN_REAL, "1", "upper end of its interval"), NULL, NULL, NULL, 0, NULL},
    {SUMMARY(sizes, COLUMN_COUNT, "1", "sizes it is taken over"), "sizes", "r", show_sizes, 0, NULL},
    {NOISE(summary_row, noise, ratio, "geometric mean of the control's ratios"), NULL, NULL, NULL, 0, NULL},
    {NOISE(summary_row, noise_low, low, "lower end of its interval"), NULL, NULL, NULL, 0, NULL},
    {NOISE(summary_row, noise_high, high, "upper end of its interval"), NULL, NULL, NULL, 0, NULL},
    {NOISE(summary_row, noise_floor, floor, "its end farthest from 1, as a factor"), NULL, NULL, NULL, 0, NULL},
    {SUMMARY(reference, COLUMN_TEXT, "", "library the ratios are taken to"), NULL, NULL, NULL, 0, NULL},
    {WARNINGS(summary_row), NULL, NULL, NULL, 0, NULL},
};
/* clang-format on */

#define COLUMN_SET(columns, record)                                                                \
    { columns, sizeof columns / sizeof *columns, sizeof(record) }

const struct column_set row_columns = COLUMN_SET(of_rows, struct row);
const struct column_set summary_columns = COLUMN_SET(of_summaries, struct summary_row);

/* --- what a column says --- */

static double parameter_of(const struct column *column, const struct row *row) {
    const struct space_axis *axis = space_find(row->space, column->parameter);
    return axis ? axis->values[row->point] : NAN;
}

const void *column_value(const struct column *column, const void *record, double *room) {
    if (!column->parameter)
        return (const char *)record + column->offset;
    *room = parameter_of(column, record);
    return room;
}

void column_show(const struct column *column, const void *record, char *text, size_t size) {
    char number[SPACE_NUMBER];
    if (!column->parameter) {
        column->show(record, text, size);
        return;
    }
    space_write_number(number, parameter_of(column, record));
    snprintf(text, size, "%s", number);
}

/* --- the columns of rows --- */

static int is_taken(const struct records *records, const char *name) {
    for (size_t c = 0; c < records->set.count; c++)
        if (strcmp(records->columns[c].name, name) == 0)
            return 1;
    for (size_t c = 0; c < row_columns.count; c++)
        if (strcmp(row_columns.columns[c].name, name) == 0)
            return 1;
    return 0;
}

static char *free_name(const struct records *records, const char *parameter) {
    char *name = strdup(parameter);
    for (int n = 2; name && is_taken(records, name); n++) {
        free(name);
        if (asprintf(&name, "%s_%d", parameter, n) < 0)
            name = NULL;
    }
    return name;
}

static int has_parameter(const struct records *records, const char *parameter) {
    for (size_t c = 0; c < records->set.count; c++)
        if (records->columns[c].parameter && strcmp(records->columns[c].parameter, parameter) == 0)
            return 1;
    return 0;
}

static int add_column(struct records *records, const struct column *column) {
    struct column *all = reallocarray(records->columns, records->set.count + 1, sizeof *all);
    if (!all)
        return 0;
    records->columns = all;
    records->set.columns = all;
    all[records->set.count++] = *column;
    return 1;
}

static int add_parameter(struct records *records, const char *parameter) {
    char **names = reallocarray(records->names, records->name_count + 1, sizeof *names);
    if (!names)
        return 0;
    records->names = names;
    char *name = free_name(records, parameter);
    if (!name)
        return 0;
    names[records->name_count++] = name;
    const struct column column = {.name = name,
                                  .type = COLUMN_REAL,
                                  .unit = "",
                                  .about = "a parameter",
                                  .heading = name,
                                  .align = "r",
                                  .once = 1,
                                  .parameter = parameter};
    return add_column(records, &column);
}

static int add_parameters(struct records *records, const struct space *space, int varying_only) {
    int ok = 1;
    for (size_t i = 1; ok && i < space->axis_count; i++)
        if ((space->axes[i].varies || !varying_only) &&
            !has_parameter(records, space->axes[i].name))
            ok = add_parameter(records, space->axes[i].name);
    return ok;
}

/* The columns of rows of sections of TABLE; SHOWN of one, for people. */
static int choose_columns(struct records *records, const struct table *table,
                          const struct section *shown) {
    int ok = 1;
    records->set.record_size = row_columns.record_size;
    for (size_t c = 0; ok && c < row_columns.count; c++) {
        struct column column = row_columns.columns[c];
        int is_size = column.offset == offsetof(struct row, size);
        if (is_size && shown && !shown->space->has_size)
            column.heading = NULL;
        ok = add_column(records, &column);
        if (ok && is_size && shown)
            ok = add_parameters(records, shown->space, 1);
        for (size_t i = 0; ok && is_size && !shown && i < table->section_count; i++)
            ok = add_parameters(records, table->sections[i].space, 0);
    }
    return ok;
}

/* --- records --- */

int records_of_table(struct records *records, const struct table *table, int summaries) {
    if (summaries) {
        *records = (struct records){
            summary_columns, table->summaries, table->summary_count, NULL, NULL, 0};
        return 1;
    }
    *records = (struct records){.first = table->rows, .count = table->row_count};
    return choose_columns(records, table, NULL);
}

/* What geometric means are taken over is called what it is. */
static int choose_summary_columns(struct records *records, const struct section *section) {
    int ok = 1;
    records->set.record_size = summary_columns.record_size;
    for (size_t c = 0; ok && c < summary_columns.count; c++) {
        struct column column = summary_columns.columns[c];
        if (column.offset == offsetof(struct summary_row, sizes))
            column.heading = space_word(section->space, 2);
        ok = add_column(records, &column);
    }
    return ok;
}

int records_of_section(struct records *records, const struct table *table,
                       const struct section *section, int summaries) {
    if (summaries) {
        *records = (struct records){.first = table->summaries + section->first_summary,
                                    .count = section->summary_count};
        return choose_summary_columns(records, section);
    }
    *records =
        (struct records){.first = table->rows + section->first_row, .count = section->row_count};
    return choose_columns(records, table, section);
}

void records_release(struct records *records) {
    for (size_t i = 0; i < records->name_count; i++)
        free(records->names[i]);
    free(records->names);
    free(records->columns);
    *records = (struct records){0};
}

const void *records_at(const struct records *records, size_t i) {
    return (const char *)records->first + i * records->set.record_size;
}
