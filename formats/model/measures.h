/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measures.h: what the samples of a file tell besides what series_details (run.h) has a name for:
 * counters of Google Benchmark, secondary metrics of JMH, a column "speedup" or "p95" of a table.
 *
 * Number K of a measurement, from 1, is the optional detail measure_K of its series. The fact
 * FACT_MEASURES of the measurement names them, a line for each, with tabs between: its name, its
 * unit, and "more" or "less" if either is better:
 *
 *     GB/s	B/s	more
 *     checksum	1
 *
 * The fact FACT_RATES tells in the same way what the file calls the details `rate` and `byte_rate`,
 * which is in B/s:
 *
 *     GFLOPS	FLOPS	more */
#ifndef BENCHMAT_FORMATS_MODEL_MEASURES_H
#define BENCHMAT_FORMATS_MODEL_MEASURES_H

#include "formats/model/run.h"

#define FACT_MEASURES "measures" /* of a measurement */
#define FACT_RATES    "rates"

enum measure_better { BETTER_NEITHER, BETTER_LESS, BETTER_MORE };

enum { MEASURE_NAME = 96, MEASURE_UNIT = 32 }; /* bytes, with the NUL; longer ones are cut */

struct file_measure {
    char name[MEASURE_NAME]; /* printable UTF-8 in one line */
    /* "s", "B", "B/s", "1/s", or "1" for numbers, without a prefix; else the file's own: "FLOPS",
     * "J". */
    char unit[MEASURE_UNIT];
    enum measure_better better;
};

/* Returns a measure with these words, cut, and its name made printable. UNIT may be NULL: "1". */
struct file_measure measure_of(const char *name, const char *unit, enum measure_better better);

/* Returns the detail that is measure number K, from 0, of a measurement. */
const struct series_detail *measures_detail(size_t k);
/* Returns the number of the measure that DETAIL is; RUN_MAX_MEASURES if it is none. */
size_t measures_number(const struct series_detail *detail);

/* Takes the next measure of LIST, a text of FACT_MEASURES or what is left of it; the first is
 * number 0. Returns 0 at the end, or behind as many as there can be. */
int measures_take(const char **list, struct file_measure *measure);

/* Sets FACT of FACTS, FACT_MEASURES or FACT_RATES, to the COUNT measures. */
void measures_set(struct facts *facts, const char *fact, const struct file_measure *measures,
                  size_t count);

/* What a file calls its rates; no name: nothing. */
enum { FILE_RATE, FILE_BYTE_RATE, FILE_RATES };
struct file_rates {
    struct file_measure of[FILE_RATES]; /* `rate` and `byte_rate` */
};

/* Adds RATE, unless it has no name, or the detail that has its unit is named already. */
void file_rates_note(struct file_rates *rates, const struct file_measure *rate);
/* The same of a rate called NAME in UNIT. */
void file_rates_call(struct file_rates *rates, const char *name, const char *unit);
/* Reads FACT_RATES. */
struct file_rates file_rates_read(const struct facts *facts);

#endif
