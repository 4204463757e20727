/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What other users, and users themselves, put where our files would be. */
#include <grp.h>

#include "tests/store/fixture.h"

#include "store/file/reading.h"
#include "store/tools/repack.h"
#include "tests/test.h"
#include "tests/store/planted.h"

static int enter_planted(void **state) {
    enter(state);
    planted_prepare(directory);
    return 0;
}

static const char *beside(const char *name) {
    static char file[300];
    snprintf(file, sizeof file, "%s/%s", directory, name);
    return file;
}

/* Plants each kind under NAME, and calls CHECK, which must not touch it. */
static void for_each(const char *name, void (*check)(const struct planted *kind)) {
    char file[300], victim[300];
    snprintf(file, sizeof file, "%s", beside(name));
    snprintf(victim, sizeof victim, "%s", beside("victim"));
    struct planted_state archive = planted_look(path);
    for (size_t i = 0; i < PLANTED_KINDS; i++) {
        const struct planted *kind = &planted[i];
        if (!planted_is_possible(kind, directory))
            continue;
        planted_put(kind, directory, file);
        struct planted_state state = planted_look(file), aimed_at = planted_look(victim);
        dying_told_count = 0;
        check(kind);
        if (!planted_is_untouched(&state, file) || !planted_is_untouched(&aimed_at, victim))
            fail_msg("%s is touched", kind->name);
    }
    assert_true(planted_is_untouched(&archive, path));
}

static void read_beside(const struct planted *kind) {
    struct archive *archive = NULL;
    struct err err = {""};
    int code = archive_open_with(&archive, path, &dying_access, &err);
    size_t count = code ? 0 : archive_run_count(archive);
    archive_close(archive);
    const char *line = code ? err.message : dying_told;
    if (code != (kind->stops_readers ? ERR_FAILED : 0) || count != (code ? 0 : 2) ||
        dying_told_count != !code || !strstr(line, "results.h5-journal "))
        fail_msg("%s: %d, %zu runs, %s", kind->name, code, count, line);
}

EACH_TEST(enter_planted, leave);

TEST(readers_pass_by_what_is_no_journal) {
    for_each("results.h5-journal", read_beside);
}

/* ARCHIVE is not changed, and the line names the file NAME. */
static void refuse(const struct planted *kind, const char *archive, const char *name) {
    struct err err = {""};
    struct run *run = sample_run();
    assert_int_equal(archive_check_appendable(archive, &dying_access, NULL), ERR_FAILED);
    int code = archive_append_with(archive, run, &dying_access, &err);
    run_free(run);
    if (code != ERR_FAILED || dying_told_count || !strstr(err.message, name) ||
        !strstr(err.message, "choose another name"))
        fail_msg("%s: %d, %s", kind->name, code, err.message);
}

static void write_beside(const struct planted *kind) {
    refuse(kind, path, "results.h5-journal ");
}

static void write_anew_beside(const struct planted *kind) {
    refuse(kind, beside("new.h5"), "new.h5-journal ");
    assert_int_equal(access(beside("new.h5"), F_OK), -1);
}

TEST(writers_leave_it_alone) {
    for_each("results.h5-journal", write_beside);
    for_each("new.h5-journal", write_anew_beside);
}

static void repack_beside(const struct planted *kind) {
    struct err err = {""};
    uint64_t before, after;
    int code = repack_archive(path, &dying_access, &before, &after, &err);
    if (code != ERR_FAILED || !strstr(err.message, "results.h5-repack"))
        fail_msg("%s: %d, %s", kind->name, code, err.message);
}

TEST(a_repacking_leaves_it_alone) {
    for_each("results.h5-repack", repack_beside);
    assert_int_equal(unlink(beside("results.h5-repack")), 0);
    for_each("results.h5-repack-journal", repack_beside);
    assert_int_equal(access(beside("results.h5-repack"), F_OK), -1);
}

/* An archive that was moved away after a crash still needs it. */
TEST(a_new_archive_leaves_the_journal_of_another_one) {
    struct err err = {""};
    struct run *run = sample_run();
    planted_copy(directory, "sealed", 1 << 20, beside("new.h5-journal"));
    struct planted_state sealed = planted_look(beside("new.h5-journal"));
    assert_int_equal(archive_check_appendable(beside("new.h5"), NULL, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "is of another file"));
    assert_int_equal(archive_append_with(beside("new.h5"), run, &dying_access, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "is of another file"));
    assert_true(planted_is_untouched(&sealed, beside("new.h5-journal")));
    assert_int_equal(access(beside("new.h5"), F_OK), -1);
    run_free(run);
}

/* Nothing is lost with a journal that says nothing. */
TEST(a_journal_that_says_nothing_is_made_anew_if_others_have_it) {
    static const struct {
        size_t size;
        mode_t mode;
        const char *second;
    } cases[] = {{128, 0666, NULL}, {128, 0644, "second"}, {0, 0666, NULL}, {0, 0644, "second"}};
    enum { CASES = sizeof cases / sizeof *cases };
    struct run *run = sample_run();
    char journal[300];
    struct stat st;
    snprintf(journal, sizeof journal, "%s", beside("results.h5-journal"));
    for (size_t i = 0; i < CASES; i++) {
        planted_copy(directory, "cleared", cases[i].size, journal);
        assert_int_equal(chmod(journal, cases[i].mode), 0);
        if (cases[i].second)
            assert_int_equal(link(journal, beside(cases[i].second)), 0);
        int held = open(journal, O_RDWR);
        assert_int_equal(archive_append_with(path, run, &dying_access, NULL), 0);
        assert_int_equal(fstat(held, &st), 0);
        assert_int_equal(st.st_nlink, cases[i].second ? 1 : 0);
        assert_int_equal(st.st_size, cases[i].size);
        close(held);
        assert_int_equal(stat(journal, &st), 0);
        assert_int_equal(st.st_mode & 07777, 0644);
        unlink(journal);
        unlink(beside("second"));
    }
    assert_int_equal(dying_told_count, 0);
    assert_int_equal(runs_in(path), 2 + CASES);
    run_free(run);
}

/* --- two users --- */

static void need_root(void) {
    if (getuid() != 0)
        skip_for("only root can become another user");
}

/* The code that a reader returns that is not root, and its message. */
static int read_as_stranger(char message[ERR_MESSAGE]) {
    int pipes[2], status;
    struct err err = {""};
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0) {
        struct reading reading;
        if (setgid(PLANTED_STRANGER) || setuid(PLANTED_STRANGER))
            _exit(9);
        int code = reading_begin(&reading, path, &dying_access, &err);
        reading_end(&reading);
        _exit(write(pipes[1], &err, sizeof err) == sizeof err ? code : 9);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(read(pipes[0], &err, sizeof err), sizeof err);
    close(pipes[0]);
    close(pipes[1]);
    snprintf(message, ERR_MESSAGE, "%s", err.message);
    return (signed char)WEXITSTATUS(status);
}

/* The journal is of a user who may not write the archive: nobody else believes it, and its own
 * user cannot use it. */
TEST(who_plants_a_journal_gains_nothing) {
    char message[ERR_MESSAGE];
    need_root();
    planted_copy(directory, "sealed", 1 << 20, beside("results.h5-journal"));
    assert_int_equal(chown(beside("results.h5-journal"), PLANTED_STRANGER, PLANTED_STRANGER), 0);
    struct planted_state archive = planted_look(path);
    assert_int_equal(runs_in(path), 2);
    assert_int_equal(read_as_stranger(message), ERR_FAILED);
    assert_non_null(strstr(message, "cannot be put right here"));
    assert_true(planted_is_untouched(&archive, path));
}

TEST(root_reads_but_does_not_put_right_what_is_another_users) {
    struct reading reading;
    struct err err = {""};
    char message[ERR_MESSAGE], journal[300];
    need_root();
    snprintf(journal, sizeof journal, "%s", beside("results.h5-journal"));
    planted_copy(directory, "sealed", 1 << 20, journal);
    assert_int_equal(chown(path, PLANTED_STRANGER, PLANTED_STRANGER), 0);
    assert_int_equal(chown(journal, PLANTED_STRANGER, PLANTED_STRANGER), 0);
    struct planted_state archive = planted_look(path), hot = planted_look(journal);
    assert_int_equal(reading_begin(&reading, path, &dying_access, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "ask its owner to open it"));
    assert_true(planted_is_untouched(&archive, path));
    assert_true(planted_is_untouched(&hot, journal));
    assert_int_equal(read_as_stranger(message), 0);
    assert_int_equal(runs_in(path), 1);
}

TEST(no_archive_is_changed_where_a_strangers_link_leads) {
    struct err err = {""};
    struct run *run = sample_run();
    char name[300];
    need_root();
    snprintf(name, sizeof name, "%s", beside("theirs.h5"));
    assert_int_equal(symlink(path, name), 0);
    assert_int_equal(lchown(name, PLANTED_STRANGER, PLANTED_STRANGER), 0);
    struct planted_state archive = planted_look(path);
    assert_int_equal(archive_append_with(name, run, &dying_access, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "theirs.h5 is a symbolic link of another user"));
    assert_true(planted_is_untouched(&archive, path));
    run_free(run);
}

/* The user nobody is a member of the group of the same number. */
TEST(a_journal_of_a_member_of_the_archives_group_counts) {
    char journal[300];
    need_root();
    snprintf(journal, sizeof journal, "%s", beside("results.h5-journal"));
    planted_copy(directory, "sealed", 1 << 20, journal);
    assert_int_equal(chown(path, 0, PLANTED_STRANGER), 0);
    assert_int_equal(chmod(path, 0664), 0);
    assert_int_equal(chown(journal, PLANTED_STRANGER, PLANTED_STRANGER), 0);
    assert_int_equal(chmod(journal, 0664), 0);
    assert_int_equal(runs_in(path), 1);
}

/* An archive that a group may write; of its journal no other group is given more. */
TEST(a_journal_is_no_more_open_than_its_archive) {
    need_root();
    assert_int_equal(chown(path, 0, 12345), 0);
    assert_int_equal(chmod(path, 0664), 0);
    pid_t child = fork();
    if (child == 0) {
        struct run *run = sample_run();
        const gid_t groups[] = {12345};
        int failed = setgroups(1, groups) || setgid(PLANTED_STRANGER) || setuid(PLANTED_STRANGER);
        _exit(failed ? 9 : archive_append_with(path, run, &dying_access, NULL));
    }
    int status;
    struct stat st;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(stat(beside("results.h5-journal"), &st), 0);
    assert_int_equal(st.st_uid, PLANTED_STRANGER);
    assert_int_equal(st.st_gid, 12345);
    assert_int_equal(st.st_mode & 07777, 0664);
}

/* Who made it could read what is written, and change it. */
TEST(an_empty_file_of_a_stranger_does_not_become_an_archive) {
    char empty[300];
    struct err err = {""};
    need_root();
    snprintf(empty, sizeof empty, "%s", beside("empty.h5"));
    FILE *file = fopen(empty, "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    struct run *run = sample_run();
    assert_int_equal(chown(empty, PLANTED_STRANGER, PLANTED_STRANGER), 0);
    struct planted_state before = planted_look(empty);
    assert_int_equal(archive_check_appendable(empty, &dying_access, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "an empty file of another user"));
    assert_int_equal(archive_append_with(empty, run, &dying_access, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "choose another name"));
    assert_true(planted_is_untouched(&before, empty));
    assert_int_equal(chown(empty, 0, 0), 0);
    assert_int_equal(archive_append_with(empty, run, &dying_access, &err), 0);
    run_free(run);
}
