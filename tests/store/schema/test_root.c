/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/store/fixture.h"

#include "store/hdf5/attribute.h"
#include "store/schema/root.h"

static void set_version(const char *version) {
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(H5Adelete(file, "format_version") >= 0);
    assert_int_equal(attribute_write_text(file, "format_version", version, NULL), 0);
    assert_true(H5Fclose(file) >= 0);
}

static void assert_version(const char *version) {
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    char *found = attribute_read_text(file, "format_version");
    assert_string_equal(found, version);
    free(found);
    H5Fclose(file);
}

EACH_TEST(enter, leave);

TEST(whoever_adds_a_run_raises_the_version) {
    static const char *const versions[][2] = {
        {"1.8", "1.8"}, {"1.7", "1.8"}, {"1.0", "1.8"}, {"1.9", "1.9"}, {"1.10", "1.10"}};
    struct run *run = sample_run();
    append(path, run);
    assert_version("1.8");
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        set_version(versions[i][0]);
        append(path, run);
        assert_version(versions[i][1]);
    }
    assert_int_equal(runs_in(path), 6);
    run_free(run);
}

TEST(a_run_that_grows_raises_it_too) {
    struct archive_run *writer;
    struct run *run = sample_run();
    append(path, run);
    set_version("1.0");
    assert_int_equal(archive_run_begin(&writer, path, run, NULL, NULL), 0);
    assert_version("1.8");
    assert_int_equal(archive_run_end(writer, "complete", NULL), 0);
    run_free(run);
}

TEST(minor_versions_are_numbers) {
    assert_false(root_is_newer("1.0"));
    assert_false(root_is_newer("1.8"));
    assert_true(root_is_newer("1.9"));
    assert_true(root_is_newer("1.10"));
}
