/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h: the command line of bench-analyze. */
#ifndef BENCHMAT_ANALYZE_CLI_OPTIONS_H
#define BENCHMAT_ANALYZE_CLI_OPTIONS_H

#include <stdint.h>

#include "analyze/cli/input.h"
#include "analyze/cli/selection.h"
#include "analyze/aggregate/filter.h"
#include "analyze/output/print.h"
#include "analyze/documents/section_document.h"
#include "formats/text/terminal.h"
#include "analyze/columns/view.h"

/* What is asked of the samples. */
enum question {
    ASK_TABLE,       /* statistics and ratios of each measurement */
    ASK_COMPARISON,  /* what has changed from the first file or run to the others */
    ASK_HISTORY,     /* what has changed over the runs */
    ASK_COMPLEXITY,  /* how times grow with the size */
    ASK_FASTEST,     /* which library is the fastest at which size */
    ASK_EXPLANATION, /* how the numbers of one cell came about */
};

struct request {
    enum question question;
    struct input_terms terms;
    const char *runs, *against;    /* NULL: not said */
    int is_speedup, is_difference; /* which numbers stand for ratios */
    int is_relative;               /* comparisons are of ratios to the reference */
    int are_each;                  /* files one after the other, not compared */
    double regression; /* slower by more than this part ends with status 3; NaN: not said */
    char **files;
    size_t file_count;
    const char *path; /* to write to; NULL for standard output */
    const struct print_format *format;
    struct print_options print;
    struct section_view section;
    struct view view;
    enum terminal_color color;
    struct table_options table;
    struct filter filter;
    uint64_t given;             /* private: a bit for each option of its own that was given */
    struct selection selection; /* where in here what is selected goes */
};

/* Reads the command line; on a mistake says so and ends the program with status 64. The caller
 * gives REQUEST to request_release. */
void request_parse(struct request *request, int argc, char **argv);
void request_release(struct request *request);

#endif
