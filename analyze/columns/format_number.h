/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format_number.h: formats statistics for people, if the column says more than a plain number
 * (number.h).
 *
 * All amounts of a row use the unit of its mean and end at the same decimal place. Only whole and
 * overhead, which may be much smaller or larger, have units of their own and at least three digits.
 * "-" means undefined.
 *
 * The output consists of parts separated by tabs, each of which is aligned separately. Each
 * function writes at most SIZE bytes to TEXT. */
#ifndef BENCHMAT_ANALYZE_COLUMNS_FORMAT_NUMBER_H
#define BENCHMAT_ANALYZE_COLUMNS_FORMAT_NUMBER_H

#include <stddef.h>

#include "formats/text/terminal.h"

/* Follows a ratio if no difference is shown (verdict.h), and a geometric mean whose interval
 * reaches into its margin. */
#define FORMAT_NUMBER_HIDDEN "≈"

struct row;

/* Writes any amount of the quantity of ROW in the row's unit: 12.30 | ns; an empty text if it is
 * undefined. */
void format_number_in_unit(const struct row *row, double amount, char *text, size_t size);

/* For a struct row: */
void format_number_mean(const void *row, char *text, size_t size);   /* 12.34 | ± 0.11 | ns */
void format_number_median(const void *row, char *text, size_t size); /* 12.30 | ns */
void format_number_sd(const void *row, char *text, size_t size);
void format_number_ratio(const void *row, char *text, size_t size); /* 1 | .32× | [1.31, 1.33] */
void format_number_ratio_of_means(const void *row, char *text, size_t size);
void format_number_speedup(const void *row, char *text, size_t size);
void format_number_difference(const void *row, char *text, size_t size); /* 2.1 | ± 0.3 | ns */
void format_number_verdict(const void *row, char *text, size_t size); /* faster, less, ..., or ≈ */
void format_number_status(const void *row, char *text, size_t size);  /* empty if all is well */

/* For a struct row; empty if unknown: */
void format_number_whole(const void *row, char *text, size_t size); /* 15.2 | ns */
void format_number_overhead(const void *row, char *text, size_t size);
void format_number_cpus(const void *row, char *text, size_t size); /* 1.98 */
void format_number_max_error(const void *row, char *text,
                             size_t size); /* 0.0012, only for a wrong answer */
void format_number_mean_error(const void *row, char *text, size_t size);
void format_number_total_error(const void *row, char *text, size_t size);

/* For a struct summary_row: */
void format_number_mean_ratio(const void *summary, char *text, size_t size);
/* faster 5, slower 1, ≈ 2; empty for the reference */
void format_number_verdicts(const void *summary, char *text, size_t size);
void format_number_mean_speedup(const void *summary, char *text, size_t size);
void format_number_means(const void *summary, char *text, size_t size);
void format_number_in_cache(const void *summary, char *text, size_t size); /* empty if unknown */
void format_number_out_of_cache(const void *summary, char *text, size_t size);

/* The colours of these: good or bad for a verdict and for a geometric mean whose interval lies on
 * one side of 1 and beyond the margin; a warning for a status that is not ok. */
enum terminal_tone format_number_verdict_tone(const void *row);
enum terminal_tone format_number_mean_ratio_tone(const void *summary);
enum terminal_tone format_number_status_tone(const void *row);
/* A warning for a ratio of means that disagrees with the ratio (ratio.h). */
enum terminal_tone format_number_means_tone(const void *row);

#endif
