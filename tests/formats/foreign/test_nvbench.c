/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include <sys/stat.h>
#include <unistd.h>

#include "formats/foreign/foreign.h"

#define FORMAT &nvbench_format

#define FILE_OF(states)                                                                            \
    "{\"meta\":{\"argv\":[\"./"                                                                    \
    "b\"],\"version\":{\"json\":{\"major\":1},\"nvbench\":{\"major\":0}}},"                        \
    "\"devices\":[{\"id\":0,\"name\":\"GPU A\"},{\"id\":1,\"name\":\"GPU B\"}],\"benchmarks\":["   \
    "{\"name\":\"copy\",\"index\":0,\"devices\":[0,1],\"axes\":[],\"states\":[" states "]}]}"
#define STATE(device, elements, rest)                                                              \
    "{\"name\":\"Device=" device " T=F32 Elements=" elements "\",\"device\":" device               \
    ",\"axis_values\":[{\"name\":\"T\",\"type\":\"string\",\"value\":\"F32\"},{\"name\":"          \
    "\"Elements\","                                                                                \
    "\"type\":\"int64\",\"value\":\"" elements "\"}]," rest "}"
#define SUMMARY(tag, name, type, value)                                                            \
    "{\"tag\":\"" tag "\",\"name\":\"" name                                                        \
    "\",\"hint\":\"duration\",\"data\":[{\"name\":\"value\","                                      \
    "\"type\":\"" type "\",\"value\":\"" value "\"}]}"
#define SUMMARIES(seconds)                                                                         \
    "\"is_skipped\":false,\"summaries\":[" SUMMARY(                                                \
        "nv/cold/sample_size", "Samples", "int64",                                                 \
        "100") "," SUMMARY("nv/cold/time/cpu/mean", "CPU Time", "float64",                         \
                           "0.5") "," SUMMARY("nv/batch/time/gpu/mean", "Batch GPU", "float64",    \
                                              "0.25") "," SUMMARY("nv/cold/time/gpu/mean",         \
                                                                  "GPU Time", "float64",           \
                                                                  seconds) "," SUMMARY("nv/cold/"  \
                                                                                       "bw/"       \
                                                                                       "global/"   \
                                                                                       "bytes_"    \
                                                                                       "per_"      \
                                                                                       "second",   \
                                                                                       "GlobalMem" \
                                                                                       " BW",      \
                                                                                       "float64",  \
                                                                                       "2e12") "]"

TEST(states_are_points_and_devices_libraries) {
    struct run *run = foreign_run(
        NULL, "x.json",
        FILE_OF(STATE("0", "1024", SUMMARIES("0.125")) "," STATE(
            "0", "2048",
            SUMMARIES("0.5")) "," STATE("1", "1024",
                                        SUMMARIES("0.0625")) "," STATE("1", "2048",
                                                                       "\"is_skipped\":true,"
                                                                       "\"skip_reason\":\"too "
                                                                       "large\",\"summaries\":[]")),
        NULL);
    struct measurement *m = run_find(run, "copy");
    assert_true(m->points == 2 && m->sizes[1] == 2048);
    assert_true(foreign_seconds(m, "GPU A (T=F32)", 0, 0, 0) == 0.125);
    assert_true(foreign_seconds(m, "GPU B (T=F32)", 0, 0, 0) == 0.0625);
    assert_true(m->series[0].byte_rate[0] == 2e12);
    assert_int_equal(m->series[1].status[1], CELL_NOT_MEASURED);
    assert_string_equal(facts_text(&m->facts, FACT_SIZE_NAME, ""), "Elements");
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), "means");
    assert_string_equal(facts_text(&run->facts, "nvbench_skipped", ""),
                        "copy: Device=1 T=F32 Elements=2048: too large");
    assert_true(foreign_measure(m, &m->series[0], "Samples", 0) == 100);
    assert_true(foreign_measure(m, &m->series[0], "CPU Time", 0) == 0.5);
    assert_non_null(strstr(facts_text(&m->facts, FACT_MEASURES, ""), "CPU Time\ts\tless\n"));
    run_free(run);
}

TEST(rates_are_called_as_in_the_file) {
    struct run *run = foreign_run(
        NULL, "x.json",
        FILE_OF(STATE("0", "1024",
                      "\"is_skipped\":false,\"summaries\":[" SUMMARY(
                          "nv/cold/time/gpu/mean", "GPU Time", "float64",
                          "0.5") ",{\"tag\":\"nv/cold/bw/item_rate\",\"name\":\"Elem/s\","
                                 "\"hint\":\"item_rate\",\"data\":[{\"name\":\"value\","
                                 "\"type\":\"float64\",\"value\":\"5e9\"}]}]")),
        NULL);
    const struct measurement *m = run_find(run, "copy");
    assert_true(m->series[0].rate[0] == 5e9);
    assert_string_equal(facts_text(&m->facts, FACT_RATES, ""), "Elem/s\titems/s\tmore\n");
    run_free(run);
}

/* Floats in little-endian order. */
static void put_times(const char *path, const float *times, size_t count) {
    FILE *file = fopen(path, "wb");
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &times[i], sizeof bits);
        for (int k = 0; k < 4; k++)
            fputc((int)(bits >> (8 * k) & 255), file);
    }
    assert_int_equal(fclose(file), 0);
}

#define TIMES(name, count)                                                                         \
    ",{\"tag\":\"nv/json/bin:nv/cold/sample_times\",\"name\":\"Samples Times File\",\"data\":["    \
    "{\"name\":\"filename\",\"type\":\"string\",\"value\":\"" name "\"},"                          \
    "{\"name\":\"size\",\"type\":\"int64\",\"value\":\"" count "\"}]}"
#define WITH_TIMES(name, count)                                                                    \
    "\"is_skipped\":false,\"summaries\":[" SUMMARY("nv/cold/time/gpu/mean", "GPU Time", "float64", \
                                                   "0.5") TIMES(name, count) "]"

TEST(times_of_runs_stand_in_files_beside) {
    static const struct {
        const char *text, *left_out;
    } cases[] = {
        {FILE_OF(STATE("0", "1024", WITH_TIMES("x.json-bin/0.bin", "3"))), ""},
        {FILE_OF(STATE("0", "1024", WITH_TIMES("x.json-bin/0.bin", "4"))),
         "samples in x.json-bin/0.bin: it has not as many as told"},
        {FILE_OF(STATE("0", "1024", WITH_TIMES("x.json-bin/1.bin", "3"))),
         "samples in x.json-bin/1.bin: No such file or directory"},
        {FILE_OF(STATE("0", "1024", WITH_TIMES("/etc/passwd", "3"))),
         "samples in /etc/passwd: it is not beside this file"},
        {FILE_OF(STATE("0", "1024", WITH_TIMES("x.json-bin/../../0.bin", "3"))),
         "samples in x.json-bin/../../0.bin: it is not beside this file"},
    };
    static const float times[] = {.25f, .5f, .75f};
    char directory[] = "/tmp/benchmat-nvbench-XXXXXX", path[100], json[100];
    assert_non_null(mkdtemp(directory));
    snprintf(json, sizeof json, "%s/x.json", directory);
    snprintf(path, sizeof path, "%s/x.json-bin", directory);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/x.json-bin/0.bin", directory);
    put_times(path, times, 3);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run *run = foreign_run(FORMAT, json, cases[i].text, NULL);
        struct measurement *m = run_find(run, "copy");
        assert_int_equal(m->max_seeds, i ? 1 : 3);
        assert_true(foreign_seconds(m, "GPU A (T=F32)", 0, 0, 0) == (i ? 0.5 : 0.25));
        if (i == 0)
            assert_true(foreign_seconds(m, "GPU A (T=F32)", 0, 0, 2) == 0.75);
        assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), i ? "means" : "");
        assert_string_equal(facts_text(&run->facts, "nvbench_samples_left_out", ""),
                            cases[i].left_out);
        run_free(run);
    }
    assert_int_equal(unlink(path), 0);
    *strrchr(path, '/') = '\0';
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rmdir(directory), 0);
}

TEST(tables_are_read_too) {
    struct run *run = foreign_run(
        NULL, "x.csv",
        "Benchmark,Device,Device Name,Elements,T,Samples,CPU Time (sec),Noise,GPU Time (sec),Noise,"
        "GlobalMem BW (bytes/sec),Skipped\n"
        "copy,0,GPU A,1024,F32,100,0.5,0.1,0.125,0.02,2e12,\n"
        "copy,0,GPU A,2048,F32,100,0.75,10%,0.5,2%,3e12,\n"
        "copy,1,GPU B,1024,F32,,,,,,,too large\n",
        NULL);
    struct measurement *m = run_find(run, "copy");
    assert_int_equal(m->points, 2);
    assert_string_equal(facts_text(&m->facts, FACT_SIZE_NAME, ""), "Elements");
    assert_true(foreign_seconds(m, "GPU A (T=F32)", 0, 0, 0) == 0.125);
    assert_true(foreign_seconds(m, "GPU A (T=F32)", 1, 0, 0) == 0.5);
    assert_true(m->series[0].byte_rate[1] == 3e12);
    assert_true(foreign_measure(m, &m->series[0], "CPU Time", 1) == 0.75);
    assert_true(foreign_measure(m, &m->series[0], "CPU Time Noise", 1) == 0.1);
    assert_true(foreign_measure(m, &m->series[0], "GPU Time Noise", 0) == 0.02);
    assert_int_equal(measurement_find(m, "GPU B (T=F32)")->status[0], CELL_NOT_MEASURED);
    assert_string_equal(facts_text(&run->facts, "nvbench_skipped", ""), "GPU B (T=F32): too large");
    run_free(run);
    run = foreign_run(FORMAT, "x.csv", "Device,Device Name,n,Batch GPU (sec)\n0,A,8,2\n", NULL);
    assert_true(foreign_seconds(run_find(run, "nvbench"), "A", 0, 0, 0) == 2);
    run_free(run);
    foreign_assert_refused(FORMAT, "x.csv", "Device,Device Name,n,GPU Time (sec)\n0,A,8\n", NULL,
                           "x.csv: state 1: it has not as many columns as the header");
    foreign_assert_refused(FORMAT, "x.csv", "Device,Device Name,n,GPU Time (sec)\n", NULL,
                           "x.csv: there is no state in it");
}

TEST(what_is_not_as_it_should_be_is_refused) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"{\"devices\":[]}", "x.json: there is no array \"benchmarks\" in it"},
        {"{\"benchmarks\":[{}]}", "x.json: a benchmark without a name or states"},
        {FILE_OF("{\"axis_values\":[{}]}"), "x.json: state 1: an axis has no name or value"},
        {FILE_OF("{\"summaries\":[]}"), "x.json: state 1: there is no mean time in its summaries"},
        {FILE_OF(STATE("0", "8", SUMMARIES("-1"))),
         "x.json: state 1: the time is negative or has no end"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        foreign_assert_refused(FORMAT, "x.json", cases[i].text, NULL, cases[i].message);
    char text[] = FILE_OF(STATE("0", "1024", SUMMARIES("0.125")));
    foreign_cut_and_damage_text(FORMAT, "x.json", text, sizeof text - 1);
}
