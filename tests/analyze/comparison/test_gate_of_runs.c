/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gates and verdicts of two files of runs of a program, each run a round of its own that nothing
 * pairs, as hyperfine writes them: drawn a thousand times. */
#include <math.h>
#include <string.h>

#include "analyze/comparison/gate.h"
#include "tests/analyze/normal.h"
#include "tests/analyze/two_runs.h"
#include "tests/test.h"

enum { TIMES = 1000 };
/* What 5 % of TIMES may come to: more do in 1 % of all cases. */
#define MOST_FALSE (66.0 / TIMES)

/* How the times of runs scatter. */
struct scatter {
    const char *name;
    double sd;   /* of ln t */
    double skew; /* of a part that only makes them longer */
    double slow; /* the part of runs that take three times as long */
};

static const struct scatter scatters[] = {
    {"normal", 0.01, 0, 0},
    {"skewed", 0.005, 0.02, 0},
    {"a run in twenty takes three times as long", 0.01, 0, 0.05}};

static double time_of(const struct scatter *scatter, unsigned short seed[3]) {
    double log_time = scatter->sd * normal(seed) - scatter->skew * log(1 - erand48(seed));
    return 0.1 * exp(log_time) * (erand48(seed) < scatter->slow ? 3 : 1);
}

/* A file of RUNS runs of one program, FACTOR times as long. */
static struct run *file_of(const struct scatter *scatter, size_t runs, double factor,
                           unsigned short seed[3]) {
    struct run *run = run_new();
    run->name = strdup("runs");
    struct measurement *m = run_add_measurement(run, "command", 1, runs, 1, NULL);
    m->sizes[0] = m->seeds[0] = 1;
    struct series *series = measurement_add_series(m, "program", NULL);
    series->status[0] = CELL_OK;
    for (size_t r = 0; r < runs; r++)
        series->seconds[r] = factor * time_of(scatter, seed);
    return run;
}

static struct two_runs compared_of(struct run *earlier, struct run *later, double margin) {
    struct two_runs two = {.runs = {earlier, later},
                           .options = {.has_margin = 1,
                                       .asked = {.confidence = 0.95,
                                                 .level = 0.05,
                                                 .margin = margin,
                                                 .drift = 0.02,
                                                 .adjust = multiplicity_holm}}};
    return two;
}

struct shares {
    double different, regressed, within; /* of all times */
};

static struct shares shares_of(const struct scatter *scatter, size_t runs, double slower,
                               double margin) {
    struct shares shares = {0};
    unsigned short seed[] = {1, 2, 3};
    for (int i = 0; i < TIMES; i++) {
        struct run *earlier = file_of(scatter, runs, 1, seed);
        struct two_runs two =
            compared_of(earlier, file_of(scatter, runs, 1 + slower, seed), margin);
        struct gate gate;
        two.spared = NEED_ALL & ~NEED_TIMES;
        assert_int_equal(two_runs_conclude(&two, NULL), 0);
        gate_of_comparison(&gate, &two.compared);
        shares.different += (double)(two.compared.found.faster + two.compared.found.slower) / TIMES;
        shares.regressed += (double)gate.regressed / TIMES;
        shares.within += (double)gate.within / TIMES;
        gate_release(&gate);
        two_runs_release(&two);
    }
    return shares;
}

/* Nothing changed, or as much as the gate allows. */
TEST(no_more_are_false_than_claimed) {
    static const size_t runs[] = {3, 5, 10, 20};
    for (size_t s = 0; s < sizeof scatters / sizeof *scatters; s++)
        for (size_t n = 0; n < sizeof runs / sizeof *runs; n++) {
            struct shares same = shares_of(&scatters[s], runs[n], 0, 0.01);
            struct shares edge = shares_of(&scatters[s], runs[n], 0.01, 0.01);
            print_message("%s, %zu runs: false verdicts %.1f %%, false alarms at 1 %% %.1f %%\n",
                          scatters[s].name, runs[n], 100 * same.different, 100 * edge.regressed);
            assert_true(same.different <= MOST_FALSE);
            assert_true(edge.regressed <= MOST_FALSE);
            assert_true(same.regressed <= edge.regressed + MOST_FALSE);
        }
}

TEST(twenty_runs_pass_and_fail) {
    struct shares same = shares_of(&scatters[0], 20, 0, 0.01),
                  slower = shares_of(&scatters[0], 20, 0.05, 0.01),
                  tenth = shares_of(&scatters[2], 20, 0.1, 0.01);
    print_message("within %.1f %%, 5 %% slower regressed %.1f %%, 10 %% slower among runs three "
                  "times as long %.1f %%\n",
                  100 * same.within, 100 * slower.regressed, 100 * tenth.regressed);
    assert_true(same.within > 0.8);
    assert_true(slower.regressed > 0.99);
    assert_true(tenth.regressed > 0.99);
}

/* Three times as long, in the earlier file: the means are the same then. */
TEST(one_run_hides_no_tenth_and_is_named) {
    unsigned short seed[] = {4, 5, 6};
    for (int i = 0; i < 100; i++) {
        struct run *earlier = file_of(&scatters[0], 20, 1, seed);
        struct two_runs two = compared_of(earlier, file_of(&scatters[0], 20, 1.1, seed), 0.01);
        struct gate gate;
        earlier->measurements[0].series[0].seconds[7] = 0.3;
        assert_int_equal(two_runs_conclude(&two, NULL), 0);
        gate_of_comparison(&gate, &two.compared);
        assert_int_equal(gate.regressed, 1);
        const struct row *row = &two.tables[COMPARE_EARLIER].rows[0];
        assert_true(row->diagnostics.far.count >= 1);
        assert_int_equal(row->diagnostics.far.worst, 7);
        const struct warnings *warnings = two.tables[COMPARE_EARLIER].sections[0].warnings;
        size_t w = 0;
        while (w < warnings->count && strcmp(warnings->items[w].rule, "far_run") != 0)
            w++;
        assert_true(w < warnings->count);
        assert_non_null(strstr(warnings->items[w].text, "program at size 1, run 8 of 20, "));
        gate_release(&gate);
        two_runs_release(&two);
    }
}

/* Of runs of bench-collect more is known, and a single process tells too little. */
TEST(others_are_taken_to_drift) {
    unsigned short seed[] = {7, 8, 9};
    static const size_t runs[] = {20, 20, 1};
    for (int i = 0; i < 3; i++) {
        struct run *earlier = file_of(&scatters[0], runs[i], 1, seed);
        struct run *later = file_of(&scatters[0], runs[i], 1, seed);
        struct two_runs two = compared_of(earlier, later, 0.01);
        if (i == 1)
            facts_set_text(&later->measurements[0].facts, FACT_SCHEDULE, "interleaved");
        assert_int_equal(two_runs_conclude(&two, NULL), 0);
        assert_int_equal(two.compared.found.between[0].source,
                         i ? BETWEEN_ASSUMED : BETWEEN_ROUNDS);
        two_runs_release(&two);
    }
}
