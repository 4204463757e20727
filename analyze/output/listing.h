/* SPDX-License-Identifier: GPL-3.0-or-later */
/* listing.h: what stands above a section's rows, in words.
 *
 * Each function writes one line of items separated by DOCUMENT_SEPARATOR, the warnings' several
 * lines; the last has no newline. What is not known is left out. */
#ifndef BENCHMAT_ANALYZE_OUTPUT_LISTING_H
#define BENCHMAT_ANALYZE_OUTPUT_LISTING_H

#include <stddef.h>
#include <stdio.h>

#include "analyze/aggregate/table.h"
#include "analyze/output/document.h"

typedef void heading_function(const struct section *section, FILE *file);

/* axpy: y = a x + y · double precision · cold caches · size: length of x and y */
void heading_action(const struct section *section, FILE *file);
/* run_000003 · 2025-06-01 12:00 · Xeon · 5 rounds × 8 seeds; or 3 of 5 rounds where the run was
 * interrupted */
void heading_run(const struct section *section, FILE *file);
/* ratios to openblas, paired · 95 % intervals */
void heading_meaning(const struct section *section, FILE *file);
/* noise floor: openblas against itself 0.9981 to 1.0062 at worst, size 64; nothing without a
 * control */
void heading_noise(const struct section *section, FILE *file);

/* verdicts: paired-t at 5 %, corrected for 100 rows (Holm), beyond 1 % and the noise floor · ≈: no
 * difference shown; nothing where nothing was tested */
void heading_verdicts(const struct section *section, FILE *file);

/* What a reader must be warned of, the gravest first, a line each: warning: what is so · what to
 * do. The first three, and how many more there are; or all. */
void heading_first_warnings(const struct section *section, FILE *file);
void heading_all_warnings(const struct section *section, FILE *file);

/* Below the rows: by how much the outputs of wrong answers are wrong, a line each: error: blis,
 * size 64: y: at most 0.5, 0.01 on average, 12 in all. The first ten of them. */
void heading_errors(const struct section *section, FILE *file);

/* What stands above the geometric means. */
void heading_summaries(const struct section *section, FILE *file);

/* --- listing --- */

/* A small grid of texts for people, whatever they are about; rows of a table have their
 * own (records.h). */

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
