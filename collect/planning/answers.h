/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answers.h: how far one set of outputs is from another. */
#ifndef BENCHMAT_COLLECT_PLANNING_ANSWERS_H
#define BENCHMAT_COLLECT_PLANNING_ANSWERS_H

#include <stddef.h>

/* Differences of numbers from those of a reference. A NaN or infinity on either side makes all of
 * them infinite: from inputs in [-1, 1) no right answer has one. */
struct differences {
    double max, mean, total; /* of |number - reference| */
    double relative;         /* max / the largest |reference|; NaN where that is 0 */
    double largest;          /* the largest |reference| */
    size_t count;
};

/* The same of one of an action's outputs. */
struct output_error {
    char name[31];
    double max, mean, total;
};

/* Adds the COUNT numbers of TYPE (number.h) at NUMBERS, held against those at REFERENCE; of complex
 * numbers each part.
 * Start with a zero-initialised struct; finish with answers_finish. */
void answers_compare(struct differences *differences, char type, const void *numbers,
                     const void *reference, size_t count);
void answers_finish(struct differences *differences);

/* Adds the differences PART, of other numbers of the same answer. */
void answers_join(struct differences *differences, const struct differences *part);

#endif
