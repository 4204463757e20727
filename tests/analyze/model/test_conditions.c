/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/model/conditions.h"
#include "tests/analyze/sample_sweep.h"
#include "tests/test.h"

static void assert_words(const struct measurement *m, const char *expected) {
    struct parameter_grid *space = parameter_grid_new(m);
    char *words = conditions_words(m, space);
    assert_string_equal(words, expected);
    free(words);
    parameter_grid_free(space);
}

TEST(what_is_as_usual_is_not_said) {
    struct run *run = sample_run(2, 3, 4);
    struct measurement *m = &run->measurements[0];
    assert_words(m, "");
    facts_set_text(&m->facts, FACT_CACHE_STATE, "warm");
    facts_set_text(&m->facts, "layout", "common");
    facts_set_integer(&m->facts, FACT_THREADS, 1);
    assert_words(m, "");
    facts_set_text(&m->facts, FACT_CACHE_STATE, "cold");
    facts_set_text(&m->facts, "layout", "free");
    facts_set_integer(&m->facts, FACT_THREADS, 2);
    assert_words(m, "2 threads, cold caches, free layout");
    run_free(run);
}

TEST(a_mode_is_said_if_samples_are_something_else) {
    static const char *const modes[][3] = {{"average", NULL, ""},
                                           {"throughput", NULL, ""},
                                           {"first", NULL, "first calls"},
                                           {"sample", PAIRED_BY_NOTHING, "single calls"}};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        struct run *run = sample_run(2, 3, 4);
        struct facts *facts = &run->measurements[0].facts;
        facts_set_text(facts, FACT_MODE, modes[i][0]);
        facts_set_text(facts, FACT_PAIRED_BY, modes[i][1]);
        assert_words(&run->measurements[0], modes[i][2]);
        run_free(run);
    }
}

TEST(parameters_that_do_not_vary_are_said) {
    struct run *run = sample_sweep(1, 1);
    assert_words(&run->measurements[0], "chunk 64");
    run_free(run);
}

TEST(threads_are_said_in_their_own_words_unless_they_vary) {
    struct run *run = sample_run(2, 1, 1);
    struct measurement *m = &run->measurements[0];
    facts_set_integer(&m->facts, FACT_THREADS, 2);
    sample_parameter(m, FACT_THREADS, (double[]){4, 4});
    assert_words(m, "4 threads");
    sample_parameter(m, FACT_THREADS, (double[]){1, 4});
    assert_words(m, "");
    run_free(run);
    run = sample_run(2, 1, 1);
    sample_parameter(&run->measurements[0], FACT_THREADS, (double[]){1, 1});
    assert_words(&run->measurements[0], "");
    run_free(run);
}
