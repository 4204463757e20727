/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_parts.h: makes one table of several, or of groups of rows, each below a title: a column has
 * the titles. */
#ifndef BENCHMAT_FORMATS_CSV_TEXT_CSV_PARTS_H
#define BENCHMAT_FORMATS_CSV_TEXT_CSV_PARTS_H

#include "formats/csv_text/csv_record.h"

enum { CSV_TITLE = 256 };

/* What the column of titles is called where rows have names of actions. */
#define CSV_SECTION "section"

struct csv_part {
    char title[CSV_TITLE];   /* "": there is none */
    char heading[CSV_TITLE]; /* of Markdown above it; "": there is none */
    char text[CSV_TITLE];    /* what stands behind a title in a row */
    size_t first, last;      /* the lines of its rows */
};

struct csv_parts {
    struct csv_part *items; /* [count], which the caller must free */
    size_t count;
    size_t header;          /* the line in which the header shall be; 0: before all lines */
    int is_filled;          /* titles stand in the first column, which is blank in other rows, */
    int has_texts;          /* some with a text behind them */
    int is_untitled;        /* titles say nothing that the rows do not */
    size_t odd, odd_fields; /* the line of a row with another number of fields than the header has,
                               and that number */
};

/* Adds a part, whose header is in LINE; NULL if memory runs out, or there are too many. */
struct csv_part *csv_parts_add(struct csv_parts *parts, size_t line);

/* Copies the N bytes at TEXT without marks, and DELIMITERS, around them to TITLE; "" if nothing is
 * left, or too much. */
void csv_parts_title(const char *text, size_t n, char delimiter, char title[CSV_TITLE]);

/* Sets MADE to the table of PARTS as a reader makes one (csv_record_begin_made), in which each line
 * has the number that it has in RECORD, which stands at the header. A column is called after
 * numbers of one thing in all titles, as in "n = 100" and "4 threads"; else "library", "action" or
 * "section", whichever the table has not, and "library" if they are states of what is compared.
 * Returns 1, 0 if a row is ODD, or a column is called so, or ERR_FAILED. The caller must call
 * source_release if it returns 1. */
int csv_parts_write(struct csv_parts *parts, struct csv_record *record, struct source *made);

#endif
