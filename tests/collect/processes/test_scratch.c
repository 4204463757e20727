/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/processes/scratch.h"
#include "tests/test.h"

static struct scratch scratch;
static char parent[] = "/tmp/benchmat-test-XXXXXX";

static int begin(void **state) {
    (void)state;
    strcpy(strrchr(parent, '-'), "-XXXXXX");
    return mkdtemp(parent) && setenv("TMPDIR", parent, 1) == 0 ? 0 : -1;
}

static int end(void **state) {
    char command[PATH_MAX];
    (void)state;
    unsetenv("TMPDIR");
    snprintf(command, sizeof command, "rm -rf '%s'", parent);
    return system(command);
}

static const char *path_of(const char *name) {
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", parent, name);
    return path;
}

static int is_there(const char *name) {
    struct stat status;
    return lstat(path_of(name), &status) == 0;
}

/* A directory with something in it, last changed in 1970 if IS_OLD. */
static void make(const char *name, int is_old) {
    static const struct timespec times[2] = {{0, 0}, {0, 0}};
    char inner[PATH_MAX];
    assert_int_equal(mkdir(path_of(name), 0700), 0);
    snprintf(inner, sizeof inner, "%s/kernel", name);
    assert_int_equal(mkdir(path_of(inner), 0700), 0);
    if (is_old)
        assert_int_equal(utimensat(AT_FDCWD, path_of(name), times, 0), 0);
}

static int locked(const char *path) {
    int fd = open(path, O_RDONLY | O_DIRECTORY);
    assert_true(fd >= 0);
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    close(fd);
    return -1;
}

EACH_TEST(begin, end);

TEST(it_is_locked_and_removed_with_all_that_is_in_it) {
    const char *path = scratch_make(&scratch, "kernels");
    char inner[PATH_MAX];
    assert_non_null(path);
    assert_int_equal(strncmp(path, parent, strlen(parent)), 0);
    assert_int_equal(locked(path), -1);
    snprintf(inner, sizeof inner, "%s/kernel", path);
    assert_int_equal(mkdir(inner, 0700), 0);
    scratch_remove(&scratch);
    assert_int_equal(rmdir(parent), 0); /* it is empty */
    scratch_remove(&scratch);
}

TEST(what_nobody_holds_any_more_is_removed) {
    make("benchmat-kernels-stale1", 1);
    make("benchmat-kernels-stale2", 1);
    make("benchmat-kernels-fresh1", 0);
    make("benchmat-kernels-held01", 1);
    make("other", 1);
    assert_int_equal(symlink("other", path_of("benchmat-kernels-linked")), 0);
    int held = locked(path_of("benchmat-kernels-held01"));
    assert_true(held >= 0);
    assert_non_null(scratch_make(&scratch, "kernels"));
    scratch_remove(&scratch);
    assert_false(is_there("benchmat-kernels-stale1"));
    assert_false(is_there("benchmat-kernels-stale2"));
    assert_true(is_there("benchmat-kernels-fresh1"));
    assert_true(is_there("benchmat-kernels-held01/kernel"));
    assert_true(is_there("benchmat-kernels-linked"));
    assert_true(is_there("other/kernel"));
    close(held);
    assert_non_null(scratch_make(&scratch, "kernels"));
    scratch_remove(&scratch);
    assert_false(is_there("benchmat-kernels-held01"));
}

TEST(without_a_directory_for_it_there_is_none) {
    setenv("TMPDIR", path_of("nowhere"), 1);
    assert_null(scratch_make(&scratch, "kernels"));
    scratch_remove(&scratch);
}
