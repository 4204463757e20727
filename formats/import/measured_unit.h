/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measured_unit.h: units of results, as headers, titles, cells and options name them. All words of
 * units stand in one table. */
#ifndef BENCHMAT_FORMATS_IMPORT_MEASURED_UNIT_H
#define BENCHMAT_FORMATS_IMPORT_MEASURED_UNIT_H

#include <stddef.h>

#include "formats/import/word.h"
#include "formats/model/measures.h"
#include "formats/text/err.h"

enum unit_kind {
    UNIT_NONE,
    UNIT_TIME,      /* in seconds */
    UNIT_FLOP_RATE, /* in floating-point operations per second: more is better, as in all rates */
    UNIT_BYTE_RATE, /* in bytes per second */
    UNIT_BIT_RATE,  /* in bits per second */
    UNIT_RATE,      /* in calls, items or other things per second */
    UNIT_BYTES,     /* an amount of memory */
    UNIT_CYCLES,    /* of a processor, which are no time */
    UNIT_COUNT,     /* of what a call does, as "ops" beside a time */
    UNIT_KINDS
};

enum { UNIT_PER = 24 }; /* bytes, with the NUL */

struct measured_unit {
    enum unit_kind kind;
    double worth; /* of one, in what the kind is in: 1e-3 for ms, 1e9 for GFLOPS */
    /* Of times and cycles: what one of them is for, if that is no call: "byte" in "ns/byte". */
    char per[UNIT_PER];
    /* Nothing says that it is per second: "GFLOPS" may be counts, and "ops" and "GFLOPs" mostly
     * are.
     */
    int is_bare, is_likely_count;
};

/* Whether A and B are the same, in whatever words. */
int measured_unit_equals(const struct measured_unit *a, const struct measured_unit *b);

/* Whether the N bytes at TEXT are a unit: "ms", "µs", "ns/op", "cycles/byte", "MB/s", "GFLOP/s",
 * "it/s", "KiB", "million keys/s". Case counts only where it tells bits from bytes, as in "Mb/s".
 * Sets UNIT, which is UNIT_NONE otherwise. */
int measured_unit_read(const char *text, size_t n, struct measured_unit *unit);

/* Writes the unit at TEXT without its prefix, as people write it, to BASE: "FLOPS" for "gflops",
 * "B/s" for "MB/s", "ops/s" for "kops per second". Returns 0 if it is none of rates. */
int measured_unit_base(const char *text, size_t n, char base[MEASURE_UNIT]);

/* Writes "milliseconds", "GFLOP/s" or the like to BUFFER [SIZE], and returns it. */
const char *measured_unit_name(struct measured_unit unit, char *buffer, size_t size);

/* The same, but a rate as a file calls it whose rates are RATES: "GFLOPS". */
const char *measured_unit_call(struct measured_unit unit, const struct file_rates *rates,
                               char *buffer, size_t size);

/* Returns ERR_USAGE, which names the option --unit, unless TEXT is a unit of times or rates. */
int measured_unit_check(const char *text, struct err *err);

int unit_kind_is_rate(enum unit_kind kind);

/* Returns the unit of measures (measures.h) in which numbers of KIND are. */
const char *unit_kind_base(enum unit_kind kind);

/* The detail of samples (run.h) that has numbers of KIND; NULL for times and UNIT_NONE. */
const char *unit_kind_detail(enum unit_kind kind);

/* --- for headers (header_words.h) --- */

/* What a call is named, and what a time is. */
extern const char measured_unit_calls[], measured_unit_time_words[];

/* Sets UNIT to the one that WORD, in small letters, is. IS_WHOLE: it has no prefix. Returns 0 if it
 * is none. */
int measured_unit_find(const char *word, int is_whole, struct measured_unit *unit);

/* Returns the power of ten that PART is a word for, such as "1000", "x1e6", "1M" and "millions"; 0
 * if it is none. */
double measured_unit_scale(struct part part);

/* Takes a power of ten from the begin of PART, before a unit, as in "1000 ops/s" and "k req/s", or
 * from its end, as in "ops/s x 1000". Returns 0 if there is none. IS_LETTER: it is a letter alone,
 * as stands before rates. */
double measured_unit_take_power(struct part *part, int *is_letter);

/* Returns the length of the quantity before a slash and a unit of times or rates in PART, as ISO
 * 80000 writes them: "time/s", "Zeit / ms", "quick/us", "bw/GB/s"; 0 if there is none. "ops/ms" and
 * "images/s" are rates: what is neither a time nor counted is a quantity before less than a second,
 * or apart. */
size_t measured_unit_quantity_length(struct part part);

/* Returns what stands behind the first "/" or " per " of the N bytes at TEXT; "" if neither does.
 */
const char *measured_unit_find_per(const char *text, size_t n, size_t *length);

/* Copies the N bytes at TEXT, what one of a unit is for, to PER. Returns 0 if they are no such
 * word: a statistic, as in "min/max", a time, or too long. */
int measured_unit_take_per(char per[UNIT_PER], const char *text, size_t n);

#endif
