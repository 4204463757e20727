/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "analyze/columns/format_number.h"
#include "formats/text/xalloc.h"
#include "plot/marks/curve.h"
#include "plot/page/report.h"

/* --- tips --- */

static void write_shown(void (*show)(const void *record, char *text, size_t size),
                        const struct row *row, FILE *file) {
    char text[256];
    show(row, text, sizeof text);
    report_write_parts(text, file);
}

static void write_ratio(const struct row *row, const struct section *section, FILE *file) {
    if (row->is_reference) {
        fputs("\nreference", file);
        return;
    }
    fputs("\nratio ", file);
    write_shown(format_number_ratio, row, file);
    if (section->reference)
        fprintf(file, " to %s", section->reference);
    if (row->verdict != VERDICT_NONE)
        fprintf(file, "\n%s", verdict_words(row->verdict, row->quantity));
}

/* Returns the tooltip of a row. */
static char *tip_of(const struct row *row, const struct section *section) {
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    fprintf(file, "%s\n", row->library);
    parameter_grid_write_point(row->space, row->point, file);
    fprintf(file, "\n%s ", quantity_words(row->quantity)->one);
    write_shown(format_number_mean, row, file);
    write_ratio(row, section, file);
    if (row->status != CELL_OK)
        fprintf(file, "\nanswer: %s", cell_status_name((int)row->status));
    fprintf(file, "\n%zu samples in %zu round%s", row->n, row->rounds, row->rounds == 1 ? "" : "s");

    xclose_memstream(file);
    return text;
}

/* Returns the tooltips of all points of CHART, which DOCUMENT keeps; those of a reference that is
 * the level are NULL. */
static char **tips_of(struct document *document, const struct chart *chart,
                      const struct table *table, const struct section *section,
                      const struct curves *curves) {
    size_t points = 0, at = 0;
    for (size_t s = 0; s < chart->series_count; s++)
        points += chart->series[s].count;
    char **tips = document_keep(document, xcalloc(points, sizeof *tips), free);
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct series_data *series = &chart->series[s];
        if (!series->count) /* a heading */
            continue;
        size_t library = curves_library(curves, series), first = curves_first(curves, series);
        int is_line = curve_is_level(chart, series);
        for (size_t i = 0; i < series->count; i++, at++) {
            size_t row = curves->variants.order[first + i] * curves->libraries + library;
            if (!is_line)
                tips[at] = document_keep(
                    document, tip_of(&table->rows[section->first_row + row], section), free);
        }
    }
    return tips;
}

/* --- views --- */

/* For ratios, the linear view changes only the y axis, along which they are read. For times, both
 * axes become linear, so that times proportional to the size form a straight line. */
static const struct {
    size_t column; /* in the row of charts */
    const char *shows, *scale;
    enum axis_scale x, y;
} views[] = {
    {0, "ratio", "log", AXIS_USUAL, AXIS_USUAL},
    {0, "ratio", "linear", AXIS_USUAL, AXIS_LINEAR},
    {1, "time", "log", AXIS_USUAL, AXIS_USUAL},
    {1, "time", "linear", AXIS_LINEAR, AXIS_LINEAR},
};
enum { VIEWS = sizeof views / sizeof *views, RATIOS = 2 };

/* Rows have their values along x. */
static void scale(struct chart *chart, size_t view) {
    if (chart->row_count) {
        chart->x.scale = views[view].y == AXIS_LINEAR ? AXIS_LINEAR : AXIS_LOG;
        return;
    }
    chart->x.scale = views[view].x;
    chart->y.scale = views[view].y;
}

void report_add_section_charts(struct report *report, const struct table *table,
                               const struct section *section, const struct curves *curves,
                               const struct chart *row) {
    size_t first = curves_are_shown(&row[0]) ? 0 : RATIOS;
    if (!curves_are_shown(&row[0]) && !curves_are_shown(&row[1])) {
        document_add(&report->document, DOCUMENT_SENTENCE,
                     "Nothing is drawn: no library has a result.");
        return;
    }
    if (!curves->points)
        return;
    struct report_view *added = report_add_charts(report, VIEWS - first, section->action);
    for (size_t i = first; i < VIEWS; i++) {
        struct report_view *view = &added[i - first];
        view->shows = views[i].shows;
        if (views[i].column == 1 && section->quantity != QUANTITY_SECONDS)
            view->name = quantity_words(section->quantity)->one;
        view->scale = views[i].scale;
        view->chart = row[views[i].column];
        scale(&view->chart, i);
        view->tips = tips_of(&report->document, &view->chart, table, section, curves);
    }
}
