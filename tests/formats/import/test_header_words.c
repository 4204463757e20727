/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/header_words.h"
#include "tests/test.h"

#include <stdio.h>
#include <string.h>

TEST(units_are_found_in_any_spelling) {
    static const struct {
        const char *text;
        enum unit_kind kind;
        double worth;
    } known[] = {
        {"ms", UNIT_TIME, 1e-3},
        {"\302\265s", UNIT_TIME, 1e-6},
        {"\316\274s", UNIT_TIME, 1e-6},
        {"ns/op", UNIT_TIME, 1e-9},
        {"Seconds", UNIT_TIME, 1},
        {"min", UNIT_TIME, 60},
        {"GFLOPS", UNIT_FLOP_RATE, 1e9},
        {"MFlop/s", UNIT_FLOP_RATE, 1e6},
        {"mflops", UNIT_FLOP_RATE, 1e6},
        {"MB/s", UNIT_BYTE_RATE, 1e6},
        {"mb/s", UNIT_BYTE_RATE, 1e6},
        {"MiB/s", UNIT_BYTE_RATE, 0x1p20},
        {"Mb/s", UNIT_BIT_RATE, 1e6},
        {"Gbps", UNIT_BIT_RATE, 1e9},
        {"kbps", UNIT_BIT_RATE, 1e3},
        {"kb/s", UNIT_BYTE_RATE, 1e3},
        {"Mibit/s", UNIT_BIT_RATE, 0x1p20},
        {"ns/byte", UNIT_TIME, 1e-9},
        {"cpb", UNIT_CYCLES, 1},
        {"GFLOP", UNIT_COUNT, 1e9},
        {"it/s", UNIT_RATE, 1},
        {"tok/s", UNIT_RATE, 1},
        {"tok_s", UNIT_RATE, 1},
        {"t/s", UNIT_RATE, 1},
        {"ops_s", UNIT_RATE, 1},
        {"tokens_per_s", UNIT_RATE, 1},
        {"Mops/s", UNIT_RATE, 1e6},
        {"Mpx/s", UNIT_RATE, 1e6},
        {"Gvoxels/s", UNIT_RATE, 1e9},
        {"kframes/s", UNIT_RATE, 1e3},
        {"Mrays/s", UNIT_RATE, 1e6},
        {"Graphs/s", UNIT_RATE, 1},
        {"Msgs/s", UNIT_RATE, 1},
        {"matches/s", UNIT_RATE, 1},
        {"knots/s", UNIT_RATE, 1},
        {"GUPS", UNIT_RATE, 1e9},
        {"Mpps", UNIT_RATE, 1e6},
        {"MH/s", UNIT_RATE, 1e6},
        {"GBs", UNIT_BYTE_RATE, 1e9},
        {"ops per second", UNIT_RATE, 1},
        {"requests_per_sec", UNIT_RATE, 1},
        {" KiB ", UNIT_BYTES, 1024},
        {"1/s", UNIT_RATE, 1},
        {"cycles", UNIT_CYCLES, 1},
        {"1000 ops/s", UNIT_RATE, 1e3},
        {"10^6 req/s", UNIT_RATE, 1e6},
        {"million keys/s", UNIT_RATE, 1e6},
        {"M ops/s", UNIT_RATE, 1e6},
        {"ops/s x1e3", UNIT_RATE, 1e3},
        {"100 ns", UNIT_TIME, 1e-7},
    };
    static const char *const others[] = {"",      "joules", "a",        "speedup", "m",
                                         "/",     "s/s",    "openblas", "min/max", "s/n",
                                         "64 ms", "100 KB", "k ms",     "b ops/s"};
    struct measured_unit unit;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_true(measured_unit_read(known[i].text, strlen(known[i].text), &unit));
        assert_int_equal(unit.kind, known[i].kind);
        assert_float_equal(unit.worth / known[i].worth, 1, 1e-12);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_false(measured_unit_read(others[i], strlen(others[i]), &unit));
        assert_int_equal(unit.kind, UNIT_NONE);
    }
}

TEST(headers_are_taken_apart) {
    static const struct {
        const char *text, *name;
        enum header_role role;
        enum unit_kind kind;
        double worth;
    } headers[] = {
        {"time_ms", "", HEADER_RESULT, UNIT_TIME, 1e-3},
        {"Time (ms)", "", HEADER_RESULT, UNIT_TIME, 1e-3},
        {"t[us]", "", HEADER_RESULT, UNIT_TIME, 1e-6},
        {"average_us", "", HEADER_RESULT, UNIT_TIME, 1e-6},
        {"ExecutionTime(ms)", "", HEADER_RESULT, UNIT_TIME, 1e-3},
        {"avgTimeMs", "", HEADER_RESULT, UNIT_TIME, 1e-3},
        {"total_s", "", HEADER_RESULT, UNIT_TIME, 1},
        {"Time (min)", "", HEADER_RESULT, UNIT_TIME, 60},
        {"min_us", "", HEADER_RESULT, UNIT_TIME, 1e-6},
        {"elapsed", "", HEADER_RESULT, UNIT_TIME, 1},
        {"elapsed_ms", "", HEADER_RESULT, UNIT_TIME, 1e-3},
        {"throughput", "", HEADER_RESULT, UNIT_NONE, 0},
        {"a_ms", "a", HEADER_OF_NAME, UNIT_TIME, 1e-3},
        {"openblas (ms)", "openblas", HEADER_OF_NAME, UNIT_TIME, 1e-3},
        {"time_a_s", "a", HEADER_OF_NAME, UNIT_TIME, 1},
        {"a GFLOPS", "a", HEADER_OF_NAME, UNIT_FLOP_RATE, 1e9},
        {"naive_mean_ms", "naive", HEADER_OF_NAME, UNIT_TIME, 1e-3},
        {"cpu_fft_ms", "cpu_fft", HEADER_OF_NAME, UNIT_TIME, 1e-3},
        {"std_ms", "", HEADER_SPREAD, UNIT_TIME, 1e-3},
        {"a_p95_ms", "a", HEADER_SPREAD, UNIT_TIME, 1e-3},
        {"p99Ns", "", HEADER_SPREAD, UNIT_TIME, 1e-9},
        {"aP95Ms", "a", HEADER_SPREAD, UNIT_TIME, 1e-3},
        {"mp3Ns", "mp3Ns", HEADER_OTHER, UNIT_NONE, 0},
        {"std::sort", "std::sort", HEADER_OTHER, UNIT_NONE, 0},
        {"std::sort ms", "std::sort", HEADER_OF_NAME, UNIT_TIME, 1e-3},
        {"cpu_time_ms", "cpu_time", HEADER_CPU, UNIT_TIME, 1e-3},
        {"PortNs", "Port", HEADER_OF_NAME, UNIT_TIME, 1e-9},
        {"jsMs", "js", HEADER_OF_NAME, UNIT_TIME, 1e-3},
        {"elapsedUs", "", HEADER_RESULT, UNIT_TIME, 1e-6},
        {"durationSeconds", "", HEADER_RESULT, UNIT_TIME, 1},
        {"opsPerSec", "", HEADER_RESULT, UNIT_RATE, 1},
        {"MBPerSec", "", HEADER_RESULT, UNIT_BYTE_RATE, 1e6},
        {"timeMsPerOp", "", HEADER_RESULT, UNIT_TIME, 1e-3},
        {"timePerOpNs", "", HEADER_RESULT, UNIT_TIME, 1e-9},
        {"nsPerIteration", "", HEADER_RESULT, UNIT_TIME, 1e-9},
        {"userTimeSec", "userTime", HEADER_CPU, UNIT_TIME, 1},
        {"threadCount", "threadCount", HEADER_PARAMETER, UNIT_NONE, 0},
        {"Columns", "Columns", HEADER_OTHER, UNIT_NONE, 0},
        {"forms", "forms", HEADER_OTHER, UNIT_NONE, 0},
        {"time_in_ms", "", HEADER_RESULT, UNIT_TIME, 1e-3},
        {"timeInMs", "", HEADER_RESULT, UNIT_TIME, 1e-3},
        {"Duration (in seconds)", "", HEADER_RESULT, UNIT_TIME, 1},
        {"Latency (avg)", "", HEADER_RESULT, UNIT_NONE, 0},
        {"Latency (p99) ms", "", HEADER_SPREAD, UNIT_TIME, 1e-3},
        {"Time (before) ms", "(before)", HEADER_OF_NAME, UNIT_TIME, 1e-3},
        {"sign_in_ms", "sign_in", HEADER_OF_NAME, UNIT_TIME, 1e-3},
        {"tg_tok_s", "tg", HEADER_OF_NAME, UNIT_RATE, 1},
        {"pp512 (t/s)", "pp512", HEADER_OF_NAME, UNIT_RATE, 1},
        {"read_ops_s", "read", HEADER_OF_NAME, UNIT_RATE, 1},
        {"time_per_tok_s", "", HEADER_RESULT, UNIT_TIME, 1},
        {"timePerOps_s", "", HEADER_RESULT, UNIT_TIME, 1},
        {"a_b_s", "a_b", HEADER_OF_NAME, UNIT_TIME, 1},
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        const struct header header = header_read(headers[i].text);
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)header.length, headers[i].text + header.name);
        assert_string_equal(name, headers[i].name);
        assert_int_equal(header.role, headers[i].role);
        assert_int_equal(header.unit.kind, headers[i].kind);
        assert_true(!headers[i].kind || header.unit.worth == headers[i].worth);
    }
}

TEST(a_quantity_may_stand_before_its_unit) {
    static const struct {
        const char *text, *name;
        enum header_role role;
        enum unit_kind kind;
        double worth;
    } headers[] = {
        {"time/ms", "", HEADER_RESULT, UNIT_TIME, 1e-3},
        {"runtime/us", "", HEADER_RESULT, UNIT_TIME, 1e-6},
        {"wall/s", "", HEADER_RESULT, UNIT_TIME, 1},
        {"t/s", "", HEADER_RESULT, UNIT_TIME, 1},
        {"elapsed/ms", "", HEADER_RESULT, UNIT_TIME, 1e-3},
        {"total time / ms", "", HEADER_RESULT, UNIT_TIME, 1e-3},
        {"mean/s", "", HEADER_RESULT, UNIT_TIME, 1},
        {"std/ms", "", HEADER_SPREAD, UNIT_TIME, 1e-3},
        {"user/s", "user", HEADER_CPU, UNIT_TIME, 1},
        {"Laufzeit/s", "", HEADER_RESULT, UNIT_TIME, 1},
        {"Zeit /s", "", HEADER_RESULT, UNIT_TIME, 1},
        {"dur\303\251e/s", "", HEADER_RESULT, UNIT_TIME, 1},
        {"tiempo/min", "", HEADER_RESULT, UNIT_TIME, 60},
        {"time_quick/s", "quick", HEADER_OF_NAME, UNIT_TIME, 1},
        {"quick/ms", "quick", HEADER_OF_NAME, UNIT_TIME, 1e-3},
        {"std::sort/us", "std::sort", HEADER_OF_NAME, UNIT_TIME, 1e-6},
        {"git/ms", "git", HEADER_OF_NAME, UNIT_TIME, 1e-3},
        {"b/ms", "b", HEADER_OF_NAME, UNIT_TIME, 1e-3},
        {"quick / s", "quick", HEADER_OF_NAME, UNIT_TIME, 1},
        {"ops/ms", "", HEADER_RESULT, UNIT_RATE, 1e3},
        {"keys/us", "", HEADER_RESULT, UNIT_RATE, 1e6},
        {"a tokens/ms", "a", HEADER_OF_NAME, UNIT_RATE, 1e3},
        {"timesteps/s", "", HEADER_RESULT, UNIT_RATE, 1},
        {"exec/s", "", HEADER_RESULT, UNIT_RATE, 1},
        {"builds/h", "", HEADER_RESULT, UNIT_RATE, 1. / 3600},
        {"images / s", "", HEADER_RESULT, UNIT_RATE, 1},
        {"bandwidth/(GB/s)", "", HEADER_RESULT, UNIT_BYTE_RATE, 1e9},
        {"MB / s", "", HEADER_RESULT, UNIT_BYTE_RATE, 1e6},
        {"bw/GB/s", "", HEADER_RESULT, UNIT_BYTE_RATE, 1e9},
        {"Throughput / MB / s", "", HEADER_RESULT, UNIT_BYTE_RATE, 1e6},
        {"perf/GFLOPS", "", HEADER_RESULT, UNIT_FLOP_RATE, 1e9},
        {"a/kops/s", "a", HEADER_OF_NAME, UNIT_RATE, 1e3},
        {"B/ns", "", HEADER_RESULT, UNIT_BYTE_RATE, 1e9},
        {"GB/ms", "", HEADER_RESULT, UNIT_BYTE_RATE, 1e12},
        {"ns / op", "", HEADER_RESULT, UNIT_TIME, 1e-9},
        {"flops/cycle", "flops/cycle", HEADER_OTHER, UNIT_NONE, 0},
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        const struct header header = header_read(headers[i].text);
        assert_int_equal(header.role, headers[i].role);
        assert_int_equal(header.unit.kind, headers[i].kind);
        assert_int_equal(header.length, strlen(headers[i].name));
        assert_memory_equal(headers[i].text + header.name, headers[i].name, header.length);
        if (header.unit.kind)
            assert_float_equal(header.unit.worth / headers[i].worth, 1, 1e-12);
    }
    assert_true(header_read("total/ms").is_total);
    assert_true(header_read("t/s").may_be_tokens && header_read("pp512 T / s").may_be_tokens);
    assert_false(header_read("t/ms").may_be_tokens || header_read("set/s").may_be_tokens);
    assert_string_equal(header_read("time/elem / ns").per, "elem");
}

TEST(totals_are_told_from_times_of_one_call) {
    static const struct {
        const char *text;
        int is_total, is_each;
    } headers[] = {
        {"total_s", 1, 0},     {"elapsed total (ms)", 1, 0}, {"a_total_ms", 1, 0},
        {"time_s", 0, 0},      {"avg_total_ms", 0, 0},       {"min total [us]", 0, 0},
        {"total ns/op", 0, 1}, {"time_per_iter_ns", 0, 1},   {"ns_per_op", 0, 1},
        {"nsPerOp", 0, 1},     {"timePerIterNs", 0, 1},      {"totalMs", 1, 0},
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        const struct header header = header_read(headers[i].text);
        assert_int_equal(header.is_total, headers[i].is_total);
        assert_int_equal(header.is_each, headers[i].is_each);
    }
    assert_int_equal(header_read("total_calls").role, HEADER_CALLS);
    assert_int_equal(header_read("Iterations").role, HEADER_CALLS);
}

TEST(words_tell_what_a_column_is) {
    assert_int_equal(header_read("N").role, HEADER_SIZE);
    assert_int_equal(header_read("Problem Size").role, HEADER_SIZE);
    assert_int_equal(header_read("Threads").role, HEADER_PARAMETER);
    assert_int_equal(header_read("speedup").role, HEADER_MEASURE);
    assert_string_equal(header_read("Memory (MB)").detail, "max_memory");
    assert_true(header_word("n", HEADER_SIZE) > header_word("Size", HEADER_SIZE));
    assert_true(header_word("a", HEADER_SIZE) == HEADER_NO_WORD);
}

TEST(a_long_header_is_taken_as_it_is) {
    char text[5000];
    memset(text, '_', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_int_equal(header_read(text).role, HEADER_OTHER);
    memcpy(text + sizeof text - 4, "_ms", 4);
    text[0] = 'a';
    assert_int_equal(header_read(text).role, HEADER_OTHER);
    /* Each slash may part a quantity from its unit: time must not double with each. */
    char slashes[] = "a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/GB/s";
    assert_int_equal(header_read(slashes).unit.kind, UNIT_BYTE_RATE);
}
