/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <hdf5.h>

#include "store/choose.h"
#include "tests/store/sample.h"

static char directory[64], path[128];
static struct archive *archive;

static void append_actions(const char *const *actions) {
    struct run *run = run_new();
    for (; *actions; actions++)
        sample_measurement(run, *actions, 1, 1, 1, NULL, 0);
    assert_int_equal(archive_append(path, run, NULL), 0);
    run_free(run);
}

/* Runs 1 to 5, but without 4. */
static int open_five(void **state) {
    (void)state;
    strcpy(directory, sample_directory());
    snprintf(path, sizeof path, "%s/results.h5", directory);
    append_actions((const char *const[]){"dot", "axpy", NULL});
    append_actions((const char *const[]){"axpy", NULL});
    append_actions((const char *const[]){"cholesky", "axpy", NULL});
    append_actions((const char *const[]){"ger", NULL});
    append_actions((const char *const[]){"dot", NULL});
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    H5Ldelete(file, "run_000004", H5P_DEFAULT);
    H5Fclose(file);
    return archive_open(&archive, path, NULL);
}

static int close_five(void **state) {
    (void)state;
    archive_close(archive);
    sample_remove(directory);
    return 0;
}

/* EXPECTED lists "action run" pairs, separated by commas. */
static void assert_chosen(const char *runs, const char *action, const char *expected,
                          size_t passed_over) {
    struct choices choices;
    struct err err = {""};
    char got[500] = "";
    if (archive_choose(archive, runs, action, &choices, &err))
        fail_msg("%s", err.message);
    for (size_t i = 0; i < choices.count; i++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%s %lu", i ? "," : "",
                 choices.items[i].action, archive_run_number(archive, choices.items[i].run));
    assert_string_equal(got, expected);
    assert_int_equal(choices.passed_over, passed_over);
    choices_release(&choices);
}

static void assert_refused(const char *runs, const char *action, const char *says) {
    struct choices choices;
    struct err err = {""};
    assert_int_equal(archive_choose(archive, runs, action, &choices, &err), ERR_USAGE);
    assert_int_equal(choices.count, 0);
    if (!strstr(err.message, says))
        fail_msg("\"%s\" does not say \"%s\"", err.message, says);
}

static void the_latest_run_of_each_action_is_chosen_by_default(void **state) {
    (void)state;
    assert_chosen(NULL, NULL, "axpy 3,dot 5,cholesky 3", 3);
    assert_chosen("latest", "axpy", "axpy 3", 2);
    assert_chosen(NULL, "cholesky", "cholesky 3", 0);
}

static void all_means_every_measurement(void **state) {
    (void)state;
    assert_chosen("all", NULL, "axpy 1,axpy 2,axpy 3,dot 1,dot 5,cholesky 3", 0);
    assert_chosen("all", "dot", "dot 1,dot 5", 0);
}

static void runs_go_by_name_number_and_span(void **state) {
    (void)state;
    assert_chosen("run_000002", NULL, "axpy 2", 0);
    assert_chosen("2", NULL, "axpy 2", 0);
    assert_chosen("2..3", NULL, "axpy 2,axpy 3,cholesky 3", 0);
    assert_chosen("3..99", "dot", "dot 5", 0);
    assert_chosen("run_000001..run_000002", "axpy", "axpy 1,axpy 2", 0);
}

static void an_action_may_have_its_prefix(void **state) {
    (void)state;
    assert_chosen(NULL, "action_axpy", "axpy 3", 2);
    assert_refused(NULL, "action_", "no action \"action_\"");
}

static void what_is_not_there_is_named_with_what_is(void **state) {
    (void)state;
    assert_refused(NULL, "foo", "no action \"foo\"");
    assert_refused(NULL, "foo", "it has axpy, dot, cholesky");
    assert_refused(NULL, "foo", path);
    assert_refused("2", "dot", "no action \"dot\" in run 2");
    assert_refused("2", "dot", "it has axpy");
    assert_refused("4", NULL, "no run \"4\"");
    assert_refused("7", NULL, "it has 4, from run_000001 to run_000005");
    assert_refused("run_000009", NULL, "run_000009");
}

static void what_names_no_runs_is_refused(void **state) {
    (void)state;
    const char *const wrong[] = {"",    "x",       "1x", "3..1", "1..",
                                 "..2", "1..2..3", "-1", "run_", "1 "};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_refused(wrong[i], NULL, "names no runs");
    assert_refused("99999999999999999999999", NULL, "no run");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_latest_run_of_each_action_is_chosen_by_default),
        cmocka_unit_test(all_means_every_measurement),
        cmocka_unit_test(runs_go_by_name_number_and_span),
        cmocka_unit_test(an_action_may_have_its_prefix),
        cmocka_unit_test(what_is_not_there_is_named_with_what_is),
        cmocka_unit_test(what_names_no_runs_is_refused),
    };
    return cmocka_run_group_tests_name("store/choose", tests, open_five, close_five);
}
