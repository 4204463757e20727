/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lead.h: divides the points of a measurement into spans, each led by one library, and tells at
 * which crossovers the lead passes on.
 *
 * A curve (variants.h) is divided into as few spans as possible, in each of which one library is
 * among the fastest everywhere, by crossing_rank. Each span belongs to the library that stays among
 * them longest; of several such, to the one that is the fastest at the beginning. */
#ifndef BENCHMAT_ANALYZE_RANKING_LEAD_H
#define BENCHMAT_ANALYZE_RANKING_LEAD_H

#include "analyze/aggregate/table.h"
#include "analyze/model/variants.h"
#include "analyze/ranking/crossover.h"

enum { LEAD_NOBODY = -1 };

/* A PLACE is an index in variants.order. */
struct lead {
    const struct section *section;
    const struct summary_row *libraries;
    enum crossing_rank *ranks; /* [points][libraries] */
    size_t axis;               /* that curves go along */
    struct variants variants;
    int *owners; /* [places] library whose span the point is in; LEAD_NOBODY for none */
};

/* Sets LEAD for the points of SECTION, which has a row at least; curves go along the main axis or,
 * if all points have the same place on it, the last other one that varies. LEAD borrows both.
 * The caller must call lead_release. */
void lead_find(struct lead *lead, const struct table *table, const struct section *section);
void lead_release(struct lead *lead);

/* Returns the value on the axis at PLACE. */
double lead_size(const struct lead *lead, size_t place);

enum crossing_rank lead_rank(const struct lead *lead, size_t place, size_t library);
/* Returns the library with that RANK there, or LEAD_NOBODY. */
int lead_who(const struct lead *lead, size_t place, enum crossing_rank rank);
/* Returns whether the library is among the fastest; none is if the fastest is disputed. */
int lead_has(const struct lead *lead, size_t place, size_t library);
/* Returns how many libraries may be the fastest there. */
size_t lead_candidates(const struct lead *lead, size_t place);

/* Returns whether the lead passes from one span to another at CROSSOVER, which is of its section.
 */
int lead_passes(const struct lead *lead, const struct crossover *crossover);

#endif
