/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/curves.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/xalloc.h"
#include "plot/marks/curve.h"

/* The column of a row that a measure draws. */
struct source {
    struct column y;
    double least; /* smaller values are drawn at this one; NaN for no limit */
};

static struct source source_of(const struct measured *of) {
    const struct measure *measure = of->measure;
    return (struct source){measure_column(measure), measure->least ? measure->least(of) : NAN};
}

static struct interval value_of(const struct row *row, const struct column *column) {
    return column->type == COLUMN_COUNT
               ? interval_alone((double)*(const size_t *)column_value(column, row, NULL))
               : column_interval(column, row);
}

/* --- names --- */

static void write_variant(FILE *file, const struct parameter_grid *space, size_t axis,
                          size_t point) {
    char number[PARAMETER_GRID_NUMBER];
    for (size_t i = 0; i < space->axis_count; i++)
        if (i != axis && space->axes[i].varies) {
            parameter_grid_write_value(number, &space->axes[i], space->axes[i].values[point]);
            fprintf(file, ", %s %s", space->axes[i].name, number);
        }
}

/* "openblas, stride 8" */
static char *name_curve(const struct parameter_grid *space, size_t axis, const char *library,
                        size_t point) {
    char *name;
    size_t size;
    FILE *file = xopen_memstream(&name, &size);
    fputs(library, file);
    write_variant(file, space, axis, point);
    xclose_memstream(file);
    return name;
}

static void name_curves(struct curves *curves, struct chart_set *set,
                        const struct parameter_grid *space, size_t axis,
                        const struct summary_row *libraries) {
    for (size_t v = 0; v < curves->variants.count; v++) {
        size_t point = curves->variants.order[curves->variants.first[v]];
        for (size_t l = 0; l < curves->libraries; l++)
            curves->names[v * curves->libraries + l] =
                chart_set_own(set, name_curve(space, axis, libraries[l].library, point), free);
    }
}

/* --- numbers --- */

static void fill_library(struct curves *curves, const struct row *rows, size_t library,
                         const struct source *take, double *values) {
    size_t points = curves->points;
    for (size_t i = 0; i < points; i++) {
        const struct row *row = &rows[curves->variants.order[i] * curves->libraries + library];
        curves->wrong[library * points + i] = row->status == CELL_WRONG;
        int is_lost = row->status != CELL_OK && row->status != CELL_WRONG;
        struct interval value = is_lost ? interval_unknown : value_of(row, &take->y);
        values[i] = value.estimate < take->least ? take->least : value.estimate;
        values[points + i] = value.low;
        values[2 * points + i] = value.high;
    }
}

static size_t count_numbers(const double *values, size_t count) {
    size_t numbers = 0;
    for (size_t i = 0; i < count; i++)
        numbers += !isnan(values[i]);
    return numbers;
}

static struct series_data cut_out(const struct curves *curves, const double *values, size_t variant,
                                  size_t library) {
    size_t first = curves->variants.first[variant], points = curves->points;
    return (struct series_data){.name = curves->names[variant * curves->libraries + library],
                                .count = curves->variants.first[variant + 1] - first,
                                .x = curves->x + first,
                                .y = values + first,
                                .low = values + points + first,
                                .high = values + 2 * points + first,
                                .wrong = curves->wrong + library * points + first};
}

static void fill_chart(struct curves *curves, struct chart *chart, const struct measured *of,
                       size_t k) {
    const struct row *rows = of->table->rows + of->section->first_row;
    const struct summary_row *libraries = of->table->summaries + of->section->first_summary;
    const struct source source = source_of(of);
    double *values = curves->values + k * curves->libraries * 3 * curves->points;
    struct series_data *series = curves->series + k * curves->variants.count * curves->libraries;
    chart->series = series;
    chart->level = of->measure->level;
    chart->is_relative = of->measure->has_level;
    for (size_t l = 0; l < curves->libraries; l++) {
        double *of_library = values + l * 3 * curves->points;
        fill_library(curves, rows, l, &source, of_library);
        if (libraries[l].is_reference && chart->is_relative)
            chart->has_level = count_numbers(of_library, curves->points) == curves->points;
    }
    for (size_t v = 0; v < curves->variants.count; v++)
        for (size_t l = 0; l < curves->libraries; l++) {
            int is_level = libraries[l].is_reference && chart->has_level;
            if (is_level && v > 0)
                continue;
            struct series_data *one = &series[chart->series_count++];
            *one = cut_out(curves, values + l * 3 * curves->points, v, l);
            one->is_reference = libraries[l].is_reference;
            if (is_level)
                one->name = libraries[l].library;
        }
}

/* --- noise --- */

static int by_x(const void *a, const void *b, void *context) {
    const double *x = context;
    size_t left = *(const size_t *)a, right = *(const size_t *)b;
    int order = parameter_grid_compare(x[left], x[right]);
    return order ? order : (left > right) - (left < right);
}

/* Widens the interval of entry COUNT - 1 if it is at X, else adds an entry. Returns the number of
 * entries. */
static size_t add_noise(struct curves *curves, size_t count, double x, const struct noise *noise) {
    double *values = curves->noise_values;
    size_t points = curves->points;
    int is_new = count == 0 || values[count - 1] != x;
    size_t i = is_new ? count : count - 1;
    values[i] = x;
    values[points + i] = noise->ratio.estimate;
    values[2 * points + i] =
        is_new ? noise->ratio.low : fmin(values[2 * points + i], noise->ratio.low);
    values[3 * points + i] =
        is_new ? noise->ratio.high : fmax(values[3 * points + i], noise->ratio.high);
    return i + 1;
}

/* Fills in the noise of each x. All rows of a point have the same noise; if several variants share
 * an x, it takes the widest interval. */
static void fill_noise(struct curves *curves, const struct row *rows, double *x) {
    double *values = curves->noise_values;
    size_t points = curves->points, count = 0, *order = xcalloc(points, sizeof *order);
    for (size_t i = 0; i < points; i++)
        order[i] = i;
    qsort_r(order, points, sizeof *order, by_x, x);
    for (size_t i = 0; i < points; i++)
        count = add_noise(curves, count, x[order[i]], &rows[order[i] * curves->libraries].noise);
    *curves->noise = (struct series_data){.name = "noise floor",
                                          .count = count,
                                          .x = values,
                                          .y = values + points,
                                          .low = values + 2 * points,
                                          .high = values + 3 * points};
    free(order);
}

/* Returns the noise as the measure shows ratios: as it is or inverted. Returns NULL if the measure
 * shows no noise. */
static const struct series_data *noise_for(struct curves *curves, struct chart_set *set,
                                           enum measure_noise how) {
    if (how != NOISE_TURNED_OVER)
        return how == NOISE_AS_IT_IS ? curves->noise : NULL;
    const struct series_data *noise = curves->noise;
    struct series_data *turned = chart_set_alloc(set, 1, sizeof *turned);
    double *values = chart_set_alloc(set, 3 * noise->count, sizeof *values);
    for (size_t i = 0; i < noise->count; i++) {
        values[i] = 1 / noise->y[i];
        values[noise->count + i] = 1 / noise->high[i];
        values[2 * noise->count + i] = 1 / noise->low[i];
    }
    *turned = *noise;
    turned->y = values;
    turned->low = values + noise->count;
    turned->high = values + 2 * noise->count;
    return turned;
}

/* --- all curves of a section --- */

static void allocate(struct curves *curves, struct chart_set *set, size_t measure_count) {
    size_t points = curves->points, libraries = curves->libraries;
    curves->x = chart_set_alloc(set, points, sizeof *curves->x);
    curves->values =
        chart_set_alloc(set, 3 * measure_count * libraries * points, sizeof *curves->values);
    curves->wrong = chart_set_alloc(set, libraries * points, sizeof *curves->wrong);
    curves->noise_values = chart_set_alloc(set, 4 * points, sizeof *curves->noise_values);
    curves->noise = chart_set_alloc(set, 1, sizeof *curves->noise);
}

static void allocate_series(struct curves *curves, struct chart_set *set, size_t measure_count) {
    size_t count = curves->variants.count * curves->libraries;
    curves->names = chart_set_alloc(set, count, sizeof *curves->names);
    curves->series = chart_set_alloc(set, measure_count * count, sizeof *curves->series);
}

void curves_make(struct curves *curves, struct chart_set *set, struct chart *row,
                 const struct measured *of, size_t count, size_t axis) {
    const struct section *section = of->section;
    double *x = section->space->axes[axis].values;
    const struct row *rows = of->table->rows + section->first_row;
    const struct summary_row *libraries = of->table->summaries + section->first_summary;
    *curves = (struct curves){.libraries = section->summary_count,
                              .points = section->summary_count ? section->space->points : 0};
    allocate(curves, set, count);
    variants_find(&curves->variants, section->space, &axis, 1);
    chart_set_own(set, curves->variants.first, free);
    chart_set_own(set, curves->variants.order, free);
    for (size_t i = 0; i < curves->points; i++)
        curves->x[i] = x[curves->variants.order[i]];
    allocate_series(curves, set, count);
    name_curves(curves, set, section->space, axis, libraries);
    fill_noise(curves, rows, x);
    for (size_t k = 0; k < count; k++) {
        fill_chart(curves, &row[k], &of[k], k);
        row[k].x.unit = axis > 0 ? UNIT_NUMBER : UNIT_SIZE;
        row[k].y = measure_axis(&of[k]);
        row[k].noise = section->controlled ? noise_for(curves, set, of[k].measure->noise) : NULL;
    }
}

int curves_are_shown(const struct chart *chart) {
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct series_data *series = &chart->series[s];
        if (!(chart->is_relative && series->is_reference) &&
            count_numbers(series->y, series->count))
            return 1;
    }
    return 0;
}

size_t curves_library(const struct curves *curves, const struct series_data *series) {
    return (size_t)(series->wrong - curves->wrong) / curves->points;
}

size_t curves_first(const struct curves *curves, const struct series_data *series) {
    return (size_t)(series->wrong - curves->wrong) % curves->points;
}

size_t curves_variant(const struct curves *curves, const struct series_data *series) {
    size_t begin = 0, end = curves->variants.count, at = curves_first(curves, series);
    while (end - begin > 1) {
        size_t middle = (begin + end) / 2;
        *(curves->variants.first[middle] <= at ? &begin : &end) = middle;
    }
    return begin;
}
