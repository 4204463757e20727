/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "plot/page/report.h"

#include "formats/text/xalloc.h"

static void add_title(struct report *report, const struct table *table,
                      const struct section *section) {
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    report_write_action(table, section, file);
    xclose_memstream(file);
    report_add(report, REPORT_SECTION, "%s", text);
    free(text);
}

static void add_rows(struct report *report, const struct table *table,
                     const struct section *section, const struct view *view) {
    size_t first;
    char caption[256];
    snprintf(caption, sizeof caption, "all numbers of %.80s, relative to %.80s", section->action,
             section->reference ? section->reference : "the reference");
    report_add_records(report, table, section, view, 0, 0, caption, &first);
}

void report_add_action(struct report *report, const struct table *table, size_t number,
                       const struct drawn *drawn) {
    const struct section *section = &table->sections[number];
    add_title(report, table, section);
    if (table->section_count > 1)
        report_add_answer(report, REPORT_SENTENCE, table, section);
    report_add_section_charts(report, table, section, &drawn->curves[number],
                              &drawn->set->charts[number * MEASURES]);
    report_add_verdicts(report, table, section);
    more_charts_add(report, drawn->more, table, section);
    add_rows(report, table, section, drawn->view);
}
