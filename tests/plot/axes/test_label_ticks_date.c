/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/text/date.h"
#include "plot/axes/label.h"
#include "tests/test.h"

/* The labels between two dates, with a bar behind each. */
static const char *labels(double from, double to, int most) {
    static char text[512];
    struct ticks ticks;
    char label[LABEL_BYTES];
    ticks_date(&ticks, from, to, most);
    text[0] = 0;
    for (size_t i = 0; i < ticks.count; i++) {
        label_date(label, &ticks.items[i]);
        strcat(strcat(text, label), "|");
    }
    return text;
}

TEST(each_span_has_the_division_people_use) {
    static const struct {
        const char *from, *to, *labels;
    } cases[] = {
        {"2019-03-01T00:00Z", "2026-11-22T00:00Z", "2020|2022|2024|2026|"},
        {"2025-11-20T00:00Z", "2026-11-22T00:00Z", "2026-01|2026-04|2026-07|2026-10|"},
        {"2026-01-15T00:00Z", "2026-05-15T00:00Z", "2026-02|2026-03|2026-04|2026-05|"},
        {"2026-11-01T00:00Z", "2026-11-29T00:00Z", "Nov 2|Nov 9|Nov 16|Nov 23|"},
        {"2026-12-30T12:00Z", "2027-01-03T00:00Z", "Dec 31|Jan 1|Jan 2|Jan 3|"},
        {"2026-11-21T20:00Z", "2026-11-22T13:00Z", "Nov 22|06:00|12:00|"},
        {"2026-11-22T14:05Z", "2026-11-22T15:10Z", "14:15|14:30|14:45|15:00|"},
        {"2026-11-22T14:30:05Z", "2026-11-22T14:31:05Z", "14:30:15|14:30:30|14:30:45|14:31:00|"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(labels(date_read(cases[i].from), date_read(cases[i].to), 5),
                            cases[i].labels);
}

TEST(no_span_has_more_ticks_than_wanted) {
    for (double span = 1; span < 5e10; span *= 1.7)
        for (int most = 2; most <= 9; most++) {
            struct ticks ticks;
            ticks_date(&ticks, 1.7e9, 1.7e9 + span, most);
            assert_true(ticks.count <= (size_t)most);
            for (size_t i = 0; i < ticks.count; i++)
                assert_true(ticks.items[i].value >= 1.7e9 && ticks.items[i].value <= 1.7e9 + span);
        }
}

TEST(months_begin_on_their_first_day_in_leap_years_too) {
    struct ticks ticks;
    ticks_date(&ticks, date_read("2024-02-20T00:00Z"), date_read("2024-05-02T00:00Z"), 4);
    assert_int_equal(ticks.count, 3);
    assert_float_equal(ticks.items[0].value, date_read("2024-03-01T00:00:00Z"), 0);
    assert_float_equal(ticks.items[2].value, date_read("2024-05-01T00:00:00Z"), 0);
}

TEST(before_1970_and_far_away_is_drawn_as_well) {
    assert_string_equal(labels(-618105600, -18489600, 5), "1955|1960|1965|");
    struct ticks ticks;
    char label[LABEL_BYTES];
    ticks_date(&ticks, -1e300, 1e300, 5);
    assert_true(ticks.count >= 2);
    label_date(label, &ticks.items[0]);
    assert_true(strlen(label) > 0);
}
