/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/ranking/lead.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/model/parameter_grid.h"
#include "analyze/ranking/fastest.h"
#include "formats/text/xalloc.h"

/* --- ranks --- */

enum crossing_rank lead_rank(const struct lead *lead, size_t place, size_t library) {
    return lead->ranks[lead->variants.order[place] * lead->section->summary_count + library];
}

int lead_who(const struct lead *lead, size_t place, enum crossing_rank rank) {
    for (size_t l = 0; l < lead->section->summary_count; l++)
        if (lead_rank(lead, place, l) == rank)
            return (int)l;
    return LEAD_NOBODY;
}

int lead_has(const struct lead *lead, size_t place, size_t library) {
    enum crossing_rank rank = lead_rank(lead, place, library);
    return rank == CROSSING_FASTEST || (rank == CROSSING_NOT_SHOWN_SLOWER &&
                                        lead_who(lead, place, CROSSING_FASTEST) != LEAD_NOBODY);
}

size_t lead_candidates(const struct lead *lead, size_t place) {
    size_t count = 0;
    for (size_t l = 0; l < lead->section->summary_count; l++)
        count += lead_has(lead, place, l) != 0;
    return count;
}

/* --- spans --- */

double lead_size(const struct lead *lead, size_t place) {
    return lead->section->space->axes[lead->axis].values[lead->variants.order[place]];
}

/* Gives the places from BEGIN on to the library that stays among the fastest longest; returns the
 * next place. */
static size_t give_span(struct lead *lead, size_t begin, size_t end) {
    size_t longest = begin;
    int owner = LEAD_NOBODY;
    for (size_t l = 0; l < lead->section->summary_count; l++) {
        size_t place = begin;
        while (place < end && lead_has(lead, place, l))
            place++;
        if (place > longest ||
            (place == longest && place > begin && lead_rank(lead, begin, l) == CROSSING_FASTEST)) {
            longest = place;
            owner = (int)l;
        }
    }
    longest += longest == begin;
    for (size_t i = begin; i < longest; i++)
        lead->owners[i] = owner;
    return longest;
}

static size_t axis_of(const struct parameter_grid *space) {
    size_t axis = space->main;
    for (size_t a = 0; a < space->axis_count && !space->axes[space->main].varies; a++)
        axis = space->axes[a].varies ? a : axis;
    return axis;
}

void lead_find(struct lead *lead, const struct table *table, const struct section *section) {
    *lead = (struct lead){.section = section,
                          .libraries = table->summaries + section->first_summary,
                          .ranks = fastest_ranks(table, section),
                          .axis = axis_of(section->space),
                          .owners = xcalloc(section->space->points, sizeof *lead->owners)};
    variants_find(&lead->variants, section->space, &lead->axis, 1);
    for (size_t v = 0; v < lead->variants.count; v++)
        for (size_t i = lead->variants.first[v]; i < lead->variants.first[v + 1];)
            i = give_span(lead, i, lead->variants.first[v + 1]);
}

void lead_release(struct lead *lead) {
    free(lead->ranks);
    free(lead->owners);
    variants_release(&lead->variants);
}

/* --- where it passes --- */

static int owns(const struct lead *lead, size_t variant, double size, const char *library) {
    for (size_t i = lead->variants.first[variant]; i < lead->variants.first[variant + 1]; i++)
        if (lead_size(lead, i) == size && lead->owners[i] != LEAD_NOBODY)
            return strcmp(lead->libraries[lead->owners[i]].library, library) == 0;
    return 0;
}

int lead_passes(const struct lead *lead, const struct crossover *crossover) {
    for (size_t v = 0; v < lead->variants.count; v++)
        if (owns(lead, v, crossover->size.low, crossover->slower) &&
            owns(lead, v, crossover->size.high, crossover->faster))
            return 1;
    return 0;
}
