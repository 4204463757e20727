/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/location.h"
#include "tests/analyze/close.h"
#include "tests/analyze/planned_runs.h"
#include "tests/test.h"

static unsigned short seed[3];
static struct run *run;
static struct table table;

static int begin(void **state) {
    (void)state;
    numeric_errors_are_results();
    memcpy(seed, (unsigned short[]){2, 7, 1}, sizeof seed);
    return 0;
}

static int end(void **state) {
    (void)state;
    table_release(&table);
    run_free(run);
    run = NULL;
    return 0;
}

static const struct planned_world usual = {
    .process = 0.004, .sample = 0.01, .sizes = 2, .libraries = 3, .wanted = 0.005};

static struct measurement *draw(const struct planned_world *world, size_t rounds) {
    double inputs[32 * PLANNED_SEEDS];
    planned_inputs(world, inputs, seed);
    run = planned_draw(world, rounds, PLANNED_SEEDS, inputs, seed);
    return &run->measurements[0];
}

static struct replication plan(const struct replication_terms *like) {
    struct replication_terms terms = *like;
    terms.confidence = 0.95;
    if (!terms.most)
        terms.most = REPLICATION_ROUNDS;
    planned_fold(run, run->measurements[0].rounds, &table);
    return replication_of(&table, &table.sections[0], 0, table.row_count, &terms);
}

EACH_TEST(begin, end);

TEST(a_plan_is_for_the_ratio_that_needs_most) {
    draw(&usual, 5);
    struct replication found = plan(&(struct replication_terms){.half_width = 0.005});
    assert_int_equal(found.ratios, 4);
    assert_true(found.is_reached && found.rounds == found.needed && found.rounds > 10);
    assert_true(found.half_width <= 0.005 && found.seeds >= 3 && found.seeds <= 8);
    double round = PLANNED_START + PLANNED_SEED * (double)found.seeds;
    assert_close(found.seconds, (double)found.rounds * round, 1e-9);
    const struct replication_terms terms = {
        .half_width = 0.005, .confidence = 0.95, .most = REPLICATION_ROUNDS};
    size_t most = 0;
    for (size_t i = 0; i < table.row_count; i++) {
        struct replication one = replication_of(&table, &table.sections[0], i, 1, &terms);
        most = one.rounds > most ? one.rounds : most;
        assert_true(one.ratios == !table.rows[i].is_reference);
        assert_true(!(one.seconds > found.seconds * (1 + 1e-9)));
    }
    assert_true(most > 10);
}

TEST(seeds_stay_if_they_must) {
    struct measurement *m = draw(&usual, 5);
    struct replication found =
        plan(&(struct replication_terms){.half_width = 0.005, .keeps_seeds = 1});
    assert_int_equal(found.seeds, PLANNED_SEEDS);
    table_release(&table);
    facts_set_real(&m->facts, FACT_ROUND_SECONDS, 0); /* costs are unknown */
    found = plan(&(struct replication_terms){.half_width = 0.005});
    assert_int_equal(found.seeds, PLANNED_SEEDS);
    assert_true(isnan(found.seconds) && found.rounds > 10);
}

TEST(inputs_that_differ_are_not_left_out) {
    struct planned_world world = usual;
    world.input = 0.1;
    draw(&world, 5);
    struct replication found = plan(&(struct replication_terms){.half_width = 0.005});
    assert_true(found.inputs_differ);
    assert_int_equal(found.seeds, PLANNED_SEEDS);
    table_release(&table);
    found = plan(&(struct replication_terms){.half_width = 0.5}); /* beside this they hardly do */
    assert_false(found.inputs_differ);
}

TEST(time_and_rounds_bound_a_plan) {
    draw(&usual, 5);
    struct replication found =
        plan(&(struct replication_terms){.half_width = 0.001, .keeps_seeds = 1, .most = 50});
    assert_true(!found.is_reached && found.needed > 50 && found.rounds == 50);
    assert_true(found.half_width > 0.001);
    table_release(&table);
    found = plan(&(struct replication_terms){
        .half_width = 0.001, .keeps_seeds = 1, .most = 50, .most_seconds = 10.2});
    assert_int_equal(found.rounds, 20); /* of half a second */
    assert_close(found.seconds, 10, 1e-9);
    table_release(&table);
    found = plan(&(struct replication_terms){.half_width = 1e-9});
    assert_true(!found.is_reached && found.needed == 0);
    assert_int_equal(found.rounds, REPLICATION_ROUNDS);
}

TEST(a_single_round_is_no_pilot) {
    draw(&usual, 1);
    struct replication found = plan(&(struct replication_terms){.half_width = 0.01});
    assert_int_equal(found.ratios, 0);
    assert_int_equal(found.unknown, 4);
    assert_int_equal(found.rounds, 0);
}

TEST(unpaired_samples_plan_rounds_only) {
    struct measurement *m = draw(&usual, 5);
    facts_set_text(&m->facts, FACT_SCHEDULE, "blocked");
    facts_set_text(&m->facts, FACT_PAIRED_BY, PAIRED_BY_NOTHING);
    struct replication found = plan(&(struct replication_terms){.half_width = 0.005});
    assert_int_equal(table.sections[0].pairing, PAIRING_UNPAIRED);
    assert_int_equal(found.seeds, PLANNED_SEEDS);
    assert_true(found.is_reached && found.rounds > 5);
    for (size_t i = 0; i < table.row_count; i++) {
        const struct replication_basis *basis = &table.sections[0].bases[i];
        assert_true(isnan(basis->ratio.share.estimate) && isfinite(basis->times.share.estimate));
        assert_false(basis->times.is_crossed);
    }
}

TEST(steps_of_the_clock_are_told_not_planned_for) {
    struct measurement *m = draw(&usual, 5);
    for (size_t i = 0; i < m->points * m->rounds * m->max_seeds; i++)
        for (size_t s = 0; s < m->series_count; s++)
            m->series[s].seconds[i] = rint(m->series[s].seconds[i] * 5e7) / 5e7;
    struct replication found = plan(&(struct replication_terms){.half_width = 0.005});
    assert_int_equal(found.ratios + found.coarse, 4);
    assert_true(found.coarse > 0);
}

TEST(equal_times_hide_what_the_clock_cannot_tell) {
    struct planned_world still = usual;
    still.process = still.sample = 0;
    draw(&still, 5);
    struct replication found = plan(&(struct replication_terms){.half_width = 0.5, .pilot = 5});
    assert_int_equal(found.ratios, 0);
    assert_int_equal(found.coarse, 4);
}

/* tests/soak/components.c claims 80 and 93 %. */
TEST(planned_runs_are_as_precise_as_wanted) {
    struct planned_world one = usual;
    one.sizes = 1;
    one.libraries = 2;
    for (int earlier = 0; earlier < 2; earlier++) {
        struct planned_found found = {0};
        for (int i = 0; i < 60; i++)
            planned_run(&one, earlier, &found, seed);
        assert_true(found.reached >= 40);
        assert_true(found.covers >= 50);
    }
}
