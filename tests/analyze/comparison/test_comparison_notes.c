/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/comparison/comparison_notes.h"
#include "tests/analyze/two_runs.h"
#include "tests/test.h"

/* One library that takes the same time in both. */
static struct two_runs the_same(void) {
    struct two_runs two = two_runs(1, 3);
    two_runs_add(&two, "openblas", 1, 1);
    for (int set = 0; set < COMPARE_SETS; set++)
        facts_set_text(two_runs_facts(&two, (enum compare_set)set), FACT_HOST, "here");
    return two;
}

static struct facts *library_facts(struct two_runs *two, enum compare_set set) {
    return &two->runs[set]->measurements[0].series[0].facts;
}

static struct comparison_notes notes_of(struct two_runs *two) {
    struct comparison_notes notes = {0};
    assert_int_equal(two_runs_conclude(two, NULL), 0);
    comparison_notes_of(&notes, &two->compared);
    return notes;
}

static void assert_texts(const struct string_pool *texts, const char *wanted) {
    char all[1024] = "";
    for (uint32_t i = 0; i < texts->count; i++)
        strcat(strcat(all, i ? "|" : ""), texts->items[i]);
    assert_string_equal(all, wanted);
}

/* Releases all. */
static void assert_notes(struct two_runs *two, const char *doubtful, const char *to_know) {
    struct comparison_notes notes = notes_of(two);
    assert_texts(&notes.doubtful, doubtful);
    assert_texts(&notes.to_know, to_know);
    comparison_notes_release(&notes);
    two_runs_release(two);
}

TEST(runs_that_differ_in_nothing_have_no_notes) {
    struct two_runs two = the_same();
    assert_notes(&two, "", "");
}

TEST(another_processor_is_doubtful_another_kernel_to_be_known) {
    struct two_runs two = the_same();
    facts_set_text(two_runs_facts(&two, COMPARE_LATER), FACT_CPU, "Processor Y");
    facts_set_text(two_runs_facts(&two, COMPARE_EARLIER), "kernel", "6.1");
    facts_set_text(two_runs_facts(&two, COMPARE_LATER), "kernel", "6.2");
    assert_notes(&two, "CPU model: Processor X -> Processor Y", "kernel: 6.1 -> 6.2");
}

TEST(what_differs_of_a_library_names_it) {
    struct two_runs two = the_same();
    facts_set_text(library_facts(&two, COMPARE_EARLIER), "version", "0.3.21");
    facts_set_text(library_facts(&two, COMPARE_LATER), "version", "0.3.26");
    facts_set_integer(library_facts(&two, COMPARE_EARLIER), FACT_THREADS, 1);
    facts_set_integer(library_facts(&two, COMPARE_LATER), FACT_THREADS, 2);
    assert_notes(&two, "openblas: threads: 1 -> 2", "openblas: version: 0.3.21 -> 0.3.26");
}

TEST(another_version_of_the_yardstick_is_doubtful) {
    struct two_runs two = the_same();
    two.options.is_relative = 1;
    two_runs_add(&two, "blis", 1, 1);
    facts_set_text(library_facts(&two, COMPARE_EARLIER), "version", "0.3.21");
    facts_set_text(library_facts(&two, COMPARE_LATER), "version", "0.3.26");
    assert_notes(&two, "openblas: version: 0.3.21 -> 0.3.26", "");
}

TEST(what_one_side_does_not_say_is_not_known_of_it) {
    struct two_runs two = the_same();
    facts_set_text(two_runs_facts(&two, COMPARE_EARLIER), "governor", "performance");
    facts_set_text(two_runs_facts(&two, COMPARE_EARLIER), "kernel", "6.1");
    struct comparison_notes notes = notes_of(&two);
    assert_texts(&notes.doubtful, "");
    assert_texts(&notes.to_know, "");
    assert_texts(&notes.unknown[COMPARE_EARLIER], "");
    assert_texts(&notes.unknown[COMPARE_LATER], "frequency governor");
    comparison_notes_release(&notes);
    two_runs_release(&two);
}

TEST(a_type_that_was_adopted_is_not_known) {
    struct two_runs two = the_same();
    facts_release(&two.runs[COMPARE_LATER]->measurements[0].facts);
    struct comparison_notes notes = notes_of(&two);
    assert_texts(&notes.unknown[COMPARE_LATER], "axpy precision|axpy calculation|axpy schedule");
    comparison_notes_release(&notes);
    two_runs_release(&two);
}

TEST(runs_of_nowhere_are_doubtful) {
    struct two_runs two = two_runs(1, 3);
    two_runs_add(&two, "openblas", 1, 1);
    facts_release(two_runs_facts(&two, COMPARE_EARLIER));
    facts_release(two_runs_facts(&two, COMPARE_LATER));
    assert_notes(&two, "neither side says on which machine it was measured", "");
}

TEST(a_run_beside_itself_is_doubtful) {
    struct two_runs two = the_same();
    facts_set_text(two_runs_facts(&two, COMPARE_EARLIER), FACT_UUID, "4711");
    facts_set_text(two_runs_facts(&two, COMPARE_LATER), FACT_UUID, "4711");
    assert_notes(&two, "both sides are the same run, run_000001", "");
}
