/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv_text/csv_number.h"
#include "tests/test.h"

#include <math.h>
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
        {"1_000_000", '.', 1e6, UNIT_NONE},
        {"1'000.5", '.', 1000.5, UNIT_NONE},
        {"1 000", '.', 1000, UNIT_NONE},
        {"12\302\240345 ms", '.', 12345, UNIT_TIME},
        {"1\342\200\257000,5", ',', 1000.5, UNIT_NONE},
        {"2^10", '.', 1024, UNIT_NONE},
        {"2**20", '.', 1048576, UNIT_NONE},
        {"10^6 keys/s", '.', 1e6, UNIT_RATE},
        {"1e6", '.', 1e6, UNIT_NONE},
        {"10x10", '.', 10, UNIT_NONE},
        {"10\303\22710", '.', 10, UNIT_NONE},
        {"512x512x512", '.', 512, UNIT_NONE},
        {"1K", '.', 1000, UNIT_NONE},
        {"1Mi", '.', 1048576, UNIT_NONE},
        {"12,345 \302\2611.2%", '.', 12345, UNIT_NONE},
        {"40.00 \302\261 0.40", '.', 40, UNIT_NONE},
        {"5.0 (\302\2610.2)", '.', 5, UNIT_NONE},
        {"5.0 ms (\302\2610.2)", '.', 5, UNIT_TIME},
        {"5.0+/-0.2 ms", '.', 5, UNIT_TIME},
        {"5.0 ms \302\261 200 us", '.', 5, UNIT_TIME},
        {"1.23e-4s", '.', 1.23e-4, UNIT_TIME},
        {"5 ms (3.2x)", '.', 5, UNIT_TIME},
        {"5 (95 %)", '.', 5, UNIT_NONE},
        {"5 sec.", '.', 5, UNIT_TIME},
        {"5.0 (1.6)", '.', 5, UNIT_NONE},
        {"5,0 ms (1,6)", ',', 5, UNIT_TIME},
        {"**8.00**", '.', 8, UNIT_NONE},
        {"8.00**", '.', 8, UNIT_NONE},
        {"8.00 ms*", '.', 8, UNIT_TIME},
        {"8.00\342\200\240", '.', 8, UNIT_NONE},
        {"8.00[1]", '.', 8, UNIT_NONE},
        {"8.00 [^a]", '.', 8, UNIT_NONE},
        {"\360\237\217\206 8.00", '.', 8, UNIT_NONE},
        {"__8.00__", '.', 8, UNIT_NONE},
        {"~5 ms", '.', 5, UNIT_TIME},
        {"128 (2\342\201\267)", '.', 128, UNIT_NONE},
        {"1,024 (1K)", '.', 1024, UNIT_NONE},
        {"10\342\201\266", '.', 1e6, UNIT_NONE},
        {"2\302\262\342\201\260", '.', 1048576, UNIT_NONE},
        {"1 << 16", '.', 65536, UNIT_NONE},
        {"161 (27.8 GFLOPS)", '.', 161, UNIT_NONE},
        {"5 ns/iter (+/- 0.2) = 17 MB/s", '.', 5, UNIT_TIME},
        {"5 ms = 200/s", '.', 5, UNIT_TIME},
    };
    static const struct {
        const char *text;
        char mark;
    } others[] = {{"1,5", '.'},
                  {"0,125", '.'},
                  {"1,2345", '.'},
                  {"12,34,567", '.'},
                  {"", '.'},
                  {"ms", '.'},
                  {"1.5 apples", '.'},
                  {"*", '.'},
                  {"[1]", '.'},
                  {"10\302\262", '.'}, /* a footnote, or 100 */
                  {"-", '.'},
                  {"1.2.3", ','},
                  {"e5", ','},
                  {"0x10", ','},
                  {"<0.1 ms", '.'},
                  {"5 = fast", '.'},
                  {"1_00", '.'},
                  {"1 2", '.'},
                  {"10x20", '.'},
                  {"5 ms \302\261 1 B", '.'},
                  {"5 (fast)", '.'},
                  {"2^", '.'},
                  {"1__000", '.'},
                  {"1 <<", '.'},
                  {"3\342\201\266", '.'}};
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

TEST(what_stands_behind_a_number_is_its_spread) {
    static const struct {
        const char *text;
        double error;
    } known[] = {
        {"5.0 \302\261 0.2", 0.2},    {"5.0+/-0.2 ms", 0.2},
        {"5.0 (\302\2610.2)", 0.2},   {"50 ms \302\261 2%", 1},
        {"12,500 \302\2611.2%", 150}, {"5 ms \302\261 500 us", 0.5},
        {"5 \302\261 0.5 (3x)", 0.5}, {"5 ns/iter (+/- 0.5) = 17 MB/s", 0.5},
    };
    static const char *const none[] = {"5 ms", "5 (3.2x)", "5 \302\261", "1.8x", "a"};
    double error;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_true(csv_number_error(known[i].text, strlen(known[i].text), '.', &error));
        assert_true(fabs(error - known[i].error) < 1e-12);
        assert_false(csv_number_is_ratio(known[i].text, strlen(known[i].text)));
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(csv_number_error(none[i], strlen(none[i]), '.', &error));
    assert_true(csv_number_is_ratio("1.8x", 4) && csv_number_is_ratio("95 % \302\261 1 %", 11));
}

TEST(durations_are_read_in_parts) {
    static const struct {
        const char *text;
        double seconds;
    } known[] = {
        {"1:40.5", 100.5}, {"2:01:40", 7300},
        {"00:01:02", 62},  {"0m1.25s", 1.25},
        {"2m:00s", 120},   {"1h:02m:03s", 3723},
        {"1h 2m", 3720},   {"2m30s", 150},
        {"1m2.5s", 62.5},  {"2 min 30 sec", 150},
        {"1d 1h", 90000},  {"1s 500ms", 1.5},
        {"1:02,5", 62.5},  {"1 hour, 2 minutes", 3720},
        {" 1:30 ", 90},    {"7min 12", 432},
        {"5m11,5", 311.5}, {"1h 05", 3900},
        {"~4m 25s", 265},
    };
    static const char *const none[] = {
        "5",      "5s",     "1m 2m", "2s 1m", "1:",    ":30",   "1:2:3:4", "1m 2",
        "a 1:30", "1h -2m", "",      "m s",   "1m 72", "1s 12", "1m 123"};
    double seconds;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_true(csv_duration_read(known[i].text, strlen(known[i].text), &seconds));
        assert_true(seconds == known[i].seconds);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(csv_duration_read(none[i], strlen(none[i]), &seconds));
}
