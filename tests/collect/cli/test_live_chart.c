/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "collect/cli/live_chart.h"
#include "collect/harness/clock.h"
#include "tests/collect/clocks.h"
#include "tests/test.h"

static char told[1000];

static void note(struct observer *observer, enum note_kind kind, const char *line) {
    (void)observer;
    assert_int_equal(kind, NOTE_SKIPPED);
    strncat(told, line, sizeof told - strlen(told) - 1);
    strncat(told, "\n", sizeof told - strlen(told) - 1);
}

static struct console console;

/* A chart of a program that has run for ELAPSED seconds, SPENT of them for charts, the last of
 * which took LAST. */
static struct live_chart chart_after(double elapsed, double spent, double last) {
    console = (struct console){.observer = {.note = note}, .is_terminal = 1};
    return (struct live_chart){.program = "bench-plot",
                               .console = &console,
                               .begin = wall_clock_now() - elapsed,
                               .spent = spent,
                               .last = last};
}

EACH_TEST(stop_clocks, let_clocks_go);

TEST(charts_take_at_most_a_twentieth_of_the_time) {
    static const struct {
        double elapsed, spent, last;
        int is_due;
    } cases[] = {
        {1, 0, 0.1, 0},     {3, 0, 0.1, 1},     {100, 4.8, 0.1, 1},
        {100, 4.8, 0.3, 0}, {100, 5.1, 0.1, 0}, {10, 0, 0.6, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct live_chart chart = chart_after(cases[i].elapsed, cases[i].spent, cases[i].last);
        assert_int_equal(live_chart_is_due(&chart), cases[i].is_due);
    }
}

/* However long rounds and charts take. */
TEST(so_it_is_over_a_whole_run) {
    static const double rounds[] = {0.01, 0.3, 2, 30}, costs[] = {0.03, 0.2, 1};
    for (size_t r = 0; r < 4; r++)
        for (size_t c = 0; c < 3; c++) {
            double elapsed = 0;
            struct live_chart chart = chart_after(0, 0, 0.1);
            for (int round = 0; round < 1000; round++) {
                elapsed += rounds[r];
                chart.begin = wall_clock_now() - elapsed;
                if (!live_chart_is_due(&chart))
                    continue;
                chart.last = costs[c];
                chart.spent += costs[c];
                elapsed += costs[c];
            }
            assert_true(chart.spent <= LIVE_CHART_SHARE * elapsed + costs[c]);
            assert_true(chart.spent > 0 || elapsed < 2);
        }
}

TEST(nobody_draws_for_whom_there_is_no_terminal) {
    struct live_chart chart = chart_after(100, 0, 0.1);
    console.is_terminal = 0;
    assert_false(live_chart_is_due(&chart));
    chart.file = "live.png";
    assert_true(live_chart_is_due(&chart));
    chart = chart_after(100, 0, 0.1);
    console.quiet = 1;
    assert_false(live_chart_is_due(&chart));
}

/* Beside this test there is none. */
TEST(without_bench_plot_there_is_one_warning_and_no_chart) {
    struct err err;
    struct live_chart chart = chart_after(0, 0, 0);
    *told = '\0';
    assert_int_equal(live_chart_begin(&chart, "live.png", "r.h5", &console, &err), 0);
    assert_non_null(strstr(told, "bench-plot is not installed beside bench-collect"));
    *told = '\0';
    chart.begin -= 100;
    assert_false(live_chart_is_due(&chart));
    live_chart_end(&chart, &(struct run){0});
    assert_string_equal(told, "");
}
