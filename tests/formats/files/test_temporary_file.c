/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <errno.h>
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
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "formats/files/temporary_file.h"

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

/* How many files of that directory are mapped. */
static int count_maps(void) {
    int count = 0;
    char line[PATH_MAX + 100];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps))
        count += strstr(line, directory) != NULL;
    fclose(maps);
    return count;
}

static double sum_of(const double *values, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum;
}

static double *counted(size_t count) {
    double *values = spill_new(count, sizeof *values);
    assert_non_null(values);
    assert_true(sum_of(values, count) == 0);
    for (size_t i = 0; i < count; i++)
        values[i] = (double)i;
    return values;
}

static void assert_counted(const double *values, size_t count) {
    assert_true(sum_of(values, count) == (double)count / 2 * (double)(count - 1));
}

/* Whether what VALUES begin with is of a file: pages of one can be let go without loss. */
static int is_in_a_file(double *values) {
    uintptr_t page = (uintptr_t)values & ~(uintptr_t)(sysconf(_SC_PAGESIZE) - 1);
    double before = values[3];
    values[3] = 7;
    int is = madvise((void *)page, 1, MADV_DONTNEED) == 0 && values[3] == 7;
    values[3] = before;
    return is;
}

static void an_array_begins_with_zeros_and_keeps_what_it_is_given(void **state) {
    (void)state;
    const size_t limits[] = {0, SIZE_MAX};
    for (size_t i = 0; i < 2; i++) {
        spill_limit(limits[i]);
        double *values = counted(COUNT);
        assert_true((uintptr_t)values % _Alignof(max_align_t) == 0);
        assert_counted(values, COUNT);
        spill_free(values);
    }
}

static void what_is_large_is_in_a_file_without_a_name(void **state) {
    (void)state;
    spill_limit(0);
    double *large = counted(COUNT), *small = counted(100);
    assert_true(is_in_a_file(large));
    assert_int_equal(count_files(), 0);
    assert_counted(large, COUNT);
    spill_free(large);
    spill_free(small);
}

/* Whatever was freed no longer counts. */
static void so_much_is_kept_in_memory_and_no_more(void **state) {
    (void)state;
    const size_t bytes = COUNT * sizeof(double);
    spill_limit(2 * bytes + 1000);
    for (int repeat = 0; repeat < 3; repeat++) {
        double *arrays[3];
        for (size_t i = 0; i < 3; i++)
            arrays[i] = counted(COUNT);
        assert_int_equal(count_maps(), 1);
        for (size_t i = 0; i < 3; i++)
            spill_free(arrays[i]);
        assert_int_equal(count_maps(), 0);
    }
}

/* From memory to memory, from memory to a file, and from there to a larger one. */
static void growing_keeps_what_is_there(void **state) {
    (void)state;
    spill_limit(COUNT * sizeof(double));
    double *values = counted(COUNT / 4);
    for (size_t count = COUNT / 2; count <= 4 * COUNT; count *= 2) {
        values = spill_grow(values, count, sizeof *values);
        assert_non_null(values);
        assert_int_equal(count_maps(), count >= COUNT);
        assert_counted(values, COUNT / 4);
        values[count - 1] = 0;
    }
    assert_ptr_equal(spill_grow(values, 1, sizeof *values), values);
    spill_free(values);
    values = spill_grow(NULL, COUNT, sizeof *values);
    assert_true(sum_of(values, COUNT) == 0);
    spill_free(values);
}

static void nothing_can_be_asked_for(void **state) {
    (void)state;
    void *nothing = spill_new(0, 8);
    assert_non_null(nothing);
    spill_free(nothing);
    spill_free(NULL);
}

static void a_directory_that_is_not_there_is_named(void **state) {
    (void)state;
    struct err err = {""};
    spill_limit(0);
    setenv("TMPDIR", "/nowhere/at/all", 1);
    assert_null(spill_new(COUNT, 8));
    assert_int_equal(spill_error(&err, "%s", "axpy"), ERR_FAILED);
    setenv("TMPDIR", directory, 1);
    assert_string_equal(err.message,
                        "axpy: /nowhere/at/all has no room for temporary files: No such file or "
                        "directory; set TMPDIR to a directory that has");
}

static void without_files_somewhat_more_stays_in_memory(void **state) {
    (void)state;
    const size_t bytes = COUNT * sizeof(double);
    double *arrays[SPILL_WITHOUT_FILES];
    spill_limit(bytes + 100);
    setenv("TMPDIR", "/nowhere/at/all", 1);
    for (size_t i = 0; i < SPILL_WITHOUT_FILES; i++)
        arrays[i] = counted(COUNT);
    assert_null(spill_new(COUNT, sizeof(double)));
    assert_int_equal(errno, ENOENT);
    setenv("TMPDIR", directory, 1);
    for (size_t i = 0; i < SPILL_WITHOUT_FILES; i++)
        spill_free(arrays[i]);
}

/* As on a full disk, of which a test cannot be sure. */
static void without_room_there_is_an_error_at_once(void **state) {
    (void)state;
    struct rlimit before, few = {COUNT, RLIM_INFINITY};
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    spill_limit(0);
    double *values = counted(COUNT / 10);
    getrlimit(RLIMIT_FSIZE, &before);
    few.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_FSIZE, &few);
    void *larger = spill_grow(values, COUNT, sizeof *values);
    int failure = errno;
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);
    assert_null(larger);
    assert_int_equal(failure, EFBIG);
    assert_counted(values, COUNT / 10);
    assert_int_equal(count_files(), 0);
    spill_free(values);
}

static void impossible_lengths_are_refused(void **state) {
    (void)state;
    struct err err = {""};
    assert_null(spill_new(SIZE_MAX / 4, 8));
    assert_null(spill_new(SIZE_MAX / 8, 16));
    spill_error(&err, "%s", "axpy");
    assert_string_equal(err.message, "axpy: no memory");
}

/* --- a child's region --- */

static void there_is_no_region_where_nothing_is_limited(void **state) {
    (void)state;
    spill_limit(SIZE_MAX);
    struct spill_region region = spill_region_new(COUNT);
    assert_null(region.start);
    spill_region_free(&region);
}

static int lies_in(const struct spill_region *region, const void *array) {
    const unsigned char *start = array;
    return start >= region->start && start < region->start + region->size;
}

/* As the child of a fork, so that this process goes on without it. Returns what went wrong. */
static int use_region(const struct spill_region *region) {
    enum { FITS = 5 };
    double *arrays[FITS + 1];
    spill_use_region(region);
    for (int repeat = 0; repeat < 3; repeat++) {
        for (size_t i = 0; i <= FITS; i++)
            arrays[i] = counted(COUNT);
        for (size_t i = 0; i <= FITS; i++) {
            assert_counted(arrays[i], COUNT);
            assert_int_equal(lies_in(region, arrays[i]), i < FITS);
            spill_free(arrays[i]);
        }
    }
    double *growing = counted(COUNT);
    for (size_t count = 2 * COUNT; count <= FITS * COUNT; count += COUNT) {
        assert_ptr_equal(spill_grow(growing, count, sizeof *growing), growing);
        assert_true(growing[count - 1] == 0);
    }
    assert_counted(growing, COUNT);
    spill_free(growing);
    double *small = counted(100);
    int is_outside = !lies_in(region, small);
    spill_free(small);
    return !is_outside;
}

static int use_none(void) {
    spill_use_region(&(struct spill_region){0});
    double *values = counted(COUNT);
    int maps = count_maps();
    spill_free(values);
    return maps;
}

/* As it may make no files, whatever else is limited. */
static void a_child_without_a_region_keeps_all_in_memory(void **state) {
    (void)state;
    int status;
    spill_limit(0);
    pid_t child = fork();
    if (child == 0)
        _exit(use_none());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void a_child_fills_its_region_and_then_its_memory(void **state) {
    (void)state;
    int status;
    spill_limit(0);
    struct spill_region region = spill_region_new(5 * COUNT * sizeof(double) + 4096);
    assert_non_null(region.start);
    assert_int_equal(count_files(), 0);
    pid_t child = fork();
    if (child == 0)
        _exit(use_region(&region));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    spill_region_free(&region);
    assert_int_equal(count_maps(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_array_begins_with_zeros_and_keeps_what_it_is_given),
        cmocka_unit_test(what_is_large_is_in_a_file_without_a_name),
        cmocka_unit_test(so_much_is_kept_in_memory_and_no_more),
        cmocka_unit_test(growing_keeps_what_is_there),
        cmocka_unit_test(nothing_can_be_asked_for),
        cmocka_unit_test(a_directory_that_is_not_there_is_named),
        cmocka_unit_test(without_files_somewhat_more_stays_in_memory),
        cmocka_unit_test(without_room_there_is_an_error_at_once),
        cmocka_unit_test(impossible_lengths_are_refused),
        cmocka_unit_test(there_is_no_region_where_nothing_is_limited),
        cmocka_unit_test(a_child_fills_its_region_and_then_its_memory),
        cmocka_unit_test(a_child_without_a_region_keeps_all_in_memory),
    };
    return cmocka_run_group_tests_name("formats/files/temporary_file", tests, use_own_directory,
                                       remove_directory);
}
