/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An archive of years; tests/bench/many_runs.c says what it costs to open. */
#include "tests/store/fixture.h"

#include <hdf5.h>

#include "store/schema/contents.h"

enum { RUNS = 10000 };

/* The same run under ever more names: to the list of runs that is all one. */
static void multiply(const char *first) {
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(file >= 0);
    for (unsigned long number = 2; number <= RUNS; number++) {
        char name[CONTENTS_NAME_SIZE];
        contents_run_name(name, number);
        assert_true(H5Lcreate_hard(file, first, file, name, H5P_DEFAULT, H5P_DEFAULT) >= 0);
    }
    assert_true(H5Fclose(file) >= 0);
}

static int enter_years(void **state) {
    struct run *run = sample_run();
    int failed = enter(state);
    append(path, run);
    multiply(run->name);
    run_free(run);
    return failed;
}

EACH_TEST(enter_years, leave);

TEST(any_run_is_found_among_thousands) {
    for (size_t i = 0; i < 8; i++) {
        size_t position = i * 511 % RUNS;
        struct archive *archive = open_archive(path);
        struct run *run;
        assert_int_equal(archive_run_count(archive), RUNS);
        assert_int_equal(archive_read_run(archive, position, "axpy", &run, NULL), 0);
        assert_int_equal(contents_run_number(run->name), position + 1);
        run_free(run);
        archive_close(archive);
    }
}

static void assert_axpy(struct archive *archive, size_t run) {
    const char *const *actions;
    size_t count;
    assert_int_equal(archive_run_actions(archive, run, &actions, &count, NULL), 0);
    assert_int_equal(count, 1);
    assert_string_equal(actions[0], "axpy");
}

/* What was once given out stays. */
TEST(the_actions_of_all_runs_are_found_in_any_order) {
    struct archive *archive = open_archive(path);
    const char *const *first;
    size_t count;
    assert_int_equal(archive_run_actions(archive, RUNS / 2, &first, &count, NULL), 0);
    const char *kept = first[0];
    for (size_t run = RUNS; run-- > RUNS / 4;)
        assert_axpy(archive, run);
    for (size_t run = 0; run < RUNS; run++)
        assert_axpy(archive, run);
    assert_string_equal(kept, "axpy");
    archive_close(archive);
}
