/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/report/report.h"

#include <stdlib.h>
#include <string.h>

#include "formats/text/xalloc.h"

void report_add_name(struct report *report, const char *name) {
    for (size_t i = 0; i < report->name_count; i++)
        if (strcmp(report->names[i], name) == 0)
            return;
    report->names = xreallocarray(report->names, report->name_count + 1, sizeof *report->names);
    report->names[report->name_count++] = xstrdup(name);
}

struct report_view *report_add_charts(struct report *report, size_t count, const char *label) {
    struct report_view *views = xcalloc(count, sizeof *views);
    report->charts = xreallocarray(report->charts, report->chart_count + 1, sizeof *report->charts);
    report->charts[report->chart_count++] = (struct report_charts){views, count};
    document_add(&report->document, DOCUMENT_FIGURE, "%s", label);
    return document_keep(&report->document, views, free);
}

void report_release(struct report *report) {
    document_release(&report->document);
    for (size_t i = 0; i < report->name_count; i++)
        free(report->names[i]);
    free(report->names);
    free(report->charts);
    *report = (struct report){0};
}
