/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv/csv_number.h"
#include "tests/test.h"

#include <string.h>

TEST(numbers_are_read_as_people_write_them) {
    static const struct {
        const char *text;
        char mark;
        double value;
        enum unit_kind kind;
    } known[] = {
        {"1.5", '.', 1.5, UNIT_NONE},
        {"1,234.5", '.', 1234.5, UNIT_NONE},
        {"1,234,567", '.', 1234567, UNIT_NONE},
        {"1,5", ',', 1.5, UNIT_NONE},
        {"1.234,5", ',', 1234.5, UNIT_NONE},
        {"1.000", ',', 1000, UNIT_NONE},
        {"1.5", ',', 1.5, UNIT_NONE},
        {"0.125", ',', 0.125, UNIT_NONE},
        {"-0,125", ',', -0.125, UNIT_NONE},
        {"1,5e-3", ',', 1.5e-3, UNIT_NONE},
        {" 12 ms", '.', 12, UNIT_TIME},
        {"30us", '.', 30, UNIT_TIME},
        {"4.5 GB/s ", '.', 4.5, UNIT_BYTE_RATE},
        {"10K", '.', 1e4, UNIT_NONE},
        {"2Ki", '.', 2048, UNIT_NONE},
        {"-3", ',', -3, UNIT_NONE},
        {"64 KiB", '.', 64, UNIT_BYTES},
    };
    static const struct {
        const char *text;
        char mark;
    } others[] = {{"1,5", '.'},   {"0,125", '.'}, {"1,2345", '.'},     {"12,34,567", '.'},
                  {"", '.'},      {"ms", '.'},    {"1.5 apples", '.'}, {"-", '.'},
                  {"1.2.3", ','}, {"e5", ','},    {"0x10", ','}};
    struct measured_unit unit;
    double value;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_true(
            csv_number_read(known[i].text, strlen(known[i].text), known[i].mark, &value, &unit));
        assert_true(value == known[i].value);
        assert_int_equal(unit.kind, known[i].kind);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(
            csv_number_read(others[i].text, strlen(others[i].text), others[i].mark, &value, &unit));
}
