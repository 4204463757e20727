/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Also of object_scan.c, which does the searching. */
#include <fcntl.h>

#include "tests/store/many.h"
#include "tests/store/put.h"

#include "store/hdf5/h5.h"
#include "store/tools/salvage.h"
#include "store/tools/verify.h"

enum { RUNS = 6 };

struct result {
    int code;
    size_t saved, lost;
    char last_damage[1024];
    struct err err;
};

static void take(void *context, const struct salvage_finding *finding) {
    struct result *result = context;
    assert_true(!finding->saved || !finding->fault);
    result->saved += finding->saved != NULL;
    result->lost += finding->saved == NULL;
    if (finding->fault)
        strcpy(result->last_damage, finding->fault);
}

/* Salvages to "saved.h5", made anew. */
static struct result salvage(void) {
    struct result result = {.err = {""}};
    unlink(beside("saved.h5"));
    result.code = salvage_archive(path, beside("saved.h5"), NULL, take, &result, &result.err);
    return result;
}

static void count_faults(void *context, const struct verify_finding *finding) {
    size_t *faults = context;
    *faults += finding->fault != NULL;
}

static void see_no_fault(void *context, const struct verify_finding *finding) {
    (void)context;
    if (finding->fault)
        fail_msg("%s", finding->fault);
}

/* What was saved is in order, and every run is one of the RUNS that were there. */
static void assert_saved_is_true(size_t count) {
    char digest[DIGEST_TEXT], true_digest[DIGEST_TEXT];
    assert_int_equal(verify_archive(beside("saved.h5"), NULL, see_no_fault, NULL, NULL), 0);
    assert_int_equal(runs_in(beside("saved.h5")), count);
    for (size_t i = 0; i < count; i++) {
        struct run *run = numbered_run(number_of(beside("saved.h5"), i));
        assert_int_equal(digest_run(run, true_digest, NULL), 0);
        digest_in(beside("saved.h5"), i, digest);
        assert_string_equal(digest, true_digest);
        run_free(run);
    }
}

static void overwrite(long at, const void *bytes, size_t size) {
    int fd = open(path, O_RDWR);
    assert_int_equal(pwrite(fd, bytes, size, at), size);
    close(fd);
}

/* Where a group's header is in the file. */
static long header_of(const char *group) {
    H5O_info_t info;
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(H5Oget_info_by_name2(file, group, &info, H5O_INFO_BASIC, H5P_DEFAULT) >= 0);
    H5Fclose(file);
    return (long)info.addr + LAYOUT_USER_BLOCK;
}

/* --- the list of runs can be read --- */

EACH_TEST(enter, leave);

TEST(a_sound_archive_is_saved_whole) {
    append_numbered(path, 1, RUNS);
    struct result result = salvage();
    assert_int_equal(result.code, 0);
    assert_int_equal(result.saved, RUNS);
    assert_int_equal(result.lost, 0);
    assert_saved_is_true(RUNS);
}

TEST(a_damaged_run_is_lost_and_the_others_keep_their_names) {
    append_numbered(path, 1, RUNS);
    overwrite(header_of("/run_000003/axpy/details") + 20, "damage", 6);
    struct result result = salvage();
    assert_int_equal(result.code, 0);
    assert_int_equal(result.saved, RUNS - 1);
    assert_int_equal(result.lost, 1);
    assert_non_null(strstr(result.last_damage, "run_000003"));
    assert_saved_is_true(RUNS - 1);
    struct archive *archive = open_archive(beside("saved.h5"));
    assert_int_equal(archive_run_number(archive, 2), 4);
    archive_close(archive);
}

/* An action that cannot be opened must not be taken for one that is not there. */
TEST(a_run_is_saved_with_all_its_actions_or_not_at_all) {
    static const char *const libraries[] = {"one"};
    struct run *run = numbered_run(1);
    sample_measurement(run, "dot", 2, 1, 1, libraries, 1);
    append(path, run);
    run_free(run);
    append_numbered(path, 2, 2);
    overwrite(header_of("/run_000001/dot") + 20, "damage", 6);
    struct result result = salvage();
    assert_int_equal(result.saved, 1);
    assert_int_equal(result.lost, 1);
    assert_saved_is_true(1);
}

TEST(what_threads_did_is_saved) {
    char before[DIGEST_TEXT], after[DIGEST_TEXT];
    struct run *run = team_run(1);
    append(path, run);
    run_free(run);
    append_numbered(path, 2, 2);
    digest_in(path, 0, before);
    overwrite(header_of("/run_000002/axpy") + 20, "damage", 6);
    struct result result = salvage();
    assert_int_equal(result.saved, 1);
    assert_int_equal(result.lost, 1);
    digest_in(beside("saved.h5"), 0, after);
    assert_string_equal(before, after);
}

TEST(what_is_only_out_of_form_is_put_right) {
    append_numbered(path, 1, 2);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    H5Adelete_by_name(file, "/run_000002/axpy", "MATLAB_fields", H5P_DEFAULT);
    H5Fclose(file);
    assert_int_equal(salvage().saved, 2);
    assert_saved_is_true(2);
}

/* --- it cannot --- */

TEST(without_a_superblock_all_runs_are_found) {
    static const char zeros[48];
    append_numbered(path, 1, RUNS);
    overwrite(LAYOUT_USER_BLOCK, zeros, sizeof zeros);
    struct result result = salvage();
    if (result.code)
        fail_msg("%s", result.err.message);
    assert_int_equal(result.saved, RUNS);
    assert_saved_is_true(RUNS);
    for (unsigned i = 0; i < RUNS; i++)
        assert_int_equal(number_of(beside("saved.h5"), i), i + 1);
}

TEST(without_a_root_all_runs_are_found) {
    static const char zeros[512];
    append_numbered(path, 1, RUNS);
    overwrite(0, zeros, sizeof zeros);
    overwrite(LAYOUT_USER_BLOCK, zeros, sizeof zeros);
    struct result result = salvage();
    if (result.code)
        fail_msg("%s", result.err.message);
    assert_true(result.saved >= RUNS - 1); /* the first run begins soon after the root */
    assert_saved_is_true(result.saved);
}

SOAK_TEST(from_a_truncated_archive_what_comes_before_is_saved) {
    append_numbered(path, 1, RUNS);
    long size = size_of(path), previous = RUNS;
    for (int tenths = 9; tenths > 0; tenths--) {
        assert_int_equal(truncate(path, size * tenths / 10), 0);
        struct result result = salvage();
        print_message("%d tenths of %d runs: %zu saved, %zu lost\n", tenths, RUNS, result.saved,
                      result.lost);
        assert_true(result.code == 0 || result.code == ERR_DAMAGED);
        assert_true((long)result.saved <= previous);
        assert_true((long)result.saved >= RUNS * tenths / 10 - 1);
        previous = (long)result.saved;
        if (result.saved)
            assert_saved_is_true(result.saved);
        else
            assert_false(exists(beside("saved.h5")));
    }
}

/* Wherever a block of zeros falls, at most the runs that it touches are lost. */
SOAK_TEST(a_block_of_zeros_costs_what_it_hits) {
    static const char zeros[4096];
    append_numbered(path, 1, RUNS);
    copy_file(path, beside("right.h5"));
    for (long at = 0; at + (long)sizeof zeros < size_of(path); at += 61 * 512) {
        copy_file(beside("right.h5"), path);
        overwrite(at, zeros, sizeof zeros);
        struct result result = salvage();
        if (result.saved < RUNS - 2)
            fail_msg("zeros at %ld: %zu saved (%s)", at, result.saved, result.err.message);
        assert_saved_is_true(result.saved);
    }
}

TEST(of_several_states_of_a_run_the_fullest_is_taken) {
    static const char zeros[48];
    struct archive_run *writer;
    struct run *run = numbered_run(1);
    assert_int_equal(archive_run_begin(&writer, path, run, NULL, NULL), 0);
    for (size_t point = 0; point < 4; point++)
        for (size_t round = 0; round < 3; round++)
            assert_int_equal(put_cell(writer, 0, point, round, NULL), 0);
    assert_int_equal(archive_run_end(writer, "complete", NULL), 0);
    append_numbered(path, 2, 3);
    overwrite(LAYOUT_USER_BLOCK, zeros, sizeof zeros);
    assert_int_equal(salvage().saved, 3);
    assert_saved_is_true(3);
    run_free(run);
}

/* --- refusals --- */

TEST(nothing_is_overwritten) {
    struct err err = {""};
    append_numbered(path, 1, 1);
    copy_file(path, beside("there.h5"));
    assert_int_equal(salvage_archive(path, beside("there.h5"), NULL, take, NULL, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "there.h5 exists already"));
}

TEST(what_was_never_an_archive_yields_nothing) {
    FILE *file = fopen(path, "w");
    for (int i = 0; i < 1000; i++)
        fputs("OHDR\2 and other text ", file);
    fclose(file);
    struct result result = salvage();
    assert_int_equal(result.code, ERR_DAMAGED);
    assert_non_null(strstr(result.err.message, "results.h5"));
    assert_false(exists(beside("saved.h5")));
}

TEST(what_a_newer_program_wrote_is_left_to_it) {
    append_numbered(path, 1, 1);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    hid_t version = H5Aopen(file, "format_version", H5P_DEFAULT), type = H5Aget_type(version);
    H5Awrite(version, type, "2.0");
    H5Tclose(type);
    H5Aclose(version);
    H5Fclose(file);
    struct result result = salvage();
    assert_int_equal(result.code, ERR_FAILED);
    assert_non_null(strstr(result.err.message, "newer"));
    assert_false(exists(beside("saved.h5")));
}

/* --- runs of one uuid --- */

struct twins {
    size_t equal, renewed;
    char last[40];
};

static void count_twins(void *context, const struct salvage_finding *finding) {
    struct twins *twins = context;
    assert_null(finding->fault);
    twins->equal += finding->twin && !finding->saved;
    twins->renewed += finding->twin && finding->saved;
    if (finding->twin)
        snprintf(twins->last, sizeof twins->last, "%s", finding->twin);
}

static void append_twin(const char *note) {
    struct run *run = sample_run();
    facts_set_text(&run->facts, FACT_UUID, "0b8f6b9e-0000-4000-8000-000000000001");
    facts_set_text(&run->facts, "note", note);
    append(path, run);
    run_free(run);
}

/* Twice the same, then one of the same uuid that differs, twice. */
TEST(runs_of_one_uuid_become_one_or_get_another) {
    struct twins twins = {0};
    size_t faults = 0;
    append_twin("first");
    append_twin("first");
    append_twin("other");
    append_twin("other");
    assert_int_equal(verify_archive(path, NULL, count_faults, &faults, NULL), 0);
    assert_int_equal(faults, 3);
    unlink(beside("saved.h5"));
    assert_int_equal(salvage_archive(path, beside("saved.h5"), NULL, count_twins, &twins, NULL), 0);
    assert_int_equal(twins.equal, 2);
    assert_int_equal(twins.renewed, 1);
    assert_string_equal(twins.last, "run_000003");
    assert_int_equal(verify_archive(beside("saved.h5"), NULL, see_no_fault, NULL, NULL), 0);
    assert_int_equal(runs_in(beside("saved.h5")), 2);
}
