/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/cmd_rows.h"

#include <stdlib.h>

#include "plot/cmd_sections.h"
#include "plot/text.h"

static int take(void *context, struct table *table, struct err *err) {
    return table_take(context, table) ? 0 : err_set(err, ERR_FAILED, "no memory for what is drawn");
}

enum { MOST_COLUMNS = KIND_MOST_MEASURES + 1 };

static int read_table(struct table *table, const struct kind *kind, const struct options *options,
                      struct err *err) {
    const char *columns[MOST_COLUMNS] = {NULL};
    struct input input = {.terms = &options->terms,
                          .file = options->output.source,
                          .runs = options->runs,
                          .table = options->table,
                          .visit = take,
                          .context = table,
                          .row_columns = columns,
                          .opened = text_prepare};
    unsigned needs = NEED_NOISE | NEED_WARNINGS | NEED_REPORTS;
    for (size_t k = 0; k < kind_measure_count(kind); k++) {
        columns[k] = kind->measures[k]->column;
        needs |= column_find(&row_columns, kind->measures[k]->column)->needs;
    }
    input.table.spared = NEED_ALL & ~needs;
    return input_read(&input, err);
}

static void release_table(void *table) {
    table_release(table);
    free(table);
}

int rows_make(struct chart_set *set, const struct kind *kind, const struct options *options,
              struct err *err) {
    struct table *table = calloc(1, sizeof *table);
    if (!chart_set_own(set, table, release_table))
        return err_set(err, ERR_FAILED, "no memory for what is drawn");
    int code = read_table(table, kind, options, err);
    if (code)
        return code;
    const struct sections_options drawn = {.measures = kind->measures,
                                           .measure_count = kind_measure_count(kind),
                                           .across = options->across};
    return sections_chart(set, table, &drawn, err);
}
