/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "formats/text/date.h"

/* Expected values by `date -u -d TEXT +%s`. */
static void offsets_are_taken_into_account(void **state) {
    (void)state;
    assert_true(date_read("2025-06-01T12:03:44+02:00") == 1748772224);
    assert_true(date_read("2025-06-01T12:03:44+0200") == 1748772224);
    assert_true(date_read("2025-06-01 10:03:44Z") == 1748772224);
    assert_true(date_read("2025-06-01T05:33:44-04:30") == 1748772224);
    assert_true(date_read("1970-01-01T00:00:00Z") == 0);
    assert_true(date_read("2024-02-29T23:59:59.5Z") == 1709251199.5);
}

static void without_an_offset_it_is_local_time(void **state) {
    (void)state;
    setenv("TZ", "Europe/Berlin", 1);
    tzset();
    struct tm midnight = {.tm_year = 125, .tm_mon = 5, .tm_mday = 1, .tm_isdst = -1};
    assert_true(date_read("2025-06-01") == (double)mktime(&midnight));
    assert_true(date_read("2025-06-01T12:03") == (double)mktime(&midnight) + 12 * 3600 + 3 * 60);
    unsetenv("TZ");
    tzset();
}

static void what_is_no_date_is_undefined(void **state) {
    (void)state;
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

static void a_span_is_counted_back_from_now(void **state) {
    (void)state;
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

static void other_words_are_refused_with_what_would_do(void **state) {
    (void)state;
    static const char *const texts[] = {"", "d", "-1d", "nand", "infd", "7 days", "7x"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct err err = {""};
        double seconds;
        if (date_parse(texts[i], 1e9, &seconds, &err) != ERR_USAGE)
            fail_msg("'%s' was taken", texts[i]);
        assert_non_null(strstr(err.message, "2026-11-20"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offsets_are_taken_into_account),
        cmocka_unit_test(without_an_offset_it_is_local_time),
        cmocka_unit_test(what_is_no_date_is_undefined),
        cmocka_unit_test(a_span_is_counted_back_from_now),
        cmocka_unit_test(other_words_are_refused_with_what_would_do),
    };
    return cmocka_run_group_tests_name("formats/text/date", tests, NULL, NULL);
}
