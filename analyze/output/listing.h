/* SPDX-License-Identifier: GPL-3.0-or-later */
/* listing.h: a small grid of texts for people, whatever they are about; rows of a table have their
 * own (records.h). */
#ifndef BENCHMAT_ANALYZE_OUTPUT_LISTING_H
#define BENCHMAT_ANALYZE_OUTPUT_LISTING_H

#include <stddef.h>

#include "analyze/output/document.h"

enum { LISTING_COLUMNS = 8, LISTING_CELL = 40 };

struct listing;

/* HEADINGS ends with NULL, has at most LISTING_COLUMNS, and is borrowed. To be given to
 * listing_free (NULL is fine), but not before the document it was added to is released. NULL when
 * there is no memory. */
struct listing *listing_new(const char *const *headings, size_t lines);
void listing_free(struct listing *listing);

/* What stands at LINE and COLUMN, from 0: at most LISTING_CELL bytes, empty at first. */
char *listing_cell(struct listing *listing, size_t line, size_t column);

/* Adds it to SHEET: all of its columns, aligned on the right. */
void listing_add_to(struct document *document, const struct listing *listing);

#endif
