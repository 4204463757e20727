/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analyze/aggregate/point_draws.h"
#include "tests/analyze/folded.h"
#include "tests/analyze/made_up.h"
#include "tests/test.h"

/* Three libraries and a control; the second is SLOWER by that factor. */
static struct run *race(double slower, size_t rounds, unsigned short seed[3]) {
    struct made_up like = MADE_UP_HONEST;
    like.sizes = 4;
    like.libraries = 4;
    like.rounds = rounds;
    struct run *run = made_up_run(&like, seed);
    struct measurement *m = &run->measurements[0];
    for (size_t i = 0; i < m->points * m->rounds * m->max_seeds; i++)
        m->series[1].seconds[i] *= slower;
    return run;
}

static struct table raced(struct run *run) {
    return folded(run, &(struct table_options){.spared = NEED_ALL & ~(NEED_RATIO | NEED_FASTEST)});
}

/* Alike: those two share what is left for them; the third has nothing. */
TEST(probabilities_of_a_point_add_up) {
    unsigned short seed[3] = {1, 2, 3};
    struct table table = raced(race(1.5, 5, seed));
    for (size_t i = 0; i < table.row_count; i += 3) {
        const struct row *rows = &table.rows[i];
        assert_float_equal(rows[0].p_fastest + rows[1].p_fastest + rows[2].p_fastest, 1, 1e-9);
        assert_true(rows[1].p_fastest < 0.001);
        assert_true(rows[0].p_fastest > 0 && rows[0].p_fastest < 1);
    }
    table_release(&table);
}

TEST(nothing_is_known_of_wrong_answers_nor_beside_a_wrong_reference) {
    unsigned short seed[3] = {1, 2, 3};
    struct run *run = race(1.1, 5, seed);
    run->measurements[0].series[2].status[0] = CELL_WRONG;
    run->measurements[0].series[0].status[1] = CELL_CRASHED;
    struct table table = raced(run);
    assert_true(isnan(table.rows[2].p_fastest));
    assert_float_equal(table.rows[0].p_fastest + table.rows[1].p_fastest, 1, 1e-9);
    for (size_t l = 3; l < 6; l++)
        assert_true(isnan(table.rows[l].p_fastest));

    /* Means of rounds tell it there. */
    struct location_draws draws;
    point_draws_of_means(&draws, &table.sections[0], &table.rows[3], 1);
    assert_true(isnan(draws.means[0]));
    assert_float_equal(draws.means[2], table.rows[5].log_mean, 1e-12);
    assert_true(location_draws_exist(&draws));
    location_draws_release(&draws);
    table_release(&table);
}

TEST(a_single_round_has_none) {
    unsigned short seed[3] = {1, 2, 3};
    struct table table = raced(race(1.1, 1, seed));
    for (size_t i = 0; i < table.row_count; i++)
        assert_true(isnan(table.rows[i].p_fastest));
    table_release(&table);
}

TEST(it_is_computed_only_where_it_is_wanted) {
    unsigned short seed[3] = {1, 2, 3};
    struct table table =
        folded(race(1.1, 5, seed), &(struct table_options){.spared = NEED_FASTEST});
    assert_true(isnan(table.rows[0].p_fastest));
    assert_false(isnan(table.rows[0].ratio.estimate));
    table_release(&table);
}

/* Each library's own rounds, by Welch. */
TEST(unpaired_libraries_have_probabilities_too) {
    unsigned short seed[3] = {1, 2, 3};
    struct run *run = race(1.5, 5, seed);
    facts_set_text(&run->measurements[0].facts, FACT_PAIRED_BY, PAIRED_BY_NOTHING);
    struct table table = raced(run);
    assert_non_null(table.sections[0].sides);
    assert_float_equal(table.rows[0].p_fastest + table.rows[1].p_fastest + table.rows[2].p_fastest,
                       1, 1e-9);
    assert_true(table.rows[1].p_fastest < 0.01);
    table_release(&table);
}

/* With a single round of either the samples are compared, as in the ratio, without a probability.
 */
TEST(unpaired_single_rounds_have_the_table_s_ratio) {
    unsigned short seed[3] = {1, 2, 3};
    struct run *run = race(1.5, 1, seed);
    facts_set_text(&run->measurements[0].facts, FACT_PAIRED_BY, PAIRED_BY_NOTHING);
    struct table table = raced(run);
    struct location_draws draws;
    point_draws_typical(&draws, &table.sections[0], table.rows, 0);
    assert_float_equal(draws.means[1] - draws.means[0], table.rows[1].log_ratio, 1e-6);
    assert_false(location_draws_exist(&draws));
    assert_true(isnan(table.rows[1].p_fastest));
    location_draws_release(&draws);
    table_release(&table);
}

TEST(too_many_libraries_are_not_drawn_together) {
    for (size_t more = 0; more < 2; more++) {
        struct run *run = sample_run(1, 3, 1);
        for (size_t l = 0; l < POINT_DRAWS_MOST + more; l++) {
            char name[32];
            snprintf(name, sizeof name, "library-%zu", l);
            struct series *series = sample_series(run, name, 1);
            for (size_t r = 0; r < 3; r++)
                series->seconds[r] = 1e-6 * (1 + 0.01 * (double)((7 * l + 3 * r) % 5));
        }
        struct table table = raced(run);
        assert_int_equal(table.row_count, POINT_DRAWS_MOST + more);
        assert_int_equal(isnan(table.rows[0].p_fastest), more > 0);
        assert_int_equal(point_draws_are_left_out(&table.sections[0]), more > 0);
        table_release(&table);
    }
}
