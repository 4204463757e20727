/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs as MAT-files and back, and MAT-files that somebody else has laid out. */
#include "tests/formats/mat_made.h"

#include <dirent.h>

#include "formats/mat/mat_file.h"
#include "tests/formats/mat_run.h"

#define CORPUS "tests/fuzz/corpus-mat"

/* --- files --- */

static struct mat_array reals(struct made *made, const double *values, size_t rows,
                              size_t columns) {
    return mat_build_numbers(&made->build, MAT_DOUBLE, values, (size_t[]){rows, columns}, 2);
}

static struct run *read_made(struct made *made, const struct format_options *options) {
    struct runs runs;
    struct err err = {""};
    made_end(made);
    if (format_read_memory(&mat_format, made->bytes, made->n, "d/mine.mat", options, &runs, &err))
        fail_msg("%s", err.message);
    free(made->bytes);
    return foreign_only(&runs);
}

static void assert_made_refused(struct made *made, const char *message) {
    struct runs runs;
    struct err err = {""};
    made_end(made);
    assert_true(format_read_memory(&mat_format, made->bytes, made->n, "x.mat", NULL, &runs, &err) <
                0);
    assert_string_equal(err.message, message);
    free(made->bytes);
}

/* --- ours --- */

static void assert_same_facts(const struct facts *a, const struct facts *b, size_t more) {
    assert_int_equal(a->count + more, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const struct fact *x = &a->items[i], *y = &b->items[i];
        assert_string_equal(x->name, y->name);
        assert_int_equal(x->kind, y->kind);
        assert_string_equal(x->text ? x->text : "", y->text ? y->text : "");
        assert_true(x->integer == y->integer && x->real == y->real);
    }
}

static void assert_same_numbers(const void *a, const void *b, size_t count) {
    assert_int_equal(a != NULL, b != NULL);
    if (a)
        assert_memory_equal(a, b, count * sizeof(double));
}

static void assert_same_series(const struct measurement *m, const struct series *a,
                               const struct series *b) {
    assert_string_equal(a->name, b->name);
    assert_same_facts(&a->facts, &b->facts, 0);
    assert_same_numbers(a->seconds, b->seconds, measurement_elements(m, PER_SAMPLE));
    for (size_t d = 0; d < DETAILS; d++)
        assert_same_numbers(a->details[d], b->details[d],
                            measurement_elements(m, series_details[d].shape));
}

static void assert_same_measurement(const struct measurement *a, const struct measurement *b) {
    assert_string_equal(a->name, b->name);
    assert_true(a->points == b->points && a->rounds == b->rounds && a->max_seeds == b->max_seeds);
    assert_int_equal(a->team, b->team);
    assert_same_facts(&a->facts, &b->facts, 0);
    assert_same_numbers(a->sizes, b->sizes, a->points);
    assert_same_numbers(a->seeds, b->seeds, a->points);
    assert_same_numbers(a->flops, b->flops, a->points);
    assert_same_numbers(a->bytes, b->bytes, a->points);
    assert_int_equal(a->parameter_count, b->parameter_count);
    for (size_t k = 0; k < a->parameter_count; k++) {
        assert_string_equal(a->parameters[k].name, b->parameters[k].name);
        assert_same_numbers(a->parameters[k].values, b->parameters[k].values, a->points);
    }
    assert_int_equal(a->series_count, b->series_count);
    for (size_t s = 0; s < a->series_count; s++)
        assert_same_series(a, &a->series[s], &b->series[s]);
}

static struct run *read_file(const char *path) {
    struct runs runs;
    struct err err = {""};
    if (format_read(NULL, path, NULL, &runs, &err))
        fail_msg("%s", err.message);
    return foreign_only(&runs);
}

/* --- ours: what only some runs have --- */

/* Sets every optional detail of SHAPE to numbers that differ. */
static void fill_optional(const struct measurement *m, struct series *series,
                          enum detail_shape shape) {
    for (size_t d = 0; d < DETAILS; d++) {
        if (!series_details[d].is_optional || series_details[d].shape != shape)
            continue;
        assert_int_equal(measurement_add_detail(m, series, series_details[d].name, NULL), 0);
        double *values = series->details[d];
        for (size_t i = 0; i < measurement_elements(m, shape); i++)
            values[i] = i % 5 ? (double)(i + 1000 * d) / 3 : NAN;
    }
}

TEST(optional_details_and_those_of_threads_come_back) {
    char path[64];
    struct run *run = mat_run_made(2);
    struct measurement *m = &run->measurements[1];
    fill_optional(&run->measurements[0], &run->measurements[0].series[2], PER_SAMPLE);
    assert_int_equal(measurement_set_team(m, 3, NULL), 0);
    fill_optional(m, &m->series[1], PER_SAMPLE);
    fill_optional(m, &m->series[1], PER_THREAD);
    mat_run_write(run, mat_run_path(path), WRITING_SAMPLES);
    struct run *again = read_file(path);
    for (size_t i = 0; i < 2; i++)
        assert_same_measurement(&run->measurements[i], &again->measurements[i]);
    run_free(again);
    mat_run_remove(path);

    mat_run_write(run, mat_run_path(path), WRITING_USUAL);
    again = read_file(path);
    assert_int_equal(again->measurements[1].team, 0);
    const struct series *means = &again->measurements[1].series[1];
    assert_null(means->thread_begin);
    for (size_t p = 0; p < MAT_RUN_POINTS; p++) {
        double sum = 0, count = 0;
        for (size_t i = 6 * p; i < 6 * p + 6; i++)
            if (!isnan(m->series[1].level[i])) {
                sum += m->series[1].level[i];
                count++;
            }
        assert_float_equal(means->level[p], sum / count, 1e-9);
    }
    assert_non_null(again->measurements[0].series[2].user_seconds);
    assert_null(again->measurements[0].series[1].user_seconds);
    run_free(again);
    mat_run_remove(path);
    run_free(run);
}

TEST(samples_come_back_with_all_that_is_known) {
    for (size_t actions = 1; actions <= 2; actions++) {
        char path[64];
        struct run *run = mat_run_made(actions);
        run->measurements[0].sizes[3] = ((int64_t)1 << 53) + (actions == 2);
        mat_run_write(run, mat_run_path(path), WRITING_SAMPLES);
        struct run *again = read_file(path);
        assert_string_equal(again->name, "run_000007");
        struct err err = {""};
        struct runs runs;
        assert_int_equal(
            format_read(&mat_format, path, &(struct format_options){.as = "n=size"}, &runs, &err),
            ERR_USAGE);
        assert_non_null(strstr(err.message, ": --as is for tables, such as arrays of structs"));
        assert_same_facts(&run->facts, &again->facts, 2);
        assert_int_equal(again->measurement_count, actions);
        for (size_t i = 0; i < actions; i++)
            assert_same_measurement(&run->measurements[i], &again->measurements[i]);
        run_free(run);
        run_free(again);
        mat_run_remove(path);
    }
}

TEST(means_come_back_as_samples) {
    char path[64];
    struct run *run = mat_run_made(1);
    mat_run_write(run, mat_run_path(path), WRITING_USUAL);
    struct run *again = read_file(path);
    const struct measurement *m = &again->measurements[0], *all = &run->measurements[0];
    assert_true(m->points == all->points && m->rounds == 1 && m->max_seeds == 1);
    for (size_t s = 0; s < m->series_count; s++)
        for (size_t p = 0; p < m->points; p++) {
            double sum = 0, count = 0;
            for (size_t i = p * 6; i < (p + 1) * 6; i++)
                if (!isnan(all->series[s].seconds[i])) {
                    sum += all->series[s].seconds[i];
                    count++;
                }
            assert_true(fabs(m->series[s].seconds[p] - sum / count) <= 1e-15 * sum);
            assert_int_equal(m->series[s].status[p], all->series[s].status[p]);
        }
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), "means of up to 6 samples");
    assert_null(facts_find(&again->facts, FACT_UUID));
    assert_string_equal(facts_text(&again->facts, "mat_uuid", ""),
                        "11111111-2222-4333-8444-555555555555");
    run_free(run);
    run_free(again);
    mat_run_remove(path);
}

/* In MATLAB they have their names, which are those of no detail; back they are the same. */
TEST(measures_are_named) {
    static const char *const fields[] = {"GB_s", "GB_s_2", "rate_2"};
    const struct file_measure measures[] = {measure_of("GB/s", "B/s", BETTER_MORE),
                                            measure_of("GB s", "J", BETTER_NEITHER),
                                            measure_of("rate", "1", BETTER_LESS)};
    char path[64];
    struct run *run = mat_run_made(1);
    measures_set(&run->measurements[0].facts, FACT_MEASURES, measures, 3);
    fill_optional(&run->measurements[0], &run->measurements[0].series[0], PER_SAMPLE);
    for (int shape = 0; shape < 2; shape++) {
        mat_run_write(run, mat_run_path(path), shape ? WRITING_SAMPLES : WRITING_USUAL);
        struct source source;
        struct mat_file file;
        struct mat_load load = {0};
        assert_int_equal(source_read(&source, path, SOURCE_MOST_BYTES, NULL), 0);
        assert_int_equal(mat_open(&file, path, source.text, source.length, MAT_USUAL_MEMORY, NULL),
                         0);
        assert_int_equal(mat_load(&file, 1, &load, NULL), 0);
        const char *library = run->measurements[0].series[0].name;
        const struct mat_array *details = NULL;
        for (size_t i = 0; i < load.count; i++)
            if (strcmp(load.items[i].header.name, "details") == 0)
                details = mat_field(&load.items[i].variable.array, library);
        for (size_t k = 0; k < 3; k++)
            assert_non_null(mat_field(details, fields[k]));
        assert_non_null(mat_field(details, "rate"));
        assert_null(mat_field(details, "measure_1"));
        assert_non_null(mat_field(details, "measure_4")); /* has no name */
        mat_load_release(&load);
        mat_close(&file);
        source_release(&source);
        struct run *again = read_file(path);
        if (shape)
            assert_same_measurement(&run->measurements[0], &again->measurements[0]);
        else
            assert_non_null(again->measurements[0].series[0].measures[2]);
        run_free(again);
        mat_run_remove(path);
    }
    run_free(run);
}

TEST(actions_of_several_runs_stay_apart) {
    char path[64];
    struct err err = {""};
    const struct writing_options options = {.shape = WRITING_SAMPLES};
    struct run *runs[2] = {mat_run_made(1), mat_run_made(2)};
    free(runs[1]->name);
    runs[1]->name = strdup("run_000008");
    struct writing writing;
    assert_int_equal(writing_begin(&writing, &mat_format, mat_run_path(path), &options, &err), 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(writing_plan(&writing, runs[i], &runs[i]->measurements[i], &err), 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(writing_add(&writing, runs[i], &runs[i]->measurements[i], &err), 0);
    assert_int_equal(writing_end(&writing, 0, &err), 0);
    struct runs read;
    assert_int_equal(format_read(NULL, path, NULL, &read, &err), 0);
    assert_int_equal(read.count, 2);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(read.items[i]->name, runs[i]->name);
        assert_int_equal(read.items[i]->measurement_count, 1);
        assert_same_measurement(&runs[i]->measurements[i], &read.items[i]->measurements[0]);
        run_free(runs[i]);
    }
    runs_release(&read);
    mat_run_remove(path);
}

TEST(headers_name_the_actions) {
    char path[64];
    struct source source;
    struct err err = {""};
    struct run *run = mat_run_made(2);
    mat_run_write(run, mat_run_path(path), WRITING_USUAL);
    assert_int_equal(source_read(&source, path, 128, &err), 0);
    assert_memory_equal(source.text, "MATLAB 5.0 MAT-file, benchmat ", 30);
    assert_non_null(memmem(source.text, 116, ": axpy, dot product  ", 21));
    source_release(&source);
    run_free(run);
    mat_run_remove(path);
}

TEST(a_cut_or_damaged_file_is_refused_or_sound) {
    static const char *const libraries[] = {"a", "b", NULL};
    char path[64];
    struct source source;
    struct err err = {""};
    struct run *run = run_new();
    run->name = strdup("r");
    mat_run_add(run, "dot", libraries);
    mat_run_write(run, mat_run_path(path), WRITING_SAMPLES);
    assert_int_equal(source_read(&source, path, SOURCE_MOST_BYTES, &err), 0);
    foreign_cut_and_damage_text(&mat_format, "x.mat", source.owned, source.length);
    source_release(&source);
    run_free(run);
    mat_run_remove(path);
}

/* A file of ours with one library "lib" at two sizes, in which something is wrong. */
struct slip {
    const char *message, *action, *library, *variable;
    double sizes[2], seeds[2], times[2], status;
    size_t count; /* of times */
    double team;
    size_t of_threads; /* numbers in a detail of single threads */
};

static void add_slip(struct made *made, const struct slip *slip) {
    struct mat_build *b = &made->build;
    struct mat_fields about = {0}, actions = {0}, action = {0}, libraries = {0}, library = {0};
    struct mat_fields details = {0}, detail = {0};
    static const double zeros[16];
    made_add(made, "sizes", reals(made, slip->sizes, 2, 1));
    made_add(made, "seeds", reals(made, slip->seeds, 2, 1));
    made_add(made, slip->variable,
             mat_build_numbers(b, MAT_DOUBLE, slip->times, (size_t[]){1, 1, slip->count}, 3));
    int64_t status[2] = {0, (int64_t)slip->status};
    mat_fields_add(b, &detail, "status",
                   mat_build_numbers(b, MAT_INT64, status, (size_t[]){2, 1}, 2));
    if (slip->of_threads)
        mat_fields_add(
            b, &detail, "thread_begin",
            mat_build_numbers(b, MAT_DOUBLE, zeros, (size_t[]){1, 1, slip->of_threads}, 3));
    mat_fields_add(b, &details, "lib", mat_fields_end(b, &detail));
    made_add(made, "details", mat_fields_end(b, &details));
    mat_fields_add(b, &library, "name", mat_build_text(b, "true name"));
    mat_fields_add(b, &libraries, slip->library, mat_fields_end(b, &library));
    mat_fields_add(b, &action, "libraries", mat_fields_end(b, &libraries));
    if (slip->team != 0)
        mat_fields_add(b, &action, "team", mat_build_real(b, slip->team));
    mat_fields_add(b, &actions, "axpy", mat_fields_end(b, &action));
    if (slip->action)
        mat_fields_add(b, &actions, slip->action, mat_build_real(b, 1));
    mat_fields_add(b, &about, "holds", mat_build_text(b, "samples"));
    mat_fields_add(b, &about, "actions", mat_fields_end(b, &actions));
    made_add(made, "benchmat", mat_fields_end(b, &about));
}

TEST(what_is_wrong_in_ours_is_named) {
    static const struct slip slips[] = {
        {NULL, NULL, "lib", "lib", {1, 2}, {1, 0}, {3, 4}, 2, .count = 2},
        {"x.mat: action axpy: variable sizes: a size is not a whole number from 0 on",
         NULL,
         "lib",
         "lib",
         {1, -2},
         {1, 1},
         {3, 4},
         0,
         .count = 2},
        {"x.mat: action axpy: variable seeds: not as many seeds as there are samples",
         NULL,
         "lib",
         "lib",
         {1, 2},
         {1, 2},
         {3, 4},
         0,
         .count = 2},
        {"x.mat: action axpy: variable lib: a time is negative or has no end",
         NULL,
         "lib",
         "lib",
         {1, 2},
         {1, 1},
         {3, -4},
         0,
         .count = 2},
        {"x.mat: action axpy: variable details: a status that is none",
         NULL,
         "lib",
         "lib",
         {1, 2},
         {1, 1},
         {3, 4},
         7,
         .count = 2},
        {"x.mat: action axpy: variable lib: its dimensions are not seeds x rounds x sizes",
         NULL,
         "lib",
         "lib",
         {1, 2},
         {1, 1},
         {3, 4},
         0,
         .count = 1},
        {"x.mat: action axpy: variable other: there are no samples",
         NULL,
         "other",
         "lib",
         {1, 2},
         {1, 1},
         {3, 4},
         0,
         .count = 2},
        {"x.mat: action axpy is missing, or there twice",
         "dot",
         "lib",
         "lib",
         {1, 2},
         {1, 1},
         {3, 4},
         0,
         .count = 2},
        {"x.mat: action axpy: variable benchmat: its team is not a number of threads",
         NULL,
         "lib",
         "lib",
         {1, 2},
         {1, 1},
         {3, 4},
         0,
         2,
         .team = 0.5},
        {"x.mat: action axpy: variable benchmat: its team is not a number of threads",
         NULL,
         "lib",
         "lib",
         {1, 2},
         {1, 1},
         {3, 4},
         0,
         2,
         .team = 3e9},
        {"x.mat: action axpy: its samples take more than the 1024 MiB allowed; allow more by "
         "bench-store import --memory",
         NULL,
         "lib",
         "lib",
         {1, 2},
         {1, 1},
         {3, 4},
         0,
         2,
         .team = 1e7},
        {"x.mat: action axpy: variable details: a detail is of another class or size than it "
         "should",
         NULL,
         "lib",
         "lib",
         {1, 2},
         {1, 1},
         {3, 4},
         0,
         2,
         .team = 3,
         .of_threads = 4},
        {"x.mat: action axpy: variable details: a detail is of another class or size than it "
         "should",
         NULL,
         "lib",
         "lib",
         {1, 2},
         {1, 1},
         {3, 4},
         0,
         2,
         .of_threads = 2},
    };
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        struct made made;
        made_begin(&made, MAT_V7);
        add_slip(&made, &slips[i]);
        if (slips[i].message) {
            assert_made_refused(&made, slips[i].message);
            continue;
        }
        struct run *run = read_made(&made, NULL);
        const struct measurement *m = run_find(run, "axpy");
        assert_true(foreign_seconds(m, "true name", 1, 0, 0) == 4 && m->seeds[1] == 0);
        assert_int_equal(m->series[0].status[1], CELL_WRONG);
        run_free(run);
    }
}

/* What libFuzzer has found worth keeping (tests/fuzz/foreign.c): damaged in ways that matter. */
TEST(hostile_files_are_refused_or_sound) {
    struct dirent **entries = NULL;
    int count = scandir(CORPUS, &entries, NULL, alphasort);
    assert_true(count > 50);
    for (int i = 0; i < count; i++) {
        char path[512];
        struct source source;
        struct err err = {""};
        snprintf(path, sizeof path, "%s/%s", CORPUS, entries[i]->d_name);
        if (entries[i]->d_type != DT_DIR) {
            assert_int_equal(source_read(&source, path, SOURCE_MOST_BYTES, &err), 0);
            foreign_read_any(&mat_format, "x.mat", source.text, source.length);
            source_release(&source);
        }
        free(entries[i]);
    }
    free(entries);
}

/* --- others' --- */

static const double sizes[3] = {100, 10, 1000}, times[6] = {1, 2, 3, 4, 5, 6};
static const struct format_options in_seconds = {.unit = "s"};

TEST(vectors_beside_sizes_are_libraries) {
    struct made made;
    made_begin(&made, MAT_V6);
    made_add(&made, "sizes", reals(&made, sizes, 1, 3));
    made_add(&made, "row", reals(&made, times, 1, 3));
    made_add(&made, "column", reals(&made, times + 1, 3, 1));
    made_add(&made, "lines", reals(&made, times, 3, 2));
    made_add(&made, "columns", reals(&made, times, 2, 3));
    made_add(&made, "flops", reals(&made, times, 1, 3));
    made_add(&made, "other", reals(&made, times, 1, 6));
    made_add(&made, "note", mat_build_text(&made.build, "of a Monday"));
    made_add(&made, "clock", mat_build_real(&made.build, 2.5));
    struct run *run = read_made(&made, &in_seconds);
    struct measurement *m = run_find(run, "mine");
    assert_non_null(m);
    assert_int_equal(m->series_count, 4);
    assert_true(m->sizes[0] == 10 && m->sizes[1] == 100 && m->sizes[2] == 1000);
    assert_true(foreign_seconds(m, "row", 0, 0, 0) == 2);
    assert_true(foreign_seconds(m, "column", 1, 0, 0) == 2);
    for (size_t k = 0; k < 2; k++) {
        assert_true(foreign_seconds(m, "lines", 1, 0, k) == (k ? 4 : 1));
        assert_true(foreign_seconds(m, "columns", 1, 0, k) == (k ? 2 : 1));
        assert_true(foreign_seconds(m, "columns", 2, 0, k) == (k ? 6 : 5));
    }
    assert_string_equal(facts_text(&run->facts, "mat_note", ""), "of a Monday");
    assert_true(facts_find(&run->facts, "mat_clock")->real == 2.5);
    assert_string_equal(facts_text(&run->facts, "mat_other", ""), "[1 2 3 4 5 6]");
    assert_string_equal(facts_text(&run->facts, "mat_flops", ""), "[1 2 3]");
    assert_null(facts_find(&run->facts, "mat_row"));
    assert_null(facts_find(&run->facts, "mat_left_out"));
    assert_string_equal(facts_text(&run->facts, "mat_header", ""), "MATLAB 5.0 MAT-file, made");
    run_free(run);
}

TEST(what_is_left_out_is_named_as_far_as_there_is_room) {
    static const double many[2000];
    struct made made;
    char name[20];
    made_begin(&made, MAT_V6);
    made_add(&made, "sizes", reals(&made, sizes, 1, 3));
    made_add(&made, "row", reals(&made, times, 1, 3));
    for (int i = 0; i < 400; i++) {
        snprintf(name, sizeof name, "large%d", i);
        made_add(&made, name, reals(&made, many, 2, 1000));
    }
    struct run *run = read_made(&made, &in_seconds);
    const char *left_out = facts_text(&run->facts, "mat_left_out", "");
    static const char first[] = "large0 (double, 2x1000), large1 (double, 2x1000), ";
    assert_memory_equal(left_out, first, strlen(first));
    assert_uint_in_range(strlen(left_out), 4000, 4100);
    assert_string_equal(left_out + strlen(left_out) - 5, ", ...");
    run_free(run);
}

TEST(rounds_and_seeds_have_dimensions_of_their_own) {
    static const double many[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, counts[3] = {2, 1, 2};
    struct made made;
    made_begin(&made, MAT_V7);
    made_add(&made, "n", reals(&made, sizes, 3, 1));
    made_add(&made, "seeds", reals(&made, counts, 3, 1));
    made_add(&made, "lib",
             mat_build_numbers(&made.build, MAT_DOUBLE, many, (size_t[]){2, 2, 3}, 3));
    struct run *run =
        read_made(&made, &(struct format_options){.size_param = "n", .action = "dot", .unit = "s"});
    struct measurement *m = run_find(run, "dot");
    assert_true(m->points == 3 && m->rounds == 2 && m->max_seeds == 2);
    assert_true(foreign_seconds(m, "lib", 1, 1, 0) == 3 &&
                foreign_seconds(m, "lib", 2, 0, 1) == 10);
    assert_true(foreign_seconds(m, "lib", 0, 1, 0) == 7 &&
                isnan(foreign_seconds(m, "lib", 0, 1, 1)));
    assert_int_equal(m->seeds[0], 1);
    run_free(run);
}

TEST(structs_with_sizes_are_actions) {
    struct made made;
    made_begin(&made, MAT_V7);
    for (int i = 0; i < 2; i++) {
        struct mat_fields fields = {0};
        mat_fields_add(&made.build, &fields, "sizes", reals(&made, sizes, 1, 3));
        mat_fields_add(&made.build, &fields, "lib", reals(&made, times + i, 1, 3));
        mat_fields_add(&made.build, &fields, "note", mat_build_text(&made.build, "so"));
        if (i) {
            struct mat_fields inner = {0};
            mat_fields_add(&made.build, &inner, "sizes", reals(&made, sizes, 1, 3));
            mat_fields_add(&made.build, &fields, "deep", mat_fields_end(&made.build, &inner));
        }
        made_add(&made, i ? "axpy" : "dot", mat_fields_end(&made.build, &fields));
    }
    struct run *run = read_made(&made, &in_seconds);
    assert_int_equal(run->measurement_count, 2);
    assert_string_equal(facts_text(&run->facts, "mat_left_out", ""), "axpy_deep (struct, 1x1)");
    assert_true(foreign_seconds(run_find(run, "axpy"), "lib", 0, 0, 0) == 3);
    assert_string_equal(facts_text(&run->facts, "mat_dot_note", ""), "so");
    run_free(run);
}

TEST(names_of_variables_tell_units_and_roles) {
    static const double threads[3] = {1, 2, 4};
    struct made made;
    made_begin(&made, MAT_V7);
    made_add(&made, "n", reals(&made, sizes, 1, 3));
    made_add(&made, "threads", reals(&made, threads, 3, 1));
    made_add(&made, "a_ms", reals(&made, times, 3, 1));
    made_add(&made, "b_us", reals(&made, times, 2, 3));
    made_add(&made, "b_gflops", reals(&made, times, 1, 3));
    made_add(&made, "a_std_ms", reals(&made, times, 1, 3));
    made_add(&made, "speedup", reals(&made, times, 1, 3));
    struct run *run = read_made(&made, NULL);
    struct measurement *m = run_find(run, "mine");
    assert_int_equal(m->series_count, 2);
    assert_string_equal(facts_text(&m->facts, FACT_SIZE_NAME, ""), "n");
    struct parameter *parameter = measurement_find_parameter(m, "threads");
    assert_true(parameter->values[0] == 1 && m->sizes[0] == 100);
    assert_true(foreign_seconds(m, "a", 0, 0, 0) == 1e-3);
    assert_true(foreign_seconds(m, "b", 0, 0, 1) == 2e-6);
    assert_true(measurement_find(m, "b")->rate[0] == 1e9);
    assert_string_equal(facts_text(&m->facts, FACT_MEASURES, ""),
                        "std\ts\tless\nspeedup\t1\tmore\n");
    assert_true(measurement_find(m, "a")->measures[0][0] == 1e-3);
    assert_null(measurement_find(m, "b")->measures[0]);
    assert_true(measurement_find(m, "b")->measures[1][0] == 1);
    assert_null(facts_find(&m->facts, FACT_SAMPLES_ARE));
    run_free(run);
    made_begin(&made, MAT_V7);
    made_add(&made, "n", reals(&made, sizes, 1, 3));
    made_add(&made, "median_ms", reals(&made, times, 1, 3));
    run = read_made(&made, NULL);
    m = run_find(run, "mine");
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), "medians");
    run_free(run);
}

TEST(totals_are_divided_by_numbers_of_calls) {
    static const double many[3] = {10, 5, 0};
    struct made made;
    for (int is_one = 0; is_one < 2; is_one++) {
        made_begin(&made, MAT_V7);
        made_add(&made, "n", reals(&made, sizes, 1, 2));
        made_add(&made, "a_total_ms", reals(&made, times, 1, 2));
        made_add(&made, "b_total_ms", reals(&made, times, 2, 1));
        made_add(&made, "iterations", reals(&made, many, 1, is_one ? 1 : 2));
        struct run *run = read_made(&made, NULL);
        struct measurement *m = run_find(run, "mine");
        assert_true(foreign_seconds(m, "a", 1, 0, 0) == times[0] / 10 * 1e-3);
        assert_true(foreign_seconds(m, "b", 0, 0, 0) == times[1] / (is_one ? 10 : 5) * 1e-3);
        assert_int_equal(measurement_find(m, "b")->calls[0], is_one ? 10 : 5);
        assert_string_equal(facts_text(&run->facts, FACT_SOURCE_UNIT, ""),
                            "milliseconds, divided by iterations");
        assert_int_equal(facts_find(&run->facts, "mat_iterations") != NULL, is_one);
        run_free(run);
    }
    made_begin(&made, MAT_V7);
    made_add(&made, "n", reals(&made, sizes, 1, 3));
    made_add(&made, "a_ms", reals(&made, times, 1, 3));
    made_add(&made, "iterations", reals(&made, many, 1, 3));
    struct run *run = read_made(&made, NULL);
    assert_string_equal(facts_text(&run->facts, FACT_SOURCE_UNIT, ""),
                        "milliseconds, not divided by iterations");
    assert_true(measurement_find(run_find(run, "mine"), "a")->iterations[0] == 5);
    run_free(run);
    made_begin(&made, MAT_V7);
    made_add(&made, "n", reals(&made, sizes, 1, 3));
    made_add(&made, "total_ms", reals(&made, times, 1, 3));
    made_add(&made, "iterations", reals(&made, many, 1, 3));
    assert_made_refused(&made,
                        "x.mat: variable iterations: no number of calls, by which a total could be "
                        "divided");
    made_begin(&made, MAT_V7);
    made_add(&made, "n", reals(&made, sizes, 1, 3));
    made_add(&made, "total_ms", reals(&made, times, 1, 3));
    made_add(&made, "setup_ms", reals(&made, times, 1, 3));
    made_add(&made, "iterations", reals(&made, many, 1, 3));
    assert_made_refused(&made,
                        "x.mat: beside setup_ms, variable total_ms may be of one call or of all "
                        "iterations; rename one of them");
}

/* Begins a file with a_ms and b_ms, 1 and 2 at size 10, beside sizes. */
static void begin_times(struct made *made) {
    made_begin(made, MAT_V7);
    made_add(made, "n", reals(made, sizes, 1, 2));
    made_add(made, "a_ms", reals(made, times, 1, 2));
    made_add(made, "b_ms", reals(made, times + 1, 1, 2));
}

TEST(counts_beside_times_are_no_rates) {
    static const char *const names[][2] = {
        {"ops", NULL}, {"GFLOPs", NULL}, {"a_ops", "b_ops"}, {"a_GFLOPS", "b_GFLOPS"}};
    struct made made;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        begin_times(&made);
        for (size_t k = 0; k < 2 && names[i][k]; k++)
            made_add(&made, names[i][k], reals(&made, times, 1, 2));
        struct run *run = read_made(&made, NULL);
        const struct measurement *m = run_find(run, "mine");
        assert_null(m->series[0].rate);
        char expected[40];
        snprintf(expected, sizeof expected, "%s\t1\t\n", names[i][0] + 2 * (names[i][1] != NULL));
        assert_string_equal(facts_text(&m->facts, FACT_MEASURES, ""), expected);
        assert_null(facts_find(&m->facts, FACT_MEASURED));
        run_free(run);
    }
    begin_times(&made);
    made_add(&made, "a_GFLOPS", reals(&made, times, 1, 2));
    made_add(&made, "b_GFLOPS", reals(&made, times + 1, 1, 2));
    struct run *run = read_made(&made, NULL);
    assert_true(measurement_find(run_find(run, "mine"), "b")->rate[0] == times[2] * 1e9);
    run_free(run);
}

TEST(names_and_texts_tell_what_times_are_of) {
    static const struct {
        const char *variable, *text_name, *text, *units, *samples_are;
        double worth;
    } cases[] = {{"ns_per_byte", NULL, NULL, "nanoseconds per byte", "times per byte", 1e-9},
                 {"time_per_1000_calls_ms", NULL, NULL, "milliseconds per 1000 calls",
                  "times per 1000 calls", 1e-3},
                 {"time_per_row_us", NULL, NULL, "microseconds per row", "times per row", 1e-6},
                 {"us_per_call", NULL, NULL, "microseconds", "", 1e-6},
                 {"times", "unit", "us", "microseconds", "", 1e-6},
                 {"times", "units", "s", "seconds", "", 1},
                 {"times", "title", "Times in ms", "milliseconds", "", 1e-3}};
    struct made made;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made_begin(&made, MAT_V7);
        made_add(&made, "n", reals(&made, sizes, 1, 2));
        made_add(&made, cases[i].variable, reals(&made, times, 1, 2));
        if (cases[i].text)
            made_add(&made, cases[i].text_name, mat_build_text(&made.build, cases[i].text));
        struct run *run = read_made(&made, NULL);
        const struct measurement *m = run_find(run, "mine");
        assert_string_equal(facts_text(&run->facts, FACT_SOURCE_UNIT, ""), cases[i].units);
        assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), cases[i].samples_are);
        assert_true(m->series[0].seconds[1] == times[0] * cases[i].worth);
        run_free(run);
    }
}

TEST(calls_may_be_millions_or_a_solvers) {
    static const double same[2] = {100, 100};
    struct made made;
    made_begin(&made, MAT_V7);
    made_add(&made, "n", reals(&made, sizes, 1, 2));
    made_add(&made, "total_s", reals(&made, times, 1, 2));
    made_add(&made, "Mcalls", reals(&made, times + 1, 1, 2));
    struct run *run = read_made(&made, NULL);
    assert_true(run_find(run, "mine")->series[0].seconds[1] == times[0] / (times[1] * 1e6));
    assert_string_equal(facts_text(&run->facts, FACT_SOURCE_UNIT, ""),
                        "seconds, divided by Mcalls");
    run_free(run);
    made_begin(&made, MAT_V7);
    made_add(&made, "n", reals(&made, sizes, 1, 2));
    made_add(&made, "total_s", reals(&made, times, 1, 2));
    made_add(&made, "residual", reals(&made, times, 1, 2));
    made_add(&made, "iterations", reals(&made, times + 1, 1, 2));
    assert_made_refused(&made,
                        "x.mat: beside residual, variable total_s may be of one call or of all "
                        "iterations; rename one of them");
    made_begin(&made, MAT_V7);
    made_add(&made, "n", reals(&made, same, 1, 2));
    made_add(&made, "time_s", reals(&made, times, 1, 2));
    made_add(&made, "iterations", reals(&made, times + 1, 1, 2));
    assert_made_refused(&made,
                        "x.mat: two times in time_s are of one point and have different numbers in "
                        "iterations; call it total_time_s if it is of all of them, or mean_time_s "
                        "if it is of one call");
}

TEST(a_matrix_beside_names_has_their_times) {
    /* libraries x sizes, sizes x libraries, and libraries x sizes x samples */
    static const size_t dims[][3] = {{2, 3, 1}, {3, 2, 1}, {2, 3, 2}};
    static const double many[12] = {.01, .2, .3, .4, .5, .6, .7, .8, .9, 1, 1.1, .05};
    static const double seconds[][2] = {{.2, .6}, {.4, .6}, {.2, .6}};
    for (size_t i = 0; i < 3; i++) {
        struct made made;
        made_begin(&made, MAT_V7);
        const struct mat_array texts[] = {mat_build_text(&made.build, "open blas"),
                                          mat_build_text(&made.build, "mkl")};
        const struct mat_array names = {
            .class = MAT_CELL, .rank = 2, .dims = (size_t[]){1, 2}, .count = 2, .items = texts};
        made_add(&made, "libs", names);
        made_add(&made, "N", reals(&made, sizes, 1, 3));
        made_add(&made, "times",
                 mat_build_numbers(&made.build, MAT_DOUBLE, many, dims[i], i == 2 ? 3 : 2));
        struct run *run = read_made(&made, NULL);
        struct measurement *m = run_find(run, "mine");
        assert_int_equal(m->series_count, 2);
        assert_true(m->points == 3 && m->rounds == 1 && m->max_seeds == (i == 2 ? 2 : 1));
        assert_non_null(measurement_find(m, "open blas"));
        assert_true(foreign_seconds(m, "mkl", 1, 0, 0) == seconds[i][0]);
        assert_true(foreign_seconds(m, "mkl", 2, 0, 0) == seconds[i][1]);
        run_free(run);
    }
}

TEST(what_is_no_time_is_refused) {
    static const double negative[3] = {1, -1, 2}, broken[3] = {1, 2.5, 3};
    struct made made;
    made_begin(&made, MAT_V6);
    made_add(&made, "sizes", reals(&made, sizes, 1, 3));
    made_add(&made, "lib", reals(&made, negative, 1, 3));
    assert_made_refused(&made, "x.mat: variable lib: a time is negative or has no end");
    made_begin(&made, MAT_V6);
    made_add(&made, "sizes", reals(&made, broken, 1, 3));
    made_add(&made, "lib", reals(&made, times, 1, 3));
    assert_made_refused(&made, "x.mat: variable sizes: a size is not a whole number from 0 on");
    for (int i = 0; i < 2; i++) {
        char message[200];
        snprintf(message, sizeof message,
                 "x.mat: nothing says in what unit the times beside %s are; name them with one, "
                 "such as a_ms, or give --unit ms",
                 i ? "n" : "sizes");
        made_begin(&made, MAT_V6);
        made_add(&made, i ? "n" : "sizes", reals(&made, sizes, 1, 3));
        made_add(&made, "mean", reals(&made, times, 1, 3));
        assert_made_refused(&made, message);
    }
    made_begin(&made, MAT_V6);
    made_add(&made, "k", reals(&made, sizes, 1, 3));
    made_add(&made, "lib", reals(&made, times, 1, 3));
    assert_made_refused(
        &made, "x.mat: no numbers called sizes with times of the same length beside "
               "them; name the sizes by bench-store import --size-param; there are: k, lib");
    made_begin(&made, MAT_V6);
    made_add(&made, "sizes", reals(&made, sizes, 1, 3));
    made_add(&made, "a_ms", reals(&made, times, 1, 3));
    made_add(&made, "b", reals(&made, times, 1, 3));
    assert_made_refused(&made,
                        "x.mat: variable b has no unit, and others have; call it b_ms (or _s, "
                        "_us, _ns)");
    made_begin(&made, MAT_V6);
    made_add(&made, "sizes", reals(&made, sizes, 1, 3));
    made_add(&made, "time_in_thousands_of_ms", reals(&made, times, 1, 3));
    assert_made_refused(&made, "x.mat: variable time_in_thousands_of_ms seems to be of many at "
                               "once; keep times of one call");
    made_begin(&made, MAT_V6);
    made_add(&made, "lib", reals(&made, times, 1, 3));
    made_add(&made, "lib", reals(&made, times, 1, 3));
    assert_made_refused(&made, "x.mat: variable lib is there twice");
}
