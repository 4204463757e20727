/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collect/cli/live_chart.h"
#include "collect/harness/clock.h"
#include "tests/collect/clocks.h"

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

static void charts_take_at_most_a_twentieth_of_the_time(void **state) {
    (void)state;
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
static void so_it_is_over_a_whole_run(void **state) {
    (void)state;
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

static void nobody_draws_for_whom_there_is_no_terminal(void **state) {
    (void)state;
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
static void without_bench_plot_there_is_one_warning_and_no_chart(void **state) {
    (void)state;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_CLOCKS_STOPPED(charts_take_at_most_a_twentieth_of_the_time),
        WITH_CLOCKS_STOPPED(so_it_is_over_a_whole_run),
        WITH_CLOCKS_STOPPED(nobody_draws_for_whom_there_is_no_terminal),
        WITH_CLOCKS_STOPPED(without_bench_plot_there_is_one_warning_and_no_chart),
    };
    return cmocka_run_group_tests_name("collect/cli/live_chart", tests, NULL, NULL);
}
