/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/kind_table.h"

#include <stdlib.h>

#include "formats/text/xalloc.h"
#include "plot/figure/text.h"

static void release_table(void *object) {
    table_release(object);
    free(object);
}

struct table *kind_table_read(struct chart_set *set, const struct options *options, unsigned needs,
                              int *code, struct err *err) {
    struct table *table = chart_set_own(set, xcalloc(1, sizeof *table), release_table);
    struct input input = {.terms = &options->terms,
                          .file = options->output.source,
                          .runs = options->runs,
                          .table = options->table,
                          .visit = input_keep,
                          .context = table,
                          .meanwhile = fonts_begin};
    if (options->source_count) {
        input.file = options->sources[0];
        input.more_files = options->sources + 1;
        input.more_count = options->source_count - 1;
    }
    input.table.spared = NEED_ALL & ~needs;
    input.table.with_provenance = 1;
    input.table.filter = &options->filter;
    colours_survey(&input, set);
    *code = input_read(&input, err);
    return *code ? NULL : table;
}
