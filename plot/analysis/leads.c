/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/leads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/ranking/lead.h"
#include "formats/text/xalloc.h"

/* Returns "blis faster from ≈ 180", or "blis faster from 240" where it is first shown to be.
 */
static const char *label_of(struct chart_set *set, const struct crossover *crossover) {
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    fprintf(file, "%s %s from ", crossover->faster,
            crossover->quantity == QUANTITY_SECONDS ? "faster" : "less");
    if (isnan(crossover->size.estimate)) {
        size_words_exact(crossover->size.high, file);
    } else {
        fputs("≈ ", file);
        size_words_about(crossover->size.estimate, file);
    }
    xclose_memstream(file);
    return chart_set_own(set, text, free);
}

/* Labels stand above the capacities of caches, in two rows in turn: near ones have room then. */
static void add_mark(struct leads *leads, struct chart_set *set,
                     const struct crossover *crossover) {
    int row = 1 + (int)(leads->count % 2);
    leads->items[leads->count++] = (struct mark){
        .is_vertical = 1,
        .is_passing = 1,
        .row = row,
        .at = isnan(crossover->size.estimate) ? crossover->size.high : crossover->size.estimate,
        .low = crossover->size.low,
        .high = crossover->size.high,
        .label = label_of(set, crossover),
        .colour = chart_set_colour(set, crossover->faster)};
}

/* Points that differ in the number of threads only make a curve along it, but it has no place among
 * the crossovers, which are along the main axis. */
static int may_pass(const struct measured *of, size_t axis) {
    const struct section *section = of->section;
    return of->measure->shows_lead && section->summary_count > 1 && section->row_count &&
           section->round_ratios && section->shown && axis == section->space->main;
}

struct leads leads_mark(struct chart_set *set, const struct measured *of, size_t axis,
                        size_t room) {
    struct lead lead = {0};
    struct crossovers crossovers = {0};
    if (may_pass(of, axis))
        lead_find(&lead, of->table, of->section);
    if (lead.variants.count == 1)
        crossovers_add(&crossovers, of->table, of->section);
    struct leads leads = {chart_set_alloc(set, crossovers.count + room, sizeof *leads.items), 0};
    for (size_t i = 0; i < crossovers.count; i++)
        if (lead_passes(&lead, &crossovers.items[i]))
            add_mark(&leads, set, &crossovers.items[i]);
    lead_release(&lead);
    crossovers_release(&crossovers);
    return leads;
}
