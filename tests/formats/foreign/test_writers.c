/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formats that are read by others than us: JSON of three kinds, Markdown, BTL's files. */
#include "tests/formats/written.h"

#include "formats/json/benchmat_json.h"
#include "formats/foreign/foreign.h"
#include "formats/model/run.h"
#include "formats/json/json_read.h"
#include "formats/text/unicode.h"

static const struct writing_options usual;

static char *write_run(void **state, const struct format *format,
                       const struct writing_options *options, struct run *run) {
    struct err err = {""};
    const char *path = written_path(state, "x");
    if (written_to(format, path, options, &run, 1, &err))
        fail_msg("%s", err.message);
    return written_text(path);
}

static json_object *parse(char *text) {
    struct err err = {""};
    json_object *root =
        json_text_parse(&(struct source){.path = "x", .text = text, .length = strlen(text)}, &err);
    if (!root)
        fail_msg("%s in\n%s", err.message, text);
    free(text);
    return root;
}

static json_object *at(json_object *array, size_t i) {
    assert_true(i < json_object_array_length(array));
    return json_object_array_get_idx(array, i);
}

static json_object *list(json_object *object, const char *key) {
    json_object *member = json_text_member(object, key, json_type_array);
    assert_non_null(member);
    return member;
}

EACH_TEST(written_set_up, written_tear_down);

TEST(json_has_all_of_a_run) {
    struct run *run = written_run("axpy", 1);
    json_object *root = parse(write_run(state, &benchmat_json_format, &usual, run));
    assert_string_equal(json_text_string(root, "format"), "benchmat");
    json_object *one = at(list(root, "runs"), 0);
    assert_string_equal(json_text_string(one, "name"), "run_000007");
    json_object *facts = json_text_member(one, "facts", json_type_object);
    assert_string_equal(json_text_string(facts, FACT_HOST),
                        "a \"host\"\nof \357\277\275 two lines");
    json_object *m = at(list(one, "measurements"), 0);
    json_object *stride = list(json_text_member(m, "parameters", json_type_object), "stride");
    assert_true(json_object_get_double(at(stride, 1)) == 0.5);
    json_object *library = at(list(m, "libraries"), 1);
    assert_string_equal(json_object_get_string(at(list(library, "status"), 1)), "crashed");
    json_object *seconds = list(library, "seconds");
    for (size_t i = 0; i < 8; i++) {
        json_object *value = at(at(at(seconds, i / 4), i / 2 % 2), i % 2);
        double expected = run->measurements[0].series[1].seconds[i];
        assert_true(isnan(expected) ? !value : json_object_get_double(value) == expected);
    }
    json_object_put(root);
    run_free(run);
}

/* Of a library that has them; a detail without a known value is not there. */
TEST(json_has_optional_details_and_those_of_threads) {
    struct run *run = written_run("set", 0);
    struct measurement *m = &run->measurements[0];
    struct series *s = &m->series[2];
    static const char *const names[] = {"user_seconds", "level", "thread_begin", "thread_counter_8",
                                        "thread_end"};
    measurement_set_team(m, 3, NULL);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(measurement_add_detail(m, s, names[i], NULL), 0);
    for (size_t i = 0; i < 8; i++) {
        s->user_seconds[i] = (double)i / 7;
        s->level[i] = i == 5 ? NAN : 1000 + (double)i;
        for (size_t t = 0; t < 3; t++) {
            s->thread_begin[3 * i + t] = t == 2 ? NAN : (double)(10 * i + t) / 3;
            s->thread_counters[7][3 * i + t] = (double)(100 * i + t);
        }
    }
    json_object *root = parse(write_run(state, &benchmat_json_format, &usual, run));
    json_object *one = at(list(at(list(root, "runs"), 0), "measurements"), 0);
    assert_int_equal(json_object_get_int(json_text_member(one, "team", json_type_int)), 3);
    json_object *libraries = list(one, "libraries");
    assert_null(json_text_member(at(libraries, 0), "details", json_type_object));
    json_object *details = json_text_member(at(libraries, 2), "details", json_type_object);
    assert_int_equal(json_object_object_length(details), 4);
    for (size_t i = 0; i < 8; i++) {
        json_object *sample[4];
        for (size_t d = 0; d < 4; d++)
            sample[d] = at(at(at(list(details, names[d]), i / 4), i / 2 % 2), i % 2);
        assert_true(json_object_get_double(sample[0]) == s->user_seconds[i]);
        assert_true(i == 5 ? !sample[1] : json_object_get_double(sample[1]) == s->level[i]);
        assert_int_equal(json_object_array_length(sample[2]), 3);
        assert_null(at(sample[2], 2));
        for (size_t t = 0; t < 3; t++) {
            assert_true(t == 2 ||
                        json_object_get_double(at(sample[2], t)) == s->thread_begin[3 * i + t]);
            assert_true(json_object_get_double(at(sample[3], t)) ==
                        s->thread_counters[7][3 * i + t]);
        }
    }
    json_object_put(root);
    run_free(run);
}

TEST(json_can_be_a_summary) {
    struct run *run = written_run("axpy", 0);
    const struct writing_options summary = {.shape = WRITING_SUMMARY};
    json_object *root = parse(write_run(state, &benchmat_json_format, &summary, run));
    json_object *library =
        at(list(at(list(at(list(root, "runs"), 0), "measurements"), 0), "libraries"), 2);
    struct cell_summary expected =
        cell_summary_of(&run->measurements[0], &run->measurements[0].series[2], 1);
    assert_int_equal(json_object_get_int(at(list(library, "n"), 1)), 4);
    assert_true(json_object_get_double(at(list(library, "mean"), 1)) == expected.mean);
    assert_true(json_object_get_double(at(list(library, "max"), 1)) == expected.max);
    assert_null(json_text_member(library, "seconds", json_type_array));
    json_object_put(root);
    run_free(run);
}

TEST(google_benchmark_has_repetitions_and_aggregates) {
    struct run *run = written_run("axpy", 1);
    char *text = write_run(state, &google_benchmark_format, &usual, run);
    struct run *read = foreign_run(NULL, "x.json", text, NULL);
    struct measurement *m = run_find(read, "axpy/openblas");
    assert_int_equal(m->points, 2);
    assert_int_equal(m->seeds[0], 4);
    for (size_t p = 0; p < 2; p++)
        for (size_t k = 0; k < 4; k++) {
            size_t from = m->sizes[p] == 64 ? 0 : 4;
            assert_float_equal(m->series[0].seconds[measurement_index(m, p, 0, k)],
                               run->measurements[0].series[0].seconds[from + k], 1e-24);
        }
    assert_true(measurement_find_parameter(m, "stride")->values[0] == 0.5);
    assert_int_equal(run_find(read, "axpy/a, \"b\"")->series[0].status[0], CELL_FAILED);
    run_free(read);
    json_object *all = parse(text), *mean = at(list(all, "benchmarks"), 4);
    assert_string_equal(json_text_string(mean, "name"), "axpy/openblas/size:64/stride:8_mean");
    assert_string_equal(json_text_string(mean, "aggregate_name"), "mean");
    json_object_put(all);
    run_free(run);
}

TEST(a_github_action_gets_means) {
    struct run *run = written_run("axpy", 0);
    json_object *root = parse(write_run(state, &github_action_format, &usual, run));
    assert_int_equal(json_object_array_length(root), 4); /* without crashed and wrong */
    json_object *last = at(root, 3);
    assert_string_equal(json_text_string(last, "name"), "axpy/blis/64");
    assert_string_equal(json_text_string(last, "unit"), "ns");
    assert_string_equal(json_text_string(last, "range"), "± 0.553");
    assert_string_equal(json_text_string(last, "extra"), "4 samples");
    double value;
    assert_true(json_text_number_or_nan(last, "value", &value));
    assert_float_equal(value, 3 * (1 + 1.5 / 7), 1e-12);
    json_object_put(root);
    run_free(run);
}

TEST(two_runs_of_one_action_have_no_room) {
    struct err err = {""};
    struct run *runs[] = {written_run("axpy", 0), written_run("axpy", 0)};
    const char *path = written_path(state, "x");
    assert_int_equal(written_to(&google_benchmark_format, path, &usual, runs, 2, &err), ERR_USAGE);
    assert_string_equal(err.message, "google-benchmark holds one run of each action, and there are "
                                     "several of axpy; choose one with --run");
    assert_int_equal(access(path, F_OK), -1);
    run_free(runs[0]);
    run_free(runs[1]);
}

TEST(markdown_escapes_what_is_markup) {
    struct run *run = written_run("a|b<i>", 0);
    char *text = write_run(state, &markdown_format, &usual, run);
    assert_non_null(strstr(text, "## a\\|b\\<i\\>\n"));
    assert_non_null(
        strstr(text, "| size | openblas | a, \"b\" | blis |\n| ---: | ---: | ---: | ---: |\n"));
    assert_non_null(strstr(text, "| 1000 | 1.79 ns | crashed | 5.36 ns, wrong |\n"));
    assert_non_null(strstr(text, "\nMean time of a call, "));
    free(text);
    facts_set_text(&run->measurements[0].facts, FACT_SAMPLES_ARE, "times per byte");
    text = write_run(state, &markdown_format, &usual, run);
    assert_non_null(strstr(text, "\nMean time per byte, "));
    free(text);
    run_free(run);
}

/* An archive may hold what some program took from a system in Latin-1. */
TEST(nothing_ill_formed_is_written) {
    for (size_t f = 0; formats[f]; f++) {
        if (!formats[f]->writer || formats[f]->writer->writes_directories ||
            strcmp(formats[f]->name, "mat") == 0)
            continue;
        struct run *run = written_run("axpy\xe9", 0);
        struct measurement *m = &run->measurements[0];
        free(run->name);
        run->name = strdup("run\xe9");
        facts_set_text(&run->facts, FACT_STARTED, "\xe9");
        facts_set_text(&run->facts, "key\xe9", "\xe9");
        facts_set_text(&m->facts, FACT_SIZE_MEANS, "\xe9");
        facts_set_text(&m->facts, FACT_TYPE, "\xe9");
        assert_non_null(measurement_add_parameter(m, "stride\xe9", NULL));
        measurement_add_series(m, "li\xe9", NULL)->status[0] = CELL_FAILED;
        measurement_add_series(m, "li\xea", NULL)->seconds[0] = 1;
        char *text = write_run(state, formats[f], &usual, run);
        uint32_t code;
        for (size_t i = 0, length; text[i]; i += length)
            if (!(length = utf8_decode(text + i, &code)))
                fail_msg("%s: ill-formed at byte %zu: %.60s", formats[f]->name, i, text + i);
        free(text);
        run_free(run);
    }
}

TEST(rates_of_btl_come_back_as_times) {
    struct err err = {""};
    struct run *run = written_run("matrix_vector_product", 0);
    char folder[200], file[300];
    snprintf(folder, sizeof folder, "%s", written_path(state, "btl"));
    assert_int_equal(written_to(&btl_format, folder, &usual, &run, 1, &err), 0);
    snprintf(file, sizeof file, "%s/bench_matrix_vector_openblas.dat", folder);
    assert_int_equal(access(file, F_OK), 0);
    struct runs runs;
    assert_int_equal(format_read(NULL, folder, NULL, &runs, &err), 0);
    struct measurement *m = run_find(runs.items[0], "matrix_vector_product");
    double mean = cell_summary_of(&run->measurements[0], &run->measurements[0].series[0], 1).mean;
    assert_float_equal(foreign_seconds(m, "openblas", 1, 0, 0) / mean, 1, 1e-14);
    runs_release(&runs);
    run_free(run);
}

TEST(btl_writes_seconds_where_nobody_counts) {
    struct err err = {""};
    struct run *run = written_run("sort", 0), *sweep = written_run("axpy", 1);
    const struct writing_options seconds = {.unit = "s"}, hours = {.unit = "h"};
    char folder[200], file[300];
    snprintf(folder, sizeof folder, "%s", written_path(state, "btl"));
    assert_int_equal(written_to(&btl_format, folder, &usual, &run, 1, &err), ERR_USAGE);
    assert_string_equal(err.message, "sort: nobody says how many operations it has; export it with "
                                     "--unit s");
    assert_int_equal(written_to(&btl_format, folder, &hours, &run, 1, &err), ERR_USAGE);
    assert_string_equal(err.message, "btl has no unit h; it has: s mflops");
    assert_int_equal(written_to(&btl_format, folder, &usual, &sweep, 1, &err), ERR_USAGE);
    assert_int_equal(written_to(&btl_format, folder, &seconds, &run, 1, &err), 0);
    snprintf(file, sizeof file, "%s/bench_sort_blis.seconds", folder);
    char *text = written_text(file);
    double time;
    assert_int_equal(sscanf(text, "64 %lf", &time), 1);
    assert_float_equal(time, 3e-9 * (1 + 1.5 / 7), 1e-24);
    free(text);
    run_free(run);
    run_free(sweep);
}
