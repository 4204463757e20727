/* SPDX-License-Identifier: GPL-3.0-or-later */
/* listing.h: the lines of words above and below a section's rows, and small grids of texts.
 *
 * Each heading function writes one line of items separated by DOCUMENT_SEPARATOR; those for
 * warnings and errors write several lines. The last line has no newline. Unknown items are left
 * out. */
#ifndef BENCHMAT_ANALYZE_OUTPUT_LISTING_H
#define BENCHMAT_ANALYZE_OUTPUT_LISTING_H

#include <stddef.h>
#include <stdio.h>

#include "analyze/aggregate/table.h"
#include "analyze/output/document.h"

/* axpy: y = a x + y · double precision · cold caches · 5 rounds × 8 seeds · results.h5 run_000003 ·
 * 2025-06-01. After the rounds, of files that the user made: code placed anew each round. */
void heading_brief(const struct section *section, FILE *file);
/* Of the columns below: size: length of x and y · ± and [ ]: 95 % intervals · verdicts: beyond 1 %
 * · ≈: no difference shown, corrected for 12 rows; half of them would show 2.3 % (power 80 %). What
 * is divided is told where the columns do not (records.h), or if samples are unpaired. */
void heading_legend(const struct section *section, FILE *file);

/* Those below say all of this at length.
 *
 * axpy: y = a x + y · double precision · cold caches · size: length of x and y */
void heading_action(const struct section *section, FILE *file);
/* run_000003 · 2025-06-01 12:00 · Xeon · 5 rounds × 8 seeds; "3 of 5 rounds" if the run was
 * interrupted */
void heading_run(const struct section *section, FILE *file);
/* ratio: time over that of openblas, paired · ± and [ ]: 95 % intervals */
void heading_meaning(const struct section *section, FILE *file);
/* noise floor: openblas against itself 0.9981 to 1.0062 at worst, size 64: ± 0.62 % · copies differ
 * lastingly by 0.35 % (sd), which intervals and verdicts include. The second part only by
 * moderated-t, which says so if there is no control; by other tests, nothing then. */
void heading_noise(const struct section *section, FILE *file);

/* verdicts: moderated-t at 5 %, corrected for 100 rows · beyond 1 % · ≈: no difference shown;
 * half of the rows would show 2.3 % (power 80 %); nothing if nothing was tested. */
void heading_verdicts(const struct section *section, FILE *file);

/* Warnings for the reader, the most serious first, one per line: warning: what is wrong · what to
 * do. All, or only those that tell that numbers are wrong or missing. */
void heading_all_warnings(const struct section *section, FILE *file);
void heading_grave_warnings(const struct section *section, FILE *file);
/* Writes a warning in a few words: times vary between rounds (6 cells). */
void heading_brief_warning(const struct warning *warning, char *text, size_t size);

/* Below the rows: how far the outputs of wrong answers are off, one per line: error: blis, size 64:
 * y: at most 0.5, 0.01 on average, 12 in all. Writes the first ten and the number of others. */
void heading_errors(const struct section *section, FILE *file);

/* The caption of the geometric means. */
void heading_summaries(const struct section *section, FILE *file);

typedef void heading_function(const struct section *section, FILE *file);
/* Adds what HEADING writes, if anything. */
void heading_add(struct document *document, enum document_kind kind, const struct section *section,
                 heading_function *heading);

/* --- listing --- */

/* A small grid of arbitrary texts for people; rows of a table have their own grid (records.h). */

enum { LISTING_COLUMNS = 8, LISTING_CELL = 40 };

struct listing_line {
    char texts[LISTING_COLUMNS][LISTING_CELL];
    const char *cells[LISTING_COLUMNS]; /* private: each points to its text */
};

/* Adds a listing of COUNT lines to DOCUMENT and returns them. Their texts are empty, for the caller
 * to fill; all columns are shown, aligned on the right. HEADINGS is borrowed, ends with NULL and
 * has at most LISTING_COLUMNS. */
struct listing_line *listing_add(struct document *document, const char *const *headings,
                                 size_t count);

#endif
