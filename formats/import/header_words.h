/* SPDX-License-Identifier: GPL-3.0-or-later */
/* header_words.h: what the header of a column, or the name of a variable, says of the numbers
 * there: their unit, what they measure, and whose they are.
 *
 * All words stand in two tables, of units and of everything else. A header is read from both ends:
 * "time_a_ms", "a (ms)" and "avg a [msec]" are all milliseconds of a. */
#ifndef BENCHMAT_FORMATS_IMPORT_HEADER_WORDS_H
#define BENCHMAT_FORMATS_IMPORT_HEADER_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/import/measured_unit.h"
#include "formats/model/measures.h"
#include "formats/model/sample_words.h"

enum header_role {
    HEADER_OTHER,     /* the table does not have it */
    HEADER_RESULT,    /* only words for what is measured: "time_ms", "GFLOPS", "value" */
    HEADER_OF_NAME,   /* the same of something with a name, perhaps a library: "a_ms" */
    HEADER_SPREAD,    /* how results differ: "std", "max_ms", "p95" */
    HEADER_CPU,       /* processor time */
    HEADER_MEASURE,   /* something else that comes out: "speedup", "error" */
    HEADER_UNIT,      /* the unit of the numbers beside it */
    HEADER_SIZE,      /* "n", "len" */
    HEADER_PARAMETER, /* something else that is chosen: "threads" */
    HEADER_SAMPLE,    /* numbers the samples: "trial" */
    HEADER_MOMENT,    /* when: "timestamp" */
    HEADER_REMARK,    /* "comment" */
    HEADER_LIBRARY,   /* texts there are names of what is compared: "algorithm" */
    HEADER_ACTION,    /* names of what is calculated: "operation" */
    HEADER_VERDICT,   /* whether the result is right: "passed", unless the cells do not answer it */
    HEADER_OUTCOME,   /* the same, but mostly something else */
    HEADER_FAILURE,   /* the same of whether it failed: "wrong" */
    HEADER_ERROR,     /* what went wrong, where cells are texts: "error" */
    HEADER_EXIT,      /* how a program ended: 0 is good */
    HEADER_CALLS,     /* how many calls were timed: "iterations" */
};

/* Which of several columns that measure the same is the one to take: the least. */
enum header_rank {
    RANK_PLAIN,
    RANK_MEAN,
    RANK_MEDIAN,
    RANK_TOTAL,
    RANK_LEAST,
    RANK_BEST, /* the least of times, the most of rates */
    /* Of HEADER_SPREAD, which is a result only where a table has no other. */
    RANK_QUANTILE,
    RANK_MOST,
    RANK_WORST
};

struct header {
    enum header_role role;
    enum header_rank rank;
    struct measured_unit unit; /* UNIT_NONE: the header does not say it */
    int is_time, is_rate;      /* a word says so: "time", "throughput" */
    int is_total;              /* of all calls that were timed, not their mean: "total_s" */
    int is_each;               /* of one of them: "ns/op", "time_per_iter" */
    char per[UNIT_PER];        /* of one of something else: "byte" of "ns/byte", "time_per_byte" */
    /* The unit is one letter behind a name, as in "a_s", which may belong to the name. */
    int is_faint;
    int is_usual;                     /* the unit is only the usual one, of "elapsed" */
    int has_two_units;                /* as "time_ms (us)" */
    int may_be_tokens;                /* "t/s" is a time in seconds, or tokens per second */
    size_t quantile, quantile_length; /* where in the text "p99" of RANK_QUANTILE stands */
    double scale; /* the power of ten that stands as a name before the unit: "1000 ops/s"; 0: none
                   */
    const char *detail;  /* of samples (run.h), which the numbers are; NULL: none */
    size_t name, length; /* where in the text the name of HEADER_OF_NAME and HEADER_OTHER stands */
    /* Where the name of HEADER_SPREAD begins if it is none: "max_flow_ms" is of "max_flow" unless
     * there is a "flow_ms" as well. SIZE_MAX: it is one. */
    size_t leading;
    /* Where it ends if the word behind it may be a part of it: "Full Range (ns)". SIZE_MAX: none.
     */
    size_t trailing;
};

/* Reads TEXT, in UTF-8. Never fails: what is not known is HEADER_OTHER. */
struct header header_read(const char *text);

/* Returns what results under TEXT, which HEADER was read from, are in the words of FACT_SAMPLES_ARE
 * (sample_words.h): means, medians, times per byte, ...; NULL: times, or other results, of calls.
 * The string is static, or in BUFFER. */
enum { HEADER_SAMPLES = SAMPLE_STATISTIC + UNIT_PER + 8 }; /* bytes, with the NUL */
const char *header_samples_are(const char *text, const struct header *header,
                               char buffer[HEADER_SAMPLES]);

/* Writes to NAME [SIZE] what TEXT, which HEADER was read from, is called apart from its unit and
 * from a name in it: "std" for "a_std_ms", "speedup" for "speedup". Never "". */
void header_measure(const char *text, const struct header *header, char *name, size_t size);

/* Returns what TEXT, whose unit by HEADER is one of rates, calls them: "throughput" in "B/s" for
 * "a throughput (MB/s)"; where it has only the unit that one: "GFLOPS" in "FLOPS" for "a_GFLOPS".
 * It has no name for "1/s". */
struct file_measure header_rate(const char *text, const struct header *header);

/* Makes the number that is the name in HEADER, with its `scale`, a part of the unit. */
void header_take_scale(struct header *header);

/* Makes results under HEADER, whose unit is bare, or of bytes, counts of what a call does: a
 * measure. */
void header_make_count(struct header *header);

/* Which of a measure called NAME, of numbers of KIND, is better. */
enum measure_better header_better(const char *name, enum unit_kind kind);

/* Whether NAME, of a statistic, has no unit: "cv". */
int header_is_ratio(const char *name);

/* Returns the place of TEXT among the words of ROLE, which must be one whose columns are chosen by
 * their names alone: the likeliest is 0. HEADER_NO_WORD if it is none of them. Ignores case and a
 * unit in brackets, and of HEADER_CALLS a power of ten; blanks and dashes are underscores. */
size_t header_word(const char *text, enum header_role role);
#define HEADER_NO_WORD SIZE_MAX

/* Whether the numbers beside WORD, in the singular or plural, are sizes, or those of a parameter:
 * "n", "threads", "thread". */
int header_is_axis(const char *word);

/* Returns how many calls a number under TEXT, a header of HEADER_CALLS, stands for: 1e6 under
 * "Mcalls", "calls (millions)" and "calls/1e6", mostly 1. */
double header_calls(const char *text);

/* Whether TEXT says that it counts, as "number of rows" does. */
int header_is_count(const char *text);

/* Whether the N bytes at NAME, before a unit, say that the numbers were calculated from others, or
 * chosen: "diff", "overhead", "timeout". */
int header_is_derived(const char *name, size_t n);

/* Whether TEXT, a header without a unit, says that the numbers are differences of others: "delta",
 * "change (%)". */
int header_is_difference(const char *text);

/* Whether TEXT is a header of what belongs to a solver, whose iterations are steps of one call:
 * "residual", "preconditioner". */
int header_is_of_solver(const char *text);

/* Whether TEXT, a header without a unit, is plainly one of rates. */
int header_is_plainly_rate(const char *text);

/* Whether TEXT, a header with a unit, says that its numbers are of many things at once, as in
 * "ms/1000 ops" or "thousands of ns". */
int header_is_of_many(const char *text);

#endif
