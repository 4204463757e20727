/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "analyze/documents/history_document.h"
#include "formats/text/xalloc.h"
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

static void release(void *found) {
    history_report_release(found);
    free(found);
}

int report_add_history(struct report *report, const struct chart_set *charts,
                       const struct timeline *timeline, struct err *err) {
    if (!charts->count)
        return 0;
    static const char *const captions[] = {"changes from one level to the next",
                                           "cells without a change", NULL};
    struct history_report *found =
        document_keep(&report->document, xmalloc(sizeof *found), release);
    *found = (struct history_report){.history = timeline->history,
                                     .cells = &timeline->cells,
                                     .asked = timeline->asked,
                                     .verbose = 1};
    document_add(&report->document, DOCUMENT_SECTION, "History");
    report_add_set(report, charts, "history");
    size_t first = report->document.count;
    int code = history_sheet(&report->document, found, err);
    report_caption(&report->document, first, captions + (found->changes.count == 0));
    return code;
}
