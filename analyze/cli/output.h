/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output.h: reads the files of a request and prints what it asks for. */
#ifndef BENCHMAT_ANALYZE_CLI_OUTPUT_H
#define BENCHMAT_ANALYZE_CLI_OUTPUT_H

#include <stddef.h>

#include "analyze/cli/options.h"
#include "analyze/comparison/gate.h"
#include "formats/text/err.h"

/* --- unmatched files --- */

/* The files, of several, that contain nothing of what is asked for. Zero-initialised: none. */
struct unmatched_files {
    size_t files, count; /* files read, and how many of them have no match */
    char names[512];     /* the first few files without a match */
    struct err first;    /* the error of the first of them */
};

/* Call this after reading each FILE, with the result as CODE. If CODE is ERR_ABSENT, notes FILE as
 * unmatched and returns 0; otherwise returns CODE. */
int unmatched_files_note(struct unmatched_files *unmatched, const char *file, int code,
                         const struct err *err);

/* Call this after the last file, with the overall CODE. If every file is unmatched, returns
 * ERR_ABSENT with the first one's message. If only some are, prints a line that names them to
 * standard error, prefixed with PROGRAM; prints nothing if PROGRAM is NULL. */
int unmatched_files_conclude(const struct unmatched_files *unmatched, const char *program, int code,
                             struct err *err);

/* --- request --- */

/* Returns an input, as yet without a file, that passes the measurements selected by REQUEST to
 * VISIT with CONTEXT and computes NEEDS (table.h). Borrows REQUEST. */
struct input request_input(const struct request *request, unsigned needs, input_visit *visit,
                           void *context);

/* Calls READ on INPUT with FILE, whose name the results carry. */
int request_read_file(struct input *input, const char *file, input_reader *read, struct err *err);

/* The same for all files of REQUEST. Sets `passed_over` of INPUT to the sum over them. */
int request_read_files(const struct request *request, struct input *input, input_reader *read,
                       struct err *err);

/* Prints DOCUMENT unless CODE, the result of making it, is an error; releases it in either case.
 * Returns CODE. */
int request_print(struct printer *printer, struct document *document, int code);

/* --- the gate --- */

/* Prints to standard error what GATE misses, or that it is of nothing: programs get no document
 * that would say so. */
void output_print_missed(const struct gate *gate);

/* --- output --- */

/* Output for each measurement on its own: for people one document per measurement, for programs one
 * list of all. */

/* Prints TABLE: for people its only section, for programs all sections. */
typedef int output_function(const struct request *request, const struct table *table,
                            struct printer *printer, struct err *err);

/* Reads every file of REQUEST, computes NEEDS (table.h) and prints the measurements. Tells people
 * how many older measurements were left out. */
int output_print(const struct request *request, unsigned needs, output_function *print,
                 struct printer *printer, struct err *err);

/* Prints, below everything else and for people, how many older measurements were left out, if any.
 */
void output_print_passed_over(struct printer *printer, size_t count);

#endif
