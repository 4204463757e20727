/* SPDX-License-Identifier: GPL-3.0-or-later */
/* selected_cell.h: the one cell of a measurement that is to be explained, with the samples behind
 * it.
 *
 * A measurement is folded as a whole, since verdicts are corrected for all of its rows; the samples
 * of this cell alone are kept. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_SELECTED_CELL_H
#define BENCHMAT_ANALYZE_AGGREGATE_SELECTED_CELL_H

#include <stddef.h>

#include "analyze/aggregate/filter.h"
#include "formats/text/err.h"

/* Whose samples: those that the noise floor is made of are the last two. */
enum selected_cell_whose {
    SELECTED_CELL_LIBRARY,
    SELECTED_CELL_REFERENCE,
    SELECTED_CELL_CONTROL,
    SELECTED_CELL_CONTROLLED,
    SELECTED_CELL_WHOSE
};

struct selected_cell {
    size_t cells; /* how many were meant */
    size_t row;   /* of the section: the first of them */
    size_t rounds, seeds;
    double *seconds[SELECTED_CELL_WHOSE]; /* its [rounds][seeds], as statistics saw them: without
                                      what was trimmed. NULL where there is no such series */
    double *block;                        /* private: where they are */
};

/* On success CHOSEN is to be given to selected_cell_free (NULL is fine). Fails when there is no
 * room. */
int selected_cell_new(struct selected_cell **chosen, size_t rounds, size_t seeds, struct err *err);
void selected_cell_free(struct selected_cell *chosen);

/* Keeps SECONDS [rounds][seeds]. */
void selected_cell_keep(struct selected_cell *chosen, enum selected_cell_whose whose,
                        const double *seconds);

struct row;
struct summary_row;

/* Whether PICK means the cell of ROW. Where one of the COUNT libraries of its measurement has the
 * exact name that was asked for, the others of its family are not meant. */
int selected_cell_means(const struct filter *filter, const struct row *row,
                        const struct summary_row *libraries, size_t count);

#endif
