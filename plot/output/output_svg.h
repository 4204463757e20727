/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output_svg.h: texts from anywhere as texts of an HTML page.
 *
 * Whatever a text says, it ends as characters on the page: it opens no tag, ends no attribute, and
 * does not turn its surroundings over. Control characters become blanks; those that steer the
 * direction of writing (Unicode Standard Annex 9), by which a text looks like another, U+FFFD. */
#ifndef BENCHMAT_PLOT_OUTPUT_OUTPUT_SVG_H
#define BENCHMAT_PLOT_OUTPUT_OUTPUT_SVG_H

#include <stddef.h>
#include <stdio.h>

/* Writes TEXT, which may be NULL, as content or as the value of an attribute in quotes. */
void markup_write(FILE *file, const char *text);

/* Names that are isolated from what stands around them, so that one written from right to left
 * leaves the words beside it where they are. */
struct markup_names {
    char **items; /* the longest first */
    size_t count;
};

/* Those NAMES, to be given to markup_names_release. -1 when there is no memory. */
int markup_names_init(struct markup_names *names, char *const *items, size_t count);
void markup_names_release(struct markup_names *names);

/* As content, with each of NAMES as an element: <bdi class="name">. */
void markup_write_named(FILE *file, const struct markup_names *names, const char *text);

#endif
