/* SPDX-License-Identifier: GPL-3.0-or-later */
/* print.h: documents in the formats that bench-analyze writes, one file per format. */
#ifndef BENCHMAT_ANALYZE_OUTPUT_PRINT_H
#define BENCHMAT_ANALYZE_OUTPUT_PRINT_H

#include <stdio.h>

#include "analyze/output/document.h"
#include "analyze/output/grid.h"
#include "formats/files/destination.h"
#include "formats/text/err.h"

/* Zero-initialised is the usual. */
struct print_options {
    size_t width;   /* of text; 0 for TERMINAL_USUAL_WIDTH */
    int is_colored; /* text, for a terminal */
};

/* Writes SHEET, before which so many others were written; whether it arrived is for the caller to
 * find out (ferror). Fails when there is no memory. */
typedef int print_function(FILE *file, const struct document *document, size_t before,
                           const struct print_options *options, struct err *err);

print_function print_text, print_csv, print_json, print_markdown, print_latex;

struct print_format {
    const char *name;
    const char *begin, *end; /* what stands before and behind all documents */
    print_function *print;
    int is_for_people; /* only what is usual, with headings; not all that is known */
    const char *about;
};

extern const struct print_format print_formats[];
extern const size_t print_format_count;

/* The format of that NAME. NULL, with an ERR_USAGE's message that lists them, when there is none.
 */
const struct print_format *print_format_find(const char *name, struct err *err);

/* Sheets on their way to a file, which is whole or not there at all (destination.h). */
struct printer {
    const struct print_format *format;
    struct print_options options;
    size_t documents;
    struct destination destination;
};

/* PATH is NULL for standard output. On success to be given to printer_commit or printer_abandon. */
int printer_open(struct printer *printer, const char *path, struct err *err);
/* Those for programs write nothing of a document without grids. */
int printer_print(struct printer *printer, const struct document *document, struct err *err);
int printer_commit(struct printer *printer, struct err *err);
void printer_abandon(struct printer *printer);

/* --- page --- */

/* A document as part of a page that something else sets. What a line and a table look like
 * is the format's. */

struct page_format {
    void (*title)(FILE *file, const char *line);
    void (*paragraph)(FILE *file, const char *line);
    void (*grid)(FILE *file, const struct grid *grid);
};

int page_print(const struct page_format *format, FILE *file, const struct document *document,
               size_t before, struct err *err);

#endif
