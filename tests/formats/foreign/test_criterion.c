/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include <sys/stat.h>
#include <unistd.h>

#include "formats/foreign/foreign.h"

#define FORMAT &criterion_format

TEST(a_directory_is_a_run_of_the_latest_measurements) {
    struct run *run = foreign_sample(NULL, "criterion", NULL);
    struct measurement *m = run_find(run, "sum");
    assert_int_equal(run->measurement_count, 2);
    assert_true(m->points == 2 && m->sizes[0] == 100 && m->sizes[1] == 1000);
    assert_int_equal(m->seeds[0], 12);
    assert_true(foreign_seconds(m, "chunks", 1, 0, 0) == 2459066.0 / 7101 / 1e9);
    assert_int_equal(measurement_find(m, "chunks")->calls[1], -1);
    assert_non_null(measurement_find(m, "loop"));
    m = run_find(run, "flat/one");
    assert_true(foreign_seconds(m, "vec", 0, 0, 9) == 29640544.0 / 16169 / 1e9);
    assert_int_equal(m->series[0].calls[0], 16169);
    assert_string_equal(facts_text(&run->facts, FACT_SOURCE_FORMAT, ""), "criterion");
    run_free(run);
}

/* The mean that Criterion estimates is that of the samples. */
TEST(single_files_have_the_names_beside_them) {
    struct run *run = foreign_sample(NULL, "criterion/sum/chunks/1000/new/estimates.json", NULL);
    struct measurement *m = run_find(run, "sum");
    assert_int_equal(m->sizes[0], 1000);
    double mean = foreign_seconds(m, "chunks", 0, 0, 0), sum = 0;
    assert_true(mean == 1949.747002437651 / 1e9);
    assert_non_null(strstr(facts_text(&m->facts, FACT_MEASURES, ""), "ci_low\ts\tless\n"));
    assert_non_null(strstr(facts_text(&m->facts, FACT_MEASURES, ""), "stderr\ts\tless\n"));
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), "means");
    run_free(run);
    run = foreign_sample(NULL, "criterion/sum/chunks/1000/new/sample.json", NULL);
    for (size_t k = 0; k < 12; k++)
        sum += foreign_seconds(run_find(run, "sum"), "chunks", 0, 0, k);
    assert_true(fabs(sum / 12 / mean - 1) < 1e-14);
    run_free(run);
}

#define SAMPLE "{\"sampling_mode\":\"Flat\",\"iters\":[2,2],\"times\":[10,20]}"

TEST(names_are_those_of_the_path_where_there_are_no_others) {
    static const struct {
        const char *path, *action, *library;
        int64_t size;
    } cases[] = {
        {"criterion/g/f/64/base/sample.json", "g", "f", 64},
        {"criterion/g/64/new/sample.json", "g", "rust", 64},
        {"criterion/g/f/new/sample.json", "g", "f", 1},
        {"criterion/g/new/sample.json", "g", "rust", 1},
        {"criterion/g/f/wide/new/sample.json", "g", "f (wide)", 1},
        {"s.json", "benchmark", "rust", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run *run = foreign_run(NULL, cases[i].path, SAMPLE, NULL);
        struct measurement *m = run_find(run, cases[i].action);
        assert_int_equal(m->sizes[0], cases[i].size);
        assert_true(foreign_seconds(m, cases[i].library, 0, 0, 1) == 20.0 / 2 / 1e9);
        run_free(run);
    }
}

#define RAW                                                                                        \
    "group,function,value,throughput_num,throughput_type,sample_measured_value,unit,"              \
    "iteration_count\n"

/* The file that is meant for other programs, here of several benchmarks. */
TEST(a_raw_table_has_names_and_samples) {
    static const char text[] = RAW "sum,loop,100,800,bytes,915000,ns,1000\n"
                                   "sum,loop,100,800,bytes,1830,us,2000\n"
                                   "sum,chunks,1K,,,500,ns,5\n"
                                   "alone,,wide,,,10,ms,1\n";
    struct run *run = foreign_run(NULL, "raw.csv", text, NULL);
    struct measurement *m = run_find(run, "sum"), *alone = run_find(run, "alone");
    assert_int_equal(run->measurement_count, 2);
    assert_true(m->sizes[0] == 100 && m->sizes[1] == 1000);
    assert_true(fabs(foreign_seconds(m, "loop", 0, 0, 0) - 915e-9) < 1e-20);
    assert_true(fabs(foreign_seconds(m, "loop", 0, 0, 1) - 915e-9) < 1e-20);
    assert_true(foreign_seconds(m, "chunks", 1, 0, 0) == 500 * 1e-9 / 5);
    assert_true(fabs(foreign_seconds(alone, "rust (wide)", 0, 0, 0) - 0.01) < 1e-15);
    assert_string_equal(facts_text(&run->facts, "criterion_throughput", ""),
                        "sum/loop/100: 800 bytes");
    run_free(run);
    char copy[sizeof text];
    memcpy(copy, text, sizeof text);
    foreign_cut_and_damage_text(FORMAT, "raw.csv", copy, sizeof copy - 1);
    foreign_assert_refused(FORMAT, "raw.csv", RAW "a,b,1,,,5,cycles,2\n", NULL,
                           "raw.csv: line 2: no time and number of iterations");
}

/* Before version 0.3.3. */
TEST(old_samples_are_two_lists) {
    struct run *run =
        foreign_run(NULL, "criterion/g/f/64/new/sample.json", "[[2.0,4.0],[10.0,24.0]]", NULL);
    struct measurement *m = run_find(run, "g");
    assert_int_equal(m->sizes[0], 64);
    assert_true(foreign_seconds(m, "f", 0, 0, 1) == 24.0 / 4 / 1e9);
    run_free(run);
    run = foreign_run(
        NULL, "criterion/g/f/64/new/estimates.json",
        "{\"Mean\":{\"point_estimate\":7.0},\"MedianAbsDev\":{\"point_estimate\":1.0}}", NULL);
    assert_true(foreign_seconds(run_find(run, "g"), "f", 0, 0, 0) == 7.0 / 1e9);
    run_free(run);
    foreign_assert_refused(FORMAT, "sample.json", "[[1],7]", NULL,
                           "sample.json: there are neither iterations and times nor a mean in it");
}

TEST(what_is_not_as_it_should_be_is_refused) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"[]", "x.json: there are neither iterations and times nor a mean in it"},
        {"{\"iters\":[1],\"times\":[]}",
         "x.json: its lists of iterations and times do not belong together"},
        {"{\"iters\":[],\"times\":[]}",
         "x.json: its lists of iterations and times do not belong together"},
        {"{\"iters\":[0],\"times\":[1]}", "x.json: a number of iterations is none"},
        {"{\"iters\":[1],\"times\":[null]}", "x.json: a time is not a number"},
        {"{\"iters\":[1],\"times\":[-1]}",
         "x.json: benchmark 1: the time is negative or has no end"},
        {"{\"mean\":{}}", "x.json: there are neither iterations and times nor a mean in it"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        foreign_assert_refused(FORMAT, "x.json", cases[i].text, NULL, cases[i].message);
}

/* Neither links nor what lies too deep are followed. */
TEST(a_directory_of_others_is_not_taken) {
    char directory[] = "/tmp/benchmat-criterion-XXXXXX", path[128];
    struct err err = {""};
    struct runs runs;
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/loop", directory);
    assert_int_equal(symlink(directory, path), 0);
    assert_false(criterion_format.is_directory(directory));
    assert_true(format_read(FORMAT, directory, NULL, &runs, &err) < 0);
    assert_non_null(strstr(err.message, "no new/sample.json of Criterion in this directory"));
    unlink(path);
    rmdir(directory);
}

TEST(a_cut_or_damaged_file_is_refused_or_sound) {
    foreign_cut_and_damage(FORMAT, FOREIGN_SAMPLES "criterion/flat_one/vec/base/sample.json");
}
