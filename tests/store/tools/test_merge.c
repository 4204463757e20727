/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/store/many.h"

#include <math.h>

#include "store/file/lock.h"
#include "store/tools/merge.h"

struct fates {
    size_t of[MERGE_FATES];
};

static void count(void *context, const struct merge_finding *finding) {
    struct fates *fates = context;
    assert_true((finding->name == NULL) == (finding->fate == MERGE_RUNNING));
    fates->of[finding->fate]++;
}

static int merge(const char *target, char *const *sources, size_t source_count, struct fates *fates,
                 struct err *err) {
    const struct access impatient = {.lock_timeout = 0.2};
    *fates = (struct fates){{0}};
    return merge_archives(target, sources, source_count, &impatient, count, fates, err);
}

static void assert_merged(const char *target, char *const *sources, size_t source_count,
                          size_t taken, size_t known) {
    struct fates fates;
    struct err err = {""};
    if (merge(target, sources, source_count, &fates, &err))
        fail_msg("%s", err.message);
    assert_int_equal(fates.of[MERGE_TAKEN], taken);
    assert_int_equal(fates.of[MERGE_KNOWN], known);
}

EACH_TEST(enter, leave);

TEST(all_runs_are_brought_together_unchanged) {
    char *sources[] = {beside("a.h5"), beside("b.h5")};
    append_numbered(path, 1, 2);
    append_numbered(sources[0], 3, 4);
    append_numbered(sources[1], 5, 5);
    assert_merged(path, sources, 2, 3, 0);
    assert_int_equal(runs_in(path), 5);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(number_of(path, i), i + 1);
    char before[DIGEST_TEXT], after[DIGEST_TEXT];
    digest_in(sources[0], 1, before);
    digest_in(path, 3, after);
    assert_string_equal(before, after);
}

TEST(what_threads_did_comes_along) {
    char *sources[] = {beside("a.h5")}, before[DIGEST_TEXT], after[DIGEST_TEXT];
    struct run *run = team_run(2);
    append_numbered(path, 1, 1);
    append(sources[0], run);
    assert_merged(path, sources, 1, 1, 0);
    assert_merged(path, sources, 1, 0, 1);
    assert_int_equal(digest_run(run, before, NULL), 0);
    digest_in(path, 1, after);
    assert_string_equal(before, after);
    run->measurements[1].series[0].thread_begin[0] += 1;
    append(beside("b.h5"), run);
    struct fates fates;
    struct err err = {""};
    sources[0] = beside("b.h5");
    assert_int_equal(merge(path, sources, 1, &fates, &err), ERR_FAILED);
    run_free(run);
}

TEST(the_target_is_made_where_there_is_none) {
    char *sources[] = {beside("a.h5")};
    append_numbered(sources[0], 1, 2);
    assert_merged(path, sources, 1, 2, 0);
    assert_int_equal(runs_in(path), 2);
}

TEST(the_same_run_is_taken_once_however_often_it_comes) {
    char *sources[] = {beside("a.h5"), beside("b.h5")};
    append_numbered(path, 1, 2);
    append_numbered(sources[0], 2, 3);
    append_numbered(sources[1], 3, 4);
    assert_merged(path, sources, 2, 2, 2);
    long size = size_of(path);
    assert_merged(path, sources, 2, 0, 4);
    assert_int_equal(size_of(path), size);
    assert_int_equal(runs_in(path), 4);
}

TEST(runs_without_a_uuid_are_known_by_their_content) {
    char *sources[] = {beside("a.h5")};
    struct run *run = run_new();
    static const char *const libraries[] = {"one"};
    facts_set_text(&run->facts, FACT_HOST, "imported");
    sample_measurement(run, "dot", 2, 1, 1, libraries, 1);
    append(path, run);
    append(sources[0], run);
    run->measurements[0].series[0].seconds[0] = 77;
    append(sources[0], run);
    run_free(run);
    assert_merged(path, sources, 1, 1, 1);
    assert_merged(path, sources, 1, 0, 2);
}

static void append_impostor(const char *file) {
    struct run *run = numbered_run(1);
    run->measurements[0].series[0].seconds[5] = 9;
    append(file, run);
    run_free(run);
}

TEST(two_runs_of_one_uuid_are_an_error_that_names_both) {
    char *sources[] = {beside("a.h5"), beside("b.h5")};
    struct fates fates;
    struct err err = {""};
    append_numbered(path, 1, 1);
    append_numbered(sources[0], 2, 2);
    append_numbered(sources[1], 3, 3);
    append_impostor(sources[1]);
    assert_int_equal(merge(path, sources, 2, &fates, &err), ERR_FAILED);
    char both[2][200];
    snprintf(both[0], sizeof both[0], "%s: run_000002", sources[1]);
    snprintf(both[1], sizeof both[1], "%s: run_000001", path);
    assert_non_null(strstr(err.message, both[0]));
    assert_non_null(strstr(err.message, both[1]));
    assert_non_null(strstr(err.message, "abc00001-0000-4000-8000-000000000001"));
    assert_int_equal(runs_in(path), 1);
}

TEST(two_sources_may_disagree_as_well) {
    char *sources[] = {beside("a.h5"), beside("b.h5")};
    struct fates fates;
    struct err err = {""};
    append_numbered(sources[0], 1, 1);
    append_impostor(sources[1]);
    assert_int_equal(merge(path, sources, 2, &fates, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "a.h5: run_000001"));
    assert_non_null(strstr(err.message, "b.h5: run_000001"));
    assert_false(exists(path));
}

/* Run 1 after three of its samples, after four, or complete. */
enum course { BEGUN, LATER, WHOLE, COURSES };

static void append_course(const char *file, enum course course) {
    static const size_t known[] = {[BEGUN] = 3, [LATER] = 4};
    struct run *run = numbered_run(1);
    if (course != WHOLE) {
        const struct measurement *m = &run->measurements[0];
        facts_set_text(&run->facts, FACT_STATE, "interrupted");
        for (size_t i = known[course]; i < measurement_elements(m, PER_SAMPLE); i++)
            m->series[0].seconds[i] = NAN;
    }
    append(file, run);
    run_free(run);
}

static char *file_of(enum course course) {
    static const char *const names[] = {"begun.h5", "later.h5", "whole.h5"};
    char *file = beside(names[course]);
    if (!exists(file))
        append_course(file, course);
    return file;
}

/* Merges the COUNT files, in one transaction or in several, and expects the last course. */
static void expect_last(char **sources, size_t count, int at_once, enum course last) {
    char expected[DIGEST_TEXT], found[DIGEST_TEXT];
    struct fates fates;
    struct err err = {""};
    unlink(path);
    for (size_t i = 0; i < count; i += at_once ? count : 1)
        if (merge(path, sources + i, at_once ? count : 1, &fates, &err))
            fail_msg("%s", err.message);
    assert_int_equal(runs_in(path), 1);
    digest_in(file_of(last), 0, expected);
    digest_in(path, 0, found);
    assert_string_equal(found, expected);
}

SOAK_TEST(what_a_run_became_wins_whichever_comes_first) {
    for (int a = BEGUN; a < COURSES; a++)
        for (int b = BEGUN; b < COURSES; b++)
            for (int at_once = 0; at_once < 2; at_once++) {
                char *sources[] = {file_of((enum course)a), file_of((enum course)b),
                                   file_of(BEGUN)};
                expect_last(sources, 3, at_once, (enum course)(a > b ? a : b));
            }
}

TEST(a_run_that_went_on_keeps_its_place) {
    char *sources[] = {file_of(WHOLE)};
    struct fates fates;
    append_numbered(path, 5, 5);
    append_course(path, BEGUN);
    append_numbered(path, 6, 6);
    assert_int_equal(merge(path, sources, 1, &fates, NULL), 0);
    assert_int_equal(fates.of[MERGE_CONTINUED], 1);
    assert_int_equal(runs_in(path), 3);
    assert_int_equal(number_of(path, 1), 1);
    assert_merged(path, sources, 1, 0, 1);
}

/* It has not all that was measured, or something else. */
TEST(another_course_of_a_run_is_refused) {
    char *sources[] = {beside("other.h5")};
    struct fates fates;
    struct err err = {""};
    append_course(path, LATER);
    struct run *run = numbered_run(1);
    run->measurements[0].series[0].seconds[3] = 9;
    append(sources[0], run);
    run_free(run);
    assert_int_equal(merge(path, sources, 1, &fates, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "have the same uuid"));
    assert_int_equal(runs_in(path), 1);
}

TEST(a_damaged_source_leaves_the_target_as_it_was) {
    char *sources[] = {beside("a.h5"), beside("b.h5")};
    struct fates fates;
    struct err err = {""};
    append_numbered(path, 1, 1);
    append_numbered(sources[0], 2, 2);
    append_numbered(sources[1], 3, 4);
    hid_t file = H5Fopen(sources[1], H5F_ACC_RDWR, H5P_DEFAULT);
    H5Ldelete(file, "/run_000002/axpy/sizes", H5P_DEFAULT);
    H5Fclose(file);
    assert_int_equal(merge(path, sources, 2, &fates, &err), ERR_DAMAGED);
    assert_non_null(strstr(err.message, "b.h5: run_000002"));
    assert_int_equal(runs_in(path), 1);
}

TEST(an_archive_is_not_merged_into_itself) {
    char *sources[] = {beside("link.h5")};
    struct fates fates;
    struct err err = {""};
    append_numbered(path, 1, 1);
    assert_int_equal(symlink("results.h5", sources[0]), 0);
    assert_int_equal(merge(path, sources, 1, &fates, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "into itself"));
}

TEST(a_run_being_measured_is_left_out) {
    char *sources[] = {beside("a.h5")};
    struct archive_run *writer;
    struct fates fates;
    struct run *run = numbered_run(7);
    append_numbered(sources[0], 1, 1);
    assert_int_equal(archive_run_begin(&writer, sources[0], run, NULL, NULL), 0);
    assert_int_equal(merge(path, sources, 1, &fates, NULL), 0);
    assert_int_equal(fates.of[MERGE_TAKEN], 1);
    assert_int_equal(fates.of[MERGE_RUNNING], 1);
    assert_int_equal(archive_run_end(writer, "complete", NULL), 0);
    assert_merged(path, sources, 1, 1, 1);
    assert_int_equal(number_of(path, 1), 7);
    run_free(run);
}
