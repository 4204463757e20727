/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decimal.h: reads numbers as files write them, and writes numbers for programs.
 *
 * A number is decimal, with a point: "12", "-0.5", "1.2e-9"; or "inf" or "infinity", in any case.
 * Hexadecimal numbers, thousands separators and decimal commas are not accepted. Blanks around a
 * number are ignored. Programs must keep the C locale, which strtod depends on. */
#ifndef BENCHMAT_FORMATS_TEXT_DECIMAL_H
#define BENCHMAT_FORMATS_TEXT_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

/* Returns whether the N bytes at TEXT mean that there is no value: only blanks, or "nan", "na",
 * "n/a", "null", "none" or "-", in any case. */
int decimal_is_missing(const char *text, size_t n);

/* Returns whether the N bytes at TEXT are a number. If so, sets VALUE, to infinity if the number is
 * too large for a double. */
int decimal_read(const char *text, size_t n, double *value);

/* Returns whether VALUE is a whole number that a double holds exactly, at most 2^53 in magnitude.
 * If so, sets WHOLE. */
int decimal_is_whole(double value, int64_t *whole);

/* Reads a number and returns whether it is whole, as decimal_is_whole does. */
int decimal_read_whole(const char *text, size_t n, int64_t *whole);

/* Reads a number with a prefix behind it: "1K", "4kB", "64MiB", "512B". A prefix is of a power of
 * 1000, or of 1024 before an i. Returns whether it is one, as decimal_read does. */
int decimal_read_amount(const char *text, size_t n, double *value);

/* --- writing --- */

struct digits {
    char text[32];
};

/* Returns VALUE, which must be finite, with the fewest significant digits (15, 16 or 17) that read
 * back as the same double, in the C locale's notation, which is also valid JSON. */
struct digits digits_shortest(double value);

/* --- percentages --- */

/* Reads "5%", "5 %" or "0.05" (all 0.05) into PART. Returns whether TEXT is such a number and
 * nothing else; the caller checks the range. */
int percent_parse(const char *text, double *part);

#endif
