/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "analyze/documents/comparison_document.h"
#include "formats/text/xalloc.h"
#include "plot/kinds/change.h"
#include "plot/page/report.h"

/* Two machines do not change from one to the other. */
static int is_of_one_machine(const struct table *table) {
    const struct facts *first = &table->sections[0].provenance->run_facts;
    for (size_t i = 1; i < table->section_count; i++)
        if (strcmp(facts_text(first, FACT_HOST, ""),
                   facts_text(&table->sections[i].provenance->run_facts, FACT_HOST, "")) != 0)
            return 0;
    return 1;
}

int report_has_comparison(const struct table *table, const struct options *options) {
    return change_is_asked(options) && table->section_count && is_of_one_machine(table);
}

/* What the grids of a comparison borrow. */
struct kept {
    struct change_sides read;
    struct comparison_rows rows;
    struct comparison_summary summary;
};

static void release(void *what) {
    struct kept *kept = what;
    comparison_rows_release(&kept->rows);
    free(kept->summary.rows);
    change_sides_release(&kept->read);
    free(kept);
}

/* Adds what bench-analyze says: the answer, before it CHANGES, and all else. */
static int add_words(struct report *report, struct kept *kept, const struct chart_set *changes,
                     struct err *err) {
    const struct comparison_view view = {.verbose = 1, .width = 1000, .all_means = 1};
    const struct compared *compared = &kept->read.sides.compared[0];
    struct document *document = &report->document;
    size_t first = document->count;
    comparison_rows_of(&kept->rows, compared, 1);
    comparison_summary_of(&kept->summary, compared, 1);
    report_add_set(report, changes, "changes");
    int code = comparison_sheet(document, compared, &kept->rows, &kept->summary, &view, err);
    report_caption(document, first, (const char *const[]){"changes, later over earlier", NULL});
    struct document_block *blocks = &document->blocks[first];
    size_t title = changes->count > 0;
    if (!code && blocks[title].kind == DOCUMENT_TITLE) {
        struct document_block answer = blocks[title];
        answer.kind = DOCUMENT_ANSWER;
        blocks[title] = blocks[0];
        blocks[0] = answer;
    }
    return code;
}

int report_add_comparison(struct report *report, const struct chart_set *changes,
                          const struct options *options, struct err *err) {
    struct kept *kept = document_keep(&report->document, xcalloc(1, sizeof *kept), release);
    document_add(&report->document, DOCUMENT_SECTION, "What has changed");
    int code = change_sides_read(&kept->read, NULL, options, err);
    return code ? code : add_words(report, kept, changes, err);
}
