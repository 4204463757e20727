/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/foreign/foreign.h"

static struct run *read_as(const char *path, const char *text) {
    return foreign_run(&btl_format, path, text, NULL);
}

/* Every line of tests/formats/samples/btl/bench_axpy_STL.dat. */
TEST(rates_become_seconds) {
    static const struct {
        int64_t size;
        double mflops;
    } lines[] = {{1, 683.901}, {2, 1366.69},  {3, 1538.08},   {4, 1634.51},
                 {5, 1706.23}, {6, 1748.8},   {7, 1793.97},   {8, 1820.74},
                 {9, 1846.28}, {10, 1865.47}, {447, 2010.74}, {19999, 2045.26}};
    struct run *run = foreign_sample(NULL, "btl/bench_axpy_STL.dat", NULL);
    struct measurement *m = run_find(run, "axpy");
    assert_non_null(m);
    assert_int_equal(m->points, 12);
    assert_int_equal(m->rounds * m->max_seeds, 1);
    for (size_t p = 0; p < 12; p++) {
        double seconds = 2.0 * (double)lines[p].size / (lines[p].mflops * 1e6);
        assert_int_equal(m->sizes[p], lines[p].size);
        assert_true(foreign_seconds(m, "STL", p, 0, 0) == seconds);
        assert_int_equal(m->series[0].status[p], CELL_OK);
    }
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""),
                        "derived from MFlop/s, the best of several tries");
    assert_string_equal(facts_text(&run->facts, FACT_SOURCE_FORMAT, ""), "btl");
    assert_string_equal(run->name, "bench_axpy_STL");
    run_free(run);
}

/* The loops of nb_op_base, as they stand in BTL's actions. */
static double counted(const char *action, int n) {
    double cost = 0;
    for (int j = 0; j < n; j++) {
        double r = n - j - 1, b = n - j - 2;
        if (strcmp(action, "cholesky") == 0)
            cost += 2 * (r * j + r + j);
        if (strcmp(action, "trisolve_vector") == 0)
            cost += 2 * j + 1;
        if (strcmp(action, "trmm") == 0 || strcmp(action, "trisolve_matrix") == 0)
            cost += n * (2 * j + 1.0);
        if (strcmp(action, "hessenberg") == 0 && j < n - 2)
            cost += 6 + 3 * b + r * r * 4 + r * n * 4;
        if (strcmp(action, "tridiagonalization") == 0 && j < n - 2)
            cost += 6 + 3 * b + r * r * 8;
    }
    return cost;
}

TEST(closed_forms_are_the_sums_that_btl_counts) {
    static const char *const actions[] = {"cholesky",   "trisolve_vector",
                                          "trmm",       "trisolve_matrix",
                                          "hessenberg", "tridiagonalization"};
    for (size_t a = 0; a < sizeof actions / sizeof *actions; a++)
        for (int n = 2; n < 300; n++) {
            double operations = btl_operations(actions[a], n);
            assert_true(fabs(operations - counted(actions[a], n)) <= 1e-12 * operations + 1e-12);
        }
}

TEST(simple_counts_are_those_of_btl) {
    static const struct {
        const char *action;
        double at_ten;
    } counts[] = {
        {"axpy", 20},
        {"axpby", 30},
        {"rot", 60},
        {"matrix_vector", 200},
        {"atv", 200},
        {"symv", 200},
        {"syr2", 200},
        {"ger", 200},
        {"matrix_matrix", 2000},
        {"ata", 2000},
        {"aat", 1000},
        {"lu_solve", 2000.0 / 3},
        {"partial_lu_decomp", 2000.0 / 3 + 100},
        {"complete_lu_decomp", 2000.0 / 3 + 100},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        assert_true(fabs(btl_operations(counts[i].action, 10) - counts[i].at_ten) < 1e-9);
    assert_true(isnan(btl_operations("sort", 10)));
}

TEST(the_longest_action_is_meant) {
    struct run *run = read_as("d/bench_matrix_vector_eigen3_novec.dat", "10 200\n");
    struct measurement *m = run_find(run, "matrix_vector_product");
    assert_non_null(m);
    assert_true(foreign_seconds(m, "eigen3_novec", 0, 0, 0) == 1e-6);
    run_free(run);
    run = read_as("bench_trisolve_vector_ATLAS.dat", "10 100\n");
    assert_non_null(measurement_find(run_find(run, "trisolve_vector"), "ATLAS"));
    run_free(run);
    run = read_as("gcc-13_bench_trisolve_x.dat", "10 100\n");
    assert_non_null(measurement_find(run_find(run, "trisolve_vector"), "x (gcc-13)"));
    run_free(run);
    run = read_as("btl-bench_trisolve_x.dat", "10 100\n");
    assert_non_null(measurement_find(run_find(run, "trisolve_vector"), "x"));
    run_free(run);
    run = read_as("bench_aat_product_x.dat", "10 100\n");
    assert_non_null(measurement_find(run_find(run, "aat_product"), "x"));
    run_free(run);
}

TEST(what_has_no_rate_was_not_measured) {
    struct run *run = read_as("bench_hessenberg_x.dat", "1 5\r\n\n3 nan\n4 0\n5\t7\n");
    struct measurement *m = &run->measurements[0];
    assert_int_equal(m->points, 4);
    for (size_t p = 0; p < 3; p++) {
        assert_true(isnan(foreign_seconds(m, "x", p, 0, 0)));
        assert_int_equal(m->series[0].status[p], CELL_NOT_MEASURED);
    }
    assert_int_equal(m->series[0].status[3], CELL_OK);
    run_free(run);
}

TEST(a_size_twice_is_two_samples) {
    struct run *run = read_as("bench_axpy_x.dat", "4 100\n4 200\n");
    struct measurement *m = &run->measurements[0];
    assert_int_equal(m->points, 1);
    assert_int_equal(m->seeds[0], 2);
    assert_true(foreign_seconds(m, "x", 0, 0, 1) == 4e-8);
    run_free(run);
}

TEST(options_name_what_the_file_does_not) {
    struct format_options options = {.action = "matrix_vector"};
    struct run *run = foreign_run(&btl_format, "mine.dat", "10 200\n", &options);
    assert_true(foreign_seconds(&run->measurements[0], "mine", 0, 0, 0) == 1e-6);
    run_free(run);
    options.library = "other";
    run = foreign_run(&btl_format, "bench_matrix_vector_x.dat", "10 200\n", &options);
    assert_non_null(measurement_find(&run->measurements[0], "other"));
    run_free(run);
}

TEST(bad_lines_are_named) {
    static const char *const texts[] = {"1 2\n3\n",       "1 2\n3 \n",    "1 2\n3 x\n",
                                        "1 2\n0.5 3\n",   "1 2\n3 -4\n",  "1 2\n3 inf\n",
                                        "1 2\n3 1e400\n", "1 2\n3 4 5\n", "1 2\n1e20 5\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        foreign_assert_refused(&btl_format, "bench_axpy_x.dat", texts[i], NULL,
                               "bench_axpy_x.dat: line 2: not a size and its MFlop/s");
    foreign_assert_refused(&btl_format, "bench_axpy_x.dat", "-3 4\n", NULL,
                           "bench_axpy_x.dat: line 1: the size is negative");
    foreign_assert_refused(&btl_format, "bench_axpy_x.dat", "", NULL,
                           "bench_axpy_x.dat: there is no sample in it");
}

TEST(unknown_actions_are_refused_with_a_list) {
    struct err err = {""};
    struct runs runs;
    int rc = format_read_memory(&btl_format, "1 2\n", 4, "bench_sort_x.dat", NULL, &runs, &err);
    assert_int_equal(rc, ERR_DAMAGED);
    assert_non_null(strstr(err.message, "bench_sort_x.dat: the name is not"));
    assert_non_null(strstr(err.message, "axpy, axpby, rot, matrix_vector"));
    assert_non_null(strstr(err.message, "tridiagonalization"));
}

TEST(an_extension_alone_makes_no_such_file) {
    foreign_assert_refused(
        NULL, "x.dat", "time 1.5\n", NULL,
        "x.dat: unrecognised format; `bench-store formats` lists what is read; give "
        "--from csv if it is a table");
}

TEST(a_cut_or_damaged_file_is_refused_or_sound) {
    foreign_cut_and_damage(&btl_format, FOREIGN_SAMPLES "btl/bench_axpy_STL.dat");
}
