/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_set.h: a set of charts that owns everything they borrow, and the colours of their
 * libraries. */
#ifndef BENCHMAT_PLOT_ANALYSIS_CHART_SET_H
#define BENCHMAT_PLOT_ANALYSIS_CHART_SET_H

#include <stddef.h>

#include "analyze/input/input.h"
#include "plot/figure/figure.h"

struct chart_lent {
    void *object;
    void (*release)(void *object);
};

/* A zero-initialised set is empty. */
struct chart_set {
    struct chart *charts; /* in row order */
    size_t count;
    size_t columns;                         /* charts in one row; 0: all */
    int has_own_names;                      /* as in struct figure */
    int is_grid;                            /* small charts under one legend, with common text: */
    const char *heading, *subtitle, *brief; /* as in struct figure */
    const char *left_out;    /* actions that could not be drawn, and why; NULL if there are none */
    const char **chosen;     /* libraries that stand out (highlight.h) */
    size_t chosen_count;     /* 0: all do */
    size_t palette;          /* libraries that share the palette; 0: all */
    char *title;             /* the file's title: the actions */
    char *caption;           /* title and subtitle of every chart, and all warnings */
    struct chart_lent *lent; /* private, like all below: objects that the charts borrow */
    size_t lent_count;
    const char **coloured; /* names in the order of their colours; the first has colour 0 */
    size_t coloured_count, library_count;
};

void chart_set_release(struct chart_set *set);

/* Adds an empty chart and returns it; the other charts may move. */
struct chart *chart_set_add(struct chart_set *set);

/* Allocates COUNT times SIZE zeroed bytes, which SET frees at its end. */
void *chart_set_alloc(struct chart_set *set, size_t count, size_t size);

/* Takes ownership of OBJECT: SET passes it to RELEASE at its end. Returns OBJECT. */
void *chart_set_own(struct chart_set *set, void *object, void (*release)(void *object));

/* Formats a text that lives as long as SET. No argument may be NULL. */
const char *chart_set_text(struct chart_set *set, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns the colour of NAME: the same name has the same colour in all charts of SET, and a new
 * name gets the next colour. */
size_t chart_set_colour(struct chart_set *set, const char *name);

/* Sets the caption of SET to the titles and subtitles of its charts. */
void chart_set_caption(struct chart_set *set);

/* --- colours --- */

/* The colour, marker and dash of each library.
 *
 * They depend on the library's place among all libraries of a file, whichever of them are drawn: a
 * library looks the same in every picture and in the report of one archive. The first measurement's
 * own reference has the first place; the others follow in the order in which the runs mention them.
 * New runs in an archive therefore leave the colours of known libraries unchanged. Each archive
 * counts from the start. */

/* Makes INPUT tell SET about all libraries of its file while it reads the file. */
void colours_survey(struct input *input, struct chart_set *set);

/* Adds the libraries of TABLE that SET does not know, because the rows of an analysis come without
 * their archive. Sets SET's library_count; call this after all libraries are known. */
void colours_settle(struct chart_set *set, const struct table *table);

#endif
