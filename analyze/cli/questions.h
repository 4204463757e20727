/* SPDX-License-Identifier: GPL-3.0-or-later */
/* questions.h: the questions that bench-analyze answers, and the columns of their answers. */
#ifndef BENCHMAT_ANALYZE_CLI_QUESTIONS_H
#define BENCHMAT_ANALYZE_CLI_QUESTIONS_H

#include <stdio.h>

#include "analyze/columns/columns.h"
#include "analyze/output/print.h"
#include "formats/text/err.h"

struct request;

/* What to find out from the samples. */
enum question_id {
#define QUESTION(ID, name) ASK_##ID,
#include "analyze/cli/questions.def"
    QUESTIONS
};

struct question {
    const char *option; /* that asks it, without dashes; NULL: it is asked by none */
    /* Prints the answer to REQUEST. Returns 0, a gate_status, or an error. */
    int (*answer)(const struct request *request, struct printer *printer, struct err *err);
    /* What --columns chooses from, and what each row is: "each curve, with --complexity". NULL: the
     * answer has no columns. */
    const struct column_set *columns;
    const char *row;
    /* The same with --summary; NULL: as without. */
    const struct column_set *summary_columns;
    const char *summary_row;
};

#define QUESTION(ID, name) extern const struct question question_##name;
#include "analyze/cli/questions.def"

extern const struct question *const questions[QUESTIONS];

/* Writes "--complexity, --scaling or --explain" to TEXT. */
void questions_list_options(char *text, size_t size);

/* Writes all columns of all answers. */
void questions_list_columns(FILE *file);

#endif
