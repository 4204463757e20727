/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decimal.h: numbers as files write them.
 *
 * A number is decimal, with a point: "12", "-0.5", "1.2e-9"; or "inf" or "infinity", in any case.
 * Hexadecimal ones, thousands separators and decimal commas are no numbers. Blanks around do no
 * harm. Programs keep the C locale, which is what strtod goes by. */
#ifndef BENCHMAT_FORMATS_TEXT_DECIMAL_H
#define BENCHMAT_FORMATS_TEXT_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

/* Whether the N bytes at TEXT say that there is no value: nothing but blanks, or "nan", "na",
 * "n/a", "null", "none" or "-", in any case. */
int decimal_is_missing(const char *text, size_t n);

/* Whether the N bytes at TEXT are a number; it is in VALUE then. What is too large for a double is
 * infinite. */
int decimal_read(const char *text, size_t n, double *value);

/* Whether VALUE is a whole number that a double holds exactly, at most 2^53 in magnitude; it is in
 * WHOLE then. */
int decimal_is_whole(double value, int64_t *whole);

/* The two in one. */
int decimal_read_whole(const char *text, size_t n, int64_t *whole);

/* --- digits --- */

/* Numbers for programs. */

struct digits {
    char text[32];
};

/* The fewest significant digits (15, 16 or 17) that read back as the very same double, in the C
 * locale's notation, which is JSON's as well. VALUE must be finite. */
struct digits digits_shortest(double value);

/* --- percent --- */

/* Parts of a whole, as people write them. */

/* Reads "5%", "5 %" or "0.05", all of which are 0.05, into PART. Returns whether TEXT is such a
 * number, and nothing else; of which size it has to be is the caller's to say. */
int percent_parse(const char *text, double *part);

#endif
