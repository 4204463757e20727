/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings.h: how to measure, as far as a command line may decide it. */
#ifndef BENCHMAT_COLLECT_DESIGN_SETTINGS_H
#define BENCHMAT_COLLECT_DESIGN_SETTINGS_H

#include <stddef.h>
#include <stdint.h>

#include "collect/harness/design_point.h"
#include "collect/harness/sizes.h"
#include "formats/text/err.h"

/* What varies beside the size, as the design of experiments calls it: a parameter of the
 * action or the number of threads, and the values that it is to take. */

enum { FACTOR_MAX_VALUES = 10000 };

/* VALUES are finite and ascending, each once. Zero-initialised: nothing was asked for. To be given
 * to factor_release. */
struct factor {
    char *name; /* NULL where it needs none */
    double *values;
    size_t count;
};

/* Reads "1,8,0.5", or whole numbers as sizes_parse does ("1:1024:11"), or both joined by commas.
 * On failure (ERR_USAGE) there is nothing to release. */
int factor_parse_values(struct factor *factor, const char *text, struct err *err);

/* Reads "NAME=VALUES". */
int factor_parse(struct factor *factor, const char *text, struct err *err);

void factor_release(struct factor *factor);

/* --- settings --- */

enum sizes_wanted {
    SIZES_THINNED, /* a quarter of the classic sizes, as many as end within SETTINGS_BUDGET */
    SIZES_FULL,    /* all classic sizes that fit in memory */
    SIZES_GIVEN,   /* exactly these */
};

/* Who is measured when. */
enum schedule {
    SCHEDULE_INTERLEAVED, /* all libraries one after the other at every size and seed */
    SCHEDULE_BLOCKED,     /* each library at all sizes and seeds of the round, then the next */
};

/* Where arrays, stack and code lie in memory. */
enum placement {
    PLACEMENT_COMMON, /* drawn anew each round, the same for all libraries of the round */
    PLACEMENT_FIXED,  /* drawn once, the same for all */
    PLACEMENT_FREE,   /* the system's own for each process */
};

enum cache_state { CACHE_WARM, CACHE_COLD };

enum { SETTINGS_MAX_PARAMETERS = 32 };

/* Seconds that one action over five libraries takes about, with everything at its default. */
#define SETTINGS_BUDGET 60.0

/* What --time must not choose, because it was given. */
enum settings_fixed {
    SETTINGS_FIX_ROUNDS = 1,
    SETTINGS_FIX_MAX_SEEDS = 2,
    SETTINGS_FIX_STAGE_TIME = 4,
    SETTINGS_FIX_ALL = 7,
};

struct settings {
    enum sizes_wanted sizes_wanted;
    struct sizes sizes;                                /* SIZES_GIVEN */
    struct factor parameters[SETTINGS_MAX_PARAMETERS]; /* those given, each name once */
    size_t parameter_count;
    const char *axis;      /* the parameter that charts have in place of the size; NULL: none */
    struct factor threads; /* of every library: whole numbers from 1; none: 1 */
    enum schedule schedule;
    enum placement placement;
    enum cache_state cache;
    int without_control;   /* do not measure the reference a second time */
    double precision;      /* add rounds until all ratios' 95 % intervals are within so much of the
                              ratio, such as 0.01; 0: measure ROUNDS rounds */
    double max_time;       /* of PRECISION: seconds after which no round is begun; 0: an hour */
    double time;           /* seconds that everything is to take; 0: by the other settings */
    unsigned fixed;        /* of TIME: enum settings_fixed */
    uint64_t memory;       /* bytes that inputs and outputs may take; 0: what is available */
    uint64_t rounds;       /* passes with fresh processes; with PRECISION at least */
    uint64_t max_seeds;    /* inputs per size, at most */
    double stage_time;     /* seconds per library, size and round */
    char type;             /* of all actions; 0: 'd', or what an action has instead */
    uint64_t seed;         /* of order and layout */
    double tolerance;      /* largest accepted |output - reference output|; NaN: the action's own */
    double timeout;        /* seconds for one request; 0: by the action's operations */
    const char *reference; /* the library to compare with; NULL: see session.h */
};

/* The defaults. */
#define SETTINGS_DEFAULT                                                                           \
    (struct settings) {                                                                            \
        .sizes_wanted = SIZES_THINNED, .rounds = 5, .max_seeds = 8, .stage_time = 0.03,            \
        .tolerance = NAN                                                                           \
    }

/* The lists in it, which it owns, go. */
void settings_release(struct settings *settings);

/* The largest number of threads. */
int settings_most_threads(const struct settings *settings);

/* max_time, or what it is where it is not given. */
double settings_max_time(const struct settings *settings);

/* How long a request about a design point of these TERMS may take when about EXPECTED seconds of
 * calls are asked for: --timeout and twice the expected; or else 5 s, and 20 times the expected,
 * and the time that the action's operations take at 10^8 per second. */
double settings_limit(const struct settings *settings, const struct terms *terms, double expected);

#endif
