/* SPDX-License-Identifier: GPL-3.0-or-later */
/* missing.h: what the command line chooses by, and a file does not have: libraries, parameters and
 * their values. */
#ifndef BENCHMAT_ANALYZE_INPUT_MISSING_H
#define BENCHMAT_ANALYZE_INPUT_MISSING_H

#include "analyze/aggregate/filter.h"
#include "formats/model/run.h"
#include "formats/model/string_pool.h"

struct missing {
    const struct filter *filter;              /* borrowed; NULL: nothing is chosen by */
    unsigned char *met_libraries;             /* [filter->library_count] */
    unsigned char *met_conditions;            /* [filter->condition_count] */
    struct string_pool libraries, parameters; /* what there is */
    struct string_pool *values; /* [filter->condition_count], of the condition's axis */
};

/* The caller gives MISSING to missing_release. */
void missing_begin(struct missing *missing, const struct filter *filter);
void missing_release(struct missing *missing);

/* Notes what WHOLE has. */
void missing_note(struct missing *missing, const struct measurement *whole);

/* How many of the libraries are nowhere. */
size_t missing_library_count(const struct missing *missing);

/* Whether a library or a condition is met nowhere, so that nothing can be shown. */
int missing_is_all(const struct missing *missing);

/* Says what FILE lacks, and what it has; AMONG is "" or says where that is so, as " in the
 * measurements chosen". Returns ERR_ABSENT. */
int missing_refuse(const struct missing *missing, const char *file, const char *among,
                   struct err *err);

#endif
