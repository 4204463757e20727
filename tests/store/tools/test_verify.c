/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <time.h>

#include "tests/store/flips.h"
#include "tests/store/many.h"
#include "tests/store/put.h"

#include "store/hdf5/h5.h"
#include "store/hdf5/mat.h"
#include "store/hdf5/members.h"
#include "store/tools/verify.h"

#include <hdf5.h>
#include <hdf5_hl.h>

struct findings {
    size_t count, damaged;
    char digests[8][DIGEST_TEXT];
    char damage[8][1024]; /* by run; the last is the file's */
};

static void take(void *context, const struct verify_finding *finding) {
    struct findings *f = context;
    size_t slot = finding->run ? (size_t)atoi(finding->run + 4) - 1 : 7;
    assert_true(slot < 8);
    f->count++;
    f->damaged += finding->fault != NULL;
    assert_true(finding->run == NULL || (finding->digest == NULL) != (finding->fault == NULL));
    if (finding->digest)
        strcpy(f->digests[slot], finding->digest);
    if (finding->fault)
        strcpy(f->damage[slot], finding->fault);
}

static struct findings verify(const char *file) {
    struct findings f = {0};
    struct err err = {""};
    if (verify_archive(file, NULL, take, &f, &err))
        fail_msg("%s", err.message);
    return f;
}

EACH_TEST(enter, leave);

TEST(a_sound_archive_is_in_order_and_has_digests) {
    append_numbered(path, 1, 3);
    struct findings f = verify(path);
    assert_int_equal(f.count, 4);
    assert_int_equal(f.damaged, 0);
    for (size_t i = 0; i < 3; i++) {
        char digest[DIGEST_TEXT];
        digest_in(path, i, digest);
        assert_string_equal(f.digests[i], digest);
    }
}

/* Copies all that the file has into one of the newest form, as h5py does with libver='latest'. */
static void write_anew(const char *file) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), old = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);
    H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
    hid_t new = H5Fcreate("anew.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5G_info_t root;
    H5O_info_t info;
    assert_true(old >= 0 && new >= 0 && H5Gget_info(old, &root) >= 0);
    for (hsize_t i = 0; i < root.nlinks; i++) {
        char name[200];
        H5Lget_name_by_idx(old, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name, H5P_DEFAULT);
        assert_true(H5Ocopy(old, name, new, name, H5P_DEFAULT, H5P_DEFAULT) >= 0);
    }
    H5Oget_info(old, &info);
    for (hsize_t i = 0; i < info.num_attrs; i++) {
        char name[200], value[4096];
        hid_t from =
            H5Aopen_by_idx(old, ".", H5_INDEX_NAME, H5_ITER_INC, i, H5P_DEFAULT, H5P_DEFAULT);
        hid_t type = H5Aget_type(from), space = H5Aget_space(from);
        H5Aget_name(from, sizeof name, name);
        hid_t to = H5Acreate2(new, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
        assert_true(H5Aget_storage_size(from) <= sizeof value);
        assert_true(H5Aread(from, type, value) >= 0 && H5Awrite(to, type, value) >= 0);
        H5Aclose(to);
        H5Sclose(space);
        H5Tclose(type);
        H5Aclose(from);
    }
    H5Fclose(new);
    H5Fclose(old);
    H5Pclose(access);
    assert_int_equal(rename("anew.h5", file), 0);
}

TEST(what_another_program_wrote_anew_is_not_damaged) {
    struct err err = {""};
    append_numbered(path, 1, 2);
    struct findings before = verify(path);
    write_anew(path);
    struct findings after = verify(path);
    assert_int_equal(after.count, 3);
    assert_int_equal(after.damaged, 1);
    assert_non_null(strstr(after.damage[7], "written anew by another program"));
    for (size_t i = 0; i < 2; i++)
        assert_string_equal(after.digests[i], before.digests[i]);

    struct run *run = numbered_run(3);
    assert_int_equal(archive_append(path, run, &err), ERR_REWRITTEN);
    assert_non_null(strstr(err.message, "bench-store repack"));
    run_free(run);
}

TEST(a_run_that_is_being_measured_is_in_order) {
    struct archive_run *writer;
    struct run *run = numbered_run(2);
    append_numbered(path, 1, 1);
    assert_int_equal(archive_run_begin(&writer, path, run, NULL, NULL), 0);
    for (size_t round = 0; round < 3; round++) {
        struct findings f = verify(path);
        if (f.damaged)
            fail_msg("%s", f.damage[1]);
        assert_int_equal(f.count, 3);
        assert_int_equal(put_cell(writer, 0, 1, round, NULL), 0);
    }
    assert_int_equal(archive_run_end(writer, "complete", NULL), 0);
    assert_int_equal(verify(path).damaged, 0);
    run_free(run);
}

/* --- structure --- */

/* An archive of two runs whose second CHANGE has spoilt: that one is named with WHAT, the first is
 * in order. */
static void assert_named(void (*change)(hid_t file), const char *what) {
    unlink(path);
    append_numbered(path, 1, 2);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    change(file);
    assert_true(H5Fclose(file) >= 0);
    struct findings f = verify(path);
    assert_int_equal(f.damaged, 1);
    assert_true(*f.digests[0]);
    if (!strstr(f.damage[1], "run_000002") || !strstr(f.damage[1], what))
        fail_msg("\"%s\" does not say \"%s\"", f.damage[1], what);
}

static void lose_a_field(hid_t file) {
    H5Ldelete(file, "/run_000002/axpy/details/blis/calls", H5P_DEFAULT);
}

static void lose_the_list_of_fields(hid_t file) {
    H5Adelete_by_name(file, "/run_000002/axpy", "MATLAB_fields", H5P_DEFAULT);
}

static void lose_a_class(hid_t file) {
    H5Adelete_by_name(file, "/run_000002/axpy/details", "MATLAB_class", H5P_DEFAULT);
}

static void tear_off_a_dimension(hid_t file) {
    hid_t array = H5Dopen2(file, "/run_000002/axpy/blis", H5P_DEFAULT);
    hid_t scale = H5Dopen2(file, "/run_000002/axpy/round", H5P_DEFAULT);
    assert_true(H5DSdetach_scale(array, scale, 1) >= 0);
    H5Dclose(scale);
    H5Dclose(array);
}

static void put_text_in_place_of_calls(hid_t file) {
    H5Adelete_by_name(file, "/run_000002/axpy/details/blis/calls", "MATLAB_class", H5P_DEFAULT);
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, 6);
    hid_t attribute = H5Acreate_by_name(file, "/run_000002/axpy/details/blis/calls", "MATLAB_class",
                                        type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Awrite(attribute, type, "double") >= 0);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
}

static void dig_deep(hid_t file) {
    char name[200] = "/run_000002/axpy/details/blis/deep";
    for (int i = 0; i < 3; i++, strcat(name, "/er"))
        H5Gclose(H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
}

static void go_in_circles(hid_t file) {
    H5Lcreate_hard(file, "/run_000002", file, "/run_000002/axpy/again", H5P_DEFAULT, H5P_DEFAULT);
}

static void lead_outside(hid_t file) {
    H5Lcreate_external("/tmp/x.h5", "/x", file, "/run_000002/axpy/else", H5P_DEFAULT, H5P_DEFAULT);
}

/* Foreign arrays in the second run, one of which has no room for what it claims. */
static void add_foreign(hid_t file, const char *name, int rank, const hsize_t *dims, hid_t type,
                        const hsize_t *chunk, int is_written) {
    hid_t list = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(rank, dims, NULL);
    if (chunk)
        H5Pset_chunk(list, rank, chunk);
    hid_t run = H5Gopen2(file, "run_000002", H5P_DEFAULT);
    hid_t array = H5Dcreate2(run, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    const hsize_t one[3] = {1, 1, 1};
    hid_t memory = H5Screate_simple(rank, one, NULL);
    const double number = 7;
    assert_true(array >= 0);
    if (is_written) {
        H5Sselect_hyperslab(space, H5S_SELECT_SET, (const hsize_t[3]){0}, NULL, one, NULL);
        assert_true(H5Dwrite(array, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, &number) >= 0);
    }
    H5Sclose(memory);
    H5Dclose(array);
    H5Gclose(run);
    H5Sclose(space);
    H5Pclose(list);
}

/* Of 2^62 doubles a single chunk is there; of 2^40, none. */
static void add_sparse(hid_t file) {
    add_foreign(file, "sparse", 3, (const hsize_t[]){2, (hsize_t)1 << 31, (hsize_t)1 << 30},
                H5T_NATIVE_DOUBLE, (const hsize_t[]){1, 64, 64}, 1);
    add_foreign(file, "void", 1, (const hsize_t[]){(hsize_t)1 << 40}, H5T_NATIVE_DOUBLE,
                (const hsize_t[]){64}, 0);
    add_foreign(file, "unwritten", 1, (const hsize_t[]){INT64_MAX}, H5T_NATIVE_CHAR, NULL, 0);
}

static void list_members_anew(hid_t file) {
    struct mat_struct s = {.group = H5Gopen2(file, "run_000002", H5P_DEFAULT)};
    char **names;
    size_t count;
    assert_int_equal(members_list(s.group, &names, &count, NULL), 0);
    assert_true(H5Adelete(s.group, "MATLAB_fields") >= 0);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(mat_struct_field(&s, names[i], NULL), names[i]);
    assert_int_equal(mat_struct_end(&s, 0, NULL), 0);
    members_free(names, count);
}

TEST(arrays_are_read_as_far_as_they_are_there) {
    struct timespec begin, end;
    unlink(path);
    append_numbered(path, 1, 2);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    add_sparse(file);
    list_members_anew(file);
    assert_true(H5Fclose(file) >= 0);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    struct findings f = verify(path);
    clock_gettime(CLOCK_MONOTONIC, &end);
    if (f.damaged)
        fail_msg("%s", f.damage[1]);
    assert_true(end.tv_sec - begin.tv_sec < 60);
}

TEST(what_breaks_the_format_is_named) {
    assert_named(lose_a_field, "\"axpy/details/blis\" does not list its members");
    assert_named(lose_the_list_of_fields, "\"axpy\" does not list its members");
    assert_named(lose_a_class, "\"axpy/details\" does not list its members");
    assert_named(tear_off_a_dimension, "\"axpy/blis\" is not tied to its dimensions");
    assert_named(put_text_in_place_of_calls, "\"axpy/details/blis/calls\": its elements");
    assert_named(dig_deep, "does not list its members");
    assert_named(go_in_circles, "does not list its members");
    assert_named(lead_outside, "leads elsewhere");
}

static void assert_team_named(const char *what) {
    struct findings f = verify(path);
    assert_int_equal(f.damaged, 1);
    if (!strstr(f.damage[0], what))
        fail_msg("\"%s\" does not say \"%s\"", f.damage[0], what);
}

TEST(arrays_of_threads_are_tied_to_them) {
    struct run *run = team_run(1);
    append(path, run);
    run_free(run);
    struct findings f = verify(path);
    assert_int_equal(f.damaged, 0);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    hid_t array = H5Dopen2(file, "/run_000001/set/details/mutex/thread_end", H5P_DEFAULT);
    hid_t scale = H5Dopen2(file, "/run_000001/set/thread", H5P_DEFAULT);
    assert_true(H5DSdetach_scale(array, scale, 3) >= 0);
    H5Dclose(scale);
    H5Dclose(array);
    assert_true(H5Fclose(file) >= 0);
    assert_team_named("\"set/details/mutex/thread_end\" is not tied to its dimensions");
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(H5Adelete_by_name(file, "/run_000001/set/thread", "CLASS", H5P_DEFAULT) >= 0);
    assert_true(H5Fclose(file) >= 0);
    assert_team_named("has no dimension \"thread\"");
}

TEST(two_runs_of_one_uuid_are_named) {
    append_numbered(path, 1, 2);
    append_numbered(path, 1, 1);
    struct findings f = verify(path);
    assert_int_equal(f.damaged, 1);
    assert_non_null(strstr(f.damage[2], "run_000003 has the uuid of run_000001"));
}

/* --- bytes --- */

static void overwrite(const char *file, long at, const void *bytes, size_t size) {
    int fd = open(file, O_RDWR);
    assert_int_equal(pwrite(fd, bytes, size, at), size);
    close(fd);
}

/* Whether the array's only chunk stands at that byte of the file. */
static int is_chunk(hid_t array, long at, size_t size) {
    const hsize_t first[3] = {0};
    unsigned char *chunk = malloc(size), *there = malloc(size);
    uint32_t mask;
    FILE *file = fopen(path, "rb");
    fseek(file, at, SEEK_SET);
    int is = fread(there, 1, size, file) == size &&
             H5Dread_chunk(array, H5P_DEFAULT, first, &mask, chunk) >= 0 &&
             memcmp(chunk, there, size) == 0;
    fclose(file);
    free(chunk);
    free(there);
    return is;
}

/* Where HDF5 has put the only chunk of an array. Some versions count from the end of the user
 * block. */
static long chunk_of(const char *array_path, hsize_t *size) {
    const hsize_t at[3] = {0};
    unsigned mask;
    haddr_t address;
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    hid_t array = H5Dopen2(file, array_path, H5P_DEFAULT);
    assert_true(H5Dget_chunk_info_by_coord(array, at, &mask, &address, size) >= 0);
    if (!is_chunk(array, (long)address, *size))
        address += LAYOUT_USER_BLOCK;
    assert_true(is_chunk(array, (long)address, *size));
    H5Dclose(array);
    H5Fclose(file);
    return (long)address;
}

/* Also of arrays that no other command reads. */
TEST(one_wrong_byte_in_any_chunk_is_found) {
    static const char *const arrays[] = {"axpy/sizes",
                                         "axpy/seeds",
                                         "axpy/round",
                                         "axpy/seed",
                                         "axpy/blis",
                                         "axpy/details/openblas/order",
                                         "axpy/details/blis/tolerance"};
    append_numbered(path, 1, 2);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        char name[100];
        hsize_t size;
        snprintf(name, sizeof name, "/run_000002/%s", arrays[i]);
        long at = chunk_of(name, &size);
        at += (long)size / 2;
        unsigned char byte;
        FILE *file = fopen(path, "rb");
        fseek(file, at, SEEK_SET);
        assert_int_equal(fread(&byte, 1, 1, file), 1);
        fclose(file);
        unsigned char wrong = byte ^ 4;
        overwrite(path, at, &wrong, 1);
        struct findings f = verify(path);
        assert_int_equal(f.damaged, 1);
        if (!strstr(f.damage[1], arrays[i]) && !strstr(f.damage[1], strrchr(arrays[i], '/') + 1))
            fail_msg("\"%s\" does not name %s", f.damage[1], arrays[i]);
        overwrite(path, at, &byte, 1);
    }
    assert_int_equal(verify(path).damaged, 0);
}

TEST(a_chunk_of_zeros_is_found) {
    static const char zeros[4096];
    hsize_t size;
    append_numbered(path, 1, 2);
    long at = chunk_of("/run_000001/axpy/openblas", &size);
    overwrite(path, at, zeros, size);
    struct findings f = verify(path);
    assert_int_equal(f.damaged, 1);
    assert_non_null(strstr(f.damage[0], "axpy/openblas"));
    assert_true(*f.digests[1]);
}

TEST(a_spoilt_user_block_is_found) {
    append_numbered(path, 1, 1);
    overwrite(path, 124, "XX", 2);
    struct findings f = verify(path);
    assert_int_equal(f.damaged, 1);
    assert_non_null(strstr(f.damage[7], "MAT-file"));
}

/* tests/soak flips more. */
#ifdef ADDRESS_SANITIZER
enum { STRIDE = 3061 };
#else
enum { STRIDE = 1151 };
#endif

/* A flipped bit is found, or it was in no byte that says anything. */
SOAK_TEST(no_flipped_bit_changes_a_run_unnoticed) {
    append_numbered(path, 1, 2);
    struct flips flips = flips_of_verifying(path, STRIDE);
    assert_int_equal(flips.wrong, 0);
    assert_true(flips.found > flips.tried / 2);
    print_message("%ld of %ld flipped bits found\n", flips.found, flips.tried);
}

SOAK_TEST(a_truncated_archive_is_found) {
    append_numbered(path, 1, 2);
    for (long size = size_of(path) - 1; size > 0; size -= size / 8 + 1) {
        assert_int_equal(truncate(path, size), 0);
        assert_true(verify(path).damaged > 0);
    }
}

TEST(what_cannot_be_read_at_all_is_an_error) {
    struct err err = {""};
    struct findings f = {0};
    assert_int_equal(verify_archive(beside("none.h5"), NULL, take, &f, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "none.h5: no such file"));
    assert_int_equal(f.count, 0);
}
