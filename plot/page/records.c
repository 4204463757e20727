/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/columns/records.h"

#include <math.h>

#include "analyze/output/grid.h"
#include "plot/page/report.h"

static double number_of(const struct column *column, const void *record) {
    double space;
    const void *value = column_value(column, record, &space);
    switch (column->type) {
    case COLUMN_INTEGER:
        return (double)*(const int64_t *)value;
    case COLUMN_COUNT:
        return (double)*(const size_t *)value;
    case COLUMN_REAL:
    case COLUMN_INTERVAL:
        return *(const double *)value;
    default:
        return NAN;
    }
}

static enum report_tone tone_of(enum terminal_tone tone) {
    switch (tone) {
    case TERMINAL_GOOD:
        return REPORT_GOOD;
    case TERMINAL_BAD:
    case TERMINAL_WARNING:
        return REPORT_BAD;
    default:
        return REPORT_PLAIN;
    }
}

struct report_table *report_add_grid(struct report *report, const struct records *records,
                                     size_t more, const char *caption, size_t *first) {
    struct grid grid;
    struct report_table *rows = NULL;
    grid_init(&grid, records);
    *first = grid.column_count;
    if (grid.lines) {
        rows = report_add_table(report, grid.column_count + more, grid.lines, caption);
        for (size_t c = 0; c < grid.column_count; c++) {
            const struct column *column = grid.columns[c];
            report_set_column(rows, c, column_heading(column), column->about, column_align(column));
            for (size_t i = 0; i < grid.lines; i++)
                report_set_cell(rows, i, c,
                                (struct report_cell){grid_cell(&grid, i, c),
                                                     number_of(column, records_at(records, i)),
                                                     tone_of(grid_tone(&grid, i, c))});
        }
    }
    grid_release(&grid);
    return rows;
}

struct report_table *report_add_records(struct report *report, const struct table *table,
                                        const struct section *section, const struct view *view,
                                        int summaries, size_t more, const char *caption,
                                        size_t *first) {
    struct records records;
    records_of_section(&records, table, section, view, summaries);
    struct report_table *rows = report_add_grid(report, &records, more, caption, first);
    records_release(&records);
    if (rows)
        rows->is_sortable = !summaries;
    return rows;
}
