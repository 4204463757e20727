/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h: the contents of a page for readers, in order, before they become HTML.
 *
 * A report is a list of blocks, which report_page.h writes as HTML. Nothing here knows about
 * archives or statistics. Texts are copied; they may contain anything and are never markup. */
#ifndef BENCHMAT_PLOT_REPORT_REPORT_H
#define BENCHMAT_PLOT_REPORT_REPORT_H

#include "plot/figure/figure.h"

enum report_kind {
    REPORT_TITLE,    /* once, before all others */
    REPORT_ANSWER,   /* the result in a sentence, below the title */
    REPORT_SECTION,  /* begins a section with this heading, which the page's menu links to */
    REPORT_PART,     /* a heading within a section */
    REPORT_SENTENCE, /* a paragraph */
    REPORT_LINE,     /* small print */
    REPORT_WARNING,  /* what is wrong; MORE: what to do about it */
    REPORT_FACT,     /* a name; MORE: its value */
    REPORT_COMMAND,  /* a command to copy into a shell */
    REPORT_FOLD,     /* heading of what follows up to REPORT_UNFOLD, which is shown on demand */
    REPORT_UNFOLD,
    REPORT_TABLE,
    REPORT_CHARTS,
};

/* --- tables --------------------------------------------------------------------------------- */

enum report_tone { REPORT_PLAIN, REPORT_GOOD, REPORT_BAD, REPORT_OPEN };

enum { REPORT_PARTS = 4 };

struct report_cell {
    const char *text; /* parts separated by tabs: a part that begins with a blank is aligned on its
                         own, any other one together with the part before, so that a number in
                         parts, such as "0\t.25×", is one text */
    double number;    /* the sort key; NaN: sorted by text, after all numbers */
    enum report_tone tone;
};

struct report_column {
    char *heading, *about;        /* ABOUT explains the heading; NULL for none */
    char align[REPORT_PARTS + 1]; /* a letter for each part, l or r */
    struct report_part {
        int begins_blank, is_joined; /* some cell's part begins with a blank; some does not */
        int width;                   /* of the widest part, in half digits */
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

/* A chart in one of the forms that the reader can choose. Its title and subtitle are written beside
 * the picture, not into it. */
struct report_view {
    const char *shows; /* "ratio"; views of one action that show the same differ in scale */
    const char *name;  /* what readers call what it shows; NULL: as SHOWS says */
    const char *scale; /* "log", "linear"; "" if there is no other */
    struct chart chart;
    char **tips; /* tooltips of the points of all series, one series after another; the first line
                    of each is its series. NULL for a point without one. Owned */
};

/* All views of the same numbers. At first the page shows the scale of the first view. */
struct report_charts {
    char *label; /* what is charted; tells it apart from other charts of the page */
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

/* Empty if zero-initialised. */
struct report {
    struct report_block *blocks;
    size_t count;
    char **names; /* isolated from the text around them, wherever they occur (markup.h) */
    size_t name_count;
    size_t libraries; /* number of colours in all charts, the reference's included */
    int has_faint;    /* some lines have no colour */
};

void report_add(struct report *report, enum report_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds a block with a second text, for REPORT_WARNING and REPORT_FACT. */
void report_add_pair(struct report *report, enum report_kind kind, const char *text,
                     const char *more);
/* Adds NAME unless it is there already. */
void report_add_name(struct report *report, const char *name);

/* Adds a table with empty cells and headings, which the report owns. */
struct report_table *report_add_table(struct report *report, size_t columns, size_t lines,
                                      const char *caption);
/* Set the heading of a column, and after that its cells; both count from 0. */
void report_set_column(struct report_table *table, size_t column, const char *heading,
                       const char *about, const char *align);
void report_set_cell(struct report_table *table, size_t line, size_t column,
                     struct report_cell cell);

/* Returns the approximate width of LENGTH bytes of TEXT, in half digits. */
int report_part_width(const char *text, size_t length);

/* Adds COUNT zero-initialised views, which the report owns; what their charts borrow must live as
 * long. */
struct report_charts *report_add_charts(struct report *report, size_t count, const char *label);

void report_release(struct report *report);

#endif
