/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "tests/plot/kinds/samples_file.h"
#include "tests/test.h"

static char path[] = "/tmp/benchmat-sequence-XXXXXX.csv";

static int write_file(void **state) {
    (void)state;
    return samples_file_write(path, 1);
}

static int remove_file(void **state) {
    (void)state;
    return unlink(path);
}

static void draw(struct chart_set *set) {
    const char *sources[] = {path};
    struct err err = {""};
    if (samples_file_draw(set, "sequence", sources, 1, &err) != 0)
        fail_msg("%s", err.message);
}

ALL_TESTS(write_file, remove_file);

/* Every sample is where it was taken, over the median; two are beyond, at the edges. */
TEST(samples_are_in_their_order) {
    enum { SEEDS = SAMPLES_FILE_COUNT / SAMPLES_FILE_ROUNDS };
    struct chart_set set;
    draw(&set);
    assert_int_equal(set.count, 2);
    for (size_t c = 0; c < set.count; c++) {
        const struct chart *chart = &set.charts[c];
        const struct series_data *series = &chart->series[0];
        assert_string_equal(series->name, c ? "slow" : "fast");
        assert_int_equal(series->count, SAMPLES_FILE_COUNT + SAMPLES_FILE_ROUNDS);
        assert_int_equal(chart->mark_count, SAMPLES_FILE_ROUNDS - 1);
        for (size_t i = 0; i < SAMPLES_FILE_COUNT; i++) {
            size_t at = i + i / SEEDS;
            double over = samples_file_seconds(i) / 1.015 / 1e-6;
            assert_float_equal(series->x[at], (double)(i + 1), 0);
            if (i != 0 && i != 50)
                assert_float_equal(series->y[at], over, 1e-12);
        }
        assert_float_equal(series->y[0], chart->y.high, 0);
        assert_float_equal(series->high[0], 3 / 1.015, 1e-12);
        assert_float_equal(series->y[50 + 50 / SEEDS], chart->y.low, 0);
        for (size_t r = 0; r < SAMPLES_FILE_ROUNDS; r++)
            assert_true(isnan(series->y[(r + 1) * SEEDS + r]));
        assert_non_null(strstr(chart->subtitle, c ? "median 1.52 µs" : "median 1.01 µs"));
        assert_non_null(strstr(chart->subtitle, "1 above, up to 2.96×; 1 below, down to 0.497×"));
    }
    chart_set_release(&set);
}

TEST(charts_of_a_point_have_the_same_axis) {
    struct chart_set set;
    draw(&set);
    assert_float_equal(set.charts[0].y.low, set.charts[1].y.low, 0);
    assert_float_equal(set.charts[0].y.high, set.charts[1].y.high, 0);
    assert_string_equal(set.heading, "axpy at size 1000 — samples in order");
    assert_string_equal(set.charts[0].title, "fast");
    chart_set_release(&set);
}

/* The medians of the rounds, of NumPy. */
TEST(each_round_has_its_level) {
    static const double levels[] = {1.000492610837439, 1, 1.000492610837439};
    struct chart_set set;
    draw(&set);
    const struct series_data *series = &set.charts[0].series[0];
    for (size_t r = 0; r < SAMPLES_FILE_ROUNDS; r++)
        assert_float_equal(series->levels[r * 41 + 7], levels[r], 1e-12);
    chart_set_release(&set);
}

/* Draws 9,000 samples, of which the slowest is the 4,322nd and the fastest the 1,235th, in rounds
 * of SEEDS; returns how many places they take. */
static size_t draw_many(struct chart_set *set, int seeds) {
    char many[] = "/tmp/benchmat-sequence-XXXXXX.csv";
    FILE *file = fdopen(mkstemps(many, 4), "w");
    const char *sources[] = {many};
    struct err err = {""};
    assert_non_null(file);
    fputs("action,library,size,round,seed,seconds\n", file);
    for (int i = 0; i < 9000; i++)
        fprintf(file, "axpy,a,10,%d,%d,%.17g\n", i / seeds, i % seeds,
                1e-6 * (1 + 0.001 * (i * 7 % 31) +
                        (i == 4321   ? 0.04
                         : i == 1234 ? -0.04
                                     : 0)));
    assert_int_equal(fclose(file), 0);
    if (samples_file_draw(set, "sequence", sources, 1, &err) != 0)
        fail_msg("%s", err.message);
    assert_int_equal(unlink(many), 0);
    const struct series_data *series = &set->charts[0].series[0];
    size_t found = 0;
    for (size_t i = 0; i < series->count; i++) {
        found += series->x[i] == 4322 || series->x[i] == 1235;
        assert_true(i == 0 || series->x[i] > series->x[i - 1]);
    }
    assert_int_equal(found, 2);
    return series->count;
}

/* Of each five, three are shown; of rounds of two, three rounds are taken together. */
TEST(of_many_samples_the_extremes_are_shown) {
    struct chart_set set;
    assert_true(draw_many(&set, 9000) <= 3 * 9000 / 5 + 1);
    assert_non_null(
        strstr(set.charts[0].subtitle,
               "; a level for each round; of each 5 samples the first, lowest and highest"));
    chart_set_release(&set);
    assert_true(draw_many(&set, 2) <= 4 * 9000 / 6);
    assert_non_null(
        strstr(set.charts[0].subtitle,
               "; a level for every 3 rounds; of each 6 samples the first, lowest and highest"));
    chart_set_release(&set);
    draw_many(&set, 1);
    assert_non_null(
        strstr(set.charts[0].subtitle, "a level for every 5 rounds; of each 5 samples"));
    chart_set_release(&set);
}
