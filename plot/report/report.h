/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h: a page for people: what is said, listed and drawn, in its order, before it is HTML.
 *
 * A report is a row of blocks. Whoever has something to report adds blocks; report_page.h writes
 * them. Nothing here knows what an archive or a statistic is. Texts are copied; they may hold
 * anything, and none of them is ever read as markup. */
#ifndef BENCHMAT_PLOT_REPORT_REPORT_H
#define BENCHMAT_PLOT_REPORT_REPORT_H

#include "plot/figure/figure.h"

enum report_kind {
    REPORT_TITLE,    /* once, before all others */
    REPORT_ANSWER,   /* what came out, in a sentence: below the title */
    REPORT_SECTION,  /* begins one, by this heading, to which the page's menu leads */
    REPORT_PART,     /* a heading within a section */
    REPORT_SENTENCE, /* what is to be read */
    REPORT_LINE,     /* small print */
    REPORT_WARNING,  /* what is so; MORE: what to do about it */
    REPORT_FACT,     /* a name; MORE: what it is */
    REPORT_COMMAND,  /* to be copied into a shell */
    REPORT_FOLD,     /* what follows is shown on demand, up to REPORT_UNFOLD: its heading */
    REPORT_UNFOLD,
    REPORT_TABLE,
    REPORT_CHARTS,
};

/* --- tables --------------------------------------------------------------------------------- */

enum report_tone { REPORT_PLAIN, REPORT_GOOD, REPORT_BAD, REPORT_OPEN };

enum { REPORT_PARTS = 4 };

struct report_cell {
    const char *text; /* parts separated by tabs, which are lined up one by one: a part that begins
                         with a blank by itself, any other together with the one before, so that a
                         number in parts, such as "0\t.25×", is one text */
    double number;    /* what it is sorted by; NaN: by its text, behind all numbers */
    enum report_tone tone;
};

struct report_column {
    char *heading, *about;        /* ABOUT: explains the heading; NULL for nothing */
    char align[REPORT_PARTS + 1]; /* a letter for each part, l or r */
    struct report_part {
        int begins_blank, is_joined; /* whether any cell's part does, and any's does not, */
        int width;                   /* the widest of them, in halves of a figure */
    } parts[REPORT_PARTS];           /* private */
};

/* Owns all of its texts. */
struct report_table {
    char *caption;
    struct report_column *columns;
    struct report_cell *cells; /* [lines][column_count] */
    size_t column_count, lines;
    int is_sortable;
};

/* --- charts --------------------------------------------------------------------------------- */

/* A chart as it is seen when the reader has chosen so. Its title and subtitle are written beside
 * the picture, not into it. */
struct report_view {
    const char *shows; /* "ratio": views of one action that show the same differ in scale */
    const char *scale; /* "log", "linear" */
    struct chart chart;
    char **tips; /* what is said of each point, line by line, the first of which is its series: of
                    all series, one behind the other. NULL for a point that has none. Owned */
};

/* All views of the same numbers. The first's scale is the one that is seen at first. */
struct report_charts {
    char *label; /* what is charted, to tell it from other charts of the page */
    struct report_view *views;
    size_t count;
};

/* --- reports -------------------------------------------------------------------------------- */

struct report_block {
    enum report_kind kind;
    char *text, *more;          /* NULL for none */
    struct report_table *table; /* of REPORT_TABLE */
    struct report_charts *charts;
};

/* Zero-initialised is blank. */
struct report {
    struct report_block *blocks;
    size_t count;
    char **names; /* wherever they stand in a text, they are set apart from what is around them */
    size_t name_count;
    size_t libraries; /* the colours of all charts, the reference's included */
    int failed;       /* memory ran out while something was added: not everything is here */
};

void report_add(struct report *report, enum report_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* With a second text, as REPORT_WARNING and REPORT_FACT have. */
void report_add_pair(struct report *report, enum report_kind kind, const char *text,
                     const char *more);
/* One that is there already is passed over. */
void report_add_name(struct report *report, const char *name);

/* A table of that shape with empty cells and headings; the report's. NULL when there is no memory.
 */
struct report_table *report_add_table(struct report *report, size_t columns, size_t lines,
                                      const char *caption);
/* Set what is in a column's head, and then in its cells, counted from 0. TABLE may be NULL. */
void report_set_column(struct report *report, struct report_table *table, size_t column,
                       const char *heading, const char *about, const char *align);
void report_set_cell(struct report *report, struct report_table *table, size_t line, size_t column,
                     struct report_cell cell);

/* How wide the LENGTH bytes of TEXT are, about, in halves of a figure. */
int report_part_width(const char *text, size_t length);

/* COUNT views, zero-initialised, the report's; what their charts borrow must live as long. NULL
 * when there is no memory. */
struct report_charts *report_add_charts(struct report *report, size_t count, const char *label);

void report_release(struct report *report);

#endif
