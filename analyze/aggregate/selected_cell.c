/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/selected_cell.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/table.h"
#include "formats/files/temporary_file.h"

/* One block, of which each series has its part once it is kept. */
int selected_cell_new(struct selected_cell **result, size_t rounds, size_t seeds, struct err *err) {
    struct selected_cell *chosen = calloc(1, sizeof *chosen);
    if (!chosen ||
        !(chosen->block = spill_new(SELECTED_CELL_WHOSE * rounds * seeds, sizeof(double)))) {
        free(chosen);
        return spill_error(err, "the samples of a cell");
    }
    chosen->rounds = rounds;
    chosen->seeds = seeds;
    *result = chosen;
    return 0;
}

void selected_cell_free(struct selected_cell *chosen) {
    if (chosen)
        spill_free(chosen->block);
    free(chosen);
}

void selected_cell_keep(struct selected_cell *chosen, enum selected_cell_whose whose,
                        const double *seconds) {
    size_t samples = chosen->rounds * chosen->seeds;
    chosen->seconds[whose] = chosen->block + whose * samples;
    memcpy(chosen->seconds[whose], seconds, samples * sizeof *seconds);
}

static int is_named(const struct filter *filter, const char *library) {
    int is = 0;
    for (size_t i = 0; !is && i < filter->library_count; i++)
        is = strcmp(filter->libraries[i], library) == 0;
    return is;
}

int selected_cell_means(const struct filter *filter, const struct row *row,
                        const struct summary_row *libraries, size_t count) {
    int any_is_named = 0;
    for (size_t i = 0; !any_is_named && i < count; i++)
        any_is_named = is_named(filter, libraries[i].library);
    int is_meant =
        any_is_named ? is_named(filter, row->library) : filter_has_library(filter, row->library);
    return is_meant && filter_has_point(filter, row->space, row->point);
}
