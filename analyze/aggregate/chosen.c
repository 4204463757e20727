/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/chosen.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/table.h"
#include "formats/files/temporary_file.h"

/* One block, of which each series has its part once it is kept. */
int chosen_new(struct chosen **result, size_t rounds, size_t seeds, struct err *err) {
    struct chosen *chosen = calloc(1, sizeof *chosen);
    if (!chosen || !(chosen->block = spill_new(CHOSEN_WHOSE * rounds * seeds, sizeof(double)))) {
        free(chosen);
        return spill_error(err, "the samples of a cell");
    }
    chosen->rounds = rounds;
    chosen->seeds = seeds;
    *result = chosen;
    return 0;
}

void chosen_free(struct chosen *chosen) {
    if (chosen)
        spill_free(chosen->block);
    free(chosen);
}

void chosen_keep(struct chosen *chosen, enum chosen_whose whose, const double *seconds) {
    size_t samples = chosen->rounds * chosen->seeds;
    chosen->seconds[whose] = chosen->block + whose * samples;
    memcpy(chosen->seconds[whose], seconds, samples * sizeof *seconds);
}

static int is_named(const struct pick *pick, const char *library) {
    int is = 0;
    for (size_t i = 0; !is && i < pick->library_count; i++)
        is = strcmp(pick->libraries[i], library) == 0;
    return is;
}

int chosen_means(const struct pick *pick, const struct row *row,
                 const struct summary_row *libraries, size_t count) {
    int any_is_named = 0;
    for (size_t i = 0; !any_is_named && i < count; i++)
        any_is_named = is_named(pick, libraries[i].library);
    int is_meant =
        any_is_named ? is_named(pick, row->library) : pick_has_library(pick, row->library);
    return is_meant && pick_has_point(pick, row->space, row->point);
}
