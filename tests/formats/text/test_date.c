/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "formats/text/date.h"
#include "tests/test.h"

/* Expected values by `date -u -d TEXT +%s`. */
TEST(offsets_are_taken_into_account) {
    assert_true(date_read("2025-06-01T12:03:44+02:00") == 1748772224);
    assert_true(date_read("2025-06-01T12:03:44+0200") == 1748772224);
    assert_true(date_read("2025-06-01 10:03:44Z") == 1748772224);
    assert_true(date_read("2025-06-01T05:33:44-04:30") == 1748772224);
    assert_true(date_read("1970-01-01T00:00:00Z") == 0);
    assert_true(date_read("2024-02-29T23:59:59.5Z") == 1709251199.5);
}

TEST(without_an_offset_it_is_local_time) {
    setenv("TZ", "Europe/Berlin", 1);
    tzset();
    struct tm midnight = {.tm_year = 125, .tm_mon = 5, .tm_mday = 1, .tm_isdst = -1};
    assert_true(date_read("2025-06-01") == (double)mktime(&midnight));
    assert_true(date_read("2025-06-01T12:03") == (double)mktime(&midnight) + 12 * 3600 + 3 * 60);
    unsetenv("TZ");
    tzset();
}

TEST(what_is_no_date_is_undefined) {
    static const char *const texts[] = {"",
                                        "yesterday",
                                        "2025",
                                        "2025-06",
                                        "2025-13-01",
                                        "2025-06-00",
                                        "2025-06-32",
                                        "2025-06-31",
                                        "2025-02-29",
                                        "1900-02-29",
                                        "2100-02-29",
                                        "1969-12-31",
                                        "2025-06-01T",
                                        "2025-06-01T25:00",
                                        "2025-06-01x",
                                        "2025-06-01T12:60",
                                        "2025-06-01T12:00:x",
                                        "2025-06-01T12:00+x",
                                        "2025-06-01T12:00+99:00"};
    assert_true(isnan(date_read(NULL)));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!isnan(date_read(texts[i])))
            fail_msg("'%s' was taken for a date", texts[i]);
}

TEST(a_span_is_counted_back_from_now) {
    double seconds;
    assert_int_equal(date_parse("36h", 1e9, &seconds, NULL), 0);
    assert_true(seconds == 1e9 - 36 * 3600.0);
    assert_int_equal(date_parse("7d", 1e9, &seconds, NULL), 0);
    assert_true(seconds == 1e9 - 7 * 86400.0);
    assert_int_equal(date_parse("0.5w", 1e9, &seconds, NULL), 0);
    assert_true(seconds == 1e9 - 302400);
    assert_int_equal(date_parse("2025-06-01T12:03:44+02:00", 1e9, &seconds, NULL), 0);
    assert_true(seconds == 1748772224);
}

TEST(other_words_are_refused_with_what_would_do) {
    static const char *const texts[] = {"", "d", "-1d", "nand", "infd", "7 days", "7x"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct err err = {""};
        double seconds;
        if (date_parse(texts[i], 1e9, &seconds, &err) != ERR_USAGE)
            fail_msg("'%s' was taken", texts[i]);
        assert_non_null(strstr(err.message, "2026-11-20"));
    }
}

/* Wednesday 2026-11-25 18:30 in Berlin, in the winter time that began on October 25. */
#define WEDNESDAY 1795627800.0

TEST(stretches_of_time_are_named_as_people_do) {
    static const struct {
        const char *text, *from, *until;
    } cases[] = {
        {"today", "2026-11-25", "2026-11-26"},
        {"Yesterday", "2026-11-24", "2026-11-25"},
        {"this week", "2026-11-23", "2026-11-30"},
        {"last week", "2026-11-16", "2026-11-23"},
        {"last-week", "2026-11-16", "2026-11-23"},
        {"this_month", "2026-11-01", "2026-12-01"},
        {"last month", "2026-10-01", "2026-11-01"},
        {"2026-10-25", "2026-10-25", "2026-10-26"},
        {"2026-12", "2026-12-01", "2027-01-01"},
        {"2026-11-20T12:03", "2026-11-20T12:03", "2026-11-20T12:04"},
        {"2026-11-20 12:03:59", "2026-11-20T12:03:59", "2026-11-20T12:04"},
        {"2026-11-20T12:03+05:00", "2026-11-20T08:03", "2026-11-20T08:04"},
        {"2026-11-20T12:03:04Z", "2026-11-20T13:03:04", "2026-11-20T13:03:05"},
    };
    setenv("TZ", "Europe/Berlin", 1);
    tzset();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct date_period period;
        if (!date_period_read(cases[i].text, WEDNESDAY, &period))
            fail_msg("'%s' is no period", cases[i].text);
        if (period.from != date_read(cases[i].from) || period.until != date_read(cases[i].until))
            fail_msg("'%s' is from %.0f until %.0f", cases[i].text, period.from, period.until);
    }
    struct date_period autumn;
    assert_true(date_period_read("2026-10-25", WEDNESDAY, &autumn));
    assert_true(autumn.until - autumn.from == 25 * 3600.0);
}

TEST(a_week_begins_on_monday_and_includes_sunday) {
    struct date_period period;
    setenv("TZ", "UTC", 1);
    tzset();
    assert_true(date_period_read("this week", date_read("2026-11-29T23:59Z"), &period));
    assert_true(period.from == date_read("2026-11-23") && period.until == date_read("2026-11-30"));
    assert_true(date_period_read("this week", date_read("2026-11-30T00:00Z"), &period));
    assert_true(period.from == date_read("2026-11-30"));
}

TEST(the_last_days_end_with_the_latest_run) {
    struct date_period period;
    assert_true(date_period_read("7d", 1e9, &period));
    assert_true(period.from == 1e9 - 7 * 86400.0 && isinf(period.until));
}

TEST(other_words_are_no_periods) {
    static const char *const texts[] = {
        "",     "2026",   "2026-13",  "2026-1",        "last",         "lastweek", "last year", "7",
        "3..7", "latest", "2026-11-", "2026-11-25.h5", "yesterday.h5", "0xd",      "nand"};
    struct date_period period;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (date_period_read(texts[i], 1e9, &period))
            fail_msg("'%s' was taken for a period", texts[i]);
}
