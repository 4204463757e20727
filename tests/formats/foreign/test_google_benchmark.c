/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/foreign/foreign.h"

#define FORMAT &google_benchmark_format

/* A file "x.json" with these benchmarks. */
static struct run *read_benchmarks(const char *benchmarks, const struct format_options *options) {
    char text[16384];
    snprintf(text, sizeof text, "{\"context\": {}, \"benchmarks\": [%s]}", benchmarks);
    return foreign_run(FORMAT, "x.json", text, options);
}

static void assert_refused(const char *benchmarks, const char *message) {
    char text[8192];
    snprintf(text, sizeof text, "{\"context\": {}, \"benchmarks\": [%s]}", benchmarks);
    foreign_assert_refused(FORMAT, "x.json", text, NULL, message);
}

/* --- genuine files --- */

TEST(times_are_those_of_the_file) {
    static const struct {
        int64_t size, iterations;
        double ns;
    } rows[] = {{8, 4737689, 5.9252441432925558e+00},
                {64, 658989, 4.2389264464228447e+01},
                {512, 82362, 3.5998403389925232e+02},
                {4096, 8068, 3.4863725830484959e+03},
                {32768, 987, 2.8243546099357740e+04}};
    struct run *run = foreign_sample(NULL, "googlebench-1.7.1.json", NULL);
    assert_int_equal(run->measurement_count, 4);
    struct measurement *m = run_find(run, "axpy");
    assert_non_null(m);
    assert_int_equal(m->points, 5);
    assert_int_equal(m->series_count, 1);
    assert_string_equal(m->series[0].name, "gb");
    assert_null(m->series[0].cpu_seconds);
    for (size_t p = 0; p < 5; p++) {
        assert_int_equal(m->sizes[p], rows[p].size);
        assert_true(m->series[0].seconds[p] == rows[p].ns / 1e9);
        assert_int_equal(m->series[0].calls[p], rows[p].iterations);
        assert_int_equal(m->series[0].status[p], CELL_OK);
    }
    assert_int_equal(facts_find(&m->facts, FACT_THREADS)->integer, 1);
    assert_int_equal(m->parameter_count, 0);
    run_free(run);
}

TEST(names_are_taken_apart_in_a_genuine_file) {
    struct run *run = foreign_sample(FORMAT, "googlebench-1.7.1.json", NULL);
    struct measurement *named = run_find(run, "axpy_named"), *label = run_find(run, "label");
    assert_int_equal(named->sizes[0], 1024);
    assert_int_equal(facts_find(&named->facts, FACT_THREADS)->integer, 2);
    assert_true(named->series[0].seconds[0] == 4.4513337414049096e+02 / 1e9);
    assert_int_equal(label->sizes[0], 1);
    assert_true(label->series[0].seconds[0] == 3.2596793024242793e-07 / 1e3);
    run_free(run);
}

TEST(an_error_is_a_failed_cell) {
    struct run *run = foreign_sample(FORMAT, "googlebench-1.7.1.json", NULL);
    struct series *fail = &run_find(run, "fail")->series[0];
    assert_int_equal(fail->status[0], CELL_FAILED);
    assert_true(isnan(fail->seconds[0]));
    assert_string_equal(facts_text(&run->facts, "google_benchmark_errors", ""),
                        "BM_fail: library not found");
    run_free(run);
}

TEST(the_context_becomes_facts) {
    struct run *run = foreign_sample(FORMAT, "googlebench-1.7.1.json", NULL);
    const struct facts *facts = &run->facts;
    assert_string_equal(facts_text(facts, FACT_STARTED, ""), "2026-11-20T08:24:24+00:00");
    assert_string_equal(facts_text(facts, FACT_HOST, ""), "vm");
    assert_string_equal(facts_text(facts, "google_benchmark_executable", ""), "./gb");
    assert_int_equal(facts_find(facts, "google_benchmark_num_cpus")->integer, 2);
    assert_non_null(strstr(facts_text(facts, "google_benchmark_caches", ""), "37486592"));
    assert_string_equal(facts_text(facts, FACT_SOURCE_FILE, ""),
                        FOREIGN_SAMPLES "googlebench-1.7.1.json");
    assert_string_equal(facts_text(facts, FACT_SOURCE_FORMAT, ""), "google-benchmark");
    assert_null(facts_find(facts, FACT_UUID));
    run_free(run);
}

TEST(repetitions_are_samples_and_aggregates_none) {
    static const double axpy[] = {4.7241091019584857e+01, 4.3633744111864424e+01,
                                  4.9683855037225143e+01},
                        label[] = {4.6523121702247677e-07, 3.2827682139115916e-07,
                                   3.2650298907293023e-07};
    struct run *run = foreign_sample(FORMAT, "googlebench-1.7.1-reps.json", NULL);
    assert_int_equal(run->measurement_count, 2);
    for (size_t i = 0; i < 2; i++) {
        struct measurement *m = &run->measurements[i];
        assert_int_equal(m->points, 1);
        assert_int_equal(m->rounds, 1);
        assert_int_equal(m->seeds[0], 3);
        assert_null(facts_find(&m->facts, FACT_SAMPLES_ARE));
    }
    for (size_t k = 0; k < 3; k++) {
        assert_true(run_find(run, "axpy")->series[0].seconds[k] == axpy[k] / 1e9);
        assert_true(run_find(run, "label")->series[0].seconds[k] == label[k] / 1e3);
    }
    run_free(run);
}

TEST(a_cut_or_damaged_file_is_refused_or_sound) {
    foreign_cut_and_damage(FORMAT, FOREIGN_SAMPLES "googlebench-1.7.1.json");
}

/* --- made up ones --- */

TEST(means_serve_where_there_is_nothing_else) {
    struct run *run = read_benchmarks(
        "{\"name\":\"BM_a/8_mean\",\"run_name\":\"BM_a/8\",\"run_type\":\"aggregate\","
        "\"aggregate_name\":\"mean\",\"iterations\":3,\"real_time\":5,\"time_unit\":\"us\"},"
        "{\"name\":\"BM_a/8_stddev\",\"run_name\":\"BM_a/8\",\"run_type\":\"aggregate\","
        "\"aggregate_name\":\"stddev\",\"real_time\":0.5,\"time_unit\":\"us\"},"
        "{\"name\":\"BM_a/8_cv\",\"run_name\":\"BM_a/8\",\"run_type\":\"aggregate\","
        "\"aggregate_name\":\"cv\",\"real_time\":0.1,\"time_unit\":\"us\"}",
        NULL);
    struct measurement *m = &run->measurements[0];
    assert_int_equal(run->measurement_count, 1);
    assert_true(foreign_seconds(m, "google-benchmark", 0, 0, 0) == 5 / 1e6);
    assert_int_equal(m->series[0].calls[0], -1);
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), "means");
    assert_true(foreign_measure(m, &m->series[0], "std", 0) == 0.5 / 1e6);
    run_free(run);
    run = read_benchmarks("{\"name\":\"BM_a/8_mean\",\"real_time\":5},"
                          "{\"name\":\"BM_a/8_median\",\"real_time\":4},"
                          "{\"name\":\"BM_b/8\",\"real_time\":5},"
                          "{\"name\":\"BM_b/8_median\",\"real_time\":4}",
                          NULL);
    m = run_find(run, "a");
    assert_true(foreign_measure(m, &m->series[0], "median", 0) == 4 / 1e9);
    assert_null(facts_find(&run_find(run, "b")->facts, FACT_MEASURES));
    run_free(run);
}

TEST(types_of_templates_are_types) {
    struct run *run = read_benchmarks(
        "{\"name\":\"BM_dot<float>/8\",\"real_time\":1},{\"name\":\"BM_dot<double>/8\","
        "\"real_time\":2},{\"name\":\"sum<double>/8\",\"real_time\":3},"
        "{\"name\":\"fill<std::array<int, 4/2>>/8\",\"real_time\":4}",
        NULL);
    assert_string_equal(facts_text(&run_find(run, "dot_float")->facts, FACT_TYPE, ""), "s");
    assert_true(run_find(run, "dot_double")->series[0].seconds[0] == 2e-9);
    assert_string_equal(facts_text(&run_find(run, "sum")->facts, FACT_TYPE, ""), "d");
    assert_int_equal(run_find(run, "fill<std::array<int, 4/2>>")->sizes[0], 8);
    run_free(run);
}

TEST(arguments_are_size_and_parameters) {
    static const char rows[] = "{\"name\":\"BM_a/3/n:8/k:2/threads:2\",\"threads\":2,"
                               "\"real_time\":1},"
                               "{\"name\":\"BM_a/3/n:8/k:2/threads:4\",\"threads\":4,"
                               "\"real_time\":2},{\"name\":\"Fix/run/5/7\",\"real_time\":3}";
    struct run *run = read_benchmarks(rows, NULL);
    struct measurement *m = run_find(run, "a"), *fixture = run_find(run, "Fix/run");
    assert_int_equal(m->points, 2);
    assert_int_equal(m->sizes[0], 8);
    assert_true(measurement_find_parameter(m, "arg0")->values[0] == 3);
    assert_true(measurement_find_parameter(m, "k")->values[1] == 2);
    assert_true(measurement_find_parameter(m, FACT_THREADS)->values[1] == 4);
    assert_int_equal(fixture->sizes[0], 7);
    assert_true(measurement_find_parameter(fixture, "arg0")->values[0] == 5);
    run_free(run);
    struct format_options options = {.size_param = "k", .library = "mine"};
    run = read_benchmarks("{\"name\":\"BM_a/3/n:8/k:2\",\"real_time\":1}", &options);
    assert_int_equal(run->measurements[0].sizes[0], 2);
    assert_true(measurement_find_parameter(&run->measurements[0], "n")->values[0] == 8);
    assert_string_equal(run->measurements[0].series[0].name, "mine");
    run_free(run);
}

TEST(settings_stay_where_they_tell_benchmarks_apart) {
    struct run *run =
        read_benchmarks("{\"name\":\"BM_a/64/iterations:9/real_time\",\"real_time\":100}"
                        ",{\"name\":\"BM_a/64/iterations:99/real_time\",\"real_time\":50}"
                        ",{\"name\":\"BM_a/128/iterations:9/real_time\",\"real_time\":200}"
                        ",{\"name\":\"BM_b/64/real_time\",\"real_time\":7}"
                        ",{\"name\":\"BM_b/64/real_time/threads:2\",\"real_time\":4}"
                        ",{\"name\":\"BM_c/8/repeats:5\",\"real_time\":3}"
                        ",{\"name\":\"BM_c/8/repeats:5\",\"real_time\":5}"
                        ",{\"name\":\"BM_d/8\",\"real_time\":3}"
                        ",{\"name\":\"BM_d/8/manual_time\",\"real_time\":5}",
                        NULL);
    assert_int_equal(run->measurement_count, 6);
    struct measurement *m = run_find(run, "a/iterations:9");
    assert_true(m->points == 2 && foreign_seconds(m, "google-benchmark", 1, 0, 0) == 2e-7);
    assert_int_equal(run_find(run, "a/iterations:99")->points, 1);
    m = run_find(run, "b");
    assert_true(m->points == 2 && measurement_find_parameter(m, FACT_THREADS)->values[1] == 2);
    assert_int_equal(run_find(run, "c")->seeds[0], 2);
    assert_non_null(run_find(run, "d"));
    assert_non_null(run_find(run, "d/manual_time"));
    run_free(run);
}

TEST(processor_time_of_all_threads_is_kept) {
    struct run *run = read_benchmarks(
        "{\"name\":\"BM_a/8/process_time/real_time\",\"real_time\":2,\"cpu_time\":3}", NULL);
    assert_true(run->measurements[0].series[0].cpu_seconds[0] == 3e-9);
    assert_string_equal(run->measurements[0].name, "a");
    run_free(run);
}

TEST(bare_nan_is_not_measured) {
    struct run *run = read_benchmarks("{\"name\":\"BM_a/8\",\"real_time\":NaN,\"x\":-Infinity},"
                                      "{\"name\":\"BM_a/9\",\"real_time\":0}",
                                      NULL);
    assert_true(isnan(run->measurements[0].series[0].seconds[0]));
    assert_int_equal(run->measurements[0].series[0].status[0], CELL_NOT_MEASURED);
    assert_int_equal(run->measurements[0].series[0].status[1], CELL_OK);
    run_free(run);
}

TEST(a_skipped_benchmark_was_not_measured) {
    struct run *run = read_benchmarks("{\"name\":\"BM_a/8\",\"skipped\":true,\"skip_message\":"
                                      "\"no AVX\",\"real_time\":0}",
                                      NULL);
    assert_int_equal(run->measurements[0].series[0].status[0], CELL_NOT_MEASURED);
    assert_string_equal(facts_text(&run->facts, "google_benchmark_errors", ""), "BM_a/8: no AVX");
    run_free(run);
}

TEST(what_is_no_benchmark_is_refused) {
    assert_refused("{\"name\":\"a\",\"real_time\":Infinity}",
                   "x.json: benchmark 1: the time is negative or has no end");
    assert_refused("{\"name\":\"a\",\"real_time\":1e400}",
                   "x.json: benchmark 1: the time is negative or has no end");
    assert_refused("{\"name\":\"a\",\"real_time\":-1}",
                   "x.json: benchmark 1: the time is negative or has no end");
    assert_refused("{\"name\":\"a\",\"real_time\":123456789012345678901234567890}",
                   "x.json: benchmark 1: its time is not a number, or has an unknown unit");
    assert_refused("{\"name\":\"a\",\"real_time\":\"1\"}",
                   "x.json: benchmark 1: its time is not a number, or has an unknown unit");
    assert_refused("{\"name\":\"a\",\"real_time\":1,\"time_unit\":\"h\"}",
                   "x.json: benchmark 1: its time is not a number, or has an unknown unit");
    assert_refused("{\"name\":\"a\",\"run_type\":\"iteration\",\"iterations\":5}",
                   "x.json: benchmark 1: it has no real_time");
    assert_refused("{\"name\":\"a/process_time\",\"real_time\":1,\"cpu_time\":-1}",
                   "x.json: benchmark 1: the CPU time is negative or has no end");
    assert_refused("{\"real_time\":1}", "x.json: benchmark 1: it has no name");
    assert_refused("7", "x.json: benchmark 1: no object");
    assert_refused("{\"name\":\"a/8/1e999\",\"real_time\":1}",
                   "x.json: benchmark 1: a parameter has no end");
    assert_refused("", "x.json: there is no sample in it");
    foreign_assert_refused(FORMAT, "x.json", "{\"context\":{},\"benchmarks\":{}}", NULL,
                           "x.json: there is no array \"benchmarks\" in it");
    foreign_assert_refused(FORMAT, "x.json", "[1]", NULL,
                           "x.json: there is no array \"benchmarks\" in it");
}

TEST(aggregates_of_old_files_are_told_by_their_names) {
    struct run *run =
        foreign_run(FORMAT, "x.json",
                    "{\"context\":{\"num_cpus\":2},\"benchmarks\":["
                    "{\"name\":\"b/8\",\"real_time\":1},{\"name\":\"b/8\",\"real_time\":3},"
                    "{\"name\":\"b/8_mean\",\"real_time\":2},"
                    "{\"name\":\"b/8_stddev\",\"real_time\":1}]}",
                    NULL);
    assert_int_equal(run->measurement_count, 1);
    assert_int_equal(run->measurements[0].seeds[0], 2);
    run_free(run);
}

TEST(fits_of_old_files_are_no_samples) {
    struct run *run = read_benchmarks(
        "{\"name\":\"BM_b/"
        "4\",\"iterations\":5,\"real_time\":3,\"cpu_time\":2,\"time_unit\":\"ms\"},"
        "{\"name\":\"BM_b_BigO\",\"cpu_coefficient\":3,\"real_coefficient\":4,\"big_o\":\"N\","
        "\"time_unit\":\"ms\"},{\"name\":\"BM_b_RMS\",\"rms\":2},"
        "{\"name\":\"b_BigO\",\"run_type\":\"aggregate\",\"aggregate_name\":\"BigO\"}",
        NULL);
    assert_int_equal(run->measurement_count, 1);
    assert_int_equal(run->measurements[0].sizes[0], 4);
    assert_true(run->measurements[0].series[0].seconds[0] == 3 / 1e3);
    run_free(run);
}

TEST(a_csv_has_the_same_benchmarks) {
    static const char text[] =
        "2026-01-01T00:00:00+00:00\nRunning ./b\n"
        "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,"
        "error_occurred,error_message,\"GB/s\"\n"
        "\"BM_copy/N:64/init:0\",10,100,90,ns,1e+09,2e+09,\"a, \"\"b\"\"\",,,5.5\n"
        "\"BM_copy/N:128/init:0\",10,200,90,ns,,,,,,\n"
        "\"BM_copy/N:128/init:0\",10,210,90,ns,,,,,,\n"
        "\"BM_copy/N:128/init:0_mean\",2,205,90,ns,,,,,,\n"
        "\"BM_mean/7_mean\",2,3,3,us,,,,,,\n"
        "\"BM_copy_BigO\",,1.5,1.5,NlgN,,,,,,\n\"BM_copy_RMS\",,0.02,0.02,,,,,,,\n"
        "\"BM_bad\",,,,,,,,true,\"no file\",\n";
    struct run *run = foreign_run(NULL, "x.txt", text, NULL);
    struct measurement *m = run_find(run, "copy"), *mean = run_find(run, "mean");
    assert_int_equal(run->measurement_count, 3);
    assert_true(foreign_seconds(m, "google-benchmark", 0, 0, 0) == 100 / 1e9);
    assert_true(foreign_seconds(m, "google-benchmark", 1, 0, 1) == 210 / 1e9);
    assert_int_equal(m->sizes[1], 128);
    assert_int_equal(m->series[0].calls[0], 10);
    assert_true(m->series[0].byte_rate[0] == 1e9);
    assert_true(mean->series[0].seconds[0] == 3 / 1e6 && mean->sizes[0] == 7);
    assert_int_equal(run_find(run, "bad")->series[0].status[0], CELL_FAILED);
    assert_string_equal(facts_text(&run->facts, "google_benchmark_errors", ""), "BM_bad: no file");
    assert_string_equal(facts_text(&run->facts, "google_benchmark_labels", ""),
                        "BM_copy/N:64/init:0: a, \"b\"");
    run_free(run);
    char copy[sizeof text];
    memcpy(copy, text, sizeof text);
    foreign_cut_and_damage_text(FORMAT, "x.txt", copy, sizeof copy - 1);
    foreign_assert_refused(FORMAT, "x.csv",
                           "name,iterations,real_time,cpu_time,time_unit,x\n\"a\",1,soon,,ns,\n",
                           NULL, "x.csv: line 2: its time is not a number, or has an unknown unit");
}

TEST(a_benchmark_registered_twice_is_numbered) {
    static const char *const twice[] = {
        "{\"name\":\"BM_a/8\",\"repetition_index\":0,\"real_time\":1},"
        "{\"name\":\"BM_a/8\",\"repetition_index\":1,\"real_time\":2},"
        "{\"name\":\"BM_a/8\",\"repetition_index\":0,\"real_time\":3}",
        "{\"name\":\"BM_a/8\",\"family_index\":0,\"per_family_instance_index\":0,"
        "\"repetition_index\":0,\"real_time\":1},"
        "{\"name\":\"BM_a/8\",\"family_index\":1,\"per_family_instance_index\":0,"
        "\"repetition_index\":0,\"real_time\":3},"
        "{\"name\":\"BM_a/8\",\"family_index\":0,\"per_family_instance_index\":0,"
        "\"repetition_index\":1,\"real_time\":2}",
        /* of two files that were put together */
        "{\"name\":\"BM_a/8\",\"family_index\":0,\"per_family_instance_index\":0,"
        "\"repetition_index\":0,\"real_time\":1},"
        "{\"name\":\"BM_a/8\",\"family_index\":0,\"per_family_instance_index\":0,"
        "\"repetition_index\":1,\"real_time\":2},"
        "{\"name\":\"BM_a/8\",\"family_index\":0,\"per_family_instance_index\":0,"
        "\"repetition_index\":0,\"real_time\":3}"};
    for (size_t i = 0; i < 3; i++) {
        struct run *run = read_benchmarks(twice[i], NULL);
        struct measurement *m = &run->measurements[0];
        assert_int_equal(m->series_count, 2);
        assert_true(foreign_seconds(m, "google-benchmark", 0, 0, 1) == 2e-9);
        assert_true(foreign_seconds(m, "google-benchmark #2", 0, 0, 0) == 3e-9);
        assert_string_equal(facts_text(&run->facts, FACT_REPEATED, ""), "a: google-benchmark");
        run_free(run);
    }
}

/* A label that is there already takes no room. */
TEST(labels_that_have_no_room_are_counted) {
    char *text = calloc(130, 100);
    for (int i = 0; i < 130; i++)
        sprintf(text + strlen(text), "%s{\"name\":\"BM_a/%d\",\"real_time\":1,\"label\":\"%d\"}",
                i ? "," : "", i % 120 + 1, i % 120);
    struct run *run = read_benchmarks(text, NULL);
    const char *labels = facts_text(&run->facts, "google_benchmark_labels", "");
    assert_non_null(strstr(labels, "BM_a/100: 99"));
    assert_null(strstr(labels, "BM_a/101: 100"));
    assert_string_equal(facts_text(&run->facts, "google_benchmark_labels_left_out", ""),
                        "20 of google_benchmark_labels");
    run_free(run);
    free(text);
}

TEST(counters_and_labels_are_kept) {
    struct run *run = read_benchmarks(
        "{\"name\":\"BM_copy/N:64/init:0\",\"threads\":1,\"iterations\":10,\"real_time\":100,"
        "\"cpu_time\":9,\"GB/s\":5.5,\"Passed\":0.0,\"bytes_per_second\":1e9,"
        "\"items_per_second\":2e9,\"CACHE-MISSES\":7,\"label\":\"first\"},"
        "{\"name\":\"BM_copy/N:128/init:0\",\"real_time\":200,\"Passed\":1}",
        NULL);
    struct measurement *m = run_find(run, "copy");
    assert_int_equal(m->sizes[1], 128);
    assert_true(m->series[0].byte_rate[0] == 1e9 && m->series[0].rate[0] == 2e9);
    assert_true(m->series[0].cache_misses[0] == 7);
    assert_true(m->series[0].seconds[0] == 100 / 1e9);
    assert_int_equal(m->series[0].status[0], CELL_FAILED);
    assert_int_equal(m->series[0].status[1], CELL_OK);
    assert_string_equal(facts_text(&run->facts, "google_benchmark_errors", ""),
                        "BM_copy/N:64/init:0: Passed is 0");
    assert_string_equal(facts_text(&run->facts, "google_benchmark_labels", ""),
                        "BM_copy/N:64/init:0: first");
    assert_true(foreign_measure(m, &m->series[0], "GB/s", 0) == 5.5 * 1e9);
    assert_true(foreign_measure(m, &m->series[0], "Passed", 1) == 1);
    assert_true(isnan(foreign_measure(m, &m->series[0], "GB/s", 1)));
    assert_non_null(strstr(facts_text(&m->facts, FACT_MEASURES, ""), "GB/s\tB/s\tmore\n"));
    run_free(run);
}

/* The array may stand anywhere among members that do not matter. */
TEST(benchmarks_are_found_wherever_they_are) {
    struct run *run = foreign_run(
        FORMAT, "x.json",
        "{\"a\":[[\"]\\\"\",{}],null], \"benchmarks\" : [ {\"name\":\"a/1\",\"real_time\":1} ,\n"
        " {\"name\":\"a/2\",\"real_time\":2}],\"context\":{\"executable\":\"./e\"}}",
        NULL);
    assert_int_equal(run->measurements[0].points, 2);
    assert_string_equal(run->measurements[0].series[0].name, "e");
    run_free(run);
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"{\"benchmarks\":[{}", "x.json: line 1: the file ends early"},
        {"{\"benchmarks\":\n[{\"name\":\"a\",\"real_time\":1}}}",
         "x.json: line 2: array value separator ',' expected"},
        {"{\"benchmarks\":[],\n}", "x.json: line 2: quoted object property name expected"},
        {"{\"benchmarks\":[{\"name\":\"a\",\"real_time\":1} 2]}",
         "x.json: line 1: array value separator ',' expected"},
        {"{\"benchmarks\":[]} x", "x.json: line 1: more follows the end of the JSON text"},
        {"{\"benchmarks\" []}", "x.json: line 1: object property name separator ':' expected"},
        {"{\"benchmarks\":[]\n\"b\":1}", "x.json: line 2: object value separator ',' expected"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        foreign_assert_refused(FORMAT, "x.json", cases[i].text, NULL, cases[i].message);
}

TEST(long_names_are_refused) {
    char text[6000];
    memset(text, 'a', sizeof text);
    memcpy(text, "{\"name\":\"", 9);
    strcpy(text + 3000, "\",\"real_time\":1}");
    char message[200];
    snprintf(message, sizeof message, "x.json: benchmark 1: %.60s...: too long a name", text + 9);
    assert_refused(text, message);
    strcpy(text, "{\"name\":\"a");
    for (int i = 0; i < 61; i++)
        strcat(text, "/8");
    strcat(text, "\",\"real_time\":1}");
    snprintf(message, sizeof message, "x.json: benchmark 1: %.60s...: too many arguments",
             text + 9);
    assert_refused(text, message);
}

TEST(what_lacks_the_size_asked_for_has_its_usual_one) {
    struct format_options options = {.size_param = "k"};
    struct run *run = foreign_run(FORMAT, "x.json",
                                  "{\"benchmarks\":[{\"name\":\"a/8\",\"real_time\":1},"
                                  "{\"name\":\"b/k:3/9\",\"real_time\":1}]}",
                                  &options);
    assert_int_equal(run_find(run, "a")->sizes[0], 8);
    assert_int_equal(run_find(run, "b")->sizes[0], 3);
    assert_string_equal(facts_text(&run->facts, FACT_UNSIZED, ""), "a");
    run_free(run);
}

TEST(a_size_that_is_not_there_is_refused) {
    struct format_options options = {.size_param = "k"};
    foreign_assert_refused(FORMAT, "x.json",
                           "{\"benchmarks\":[{\"name\":\"a/8\",\"real_time\":1}]}", &options,
                           "x.json: no benchmark in it has a parameter called k");
}
