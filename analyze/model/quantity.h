/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quantity.h: the quantity of each sample that is analysed: its seconds, or in their place one of
 * the details of a series (run.h).
 *
 * Rows, ratios, verdicts, comparisons and histories are made of any quantity in the same way. What
 * differs is the unit and the words. Only seconds have rates, scaling by threads, and a clock. Zero
 * is an error of the clock for seconds and a result for any other quantity, which then has no ratio
 * of typical samples.
 *
 * Files have names of their own for some of what they measure (measures.h). Such a quantity has a
 * number from QUANTITIES on, which it gets where its name is first said: on a command line, or by a
 * measurement (quantity_arrays_of). The numbers hold for the process.
 *
 * The rates of a file that has a word for them (FACT_RATES), such as GFLOPS, are such a quantity,
 * too. A file without one may tell them as well, and calls them QUANTITY_RATE or
 * QUANTITY_BYTE_RATE.
 *
 * More of a rate is better. Its mean, interval and quantiles are its own; what compares, such as
 * ratios, verdicts and ranks, is of its cost, so that a ratio below 1 is better for all quantities.
 */
#ifndef BENCHMAT_ANALYZE_MODEL_QUANTITY_H
#define BENCHMAT_ANALYZE_MODEL_QUANTITY_H

#include <stddef.h>

#include "analyze/statistics/location.h"
#include "formats/model/measures.h"
#include "formats/model/run.h"
#include "formats/text/err.h"

enum quantity {
    QUANTITY_SECONDS,
#define QUANTITY(ID, name, detail, unit, better, per_cell, one, many, about) QUANTITY_##ID,
#include "formats/model/detail.def"
    QUANTITIES
};

/* The most quantities that only files have names for. */
enum { QUANTITY_MOST_NAMED = 64 - QUANTITIES };

struct quantity_words {
    const char *name;                /* on command lines and for programs: "memory" */
    const char *unit;                /* without a prefix: "s", "B", "1" */
    const char *one;                 /* for "ratio: memory over that of X" */
    const char *many;                /* for "amounts of memory rise by 3 %" */
    const char *about;               /* what it is: "largest resident set" */
    const char *less, *more, *least; /* "faster", "slower", "fastest"; "less", "more", "least" */
    int is_rate;                     /* more of it is better, and called "faster" */
};

/* Returns the words for QUANTITY; static, but for what quantity_tell_... says. */
const struct quantity_words *quantity_words(enum quantity quantity);

/* Sets QUANTITY to the one called NAME, which may be one that only files have a name for. Units of
 * rates that differ by case or prefix are one name: "gflops", "MFLOPS". ERR_USAGE: NAME is empty,
 * or one too many. */
int quantity_find(const char *name, enum quantity *quantity, struct err *err);

/* Say of a quantity that only files have a name for that its unit is UNIT, unless one was said, and
 * that more of it is better. Do nothing to another one. */
void quantity_tell_unit(enum quantity quantity, const char *unit);
void quantity_tell_better(enum quantity quantity);

/* Returns the quantity that a measurement without times has (FACT_MEASURED); QUANTITY_SECONDS for
 * any other. */
enum quantity quantity_of_measurement(const struct measurement *m);

/* Which quantities the measures of a measurement are: 0 for none. */
struct quantity_arrays {
    enum quantity of_measure[RUN_MAX_MEASURES];
    enum quantity of_rates[FILE_RATES]; /* what the file calls its rates; 0: nothing */
};

/* Reads the facts of M, and learns the units of what it names. */
struct quantity_arrays quantity_arrays_of(const struct measurement *m);

/* Returns QUANTITY, or what a file with these ARRAYS calls it. */
enum quantity quantity_called(enum quantity quantity, const struct quantity_arrays *arrays);

/* Whether more or less of QUANTITY is called faster and slower. */
int quantity_is_speed(enum quantity quantity);

/* How what compares is worded: "faster", "less", "better". */
enum quantity_sense { SENSE_SPEED, SENSE_AMOUNT, SENSE_WORTH, SENSES };
enum quantity_sense quantity_sense(enum quantity quantity);

/* Returns what a sample of VALUE costs, which is less where it is better: VALUE, or for a rate its
 * inverse; 0 for a rate of 0, which has no logarithm either. Ratios are of costs. */
double quantity_cost(enum quantity quantity, double value);

/* Returns COUNT values of SERIES from element FIRST on: a part of its array, or WORKSPACE [COUNT]
 * full of NaN if SERIES does not have the array. ARRAYS are those of its measurement. */
const double *quantity_values(enum quantity quantity, const struct quantity_arrays *arrays,
                              const struct series *series, size_t first, size_t count,
                              double *workspace);

/* Returns the steps in which N VALUES come (location.h). If all values are equal they do not show
 * their steps, and the result is a guess: for memory the largest of 4096, 1024 and 1 bytes that
 * divides the value, for counts 1, for times as resolution_of guesses. */
struct resolution quantity_resolution(enum quantity quantity, const double *values, size_t n);

/* Sets of quantities: bit 1 << enum quantity. */
typedef uint64_t quantity_set;

/* Returns KNOWN with the quantities added of which SERIES, of M with these ARRAYS, has a finite
 * value. */
quantity_set quantity_known(quantity_set known, const struct quantity_arrays *arrays,
                            const struct measurement *m, const struct series *series);
/* Writes "seconds, user and memory", or "nothing" for the empty set, to LIST [SIZE]. */
void quantity_list(quantity_set set, char *list, size_t size);

#endif
