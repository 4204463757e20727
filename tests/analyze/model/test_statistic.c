/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analyze/model/statistic.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

TEST(names_are_read_and_written) {
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

TEST(others_are_refused) {
    static const char *const texts[] = {"",       "p",    "p100", "p49.9", "p-1",       "p1e2",
                                        "p9.9.9", "Mean", "99",   "p99 ",  "p99.999999"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct statistic statistic = {STATISTIC_TYPICAL, 0};
        struct err err = {""};
        assert_int_equal(statistic_parse(texts[i], &statistic, &err), ERR_USAGE);
        assert_non_null(strstr(err.message, "--statistic"));
        assert_int_equal(statistic.kind, STATISTIC_TYPICAL);
    }
}
