/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify_answers.h: how far one set of outputs is from another, and which answers are right. */
#ifndef BENCHMAT_COLLECT_PLANNING_VERIFY_ANSWERS_H
#define BENCHMAT_COLLECT_PLANNING_VERIFY_ANSWERS_H

#include <stddef.h>

#include "collect/design/settings.h"
#include "collect/processes/worker_pool.h"

/* Differences of numbers from those of a reference. A NaN or infinity on either side makes all of
 * them infinite: from inputs in [-1, 1) no right answer has one. */
struct differences {
    double max, mean, total; /* of |number - reference| */
    double relative;         /* max / the largest |reference|; NaN where that is 0 */
    double largest;          /* the largest |reference| */
    size_t count;
};

/* The differences of one of an action's outputs. */
struct output_error {
    char name[31];
    double max, mean, total;
};

/* Adds the COUNT numbers of TYPE (number.h) at NUMBERS, compared with those at REFERENCE; of
 * complex numbers each part. Start with a zero-initialised struct; finish with answers_finish. */
void answers_compare(struct differences *differences, char type, const void *numbers,
                     const void *reference, size_t count);
void answers_finish(struct differences *differences);

/* --- verify answers --- */

/* Whether an answer is right.
 *
 * An answer is compared with the outputs that were kept of the trusted library. Integers must be
 * equal. Of all other numbers the largest difference must be within --tolerance, or within the
 * action's own error bound; where that bound is infinite, differences are recorded but no answer is
 * wrong. If the action has a residual, that must also be within VERIFY_ANSWERS_MOST_RESIDUAL; the
 * residual alone suffices where there is nothing to compare with. */

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
    struct differences differences; /* of all outputs; NaN where not compared with any */
    struct output_error outputs[WORKSPACE_MAX_OUTPUTS];
    size_t output_count; /* 0 where not compared with any */
    double tolerance;    /* NaN likewise */
    char message[200];   /* why not CELL_OK */
};

/* Copies the outputs that member I of POOL has just left in the arena, in place of those before. */
int verify_answers_learn(struct verify_answers *verifier, const struct worker_pool *pool, size_t i,
                         struct err *err);
void verify_answers_forget(struct verify_answers *verifier);

/* Verifies the outputs that member I has just left in the arena, of an answer with that RESIDUAL.
 */
void verify_answers_decide(const struct verify_answers *verifier, const struct worker_pool *pool,
                           size_t i, const struct settings *settings, double residual,
                           struct verdict *verdict);

#endif
