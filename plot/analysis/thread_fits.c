/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/thread_fits.h"

#include <math.h>
#include <string.h>

#include "analyze/documents/scaling_document.h"
#include "analyze/model/scaling_axis.h"

/* Points of a drawn law: so many that it looks smooth. */
enum { FIT_POINTS = 65 };

static int fit(struct scaling_rows *rows, const struct measured *of) {
    static const struct section_view strong = {.scaling = SCALING_STRONG};
    struct err err = {""};
    return scaling_document_add_rows(rows, of->table, of->section, &strong, &err) == 0;
}

int thread_fits_exist(const struct measured *of) {
    struct scaling_rows rows = {0};
    int exist = 0;
    if (fit(&rows, of))
        for (size_t i = 1; i < rows.count && !exist; i += 2)
            exist = rows.items[i].fitted.fit != THREAD_FIT_NONE;
    scaling_document_release_rows(&rows);
    return exist;
}

/* The time with the fewest threads that speed-ups of the series are relative to; 1 for calls per
 * second. */
static double seconds_of_one(const struct measured *of, const struct curves *curves, size_t variant,
                             size_t library) {
    if (strcmp(of->measure->column, measure_scaling.column) != 0)
        return 1;
    for (size_t i = curves->variants.first[variant]; i < curves->variants.first[variant + 1]; i++) {
        size_t cell = curves->variants.order[i] * curves->libraries + library;
        const struct row *row = &of->table->rows[of->section->first_row + cell];
        if (isfinite(row->scaling.estimate))
            return row->scaling.estimate * exp(row->log_mean);
    }
    return NAN;
}

static const struct series_data *law_of(struct chart_set *set, const struct scaling_row *row,
                                        double seconds) {
    struct series_data *fitted = chart_set_alloc(set, 1, sizeof *fitted);
    double *x = chart_set_alloc(set, FIT_POINTS, sizeof *x);
    double *y = chart_set_alloc(set, FIT_POINTS, sizeof *y);
    for (size_t i = 0; i < FIT_POINTS; i++) {
        x[i] = row->fewest * pow(row->most / row->fewest, (double)i / (FIT_POINTS - 1));
        y[i] = row->fitted.lambda.estimate * thread_law_speedup(&row->fitted, x[i]) * seconds;
    }
    *fitted = (struct series_data){.name = "USL", .count = FIT_POINTS, .x = x, .y = y};
    return fitted;
}

void thread_fits_add(struct chart_set *set, const struct measured *of, const struct curves *curves,
                     struct chart *chart) {
    struct scaling_rows rows = {0};
    int is_fitted = fit(&rows, of);
    for (size_t s = 0; is_fitted && rows.count && s < chart->series_count; s++) {
        /* Rows come by variant and library as series do, the USL after Amdahl's law. */
        struct series_data *series = curves->series + (chart->series - curves->series) + s;
        size_t library = curves_library(curves, series), variant = curves_variant(curves, series);
        const struct scaling_row *row =
            &rows.items[2 * (variant * curves->libraries + library) + 1];
        if (row->fitted.fit != THREAD_FIT_NONE)
            series->fit = law_of(set, row, seconds_of_one(of, curves, variant, library));
    }
    scaling_document_release_rows(&rows);
}

int thread_fits_mark_cpus(struct chart_set *set, const struct measured *of, struct mark *mark) {
    const struct parameter_grid *space = of->section->space;
    const struct parameter_grid_axis *threads = scaling_axis_find(space, of->section->over);
    double cpus = of->section->cpus, most = 0;
    for (size_t p = 0; threads && p < space->points; p++)
        most = fmax(most, threads->values[p]);
    int shares_cpus = scaling_axis_words(space, of->section->over)->shares_cpus;
    if (!shares_cpus || !(cpus >= 1) || most < cpus)
        return 0;
    *mark = (struct mark){.is_vertical = 1,
                          .is_zone = most > cpus,
                          .at = cpus,
                          .label = chart_set_text(set, "%g CPU%s", cpus, cpus == 1 ? "" : "s")};
    return 1;
}
