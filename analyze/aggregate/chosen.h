/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chosen.h: the one cell of a measurement that is to be explained, with the samples behind it.
 *
 * A measurement is folded as a whole, since verdicts are corrected for all of its rows; the samples
 * of this cell alone are kept. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_CHOSEN_H
#define BENCHMAT_ANALYZE_AGGREGATE_CHOSEN_H

#include <stddef.h>

#include "analyze/aggregate/pick.h"
#include "formats/text/err.h"

/* Whose samples: those that the noise floor is made of are the last two. */
enum chosen_whose {
    CHOSEN_LIBRARY,
    CHOSEN_REFERENCE,
    CHOSEN_CONTROL,
    CHOSEN_CONTROLLED,
    CHOSEN_WHOSE
};

struct chosen {
    size_t cells; /* how many were meant */
    size_t row;   /* of the section: the first of them */
    size_t rounds, seeds;
    double *seconds[CHOSEN_WHOSE]; /* its [rounds][seeds], as statistics saw them: without what was
                                      trimmed. NULL where there is no such series */
    double *block;                 /* private: where they are */
};

/* On success CHOSEN is to be given to chosen_free (NULL is fine). Fails when there is no room. */
int chosen_new(struct chosen **chosen, size_t rounds, size_t seeds, struct err *err);
void chosen_free(struct chosen *chosen);

/* Keeps SECONDS [rounds][seeds]. */
void chosen_keep(struct chosen *chosen, enum chosen_whose whose, const double *seconds);

struct row;
struct summary_row;

/* Whether PICK means the cell of ROW. Where one of the COUNT libraries of its measurement has the
 * exact name that was asked for, the others of its family are not meant. */
int chosen_means(const struct pick *pick, const struct row *row,
                 const struct summary_row *libraries, size_t count);

#endif
