/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/import/join.h"

static struct run *join(const char *const texts[2], const char *const paths[2]) {
    struct run *runs[2];
    struct joined_file files[2];
    struct runs joined;
    struct err err = {""};
    for (size_t i = 0; i < 2; i++) {
        runs[i] = foreign_run(NULL, "t.csv", texts[i], NULL);
        files[i] = (struct joined_file){runs[i], paths[i]};
    }
    if (join_runs(&joined, files, 2, &err))
        fail_msg("%s", err.message);
    for (size_t i = 0; i < 2; i++)
        run_free(runs[i]);
    return foreign_only(&joined);
}

static const char *const paths[2] = {"a/before.json", "b/after.json"};
static const char *const same_names[2] = {"a/x.json", "b/x.json"};

TEST(one_library_is_called_after_its_file) {
    static const char *const texts[2] = {
        "action,library,size,stride,round,seconds\nf,p,8,2,0,1\nf,p,8,2,0,2\nf,p,8,2,1,3\n",
        "action,library,size,stride,round,seconds\nf,p,8,2,0,4\nf,p,64,2,0,5\ng,p,8,2,0,6\n"};
    struct run *run = join(texts, paths);
    struct measurement *m = run_find(run, "f");
    assert_int_equal(run->measurement_count, 2);
    assert_true(m->points == 2 && m->sizes[0] == 8 && m->sizes[1] == 64);
    assert_true(measurement_find_parameter(m, "stride")->values[1] == 2);
    assert_true(foreign_seconds(m, "before", 0, 0, 1) == 2);
    assert_true(foreign_seconds(m, "before", 0, 1, 0) == 3);
    assert_true(foreign_seconds(m, "after", 0, 0, 0) == 4);
    assert_true(foreign_seconds(m, "after", 1, 0, 0) == 5);
    assert_true(isnan(foreign_seconds(m, "before", 1, 0, 0)));
    assert_int_equal(measurement_is_paired(m), 0);
    run_free(run);
    run = join(texts, same_names);
    assert_non_null(measurement_find(run_find(run, "f"), "b/x.json"));
    run_free(run);
}

TEST(several_libraries_keep_their_names) {
    static const char *const texts[2] = {
        "action,library,n,status,seconds\nf,p,8,ok,1\nf,q,8,crashed,\n",
        "action,library,n,status,seconds\nf,p,8,ok,3\n"};
    struct run *run = join(texts, paths);
    struct measurement *m = run_find(run, "f");
    assert_int_equal(m->series_count, 3);
    assert_true(foreign_seconds(m, "p (before)", 0, 0, 0) == 1);
    assert_true(foreign_seconds(m, "p (after)", 0, 0, 0) == 3);
    assert_int_equal(measurement_find(m, "q (before)")->status[0], CELL_CRASHED);
    run_free(run);
}

/* As tables without such columns have them. */
TEST(actions_called_after_their_files_are_one) {
    static const char *const texts[2] = {"size,time_ms\n8,1\n", "size,time_ms\n8,2\n"};
    struct run *runs[2];
    struct joined_file files[2];
    struct runs joined;
    for (size_t i = 0; i < 2; i++) {
        runs[i] = foreign_run(NULL, paths[i], texts[i], NULL);
        files[i] = (struct joined_file){runs[i], paths[i]};
    }
    assert_int_equal(join_runs(&joined, files, 2, NULL), 0);
    const struct measurement *m = run_find(joined.items[0], JOIN_ACTION);
    assert_non_null(m);
    assert_int_equal(m->series_count, 2);
    runs_release(&joined);
    run_free(runs[0]);
    run_free(runs[1]);
}

TEST(rates_are_joined_as_well) {
    static const char *const texts[2] = {"action,library,size,GFLOPS\nf,p,8,1\nf,p,8,2\n",
                                         "action,library,size,GFLOPS\nf,p,8,3\n"};
    struct run *run = join(texts, paths);
    const struct measurement *m = run_find(run, "f");
    assert_string_equal(facts_text(&m->facts, FACT_MEASURED, ""), "rate");
    assert_true(measurement_find(m, "before")->rate[1] == 2e9);
    assert_true(measurement_find(m, "after")->rate[0] == 3e9);
    run_free(run);
}

#define GOOGLE(program, time)                                                                      \
    "{\"context\": {\"executable\": \"./" program "\", \"num_cpus\": 1}, \"benchmarks\": [{"       \
    "\"name\": \"BM_f/8\", \"run_type\": \"iteration\", \"iterations\": 1, "                       \
    "\"real_time\": " time ", \"cpu_time\": 1, \"time_unit\": \"ns\"}]}"

/* Builds of a program have names of their own, too. */
TEST(builds_of_a_program_are_called_after_their_files) {
    static const char *const texts[2] = {GOOGLE("f_gcc", "1"), GOOGLE("f_clang", "2")};
    struct run *run = join(texts, paths);
    const struct measurement *m = &run->measurements[0];
    assert_int_equal(run->measurement_count, 1);
    assert_non_null(measurement_find(m, "before"));
    assert_non_null(measurement_find(m, "after"));
    run_free(run);
}
