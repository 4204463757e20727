/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/aggregate.h"
#include "analyze/ranking/lead.h"
#include "tests/analyze/sample_run.h"
#include "tests/test.h"

enum { SIZES = 4, ROUNDS = 5, SEEDS = 3 };

/* At 10 and 20 openblas is the fastest and atlas the slowest, at 30 and 40 it is blis, and atlas is
 * faster than openblas. */
static struct table sample_table(void) {
    static const double blis[SIZES] = {2, 2, 0.5, 0.5}, atlas[SIZES] = {3, 3, 0.8, 0.8};
    struct run *run = sample_run(SIZES, ROUNDS, SEEDS);
    struct table table = {0};
    sample_series(run, "openblas", 1);
    const double *const factors[] = {blis, atlas};
    static const char *const names[] = {"blis", "atlas"};
    for (size_t l = 0; l < 2; l++) {
        struct series *series = sample_series(run, names[l], 1);
        for (size_t i = 0; i < SIZES * ROUNDS * SEEDS; i++)
            series->seconds[i] *=
                factors[l][i / (ROUNDS * SEEDS)] * (1 + 0.001 * (double)((i + l) % 3));
    }
    assert_int_equal(
        aggregate_whole(&table, run, &run->measurements[0], &(struct table_options){0}, NULL), 0);
    run_free(run);
    return table;
}

TEST(each_place_belongs_to_who_leads_there) {
    struct table table = sample_table();
    struct lead lead;
    lead_find(&lead, &table, &table.sections[0]);
    static const int owners[SIZES] = {0, 0, 1, 1};
    for (size_t p = 0; p < SIZES; p++) {
        assert_int_equal(lead.owners[p], owners[p]);
        assert_int_equal(lead_candidates(&lead, p), 1);
        assert_int_equal(lead_who(&lead, p, CROSSING_FASTEST), owners[p]);
        assert_float_equal(lead_size(&lead, p), 10 * (double)(p + 1), 0);
    }
    lead_release(&lead);
    table_release(&table);
}

TEST(the_lead_passes_at_one_of_the_crossovers) {
    struct table table = sample_table();
    struct lead lead;
    struct crossovers crossovers = {0};
    lead_find(&lead, &table, &table.sections[0]);
    crossovers_add(&crossovers, &table, &table.sections[0]);
    assert_int_equal(crossovers.count, 2);
    for (size_t i = 0; i < crossovers.count; i++) {
        assert_string_equal(crossovers.items[i].slower, "openblas");
        assert_int_equal(lead_passes(&lead, &crossovers.items[i]),
                         strcmp(crossovers.items[i].faster, "blis") == 0);
    }
    crossovers_release(&crossovers);
    lead_release(&lead);
    table_release(&table);
}
