/* SPDX-License-Identifier: GPL-3.0-or-later */
/* markup.h: writes texts of any origin as text of an HTML page.
 *
 * Whatever a text contains, it ends up as characters on the page: it cannot open a tag, end an
 * attribute or reorder the text around it. Control characters become blanks; characters that
 * control the direction of writing (Unicode Standard Annex 9), which can make a text look like
 * another one, become U+FFFD. */
#ifndef BENCHMAT_PLOT_OUTPUT_MARKUP_H
#define BENCHMAT_PLOT_OUTPUT_MARKUP_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Returns whether LETTER is one of those that control the direction of writing. */
int markup_steers_direction(uint32_t letter);

/* Writes TEXT, which may be NULL, as content or as the value of a quoted attribute. */
void markup_write(FILE *file, const char *text);

/* Names to isolate from the text around them, so that a right-to-left name does not move the words
 * beside it. */
struct markup_names {
    char **items; /* longest first */
    size_t count;
};

/* Copies COUNT ITEMS into NAMES. The caller must pass NAMES to markup_names_release. */
void markup_names_init(struct markup_names *names, char *const *items, size_t count);
void markup_names_release(struct markup_names *names);

/* Writes TEXT as content, with each of NAMES in an element <bdi class="name">. */
void markup_write_named(FILE *file, const struct markup_names *names, const char *text);

#endif
