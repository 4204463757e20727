/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analyze/model/conditions.h"
#include "tests/analyze/sample_run.h"
#include "tests/test.h"

/* Of a run that is no more. */
static struct provenance *kept(void) {
    struct run *run = sample_run(1, 1, 1);
    struct series *openblas = sample_series(run, "openblas", 1);
    facts_set_text(&openblas->facts, "version", "0.3.21");
    struct series *control = sample_series(run, "openblas.control", 1);
    facts_set_text(&control->facts, FACT_CONTROL_OF, "openblas");
    struct provenance *provenance = provenance_new(run, &run->measurements[0]);
    run_free(run);
    assert_non_null(provenance);
    return provenance;
}

TEST(facts_outlive_their_measurement) {
    struct provenance *provenance = kept();
    assert_string_equal(provenance->run, "run_000001");
    assert_string_equal(facts_text(&provenance->run_facts, FACT_CPU, ""), "Processor X");
    assert_string_equal(facts_text(&provenance->action_facts, FACT_ABOUT, ""), "y = a x + y");
    provenance_free(provenance);
}

TEST(libraries_have_their_own_facts_and_controls_as_well) {
    struct provenance *provenance = kept();
    assert_int_equal(provenance->library_count, 2);
    assert_string_equal(facts_text(provenance_facts(provenance, "openblas"), "version", ""),
                        "0.3.21");
    assert_string_equal(
        facts_text(provenance_facts(provenance, "openblas.control"), FACT_CONTROL_OF, ""),
        "openblas");
    provenance_free(provenance);
}

TEST(a_library_that_is_not_there_has_no_facts) {
    struct provenance *provenance = kept();
    assert_null(provenance_facts(provenance, "blis"));
    assert_null(provenance_facts(provenance, ""));
    provenance_free(provenance);
}

TEST(a_run_without_a_name_has_an_empty_one) {
    struct run *run = run_new();
    struct measurement *m = run_add_measurement(run, "axpy", 1, 1, 1, NULL);
    struct provenance *provenance = provenance_new(run, m);
    assert_non_null(provenance);
    assert_string_equal(provenance->run, "");
    assert_int_equal(provenance->library_count, 0);
    provenance_free(provenance);
    run_free(run);
}

TEST(nothing_may_be_freed) {
    provenance_free(NULL);
}
