/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format_number.h: statistics as people write them, where their column says more than its number
 * (number.h).
 *
 * Times are in one unit per row, that of the mean, and end at the same place; but whole and
 * overhead, which may be far from it, have units of their own, and at least three digits. "-" is
 * undefined.
 *
 * What is written comes in parts, separated by tabs, to be lined up one by one. Each function
 * writes at most SIZE bytes to TEXT. */
#ifndef BENCHMAT_ANALYZE_COLUMNS_FORMAT_NUMBER_H
#define BENCHMAT_ANALYZE_COLUMNS_FORMAT_NUMBER_H

#include <stddef.h>

#include "formats/text/terminal.h"

/* Stands behind a ratio where no difference is shown (verdict.h), and behind a geometric mean that
 * the noise floor may well account for (multiplicity.h). */
#define FORMAT_NUMBER_HIDDEN "≈"

struct row;

/* Any time of ROW, in the row's unit: 12.30 | ns; nothing where it is undefined. */
void format_number_seconds(const struct row *row, double seconds, char *text, size_t size);

/* Of a struct row: */
void format_number_mean(const void *row, char *text, size_t size);   /* 12.34 | ± 0.11 | ns */
void format_number_median(const void *row, char *text, size_t size); /* 12.30 | ns */
void format_number_sd(const void *row, char *text, size_t size);
void format_number_ratio(const void *row, char *text, size_t size); /* 1 | .32× | [1.31, 1.33] */
void format_number_ratio_of_means(const void *row, char *text, size_t size);
void format_number_speedup(const void *row, char *text, size_t size);
void format_number_difference(const void *row, char *text, size_t size); /* 2.1 | ± 0.3 | ns */
void format_number_verdict(const void *row, char *text, size_t size); /* faster, slower, or ≈ */
void format_number_status(const void *row, char *text, size_t size);  /* empty where all is well */

/* Of a struct row, and empty where it is not known: */
void format_number_whole(const void *row, char *text, size_t size); /* 15.2 | ns */
void format_number_overhead(const void *row, char *text, size_t size);
void format_number_cpus(const void *row, char *text, size_t size); /* 1.98 */
void format_number_max_error(const void *row, char *text,
                             size_t size); /* 0.0012, of a wrong answer */
void format_number_mean_error(const void *row, char *text, size_t size);
void format_number_total_error(const void *row, char *text, size_t size);

/* Of a struct summary_row: */
void format_number_mean_ratio(const void *summary, char *text, size_t size);
void format_number_mean_speedup(const void *summary, char *text, size_t size);
void format_number_means(const void *summary, char *text, size_t size);
void format_number_in_cache(const void *summary, char *text,
                            size_t size); /* empty where not known */
void format_number_out_of_cache(const void *summary, char *text, size_t size);

/* How the same are coloured: a verdict, and a geometric mean whose interval lies on one side of 1
 * beyond the noise, as good or bad; a status that is not ok as a warning. */
enum terminal_tone format_number_verdict_tone(const void *row);
enum terminal_tone format_number_mean_ratio_tone(const void *summary);
enum terminal_tone format_number_status_tone(const void *row);
/* Of a ratio of means that disagrees with the ratio (ratio.h): a warning. */
enum terminal_tone format_number_means_tone(const void *row);

#endif
