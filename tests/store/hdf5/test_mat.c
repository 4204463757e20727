/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "store/hdf5/mat.h"
#include "tests/test.h"

static hid_t file;

static int open_memory(void **state) {
    (void)state;
    h5_prepare();
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, 1 << 16, 0);
    file = H5Fcreate("memory", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    return file < 0;
}

static int close_memory(void **state) {
    (void)state;
    return H5Fclose(file) < 0;
}

ALL_TESTS(open_memory, close_memory);

TEST(the_header_is_that_of_version_7_3) {
    char block[LAYOUT_USER_BLOCK];
    mat_header(block, "somebody with quite a long name, longer than the header has room for, "
                      "whatever it may be, and then some");
    assert_memory_equal(block, "MATLAB 7.3 MAT-file", 19);
    assert_null(memchr(block, '\0', 115));
    assert_memory_equal(block + 124, "\x00\x02IM", 4);
}

TEST(a_struct_lists_its_fields) {
    struct mat_struct s;
    assert_int_equal(mat_struct_begin(&s, file, "s", NULL), 0);
    assert_string_equal(mat_struct_field(&s, "one", NULL), "one");
    assert_string_equal(mat_struct_field(&s, "two 2", NULL), "two_2");
    assert_int_equal(mat_struct_end(&s, 0, NULL), 0);
    hid_t attribute = H5Aopen_by_name(file, "s", "MATLAB_fields", H5P_DEFAULT, H5P_DEFAULT);
    hid_t type = H5Aget_type(attribute);
    hvl_t fields[2];
    assert_true(H5Aread(attribute, type, fields) >= 0);
    assert_int_equal(fields[0].len, 3);
    assert_memory_equal(fields[0].p, "one", 3);
    assert_int_equal(fields[1].len, 5);
    assert_memory_equal(fields[1].p, "two_2", 5);
    H5free_memory(fields[0].p);
    H5free_memory(fields[1].p);
    h5_close(type);
    h5_close(attribute);
}
