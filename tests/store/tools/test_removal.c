/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/store/many.h"

#include "store/tools/removal.h"
#include "store/tools/verify.h"

static void see_no_fault(void *context, const struct verify_finding *finding) {
    (void)context;
    if (finding->fault)
        fail_msg("%s", finding->fault);
}

static void assert_in_order(void) {
    assert_int_equal(verify_archive(path, NULL, see_no_fault, NULL, NULL), 0);
}

EACH_TEST(enter, leave);

TEST(the_others_stay_with_their_names) {
    static const char *const names[] = {"run_000002", "run_000004"};
    append_numbered(path, 1, 5);
    assert_int_equal(removal_remove(path, names, 2, NULL, NULL), 0);
    struct archive *archive = open_archive(path);
    assert_int_equal(archive_run_count(archive), 3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(archive_run_number(archive, i), 2 * i + 1);
    archive_close(archive);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(number_of(path, i), 2 * i + 1);
    assert_in_order();
}

TEST(what_is_appended_later_harms_nobody) {
    static const char *const names[] = {"run_000001", "run_000003"};
    append_numbered(path, 1, 3);
    assert_int_equal(removal_remove(path, names, 2, NULL, NULL), 0);
    append_numbered(path, 8, 9);
    assert_int_equal(runs_in(path), 3);
    assert_int_equal(number_of(path, 0), 2);
    assert_int_equal(number_of(path, 1), 8);
    assert_int_equal(number_of(path, 2), 9);
    assert_in_order();
}

TEST(all_of_them_may_go) {
    static const char *const names[] = {"run_000001", "run_000002"};
    append_numbered(path, 1, 2);
    assert_int_equal(removal_remove(path, names, 2, NULL, NULL), 0);
    assert_int_equal(runs_in(path), 0);
    append_numbered(path, 3, 3);
    assert_int_equal(runs_in(path), 1);
    assert_in_order();
}

TEST(one_that_is_not_there_keeps_all) {
    static const char *const names[] = {"run_000001", "run_000007"};
    struct err err = {""};
    append_numbered(path, 1, 2);
    assert_int_equal(removal_remove(path, names, 2, NULL, &err), ERR_DAMAGED);
    assert_non_null(strstr(err.message, "run_000007"));
    assert_int_equal(runs_in(path), 2);
}

TEST(a_run_being_measured_is_not_taken_away) {
    static const char *const names[] = {"run_000001", "run_000002"};
    struct archive_run *writer;
    struct err err = {""};
    struct run *run = numbered_run(2);
    append_numbered(path, 1, 1);
    assert_int_equal(archive_run_begin(&writer, path, run, NULL, NULL), 0);
    assert_int_equal(removal_remove(path, names, 2, NULL, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "run_000002 is still being measured"));
    assert_int_equal(runs_in(path), 2);
    assert_int_equal(archive_run_end(writer, "complete", NULL), 0);
    assert_int_equal(removal_remove(path, names, 2, NULL, NULL), 0);
    assert_int_equal(runs_in(path), 0);
    run_free(run);
}
