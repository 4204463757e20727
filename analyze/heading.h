/* SPDX-License-Identifier: GPL-3.0-or-later */
/* heading.h: what stands above a section's rows, in words.
 *
 * Each function writes one line, without its newline, of items separated by HEADING_SEPARATOR.
 * What is not known is left out. */
#ifndef BENCHMAT_ANALYZE_HEADING_H
#define BENCHMAT_ANALYZE_HEADING_H

#include <stdio.h>

#include "analyze/table.h"

#define HEADING_SEPARATOR " · "

/* axpy: y = a x + y · double precision · size: length of x and y */
void heading_action(const struct section *section, FILE *file);
/* run_000003 · 2025-06-01 12:00 · Xeon · 5 rounds × 8 seeds */
void heading_run(const struct section *section, FILE *file);
/* ratios to openblas, paired · 95 % intervals */
void heading_meaning(const struct section *section, FILE *file);
/* What a reader must be warned of; nothing where there is nothing. */
void heading_warning(const struct section *section, FILE *file);

/* What stands above the geometric means. */
extern const char heading_of_summaries[];

#endif
