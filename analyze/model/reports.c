/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/model/reports.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/unicode.h"
#include "formats/text/xalloc.h"

/* --- errors --- */

struct line {
    size_t point;
    char output[128];
    double max, mean, total;
};

/* Reads "point,output,max,mean,total"; an output's name has no comma. */
static int read_line(const char *text, struct line *line) {
    char alone[256];
    size_t length = strcspn(text, "\n");
    if (length >= sizeof alone)
        return 0;
    memcpy(alone, text, length);
    alone[length] = '\0';
    return sscanf(alone, "%zu,%127[^,\n],%lf,%lf,%lf", &line->point, line->output, &line->max,
                  &line->mean, &line->total) == 5;
}

static int is_wrong(const struct measurement *m, const struct series *series, size_t point) {
    return point < m->points && series->status[point] == CELL_WRONG;
}

void errors_add(struct output_errors *errors, const struct measurement *m,
                const struct series *series, const int *shown) {
    const char *text = facts_text(&series->facts, FACT_OUTPUT_ERRORS, "");
    struct line line;
    for (int n = 0; *text && n < ERRORS_MOST_LINES;
         n++, text += strcspn(text, "\n"), text += *text == '\n') {
        if (!read_line(text, &line) || !is_wrong(m, series, line.point) || shown[line.point] < 0)
            continue;
        line.point = (size_t)shown[line.point];
        utf8_clean(line.output, '?');

        errors->items = xreallocarray(errors->items, errors->count + 1, sizeof *errors->items);
        errors->items[errors->count++] = (struct output_error){xutf8_escape(series->name),
                                                               xstrdup(line.output),
                                                               line.point,
                                                               line.max,
                                                               line.mean,
                                                               line.total};
    }
}

void errors_release(struct output_errors *errors) {
    for (size_t i = 0; i < errors->count; i++) {
        free(errors->items[i].library);
        free(errors->items[i].output);
    }
    free(errors->items);
    *errors = (struct output_errors){0};
}

/* --- reports --- */

/* Sums over the pairs of which both numbers are finite. */
struct sums {
    double left, right;
    size_t count;
};

static struct sums sum_pairs(const double *left, const double *right, size_t count) {
    struct sums sums = {0};
    for (size_t i = 0; left && right && i < count; i++)
        if (isfinite(left[i]) && isfinite(right[i])) {
            sums.left += left[i];
            sums.right += right[i];
            sums.count++;
        }
    return sums;
}

static double quotient(struct sums sums) {
    return sums.right > 0 ? sums.left / sums.right : NAN;
}

static double mean(const double *values, size_t count) {
    struct sums sums = sum_pairs(values, values, count);
    return sums.count ? sums.left / (double)sums.count : NAN;
}

static double largest(const double *values, size_t count) {
    double most = NAN;
    for (size_t i = 0; values && i < count; i++)
        most = fmax(most, values[i]);
    return most;
}

static double mean_difference(const double *left, const double *right, size_t count) {
    struct sums sums = sum_pairs(left, right, count);
    return sums.count ? (sums.left - sums.right) / (double)sums.count : NAN;
}

/* VALUES may be NULL. */
static const double *at(const double *values, size_t offset) {
    return values ? values + offset : NULL;
}

double reports_operations(const struct measurement *m, const struct series *series, size_t point) {
    return mean(at(series->operations, measurement_index(m, point, 0, 0)),
                m->rounds * m->max_seeds);
}

struct reports reports_of(const struct measurement *m, const struct series *series, size_t point,
                          int has_threads) {
    size_t first = measurement_index(m, point, 0, 0), count = m->rounds * m->max_seeds;
    const double *seconds = series->seconds + first;
    return (struct reports){
#define QUANTITY(ID, name, detail, unit, better, per_cell, one, many, about)                       \
    per_cell(name, at(series->detail, first))
#define MEAN(name, values)    .name = mean(values, count),
#define LARGEST(name, values) .name = largest(values, count),
#define NONE(name, values)
#include "formats/model/detail.def"
        .overhead = mean_difference(at(series->whole_seconds, first), seconds, count),
        .rate = quotient(sum_pairs(at(series->operations, first), seconds, count)),
        .cpus = has_threads ? quotient(sum_pairs(at(series->cpu_seconds, first),
                                                 at(series->batch_mean, first), count))
                            : NAN,
        .exit_status = largest(at(series->exit_status, first), count),
        .max_error = series->max_error[point],
        .mean_error = series->mean_error[point],
        .total_error = series->total_error[point],
        .relative_error = series->relative_error[point],
        .residual = series->residual[point],
        .tolerance = series->tolerance[point],
    };
}
