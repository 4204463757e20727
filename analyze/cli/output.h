/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output.h: what a command line asks for, read from its files. */
#ifndef BENCHMAT_ANALYZE_CLI_OUTPUT_H
#define BENCHMAT_ANALYZE_CLI_OUTPUT_H

#include <stddef.h>

#include "analyze/cli/options.h"
#include "formats/text/err.h"

/* --- unmatched files --- */

/* Of several files, those that have nothing of what is asked for. */

/* Zero-initialised is none. */
struct unmatched_files {
    size_t files, count; /* that were read, and of these that lack it */
    char names[512];     /* of the latter, the first few */
    struct err first;    /* why, of the first of them */
};

/* To be asked after each FILE: CODE is what became of reading it. Where that is ERR_ABSENT, FILE is
 * passed over, and the result 0; otherwise CODE. */
int unmatched_files_note(struct unmatched_files *unmatched, const char *file, int code,
                         const struct err *err);

/* To be asked after the last, with the code of all: where every file lacks it, that is the
 * ERR_ABSENT of the first. Where some do, PROGRAM (NULL: nobody) tells which in a line on standard
 * error. */
int unmatched_files_conclude(const struct unmatched_files *unmatched, const char *program, int code,
                             struct err *err);

/* --- output --- */

/* The measurements that REQUEST means, of no file yet, of which NEEDS (table.h) are calculated, for
 * VISIT with CONTEXT. REQUEST is borrowed. */
struct input request_input(const struct request *request, unsigned needs, input_visit *visit,
                           void *context);

/* Has READ read INPUT of FILE, which is named in what comes of it. */
int request_read_file(struct input *input, const char *file, input_reader *read, struct err *err);

/* The same of all files of REQUEST. In INPUT's passed_over is the sum over them. */
int request_read_files(const struct request *request, struct input *input, input_reader *read,
                       struct err *err);

/* An input_visit: appends what is in TABLE to another, which is CONTEXT. */
int request_keep(void *context, struct table *table, struct err *err);

/* Prints SHEET unless CODE, of its making, is a failure, and releases it either way. */
int request_print(struct printer *printer, struct document *document, int code, struct err *err);

/* --- output --- */

/* What is asked of each measurement by itself: for people one document after the other,
 * for programs all in one list. */

/* Prints what it has to say of TABLE: of its only section for people, of all for programs. */
typedef int output_function(const struct request *request, const struct table *table,
                            struct printer *printer, struct err *err);

/* Reads every file of REQUEST and has its measurements printed, of which NEEDS (table.h) are
 * calculated. Tells people how many older measurements were passed over. */
int output_print(const struct request *request, unsigned needs, output_function *print,
                 struct printer *printer, struct err *err);

/* For people, below everything: how many older measurements were left out, if there are any. */
int output_print_passed_over(struct printer *printer, size_t count, struct err *err);

#endif
