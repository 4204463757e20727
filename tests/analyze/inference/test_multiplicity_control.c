/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analyze/inference/multiplicity.h"
#include "tests/analyze/close.h"
#include "tests/analyze/sample_run.h"
#include "tests/test.h"

TEST(a_control_names_a_library_that_is_there) {
    static const char *const series[][3] = {
        /* name, control_of, the library it is a control of */
        {"openblas", NULL, NULL}, {"again", "openblas", "openblas"}, {"itself", "itself", NULL},
        {"nothing", "mkl", NULL}, {"of a control", "again", NULL},
    };
    struct run *run = sample_run(1, 1, 1);
    for (size_t i = 0; i < 5; i++)
        facts_set_text(&sample_series(run, series[i][0], 1)->facts, FACT_CONTROL_OF, series[i][1]);
    const struct measurement *m = &run->measurements[0];
    for (size_t i = 0; i < 5; i++) {
        const struct series *library = control_library(m, &m->series[i]);
        assert_int_equal(library != NULL, series[i][2] != NULL);
        if (library)
            assert_string_equal(library->name, series[i][2]);
    }
    assert_ptr_equal(control_find(m), &m->series[1]);
    run_free(run);
}

TEST(the_floor_is_the_end_farthest_from_1) {
    assert_close(noise_of((struct interval){1, 0.8, 1.1}).floor, 1.25, 1e-15);
    assert_close(noise_of((struct interval){1.05, 1.02, 1.3}).floor, 1.3, 1e-15);
    assert_close(noise_of(interval_alone(1.05)).floor, 1.05, 1e-15);
    assert_close(noise_of(interval_exactly(1)).floor, 1, 1e-15);
    assert_true(isnan(noise_of(interval_unknown).floor));
}

TEST(noise_hides_what_overlaps_it) {
    struct noise noise = noise_of((struct interval){1.01, 0.99, 1.02});
    assert_true(noise_hides(&noise, (struct interval){1.03, 1.01, 1.05}));
    assert_true(noise_hides(&noise, (struct interval){1.005, 1.001, 1.01}));
    assert_false(noise_hides(&noise, (struct interval){1.04, 1.03, 1.05}));
    assert_true(noise_hides(&noise, (struct interval){0.97, 0.95, 0.985}));
    assert_false(noise_hides(&noise, (struct interval){0.96, 0.95, 0.97}));
    assert_true(noise_hides(&noise, interval_alone(1.01)));
    assert_false(noise_hides(&noise, interval_alone(1.5)));
    assert_false(noise_hides(&noise_unknown, (struct interval){1, 0.9, 1.1}));
    assert_false(noise_hides(&noise, interval_unknown));
}
