/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pick.h: which libraries and points of a measurement somebody wants to see.
 *
 * Libraries are named as they are, by their family ("openblas" means "openblas-serial" as well), or
 * by a shell's pattern ("*-serial"). Points are named by conditions on their numbers: a list of
 * alternatives separated by commas, each a number, a span 100..1000 with both ends, or one of
 * < <= > >= and a number. Conditions on different numbers hold together. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_PICK_H
#define BENCHMAT_ANALYZE_AGGREGATE_PICK_H

#include "analyze/model/space.h"
#include "formats/text/err.h"

struct pick_range {
    double low, high;
    int is_open; /* without its ends */
};

struct pick_condition {
    char *axis; /* "size", or a parameter's name */
    struct pick_range *ranges;
    size_t range_count;
};

/* Zero-initialised picks everything. */
struct pick {
    char **libraries;
    size_t library_count;
    struct pick_condition *conditions;
    size_t condition_count;
};

/* Adds libraries: "openblas,blis". An empty list, or no memory, is an error. */
int pick_add_libraries(struct pick *pick, const char *list, struct err *err);
/* Adds the condition ">=1000" on AXIS, which may be a name with anything behind it; LENGTH letters
 * of it count. ERR_USAGE says what is wrong with TEXT. */
int pick_add_condition(struct pick *pick, const char *axis, size_t length, const char *text,
                       struct err *err);
/* The same for both in one: "stride=8,16", "threads>=2", "stride=2..8". */
int pick_add_parameter(struct pick *pick, const char *text, struct err *err);
void pick_release(struct pick *pick);

/* Whether the library that is named as number I, and that any named at all, means this one. */
int pick_means(const struct pick *pick, size_t i, const char *library);
int pick_has_library(const struct pick *pick, const char *library);
/* A point that does not have the number a condition asks for is not meant. */
int pick_has_point(const struct pick *pick, const struct space *space, size_t point);

#endif
