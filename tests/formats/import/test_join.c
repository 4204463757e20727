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

static void one_library_is_called_after_its_file(void **state) {
    (void)state;
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

static void several_libraries_keep_their_names(void **state) {
    (void)state;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_library_is_called_after_its_file),
        cmocka_unit_test(several_libraries_keep_their_names),
    };
    return cmocka_run_group_tests_name("formats/import/join", tests, NULL, NULL);
}
