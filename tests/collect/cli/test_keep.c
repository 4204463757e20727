/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/keep.h"
#include "tests/store/fixture.h"
#include "tests/store/unsure.h"

static struct run *run;
static struct keep keep;
static struct system machine;
static char told[4096]; /* all lines */

static void note(struct observer *observer, enum note_kind kind, const char *line) {
    (void)observer;
    (void)kind;
    strncat(told, line, sizeof told - strlen(told) - 1);
    strncat(told, "\n", sizeof told - strlen(told) - 1);
}

/* The first commit makes the archive, the second begins the run. */
static void keep_unsurely(int sound_commits, enum unsure_outcome outcome) {
    static struct console console = {.observer = {.note = note}};
    *told = '\0';
    run = sample_run();
    machine = unsure_system();
    unsure_begin(outcome, sound_commits);
    keep_begin(&keep, path, 0.05, &console);
    keep.access.system = &machine;
    keep.keeper.begin(&keep.keeper, run, 0);
}

static void end_and_check(size_t actions) {
    struct err err = {""};
    if (keep_end(&keep, run, 1, &err))
        fail_msg("%s", err.message);
    struct archive *archive = open_archive(path);
    assert_int_equal(archive_run_count(archive), 1);
    struct run *found = read_run(archive, 0, NULL);
    assert_string_equal(facts_text(&found->facts, FACT_STATE, ""), "complete");
    assert_int_equal(found->measurement_count, actions);
    for (size_t i = 0; i < actions; i++)
        assert_same_reals(found->measurements[i].series[0].seconds,
                          run->measurements[i].series[0].seconds,
                          measurement_elements(&run->measurements[i], PER_SAMPLE));
    run_free(found);
    run_free(run);
    archive_close(archive);
}

static void assert_told(const char *text) {
    if (!strstr(told, text))
        fail_msg("not told: %s, but %s", text, told);
}

EACH_TEST(enter, leave);

TEST(a_run_whose_beginning_was_unsure_is_kept_once) {
    for (enum unsure_outcome outcome = UNSURE_THERE; outcome <= UNSURE_GONE; outcome++) {
        keep_unsurely(1, outcome);
        assert_told("not kept yet, will be tried again: ");
        keep.keeper.put(&keep.keeper, 0, 0);
        assert_told("kept in run_000001: all that was measured so far");
        end_and_check(1);
        unlink(path);
    }
}

/* No point is measured after it. */
TEST(its_end_makes_up_for_its_beginning) {
    for (enum unsure_outcome outcome = UNSURE_THERE; outcome <= UNSURE_GONE; outcome++) {
        keep_unsurely(1, outcome);
        end_and_check(1);
        unlink(path);
    }
}

TEST(an_action_whose_addition_was_unsure_is_kept_once) {
    static const char *const libraries[] = {"blis"};
    for (enum unsure_outcome outcome = UNSURE_THERE; outcome <= UNSURE_GONE; outcome++) {
        keep_unsurely(2, outcome);
        assert_string_equal(told, "");
        sample_measurement(run, "dot", 3, 2, 4, libraries, 1);
        keep.keeper.begin(&keep.keeper, run, 1);
        assert_told("not kept yet, will be tried again: ");
        keep.keeper.put(&keep.keeper, 0, 0);
        assert_told("kept in run_000001: all that was measured so far");
        end_and_check(2);
        unlink(path);
    }
}
