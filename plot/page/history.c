/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/documents/history_document.h"
#include "plot/kinds/history.h"
#include "plot/page/report.h"

enum { FEWEST_RUNS = 3 };

static int has_history(const struct history_cells *cells) {
    for (size_t i = 0; i < cells->count; i++)
        if (cells->items[i].count >= FEWEST_RUNS)
            return 1;
    return 0;
}

int report_draw_history(struct chart_set *set, struct timeline *timeline,
                        const struct chart_set *colours, const struct options *options,
                        struct err *err) {
    struct err why = {""};
    struct options own = *options;
    own.axes = (struct axes_asked){.x = NULL};
    report_copy_colours(set, colours);
    int code = timeline_read(timeline, set, &own, &why);
    if (!code && has_history(&timeline->cells))
        code = history_draw(set, timeline, &own, &why);
    if (code)
        set->count = 0;
    return code == ERR_FAILED ? err_set(err, code, "%s", why.message) : 0;
}

int report_add_history(struct report *report, const struct chart_set *charts,
                       const struct timeline *timeline, struct err *err) {
    if (!charts->count)
        return 0;
    static const char *const captions[] = {"changes from one level to the next",
                                           "cells without a change", NULL};
    struct document document = {0};
    struct history_report found = {.history = timeline->history,
                                   .cells = &timeline->cells,
                                   .asked = timeline->asked,
                                   .verbose = 1};
    report_add(report, REPORT_SECTION, "History");
    report_add_set(report, charts, "history");
    int code = history_sheet(&document, &found, err);
    if (!code)
        report_add_document(report, &document, captions + (found.changes.count == 0));
    document_release(&document);
    history_report_release(&found);
    return code;
}
