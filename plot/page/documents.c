/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/page/report.h"

/* What the lines of a document become. */
static const enum report_kind kinds[] = {
    [DOCUMENT_ORIGIN] = REPORT_LINE,     [DOCUMENT_TITLE] = REPORT_SENTENCE,
    [DOCUMENT_LINE] = REPORT_LINE,       [DOCUMENT_SENTENCE] = REPORT_SENTENCE,
    [DOCUMENT_WARNING] = REPORT_WARNING, [DOCUMENT_CAPTION] = REPORT_LINE,
    [DOCUMENT_FOOT] = REPORT_LINE,       [DOCUMENT_WARNING_FOOT] = REPORT_WARNING,
    [DOCUMENT_NOTE] = REPORT_LINE,       [DOCUMENT_BAD] = REPORT_WARNING};

/* Tables that fit on a screen are read as they are. */
enum { SORTABLE_FROM = 12 };

void report_add_document(struct report *report, const struct document *document,
                         const char *const *captions) {
    size_t first;
    for (size_t i = 0; i < document->count; i++) {
        const struct document_block *block = &document->blocks[i];
        if (block->kind != DOCUMENT_GRID && kinds[block->kind] == REPORT_WARNING)
            report_add_pair(report, REPORT_WARNING, block->text, NULL);
        else if (block->kind != DOCUMENT_GRID)
            report_add(report, kinds[block->kind], "%s", block->text);
        if (block->kind != DOCUMENT_GRID)
            continue;
        struct report_table *rows = report_add_grid(report, &block->records, 0, *captions, &first);
        captions += captions[1] != NULL;
        if (rows)
            rows->is_sortable = rows->lines >= SORTABLE_FROM;
    }
}
