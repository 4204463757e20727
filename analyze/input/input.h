/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input.h: reads the measurements selected on the command line, folds each and passes it on. */
#ifndef BENCHMAT_ANALYZE_INPUT_INPUT_H
#define BENCHMAT_ANALYZE_INPUT_INPUT_H

#include "analyze/aggregate/filter.h"
#include "analyze/aggregate/table.h"
#include "analyze/output/document.h"
#include "formats/model/run.h"
#include "store/command_line/access_options.h"

/* Receives a table of one section. A visitor that takes its content leaves an empty table. */
typedef int input_visit(void *context, struct table *table, struct err *err);

/* One that moves the content of TABLE to the end of the table at CONTEXT. */
input_visit input_keep;

/* Selects measurements in a file. */
struct input_terms {
    const char *action, *host; /* NULL: any */
    double since;              /* seconds since 1970; NaN: any time */
    int picks;                 /* whether only part of a measurement is shown */
    struct access_options access;
    const char *size_param, *split, *unit, *as; /* as in format.h, for files of other programs */
    int suggests; /* whether to suggest options for such a file, on stderr */
    /* Gets a line on what was understood of each run of such a file (understood.h); NULL: on
     * stderr, if it had to be guessed. */
    struct document *understood;
};

/* Receives a measurement without its samples; RUN and WHOLE are valid only during the call. */
typedef int input_head(void *context, const struct run *run, const struct measurement *whole,
                       struct err *err);

struct input {
    const struct input_terms *terms;
    const char *file; /* an archive, or a file of any format in formats/ */
    /* More files of other programs, each of one run, which become one run with that of FILE
     * (formats/import/join.h). */
    const char *const *more_files;
    size_t more_count;
    const char *runs; /* runs to read, in the syntax of choose.h */
    struct table_options table;
    input_visit *visit;
    void *context;
    /* Receives the heads of all measurements in FILE, selected or not, run by run, before VISIT is
     * called. Rows of an analysis have no heads. NULL for none. */
    input_head *survey;
    void *survey_context;
    /* For callers of input_read that also accept rows that bench-analyze wrote as JSON: FILE may
     * hold such rows, and must have the columns in this list, which ends with NULL.
     * NULL: only measurements. */
    const char *const *row_columns;
    void (*meanwhile)(void); /* called while the file is read, as in lock.h; it may start threads.
                                NULL for none */
    size_t passed_over;      /* output: older measurements that "latest" left out */
};

/* Returns the quantity that is analysed of the file at PATH: what the user WANTED, whose unit and
 * direction are learnt if only the file knows them; or for seconds, which may mean that nothing was
 * asked for, what an archive, or a file of another program, has in place of times. */
enum quantity input_settle_quantity(const struct input_terms *terms, const char *path,
                                    enum quantity wanted);

/* Passes the head of each selected measurement to VISIT with CONTEXT and folds none. Ignores the
 * `visit` of INPUT, and does not set its `passed_over`. */
int input_read_heads(const struct input *input, input_head *visit, void *context, struct err *err);

/* Folds the selected measurements and passes them to `visit`; a result other than 0 stops the
 * reading. Skips measurements of which nothing is shown; ERR_ABSENT if that leaves none. */
typedef int input_reader(struct input *input, struct err *err);
input_reader input_read;

#endif
