/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify_answers.h: how far one set of outputs is from another, and which answers are right. */
#ifndef BENCHMAT_COLLECT_PLANNING_VERIFY_ANSWERS_H
#define BENCHMAT_COLLECT_PLANNING_VERIFY_ANSWERS_H

#include <stddef.h>

#include "collect/design/settings.h"
#include "collect/processes/worker_pool.h"

/* Differences of numbers from those of a reference. A NaN or infinity on either side makes all of
 * them infinite, because from inputs in [-1, 1) no right answer has one. */
struct differences {
    double max, mean, total; /* of |number - reference| */
    double relative;         /* max / the largest |reference|; NaN if that is 0 */
    double largest;          /* the largest |reference| */
    size_t count;
};

/* The differences of one of an action's outputs. */
struct output_error {
    char name[31];
    double max, mean, total;
};

/* Compares the COUNT numbers of TYPE (number.h) at NUMBERS with those at REFERENCE and adds their
 * differences; each part of a complex number is a number of its own. Start with a zero-initialised
 * struct; finish with answers_finish. */
void answers_compare(struct differences *differences, char type, const void *numbers,
                     const void *reference, size_t count);
void answers_finish(struct differences *differences);

/* --- whether an answer is right --- */

/* An answer is compared with the kept outputs of the trusted library. Integers must be equal. Of
 * all other numbers the largest difference must be within --tolerance, or within the action's own
 * error bound. If that bound is infinite, differences are recorded but no answer is wrong. If the
 * action has a residual, it must also be within VERIFY_ANSWERS_MOST_RESIDUAL; without kept outputs
 * the residual alone decides. */

/* The threshold of LAPACK's own test programs. */
#define VERIFY_ANSWERS_MOST_RESIDUAL 30.0

/* The outputs to compare others with, at one size. Zero-initialised: none. */
struct verify_answers {
    void *outputs[WORKSPACE_MAX_OUTPUTS];
    size_t counts[WORKSPACE_MAX_OUTPUTS];
    char types[WORKSPACE_MAX_OUTPUTS];
    size_t output_count;
};

struct verdict {
    enum cell_status status;        /* CELL_OK, CELL_WRONG; CELL_FAILED: nothing to compare with */
    struct differences differences; /* of all outputs; NaN if not compared with any */
    struct output_error outputs[WORKSPACE_MAX_OUTPUTS];
    size_t output_count; /* 0 if not compared with any */
    double tolerance;    /* NaN likewise */
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

#endif
