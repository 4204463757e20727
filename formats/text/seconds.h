/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seconds.h: formats times in units that people use. */
#ifndef BENCHMAT_FORMATS_TEXT_SECONDS_H
#define BENCHMAT_FORMATS_TEXT_SECONDS_H

#include <stddef.h>

/* A unit of time: its length in seconds and its name in UTF-8. */
struct seconds_unit {
    double seconds;
    const char *name;
};

/* Returns the largest of ps, ns, µs, ms and s that is at most |SECONDS|: ps for anything smaller, s
 * for NaN and zero. The result is static. */
const struct seconds_unit *seconds_unit(double seconds);

/* Writes SECONDS with DIGITS significant digits (at least 1) and its unit, such as "12.3 ns" or
 * "4.56 µs"; "-" for NaN. A value that rounds up to 1000 of a unit uses the next unit. Never writes
 * more than SIZE bytes; returns BUFFER. */
char *seconds_format(char *buffer, size_t size, double seconds, int digits);

#endif
