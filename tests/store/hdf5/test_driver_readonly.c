/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>

#include "store/hdf5/driver.h"
#include "tests/store/sample.h"
#include "tests/test.h"

/* An HDF5 file in memory, with one group. */
static int hdf5_file(void) {
    char path[] = "/tmp/benchmat-overlay-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    H5Gclose(H5Gcreate2(file, "group", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    assert_true(H5Fclose(file) >= 0);
    unlink(path);
    return fd;
}

TEST(what_is_read_is_never_changed) {
    char before[10000] = "", after[10000] = "";
    int fd = hdf5_file();
    off_t size = lseek(fd, 0, SEEK_END);
    assert_int_equal(pread(fd, before, sizeof before, 0), size);
    struct readonly_driver *overlay = readonly_driver_new(fd, (uint64_t)size);
    hid_t list = readonly_driver_access_list(overlay);
    for (unsigned i = 0; i < 2; i++) {
        hid_t file = H5Fopen(DRIVER_NAME, i ? H5F_ACC_RDWR : H5F_ACC_RDONLY, list);
        assert_true(file >= 0);
        assert_true(H5Lexists(file, "group", H5P_DEFAULT) > 0);
        if (i)
            H5Ldelete(file, "group", H5P_DEFAULT);
        H5Fclose(file);
    }
    H5Pclose(list);
    readonly_driver_free(overlay);
    assert_int_equal(pread(fd, after, sizeof after, 0), size);
    assert_memory_equal(before, after, sizeof before);
    close(fd);
}

TEST(hdf5_opens_no_other_name_through_it) {
    h5_prepare();
    int fd = hdf5_file();
    struct readonly_driver *overlay = readonly_driver_new(fd, (uint64_t)lseek(fd, 0, SEEK_END));
    hid_t list = readonly_driver_access_list(overlay);
    assert_true(H5Fcreate("y", H5F_ACC_TRUNC, H5P_DEFAULT, list) < 0);
    assert_true(H5Fopen("y", H5F_ACC_RDONLY, list) < 0);
    hid_t file = H5Fopen(DRIVER_NAME, H5F_ACC_RDONLY, list);
    assert_true(file >= 0);
    assert_true(H5Fclose(file) >= 0);
    assert_int_equal(access(DRIVER_NAME, F_OK), -1);
    H5Pclose(list);
    readonly_driver_free(overlay);
    close(fd);
}
