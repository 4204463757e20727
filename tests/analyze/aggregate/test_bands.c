/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analyze/aggregate/bands.h"
#include "analyze/inference/simultaneous.h"
#include "tests/analyze/folded.h"
#include "tests/analyze/made_up.h"
#include "tests/test.h"

enum { SIZES = 12, LIBRARIES = 2 };

static struct table table_of_noise(int are_simultaneous) {
    const struct made_up like = MADE_UP_HONEST;
    unsigned short seed[3] = {1, 2, 3};
    return folded(made_up_run(&like, seed),
                  &(struct table_options){.are_simultaneous = are_simultaneous});
}

static double half(double low, double high) {
    return (high - low) / 2;
}

/* All points of a library by the same factor, which suffices for all of them together. */
TEST(intervals_grow_by_one_factor) {
    struct table narrow = table_of_noise(0), wide = table_of_noise(1);
    double most = simultaneous_factor(0.05, 0.05 / SIZES, 4);
    for (size_t i = 0; i < narrow.row_count; i++) {
        const struct row *a = &narrow.rows[i], *b = &wide.rows[i];
        double of_mean = half(b->mean.low, b->mean.high) / half(a->mean.low, a->mean.high);
        double of_ratio = log(b->ratio.high / b->ratio.low) / log(a->ratio.high / a->ratio.low);
        const struct row *first = &narrow.rows[i % LIBRARIES];
        assert_true(of_mean > 1.3 && of_mean <= most + 1e-9);
        assert_float_equal(
            of_mean,
            half(wide.rows[i % LIBRARIES].mean.low, wide.rows[i % LIBRARIES].mean.high) /
                half(first->mean.low, first->mean.high),
            1e-6);
        assert_float_equal(a->mean.estimate, b->mean.estimate, 0);
        assert_float_equal(a->ratio.estimate, b->ratio.estimate, 0);
        if (a->is_reference)
            continue;
        assert_true(of_ratio > 1.3 && of_ratio <= most + 1e-9);
        assert_float_equal(log(b->speedup.high), -log(b->ratio.low), 1e-12);
        assert_float_equal(half(b->difference.low, b->difference.high) /
                               half(a->difference.low, a->difference.high),
                           of_ratio, 1e-6);
        assert_true(b->mean_ratio.low < a->mean_ratio.low);
    }
    assert_false(narrow.sections[0].are_simultaneous);
    assert_true(wide.sections[0].are_simultaneous);
    table_release(&narrow);
    table_release(&wide);
}

/* Rates follow from the mean; verdicts, medians and the reference's ratio of 1 stay. */
TEST(what_follows_from_them_follows) {
    struct table narrow = table_of_noise(0), wide = table_of_noise(1);
    for (size_t i = 0; i < wide.row_count; i++) {
        const struct row *a = &narrow.rows[i], *b = &wide.rows[i];
        assert_float_equal(b->throughput.low * b->mean.high, 1, 1e-12);
        assert_float_equal(b->throughput.high * b->mean.low, 1, 1e-12);
        assert_float_equal(a->median.low, b->median.low, 0);
        assert_int_equal(a->verdict, b->verdict);
        if (b->is_reference)
            assert_float_equal(b->ratio.high, 1, 0);
    }
    table_release(&narrow);
    table_release(&wide);
}

/* Nothing is known of the correlation of unpaired samples. */
TEST(unpaired_points_get_bonferroni_s_level) {
    const struct made_up like = MADE_UP_HONEST;
    for (int are_simultaneous = 0; are_simultaneous < 2; are_simultaneous++) {
        unsigned short seed[3] = {1, 2, 3};
        static double narrow;
        struct run *run = made_up_run(&like, seed);
        facts_set_text(&run->measurements[0].facts, FACT_PAIRED_BY, PAIRED_BY_NOTHING);
        struct table table =
            folded(run, &(struct table_options){.are_simultaneous = are_simultaneous});
        double width = half(table.rows[0].mean.low, table.rows[0].mean.high);
        assert_int_equal(table.sections[0].pairing, PAIRING_UNPAIRED);
        if (are_simultaneous)
            assert_float_equal(width / narrow, simultaneous_factor(0.05, 0.05 / SIZES, 4), 1e-9);
        narrow = width;
        table_release(&table);
    }
}

TEST(words_are_read) {
    int are_simultaneous = 0;
    struct err err = {""};
    assert_int_equal(bands_parse("simultaneous", &are_simultaneous, &err), 0);
    assert_true(are_simultaneous);
    assert_int_equal(bands_parse("pointwise", &are_simultaneous, &err), 0);
    assert_false(are_simultaneous);
    assert_int_equal(bands_parse("wide", &are_simultaneous, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "--bands 'wide': say simultaneous"));
    assert_true(bands_have("ratio") && bands_have("flop_rate"));
    assert_false(bands_have("median"));
}
