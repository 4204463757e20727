/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sheet.h: what is to be read, before it becomes text, CSV, JSON, Markdown or LaTeX.
 *
 * A sheet is lines of words and grids of records, one below the other. Formats for people write all
 * of it; those for programs the records of its grids alone. So whoever has something to say makes a
 * sheet and need not know in which formats it is written (print.h). */
#ifndef BENCHMAT_ANALYZE_OUTPUT_SHEET_H
#define BENCHMAT_ANALYZE_OUTPUT_SHEET_H

#include <stdio.h>

#include "analyze/columns/records.h"

/* Lines are made of items separated by this, between which they may be broken. */
#define SHEET_SEPARATOR " · "

enum sheet_kind {
    SHEET_TITLE,
    SHEET_LINE,
    SHEET_SENTENCE, /* may be broken at every blank */
    SHEET_WARNING,  /* likewise */
    SHEET_CAPTION,  /* of the grid that follows */
    SHEET_NOTE,     /* of the grid before */
    SHEET_BAD,      /* the same, and bad news */
    SHEET_GRID,
};

struct sheet_block {
    enum sheet_kind kind;
    char *text; /* of one line; NULL for a grid */
    struct records records;
};

/* Zero-initialised is blank. */
struct sheet {
    struct sheet_block *blocks;
    size_t count;
    int failed; /* memory ran out while something was added: not everything is here */
};

/* Adds lines, one for each in what is written; none for nothing. */
__attribute__((format(printf, 3, 4))) void sheet_add(struct sheet *sheet, enum sheet_kind kind,
                                                     const char *format, ...);
/* The same of what WRITE writes to a file. */
typedef void sheet_writer(const void *context, FILE *file);
void sheet_write(struct sheet *sheet, enum sheet_kind kind, sheet_writer *write,
                 const void *context);
/* Adds a grid and takes its RECORDS, whatever comes of it. What they are made of must live as long
 * as the sheet. */
void sheet_add_grid(struct sheet *sheet, const struct records *records);
void sheet_release(struct sheet *sheet);

#endif
