/* SPDX-License-Identifier: GPL-3.0-or-later */
/* print.h: writes documents in the formats of bench-analyze; each format has its own file. */
#ifndef BENCHMAT_ANALYZE_OUTPUT_PRINT_H
#define BENCHMAT_ANALYZE_OUTPUT_PRINT_H

#include <stdio.h>

#include "analyze/output/document.h"
#include "analyze/output/grid.h"
#include "formats/files/destination.h"
#include "formats/text/err.h"

/* Zero-initialised: the defaults. */
struct print_options {
    size_t width;    /* width of text in columns; 0 for TERMINAL_USUAL_WIDTH */
    int is_colored;  /* color text, for a terminal */
    int is_terminal; /* lines that are whole elsewhere are broken, too */
    int is_plain;    /* CSV: names as they are, even if a spreadsheet would calculate them */
};

/* Writes DOCUMENT after BEFORE others. The caller must check FILE for write errors (ferror). */
typedef void print_function(FILE *file, const struct document *document, size_t before,
                            const struct print_options *options);

print_function print_text, print_csv, print_json, print_markdown, print_latex;

/* Returns how many lines of text DOCUMENT takes at that WIDTH. */
size_t print_text_lines(const struct document *document, size_t width);

struct print_format {
    const char *name;
    const char *extensions;  /* of files in it, each between blanks */
    const char *begin, *end; /* written before and after all documents */
    print_function *print;
    int is_for_people; /* writes the usual columns, with headings; otherwise everything known */
    const char *about;
};

extern const struct print_format print_formats[];
extern const size_t print_format_count;

/* Returns the format of that NAME. If there is none, returns NULL and sets an ERR_USAGE whose
 * message lists the formats. */
const struct print_format *print_format_find(const char *name, struct err *err);

/* Returns the format that the extension of PATH tells, or that for text if it tells none or PATH is
 * NULL. */
const struct print_format *print_format_of_path(const char *path);

/* Writes documents to a file, which appears complete or not at all (destination.h). */
struct printer {
    const struct print_format *format;
    struct print_options options;
    struct document opening; /* for people, before all documents */
    size_t documents;
    struct destination destination;
};

/* PATH is NULL for standard output. The caller sets FORMAT and OPTIONS. After success it must call
 * printer_commit or printer_abandon. */
int printer_open(struct printer *printer, const char *path, struct err *err);
/* Formats for programs write nothing for a document without grids. */
void printer_print(struct printer *printer, const struct document *document);
int printer_commit(struct printer *printer, struct err *err);
void printer_abandon(struct printer *printer);

/* --- page --- */

/* Prints a document as part of a page that another program typesets. The format decides what a line
 * and a table look like. */

struct page_format {
    void (*origin)(FILE *file, const char *line);
    void (*title)(FILE *file, const char *line);
    void (*paragraph)(FILE *file, const char *line);
    void (*grid)(FILE *file, const struct grid *grid);
};

void page_print(const struct page_format *format, FILE *file, const struct document *document,
                size_t before);

#endif
