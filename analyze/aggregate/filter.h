/* SPDX-License-Identifier: GPL-3.0-or-later */
/* filter.h: which libraries and points of a measurement somebody wants to see.
 *
 * Libraries are named as they are, by their family ("openblas" means "openblas-serial" as well), or
 * by a shell's pattern ("*-serial"). Points are named by conditions on their numbers: a list of
 * alternatives separated by commas, each a number, a span 100..1000 with both ends, or one of
 * < <= > >= and a number. Conditions on different numbers hold together. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_FILTER_H
#define BENCHMAT_ANALYZE_AGGREGATE_FILTER_H

#include <stddef.h>

#include "analyze/model/parameter_grid.h"
#include "formats/text/err.h"

struct filter_range {
    double low, high;
    int is_open; /* without its ends */
};

struct filter_condition {
    char *axis; /* "size", or a parameter's name */
    struct filter_range *ranges;
    size_t range_count;
};

/* Zero-initialised picks everything. */
struct filter {
    char **libraries;
    size_t library_count;
    struct filter_condition *conditions;
    size_t condition_count;
};

/* Adds libraries: "openblas,blis". An empty list, or no memory, is an error. */
int filter_add_libraries(struct filter *filter, const char *list, struct err *err);
/* Adds the condition ">=1000" on AXIS, which may be a name with anything behind it; LENGTH letters
 * of it count. ERR_USAGE says what is wrong with TEXT. */
int filter_add_condition(struct filter *filter, const char *axis, size_t length, const char *text,
                         struct err *err);
/* The same for both in one: "stride=8,16", "threads>=2", "stride=2..8". */
int filter_add_parameter(struct filter *filter, const char *text, struct err *err);
void filter_release(struct filter *filter);

/* Whether the library that is named as number I, and that any named at all, means this one. */
int filter_means(const struct filter *filter, size_t i, const char *library);
int filter_has_library(const struct filter *filter, const char *library);
/* A point that does not have the number a condition asks for is not meant. */
int filter_has_point(const struct filter *filter, const struct parameter_grid *space, size_t point);

/* --- selected cell --- */

/* The one cell of a measurement that is to be explained, with the samples behind
 * it.
 *
 * A measurement is folded as a whole, since verdicts are corrected for all of its rows; the samples
 * of this cell alone are kept. */

/* Whose samples: those that the noise floor is made of are the last two. */
enum selected_cell_whose {
    SELECTED_CELL_LIBRARY,
    SELECTED_CELL_REFERENCE,
    SELECTED_CELL_CONTROL,
    SELECTED_CELL_CONTROLLED,
    SELECTED_CELL_WHOSE
};

struct selected_cell {
    size_t cells; /* how many were meant */
    size_t row;   /* of the section: the first of them */
    size_t rounds, seeds;
    double *seconds[SELECTED_CELL_WHOSE]; /* its [rounds][seeds], as statistics saw them: without
                                      what was trimmed. NULL where there is no such series */
    double *block;                        /* private: where they are */
};

/* On success CHOSEN is to be given to selected_cell_free (NULL is fine). Fails when there is no
 * room. */
int selected_cell_new(struct selected_cell **chosen, size_t rounds, size_t seeds, struct err *err);
void selected_cell_free(struct selected_cell *chosen);

/* Keeps SECONDS [rounds][seeds]. */
void selected_cell_keep(struct selected_cell *chosen, enum selected_cell_whose whose,
                        const double *seconds);

struct row;
struct summary_row;

/* Whether PICK means the cell of ROW. Where one of the COUNT libraries of its measurement has the
 * exact name that was asked for, the others of its family are not meant. */
int selected_cell_means(const struct filter *filter, const struct row *row,
                        const struct summary_row *libraries, size_t count);

#endif
