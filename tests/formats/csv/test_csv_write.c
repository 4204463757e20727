/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/written.h"

#include "formats/model/measures.h"
#include "formats/model/run.h"
#include "formats/csv/csv.h"

static const struct writing_options usual;

static char *write_one(void **state, const struct format *format, enum writing_shape shape,
                       int with_parameter) {
    struct err err = {""};
    struct run *run = written_run("axpy", with_parameter);
    const struct writing_options options = {.shape = shape};
    const char *path = written_path(state, "x.csv");
    if (written_to(format, path, &options, &run, 1, &err))
        fail_msg("%s", err.message);
    run_free(run);
    return written_text(path);
}

static void assert_same(const struct measurement *a, const struct measurement *b) {
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->points, b->points);
    assert_int_equal(a->rounds, b->rounds);
    assert_int_equal(a->max_seeds, b->max_seeds);
    assert_int_equal(a->series_count, b->series_count);
    assert_memory_equal(a->sizes, b->sizes, a->points * sizeof *a->sizes);
    for (size_t s = 0; s < a->series_count; s++) {
        const struct series *left = &a->series[s], *right = measurement_find(b, left->name);
        assert_non_null(right);
        for (size_t p = 0; p < a->points; p++)
            assert_int_equal(left->status[p], right->status[p]);
        for (size_t i = 0; i < measurement_elements(a, PER_SAMPLE); i++)
            assert_true(left->seconds[i] == right->seconds[i] ||
                        (isnan(left->seconds[i]) && isnan(right->seconds[i])));
    }
}

EACH_TEST(written_set_up, written_tear_down);

TEST(samples_come_back_bit_by_bit) {
    static const struct format *const both[] = {&csv_format, &tsv_format};
    for (size_t i = 0; i < 2; i++) {
        struct err err = {""};
        struct run *runs[] = {written_run("axpy", 0), written_run("dot", 0)};
        free(runs[1]->name);
        runs[1]->name = strdup("run_000008");
        const char *path = written_path(state, "x.csv");
        assert_int_equal(written_to(both[i], path, &usual, runs, 2, &err), 0);
        struct runs read;
        assert_int_equal(format_read(NULL, path, NULL, &read, &err), 0);
        assert_int_equal(read.count, 2);
        for (size_t r = 0; r < 2; r++) {
            assert_string_equal(read.items[r]->name, runs[r]->name);
            assert_same(&runs[r]->measurements[0], &read.items[r]->measurements[0]);
            assert_true(measurement_is_paired(&read.items[r]->measurements[0]));
            run_free(runs[r]);
        }
        runs_release(&read);
    }
}

/* Else the file would say of any two samples that they belong together. */
TEST(samples_that_nothing_pairs_have_no_seed) {
    struct err err = {""};
    struct run *run = foreign_run(NULL, "x.json",
                                  "{\"results\": [{\"command\": \"a\", \"times\": [1, 2]},"
                                  "{\"command\": \"b\", \"times\": [3]}]}",
                                  NULL);
    const char *path = written_path(state, "x.csv");
    assert_int_equal(written_to(&csv_format, path, &usual, &run, 1, &err), 0);
    char *text = written_text(path);
    assert_string_equal(text, "run,action,library,size,round,seed,seconds\n"
                              "x,command,a,1,0,,1\nx,command,a,1,1,,2\nx,command,b,1,0,,3\n");
    struct run *read = foreign_run(NULL, "x.csv", text, NULL);
    assert_false(measurement_is_paired(&read->measurements[0]));
    assert_same(&run->measurements[0], &read->measurements[0]);
    run_free(read);
    run_free(run);
    free(text);
}

TEST(parameters_are_columns) {
    struct err err = {""};
    char *text = write_one(state, &csv_format, WRITING_USUAL, 1);
    assert_int_equal(
        strncmp(text,
                "run,action,library,size,type,threads,stride,status,round,seed,seconds\n"
                "run_000007,axpy,openblas,64,d,1,8,ok,0,0,1e-09\n",
                117),
        0);
    assert_non_null(strstr(text, "run_000007,axpy,\"a, \"\"b\"\"\",1000,d,1,0.5,crashed,,,\n"));
    struct runs runs;
    assert_int_equal(format_read_memory(NULL, text, strlen(text), "x.csv", NULL, &runs, &err), 0);
    const struct measurement *m = &runs.items[0]->measurements[0];
    assert_true(measurement_find_parameter(m, "stride")->values[0] == 0.5);
    runs_release(&runs);
    free(text);
}

TEST(a_summary_has_a_line_for_each_cell) {
    char *text = write_one(state, &tsv_format, WRITING_SUMMARY, 0);
    struct run *run = written_run("axpy", 0);
    struct cell_summary summary =
        cell_summary_of(&run->measurements[0], &run->measurements[0].series[0], 0);
    double mean = 0, sd = 0;
    assert_non_null(strstr(text, "status\tn\tmean\tsd\tmin\tmax\n"));
    const char *line = strstr(text, "\t64\td\t1\tok\t4\t");
    assert_non_null(line);
    assert_int_equal(sscanf(line, "\t64\td\t1\tok\t4\t%lf\t%lf", &mean, &sd), 2);
    assert_true(mean == summary.mean && sd == summary.sd);
    assert_float_equal(mean, 1e-9 * (1 + 1.5 / 7), 1e-24);
    assert_float_equal(sd, 1e-9 * sqrt(5.0 / 3) / 7, 1e-24);
    run_free(run);
    free(text);
}

TEST(a_wide_table_has_a_column_for_each_library) {
    char *text = write_one(state, &csv_format, WRITING_WIDE, 0);
    static const char header[] = "run,action,size,type,openblas,\"a, \"\"b\"\"\",blis\n";
    assert_int_equal(strncmp(text, header, sizeof header - 1), 0);
    struct run *read = foreign_run(NULL, "x.csv", text, NULL);
    const struct measurement *m = run_find(read, "axpy");
    assert_int_equal(m->series_count, 3);
    assert_float_equal(foreign_seconds(m, "openblas", 0, 0, 0), 1e-9 * (1 + 1.5 / 7), 1e-24);
    assert_true(isnan(foreign_seconds(m, "a, \"b\"", 1, 0, 0)));
    assert_true(isnan(foreign_seconds(m, "blis", 1, 0, 0))); /* the answer was wrong */
    run_free(read);
    free(text);
}

TEST(what_a_table_has_no_column_for_is_refused) {
    struct err err = {""};
    struct run *run = written_run("axpy", 1);
    const struct writing_options wide = {.shape = WRITING_WIDE}, unit = {.unit = "mflops"};
    const char *path = written_path(state, "x.csv");
    assert_int_equal(written_to(&csv_format, path, &wide, &run, 1, &err), ERR_USAGE);
    assert_string_equal(err.message, "axpy has parameters, for which a wide table has no columns; "
                                     "export samples");
    assert_int_equal(access(path, F_OK), -1);
    const struct writing_options summary = {.shape = WRITING_SUMMARY};
    facts_set_text(&run->measurements[0].facts, FACT_MEASURED, "rate");
    assert_int_equal(written_to(&csv_format, path, &summary, &run, 1, &err), ERR_USAGE);
    assert_string_equal(err.message, "axpy holds no times but rate, for which a summary has no "
                                     "column; export samples");
    assert_int_equal(written_to(&csv_format, path, &unit, &run, 1, &err), ERR_USAGE);
    assert_string_equal(err.message, "csv has no choice of units");
    assert_int_equal(written_to(&csv_format, path, &usual, NULL, 0, &err), ERR_USAGE);
    assert_string_equal(err.message, "there is nothing to be written");
    assert_int_equal(access(path, F_OK), -1);
    run_free(run);
}

/* --- optional details --- */

static int is_of_sample(const struct series_detail *detail) {
    return detail->is_optional && detail->shape == PER_SAMPLE;
}

/* Two libraries have every optional detail of samples, one of these with gaps. */
static struct run *detailed_run(void) {
    struct run *run = written_run("axpy", 0);
    struct measurement *m = &run->measurements[0];
    for (size_t s = 0; s < 3; s += 2)
        for (size_t d = 0; d < DETAILS; d++) {
            if (!is_of_sample(&series_details[d]))
                continue;
            measurement_add_detail(m, &m->series[s], series_details[d].name, NULL);
            double *values = m->series[s].details[d];
            for (size_t i = 0; i < 8; i++)
                values[i] = s && i % 3 == 0 ? NAN : (double)(100 * d + 10 * s + i) / 7;
        }
    struct file_measure measures[RUN_MAX_MEASURES];
    for (size_t k = 0; k < RUN_MAX_MEASURES; k++)
        measures[k] = measure_of((char[]){'m', (char)('A' + k), '\0'}, k ? "s" : "J",
                                 k ? BETTER_LESS : BETTER_NEITHER);
    measures_set(&m->facts, FACT_MEASURES, measures, RUN_MAX_MEASURES);
    measurement_set_team(m, 2, NULL);
    measurement_add_detail(m, &m->series[0], "thread_begin", NULL);
    m->series[0].thread_begin[3] = 1;
    return run;
}

TEST(optional_details_come_back_bit_by_bit) {
    struct err err = {""};
    struct run *run = detailed_run();
    const char *path = written_path(state, "x.csv");
    if (written_to(&csv_format, path, &usual, &run, 1, &err))
        fail_msg("%s", err.message);
    char *text = written_text(path);
    assert_non_null(
        strstr(text, "status,round,seed,seconds,whole_seconds,operations,iterations,user_seconds,"
                     "system_seconds,max_memory,minor_faults,major_faults,voluntary_switches,"
                     "involuntary_switches,exit_status,output_bytes,cycles,instructions,"
                     "cache_misses,"
                     "branch_misses,page_faults,migrations,byte_rate,rate,fastest_rank,start_skew,"
                     "clock_error,late_calls,"
                     "temperature,level,mA [J],mB [s],mC [s],"));
    struct run *read = foreign_run(NULL, "x.csv", text, NULL);
    const struct measurement *m = &run->measurements[0], *n = &read->measurements[0];
    assert_same(m, n);
    assert_int_equal(n->parameter_count, 0);
    for (size_t s = 0; s < 3; s++)
        for (size_t d = 0; d < DETAILS; d++) {
            const struct series *back = measurement_find(n, m->series[s].name);
            const double *left = m->series[s].details[d];
            const double *right = back->details[d];
            if (!is_of_sample(&series_details[d]))
                continue;
            assert_int_equal(left != NULL, right != NULL);
            for (size_t i = 0; left && i < 8; i++)
                assert_true(left[i] == right[i] || (isnan(left[i]) && isnan(right[i])));
        }
    assert_string_equal(facts_text(&m->facts, FACT_MEASURES, "?"),
                        facts_text(&n->facts, FACT_MEASURES, ""));
    assert_null(facts_find(&read->facts, "csv_left_out"));
    run_free(read);
    run_free(run);
    free(text);
}

TEST(a_summary_has_no_details) {
    struct err err = {""};
    struct run *run = detailed_run();
    const struct writing_options options = {.shape = WRITING_SUMMARY};
    const char *path = written_path(state, "x.csv");
    assert_int_equal(written_to(&csv_format, path, &options, &run, 1, &err), 0);
    char *text = written_text(path);
    assert_null(strstr(text, "user_seconds"));
    free(text);
    run_free(run);
}

TEST(a_parameter_may_be_called_like_a_detail_that_is_not_there) {
    struct err err = {""};
    struct run *run = written_run("axpy", 0);
    struct measurement *m = &run->measurements[0];
    double *level = measurement_add_parameter(m, "level", NULL)->values;
    level[0] = 3;
    level[1] = 9;
    const char *path = written_path(state, "x.csv");
    assert_int_equal(written_to(&csv_format, path, &usual, &run, 1, &err), 0);
    char *text = written_text(path);
    struct run *read = foreign_run(NULL, "x.csv", text, NULL);
    const struct measurement *n = &read->measurements[0];
    assert_same(m, n);
    assert_true(measurement_find_parameter(n, "level")->values[1] == 9);
    assert_null(n->series[0].level);
    run_free(read);
    free(text);

    assert_int_equal(measurement_add_detail(m, &m->series[1], "level", NULL), 0);
    m->series[1].level[2] = 1;
    assert_int_equal(written_to(&csv_format, path, &usual, &run, 1, &err), 0);
    text = written_text(path);
    read = foreign_run(NULL, "x.csv", text, NULL);
    n = &read->measurements[0];
    assert_true(measurement_find_parameter(n, "level")->values[1] == 9);
    assert_true(n->series[1].level[2] == 1);
    run_free(read);
    free(text);
    run_free(run);
}

/* Names of other columns of such a table, in any case, and of what a reader takes for a result. */
TEST(parameters_may_have_any_name) {
    static const char *const names[] = {
        "N",       "n",     "mean",    "type",        "Size",  "seconds", "time_ms",     "round",
        "library", "bytes", "a,\"b\"", "parameter:x", "trial", "median",  "logical_cpus"};
    static const enum writing_shape shapes[] = {WRITING_SAMPLES, WRITING_SUMMARY};
    enum { NAMES = sizeof names / sizeof *names };
    struct err err = {""};
    struct run *run = written_run("axpy", 0);
    for (size_t i = 0; i < NAMES; i++)
        for (size_t p = 0; p < 2; p++)
            measurement_add_parameter(&run->measurements[0], names[i], NULL)->values[p] =
                (double)(i + 100 * p) / 3;
    for (size_t s = 0; s < 2; s++) {
        const struct writing_options options = {.shape = shapes[s]};
        const char *path = written_path(state, "x.csv");
        if (written_to(&csv_format, path, &options, &run, 1, &err))
            fail_msg("%s", err.message);
        char *text = written_text(path);
        struct run *read = foreign_run(NULL, "x.csv", text, NULL);
        const struct measurement *m = &read->measurements[0];
        assert_int_equal(m->points, 2);
        for (size_t i = 0; i < NAMES; i++)
            for (size_t p = 0; p < 2; p++)
                assert_true(measurement_find_parameter(m, names[i])->values[p] ==
                            (double)(i + 100 * p) / 3);
        run_free(read);
        free(text);
    }
    run_free(run);
}
