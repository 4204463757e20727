/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/collect/fake_libraries.h"
#include "tests/test.h"

/* Shared objects as far as can be seen, of different bytes. */
static void make_build(const char *relative, const char *end) {
    make_library(relative);
    FILE *file = fopen(at(relative), "ab");
    assert_non_null(file);
    fputs(end, file);
    fclose(file);
}

static const char *argument(const char *pattern) {
    static char text[1024];
    snprintf(text, sizeof text, "old=%s", at(pattern));
    return text;
}

EACH_TEST(set_up, remove_tree);

TEST(a_pattern_with_a_name_is_one_library) {
    make_build("old-1.so", "a");
    make_build("old-2.so", "b");
    make_build("old-10.so", "c");
    struct libraries libraries = RESOLVED(argument("old-*.so"), at("old-2.so"));
    assert_int_equal(libraries.count, 2);
    const struct library *old = &libraries.items[0];
    assert_string_equal(old->name, "old");
    assert_int_equal(old->builds.count, 3);
    assert_string_equal(old->builds.items[0].path, at("old-1.so"));
    assert_string_equal(old->builds.items[1].path, at("old-10.so"));
    assert_string_equal(old->builds.items[2].path, at("old-2.so"));
    assert_string_equal(old->paths[0], at("old-1.so"));
    assert_int_equal(strlen(old->builds.items[0].digest), 64);
    assert_string_not_equal(old->builds.items[0].digest, old->builds.items[1].digest);
    assert_int_equal(libraries.items[1].builds.count, 1); /* a file of the user's */
    assert_false(library_is_same(old, &libraries.items[1]));
    libraries_release(&libraries);
}

TEST(what_is_installed_is_no_build_of_the_users) {
    setenv("LD_LIBRARY_PATH", at("k"), 1);
    make_build("k/libopenblas.so.0", "a");
    make_build("mine/libopenblas.so.0", "b");
    struct libraries libraries =
        RESOLVED("builtin", "a=openblas", at("k/libopenblas.so.0"), at("mine/libopenblas.so.0"));
    for (size_t i = 0; i < libraries.count; i++)
        assert_int_equal(libraries.items[i].builds.count,
                         strcmp(libraries.items[i].paths[0], at("mine/libopenblas.so.0")) == 0);
    libraries_release(&libraries);
    unsetenv("LD_LIBRARY_PATH");
}

TEST(builds_of_the_same_bytes_are_refused) {
    make_build("old-1.so", "a");
    make_build("old-2.so", "a");
    assert_refused(argument("old-*.so"), "are the same bytes");
}

TEST(a_pattern_needs_a_name_and_shared_objects) {
    make_build("old-1.so", "a");
    make_file("old-2.so");
    assert_refused(argument("old-*.so"), "old-2.so: not a shared object of this machine");
    assert_refused(argument("new-*.so"), "new-*.so: No such file");
    assert_refused(at("old-?.so"), "several builds of one source need a name");
    make_build("is[1].so", "a"); /* a file that is called so */
    struct libraries libraries = RESOLVED(at("is[1].so"));
    assert_int_equal(libraries.count, 1);
    libraries_release(&libraries);
}
