/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/model/statistic.h"
#include "tests/analyze/close.h"

static void names_are_read_and_written(void **state) {
    static const struct {
        const char *text, *name, *plural, *heading;
        struct statistic statistic;
    } cases[] = {{"typical", "typical", "typical", "ratio", {STATISTIC_TYPICAL, 0}},
                 {"mean", "mean", "means", "ratio of means", {STATISTIC_MEAN, 0}},
                 {"median", "median", "medians", "ratio of medians", {STATISTIC_QUANTILE, 0.5}},
                 {"p50", "median", "medians", "ratio of medians", {STATISTIC_QUANTILE, 0.5}},
                 {"p99", "p99", "p99", "ratio of p99", {STATISTIC_QUANTILE, 0.99}},
                 {"p99.9", "p99.9", "p99.9", "ratio of p99.9", {STATISTIC_QUANTILE, 0.999}},
                 {"p97.5", "p97.5", "p97.5", "ratio of p97.5", {STATISTIC_QUANTILE, 0.975}}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct statistic statistic = {STATISTIC_MEAN, 7};
        struct err err = {""};
        char text[STATISTIC_HEADING];
        assert_int_equal(statistic_parse(cases[i].text, &statistic, &err), 0);
        assert_int_equal(statistic.kind, cases[i].statistic.kind);
        assert_close(statistic.probability, cases[i].statistic.probability, 1e-12);
        statistic_name(statistic, text);
        assert_string_equal(text, cases[i].name);
        statistic_plural(statistic, text);
        assert_string_equal(text, cases[i].plural);
        statistic_heading(statistic, "ratio", text);
        assert_string_equal(text, cases[i].heading);
    }
}

static void others_are_refused(void **state) {
    static const char *const texts[] = {"",       "p",    "p100", "p49.9", "p-1",       "p1e2",
                                        "p9.9.9", "Mean", "99",   "p99 ",  "p99.999999"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct statistic statistic = {STATISTIC_TYPICAL, 0};
        struct err err = {""};
        assert_int_equal(statistic_parse(texts[i], &statistic, &err), ERR_USAGE);
        assert_non_null(strstr(err.message, "--statistic"));
        assert_int_equal(statistic.kind, STATISTIC_TYPICAL);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read_and_written),
        cmocka_unit_test(others_are_refused),
    };
    return cmocka_run_group_tests_name("statistic", tests, NULL, NULL);
}
