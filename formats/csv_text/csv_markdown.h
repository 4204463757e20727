/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_markdown.h: finds the tables of a document in Markdown, or Org, and what stands above them.
 */
#ifndef BENCHMAT_FORMATS_CSV_TEXT_CSV_MARKDOWN_H
#define BENCHMAT_FORMATS_CSV_TEXT_CSV_MARKDOWN_H

#include "formats/csv_text/csv_line.h"
#include "formats/csv_text/csv_parts.h"
#include "formats/csv_text/csv_titles.h"

enum { CSV_MARKDOWN_LEVELS = 7, CSV_MARKDOWN_MOST_TABLES = 200 };

struct csv_markdown_table {
    struct csv_line header;
    size_t number, last;     /* the lines of its header and its last row */
    size_t end;              /* where the line behind that begins; 0: there are no rows */
    size_t begin;            /* the line of the heading right above it, or its header's */
    char own[CSV_TITLE];     /* that heading; "": there is none since the table before */
    char caption[CSV_TITLE]; /* the nearest line above it; "": none since the table before */
    char path[CSV_MARKDOWN_LEVELS][CSV_TITLE]; /* all headings above it, by level; [0] is "" */
    char *words;                               /* those above it that say a unit; NULL: none do */
    struct csv_title_units units;              /* by WORDS */
    int is_of_other;       /* the words above it say that it is of no times: "Memory" */
    char title[CSV_TITLE]; /* what tells it from others, for csv_document.c, */
    int is_read;           /* whether it has times or rates, */
    size_t group;          /* and the first table with the same header and units */
};

struct csv_markdown {
    const struct source *source; /* borrowed */
    struct csv_markdown_table *tables;
    size_t count;
};

/* Whether some line of SOURCE may be the header of a table. */
int csv_markdown_has_header(const struct source *source);

/* Makes what is between FROM and TO of TEXT blank, and keeps its lines. */
void csv_markdown_blank(char *text, size_t from, size_t to);

/* Makes blocks of code and comments in TEXT, a copy of that of SOURCE, blank. Returns whether a
 * header of a table stands elsewhere. */
int csv_markdown_drop_blocks(const struct source *source, char *text);

/* Finds all tables of SOURCE. ERR_DAMAGED: there are too many, or rows without a header below a
 * heading; ERR_FAILED: no memory. The caller must call csv_markdown_release. */
int csv_markdown_find(struct csv_markdown *markdown, const struct source *source, struct err *err);
void csv_markdown_release(struct csv_markdown *markdown);

#endif
