/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify_answers.h: how far one set of outputs is from another, and which answers are right. */
#ifndef BENCHMAT_COLLECT_PLANNING_VERIFY_ANSWERS_H
#define BENCHMAT_COLLECT_PLANNING_VERIFY_ANSWERS_H

#include <stddef.h>

#include "collect/design/settings.h"
#include "collect/processes/worker_pool.h"

/* Differences of an output's numbers from those of a reference (number_distance). */
struct differences {
    double max, mean, total; /* of |number - reference| */
    double relative;         /* max / largest; NaN if that is 0 */
    double largest;          /* the largest |reference| that is finite */
    size_t count;
};

/* The differences of one of an action's outputs. */
struct output_error {
    char name[31];
    double max, mean, total;
};

/* Compares the COUNT numbers of TYPE (number.h) at NUMBERS with those at REFERENCE; each part of a
 * complex number is a number of its own. */
struct differences answers_compare(char type, const void *numbers, const void *reference,
                                   size_t count);

/* --- whether an answer is right --- */

/* An answer is compared with the kept outputs of the trusted library, number by number and output
 * by output. Integers must be equal. In each of the other outputs the largest difference must be
 * within --tolerance, or within the action's own error bound; if it has none, within 1000 epsilons
 * of the largest number of the reference's that is finite, or of 1. The last two accept no more
 * than half of that largest number, so that no output of zeros is right instead of it. If the
 * action's bound is infinite, differences are recorded but no answer is wrong that was written at
 * all. If the action has a residual, it must also be within VERIFY_ANSWERS_MOST_RESIDUAL; without
 * kept outputs the residual alone decides.
 *
 * So a copy of the reference is right whatever its answer is, unless nobody has written that. But
 * an output without a finite number proves nothing (verify_answers_unproven). */

/* The threshold of LAPACK's own test programs. */
#define VERIFY_ANSWERS_MOST_RESIDUAL 30.0

/* The outputs to compare others with, at one size. Zero-initialised: none. */
struct verify_answers {
    struct workspace_output outputs[WORKSPACE_MAX_OUTPUTS];
    void *numbers[WORKSPACE_MAX_OUTPUTS];
    size_t output_count;
    const struct library *library; /* whose they are */
};

struct verdict {
    enum cell_status status; /* CELL_OK, CELL_WRONG; CELL_FAILED: nothing to compare with */

    /* Of the output that is farthest off, in terms of what is accepted of it. */
    struct differences differences; /* NaN if not compared with any */
    double tolerance;               /* NaN likewise */

    struct output_error outputs[WORKSPACE_MAX_OUTPUTS];
    size_t output_count; /* 0 if not compared with any */
    char message[200];   /* why not CELL_OK */
};

/* Keeps a copy of the outputs that member I of POOL has just left in the arena, and drops those
 * kept before. */
int verify_answers_learn(struct verify_answers *verifier, const struct worker_pool *pool, size_t i,
                         struct err *err);
void verify_answers_forget(struct verify_answers *verifier);

/* Verifies the outputs that member I has just left in the arena. RESIDUAL is that of its answer. */
void verify_answers_decide(const struct verify_answers *verifier, const struct worker_pool *pool,
                           size_t i, const struct settings *settings, double residual,
                           struct verdict *verdict);

/* Writes to NAMES those of the kept outputs in which no number is finite and written, separated by
 * commas. Returns how many they are. */
size_t verify_answers_unproven(const struct verify_answers *verifier, char *names, size_t size);

#endif
