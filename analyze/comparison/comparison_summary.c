/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/comparison/comparison_summary.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/columns/column_table.h"
#include "analyze/columns/format_number.h"
#include "formats/model/key_index.h"
#include "formats/text/xalloc.h"

#define SUM(name, member, type, unit, about)                                                       \
    COLUMN(comparison_summary_row, name, member, type, unit, NEED_TIMES, about)

/* clang-format off */
static const struct column of_libraries[] = {
    {SUM("earlier_archive", earlier_archive, TEXT, "", "file the earlier run is in")},
    {SUM("later_archive", later_archive, TEXT, "", "file the later run is in")},
    {SUM("action", action, TEXT, "", "what was calculated"), USUAL("action", .align = "l", .once = 1)},
    {SUM("type", type, TEXT, "", "precision: s or d"), ASKED("type", .align = "l")},
    {SUM("library", library, TEXT, "", "library"), USUAL("library", .align = "l")},
    {SUM("ratio", ratio, INTERVAL, "1", "geometric mean of the ratios, later over earlier"), USUAL("later ÷ earlier, geometric mean", .number = number_ratio)},
    SEEN_ENDS(comparison_summary_row, "ratio", ratio, "1", NEED_TIMES, "its", "ratio", .number = number_ratio),
    {SUM("cells", cells, COUNT, "1", "pairs of cells it is taken over"), USUAL("cells", .align = "r")},
    {SUM("faster", faster, COUNT, "1", "cells that are shown to be faster, or less of another measure"), USUAL("faster", .align = "r")},
    {SUM("slower", slower, COUNT, "1", "cells that are shown to be slower, or more"), USUAL("slower", .align = "r")},
    {SUM("inconclusive", inconclusive, COUNT, "1", "cells whose difference what runs differ by may explain"), ASKED("inconclusive", .align = "r")},
};
/* clang-format on */

const struct column_set comparison_summary_columns =
    COLUMN_SET(of_libraries, struct comparison_summary_row);

/* The row of PAIR's library, which is new if LIBRARIES does not have it yet. Those of COMPARED are
 * from FIRST on. */
static struct comparison_summary_row *row_of(struct comparison_summary *summary, size_t first,
                                             struct key_index *libraries,
                                             const struct compared *compared,
                                             const struct compare_pair *pair) {
    const char *const key[] = {pair->action, pair->type, pair->library};
    size_t number = first + xkey_index_number_of_texts(libraries, key, 3);
    struct comparison_summary_row *row = &summary->rows[number];
    if (number < summary->count)
        return row;
    summary->count++;
    *row = (struct comparison_summary_row){.earlier_archive = pair->rows[COMPARE_EARLIER]->archive,
                                           .later_archive = pair->rows[COMPARE_LATER]->archive,
                                           .action = pair->action,
                                           .type = *pair->type ? pair->type : NULL,
                                           .library = pair->library,
                                           .quantity = compared->options->quantity};
    return row;
}

/* Until finish, the ratio holds sums: of ln ratio, and as its upper end of half widths. */
static void add(struct comparison_summary_row *row, const struct compare_pair *pair) {
    row->ratio.estimate += log(pair->typical.ratio.estimate);
    row->ratio.high += log(pair->typical.ratio.high / pair->typical.ratio.low) / 2;
    row->cells++;
    row->faster += pair->side < 0;
    row->slower += pair->side > 0;
    row->inconclusive += (size_t)pair->is_inconclusive;
}

static void finish(struct comparison_summary_row *row) {
    double cells = (double)row->cells;
    row->ratio =
        interval_exp(interval_within(row->ratio.estimate / cells, row->ratio.high / cells));
}

void comparison_summary_of(struct comparison_summary *summary, const struct compared *compared,
                           size_t count) {
    size_t most = 0;
    for (size_t i = 0; i < count; i++)
        most += compared[i].found.pair_count;
    *summary = (struct comparison_summary){xcalloc(most, sizeof *summary->rows), 0};
    for (size_t i = 0; i < count; i++) {
        struct key_index libraries = {0};
        size_t first = summary->count;
        for (size_t p = 0; p < compared[i].found.pair_count; p++) {
            const struct compare_pair *pair = &compared[i].found.pairs[p];
            add(row_of(summary, first, &libraries, &compared[i], pair), pair);
        }
        for (size_t r = first; r < summary->count; r++)
            finish(&summary->rows[r]);
        key_index_release(&libraries);
    }
}
