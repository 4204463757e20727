/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/columns.h"

#include "analyze/show.h"

#define ROW(member, type, unit, about) #member, type, offsetof(struct row, member), unit, about
#define SUMMARY(member, type, unit, about)                                                         \
#    member, type, offsetof(struct summary_row, member), unit, about
#define NOISE(record, name, member, about)                                                         \
#    name, COLUMN_REAL, offsetof(struct record, noise.member), "1", about
#define WARNINGS(record)                                                                           \
    "warnings", COLUMN_WARNED, offsetof(struct record, warned), "",                                \
        "what is to be known before believing it"

/* clang-format off */
static const struct column of_rows[] = {
    {ROW(archive, COLUMN_TEXT, "", "file the run is in"), NULL, NULL, NULL, 0},
    {ROW(action, COLUMN_TEXT, "", "what was calculated"), NULL, NULL, NULL, 0},
    {ROW(run, COLUMN_TEXT, "", "name of the run"), NULL, NULL, NULL, 0},
    {ROW(type, COLUMN_TEXT, "", "precision: s or d"), NULL, NULL, NULL, 0},
    {ROW(size, COLUMN_INTEGER, "1", "problem size"), "size", "r", show_size, 1},
    {ROW(library, COLUMN_TEXT, "", "library"), "library", "l", show_library, 0},
    {ROW(mean, COLUMN_REAL, "s", "mean of all samples"), "mean ±", "rll", show_mean, 0},
    {ROW(mean_low, COLUMN_REAL, "s", "lower end of the mean's interval"), NULL, NULL, NULL, 0},
    {ROW(mean_high, COLUMN_REAL, "s", "upper end of the mean's interval"), NULL, NULL, NULL, 0},
    {ROW(median, COLUMN_REAL, "s", "median of all samples"), "median", "rl", show_median, 0},
    {ROW(sd, COLUMN_REAL, "s", "standard deviation of all samples"), "sd", "rl", show_sd, 0},
    {ROW(round_sd, COLUMN_REAL, "s", "standard deviation of the rounds' means"), NULL, NULL, NULL, 0},
    {ROW(min, COLUMN_REAL, "s", "smallest sample"), NULL, NULL, NULL, 0},
    {ROW(max, COLUMN_REAL, "s", "largest sample"), NULL, NULL, NULL, 0},
    {ROW(n, COLUMN_COUNT, "1", "samples measured"), "n", "r", show_n, 0},
    {ROW(rounds, COLUMN_COUNT, "1", "rounds with samples"), NULL, NULL, NULL, 0},
    {ROW(ratio, COLUMN_REAL, "1", "time over the reference's, paired"), "ratio", "rlll", show_ratio, 0},
    {ROW(ratio_low, COLUMN_REAL, "1", "lower end of the ratio's interval"), NULL, NULL, NULL, 0},
    {ROW(ratio_high, COLUMN_REAL, "1", "upper end of the ratio's interval"), NULL, NULL, NULL, 0},
    {NOISE(row, noise, ratio, "the reference's time over its own, measured twice"), NULL, NULL, NULL, 0},
    {NOISE(row, noise_low, low, "lower end of its interval"), NULL, NULL, NULL, 0},
    {NOISE(row, noise_high, high, "upper end of its interval"), NULL, NULL, NULL, 0},
    {NOISE(row, noise_floor, floor, "its end farthest from 1, as a factor"), NULL, NULL, NULL, 0},
    {ROW(reference, COLUMN_TEXT, "", "library the ratio is taken to"), NULL, NULL, NULL, 0},
    {WARNINGS(row), NULL, NULL, NULL, 0},
    {ROW(status, COLUMN_STATUS, "", "ok, or what went wrong"), "status", "l", show_status, 0},
};

static const struct column of_summaries[] = {
    {SUMMARY(archive, COLUMN_TEXT, "", "file the run is in"), NULL, NULL, NULL, 0},
    {SUMMARY(action, COLUMN_TEXT, "", "what was calculated"), NULL, NULL, NULL, 0},
    {SUMMARY(run, COLUMN_TEXT, "", "name of the run"), NULL, NULL, NULL, 0},
    {SUMMARY(type, COLUMN_TEXT, "", "precision: s or d"), NULL, NULL, NULL, 0},
    {SUMMARY(library, COLUMN_TEXT, "", "library"), "library", "l", show_mean_library, 0},
    {SUMMARY(ratio, COLUMN_REAL, "1", "geometric mean of the ratios"), "ratio", "rlll", show_mean_ratio, 0},
    {SUMMARY(ratio_low, COLUMN_REAL, "1", "lower end of its interval"), NULL, NULL, NULL, 0},
    {SUMMARY(ratio_high, COLUMN_REAL, "1", "upper end of its interval"), NULL, NULL, NULL, 0},
    {SUMMARY(sizes, COLUMN_COUNT, "1", "sizes it is taken over"), "sizes", "r", show_sizes, 0},
    {NOISE(summary_row, noise, ratio, "geometric mean of the control's ratios"), NULL, NULL, NULL, 0},
    {NOISE(summary_row, noise_low, low, "lower end of its interval"), NULL, NULL, NULL, 0},
    {NOISE(summary_row, noise_high, high, "upper end of its interval"), NULL, NULL, NULL, 0},
    {NOISE(summary_row, noise_floor, floor, "its end farthest from 1, as a factor"), NULL, NULL, NULL, 0},
    {SUMMARY(reference, COLUMN_TEXT, "", "library the ratios are taken to"), NULL, NULL, NULL, 0},
    {WARNINGS(summary_row), NULL, NULL, NULL, 0},
};
/* clang-format on */

#define COLUMN_SET(columns, record)                                                                \
    { columns, sizeof columns / sizeof *columns, sizeof(record) }

const struct column_set row_columns = COLUMN_SET(of_rows, struct row);
const struct column_set summary_columns = COLUMN_SET(of_summaries, struct summary_row);

const void *column_member(const struct column *column, const void *record) {
    return (const char *)record + column->offset;
}

struct records records_of_table(const struct table *table, int summaries) {
    if (summaries)
        return (struct records){&summary_columns, table->summaries, table->summary_count};
    return (struct records){&row_columns, table->rows, table->row_count};
}

struct records records_of_section(const struct table *table, const struct section *section,
                                  int summaries) {
    struct records records = records_of_table(table, summaries);
    records.first = records_at(&records, summaries ? section->first_summary : section->first_row);
    records.count = summaries ? section->summary_count : section->row_count;
    return records;
}

const void *records_at(const struct records *records, size_t i) {
    return (const char *)records->first + i * records->set->record_size;
}
