/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/kinds/panels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/analysis/facets.h"
#include "plot/analysis/highlight.h"
#include "plot/analysis/kind_table.h"
#include "plot/analysis/sections.h"
#include "plot/kinds/roofline.h"

enum { WIDEST = 4 };

/* Returns TABLE without the sections that measure the peak. */
static struct table *without_peaks(struct chart_set *set, const struct table *table) {
    struct table *rest = chart_set_alloc(set, 1, sizeof *rest);
    struct section *sections = chart_set_alloc(set, table->section_count, sizeof *sections);
    *rest = *table;
    rest->sections = sections;
    rest->section_count = 0;
    for (size_t s = 0; s < table->section_count; s++)
        if (strcmp(table->sections[s].action, ROOFLINE_PEAK) != 0)
            sections[rest->section_count++] = table->sections[s];
    return rest;
}

/* The peaks that are given, or measured with the actions for that. */
static struct rates_peak peaks_of(const struct table *table, const struct rates_peak *given) {
    struct rates_peak peak = *given;
    double measured = roofline_peak(table);
    if (!(peak.values[RATES_FLOPS] > 0) && measured > 0)
        peak.values[RATES_FLOPS] = measured;
    return peak;
}

/* As many as make about a square, and leave each its least width. */
static size_t columns_of(const struct chart_set *set, double width_mm) {
    size_t square = (size_t)ceil(sqrt((double)set->count));
    size_t columns = square < WIDEST ? square : WIDEST;
    double fitting = width_mm > 0 ? floor(width_mm * WIDEST / FIGURE_DOUBLE_MM) : WIDEST;
    return columns <= fitting ? columns : fitting < 1 ? 1 : (size_t)fitting;
}

/* Those in operations first, so that neighbours have the same axes. */
static int by_unit(const void *a, const void *b) {
    const struct chart *left = a, *right = b;
    return -strcmp(left->y_label, right->y_label);
}

int panels_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                struct err *err) {
    int code;
    const struct table *table = kind_table_read(set, options, NEED_WARNINGS, &code, err);
    if (code)
        return code;
    const struct table *drawn = without_peaks(set, table);
    struct rates_peak peak = peaks_of(table, &options->table.peak);
    if (!drawn->section_count)
        drawn = table;
    const struct sections_options how = {.measures = kind->measures,
                                         .measure_count = 1,
                                         .across = options->axes.x,
                                         .keeps_axis = 1,
                                         .axes = &options->axes,
                                         .peak = &peak};
    set->is_grid = 1;
    code = sections_chart(set, drawn, &how, err);
    if (code)
        return code;
    qsort(set->charts, set->count, sizeof *set->charts, by_unit);
    set->columns =
        options->grid_columns ? options->grid_columns : columns_of(set, options->figure.width_mm);
    facets_share_labelled(set->charts, set->count);
    highlight_choose(set, drawn);
    return 0;
}
