/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>

#include "tests/store/fixture.h"

#include "store/file/reading.h"
#include "store/update/update.h"
#include "tests/store/dying.h"

static void *contents(const char *file, size_t *size) {
    FILE *f = fopen(file, "rb");
    assert_non_null(f);
    char *bytes = malloc(1 << 20);
    *size = fread(bytes, 1, 1 << 20, f);
    fclose(f);
    return bytes;
}

static void put_contents(const char *file, const void *bytes, size_t size) {
    FILE *f = fopen(file, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

/* An archive of one run, and half of a second. */
static void leave_half_changed(void) {
    struct run *run = sample_run();
    append(path, run);
    run_free(run);
    assert_true(dying_append(path, 2));
    dying_told_count = 0;
}

EACH_TEST(enter, leave);

TEST(whoever_opens_it_next_undoes_a_half_change_and_says_so) {
    struct reading reading;
    size_t before_size, size;
    struct run *run = sample_run();
    append(path, run);
    void *before = contents(path, &before_size);
    assert_true(dying_append(path, 2));
    void *half = contents(path, &size);
    assert_true(size > before_size);
    assert_memory_not_equal(before, half, before_size);
    dying_told_count = 0;
    assert_int_equal(reading_begin(&reading, path, &dying_access, NULL), 0);
    assert_int_equal(dying_told_count, 1);
    assert_non_null(strstr(dying_told, path));
    assert_non_null(strstr(dying_told, "undone"));
    assert_int_equal(reading.size, before_size);
    reading_end(&reading);
    void *after = contents(path, &size);
    assert_int_equal(size, before_size);
    assert_memory_equal(before, after, size);
    assert_int_equal(reading_begin(&reading, path, &dying_access, NULL), 0);
    assert_int_equal(dying_told_count, 1);
    reading_end(&reading);
    run_free(run);
    free(before);
    free(half);
    free(after);
}

TEST(a_writer_recovers_too) {
    leave_half_changed();
    struct run *run = sample_run();
    assert_int_equal(archive_append_with(path, run, &dying_access, NULL), 0);
    assert_int_equal(dying_told_count, 1);
    assert_string_equal(run->name, "run_000002");
    assert_int_equal(runs_in(path), 2);
    run_free(run);
}

TEST(a_first_run_that_broke_off_leaves_an_empty_file) {
    assert_true(dying_append(path, 2));
    struct archive *archive;
    struct err err;
    dying_told_count = 0;
    assert_int_equal(archive_open_with(&archive, path, &dying_access, &err), ERR_DAMAGED);
    assert_non_null(strstr(err.message, "is empty"));
    assert_int_equal(dying_told_count, 1);
    struct run *run = sample_run();
    append(path, run);
    assert_int_equal(runs_in(path), 1);
    run_free(run);
}

TEST(what_may_not_be_written_is_not_read_half_changed) {
    leave_half_changed();
    char journal[200];
    snprintf(journal, sizeof journal, "%s-journal", path);
    assert_int_equal(chmod(directory, 0555), 0);
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(chmod(journal, 0444), 0);
    pid_t child = fork();
    if (child == 0) {
        struct reading reading;
        struct err err = {""};
        if (getuid() == 0 && setuid(65534))
            _exit(9);
        int code = reading_begin(&reading, path, &dying_access, &err);
        _exit(code == ERR_FAILED && strstr(err.message, "cannot be put right here") ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(chmod(directory, 0755), 0);
}

/* A copy from before the half change, put back by hand, needs no journal; one from earlier yet must
 * not be touched by it. */
TEST(a_copy_put_back_is_not_spoilt) {
    size_t old_size, newer_size, size;
    struct run *run = sample_run();
    append(path, run);
    void *old = contents(path, &old_size);
    append(path, run);
    void *newer = contents(path, &newer_size);
    assert_true(dying_append(path, 2));
    void *half = contents(path, &size);
    free(half);
    put_contents(path, old, old_size);
    struct reading reading;
    struct err err;
    dying_told_count = 0;
    assert_int_equal(reading_begin(&reading, path, &dying_access, NULL), 0);
    assert_non_null(strstr(dying_told, "journal of another file"));
    reading_end(&reading);
    void *after = contents(path, &size);
    assert_int_equal(size, old_size);
    assert_memory_equal(after, old, size);
    free(after);
    assert_int_equal(archive_append_with(path, run, &dying_access, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "remove the journal"));
    put_contents(path, newer, newer_size);
    assert_int_equal(archive_append_with(path, run, &dying_access, &err), 0);
    assert_int_equal(runs_in(path), 3);
    run_free(run);
    free(old);
    free(newer);
}

TEST(a_journal_that_is_no_plain_file_is_refused) {
    char journal[200];
    struct run *run = sample_run();
    struct err err;
    append(path, run);
    snprintf(journal, sizeof journal, "%s-journal", path);
    unlink(journal);
    assert_int_equal(symlink("/etc/hostname", journal), 0);
    assert_int_equal(archive_append_with(path, run, &dying_access, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "-journal"));
    unlink(journal);
    assert_int_equal(mkfifo(journal, 0600), 0);
    assert_int_equal(archive_append_with(path, run, &dying_access, &err), ERR_FAILED);
    unlink(journal);
    append(path, run);
    assert_int_equal(runs_in(path), 2);
    run_free(run);
}

TEST(a_journal_has_the_permissions_of_its_archive) {
    char journal[200];
    struct stat st;
    struct run *run = sample_run();
    append(path, run);
    snprintf(journal, sizeof journal, "%s-journal", path);
    unlink(journal);
    assert_int_equal(chmod(path, 0660), 0);
    append(path, run);
    assert_int_equal(stat(journal, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0660);
    assert_true(st.st_size < 4096);
    run_free(run);
}

/* --- the first moments of an archive --- */

static struct founding founding;
static int slept;

/* In which who makes the archive goes on. */
static void sleep_until_there_is_a_run(const struct system *system, double seconds) {
    (void)system;
    (void)seconds;
    if (slept++)
        return;
    struct run *run = sample_run();
    append(path, run);
    run_free(run);
    update_founded(&founding);
}

static void assert_waits_for_a_run(void) {
    struct system system = system_host;
    system.sleep = sleep_until_there_is_a_run;
    const struct access how = {.system = &system};
    struct archive *archive;
    slept = 0;
    assert_int_equal(archive_open_with(&archive, path, &how, NULL), 0);
    assert_int_equal(slept, 1);
    assert_int_equal(archive_run_count(archive), 1);
    archive_close(archive);
}

TEST(a_reader_waits_for_what_was_just_created) {
    founding = (struct founding){&system_host, -1};
    put_contents(path, "", 0);
    assert_waits_for_a_run();
}

TEST(a_reader_waits_for_the_first_run) {
    assert_int_equal(update_found(&founding, path, NULL, NULL), 0);
    assert_waits_for_a_run();
}

TEST(a_reader_does_not_wait_where_nobody_goes_on) {
    struct archive *archive;
    assert_int_equal(update_found(&founding, path, NULL, NULL), 0);
    update_founded(&founding);
    assert_int_equal(archive_open_with(&archive, path, &dying_access, NULL), 0);
    assert_int_equal(archive_run_count(archive), 0);
    archive_close(archive);
}
