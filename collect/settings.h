/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings.h: how to measure, as far as a command line may decide it. */
#ifndef BENCHMAT_COLLECT_SETTINGS_H
#define BENCHMAT_COLLECT_SETTINGS_H

#include <stddef.h>
#include <stdint.h>

#include "collect/action.h"
#include "collect/sizes.h"

enum sizes_wanted {
    SIZES_THINNED, /* a quarter of the classic sizes, as many as end within SETTINGS_BUDGET */
    SIZES_FULL,    /* all classic sizes that fit in memory */
    SIZES_GIVEN,   /* exactly these */
};

/* Seconds that one action over five libraries takes about, with everything at its default. */
#define SETTINGS_BUDGET 60.0

struct settings {
    enum sizes_wanted sizes_wanted;
    struct sizes sizes;    /* SIZES_GIVEN */
    uint64_t rounds;       /* passes with fresh processes */
    uint64_t max_seeds;    /* inputs per size, at most */
    double stage_time;     /* seconds per library, size and round */
    char type;             /* 's' or 'd' */
    uint64_t threads;      /* of every library */
    uint64_t seed;         /* of order and layout */
    double tolerance;      /* largest accepted |output - reference output|; NaN: the action's own */
    double timeout;        /* seconds for one request; 0: by the action's operations */
    const char *reference; /* the library to compare with; NULL: see session.h */
};

/* The defaults. */
#define SETTINGS_DEFAULT                                                                           \
    (struct settings) {                                                                            \
        .sizes_wanted = SIZES_THINNED, .rounds = 5, .max_seeds = 8, .stage_time = 0.03,            \
        .type = 'd', .threads = 1, .tolerance = NAN                                                \
    }

/* How long a request about ACTION at SIZE may take when about EXPECTED seconds of calls are asked
 * for: --timeout and twice the expected; or else 5 s, and 20 times the expected, and the time that
 * the action's operations take at 10^8 per second. */
double settings_limit(const struct settings *settings, const struct bench_action *action,
                      int64_t size, double expected);

#endif
