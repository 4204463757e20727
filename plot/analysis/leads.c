/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/leads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/ranking/lead.h"

/* Returns "blis faster from ≈ 180", or "blis faster from 240" where it is first shown to be; NULL
 * if memory runs out. */
static const char *label_of(struct chart_set *set, const struct crossover *crossover) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
    fprintf(file, "%s %s from ", crossover->faster,
            crossover->quantity == QUANTITY_SECONDS ? "faster" : "less");
    if (isnan(crossover->size)) {
        size_words_exact(crossover->high, file);
    } else {
        fputs("≈ ", file);
        size_words_about(crossover->size, file);
    }
    int failed = fclose(file) != 0;
    const char *kept = chart_set_own(set, text, free);
    return failed ? NULL : kept;
}

/* Labels stand above the capacities of caches, in two rows in turn: near ones have room then. */
static int add_mark(struct leads *leads, struct chart_set *set, const struct crossover *crossover) {
    int row = 1 + (int)(leads->count % 2);
    struct mark *mark = &leads->items[leads->count++];
    *mark = (struct mark){.is_vertical = 1,
                          .is_passing = 1,
                          .row = row,
                          .at = isnan(crossover->size) ? crossover->high : crossover->size,
                          .low = crossover->low,
                          .high = crossover->high,
                          .label = label_of(set, crossover)};
    return mark->label ? chart_set_colour(set, crossover->faster, &mark->colour) : -1;
}

/* Points that differ in the number of threads only make a curve along it, but it has no place among
 * the crossovers, which are along the main axis. */
static int may_pass(const struct measured *of, size_t axis) {
    const struct section *section = of->section;
    return of->measure->shows_lead && section->summary_count > 1 && section->row_count &&
           section->round_ratios && section->shown && axis == section->space->main;
}

int leads_mark(struct leads *leads, struct chart_set *set, const struct measured *of, size_t axis,
               size_t room) {
    struct lead lead = {0};
    struct crossovers crossovers = {0};
    int code = 0, may = may_pass(of, axis);
    if (may && (!lead_find(&lead, of->table, of->section) ||
                (lead.variants.count == 1 &&
                 crossovers_add(&crossovers, of->table, of->section, NULL) != 0)))
        code = -1;
    *leads = (struct leads){chart_set_alloc(set, crossovers.count + room, sizeof(struct mark)), 0};
    code = leads->items ? code : -1;
    for (size_t i = 0; code == 0 && i < crossovers.count; i++)
        if (lead_passes(&lead, &crossovers.items[i]))
            code = add_mark(leads, set, &crossovers.items[i]);
    lead_release(&lead);
    crossovers_release(&crossovers);
    return code;
}
