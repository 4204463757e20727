/* SPDX-License-Identifier: GPL-3.0-or-later */
/* numeric_errors.h: what happens where GSL cannot calculate.
 *
 * By default it ends the process. Once this was called its functions return NaN or an error, which
 * their callers here look at. Every program that links GSL calls it first. */
#ifndef BENCHMAT_ANALYZE_STATISTICS_NUMERIC_ERRORS_H
#define BENCHMAT_ANALYZE_STATISTICS_NUMERIC_ERRORS_H

void numeric_errors_are_results(void);

#endif
