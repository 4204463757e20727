/* SPDX-License-Identifier: GPL-3.0-or-later */
/* filter.h: selects libraries and points of a measurement.
 *
 * A library is selected by its name, by its family ("openblas" also selects "openblas-serial"), or
 * by a shell pattern ("*-serial"). Points are selected by conditions on their numbers: a
 * comma-separated list of alternatives, each a number, a range 100..1000 that includes both ends,
 * or one of < <= > >= and a number. A point must meet the conditions on all of its numbers. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_FILTER_H
#define BENCHMAT_ANALYZE_AGGREGATE_FILTER_H

#include <stddef.h>

#include "analyze/model/parameter_grid.h"
#include "formats/text/err.h"

struct filter_range {
    double low, high;
    int is_open; /* excludes its ends */
};

struct filter_condition {
    char *axis; /* "size", or a parameter's name */
    char *text; /* what must hold, as it was typed: ">=1000" */
    struct filter_range *ranges;
    size_t range_count;
};

/* A zero-initialised filter selects everything. */
struct filter {
    char **libraries;
    size_t library_count;
    struct filter_condition *conditions;
    size_t condition_count;
};

/* Adds libraries: "openblas,blis". An empty name is ERR_USAGE. */
int filter_add_libraries(struct filter *filter, const char *list, struct err *err);
/* Adds the condition ">=1000" on AXIS, whose first LENGTH bytes are the name; other text may
 * follow. ERR_USAGE says what is wrong with TEXT. */
int filter_add_condition(struct filter *filter, const char *axis, size_t length, const char *text,
                         struct err *err);
/* Adds a condition from one text with axis and range: "stride=8,16", "threads>=2", "stride=2..8".
 */
int filter_add_parameter(struct filter *filter, const char *text, struct err *err);
void filter_release(struct filter *filter);

/* filter_means returns whether name I of the filter selects LIBRARY; filter_has_library whether any
 * name does, or the filter has no names. */
int filter_means(const struct filter *filter, size_t i, const char *library);
int filter_has_library(const struct filter *filter, const char *library);
/* Returns whether VALUE, of the condition's axis, meets it. */
int filter_condition_holds(const struct filter_condition *condition, double value);
/* Returns whether POINT meets all conditions. A point without a number that a condition needs does
 * not. */
int filter_has_point(const struct filter *filter, const struct parameter_grid *space, size_t point);

/* --- selected cell --- */

/* The one cell of a measurement to explain, with the samples behind it.
 *
 * A measurement is always folded as a whole, since verdicts are corrected for all of its rows; only
 * this cell's samples are kept. */

/* The owner of the samples. The last two give the noise floor. */
enum selected_cell_whose {
    SELECTED_CELL_LIBRARY,
    SELECTED_CELL_REFERENCE,
    SELECTED_CELL_CONTROL,
    SELECTED_CELL_CONTROLLED,
    SELECTED_CELL_WHOSE
};

struct selected_cell {
    size_t cells; /* number of cells the filter selects */
    size_t row;   /* index in the section of the first selected cell */
    size_t rounds, seeds;
    double *seconds[SELECTED_CELL_WHOSE]; /* [rounds][seeds], after trimming, as the statistics see
                                             them. NULL if there is no such series */
    double *batches[SELECTED_CELL_WHOSE]; /* the same of the means of their batches */
    double *block;                        /* private: backs seconds */
};

/* The caller must free the result with selected_cell_free (NULL is fine). */
struct selected_cell *selected_cell_new(size_t rounds, size_t seeds);
void selected_cell_free(struct selected_cell *chosen);

/* Copies SECONDS [rounds][seeds] and BATCHES, which may be the same. */
void selected_cell_keep(struct selected_cell *chosen, enum selected_cell_whose whose,
                        const double *seconds, const double *batches);

struct row;
struct summary_row;

/* Returns whether FILTER selects the cell of ROW. If one of the COUNT LIBRARIES of its measurement
 * has exactly a name in the filter, that name does not select the rest of the family. */
int selected_cell_means(const struct filter *filter, const struct row *row,
                        const struct summary_row *libraries, size_t count);

#endif
