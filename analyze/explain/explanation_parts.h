/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explanation_parts.h: the state and the parts of an explanation. Private to explanation*.c. */
#ifndef BENCHMAT_ANALYZE_EXPLAIN_EXPLANATION_PARTS_H
#define BENCHMAT_ANALYZE_EXPLAIN_EXPLANATION_PARTS_H

#include <math.h>
#include <stdio.h>

#include "analyze/explain/explanation.h"
#include "analyze/output/listing.h"
#include "analyze/inference/error_model.h"
#include "analyze/statistics/interval.h"
#include "analyze/inference/unpaired.h"
#include "formats/text/prefixed_unit.h"

struct explaining {
    struct document *document;
    const struct section *section;
    const struct row *rows, *row; /* all rows of the section, and that of the cell */
    const struct selected_cell *chosen;
    const struct quantity_words *quantity; /* of the samples; names with "time" mean its amounts */
    struct prefixed_unit unit;
    int decimals, log_decimals; /* decimals of samples in that unit, and of logarithms */
    struct student student;
    double *workspace; /* [rounds][seeds] for samples, then as many and more for units */
};

/* A number as text; "-" if it is undefined. */
struct figure {
    char text[LISTING_CELL];
};

static inline struct figure figure_with(double value, int decimals) {
    struct figure f = {"-"};
    if (isfinite(value))
        snprintf(f.text, sizeof f.text, "%.*f", decimals, value);
    return f;
}

static inline struct figure figure_time(const struct explaining *e, double seconds) {
    return figure_with(seconds / e->unit.worth, e->decimals);
}

static inline struct figure figure_log(const struct explaining *e, double value) {
    return figure_with(value, e->log_decimals);
}

/* For numbers that are neither, such as Student's t. */
static inline struct figure figure_plain(double value) {
    struct figure f = {"-"};
    if (isfinite(value))
        snprintf(f.text, sizeof f.text, "%.8g", value);
    return f;
}

typedef struct figure figure_function(const struct explaining *e, double value);

#define TIME(value)  figure_time(e, value).text
#define LOG(value)   figure_log(e, value).text
#define PLAIN(value) figure_plain(value).text
#define LINE(...)    document_add(e->document, DOCUMENT_SENTENCE, __VA_ARGS__)
#define CAPTION(...) document_add(e->document, DOCUMENT_CAPTION, __VA_ARGS__)

/* Writes out NAME = CENTRE +- t * SD / sqrt(N). */
void explanation_interval(const struct explaining *e, const char *name, struct interval interval,
                          double sd, size_t n, figure_function *figure);

/* Explains why an interval is wider than scatter alone would make it. */
void explanation_resolution(const struct explaining *e, const char *whose,
                            const struct resolution *r);

/* Two unpaired series: their names, and their samples [rounds][seeds]. */
struct explanation_sides {
    const char *of, *to;
    const double *library, *reference;
};
/* Explains ln ratio and its interval. */
void explanation_unpaired(struct explaining *e, const struct explanation_sides *sides);
/* Returns the location of SECONDS [rounds][seeds]. */
struct unpaired explanation_side(const struct explaining *e, const double *seconds,
                                 unpaired_scale *scale);

/* Whether the error of the cell is that of the measurement's model (error_model.h), and what the
 * model says of the cell. */
int explanation_is_moderated(const struct explaining *e);
struct error_cell explanation_cell(const struct explaining *e);
/* Explains the error step by step, and the interval of ln ratio, LOGS. */
void explanation_error(struct explaining *e, struct interval logs);

/* Copies the finite ones of N values and returns their number. */
size_t explanation_gather(const double *values, size_t n, double *gathered);

/* The parts of an explanation, in order. */
void explanation_samples(struct explaining *e);
void explanation_times(struct explaining *e);
void explanation_order(struct explaining *e);
void explanation_ratio(struct explaining *e);
void explanation_means(struct explaining *e);
void explanation_noise(struct explaining *e);
void explanation_verdict(struct explaining *e);
void explanation_components(struct explaining *e);
void explanation_rates(struct explaining *e);
void explanation_warnings(struct explaining *e);

#endif
