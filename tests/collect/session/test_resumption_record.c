/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "collect/session/resumption.h"
#include "tests/collected_series.h"
#include "tests/test.h"

TEST(a_run_begins_as_interrupted_and_ends_as_complete) {
    struct run *run = run_new();
    char *arguments[] = {"bench-collect", "axpy", "it's $HOME.so", "", NULL};
    record_begin(run, arguments);
    assert_int_equal(strlen(facts_text(&run->facts, FACT_UUID, "")), 36);
    assert_string_equal(facts_text(&run->facts, FACT_STATE, ""), "interrupted");
    assert_string_equal(facts_text(&run->facts, FACT_COMMAND, ""),
                        "bench-collect axpy 'it'\\''s $HOME.so' ''");
    assert_non_null(strchr(facts_text(&run->facts, FACT_STARTED, ""), 'T'));
    assert_non_null(facts_find(&run->facts, FACT_HOST));
    record_end(run, 1);
    assert_string_equal(facts_text(&run->facts, FACT_STATE, ""), "complete");
    record_end(run, 0);
    assert_string_equal(facts_text(&run->facts, FACT_STATE, ""), "interrupted");
    run_free(run);
}

TEST(every_resumption_is_a_line) {
    struct run *run = run_new();
    record_resume(run, "1,3");
    record_resume(run, "2");
    const char *text = facts_text(&run->facts, FACT_RESUMED, "");
    const char *second = strchr(text, '\n');
    assert_non_null(second);
    assert_string_equal(second - strlen(" on CPUs 1,3"), strstr(text, " on CPUs 1,3"));
    assert_non_null(strstr(second, " on CPUs 2"));
    assert_null(strchr(second + 1, '\n'));
    run_free(run);
}

TEST(two_runs_have_different_names) {
    struct run *one = run_new(), *two = run_new();
    char *arguments[] = {NULL};
    record_begin(one, arguments);
    record_begin(two, arguments);
    assert_string_not_equal(facts_text(&one->facts, FACT_UUID, ""),
                            facts_text(&two->facts, FACT_UUID, ""));
    run_free(one);
    run_free(two);
}

TEST(cells_and_samples_are_counted) {
    struct run *run = run_new();
    struct measurement *m = run_add_measurement(run, "axpy", 4, 2, 3, NULL);
    struct series *s = collected_series(m, "one");
    s->seconds[0] = s->seconds[5] = s->seconds[23] = 1e-6;
    s->status[0] = CELL_OK;
    s->status[1] = CELL_WRONG;
    s->status[2] = CELL_CRASHED;
    s = collected_series(m, "two");
    s->status[3] = CELL_HUNG;
    s = collected_series(m, "one.control");
    facts_set_text(&s->facts, FACT_CONTROL_OF, "one");
    s->status[1] = CELL_WRONG;
    assert_int_equal(record_count_samples(run), 3);
    assert_int_equal(record_count_cells(run, CELL_OK), 1);
    assert_int_equal(record_count_cells(run, CELL_NOT_MEASURED), 4);
    assert_int_equal(record_count_faults(run), 3);
    run_free(run);
}

TEST(attempts_and_what_was_kept_disturbed_are_counted) {
    struct run *run = run_new();
    struct measurement *m = run_add_measurement(run, "axpy", 1, 2, 4, NULL);
    struct series *s = collected_series(m, "one");
    for (size_t k = 0; k < 5; k++) {
        s->attempts[k] = 1;
        s->disturbed[k] = 0;
    }
    s->attempts[1] = 3; /* well in the end */
    s->attempts[2] = 4;
    s->disturbed[2] = 1;
    s->disturbed[3] = 1; /* there was no time for more */
    struct record_attempts attempts = record_count_attempts(run);
    assert_int_equal(attempts.batches, 5);
    assert_int_equal(attempts.disturbed, 3);
    assert_int_equal(attempts.kept, 2);
    record_end(run, 1);
    assert_int_equal(facts_find(&m->facts, FACT_DISTURBED)->integer, 2);
    run_free(run);
}

TEST(nothing_measured_is_nothing_counted) {
    struct run *run = run_new();
    assert_int_equal(record_count_samples(run), 0);
    assert_int_equal(record_count_faults(run), 0);
    run_free(run);
}
