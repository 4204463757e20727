/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "formats/text/prefixed_unit.h"
#include "tests/test.h"

TEST(each_base_has_its_units) {
    static const struct {
        const char *base;
        double value;
        const char *name;
        double worth;
    } cases[] = {
        {"s", 2e-9, "ns", 1e-9},   {"s", 0, "s", 1},
        {"s", 1e-15, "ps", 1e-12}, {"s", 1e5, "s", 1},
        {"B", 0, "B", 1},          {"B", 999, "B", 1},
        {"B", 1000, "kB", 1e3},    {"B", -2.5e6, "MB", 1e6},
        {"B", 1e17, "PB", 1e15},   {"B", NAN, "B", 1},
        {"B/s", 2e9, "GB/s", 1e9}, {"1/s", 3e3, "k/s", 1e3},
        {"1/s", 0, "/s", 1},       {"1", 1e9, "", 1},
        {"1", 1e-9, "", 1},        {"FLOPS", 2e9, "GFLOPS", 1e9},
        {"ops/s", 0, "ops/s", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct prefixed_unit unit = prefixed_unit(cases[i].base, cases[i].value);
        assert_string_equal(unit.name, cases[i].name);
        assert_true(unit.worth == cases[i].worth);
    }
}

TEST(amounts_are_written_as_people_say_them) {
    static const struct {
        const char *base;
        double value;
        int digits;
        const char *text;
    } cases[] = {
        {"B", 2494464, 3, "2.49 MB"}, {"B", 0, 1, "0 B"},         {"B", 999.6, 3, "1.00 kB"},
        {"B", -4096, 2, "-4.1 kB"},   {"1", 130, 3, "130"},       {"1", 12345, 3, "12300"},
        {"1", 0.25, 2, "0.25"},       {"s", 12e-9, 3, "12.0 ns"}, {"B", NAN, 3, "-"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        assert_string_equal(
            prefixed_unit_format(text, sizeof text, cases[i].base, cases[i].value, cases[i].digits),
            cases[i].text);
    }
}
