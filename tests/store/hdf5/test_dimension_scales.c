/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <hdf5.h>
#include <hdf5_hl.h>
#include <stdio.h>

#include "store/hdf5/dimension_scales.h"
#include "tests/test.h"

enum { DIMENSIONS = 2 };

/* A file in memory with the dimensions `rows` and `columns`. */
struct file {
    hid_t id, scales[DIMENSIONS];
    struct dimension_scales ties[DIMENSIONS];
};

static hid_t make_array(hid_t file, const char *name, int rank) {
    hid_t space = H5Screate_simple(rank, (hsize_t[]){3, 4}, NULL);
    hid_t array =
        H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(array >= 0);
    H5Sclose(space);
    return array;
}

static void read_ties(struct file *f) {
    for (int i = 0; i < DIMENSIONS; i++)
        assert_int_equal(dimension_scales_of_scale(&f->ties[i], f->scales[i]), 0);
}

static void write_ties(struct file *f) {
    for (int i = 0; i < DIMENSIONS; i++) {
        assert_int_equal(dimension_scales_write(&f->ties[i], f->scales[i]), 0);
        dimension_scales_release(&f->ties[i]);
    }
}

static struct file make_file(void) {
    static const char *const names[] = {"rows", "columns"};
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, 1 << 20, 0);
    /* Lists of more than 64 KiB need what came with HDF5 1.8. */
    H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V110);
    struct file f = {.id = H5Fcreate("in memory", H5F_ACC_TRUNC, H5P_DEFAULT, access)};
    assert_true(f.id >= 0);
    H5Pclose(access);
    for (int i = 0; i < DIMENSIONS; i++) {
        f.scales[i] = make_array(f.id, names[i], 1);
        assert_true(H5DSset_scale(f.scales[i], names[i]) >= 0);
    }
    return f;
}

static void close_file(struct file *f) {
    for (int i = 0; i < DIMENSIONS; i++)
        H5Dclose(f->scales[i]);
    H5Fclose(f->id);
}

static void attach(struct file *f, const char *name, int rank) {
    hid_t array = make_array(f->id, name, rank);
    assert_int_equal(dimension_scales_attach(f->ties, array, (size_t)rank), 0);
    H5Dclose(array);
}

static void assert_attached(const struct file *f, const char *name, int rank) {
    hid_t array = H5Dopen2(f->id, name, H5P_DEFAULT);
    for (int i = 0; i < DIMENSIONS; i++)
        assert_int_equal(H5DSis_attached(array, f->scales[i], (unsigned)i) > 0, i < rank);
    H5Dclose(array);
}

TEST(the_library_finds_what_is_attached) {
    struct file f = make_file();
    read_ties(&f);
    attach(&f, "table", 2);
    attach(&f, "line", 1);
    write_ties(&f);
    assert_attached(&f, "table", 2);
    assert_attached(&f, "line", 1);
    hid_t table = H5Dopen2(f.id, "table", H5P_DEFAULT);
    assert_int_equal(H5DSget_num_scales(table, 1), 1);
    assert_true(H5DSdetach_scale(table, f.scales[1], 1) >= 0);
    H5Dclose(table);
    assert_attached(&f, "table", 1);
    close_file(&f);
}

/* The library's own attachments and ours may follow one another. */
TEST(more_is_attached_beside_what_is_there) {
    struct file f = make_file();
    hid_t first = make_array(f.id, "first", 2);
    for (int i = 0; i < DIMENSIONS; i++)
        assert_true(H5DSattach_scale(first, f.scales[i], (unsigned)i) >= 0);
    H5Dclose(first);
    read_ties(&f);
    attach(&f, "second", 2);
    write_ties(&f);
    hid_t third = make_array(f.id, "third", 1);
    assert_true(H5DSattach_scale(third, f.scales[0], 0) >= 0);
    H5Dclose(third);
    assert_attached(&f, "first", 2);
    assert_attached(&f, "second", 2);
    assert_attached(&f, "third", 1);
    close_file(&f);
}

TEST(a_dimension_takes_as_many_as_one_likes) {
    enum { MANY = 6000 }; /* 94 KiB */
    struct file f = make_file();
    char name[32];
    read_ties(&f);
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "array_%d", i);
        attach(&f, name, 2);
    }
    write_ties(&f);
    assert_attached(&f, "array_0", 2);
    assert_attached(&f, "array_5999", 2);
    read_ties(&f);
    assert_int_equal(f.ties[1].count, MANY);
    hid_t array = H5Dopen2(f.id, "array_4321", H5P_DEFAULT);
    struct dimension_scales_list list = dimension_scales_of_array(array);
    assert_true(dimension_scales_hold(&f.ties[1], &list, 1));
    assert_false(dimension_scales_hold(&f.ties[1], &list, 0));
    dimension_scales_list_release(&list);
    H5Dclose(array);
    for (int i = 0; i < DIMENSIONS; i++)
        dimension_scales_release(&f.ties[i]);
    close_file(&f);
}
