/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/foreign/foreign.h"

#define FORMAT &jmh_format

#define ENTRY(fields)                                                                              \
    "{\"jmhVersion\":\"1.37\",\"benchmark\":\"a.B.c\",\"mode\":\"avgt\",\"threads\":1," fields "}"
#define METRIC(unit, raw) "\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"" unit "\"," raw "}"

static struct run *read_entries(const char *entries, const struct format_options *options) {
    char text[4096];
    snprintf(text, sizeof text, "[%s]", entries);
    return foreign_run(FORMAT, "x.json", text, options);
}

static void assert_refused(const char *entries, const char *message) {
    char text[4096];
    snprintf(text, sizeof text, "[%s]", entries);
    foreign_assert_refused(FORMAT, "x.json", text, NULL, message);
}

static void assert_near(double value, double expected) {
    assert_true(fabs(value / expected - 1) < 1e-14);
}

TEST(forks_are_rounds_and_times_are_seconds) {
    struct run *run = foreign_sample(NULL, "jmh-1.38-SNAPSHOT-avgt-thrpt.json", NULL);
    struct measurement *m = run_find(run, "b.Axpy.avg");
    assert_int_equal(m->points, 2);
    assert_int_equal(m->sizes[0], 8);
    assert_int_equal(m->sizes[1], 512);
    assert_int_equal(m->rounds, 2);
    assert_int_equal(m->seeds[0], 3);
    const char *library = "java";
    assert_near(foreign_seconds(m, library, 0, 0, 0), 18.388970888769748e-9);
    assert_near(foreign_seconds(m, library, 1, 1, 2), 118.80115594652807e-9);
    assert_null(facts_find(&m->facts, FACT_SAMPLES_ARE));
    assert_string_equal(facts_text(&run->facts, "jmh_jdkVersion", ""), "17.0.15");
    assert_non_null(strstr(facts_text(&run->facts, "jmh_secondary", ""),
                           "b.Axpy.thr: gc.alloc.rate 0.10744380352627021 MB/sec"));
    run_free(run);
}

TEST(rates_stand_in_the_place_of_times) {
    struct run *run = foreign_sample(NULL, "jmh-1.38-SNAPSHOT-avgt-thrpt.json", NULL);
    struct measurement *m = run_find(run, "b.Axpy.thr");
    assert_near(m->series[0].rate[1], 1.055618262174463E8);
    assert_true(isnan(m->series[0].seconds[1]));
    assert_string_equal(facts_text(&m->facts, FACT_MEASURED, ""), "rate");
    assert_null(facts_find(&m->facts, FACT_SAMPLES_ARE));
    run_free(run);
}

TEST(every_unit_is_known) {
    static const struct {
        const char *unit;
        double result; /* of a score of 4: seconds, or a rate */
    } units[] = {{"ns/op", 4e-9},       {"us/op", 4e-6},       {"ms/op", 4e-3},
                 {"s/op", 4},           {"min/op", 240},       {"ops/ns", 4e9},
                 {"ops/us", 4e6},       {"ops/ms", 4e3},       {"ops/s", 4},
                 {"ops/min", 4 / 60.0}, {"hr/op", 4 * 3600.0}, {"ops/day", 4 / 86400.0}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        char entry[512];
        snprintf(entry, sizeof entry, ENTRY(METRIC("%s", "\"rawData\":[[4]]")), units[i].unit);
        struct run *run = read_entries(entry, NULL);
        const struct series *series = &run->measurements[0].series[0];
        assert_near(*(series->rate ? series->rate : series->seconds), units[i].result);
        run_free(run);
    }
    assert_refused(ENTRY(METRIC("B/op", "\"rawData\":[[4]]")),
                   "x.json: benchmark 1: the unit of its score is neither a time nor a rate");
}

TEST(a_histogram_has_each_time_as_often_as_it_was_met) {
    struct run *run = read_entries(
        ENTRY(METRIC("us/op", "\"rawDataHistogram\":[[[[2,3],[5,1]],[[7,1]]],[[[2,1]]]]")), NULL);
    struct measurement *m = &run->measurements[0];
    static const double first[] = {2e-6, 2e-6, 2e-6, 5e-6, 7e-6};
    assert_int_equal(m->rounds, 2);
    assert_int_equal(m->max_seeds, 5);
    for (size_t k = 0; k < 5; k++)
        assert_near(m->series[0].seconds[k], first[k]);
    assert_near(m->series[0].seconds[5], 2e-6);
    assert_true(isnan(m->series[0].seconds[6]));
    run_free(run);
    assert_refused(ENTRY(METRIC("us/op", "\"rawDataHistogram\":[[[[2,1e30]]]]")),
                   "x.json: benchmark 1: its histograms have more than four million samples");
}

TEST(parameters_are_numbers_or_belong_to_the_library) {
    struct run *run =
        read_entries(ENTRY("\"params\":{\"n\":\"64\",\"impl\":\"blas\",\"alpha\":\"0.5\"}," METRIC(
                         "s/op", "\"rawData\":[[1]]")),
                     NULL);
    struct measurement *m = &run->measurements[0];
    assert_int_equal(m->sizes[0], 64);
    assert_true(measurement_find_parameter(m, "alpha")->values[0] == 0.5);
    assert_string_equal(m->series[0].name, "java (impl=blas)");
    run_free(run);
    struct format_options options = {.size_param = "k", .library = "mine"};
    run = read_entries(
        ENTRY("\"params\":{\"n\":\"64\",\"k\":\"3\"}," METRIC("s/op", "\"rawData\":[[1]]")),
        &options);
    assert_int_equal(run->measurements[0].sizes[0], 3);
    assert_string_equal(run->measurements[0].series[0].name, "mine");
    run_free(run);
    foreign_assert_refused(FORMAT, "x.json", "[" ENTRY(METRIC("s/op", "\"rawData\":[[1]]")) "]",
                           &options, "x.json: no benchmark in it has a parameter called k");
}

TEST(modes_of_one_benchmark_are_told_apart) {
    struct run *run = read_entries(
        ENTRY(METRIC("s/op", "\"rawData\":[[1]]")) ",{\"benchmark\":\"a.B.c\",\"mode\":"
                                                   "\"ss\"," METRIC("s/op",
                                                                    "\"rawData\":[[2]]") "}",
        NULL);
    assert_non_null(run_find(run, "a.B.c:avgt"));
    assert_non_null(run_find(run, "a.B.c:ss"));
    run_free(run);
}

TEST(what_is_no_number_was_not_measured) {
    struct run *run = read_entries(ENTRY(METRIC("ops/s", "\"rawData\":[[\"NaN\",2]]")), NULL);
    struct series *series = &run->measurements[0].series[0];
    assert_true(isnan(series->rate[0]));
    assert_near(series->rate[1], 2);
    assert_int_equal(series->status[0], CELL_OK);
    run_free(run);
    run = read_entries(ENTRY(METRIC("s/op", "\"rawData\":[]")), NULL);
    assert_string_equal(facts_text(&run->measurements[0].facts, FACT_SAMPLES_ARE, ""), "means");
    run_free(run);
}

/* An iteration that ended no operation is infinitely slow: no ratio tells by how much. */
TEST(a_rate_of_zero_is_a_failure) {
    struct run *run = read_entries(ENTRY(METRIC("ops/s", "\"rawData\":[[2,0,4]]")), NULL);
    struct series *series = &run->measurements[0].series[0];
    assert_true(series->rate[0] == 2 && series->rate[1] == 0 && series->rate[2] == 4);
    assert_int_equal(series->status[0], CELL_FAILED);
    run_free(run);
}

TEST(scores_that_are_no_times_are_refused) {
    static const char *const scores[] = {"-1",        "-1e-9",        "1e400",  "Infinity",
                                         "-Infinity", "\"Infinity\"", "\"-1\"", "\"-Infinity\""};
    static const char *const units[] = {"ns/op", "ops/s"};
    char metric[200], entry[400];
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++)
        for (size_t u = 0; u < 2; u++) {
            snprintf(metric, sizeof metric,
                     "\"primaryMetric\":{\"scoreUnit\":\"%s\",\"rawData\":[[1,%s]]}", units[u],
                     scores[i]);
            snprintf(entry, sizeof entry, "{\"benchmark\":\"a.B.c\",\"mode\":\"avgt\",%s}", metric);
            assert_refused(entry, "x.json: benchmark 1: a score is negative or has no end");
        }
}

TEST(what_is_not_as_it_should_be_is_refused) {
    assert_refused("1", "x.json: benchmark 1: no object");
    assert_refused("{\"jmhVersion\":\"1\"}", "x.json: benchmark 1: it has no name");
    assert_refused(ENTRY(METRIC("s/op", "\"rawData\":[1]")),
                   "x.json: benchmark 1: its raw data have no list for each fork");
    assert_refused(ENTRY(METRIC("s/op", "\"rawData\":[[{}]]")),
                   "x.json: benchmark 1: a score is not a number");
    foreign_assert_refused(FORMAT, "x.json", "{}", NULL, "x.json: no list of benchmarks");
}

/* As where the results of two machines were put together. */
TEST(two_entries_of_the_same_are_numbered) {
#define FORKS ENTRY(METRIC("s/op", "\"rawData\":[[1.5,2e3],[3,4]]"))
    struct run *run = foreign_run(FORMAT, "x.json", "[" FORKS "," FORKS "]", NULL);
    struct measurement *m = &run->measurements[0];
    assert_true(m->rounds == 2 && m->max_seeds == 2 && m->series_count == 2);
    assert_true(foreign_seconds(m, "java", 0, 1, 1) == 4);
    assert_true(foreign_seconds(m, "java #2", 0, 1, 1) == 4);
    run_free(run);
}

TEST(secondary_metrics_are_measures) {
    struct run *run = read_entries(
        ENTRY(
            METRIC("s/op", "\"rawData\":[[1,2],[3,4]]") ",\"secondaryMetrics\":{"
                                                        "\"gc.alloc.rate\":{\"score\":2.5,"
                                                        "\"scoreUnit\":\"MB/sec\","
                                                        "\"rawData\":[[1,2],[3,4]]},\"gc.count\":{"
                                                        "\"score\":9,\"scoreUnit\":\"counts\"}}"),
        NULL);
    struct measurement *m = &run->measurements[0];
    assert_true(foreign_measure(m, &m->series[0], "gc.alloc.rate", 2) == 3e6);
    assert_true(foreign_measure(m, &m->series[0], "gc.count", 0) == 9);
    assert_true(isnan(foreign_measure(m, &m->series[0], "gc.count", 1)));
    assert_non_null(strstr(facts_text(&m->facts, FACT_MEASURES, ""), "gc.count\tcounts\t"));
    run_free(run);
}

TEST(params_with_prefixes_are_one_size) {
#define OF(n, times)                                                                               \
    "{\"benchmark\":\"a.B.get\",\"mode\":\"avgt\",\"params\":{\"n\":\"" n "\"},"                   \
    "\"primaryMetric\":{\"scoreUnit\":\"s/op\",\"rawData\":" times "}}"
    struct run *run = read_entries(
        OF("100", "[[1,2],[3,4]]") "," OF("1K", "[[10,20],[30,40]]") "," OF("10K", "[[1,2],[3,5]]"),
        NULL);
    struct measurement *m = &run->measurements[0];
    assert_true(m->points == 3 && m->series_count == 1 && m->rounds == 2);
    assert_true(m->sizes[0] == 100 && m->sizes[1] == 1000 && m->sizes[2] == 10000);
    assert_true(foreign_seconds(m, "java", 1, 1, 1) == 40);
    assert_string_equal(facts_text(&m->facts, FACT_SIZE_NAME, ""), "n");
    run_free(run);
}

/* The benchmarks a.B.get and a.B.put of TABLE, called NAME: what every format of theirs tells. */
static void assert_benchmarks(const char *name, const char *table, double put_rate) {
    struct run *run = foreign_run(NULL, name, table, NULL);
    struct measurement *get = run_find(run, "a.B.get"), *put = run_find(run, "a.B.put");
    assert_int_equal(run->measurement_count, 2);
    assert_int_equal(get->sizes[1], 1000);
    assert_near(foreign_seconds(get, "java (impl=blas)", 1, 0, 0), 25e-3);
    assert_near(foreign_seconds(get, "java (impl=blas)", 0, 0, 0), 2.5e-3);
    assert_near(put->series[0].rate[0], put_rate);
    assert_non_null(strstr(facts_text(&get->facts, FACT_MEASURES, ""), "error_99.9\ts\tless\n"));
    assert_string_equal(facts_text(&get->facts, FACT_SAMPLES_ARE, ""), "means");
    assert_non_null(
        strstr(facts_text(&run->facts, "jmh_secondary", ""), "a.B.get: gc.alloc.rate 7.5 MB/sec"));
    run_free(run);
    char copy[1000];
    snprintf(copy, sizeof copy, "%s", table);
    foreign_cut_and_damage_text(FORMAT, name, copy, strlen(copy));
}

TEST(a_table_has_the_same_benchmarks) {
    static const char *const tables[] = {
        "\"Benchmark\",\"Mode\",\"Threads\",\"Samples\",\"Score\",\"Score Error "
        "(99.9%)\",\"Unit\",\"Param: impl\",\"Param: size\"\n"
        "\"a.B.get\",\"avgt\",1,4,2.500000,0.1,\"ms/op\",blas,100\n"
        "\"a.B.get:gc.alloc.rate\",\"avgt\",1,4,7.5,NaN,\"MB/sec\",blas,100\n"
        "\"a.B.get\",\"avgt\",1,4,25.0,0.1,\"ms/op\",blas,1K\n"
        "\"a.B.put\",\"thrpt\",2,4,4.0,NaN,\"ops/s\",,\n",
        "\"Benchmark\";\"Mode\";\"Threads\";\"Samples\";\"Score\";\"Score Error "
        "(99,9%)\";\"Unit\";\"Param: impl\";\"Param: size\"\r\n"
        "\"a.B.get\";\"avgt\";1;4;2,500000;0,1;\"ms/op\";blas;100\r\n"
        "\"a.B.get:gc.alloc.rate\";\"avgt\";1;4;7,5;NaN;\"MB/sec\";blas;100\r\n"
        "\"a.B.get\";\"avgt\";1;4;25,0;0,1;\"ms/op\";blas;1K\r\n"
        "\"a.B.put\";\"thrpt\";2;4;4,0;NaN;\"ops/s\";;\r\n"};
    for (size_t i = 0; i < 2; i++) {
        assert_benchmarks("x.csv", tables[i], 4);
        struct run *run = foreign_run(NULL, "x.csv", tables[i], NULL);
        struct measurement *put = run_find(run, "a.B.put");
        assert_null(strstr(facts_text(&put->facts, FACT_MEASURES, ""), "error"));
        assert_int_equal(facts_find(&put->facts, FACT_THREADS)->integer, 2);
        run_free(run);
    }
}

TEST(decimal_commas_between_commas_are_refused) {
    foreign_assert_refused(NULL, "x.csv",
                           "\"Benchmark\",\"Mode\",\"Threads\",\"Samples\",\"Score\",\"Score Error "
                           "(99,9%)\",\"Unit\"\n"
                           "\"a.B.get\",\"avgt\",1,4,2,500000,0,100000,\"ms/op\"\n",
                           NULL,
                           "x.csv: line 2: 9 fields, where the header has 7, as numbers with "
                           "decimal commas make them; "
                           "give JMH -rf json or scsv");
}

TEST(the_printed_table_has_the_same_benchmarks) {
    static const char *const tables[] = {
        "# Run complete. Total time: 00:20:01\n\n"
        "Benchmark              (impl)  (size)   Mode  Cnt    Score    Error   Units\n"
        "a.B.get                  blas     100   avgt   10    2.500 \302\261  0.100   ms/op\n"
        "a.B.get:gc.alloc.rate    blas     100   avgt   10    7.500           MB/sec\n"
        "a.B.get                  blas      1K   avgt        25.000            ms/op\n"
        "a.B.put                   N/A     N/A  thrpt   10  611.402 \302\261  8.117   ops/s\n\n"
        "Benchmark result is saved to x.txt\n",
        "Benchmark              (impl)  (size)   Mode  Cnt    Score    Error   Units\r\n"
        "a.B.get                  blas     100   avgt   10    2,500 \302\261  0,100   ms/op\r\n"
        "a.B.get:gc.alloc.rate    blas     100   avgt   10    7,500           MB/sec\r\n"
        "a.B.get                  blas      1K   avgt        25,000            ms/op\r\n"
        "a.B.put                   N/A     N/A  thrpt   10  611,402 \302\261  8,117   ops/s\r\n"};
    for (size_t i = 0; i < 2; i++)
        assert_benchmarks("x.txt", tables[i], 611.402);
    static const char *const others[] = {"a.B.get avgt 10 1.234.567 ms/op", "a.B.get avgt ms/op",
                                         "a.B.get avgt 10 1,234,567 \302\261 1,000 ms/op",
                                         "a.B.get avgt 10 20 1.5 ms/op", "saved"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char text[200];
        snprintf(text, sizeof text, "Benchmark Mode Cnt Score Error Units\n%s\n", others[i]);
        foreign_assert_refused(NULL, "x.txt", text, NULL,
                               "x.txt: line 2: no line of JMH's table, such as \"a.b thrpt 10 "
                               "1234.500 \302\261 8.117 ops/s\"; leave a blank line above what is "
                               "none of it");
    }
}

TEST(a_cut_or_damaged_file_is_refused_or_sound) {
    static const char times[] = METRIC("ns/op", "\"rawData\":[[1.5,2e3],[\"NaN\",4]]");
    static const char histogram[] = METRIC("us/op", "\"rawDataHistogram\":[[[[2,3],[5,1]]]]");
    char text[1024];
    snprintf(text, sizeof text,
             "[" ENTRY("\"params\":{\"n\":\"8\",\"i\":\"x\"},%s") "," ENTRY("%s") "]", times,
             histogram);
    foreign_cut_and_damage_text(FORMAT, "x.json", text, strlen(text));
}
