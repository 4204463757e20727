/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <sys/stat.h>

#include "tests/store/many.h"

#include "store/tools/removal.h"
#include "store/tools/repack.h"

static void repack(uint64_t *before, uint64_t *after) {
    struct err err = {""};
    if (repack_archive(path, NULL, before, after, &err))
        fail_msg("%s", err.message);
}

/* Nothing but the archive and its journal. */
static void assert_nothing_left_behind(void) {
    DIR *files = opendir(directory);
    for (struct dirent *entry; (entry = readdir(files));)
        if (entry->d_name[0] != '.' && strcmp(entry->d_name, "results.h5") != 0 &&
            strcmp(entry->d_name, "results.h5-journal") != 0)
            fail_msg("%s was left behind", entry->d_name);
    closedir(files);
}

static void uuid_of(char uuid[40]) {
    struct archive_description d;
    struct archive *archive = open_archive(path);
    assert_int_equal(archive_describe(archive, &d, NULL), 0);
    snprintf(uuid, 40, "%s", facts_text(&d.facts, "uuid", ""));
    archive_description_release(&d);
    archive_close(archive);
}

EACH_TEST(enter, leave);

TEST(room_is_given_back_and_everything_else_is_kept) {
    static const char *const names[] = {"run_000001", "run_000002", "run_000003", "run_000005"};
    char uuid[40], uuid_after[40], digests[2][2][DIGEST_TEXT];
    uint64_t before, after;
    append_numbered(path, 1, 6);
    assert_int_equal(removal_remove(path, names, 4, NULL, NULL), 0);
    assert_int_equal(chmod(path, 0640), 0);
    uuid_of(uuid);
    for (size_t i = 0; i < 2; i++)
        digest_in(path, i, digests[0][i]);
    long size = size_of(path);
    repack(&before, &after);
    assert_int_equal(before, size);
    assert_int_equal(after, size_of(path));
    assert_true(after < before / 2);
    uuid_of(uuid_after);
    assert_string_equal(uuid, uuid_after);
    struct archive *archive = open_archive(path);
    assert_int_equal(archive_run_number(archive, 0), 4);
    assert_int_equal(archive_run_number(archive, 1), 6);
    archive_close(archive);
    for (size_t i = 0; i < 2; i++) {
        digest_in(path, i, digests[1][i]);
        assert_string_equal(digests[0][i], digests[1][i]);
    }
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    assert_nothing_left_behind();
    append_numbered(path, 7, 7);
    assert_int_equal(number_of(path, 2), 7);
}

TEST(what_threads_did_is_kept) {
    char digests[2][DIGEST_TEXT];
    uint64_t before, after;
    struct run *run = team_run(1);
    append(path, run);
    run_free(run);
    digest_in(path, 0, digests[0]);
    repack(&before, &after);
    digest_in(path, 0, digests[1]);
    assert_string_equal(digests[0], digests[1]);
}

TEST(an_archive_without_runs_can_be_repacked) {
    static const char *const names[] = {"run_000001"};
    uint64_t before, after;
    append_numbered(path, 1, 1);
    assert_int_equal(removal_remove(path, names, 1, NULL, NULL), 0);
    repack(&before, &after);
    assert_int_equal(runs_in(path), 0);
    append_numbered(path, 1, 1);
    assert_int_equal(runs_in(path), 1);
}

TEST(a_link_stays_a_link) {
    uint64_t before, after;
    struct stat st;
    append_numbered(beside("real.h5"), 1, 1);
    assert_int_equal(symlink("real.h5", path), 0);
    repack(&before, &after);
    assert_int_equal(lstat(path, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(runs_in(path), 1);
}

/* Refused with CODE and WHAT; the file is the same to the byte, and nothing lies beside it. */
static void assert_refused(int code, const char *what) {
    char command[400];
    uint64_t before, after;
    struct err err = {""};
    const char *copy = beside(".copy");
    const struct access impatient = {.lock_timeout = 0.1};
    copy_file(path, copy);
    assert_int_equal(repack_archive(path, &impatient, &before, &after, &err), code);
    if (!strstr(err.message, what))
        fail_msg("\"%s\" does not say \"%s\"", err.message, what);
    snprintf(command, sizeof command, "cmp '%s' '%s' && rm '%s'", path, copy, copy);
    assert_int_equal(system(command), 0);
    assert_nothing_left_behind();
}

TEST(what_would_lose_something_is_refused) {
    append_numbered(path, 1, 2);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    H5Gclose(H5Gcreate2(file, "notes", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Fclose(file);
    assert_refused(ERR_FAILED, "notes");
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    H5Ldelete(file, "notes", H5P_DEFAULT);
    hid_t version = H5Aopen(file, "format_version", H5P_DEFAULT), type = H5Aget_type(version);
    H5Awrite(version, type, "1.9");
    H5Tclose(type);
    H5Aclose(version);
    H5Fclose(file);
    assert_refused(ERR_FAILED, "format 1.9");
}

TEST(a_damaged_run_is_refused) {
    append_numbered(path, 1, 2);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    H5Ldelete(file, "/run_000002/axpy/sizes", H5P_DEFAULT);
    H5Fclose(file);
    assert_refused(ERR_DAMAGED, "run_000002");
}

TEST(a_run_being_measured_is_waited_for) {
    struct archive_run *writer;
    struct run *run = numbered_run(2);
    append_numbered(path, 1, 1);
    assert_int_equal(archive_run_begin(&writer, path, run, NULL, NULL), 0);
    assert_refused(ERR_FAILED, "still being measured");
    assert_int_equal(archive_run_end(writer, "complete", NULL), 0);
    run_free(run);
}

TEST(a_reader_goes_on_reading_what_it_opened) {
    static const char *const names[] = {"run_000001"};
    uint64_t before, after;
    append_numbered(path, 1, 3);
    assert_int_equal(removal_remove(path, names, 1, NULL, NULL), 0);
    struct archive *archive = open_archive(path);
    repack(&before, &after);
    struct run *run = read_run(archive, 1, NULL);
    assert_true(run->measurements[0].series[0].seconds[0] == 3);
    run_free(run);
    archive_close(archive);
}
