/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "analyze/documents/comparison_document.h"
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

/* Adds the answer, the charts, and all else that DOCUMENT says. */
static void add_document(struct report *report, const struct document *document,
                         const struct chart_set *changes) {
    struct document rest = *document;
    if (rest.count && rest.blocks[0].kind == DOCUMENT_TITLE) {
        report_add(report, REPORT_ANSWER, "%s", rest.blocks[0].text);
        rest.blocks++;
        rest.count--;
    }
    report_add_set(report, changes, "changes");
    report_add_document(report, &rest, (const char *const[]){"changes, later over earlier", NULL});
}

static int add_words(struct report *report, const struct compared *compared,
                     const struct chart_set *changes, struct err *err) {
    const struct comparison_view view = {.verbose = 1, .width = 1000, .all_means = 1};
    struct comparison_rows rows = {0};
    struct comparison_summary summary = {0};
    struct document document = {0};
    comparison_rows_of(&rows, compared, 1);
    comparison_summary_of(&summary, compared, 1);
    int code = comparison_sheet(&document, compared, &rows, &summary, &view, err);
    if (!code)
        add_document(report, &document, changes);
    document_release(&document);
    comparison_rows_release(&rows);
    free(summary.rows);
    return code;
}

int report_add_comparison(struct report *report, const struct chart_set *changes,
                          const struct options *options, struct err *err) {
    struct change_sides read = {0};
    int code = change_sides_read(&read, NULL, options, err);
    if (!code) {
        report_add(report, REPORT_SECTION, "What has changed");
        code = add_words(report, &read.sides.compared[0], changes, err);
    }
    change_sides_release(&read);
    return code;
}
