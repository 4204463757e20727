/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "store/overlay.h"
#include "tests/store/sample.h"

static int file_of(const void *bytes, size_t size) {
    char path[] = "/tmp/benchmat-overlay-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    unlink(path);
    assert_int_equal(pwrite(fd, bytes, size, 0), size);
    return fd;
}

static void changes_are_kept_and_the_file_is_not_touched(void **state) {
    (void)state;
    char *before = calloc(1, 200000), *after = malloc(300000), *kept = malloc(200000);
    int fd = file_of(before, 200000), copy = file_of(before, 200000);
    struct overlay *overlay = overlay_new(fd, 200000, "x");
    overlay_write(overlay, 65530, "across two blocks", 17);
    overlay_write(overlay, 250000, "beyond", 6);
    assert_int_equal(overlay_base(overlay), 200000);
    assert_int_equal(overlay_save(overlay, copy), 0);
    assert_int_equal(pread(copy, after, 300000, 0), 250006);
    assert_memory_equal(after + 65530, "across two blocks", 17);
    assert_memory_equal(after + 250000, "beyond", 6);
    memset(after + 65530, 0, 17);
    memset(after + 250000, 0, 6);
    for (size_t i = 0; i < 250006; i++)
        assert_int_equal(after[i], 0);
    assert_int_equal(pread(fd, kept, 200000, 0), 200000);
    assert_memory_equal(kept, before, 200000);
    overlay_free(overlay);
    close(fd);
    close(copy);
    free(before);
    free(after);
    free(kept);
}

static void what_cannot_be_read_is_refused_when_saved(void **state) {
    (void)state;
    int fd = open("/tmp", O_RDONLY | O_DIRECTORY);
    struct overlay *overlay = overlay_new(fd, 100, "x");
    overlay_write(overlay, 10, "y", 1);
    assert_int_equal(overlay_save(overlay, -1), EISDIR);
    overlay_free(overlay);
    close(fd);
}

static void a_full_device_is_reported_when_saved(void **state) {
    (void)state;
    int fd = file_of("", 0), full = open("/dev/full", O_RDWR);
    struct overlay *overlay = overlay_new(fd, 0, "x");
    overlay_write(overlay, 0, "y", 1);
    assert_int_equal(overlay_save(overlay, full), ENOSPC);
    overlay_free(overlay);
    close(full);
    close(fd);
}

static void hdf5_opens_no_other_name_through_it(void **state) {
    (void)state;
    h5_prepare();
    int fd = file_of("", 0);
    struct overlay *overlay = overlay_new(fd, 0, "x");
    hid_t list = overlay_access_list(overlay);
    assert_true(H5Fcreate("y", H5F_ACC_TRUNC, H5P_DEFAULT, list) < 0);
    hid_t file = H5Fcreate("x", H5F_ACC_TRUNC, H5P_DEFAULT, list);
    assert_true(file >= 0);
    assert_true(H5Fopen("y", H5F_ACC_RDONLY, list) < 0);
    assert_true(H5Fclose(file) >= 0);
    file = H5Fopen("x", H5F_ACC_RDONLY, list);
    assert_true(file >= 0);
    assert_true(H5Fclose(file) >= 0);
    assert_int_equal(access("x", F_OK), -1);
    H5Pclose(list);
    overlay_free(overlay);
    close(fd);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_are_kept_and_the_file_is_not_touched),
        cmocka_unit_test(what_cannot_be_read_is_refused_when_saved),
        cmocka_unit_test(a_full_device_is_reported_when_saved),
        cmocka_unit_test(hdf5_opens_no_other_name_through_it),
    };
    return cmocka_run_group_tests_name("store/overlay", tests, NULL, NULL);
}
