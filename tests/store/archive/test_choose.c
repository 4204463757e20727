/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <hdf5.h>

#include "store/archive/choose.h"
#include "tests/store/sample.h"
#include "tests/test.h"

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

static int choose(const char *runs, const char *action, struct choices *choices, struct err *err) {
    const struct choice_terms terms = {.runs = runs, .action = action, .since = NAN};
    return archive_choose(archive, &terms, choices, err);
}

/* EXPECTED lists "action run" pairs, separated by commas. */
static void assert_chosen(const char *runs, const char *action, const char *expected,
                          size_t passed_over) {
    struct choices choices;
    struct err err = {""};
    char got[500] = "";
    if (choose(runs, action, &choices, &err))
        fail_msg("%s", err.message);
    for (size_t i = 0; i < choices.count; i++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%s %lu", i ? "," : "",
                 choices.items[i].action, archive_run_number(archive, choices.items[i].run));
    assert_string_equal(got, expected);
    assert_int_equal(choices.passed_over, passed_over);
    choices_release(&choices);
}

static void assert_code(int code, const char *runs, const char *action, const char *says) {
    struct choices choices;
    struct err err = {""};
    assert_int_equal(choose(runs, action, &choices, &err), code);
    assert_int_equal(choices.count, 0);
    if (!strstr(err.message, says))
        fail_msg("\"%s\" does not say \"%s\"", err.message, says);
}

static void assert_refused(const char *runs, const char *action, const char *says) {
    assert_code(ERR_ABSENT, runs, action, says);
}

ALL_TESTS(open_five, close_five);

TEST(the_latest_run_of_each_action_is_chosen_by_default) {
    assert_chosen(NULL, NULL, "axpy 3,dot 5,cholesky 3", 3);
    assert_chosen("latest", "axpy", "axpy 3", 2);
    assert_chosen(NULL, "cholesky", "cholesky 3", 0);
}

TEST(all_means_every_measurement) {
    assert_chosen("all", NULL, "axpy 1,axpy 2,axpy 3,dot 1,dot 5,cholesky 3", 0);
    assert_chosen("all", "dot", "dot 1,dot 5", 0);
}

TEST(runs_go_by_name_number_and_span) {
    assert_chosen("run_000002", NULL, "axpy 2", 0);
    assert_chosen("2", NULL, "axpy 2", 0);
    assert_chosen("2..3", NULL, "axpy 2,axpy 3,cholesky 3", 0);
    assert_chosen("3..99", "dot", "dot 5", 0);
    assert_chosen("run_000001..run_000002", "axpy", "axpy 1,axpy 2", 0);
}

TEST(an_action_may_have_its_prefix) {
    assert_chosen(NULL, "action_axpy", "axpy 3", 2);
    assert_refused(NULL, "action_", "no action \"action_\"");
}

TEST(several_actions_may_be_meant) {
    assert_chosen("2..3", "cholesky,action_axpy", "axpy 2,axpy 3,cholesky 3", 0);
    assert_refused(NULL, "axpy,foo", "no action \"foo\"");
    assert_refused(NULL, "axpy,", "no action \"\"");
}

TEST(what_is_not_there_is_named_with_what_is) {
    assert_refused(NULL, "foo", "no action \"foo\"");
    assert_refused(NULL, "foo", "it has axpy, dot, cholesky");
    assert_refused(NULL, "foo", path);
    assert_refused("2", "dot", "no action \"dot\" in run 2");
    assert_refused("2", "dot", "it has axpy");
    assert_refused("4", NULL, "no run \"4\"");
    assert_refused("7", NULL, "it has 4, from run_000001 to run_000005");
    assert_refused("run_000009", NULL, "run_000009");
}

/* --- host and date --- */

static void append_of(const char *file, const char *host, const char *started) {
    struct run *run = run_new();
    sample_measurement(run, "axpy", 1, 1, 1, NULL, 0);
    if (host)
        facts_set_text(&run->facts, FACT_HOST, host);
    if (started)
        facts_set_text(&run->facts, FACT_STARTED, started);
    assert_int_equal(archive_append(file, run, NULL), 0);
    run_free(run);
}

/* Runs of two machines on three days, and one that says neither. */
static struct archive *open_dated(char *file, size_t size) {
    struct archive *dated = NULL;
    snprintf(file, size, "%s/dated.h5", directory);
    remove(file);
    append_of(file, "here", "2025-06-01T12:00:00Z");
    append_of(file, "there", "2025-06-02T12:00:00Z");
    append_of(file, "here", "2025-06-03T12:00:00Z");
    append_of(file, NULL, NULL);
    assert_int_equal(archive_open(&dated, file, NULL), 0);
    return dated;
}

static const double june_second = 1748822400; /* date -d 2025-06-02Z +%s */

/* EXPECTED has the numbers of the runs, each with a blank behind it. */
static void assert_met(struct choice_terms terms, const char *expected, size_t passed_over) {
    char file[200], got[100] = "";
    struct archive *dated = open_dated(file, sizeof file);
    struct choices choices;
    struct err err = {""};
    if (archive_choose(dated, &terms, &choices, &err))
        fail_msg("%s", err.message);
    for (size_t i = 0; i < choices.count; i++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "%lu ",
                 archive_run_number(dated, choices.items[i].run));
    assert_string_equal(got, expected);
    assert_int_equal(choices.passed_over, passed_over);
    choices_release(&choices);
    archive_close(dated);
}

TEST(runs_are_chosen_by_their_host) {
    assert_met((struct choice_terms){.runs = "all", .host = "here", .since = NAN}, "1 3 ", 0);
    assert_met((struct choice_terms){.runs = "all", .host = "there", .since = NAN}, "2 ", 0);
}

TEST(runs_are_chosen_by_when_they_started) {
    assert_met((struct choice_terms){.runs = "all", .since = june_second}, "2 3 ", 0);
    assert_met((struct choice_terms){.runs = "all", .since = june_second + 12 * 3600}, "2 3 ", 0);
    assert_met((struct choice_terms){.runs = "all", .since = june_second + 12 * 3600 + 1}, "3 ", 0);
}

TEST(the_latest_is_the_latest_of_these) {
    assert_met((struct choice_terms){.since = NAN}, "4 ", 3);
    assert_met((struct choice_terms){.host = "here", .since = NAN}, "3 ", 1);
    assert_met((struct choice_terms){.host = "there", .since = NAN}, "2 ", 0);
    assert_met((struct choice_terms){.host = "here", .since = june_second}, "3 ", 0);
}

TEST(both_hold_together_with_a_span) {
    assert_met((struct choice_terms){"1..2", "axpy", "here", NAN}, "1 ", 0);
    assert_met((struct choice_terms){"2..4", NULL, "here", june_second}, "3 ", 0);
}

TEST(terms_that_no_run_meets_are_refused) {
    static const struct choice_terms cases[] = {
        {"all", NULL, "nowhere", NAN}, {NULL, NULL, "there", 2e9}, {"1", NULL, "there", NAN}};
    char file[200];
    struct archive *dated = open_dated(file, sizeof file);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct choices choices;
        struct err err = {""};
        assert_int_equal(archive_choose(dated, &cases[i], &choices, &err), ERR_ABSENT);
        assert_int_equal(choices.count, 0);
        assert_non_null(strstr(err.message, file));
    }
    archive_close(dated);
}

/* Whoever reads it says what is the matter with it. */
TEST(a_run_that_cannot_be_read_is_chosen) {
    char file[200];
    archive_close(open_dated(file, sizeof file));
    hid_t h5 = H5Fopen(file, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(H5Ldelete(h5, "run_000002", H5P_DEFAULT) >= 0);
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t set =
        H5Dcreate2(h5, "run_000002", H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dclose(set);
    H5Sclose(space);
    H5Fclose(h5);
    struct archive *dated = NULL;
    struct choices choices;
    struct err err = {""};
    assert_int_equal(archive_open(&dated, file, NULL), 0);
    int code =
        archive_choose(dated, &(struct choice_terms){"all", NULL, "here", NAN}, &choices, &err);
    if (code == 0)
        assert_true(choices.count >= 2);
    else
        assert_non_null(strstr(err.message, "run_000002"));
    choices_release(&choices);
    archive_close(dated);
}

TEST(what_names_no_runs_is_refused) {
    const char *const wrong[] = {"", "x", "1x", "3..1", "..", "1..2..3", "run_", "1,"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_code(ERR_USAGE, wrong[i], NULL, "names no runs");
    assert_refused("99999999999999999999999", NULL, "no run");
}
