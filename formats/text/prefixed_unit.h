/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prefixed_unit.h: writes times, bytes and counts with the prefixes people use: 12.3 ns, 4.56 MB.
 */
#ifndef BENCHMAT_FORMATS_TEXT_PREFIXED_UNIT_H
#define BENCHMAT_FORMATS_TEXT_PREFIXED_UNIT_H

#include <stddef.h>

/* A unit: its worth in units without a prefix, and its name in UTF-8, "" for counts. */
enum { PREFIXED_UNIT_BASE = 32 }; /* the most bytes of a base */
struct prefixed_unit {
    double worth;
    char name[PREFIXED_UNIT_BASE + 8];
};

/* Returns the largest unit that is at most |VALUE|, or the smallest if there is none: ps, ns, µs,
 * ms or s for the BASE "s"; B, kB, MB, GB, TB or PB (powers of 1000) for "B"; B/s, ... or /s, k/s,
 * M/s, G/s or T/s for "B/s" and "1/s"; a unit without a name for "1"; FLOPS, kFLOPS, ... for
 * "FLOPS" and any other base, which is a rate. Returns s, B or the base for NaN and zero. */
struct prefixed_unit prefixed_unit(const char *base, double value);

/* Writes VALUE with DIGITS significant digits (at least 1) and its unit, such as "12.3 ns" or
 * "4.56 MB"; "-" for NaN. A value that rounds up to 1000 of a unit uses the next unit. Never writes
 * more than SIZE bytes; returns BUFFER. */
char *prefixed_unit_format(char *buffer, size_t size, const char *base, double value, int digits);

#endif
