/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_document.h: the tables of a document in Markdown, between headings, prose, lists, images and
 * blocks of code.
 *
 * Those with times or rates, by their header, their cells or the words above them, are read; the
 * others, as of a machine or of sizes, are left out. Several are told apart by the headings above
 * them, or else by the nearest lines. Those with the same header are parts of one table
 * (csv_parts.h), unless their headings give them different units; others are read as well if some
 * row has the same name in both. */
#ifndef BENCHMAT_FORMATS_CSV_TEXT_CSV_DOCUMENT_H
#define BENCHMAT_FORMATS_CSV_TEXT_CSV_DOCUMENT_H

#include "formats/files/source.h"

struct csv_document_part {
    struct source text; /* a table as a reader makes one (csv_record_begin_made) */
    char mark;          /* before its decimals */
    char *titles;       /* the words above it that say its unit; NULL: none do */
};

struct csv_document {
    /* The text without blocks of code and tables that are left out: what is to be read if there
     * are no parts. */
    struct source text;
    struct csv_document_part *parts; /* [count] */
    size_t count;
    char left_out[160]; /* what is not in them: "the table in line 3"; "": nothing */
};

/* Reads the document in SOURCE, which is borrowed. Returns 1; 0 if it has no table in Markdown;
 * ERR_DAMAGED if it has several that nothing tells apart, which ERR lists; ERR_FAILED: no memory.
 * The caller must call csv_document_release. */
int csv_document_read(struct csv_document *document, const struct source *source, struct err *err);
void csv_document_release(struct csv_document *document);

#endif
