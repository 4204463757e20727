/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "analyze/ranking/profile.h"
#include "tests/analyze/folded.h"
#include "tests/analyze/sample_run.h"
#include "tests/test.h"

enum { ROUNDS = 4, SEEDS = 3 };

/* A run of an action on a machine, whose libraries take FACTORS [points][libraries] times as long
 * as usual, in each round and seed exactly; NAN: crashed, negative: wrong, 0: not measured. */
struct made {
    const char *action, *host, *started;
    size_t points, libraries, rounds;
    const double *factors;
};

static struct table made_table(const struct made *made, const struct table_options *options) {
    static const char *const names[] = {"a", "b", "c", "d"};
    struct run *run = sample_run(made->points, made->rounds ? made->rounds : ROUNDS, SEEDS);
    struct measurement *m = &run->measurements[0];
    free(m->name);
    m->name = strdup(made->action);
    facts_set_text(&run->facts, FACT_HOST, made->host ? made->host : "node1");
    if (made->started)
        facts_set_text(&run->facts, FACT_STARTED, made->started);
    for (size_t l = 0; l < made->libraries; l++) {
        struct series *series = sample_series(run, names[l], 1);
        for (size_t p = 0; p < m->points; p++) {
            double factor = made->factors[p * made->libraries + l];
            series->status[p] = isnan(factor) ? CELL_CRASHED
                                : factor < 0  ? CELL_WRONG
                                : factor == 0 ? CELL_NOT_MEASURED
                                              : CELL_OK;
            for (size_t i = 0; i < m->rounds * m->max_seeds; i++) {
                double *seconds = &series->seconds[p * m->rounds * m->max_seeds + i];
                *seconds = factor > 0 || factor < 0 ? *seconds * fabs(factor) : NAN;
            }
        }
    }
    struct table_options asked = *options;
    asked.with_provenance = 1;
    return folded(run, &asked);
}

static void add(struct profile *profile, const struct made *made) {
    struct table table = made_table(made, &(struct table_options){0});
    profile_add(profile, &table, &table.sections[0]);
    table_release(&table);
}

static const struct profile_row *row_of(const struct profile *profile, const char *library) {
    for (size_t l = 0; l < profile->library_count; l++)
        if (strcmp(profile->rows[l].library, library) == 0)
            return &profile->rows[l];
    fail_msg("no %s", library);
    return NULL;
}

static void conclude(struct profile *profile) {
    struct err err = {""};
    if (profile_conclude(profile, 0.95, 1, &err))
        fail_msg("%s", err.message);
}

static void assert_error(const struct made *made, const char *message) {
    struct profile profile = {0};
    struct err err = {""};
    add(&profile, made);
    assert_int_equal(profile_conclude(&profile, 0.95, 0, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, message));
    profile_release(&profile);
}

/* --- shares --- */

static const double two[] = {1, 2, 1, 1.05, 3, 1, 1, 1.2};

TEST(shares_are_counted_by_hand) {
    struct profile profile = {0};
    add(&profile, &(struct made){"axpy", NULL, NULL, 4, 2, 0, two});
    conclude(&profile);
    const struct profile_row *a = row_of(&profile, "a"), *b = row_of(&profile, "b");
    static const double of_a[] = {0.75, 0.75, 0.75, 0.75, 1, 1},
                        of_b[] = {0.25, 0.5, 0.75, 1, 1, 1};
    for (size_t k = 0; k < PROFILE_FACTORS; k++) {
        assert_float_equal(a->within[k].estimate, of_a[k], 1e-12);
        assert_float_equal(b->within[k].estimate, of_b[k], 1e-12);
        assert_true(a->within[k].low <= of_a[k] && of_a[k] <= a->within[k].high);
    }
    assert_float_equal(a->area.estimate, (3 + 1 - log10(3)) / 4, 1e-9);
    assert_float_equal(b->area.estimate, (4 - log10(2) - log10(1.05) - log10(1.2)) / 4, 1e-9);
    assert_float_equal(a->part_solved.estimate, 1, 0);
    assert_float_equal(a->not_shown_slower, 0.75, 1e-12);
    assert_int_equal(profile.problem_count, 4);
    assert_string_equal(profile.rows[0].library, b->area.estimate > a->area.estimate ? "b" : "a");
    profile_release(&profile);
}

TEST(curves_step_at_the_ratios_and_end_at_what_was_solved) {
    static const double factors[] = {1, 2, 1, 3, 1, NAN, 1, 3};
    struct profile profile = {0};
    add(&profile, &(struct made){"axpy", NULL, NULL, 4, 2, 0, factors});
    conclude(&profile);
    assert_string_equal(profile.curves[0].library, "a");
    assert_int_equal(profile.curves[0].count, 1);
    assert_float_equal(profile.curves[0].y[0], 1, 0);
    const struct profile_curve *b = &profile.curves[1];
    assert_int_equal(b->count, 3);
    static const double x[] = {1, 2, 3}, y[] = {0, 0.25, 0.75};
    for (size_t i = 0; i < 3; i++) {
        assert_float_equal(b->x[i], x[i], 1e-9);
        assert_float_equal(b->y[i], y[i], 1e-12);
        assert_true(b->low[i] <= y[i] && y[i] <= b->high[i]);
        assert_true(i == 0 || b->low[i] >= b->low[i - 1]);
    }
    profile_release(&profile);
}

/* With exact times an interval is Clopper's and Pearson's. */
TEST(exact_times_have_exact_intervals) {
    double factors[40];
    for (size_t p = 0; p < 20; p++) {
        factors[2 * p] = p < 15 ? 1 : 3;
        factors[2 * p + 1] = p < 15 ? 2 : 1;
    }
    struct profile profile = {0};
    add(&profile, &(struct made){"axpy", NULL, NULL, 20, 2, 0, factors});
    conclude(&profile);
    const struct profile_row *a = row_of(&profile, "a");
    assert_float_equal(a->within[0].estimate, 0.75, 1e-12);
    assert_float_equal(a->within[0].low, gsl_cdf_beta_Pinv(0.025, 15, 6), 0.01);
    assert_float_equal(a->within[0].high, gsl_cdf_beta_Pinv(0.975, 16, 5), 0.01);
    assert_float_equal(a->part_solved.low, pow(0.025, 1.0 / 20), 0.01);
    assert_float_equal(a->part_solved.high, 1, 0);
    profile_release(&profile);
}

/* --- what was not solved --- */

TEST(who_fails_is_within_no_factor) {
    static const double factors[] = {1, -0.5, 2, NAN, 1, 2, 1, 0, -2, 1, 2, 0};
    struct profile profile = {0};
    add(&profile, &(struct made){"axpy", NULL, NULL, 4, 3, 0, factors});
    conclude(&profile);
    const struct profile_row *b = row_of(&profile, "b"), *c = row_of(&profile, "c");
    assert_int_equal(b->wrong, 1);
    assert_int_equal(b->missing, 1);
    assert_int_equal(b->solved, 2);
    assert_int_equal(b->failed, 0);
    assert_int_equal(c->missing, 1);
    assert_int_equal(row_of(&profile, "a")->failed, 1);
    assert_int_equal(c->wrong, 1);
    assert_float_equal(b->within[PROFILE_FACTORS - 1].estimate, 0.5, 1e-12);
    assert_float_equal(b->part_solved.estimate, 0.5, 1e-12);
    assert_float_equal(row_of(&profile, "a")->within[0].estimate, 0.75, 1e-12);
    profile_release(&profile);
}

/* Libraries of other actions: what was not measured there counts against them. */
TEST(a_library_that_another_action_lacks_is_missing_there) {
    static const double three[] = {1, 2, 4}, pair[] = {2, 1};
    struct profile profile = {0};
    add(&profile, &(struct made){"axpy", NULL, NULL, 1, 3, 0, three});
    add(&profile, &(struct made){"dot", NULL, NULL, 1, 2, 0, pair});
    conclude(&profile);
    const struct profile_row *c = row_of(&profile, "c");
    assert_int_equal(c->missing, 1);
    assert_int_equal(c->solved, 1);
    assert_float_equal(c->part_solved.estimate, 0.5, 1e-12);
    assert_int_equal(profile.actions.count, 2);
    profile_release(&profile);
}

/* Where the reference, a, has no right answer, the others are compared all the same. */
TEST(a_wrong_reference_leaves_the_others) {
    static const double factors[] = {-1, 1, 3, 1, 2, 2.5};
    struct profile profile = {0};
    add(&profile, &(struct made){"axpy", NULL, NULL, 2, 3, 0, factors});
    conclude(&profile);
    assert_int_equal(profile.by_means, 1);
    assert_float_equal(row_of(&profile, "b")->within[0].estimate, 0.5, 1e-12);
    assert_float_equal(row_of(&profile, "c")->area.estimate, (2 - log10(3) - log10(2.5)) / 2, 1e-9);
    assert_float_equal(row_of(&profile, "b")->not_shown_slower, 0.5, 1e-12);
    assert_float_equal(row_of(&profile, "c")->not_shown_slower, 0, 0);
    profile_release(&profile);
}

TEST(a_single_round_tells_nothing_of_who_is_not_slower) {
    struct profile profile = {0};
    add(&profile, &(struct made){"axpy", NULL, NULL, 4, 2, 1, two});
    conclude(&profile);
    assert_int_equal(profile.single, 4);
    assert_true(isnan(profile.rows[0].not_shown_slower));
    assert_float_equal(row_of(&profile, "a")->within[0].estimate, 0.75, 1e-12);
    profile_release(&profile);
}

TEST(what_cannot_be_compared_is_an_error) {
    static const double alone[] = {1, 2}, all_wrong[] = {-1, -2, NAN, 0}, apart[] = {1, -1, NAN, 2};
    assert_error(&(struct made){"axpy", NULL, NULL, 2, 1, 0, alone},
                 "compares libraries, and there is only a");
    assert_error(&(struct made){"axpy", NULL, NULL, 2, 2, 0, all_wrong},
                 "in none of the 2 problems has any library one");
    assert_error(&(struct made){"axpy", NULL, NULL, 2, 2, 0, apart},
                 "none of the 2 was solved by two libraries");
    struct profile profile = {0};
    struct err err = {""};
    assert_int_equal(profile_conclude(&profile, 0.95, 0, &err), ERR_USAGE);
    profile_release(&profile);
}

/* --- runs and machines --- */

TEST(a_later_run_of_the_same_machine_replaces_an_earlier_one) {
    static const double first[] = {1, 2}, second[] = {2, 1};
    struct profile profile = {0};
    add(&profile, &(struct made){"axpy", "node1", "2025-06-02T12:00:00", 1, 2, 0, first});
    add(&profile, &(struct made){"axpy", "node1", "2025-06-01T12:00:00", 1, 2, 0, second});
    conclude(&profile);
    assert_int_equal(profile.problem_count, 1);
    assert_int_equal(profile.older, 1);
    assert_float_equal(row_of(&profile, "a")->within[0].estimate, 1, 0);
    assert_int_equal(profile.hosts.count, 1);
    profile_release(&profile);
}

TEST(another_machine_has_problems_of_its_own) {
    static const double first[] = {1, 2}, second[] = {2, 1};
    struct profile profile = {0};
    add(&profile, &(struct made){"axpy", "node1", NULL, 1, 2, 0, first});
    add(&profile, &(struct made){"axpy", "node2", NULL, 1, 2, 0, second});
    conclude(&profile);
    assert_int_equal(profile.problem_count, 2);
    assert_int_equal(profile.hosts.count, 2);
    assert_float_equal(row_of(&profile, "a")->within[0].estimate, 0.5, 0);
    profile_release(&profile);
}

/* As in Gould and Scott: among all three a is before b; of the two alone, b is before a. */
TEST(pairs_that_change_places_alone_are_found) {
    static const double factors[] = {16, 8, 1, 1, 16, 16, 16, 2, 1};
    struct profile profile = {0};
    add(&profile, &(struct made){"axpy", NULL, NULL, 3, 3, 0, factors});
    conclude(&profile);
    assert_true(row_of(&profile, "a")->area.estimate > row_of(&profile, "b")->area.estimate);
    assert_int_equal(profile.reversal_count, 1);
    assert_string_equal(profile.reversals[0].first, "a");
    assert_string_equal(profile.reversals[0].second, "b");
    profile_release(&profile);

    static const double alone[] = {16, 8, 1, 16, 16, 2};
    add(&profile, &(struct made){"axpy", NULL, NULL, 3, 2, 0, alone});
    conclude(&profile);
    assert_string_equal(profile.rows[0].library, "b");
    assert_int_equal(profile.reversal_count, 0);
    profile_release(&profile);
}
