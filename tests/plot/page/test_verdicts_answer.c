/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/page/report.h"
#include "tests/test.h"

enum { MOST = 4, POINTS = 7, ROUNDS = 3 };

/* A section of summaries, of which the first is the reference, and what each round says of them. */
struct sample {
    struct summary_row libraries[MOST];
    double tails[MOST]; /* by how much the ratio of means is larger */
    struct row rows[POINTS * MOST];
    double round_ratios[POINTS * MOST * ROUNDS], round_mean_ratios[POINTS * MOST * ROUNDS];
    struct parameter_grid space;
    struct parameter_grid_axis axis;
    struct section section;
    struct table table;
};

static void begin(struct sample *sample, double floor) {
    static char size[] = "size";
    *sample = (struct sample){.axis = {.name = size, .varies = 1}};
    sample->space = (struct parameter_grid){
        .points = POINTS, .axes = &sample->axis, .axis_count = 1, .has_size = 1};
    sample->section = (struct section){.action = "axpy",
                                       .run = "run_000001",
                                       .space = &sample->space,
                                       .confidence = 0.95,
                                       .rounds_wanted = ROUNDS,
                                       .round_ratios = sample->round_ratios,
                                       .round_mean_ratios = sample->round_mean_ratios};
    sample->table = (struct table){.rows = sample->rows,
                                   .summaries = sample->libraries,
                                   .sections = &sample->section,
                                   .section_count = 1};
    for (size_t i = 0; i < MOST; i++)
        sample->libraries[i].noise = (struct noise){INTERVAL_UNKNOWN, floor, NAN};
}

static void add(struct sample *sample, const char *name, double ratio, double half) {
    size_t i = sample->section.summary_count++;
    struct summary_row *row = &sample->libraries[i];
    row->library = name;
    row->reference = "ref";
    row->sizes = POINTS;
    row->ratio = interval_within(ratio, half);
    row->is_reference = i == 0;
    row->means = (struct partial_mean){POINTS, row->ratio};
    sample->table.summary_count = i + 1;
    sample->section.row_count = POINTS * (i + 1);
}

/* The mean ratio of the last library, which is that much larger. */
static void add_tail(struct sample *sample, double factor) {
    size_t i = sample->section.summary_count - 1;
    struct partial_mean *means = &sample->libraries[i].means;
    sample->tails[i] = log(factor);
    means->ratio.estimate *= factor;
    means->ratio.low *= factor;
    means->ratio.high *= factor;
}

/* Rounds that have this ratio with about that interval, qt(0.975, 2) / sqrt(3) being 2.484; and no
 * two libraries scatter alike. */
static void fill_rounds(struct sample *sample) {
    static const double scatter[MOST][ROUNDS] = {{0, 0, 0}, {-1, 0, 1}, {0, 1, -1}, {1, -1, 0}};
    size_t libraries = sample->section.summary_count;
    for (size_t i = 0; i < POINTS * libraries; i++)
        for (size_t r = 0; r < ROUNDS; r++) {
            size_t l = i % libraries;
            const struct summary_row *row = &sample->libraries[l];
            double spread = (interval_half(row->ratio)) / row->ratio.estimate / 2.484;
            double log_ratio = log(row->ratio.estimate) + spread * scatter[l][r];
            log_ratio = isnan(spread) && r == 0 ? log(row->ratio.estimate) : log_ratio;
            sample->round_ratios[i * ROUNDS + r] = log_ratio;
            sample->round_mean_ratios[i * ROUNDS + r] = log_ratio + sample->tails[l];
        }
}

static void expect_leader(struct sample *sample, const char *leader) {
    fill_rounds(sample);
    const char *found = report_leader(&sample->table, &sample->section);
    assert_int_equal(found != NULL, leader != NULL);
    if (leader)
        assert_string_equal(found, leader);
}

static void expect(struct sample *sample, const char *answer, const char *leader) {
    struct document document = {0};
    fill_rounds(sample);
    report_add_answer(&document, DOCUMENT_ANSWER, &sample->table, &sample->section);
    assert_int_equal(document.count, 1);
    assert_string_equal(document.blocks[0].text, answer);
    expect_leader(sample, leader);
    document_release(&document);
}

TEST(the_reference_may_lead) {
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

TEST(or_another) {
    struct sample sample;
    begin(&sample, NAN);
    add(&sample, "ref", 1, 0);
    add(&sample, "a", 0.5, 0.1);
    expect(&sample,
           "a is the fastest on average over 7 sizes and takes 0.50× [0.40, 0.60] of the time of "
           "ref.",
           "a");
}

TEST(nobody_beside_whom_another_is_not_shown_to_be_slower) {
    struct sample sample;
    begin(&sample, NAN);
    add(&sample, "ref", 1, 0);
    add(&sample, "a", 0.5, 0.1);
    add(&sample, "b", 0.65, 0.1);
    expect(&sample,
           "No library is shown to be the fastest on average: no difference is shown between a at "
           "0.50× [0.40, 0.60] and b at 0.65× [0.55, 0.75].",
           NULL);
    begin(&sample, NAN);
    add(&sample, "ref", 1, 0);
    add(&sample, "a", 0.95, 0.1);
    expect(&sample,
           "No library is shown to be the fastest on average: no difference is shown between a at "
           "0.95× [0.85, 1.05] and ref.",
           NULL);
}

/* Which a table does by a sign. */
TEST(no_difference_is_said_in_words) {
    struct sample sample;
    begin(&sample, 1.3);
    add(&sample, "ref", 1, 0);
    add(&sample, "a", 0.95, 0.1);
    sample.libraries[1].noise = (struct noise){{1, 0.9, 1.1}, 1.3, NAN};
    expect(&sample,
           "No library is shown to be the fastest on average: no difference is shown between a at "
           "0.95× [0.85, 1.05] and ref.",
           NULL);
}

TEST(nobody_within_the_noise) {
    struct sample sample;
    for (int is_quiet = 0; is_quiet < 2; is_quiet++) {
        begin(&sample, is_quiet ? 1.1 : 1.3);
        add(&sample, "ref", 1, 0);
        add(&sample, "a", 0.5, 0.02);
        add(&sample, "b", 0.7, 0.02); /* 1.4 times as slow, by 1.26 at least */
        expect_leader(&sample, is_quiet ? "a" : NULL);
    }
}

/* Such as one that was wrong at the others. */
TEST(who_has_fewer_sizes_is_no_rival) {
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
           "No library is shown to be the fastest on average: no difference is shown between b at "
           "0.95× [0.85, 1.05] and ref.",
           NULL);
}

/* Though that has more sizes than any other. */
TEST(the_reference_is_compared_over_the_sizes_of_the_others) {
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

TEST(one_size_is_no_average) {
    struct sample sample;
    begin(&sample, NAN);
    add(&sample, "ref", 1, 0);
    add(&sample, "a", 0.5, 0.1);
    sample.libraries[1].sizes = 1;
    expect(&sample, "a is the fastest and takes 0.50× [0.40, 0.60] of the time of ref.", "a");
    begin(&sample, NAN);
    add(&sample, "ref", 1, 0);
    add(&sample, "a", 0.95, 0.1);
    add(&sample, "b", 0.98, 0.1);
    sample.libraries[1].sizes = sample.libraries[2].sizes = 1;
    expect(&sample,
           "No library is shown to be the fastest: no difference is shown among a at 0.95× [0.85, "
           "1.05], b at 0.98× [0.88, 1.08] and ref.",
           NULL);
}

TEST(without_intervals_nothing_is_shown) {
    struct sample sample;
    begin(&sample, NAN);
    add(&sample, "ref", 1, 0);
    add(&sample, "a", 3, NAN);
    expect(&sample,
           "No library is shown to be the fastest on average, as these averages have no "
           "intervals: ref comes first, then a at 3.00× of the time of ref.",
           NULL);
    add(&sample, "b", 0.5, NAN);
    sample.section.rounds = 1;
    expect(&sample,
           "No library is shown to be the fastest on average, as averages over a single round have "
           "no intervals: b comes first at 0.500×, then ref and a at 3.00× of the time of ref.",
           NULL);
}

/* b takes 2 % longer than a in each round, which scatter by far more together: intervals side by
 * side would show nothing. */
TEST(pairs_tell_apart_what_has_its_scatter_in_common) {
    struct sample sample;
    begin(&sample, NAN);
    add(&sample, "ref", 1, 0);
    add(&sample, "a", 0.5, 0.05);
    add(&sample, "b", 0.51, 0.05);
    fill_rounds(&sample);
    for (size_t i = 2; i < POINTS * 3; i += 3)
        for (size_t r = 0; r < ROUNDS; r++)
            sample.round_ratios[i * ROUNDS + r] =
                sample.round_ratios[(i - 1) * ROUNDS + r] + log(1.02) + 1e-5 * (double)r;
    assert_string_equal(report_leader(&sample.table, &sample.section), "a");
}

TEST(who_is_slower_by_means_does_not_lead) {
    struct sample sample;
    begin(&sample, NAN);
    add(&sample, "ref", 1, 0);
    add(&sample, "a", 0.9, 0.01);
    add_tail(&sample, 1.25);
    expect(&sample,
           "Means and typical times disagree on which library is the fastest on average: a "
           "typically, ref by means, in which slow calls count in full.",
           NULL);
    begin(&sample, NAN);
    add(&sample, "ref", 1, 0);
    add(&sample, "a", 0.5, 0.01);
    add_tail(&sample, 1.25);
    expect_leader(&sample, "a");
    add(&sample, "b", 0.55, 0.01);
    expect_leader(&sample, NULL);
}

TEST(what_cannot_be_compared_is_said) {
    struct sample sample;
    begin(&sample, NAN);
    expect(&sample, "No library was measured.", NULL);
    add(&sample, "ref", 1, 0);
    expect(&sample, "Only ref was measured, so there is nothing to compare it with.", NULL);
    add(&sample, "a", NAN, NAN);
    expect(&sample, "Fewer than two libraries gave a right answer.", NULL);
}
