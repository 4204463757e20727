/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/page/report.h"

#include "formats/text/xalloc.h"

static void write_heading(const void *context, FILE *file) {
    const struct table_section *of = context;
    report_write_action(of->table, of->section, file);
}

static void add_rows(struct document *document, const struct table *table,
                     const struct section *section, const struct view *view) {
    struct records records;
    records_of_section(&records, table, section, view, 0);
    struct document_block *block = document_add_grid(document, &records);
    block->text = xasprintf("all numbers of %.80s, relative to %.80s", section->action,
                            section->reference ? section->reference : "the reference");
    block->sortable_from = 1;
}

void report_add_action(struct report *report, const struct table *table, size_t number,
                       const struct drawn *drawn) {
    const struct section *section = &table->sections[number];
    struct document *document = &report->document;
    document_write(document, DOCUMENT_SECTION, write_heading,
                   &(struct table_section){table, section});
    if (table->section_count > 1)
        report_add_answer(document, DOCUMENT_SENTENCE, table, section);
    report_add_section_charts(report, table, section, &drawn->curves[number],
                              &drawn->set->charts[number * MEASURES]);
    report_add_verdicts(document, table, section);
    more_charts_add(report, drawn->more, table, section);
    add_rows(document, table, section, drawn->view);
}
