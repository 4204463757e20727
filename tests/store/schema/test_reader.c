/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sys/stat.h>

#include "tests/store/fixture.h"

#include <hdf5.h>
#include <hdf5_hl.h>

EACH_TEST(enter, leave);

TEST(a_minor_version_may_have_other_details) {
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
    sample_team(run);
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

#define TEAM_ACTION "/run_000001/set/"
#define OF_MUTEX    TEAM_ACTION "details/mutex/"

/* An array of COUNT numbers that is a dimension scale, in the place of the one of threads. */
static void replace_threads(hid_t file, hsize_t count, hid_t type, hid_t list) {
    hid_t space = H5Screate_simple(1, &count, NULL);
    H5Ldelete(file, TEAM_ACTION "thread", H5P_DEFAULT);
    hid_t array =
        H5Dcreate2(file, TEAM_ACTION "thread", type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    assert_true(H5DSset_scale(array, "thread") >= 0);
    H5Dclose(array);
    H5Sclose(space);
}

static void add_a_thread(hid_t file) {
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY);
    replace_threads(file, 5, H5T_STD_I64LE, list);
    H5Pclose(list);
}

static void claim_many_threads(hid_t file) {
    const hsize_t chunk = 1000;
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(list, 1, &chunk);
    replace_threads(file, (hsize_t)1 << 31, H5T_STD_I64LE, list);
    H5Pclose(list);
}

/* Its 2^27 threads are there, deflated; but not 2^27 of each of 18 samples. All chunks are copies
 * of the first. */
static void have_too_many_threads(hid_t file) {
    const hsize_t chunk = 1 << 20, count = 1 << 27;
    hsize_t at = 0, size;
    uint32_t filters;
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(list, 1, &chunk);
    H5Pset_deflate(list, 1);
    replace_threads(file, count, H5T_STD_I64LE, list);
    hid_t array = H5Dopen2(file, TEAM_ACTION "thread", H5P_DEFAULT), all = H5Dget_space(array);
    hid_t memory = H5Screate_simple(1, &chunk, NULL);
    int64_t *numbers = calloc(chunk, sizeof *numbers);
    H5Sselect_hyperslab(all, H5S_SELECT_SET, &at, NULL, &chunk, NULL);
    assert_true(H5Dwrite(array, H5T_NATIVE_INT64, memory, all, H5P_DEFAULT, numbers) >= 0);
    H5Dflush(array);
    assert_true(H5Dget_chunk_storage_size(array, &at, &size) >= 0);
    assert_true(H5Dread_chunk(array, H5P_DEFAULT, &at, &filters, numbers) >= 0);
    while ((at += chunk) < count)
        assert_true(H5Dwrite_chunk(array, H5P_DEFAULT, 0, &at, size, numbers) >= 0);
    free(numbers);
    H5Sclose(memory);
    H5Sclose(all);
    H5Dclose(array);
    H5Pclose(list);
}

static void make_threads_real(hid_t file) {
    replace_threads(file, 4, H5T_IEEE_F64LE, H5P_DEFAULT);
}

static void remove_the_threads(hid_t file) {
    H5Ldelete(file, TEAM_ACTION "thread", H5P_DEFAULT);
}

static void make_threads_no_dimension(hid_t file) {
    assert_true(H5Adelete_by_name(file, TEAM_ACTION "thread", "CLASS", H5P_DEFAULT) >= 0);
}

static void make_threads_a_link(hid_t file) {
    H5Ldelete(file, TEAM_ACTION "thread", H5P_DEFAULT);
    assert_true(H5Lcreate_soft("/run_000001/none", file, TEAM_ACTION "thread", H5P_DEFAULT,
                               H5P_DEFAULT) >= 0);
}

/* The array FROM in the place of a detail of single threads. */
static void replace_begin(hid_t file, const char *from) {
    H5Ldelete(file, OF_MUTEX "thread_begin", H5P_DEFAULT);
    assert_true(H5Ocopy(file, from, file, OF_MUTEX "thread_begin", H5P_DEFAULT, H5P_DEFAULT) >= 0);
}

static void make_begin_a_cube(hid_t file) {
    replace_begin(file, OF_MUTEX "level");
}

static void make_level_of_threads(hid_t file) {
    H5Ldelete(file, OF_MUTEX "level", H5P_DEFAULT);
    H5Lmove(file, OF_MUTEX "thread_begin", file, OF_MUTEX "level", H5P_DEFAULT, H5P_DEFAULT);
}

static void have_nothing_of_begin(hid_t file) {
    const hsize_t dims[] = {3, 3, 2, 4}, chunk[] = {1, 1, 1, 1};
    hid_t list = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(4, dims, NULL);
    H5Pset_chunk(list, 4, chunk);
    H5Ldelete(file, OF_MUTEX "thread_begin", H5P_DEFAULT);
    H5Dclose(H5Dcreate2(file, OF_MUTEX "thread_begin", H5T_IEEE_F64LE, space, H5P_DEFAULT, list,
                        H5P_DEFAULT));
    H5Sclose(space);
    H5Pclose(list);
}

TEST(damaged_teams_are_refused) {
    static const char wrong_shape[] =
        "\"thread_begin\" has not the shape of the sizes, rounds, seeds and threads";
    assert_damaged(add_a_thread, wrong_shape);
    assert_damaged(claim_many_threads, "array \"thread\": it claims more than its bytes can hold");
    assert_damaged(have_too_many_threads, "no room for 134217728 threads");
    assert_damaged(make_threads_real, "array \"thread\": its elements are of the wrong type");
    assert_damaged(remove_the_threads, "\"thread_begin\" has no dimension \"thread\"");
    assert_damaged(make_threads_no_dimension, "\"thread_begin\" has no dimension \"thread\"");
    assert_damaged(make_threads_a_link, "leads elsewhere");
    assert_damaged(make_begin_a_cube, "array \"thread_begin\": its shape is wrong");
    assert_damaged(make_level_of_threads, "array \"level\": its shape is wrong");
    assert_damaged(have_nothing_of_begin, "array \"thread_begin\": a part of it is missing");
}

/* What of a team reads who does not know teams: everything but the arrays of single threads. */
TEST(without_details_of_threads_a_dimension_may_be_missing) {
    struct run *run = run_new();
    struct measurement *m = sample_team(run);
    append(path, run);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    for (size_t i = 0; i < 2; i++)
        for (size_t d = 0; d < DETAILS; d++) {
            char name[200];
            snprintf(name, sizeof name, TEAM_ACTION "details/%s/%s", i ? "thread_2" : "mutex",
                     series_details[d].name);
            if (series_details[d].shape == PER_THREAD && m->series[i].details[d])
                assert_true(H5Ldelete(file, name, H5P_DEFAULT) >= 0);
        }
    H5Ldelete(file, TEAM_ACTION "thread", H5P_DEFAULT);
    assert_true(H5Fclose(file) >= 0);
    struct archive *archive = open_archive(path);
    struct run *read = read_run(archive, 0, NULL);
    const struct measurement *got = &read->measurements[0];
    assert_int_equal(got->team, 0);
    assert_int_equal(got->series_count, 3);
    assert_same_reals(got->series[1].level, m->series[1].level, 18);
    assert_null(got->series[1].thread_begin);
    run_free(read);
    archive_close(archive);
    run_free(run);
}

TEST(hostile_archives_are_refused) {
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
TEST(what_is_no_parameter_by_its_attribute_is_passed_over) {
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
TEST(what_is_no_term_by_its_attribute_is_passed_over) {
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

TEST(too_many_parameters_are_refused) {
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

TEST(truncated_archives_are_refused) {
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
