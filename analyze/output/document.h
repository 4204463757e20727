/* SPDX-License-Identifier: GPL-3.0-or-later */
/* document.h: a result before it becomes text, CSV, JSON, Markdown, LaTeX or a page in HTML.
 *
 * A document is a sequence of lines of words and grids of records. Formats for people write all of
 * it; formats for programs write only the records of its grids. So a caller that has something to
 * say makes a document and need not know the formats (print.h, plot/report/report_page.h). */
#ifndef BENCHMAT_ANALYZE_OUTPUT_DOCUMENT_H
#define BENCHMAT_ANALYZE_OUTPUT_DOCUMENT_H

#include <stdio.h>

#include "analyze/columns/records.h"

/* Separates the items of a line; the line may be broken between them. */
#define DOCUMENT_SEPARATOR " · "

enum document_kind {
    DOCUMENT_ORIGIN, /* what was read, above everything else; whole, except on a terminal */
    DOCUMENT_TITLE,
    DOCUMENT_LINE,
    DOCUMENT_SENTENCE,     /* may be broken at any blank */
    DOCUMENT_WARNING,      /* likewise */
    DOCUMENT_CAPTION,      /* of the grid after it */
    DOCUMENT_FOOT,         /* of the grid before it, right below its last line */
    DOCUMENT_WARNING_FOOT, /* likewise */
    DOCUMENT_NOTE,         /* of the grid before it */
    DOCUMENT_BAD,          /* likewise, with bad news */
    DOCUMENT_GRID,

    /* Of pages, from here on; other formats write their texts as lines. */
    DOCUMENT_HEADING, /* of the whole page, once */
    DOCUMENT_ANSWER,  /* the result in a sentence, below that */
    DOCUMENT_SECTION, /* begins a section with this heading, which the page's menu links to */
    DOCUMENT_PART,    /* a heading within a section */
    DOCUMENT_FACT,    /* a name; MORE: its value */
    DOCUMENT_COMMAND, /* a command to copy into a shell */
    DOCUMENT_FOLD,    /* heading of what follows up to DOCUMENT_UNFOLD, which is shown on demand */
    DOCUMENT_UNFOLD,
    DOCUMENT_FIGURE, /* its label; the page has what it shows */
    DOCUMENT_KINDS
};

struct document_block {
    enum document_kind kind;
    char *text; /* as it came: formats clean it; of a grid its caption on a page, or NULL */
    char *more; /* what follows TEXT, such as what to do about a warning; NULL for none */
    struct records records;
    size_t sortable_from; /* the page's reader can sort a grid of so many records; 0: none */
};

struct document_kept {
    void *what;
    void (*release)(void *what);
};

/* Zero-initialised: empty. */
struct document {
    struct document_block *blocks;
    size_t count;

    struct document_kept *kept; /* private: [kept_count] what is released with it */
    size_t kept_count;
};

/* Adds one block per line of the text, none for an empty text; but what is of pages is one block,
 * whatever it contains. */
__attribute__((format(printf, 3, 4))) void
document_add(struct document *document, enum document_kind kind, const char *format, ...);
/* The same for the text that WRITE writes to a file. */
typedef void document_writer(const void *context, FILE *file);
void document_write(struct document *document, enum document_kind kind, document_writer *write,
                    const void *context);
/* Adds one block of two texts, whatever they contain. MORE may be NULL. */
void document_add_pair(struct document *document, enum document_kind kind, const char *text,
                       const char *more);
/* Returns the texts of BLOCK as one line without what a terminal obeys, "name: value". The caller
 * must free it. */
char *document_line(const struct document_block *block);
/* Adds a grid, takes its RECORDS and returns its block, for what a page says of it. What the
 * records borrow must live as long as the document, which document_keep sees to. */
struct document_block *document_add_grid(struct document *document, const struct records *records);
/* Adds a grid of COUNT records of SET from FIRST. Returns as records_of_array. */
int document_add_records(struct document *document, const struct column_set *set, const void *first,
                         size_t count, const struct view *view, int for_people, struct err *err);
/* Returns WHAT, for which the document calls RELEASE when it is released itself. */
void *document_keep(struct document *document, void *what, void (*release)(void *what));
void document_release(struct document *document);

#endif
