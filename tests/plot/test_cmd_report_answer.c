/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plot/cmd_report_parts.h"

enum { MOST = 4 };

/* A section of summaries, of which the first is the reference. */
struct sample {
    struct summary_row libraries[MOST];
    struct space space;
    struct space_axis axis;
    struct section section;
    struct table table;
};

static void begin(struct sample *sample, double floor) {
    static char size[] = "size";
    *sample = (struct sample){.axis = {.name = size, .varies = 1}};
    sample->space =
        (struct space){.points = 7, .axes = &sample->axis, .axis_count = 1, .has_size = 1};
    sample->section =
        (struct section){.action = "axpy", .run = "run_000001", .space = &sample->space};
    sample->table = (struct table){
        .summaries = sample->libraries, .sections = &sample->section, .section_count = 1};
    for (size_t i = 0; i < MOST; i++)
        sample->libraries[i].noise = (struct noise){NAN, NAN, NAN, floor};
}

static void add(struct sample *sample, const char *name, double ratio, double half) {
    size_t i = sample->section.summary_count++;
    struct summary_row *row = &sample->libraries[i];
    row->library = name;
    row->reference = "ref";
    row->sizes = 7;
    row->ratio = ratio;
    row->ratio_low = ratio - half;
    row->ratio_high = ratio + half;
    row->is_reference = i == 0;
    sample->table.summary_count = i + 1;
}

static void expect(struct sample *sample, const char *answer, const char *leader) {
    struct report report = {0};
    report_add_answer(&report, REPORT_ANSWER, &sample->table, &sample->section, 0);
    assert_int_equal(report.count, 1);
    assert_string_equal(report.blocks[0].text, answer);
    const char *found = report_leader(&sample->table, &sample->section);
    assert_int_equal(found != NULL, leader != NULL);
    if (leader)
        assert_string_equal(found, leader);
    report_release(&report);
}

static void the_reference_may_lead(void **state) {
    (void)state;
    struct sample sample;
    begin(&sample, NAN);
    add(&sample, "ref", 1, 0);
    add(&sample, "b", 2, 0.1);
    add(&sample, "a", 1.5, 0.1);
    expect(&sample,
           "ref is the fastest on average over 7 sizes; next is a, which takes 1.50× [1.40, 1.60] "
           "of its time.",
           "ref");
}

static void or_another(void **state) {
    (void)state;
    struct sample sample;
    begin(&sample, NAN);
    add(&sample, "ref", 1, 0);
    add(&sample, "a", 0.5, 0.1);
    expect(&sample,
           "a is the fastest on average over 7 sizes and takes 0.50× [0.40, 0.60] of the time of "
           "ref.",
           "a");
}

static void nobody_whose_interval_overlaps(void **state) {
    (void)state;
    struct sample sample;
    begin(&sample, NAN);
    add(&sample, "ref", 1, 0);
    add(&sample, "a", 0.5, 0.1);
    add(&sample, "b", 0.65, 0.1);
    expect(&sample,
           "No single library is shown to be the fastest on average; a at 0.50× [0.40, 0.60] and b "
           "at 0.65× [0.55, 0.75] lead and are not told apart.",
           NULL);
    begin(&sample, NAN);
    add(&sample, "ref", 1, 0);
    add(&sample, "a", 0.95, 0.1);
    expect(&sample,
           "No single library is shown to be the fastest on average; a at 0.95× [0.85, 1.05] and "
           "ref are not told apart.",
           NULL);
}

static void nobody_within_the_noise(void **state) {
    (void)state;
    struct sample sample;
    for (int is_quiet = 0; is_quiet < 2; is_quiet++) {
        begin(&sample, is_quiet ? 1.1 : 1.3);
        add(&sample, "ref", 1, 0);
        add(&sample, "a", 0.5, 0.05);
        add(&sample, "b", 0.7, 0.05); /* 0.65 / 0.55 is 1.18 */
        const char *leader = report_leader(&sample.table, &sample.section);
        assert_int_equal(leader != NULL, is_quiet);
    }
}

/* Such as one that was wrong at the others. */
static void who_has_fewer_sizes_is_no_rival(void **state) {
    (void)state;
    struct sample sample;
    begin(&sample, NAN);
    add(&sample, "ref", 1, 0);
    add(&sample, "a", 2, 0.1);
    add(&sample, "b", 0.95, 0.1);
    sample.libraries[2].sizes = 3;
    expect(&sample,
           "ref is the fastest on average over 7 sizes; next is a, which takes 2.00× [1.90, 2.10] "
           "of its time.",
           "ref");
    sample.libraries[1].sizes = 3;
    expect(&sample,
           "No single library is shown to be the fastest on average; b at 0.95× [0.85, 1.05] and "
           "ref lead and are not told apart.",
           NULL);
}

/* Though that has more sizes than any other. */
static void the_reference_is_compared_over_the_sizes_of_the_others(void **state) {
    (void)state;
    struct sample sample;
    begin(&sample, NAN);
    add(&sample, "ref", 1, 0);
    add(&sample, "a", 0.5, 0.1);
    sample.libraries[1].sizes = 6;
    expect(&sample,
           "a is the fastest on average over 6 sizes and takes 0.50× [0.40, 0.60] of the time of "
           "ref.",
           "a");
}

static void without_intervals_nothing_is_shown(void **state) {
    (void)state;
    struct sample sample;
    begin(&sample, NAN);
    add(&sample, "ref", 1, 0);
    add(&sample, "a", 3, NAN);
    assert_null(report_leader(&sample.table, &sample.section));
}

static void what_cannot_be_compared_is_said(void **state) {
    (void)state;
    struct sample sample;
    begin(&sample, NAN);
    expect(&sample, "No library was measured.", NULL);
    add(&sample, "ref", 1, 0);
    expect(&sample, "Only ref was measured, so there is nothing to compare it with.", NULL);
    add(&sample, "a", NAN, NAN);
    expect(&sample, "There is no right answer of two libraries to compare.", NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reference_may_lead),
        cmocka_unit_test(or_another),
        cmocka_unit_test(nobody_whose_interval_overlaps),
        cmocka_unit_test(nobody_within_the_noise),
        cmocka_unit_test(who_has_fewer_sizes_is_no_rival),
        cmocka_unit_test(the_reference_is_compared_over_the_sizes_of_the_others),
        cmocka_unit_test(without_intervals_nothing_is_shown),
        cmocka_unit_test(what_cannot_be_compared_is_said),
    };
    return cmocka_run_group_tests_name("plot/cmd_report_answer", tests, NULL, NULL);
}
