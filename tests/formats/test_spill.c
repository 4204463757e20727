/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "formats/spill.h"

enum { COUNT = 100 * 1000 };

static char directory[PATH_MAX]; /* TMPDIR, so that what is left in it can be seen */

static int use_own_directory(void **state) {
    (void)state;
    const char *parent = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/test_spill-XXXXXX", parent ? parent : "/tmp");
    return mkdtemp(directory) ? setenv("TMPDIR", directory, 1) : -1;
}

static int remove_directory(void **state) {
    (void)state;
    return rmdir(directory);
}

static size_t count_files(void) {
    size_t count = 0;
    DIR *files = opendir(directory);
    for (struct dirent *file; (file = readdir(files));)
        count += file->d_name[0] != '.';
    closedir(files);
    return count;
}

static double sum_of(const struct spill *s, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += s->values[i];
    return sum;
}

static void an_array_begins_with_zeros_and_keeps_what_it_is_given(void **state) {
    (void)state;
    for (size_t large = 0; large < 2; large++) {
        struct spill s;
        assert_int_equal(spill_open(&s, COUNT, large, NULL), 0);
        assert_true(sum_of(&s, COUNT) == 0);
        for (size_t i = 0; i < COUNT; i++)
            s.values[i] = (double)i;
        assert_true(sum_of(&s, COUNT) == COUNT / 2.0 * (COUNT - 1));
        spill_close(&s);
        assert_null(s.values);
    }
}

/* The system can have all memory that a large one takes. */
static void what_is_large_is_in_a_file_without_a_name(void **state) {
    (void)state;
    struct spill large, small;
    assert_int_equal(spill_open(&large, COUNT, COUNT, NULL), 0);
    assert_int_equal(spill_open(&small, COUNT, COUNT * sizeof(double), NULL), 0);
    large.values[COUNT - 1] = 7;
    assert_true(large.mapped == COUNT * sizeof(double) && small.mapped == 0);
    assert_int_equal(madvise(large.values, large.mapped, MADV_DONTNEED), 0);
    assert_true(sum_of(&large, COUNT) == 7);
    assert_int_equal(count_files(), 0);
    spill_close(&large);
    spill_close(&small);
}

static void nothing_can_be_asked_for(void **state) {
    (void)state;
    struct spill s, none = {0};
    assert_int_equal(spill_open(&s, 0, 0, NULL), 0);
    spill_close(&s);
    spill_close(&s);
    spill_close(&none);
}

static void a_directory_that_is_not_there_is_named(void **state) {
    (void)state;
    struct spill s;
    struct err err = {""};
    setenv("TMPDIR", "/nowhere/at/all", 1);
    assert_int_equal(spill_open(&s, COUNT, 1, &err), ERR_FAILED);
    setenv("TMPDIR", directory, 1);
    assert_null(s.values);
    assert_non_null(strstr(err.message, "/nowhere/at/all has no room for 1 MB"));
    assert_non_null(strstr(err.message, "No such file or directory; set TMPDIR"));
}

/* As on a full disk, of which a test cannot be sure. */
static void without_room_there_is_an_error_at_once(void **state) {
    (void)state;
    struct spill s;
    struct err err = {""};
    struct rlimit before, few = {COUNT, RLIM_INFINITY};
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    few.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_FSIZE, &few);
    int code = spill_open(&s, COUNT, 1, &err);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);
    assert_int_equal(code, ERR_FAILED);
    assert_non_null(strstr(err.message, "File too large"));
    assert_int_equal(count_files(), 0);
}

static void impossible_lengths_are_refused(void **state) {
    (void)state;
    struct spill s;
    struct err err = {""};
    assert_int_equal(spill_open(&s, SIZE_MAX / 2, 0, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "no memory"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_array_begins_with_zeros_and_keeps_what_it_is_given),
        cmocka_unit_test(what_is_large_is_in_a_file_without_a_name),
        cmocka_unit_test(nothing_can_be_asked_for),
        cmocka_unit_test(a_directory_that_is_not_there_is_named),
        cmocka_unit_test(without_room_there_is_an_error_at_once),
        cmocka_unit_test(impossible_lengths_are_refused),
    };
    return cmocka_run_group_tests_name("formats/spill", tests, use_own_directory, remove_directory);
}
