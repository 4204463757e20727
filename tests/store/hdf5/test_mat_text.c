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

static void assert_text_becomes(const char *name, const char *written, const char *expected) {
    char *text;
    hid_t array = mat_text_write(file, name, written, NULL);
    assert_true(array >= 0);
    h5_close(array);
    assert_int_equal(mat_text_read(file, name, &text, NULL), 0);
    assert_string_equal(text, expected);
    free(text);
}

ALL_TESTS(open_memory, close_memory);

TEST(text_of_every_plane_comes_back) {
    const char *text =
        "a\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf";
    assert_text_becomes("planes", text, text);
}

TEST(what_is_not_utf8_becomes_a_replacement) {
    assert_text_becomes("lone",
                        "a\xff"
                        "b",
                        "a\xef\xbf\xbd"
                        "b");
    assert_text_becomes("cut", "a\xe2\x82", "a\xef\xbf\xbd\xef\xbf\xbd");
    assert_text_becomes("overlong", "\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd");
    assert_text_becomes("surrogate", "\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}
