/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sys/stat.h>

#include "tests/store/fixture.h"

#include <hdf5.h>

static void a_minor_version_may_have_other_details(void **state) {
    (void)state;
    struct run *run = sample_run();
    append(path, run);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    H5Ldelete(file, "/run_000001/axpy/details/openblas/copies", H5P_DEFAULT);
    H5Lmove(file, "/run_000001/axpy/details/openblas/residual", file,
            "/run_000001/axpy/details/openblas/novelty", H5P_DEFAULT, H5P_DEFAULT);
    H5Ldelete(file, "/run_000001/axpy/details/blis", H5P_DEFAULT);
    H5Fclose(file);
    struct archive *archive = open_archive(path);
    struct run *read = read_run(archive, 0, NULL);
    const struct series *series = read->measurements[0].series;
    assert_int_equal(series[0].copies[0], -1);
    assert_true(isnan(series[0].residual[0]));
    assert_int_equal(series[0].calls[3], run->measurements[0].series[0].calls[3]);
    assert_int_equal(series[1].status[0], CELL_NOT_MEASURED);
    run_free(read);
    archive_close(archive);
    run_free(run);
}

/* Reading the run of an archive changed by CHANGE is refused as damaged, and WHAT is said. */
static void assert_damaged(void (*change)(hid_t file), const char *what) {
    struct run *run = sample_run(), *read;
    sample_parameters(run);
    unlink(path);
    append(path, run);
    run_free(run);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    change(file);
    assert_true(H5Fclose(file) >= 0);
    struct archive *archive = open_archive(path);
    struct err err = {""};
    assert_int_equal(archive_read_run(archive, 0, NULL, &read, &err), ERR_DAMAGED);
    assert_null(read);
    if (!strstr(err.message, path) || !strstr(err.message, what))
        fail_msg("\"%s\" does not say \"%s\"", err.message, what);
    archive_close(archive);
}

/* A dataset in the place of blis, with the properties LIST; the dimensions are those of a run made
 * by sample_run unless ROUNDS says otherwise. */
static void replace_blis(hid_t file, hid_t type, hsize_t rounds, hid_t list) {
    const hsize_t dims[] = {4, rounds, 2};
    H5Ldelete(file, "/run_000001/axpy/blis", H5P_DEFAULT);
    hid_t space = H5Screate_simple(3, dims, NULL);
    hid_t array =
        H5Dcreate2(file, "/run_000001/axpy/blis", type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    hid_t text = H5Tcopy(H5T_C_S1), scalar = H5Screate(H5S_SCALAR);
    H5Tset_size(text, 4);
    hid_t name = H5Acreate2(array, "library", text, scalar, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Awrite(name, text, "blis") >= 0);
    H5Aclose(name);
    H5Sclose(scalar);
    H5Tclose(text);
    H5Dclose(array);
    H5Sclose(space);
}

static void make_it_external(hid_t file) {
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(list, "/etc/passwd", 0, 4 * 3 * 2 * 8);
    replace_blis(file, H5T_IEEE_F64LE, 3, list);
    H5Pclose(list);
}

static void make_it_virtual(hid_t file) {
    const hsize_t dims[] = {4, 3, 2};
    hid_t list = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(3, dims, NULL);
    H5Pset_virtual(list, space, "/tmp/other.h5", "x", space);
    replace_blis(file, H5T_IEEE_F64LE, 3, list);
    H5Sclose(space);
    H5Pclose(list);
}

static void make_it_an_external_link(hid_t file) {
    H5Ldelete(file, "/run_000001/axpy/blis", H5P_DEFAULT);
    H5Lcreate_external("/tmp/other.h5", "/x", file, "/run_000001/axpy/blis", H5P_DEFAULT,
                       H5P_DEFAULT);
}

static void make_it_text(hid_t file) {
    replace_blis(file, H5T_C_S1, 3, H5P_DEFAULT);
}

static void make_it_another_shape(hid_t file) {
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY);
    replace_blis(file, H5T_IEEE_F64LE, 5, list);
    H5Pclose(list);
}

static void make_it_claim_much(hid_t file) {
    const hsize_t chunk[] = {1, 1, 1};
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(list, 3, chunk);
    replace_blis(file, H5T_IEEE_F64LE, 200 * 1000 * 1000, list);
    H5Pclose(list);
}

static void make_it_claim_more(hid_t file) {
    const hsize_t chunk[] = {1, 1, 1};
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(list, 3, chunk);
    replace_blis(file, H5T_IEEE_F64LE, (hsize_t)1 << 59, list);
    H5Pclose(list);
}

static void make_it_scaled(hid_t file) {
    const hsize_t chunk[] = {4, 3, 2};
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(list, 3, chunk);
    H5Pset_scaleoffset(list, H5Z_SO_FLOAT_DSCALE, 2);
    replace_blis(file, H5T_IEEE_F64LE, 3, list);
    H5Pclose(list);
}

static void lose_a_chunk(hid_t file) {
    const hsize_t chunk[] = {4, 3, 1};
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(list, 3, chunk);
    H5Pset_alloc_time(list, H5D_ALLOC_TIME_INCR);
    replace_blis(file, H5T_IEEE_F64LE, 3, list);
    hid_t array = H5Dopen2(file, "/run_000001/axpy/blis", H5P_DEFAULT);
    const hsize_t at[] = {0, 0, 1};
    const double values[12] = {0};
    assert_true(H5Dwrite_chunk(array, H5P_DEFAULT, 0, at, sizeof values, values) >= 0);
    H5Dclose(array);
    H5Pclose(list);
}

static void skip_a_filter(hid_t file) {
    const hsize_t at[] = {0, 0, 0};
    const double values[24] = {0};
    hid_t array = H5Dopen2(file, "/run_000001/axpy/blis", H5P_DEFAULT);
    assert_true(H5Dwrite_chunk(array, H5P_DEFAULT, 7, at, sizeof values, values) >= 0);
    H5Dclose(array);
}

/* A dataset in the place of a parameter of sample_parameters, of that type and shape. */
static void replace_stride(hid_t file, hid_t type, int rank, const hsize_t *dims, hid_t list) {
    H5Ldelete(file, "/run_000001/sweep/stride", H5P_DEFAULT);
    hid_t space = H5Screate_simple(rank, dims, NULL);
    hid_t array =
        H5Dcreate2(file, "/run_000001/sweep/stride", type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    hid_t text = H5Tcopy(H5T_C_S1), scalar = H5Screate(H5S_SCALAR);
    H5Tset_size(text, 6);
    hid_t name = H5Acreate2(array, "parameter", text, scalar, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Awrite(name, text, "stride") >= 0);
    H5Aclose(name);
    H5Sclose(scalar);
    H5Tclose(text);
    H5Dclose(array);
    H5Sclose(space);
}

static void make_stride_short(hid_t file) {
    const hsize_t dims[] = {3};
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY);
    replace_stride(file, H5T_IEEE_F64LE, 1, dims, list);
    H5Pclose(list);
}

static void make_stride_an_integer(hid_t file) {
    const hsize_t dims[] = {4};
    replace_stride(file, H5T_STD_I64LE, 1, dims, H5P_DEFAULT);
}

static void make_stride_a_cube(hid_t file) {
    const hsize_t dims[] = {4, 3, 2};
    replace_stride(file, H5T_IEEE_F64LE, 3, dims, H5P_DEFAULT);
}

static void make_stride_claim_much(hid_t file) {
    const hsize_t dims[] = {200 * 1000 * 1000}, chunk[] = {1};
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(list, 1, chunk);
    replace_stride(file, H5T_IEEE_F64LE, 1, dims, list);
    H5Pclose(list);
}

/* The term with another array's values: of another shape, or of another type. */
static void replace_flops(hid_t file, const char *by) {
    static const char term[] = "/run_000001/sweep/flops";
    H5Ldelete(file, term, H5P_DEFAULT);
    assert_true(H5Ocopy(file, by, file, term, H5P_DEFAULT, H5P_DEFAULT) >= 0);
    hid_t text = H5Tcopy(H5T_C_S1), scalar = H5Screate(H5S_SCALAR);
    H5Tset_size(text, 5);
    hid_t array = H5Dopen2(file, term, H5P_DEFAULT);
    H5Adelete(array, "library");
    hid_t name = H5Acreate2(array, "term", text, scalar, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Awrite(name, text, "flops") >= 0);
    H5Aclose(name);
    H5Dclose(array);
    H5Sclose(scalar);
    H5Tclose(text);
}

static void make_flops_a_cube(hid_t file) {
    replace_flops(file, "/run_000001/sweep/openblas");
}

static void make_flops_integers(hid_t file) {
    replace_flops(file, "/run_000001/sweep/seeds");
}

static void make_flops_a_link(hid_t file) {
    H5Ldelete(file, "/run_000001/sweep/flops", H5P_DEFAULT);
    assert_true(H5Lcreate_soft("/run_000001/sweep/none", file, "/run_000001/sweep/flops",
                               H5P_DEFAULT, H5P_DEFAULT) >= 0);
}

static void name_two_alike(hid_t file) {
    H5Lcreate_hard(file, "/run_000001/sweep/stride", file, "/run_000001/sweep/again", H5P_DEFAULT,
                   H5P_DEFAULT);
}

static void lose_a_part_of_operations(hid_t file) {
    hid_t array = H5Dopen2(file, "/run_000001/sweep/details/openblas/operations", H5P_DEFAULT);
    const hsize_t at[] = {0, 0, 0};
    const double values[24] = {0};
    assert_true(H5Dwrite_chunk(array, H5P_DEFAULT, 7, at, sizeof values, values) >= 0);
    H5Dclose(array);
}

static void remove_the_sizes(hid_t file) {
    H5Ldelete(file, "/run_000001/axpy/sizes", H5P_DEFAULT);
}

static void claim_many_seeds(hid_t file) {
    hid_t array = H5Dopen2(file, "/run_000001/axpy/seeds", H5P_DEFAULT);
    const int64_t seeds[4] = {1, 2, 3, 1};
    H5Dwrite(array, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, seeds);
    H5Dclose(array);
}

static void hostile_archives_are_refused(void **state) {
    (void)state;
    assert_damaged(make_it_external, "in another file");
    assert_damaged(make_it_virtual, "in another file");
    assert_damaged(make_it_an_external_link, "leads elsewhere");
    assert_damaged(make_it_text, "wrong type");
    assert_damaged(make_it_another_shape, "shape");
    assert_damaged(make_it_claim_much, "more than its bytes can hold");
    assert_damaged(make_it_claim_more, "shape is wrong");
    assert_damaged(make_it_scaled, "filter");
    assert_damaged(lose_a_chunk, "missing");
    assert_damaged(skip_a_filter, "missing");
    assert_damaged(make_stride_short, "parameter \"stride\": array \"stride\" has not the shape");
    assert_damaged(make_stride_an_integer, "wrong type");
    assert_damaged(make_stride_a_cube, "shape is wrong");
    assert_damaged(make_stride_claim_much, "more than its bytes can hold");
    assert_damaged(make_flops_a_cube, "shape is wrong");
    assert_damaged(make_flops_integers, "wrong type");
    assert_damaged(make_flops_a_link, "leads elsewhere");
    assert_damaged(name_two_alike, "parameter \"stride\": it is there twice");
    assert_damaged(lose_a_part_of_operations, "missing");
    assert_damaged(remove_the_sizes, "sizes");
    assert_damaged(claim_many_seeds, "3 of at most 2 seeds");
}

/* As the reader of a program that knows nothing of parameters: they are gone with their names. */
static void what_is_no_parameter_by_its_attribute_is_passed_over(void **state) {
    (void)state;
    struct run *run = run_new();
    sample_parameters(run);
    append(path, run);
    run_free(run);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    H5Adelete_by_name(file, "/run_000001/sweep/stride", "parameter", H5P_DEFAULT);
    assert_true(H5Fclose(file) >= 0);
    struct archive *archive = open_archive(path);
    run = read_run(archive, 0, NULL);
    const struct measurement *m = &run->measurements[0];
    assert_int_equal(m->parameter_count, 4);
    assert_string_equal(m->parameters[0].name, "threads");
    assert_int_equal(m->series_count, 3);
    assert_string_equal(facts_text(&m->series[1].facts, "parameter", ""), "a fact");
    run_free(run);
    archive_close(archive);
}

/* As those of another writer, or of no version that there is. */
static void what_is_no_term_by_its_attribute_is_passed_over(void **state) {
    (void)state;
    struct run *run = run_new();
    sample_parameters(run);
    append(path, run);
    run_free(run);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    H5Adelete_by_name(file, "/run_000001/sweep/flops", "term", H5P_DEFAULT);
    hid_t group =
        H5Gcreate2(file, "/run_000001/sweep/bytes", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Gclose(group);
    assert_true(H5Fclose(file) >= 0);
    struct archive *archive = open_archive(path);
    run = read_run(archive, 0, NULL);
    assert_null(run->measurements[0].flops);
    assert_null(run->measurements[0].bytes);
    assert_int_equal(run->measurements[0].parameter_count, 5);
    assert_int_equal(run->measurements[0].series_count, 3);
    run_free(run);
    archive_close(archive);
}

static void too_many_parameters_are_refused(void **state) {
    (void)state;
    char name[32];
    struct run *run = run_new(), *read;
    struct err err = {""};
    struct measurement *m = sample_measurement(run, "axpy", 4, 1, 1, NULL, 0);
    for (size_t i = 0; i < RUN_MAX_PARAMETERS; i++) {
        snprintf(name, sizeof name, "p%zu", i);
        measurement_add_parameter(m, name, NULL);
    }
    append(path, run);
    run_free(run);
    struct archive *archive = open_archive(path);
    run_free(read_run(archive, 0, NULL));
    archive_close(archive);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(H5Ocopy(file, "/run_000001/axpy/p0", file, "/run_000001/axpy/more", H5P_DEFAULT,
                        H5P_DEFAULT) >= 0);
    hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, 2);
    H5Tset_cset(text, H5T_CSET_UTF8);
    hid_t array = H5Dopen2(file, "/run_000001/axpy/more", H5P_DEFAULT);
    hid_t attribute = H5Aopen(array, "parameter", H5P_DEFAULT);
    assert_true(H5Awrite(attribute, text, "qq") >= 0);
    H5Aclose(attribute);
    H5Dclose(array);
    H5Tclose(text);
    assert_true(H5Fclose(file) >= 0);
    archive = open_archive(path);
    assert_int_equal(archive_read_run(archive, 0, NULL, &read, &err), ERR_DAMAGED);
    assert_non_null(strstr(err.message, "parameter \"qq\": there are more than 64"));
    archive_close(archive);
}

static void truncated_archives_are_refused(void **state) {
    (void)state;
    struct run *run = sample_run();
    append(path, run);
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    for (off_t size = st.st_size - 1; size > 0; size -= 997) {
        struct archive *archive;
        struct err err = {""};
        assert_int_equal(truncate(path, size), 0);
        assert_int_equal(archive_open(&archive, path, &err), ERR_DAMAGED);
        assert_non_null(strstr(err.message, path));
    }
    run_free(run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_minor_version_may_have_other_details),
        TEST(hostile_archives_are_refused),
        TEST(what_is_no_parameter_by_its_attribute_is_passed_over),
        TEST(what_is_no_term_by_its_attribute_is_passed_over),
        TEST(too_many_parameters_are_refused),
        TEST(truncated_archives_are_refused),
    };
    return cmocka_run_group_tests_name("store/schema/reader", tests, NULL, NULL);
}
