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

/* --- variants --- */

struct across {
    const struct parameter_grid *space;
    size_t axis;
};

/* Orders NaN last; NaN equals NaN. */
static int compare(double a, double b) {
    if (isnan(a) || isnan(b))
        return !!isnan(a) - !!isnan(b);
    return (a > b) - (a < b);
}

/* Compares points A and B on all axes except the one that goes across. */
static int compare_variants(const struct across *across, size_t a, size_t b) {
    int order = 0;
    for (size_t i = 0; i < across->space->axis_count && !order; i++) {
        const double *values = across->space->axes[i].values;
        if (i != across->axis)
            order = compare(values[a], values[b]);
    }
    return order;
}

static int by_variant(const void *a, const void *b, void *context) {
    const struct across *across = context;
    size_t left = *(const size_t *)a, right = *(const size_t *)b;
    const double *x = across->space->axes[across->axis].values;
    int order = compare_variants(across, left, right);
    order = order ? order : compare(x[left], x[right]);
    return order ? order : (left > right) - (left < right);
}

static void find_variants(struct curves *curves, struct across *across) {
    const double *x = across->space->axes[across->axis].values;
    for (size_t i = 0; i < curves->points; i++)
        curves->order[i] = i;
    qsort_r(curves->order, curves->points, sizeof *curves->order, by_variant, across);
    for (size_t i = 0; i < curves->points; i++) {
        curves->x[i] = x[curves->order[i]];
        if (i == 0 || compare_variants(across, curves->order[i - 1], curves->order[i]) != 0)
            curves->first[curves->variants++] = i;
    }
    curves->first[curves->variants] = curves->points;
}

/* --- names --- */

static void write_variant(FILE *file, const struct across *across, size_t point) {
    const struct parameter_grid *space = across->space;
    char number[PARAMETER_GRID_NUMBER];
    for (size_t i = 0; i < space->axis_count; i++)
        if (i != across->axis && space->axes[i].varies) {
            parameter_grid_write_value(number, &space->axes[i], space->axes[i].values[point]);
            fprintf(file, ", %s %s", space->axes[i].name, number);
        }
}

/* "openblas, stride 8" */
static char *name_curve(const struct across *across, const char *library, size_t point) {
    char *name;
    size_t size;
    FILE *file = xopen_memstream(&name, &size);
    fputs(library, file);
    write_variant(file, across, point);
    xclose_memstream(file);
    return name;
}

static void name_curves(struct curves *curves, struct chart_set *set, const struct across *across,
                        const struct summary_row *libraries) {
    for (size_t v = 0; v < curves->variants; v++)
        for (size_t l = 0; l < curves->libraries; l++)
            curves->names[v * curves->libraries + l] = chart_set_own(
                set, name_curve(across, libraries[l].library, curves->order[curves->first[v]]),
                free);
}

/* --- numbers --- */

static void fill_library(struct curves *curves, const struct row *rows, size_t library,
                         const struct source *take, double *values) {
    size_t points = curves->points;
    for (size_t i = 0; i < points; i++) {
        const struct row *row = &rows[curves->order[i] * curves->libraries + library];
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
    size_t first = curves->first[variant], points = curves->points;
    return (struct series_data){.name = curves->names[variant * curves->libraries + library],
                                .count = curves->first[variant + 1] - first,
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
    struct series_data *series = curves->series + k * curves->variants * curves->libraries;
    chart->series = series;
    chart->level = of->measure->level;
    chart->is_relative = of->measure->has_level;
    for (size_t l = 0; l < curves->libraries; l++) {
        double *of_library = values + l * 3 * curves->points;
        fill_library(curves, rows, l, &source, of_library);
        if (libraries[l].is_reference && chart->is_relative)
            chart->has_level = count_numbers(of_library, curves->points) == curves->points;
    }
    for (size_t v = 0; v < curves->variants; v++)
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
    int order = compare(x[left], x[right]);
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
static void fill_noise(struct curves *curves, const struct row *rows, const struct across *across) {
    double *values = curves->noise_values, *x = across->space->axes[across->axis].values;
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
    curves->order = chart_set_alloc(set, points, sizeof *curves->order);
    curves->first = chart_set_alloc(set, points + 1, sizeof *curves->first);
    curves->x = chart_set_alloc(set, points, sizeof *curves->x);
    curves->values =
        chart_set_alloc(set, 3 * measure_count * libraries * points, sizeof *curves->values);
    curves->wrong = chart_set_alloc(set, libraries * points, sizeof *curves->wrong);
    curves->noise_values = chart_set_alloc(set, 4 * points, sizeof *curves->noise_values);
    curves->noise = chart_set_alloc(set, 1, sizeof *curves->noise);
}

static void allocate_series(struct curves *curves, struct chart_set *set, size_t measure_count) {
    size_t count = curves->variants * curves->libraries;
    curves->names = chart_set_alloc(set, count, sizeof *curves->names);
    curves->series = chart_set_alloc(set, measure_count * count, sizeof *curves->series);
}

void curves_make(struct curves *curves, struct chart_set *set, struct chart *row,
                 const struct measured *of, size_t count, size_t axis) {
    const struct section *section = of->section;
    struct across across = {section->space, axis};
    const struct row *rows = of->table->rows + section->first_row;
    const struct summary_row *libraries = of->table->summaries + section->first_summary;
    *curves = (struct curves){.libraries = section->summary_count,
                              .points = section->summary_count ? section->space->points : 0};
    allocate(curves, set, count);
    find_variants(curves, &across);
    allocate_series(curves, set, count);
    name_curves(curves, set, &across, libraries);
    fill_noise(curves, rows, &across);
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
    size_t begin = 0, end = curves->variants, at = curves_first(curves, series);
    while (end - begin > 1) {
        size_t middle = (begin + end) / 2;
        *(curves->first[middle] <= at ? &begin : &end) = middle;
    }
    return begin;
}
