/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h: the command line of bench-analyze. */
#ifndef BENCHMAT_ANALYZE_CLI_OPTIONS_H
#define BENCHMAT_ANALYZE_CLI_OPTIONS_H

#include <stdint.h>

#include "analyze/cli/questions.h"
#include "analyze/comparison/gate.h"
#include "analyze/input/input.h"
#include "analyze/input/selection.h"
#include "analyze/aggregate/filter.h"
#include "analyze/output/print.h"
#include "analyze/documents/section_document.h"
#include "formats/text/terminal.h"
#include "analyze/columns/view.h"
#include "store/command_line/option_table.h"

struct request {
    enum question_id question;
    struct input_terms terms;
    const char *runs, *against; /* NULL: not given */
    const char **against_files; /* the files of --against, if it names some; owned */
    size_t against_count;
    int is_speedup, is_difference; /* numbers to show as ratios */
    int is_relative;               /* compare ratios to the reference */
    int are_together;              /* files of other programs are one run (join.h) */
    int are_each;                  /* show files one after the other instead of comparing them */
    double drift;      /* what runs differ by, as a standard deviation; NaN: not given */
    double regression; /* margin of a gate, as a part; NaN: not given */
    enum gate_policy policy;
    double plan_for; /* half width of the ratios' intervals, as a part of them */
    char **files;
    size_t file_count;
    const char *const *more_files; /* those that are read with the only one in FILES */
    size_t more_count;
    const char *path; /* output file; NULL for standard output */
    const struct print_format *format;
    struct print_options print;
    struct section_view section;
    struct view view;
    enum terminal_color color;
    struct table_options table;
    struct filter filter;
    struct options_given given;         /* private: of the table in options.c */
    struct selection_options selection; /* where the options of selection.h store their values */
};

/* Parses the command line; on an error prints a message and exits with status 64. The caller must
 * call request_release. */
void request_parse(struct request *request, int argc, char **argv);
void request_release(struct request *request);

#endif
