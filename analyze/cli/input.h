/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input.h: the measurements that a command line chooses, one after the other, each folded. */
#ifndef BENCHMAT_ANALYZE_CLI_INPUT_H
#define BENCHMAT_ANALYZE_CLI_INPUT_H

#include "analyze/aggregate/filter.h"
#include "analyze/aggregate/table.h"
#include "formats/model/run.h"
#include "store/cli/access_options.h"

/* --- missing libraries --- */

/* Which of the libraries that somebody names is in none of the measurements
 * read. */

/* Zero-initialised names none. */
struct missing_libraries {
    const struct filter *filter; /* borrowed; NULL for everything */
    unsigned char *met;          /* of each of its libraries */
};

/* --- input --- */

/* Is given a table of one section; whoever takes what is in it leaves an empty one. */
typedef int input_visit(void *context, struct table *table, struct err *err);

/* Which of the measurements in a file are meant. */
struct input_terms {
    const char *action, *host; /* NULL: any */
    double since;              /* seconds since 1970; NaN: whenever */
    int picks;                 /* whether anything less than all of a measurement is shown */
    struct access_options access;
};

/* Is given what is known of a measurement without its samples; both are valid until it returns. */
typedef int input_head(void *context, const struct run *run, const struct measurement *whole,
                       struct err *err);

struct input {
    const struct input_terms *terms;
    const char *file; /* an archive, or a file in any of formats/ */
    const char *runs; /* of an archive: as in choose.h */
    struct table_options table;
    input_visit *visit;
    void *context;
    /* Given all measurements in FILE, whatever is chosen of them, run by run, before VISIT is
     * given any; rows of an analysis have none. NULL for nothing. */
    input_head *survey;
    void *survey_context;
    /* For input_read, where rows that bench-analyze wrote as JSON are as good: FILE may hold these,
     * or be "-", and must have the columns of this list, ended by NULL. NULL: only measurements. */
    const char *const *row_columns;
    void (*meanwhile)(void); /* called while the file is read, as in lock.h: here threads may be
                                begun; NULL for nothing */
    size_t passed_over;      /* set: older measurements that "latest" left out */
};

/* Hands each of them to VISIT with CONTEXT before any is folded. Nothing of input's own visit, and
 * of what is passed over, is touched. */
int input_read_heads(const struct input *input, input_head *visit, void *context, struct err *err);

/* Hands all of them to visit. What it returns ends the reading, unless it is 0. Measurements of
 * which nothing is to be shown are passed over; ERR_ABSENT if these are all, or if there
 * are none. */
typedef int input_reader(struct input *input, struct err *err);
input_reader input_read;

#endif
