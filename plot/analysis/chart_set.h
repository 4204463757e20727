/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_set.h: charts being made, with everything they borrow. */
#ifndef BENCHMAT_PLOT_ANALYSIS_CHART_SET_H
#define BENCHMAT_PLOT_ANALYSIS_CHART_SET_H

#include <stddef.h>

#include "analyze/cli/input.h"
#include "plot/figure/figure.h"

struct chart_lent {
    void *object;
    void (*release)(void *object);
};

/* Zero-initialised is empty. */
struct chart_set {
    struct chart *charts; /* row by row */
    size_t count;
    size_t columns; /* of them in one row; 0: all */
    int is_grid;    /* small charts under one legend, with words in common: */
    const char *heading, *subtitle;
    const char *left_out;    /* actions of which nothing could be drawn, and why; NULL for none */
    char *title;             /* of the file: the actions */
    char *caption;           /* every chart's title and subtitle, and what to beware of */
    struct chart_lent *lent; /* private, as are the following: what charts borrow, */
    size_t lent_count;
    const char **coloured; /* and who has which colour (chart_set.h), the first has 0 */
    size_t coloured_count, library_count;
};

void chart_set_release(struct chart_set *set);

/* Another chart, empty; the others may move. NULL when there is no memory, as for the following. */
struct chart *chart_set_add(struct chart_set *set);

/* Room for COUNT times SIZE bytes, zeroed, that lives as long as SET. */
void *chart_set_alloc(struct chart_set *set, size_t count, size_t size);

/* OBJECT is SET's from here on, which gives it to RELEASE at its end, or at once where there is no
 * memory: then the result is NULL, otherwise OBJECT. NULL gives NULL. */
void *chart_set_own(struct chart_set *set, void *object, void (*release)(void *object));

/* A text that lives as long as SET; NULL in an argument is not allowed. */
const char *chart_set_text(struct chart_set *set, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sets COLOUR to that of whatever is called NAME: the same for the same name in all charts of SET,
 * the next one for a new name. -1 when there is no memory. */
int chart_set_colour(struct chart_set *set, const char *name, size_t *colour);

/* --- colours --- */

/* Which library has which colour, marker and dash.
 *
 * That goes by its place among all libraries of a file, whatever is chosen of them: a library looks
 * alike in every picture and in the report of one archive. The first measurement's own reference
 * has the first place, then come the others as they are met, run by run: what is appended to an
 * archive changes none that has been there. Another archive counts anew. */

/* INPUT tells SET of all libraries of its file while it is read. */
void colours_survey(struct input *input, struct chart_set *set);

/* Adds the libraries of TABLE that SET does not know: rows of an analysis come without the file
 * that they are from. No other libraries are met from here on. -1 when there is no memory. */
int colours_settle(struct chart_set *set, const struct table *table);

#endif
