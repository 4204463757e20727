/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings.h: the settings of a measurement that a command line can choose. */
#ifndef BENCHMAT_COLLECT_DESIGN_SETTINGS_H
#define BENCHMAT_COLLECT_DESIGN_SETTINGS_H

#include <stddef.h>
#include <stdint.h>

#include "collect/harness/design_point.h"
#include "collect/harness/sizes.h"
#include "formats/text/err.h"

/* A factor, as the design of experiments calls it, is what varies besides the size: a parameter of
 * the action or the number of threads, with the values that it takes. */

enum { FACTOR_MAX_VALUES = 10000 };

/* VALUES are finite and ascending, without duplicates. Zero-initialised: not given. The caller
 * gives it to factor_release. */
struct factor {
    char *name; /* NULL if it needs none */
    double *values;
    size_t count;
    int has_repeated; /* the list has a number twice by itself, apart from ranges: REPEATED */
    double repeated;
    char *spellings; /* "007,0.10": those not spelled as placeholders_spell does; NULL: none */
    char **words; /* in the place of values, which there are none of then; NULL: they are numbers */
    size_t word_count;
    char *text; /* the list of these words */
};

/* Reads "1,8,0.5", or whole numbers as sizes_parse does ("1:1024:11"), or numbers with equal steps
 * ("0.1:0.5:+0.1"), or all of these, joined by commas. After a failure (ERR_USAGE) there is nothing
 * to release. */
int factor_parse_values(struct factor *factor, const char *text, struct err *err);

/* Reads "NAME=VALUES", or "NAME=WORDS", such as "compiler=gcc,clang": a list in which not all are
 * numbers. */
int factor_parse(struct factor *factor, const char *text, struct err *err);

void factor_release(struct factor *factor);

/* --- settings --- */

enum sizes_wanted {
    SIZES_THINNED, /* a quarter of the classic sizes, as many as end within SETTINGS_BUDGET */
    SIZES_FULL,    /* all classic sizes that fit in memory */
    SIZES_GIVEN,   /* exactly these */
};

/* What to do with the sizes where the threads vary. */
enum size_scaling {
    SIZE_SCALING_UNSAID,
    SIZE_SCALING_STRONG, /* the same with all numbers of threads */
    SIZE_SCALING_WEAK,   /* they grow, so that the work per thread stays the same */
};

/* The order of the libraries. */
enum schedule {
    SCHEDULE_INTERLEAVED, /* all libraries one after the other at every size and seed */
    SCHEDULE_BLOCKED,     /* each library at all sizes and seeds of the round, then the next */
};

/* Where arrays, stack and code are in memory. */
enum placement {
    PLACEMENT_COMMON, /* drawn anew each round, the same for all libraries of the round */
    PLACEMENT_FIXED,  /* drawn once, the same for all */
    PLACEMENT_FREE,   /* the system's own for each process */
};

enum cache_state { CACHE_WARM, CACHE_COLD };

/* Which numbers the calls of a batch get. */
enum inputs {
    INPUTS_AUTO,  /* fresh for plain functions, and where times depend on the numbers */
    INPUTS_FRESH, /* each call gets others, as far as that matters (WORKSPACE_FRESH_BYTES) */
    INPUTS_SAME,  /* all calls of a seed get the same */
};

/* At multiples of how many bytes arrays begin. */
enum alignment {
    ALIGNMENT_LINE, /* 64 */
    ALIGNMENT_HEAP, /* 16, and of no more, as the C library's large arrays do */
    ALIGNMENT_PAGE,
    ALIGNMENTS
};

/* As workspace_align takes them, and as FACT_ALIGNMENT names them: "64-byte", "16-byte", "page".
 * Static. */
size_t alignment_bytes(enum alignment alignment);
const char *alignment_name(enum alignment alignment);

/* Whether a call on a device brings its data there, and back. */
enum transfers { TRANSFERS_EXCLUDED, TRANSFERS_INCLUDED };

/* What a sample is. */
enum mode {
    MODE_AVERAGE,    /* what is typical of a batch of calls */
    MODE_FIRST,      /* the first call in a process of its own */
    MODE_SAMPLE,     /* each call of one batch */
    MODE_THROUGHPUT, /* the same as MODE_AVERAGE; shown as calls per second */
    MODES
};

/* "average", "first", "sample", "throughput". Static. */
const char *mode_name(enum mode mode);

/* Understands these names, and those of JMH, short (avgt, ss, sample, thrpt) or long
 * (AverageTime, SingleShotTime, SampleTime, Throughput). MODES: it is none. */
enum mode mode_find(const char *name);

/* The most calls of a batch whose every call is a sample. */
enum { SETTINGS_MOST_CALLS = 1 << 16 };

/* Where the threads of a trial's team run. */
enum pinning {
    PINNING_CORES,   /* each on a CPU of its own, on a core of its own as long as there are any */
    PINNING_COMPACT, /* each on a CPU of its own, as near to one another as possible */
    PINNING_SCATTER, /* each on a CPU of its own, as far from one another as possible */
    PINNING_NONE,    /* anywhere: the kernel places and moves them */
};

/* Seconds of a trial. */
#define SETTINGS_TRIAL 0.5

/* The longest time that may be asked for, a year. */
#define SETTINGS_MOST_SECONDS 31557600.0

enum { SETTINGS_MAX_PARAMETERS = 32 };

/* With all defaults: about the seconds that one action over five libraries takes at most, and after
 * which no round begins besides the least number. */
#define SETTINGS_BUDGET 60.0

/* With all defaults: the difference, as a part, that the rounds are to show. */
#define SETTINGS_DETECTABLE 0.02

/* The settings that were given, so that --time must not choose them. */
enum settings_fixed {
    SETTINGS_FIX_ROUNDS = 1,
    SETTINGS_FIX_MAX_SEEDS = 2,
    SETTINGS_FIX_STAGE_TIME = 4,
    SETTINGS_FIX_ALL = 7,
    SETTINGS_FIX_TRIAL = 8,
};

struct settings {
    enum sizes_wanted sizes_wanted;
    struct sizes sizes;                                /* SIZES_GIVEN */
    struct factor parameters[SETTINGS_MAX_PARAMETERS]; /* those given, without duplicates */
    size_t parameter_count;
    const char *axis;      /* the parameter that charts show in place of the size; NULL: none */
    struct factor threads; /* of every library: whole numbers from 1; not given: 1 */
    struct factor ranks;   /* of a parallel action: whole numbers from 1; not given: 1 */
    int oversubscribes;    /* more ranks than CPUs are allowed */
    const char *launcher;  /* the words that launch ranks; NULL: the library's MPI decides */
    enum size_scaling scaling;
    enum schedule schedule;
    enum placement placement;
    enum cache_state cache;
    enum mode mode;
    unsigned inputs; /* enum inputs */
    enum alignment alignment;
    int counters;        /* count what the processor and the kernel count */
    const char *device;  /* for libraries that calculate on one; NULL: their usual one */
    unsigned transfers;  /* enum transfers */
    int without_control; /* do not measure the reference a second time */
    double precision;    /* add rounds until all ratios' 95 % intervals are within this part of the
                            ratio, such as 0.01; 0: measure ROUNDS rounds */
    double plan_for;     /* plan as many rounds as all ratios need to be within this part; 0: no */
    uint64_t planned;   /* with PLAN_FOR: that many rounds; 0: not planned yet, ROUNDS come first */
    double max_time;    /* with either: seconds after which no round begins; 0: an hour */
    double detectable;  /* add rounds until a difference of this part would be shown in the median
                           cell, or the run has taken SETTINGS_BUDGET; 0: no */
    double time;        /* seconds that everything should take; 0: the other settings decide */
    unsigned fixed;     /* for TIME: enum settings_fixed */
    uint64_t memory;    /* bytes that inputs and outputs may take; 0: what is available */
    uint64_t rounds;    /* passes with fresh processes; the least number with PRECISION, PLAN_FOR or
                           DETECTABLE */
    uint64_t max_seeds; /* the most inputs per size; MODE_SAMPLE: calls per size and round */
    double stage_time;  /* seconds per library, size and round */
    double trial;       /* seconds of a trial of a throughput action */
    enum pinning pinning;
    char type;             /* of all actions; 0: 'd', or else the action's first type */
    uint64_t seed;         /* decides order and layout */
    double tolerance;      /* largest accepted |output - reference output|; NaN: the action's own */
    double timeout;        /* seconds for one request; 0: the action's operations decide */
    const char *reference; /* the library to compare with; NULL: see session.h */
};

/* The defaults. */
#define SETTINGS_DEFAULT                                                                           \
    (struct settings) {                                                                            \
        .sizes_wanted = SIZES_THINNED, .rounds = 5, .max_seeds = 8, .stage_time = 0.03,            \
        .trial = SETTINGS_TRIAL, .tolerance = NAN                                                  \
    }

/* Frees the lists that SETTINGS own. */
void settings_release(struct settings *settings);

/* The largest number of threads, or of ranks. */
int settings_most_threads(const struct settings *settings);
int settings_most_ranks(const struct settings *settings);

/* The part of the ratio that all intervals are to be within: precision or plan_for; 0: neither. */
double settings_half_width(const struct settings *settings);

/* max_time, or its default. */
double settings_max_time(const struct settings *settings);

/* The seconds that the whole invocation may take, planning included, as time or detectable say; 0:
 * there is no such limit. */
double settings_whole_time(const struct settings *settings);

/* Has rounds added by default: unless rounds, time, precision or plan_for were given. */
void settings_add_rounds(struct settings *settings);

/* The seconds that a request may take about a design point with these TERMS, if it asks for about
 * EXPECTED seconds of calls: --timeout plus twice EXPECTED; or else 5 s, plus 20 times EXPECTED,
 * plus the time that the action's operations take at 10^8 per second. */
double settings_limit(const struct settings *settings, const struct terms *terms, double expected);

#endif
