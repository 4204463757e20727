/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show.h: statistics as people write them.
 *
 * Times are in one unit per row, that of the mean; but whole and overhead, which may be far from
 * it, have units of their own, and at least three digits. Digits are as many as the interval
 * supports: of its half width two when they are 10 to 35, else one; the mean ends at the same
 * place, with at most five digits in all; three where there is no interval. (Particle Data Group,
 * Review of Particle Physics, Introduction, "Rounding".) "-" is undefined.
 *
 * What is written comes in parts, separated by tabs, to be lined up one by one. Each function
 * writes at most SIZE bytes to TEXT. */
#ifndef BENCHMAT_ANALYZE_SHOW_H
#define BENCHMAT_ANALYZE_SHOW_H

#include <stddef.h>

/* Stands behind a ratio that the noise floor may well account for (control.h). */
#define SHOW_HIDDEN "≈"

/* Of a struct row: */
void show_size(const void *row, char *text, size_t size);
void show_library(const void *row, char *text, size_t size);
void show_mean(const void *row, char *text, size_t size);   /* 12.34 | ± 0.11 | ns */
void show_median(const void *row, char *text, size_t size); /* 12.30 | ns */
void show_sd(const void *row, char *text, size_t size);
void show_n(const void *row, char *text, size_t size);
void show_ratio(const void *row, char *text, size_t size);  /* 1 | .32× | [1.31, 1.33] | ≈ */
void show_status(const void *row, char *text, size_t size); /* empty where all is well */

/* Of a struct row, and empty where it is not known: */
void show_whole(const void *row, char *text, size_t size); /* 15.2 | ns */
void show_overhead(const void *row, char *text, size_t size);
void show_cpus(const void *row, char *text, size_t size);       /* 1.98 */
void show_iterations(const void *row, char *text, size_t size); /* 24.50 */
void show_rate(const void *row, char *text, size_t size);       /* 1.23 | G/s */
void show_max_error(const void *row, char *text, size_t size);  /* 0.0012, of a wrong answer */
void show_mean_error(const void *row, char *text, size_t size);
void show_total_error(const void *row, char *text, size_t size);

/* Of a struct summary_row: */
void show_mean_library(const void *summary, char *text, size_t size);
void show_mean_ratio(const void *summary, char *text, size_t size);
void show_sizes(const void *summary, char *text, size_t size);

#endif
