/* SPDX-License-Identifier: GPL-3.0-or-later */
/* document.h: what is to be read, before it becomes text, CSV, JSON, Markdown or LaTeX.
 *
 * A document is lines of words and grids of records, one below the other. Formats for people write
 * all of it; those for programs the records of its grids alone. So whoever has something to say
 * makes a document and need not know in which formats it is written (print.h). */
#ifndef BENCHMAT_ANALYZE_OUTPUT_DOCUMENT_H
#define BENCHMAT_ANALYZE_OUTPUT_DOCUMENT_H

#include <stdio.h>

#include "analyze/columns/records.h"

/* Lines are made of items separated by this, between which they may be broken. */
#define DOCUMENT_SEPARATOR " · "

enum document_kind {
    DOCUMENT_TITLE,
    DOCUMENT_LINE,
    DOCUMENT_SENTENCE, /* may be broken at every blank */
    DOCUMENT_WARNING,  /* likewise */
    DOCUMENT_CAPTION,  /* of the grid that follows */
    DOCUMENT_NOTE,     /* of the grid before */
    DOCUMENT_BAD,      /* the same, and bad news */
    DOCUMENT_GRID,
};

struct document_block {
    enum document_kind kind;
    char *text; /* of one line; NULL for a grid */
    struct records records;
};

/* Zero-initialised is blank. */
struct document {
    struct document_block *blocks;
    size_t count;
    int failed; /* memory ran out while something was added: not everything is here */
};

/* Adds lines, one for each in what is written; none for nothing. */
__attribute__((format(printf, 3, 4))) void
document_add(struct document *document, enum document_kind kind, const char *format, ...);
/* The same of what WRITE writes to a file. */
typedef void document_writer(const void *context, FILE *file);
void document_write(struct document *document, enum document_kind kind, document_writer *write,
                    const void *context);
/* Adds a grid and takes its RECORDS, whatever comes of it. What they are made of must live as long
 * as the document. */
void document_add_grid(struct document *document, const struct records *records);
void document_release(struct document *document);

#endif
