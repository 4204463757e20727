/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>

#include "tests/store/many.h"

#include "store/file/atomic_replace.h"

/* As a journal begins. */
#define MAGIC                                                                                      \
    "\x89"                                                                                         \
    "BMJ\r\n\x1a\n"

static char new[160], journal[200];
static int fd;

static void write_text(const char *file, const char *text) {
    FILE *f = fopen(file, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static void assert_text(const char *file, const char *text) {
    char found[40] = "";
    FILE *f = fopen(file, "r");
    assert_non_null(f);
    assert_non_null(fgets(found, sizeof found, f));
    fclose(f);
    assert_string_equal(found, text);
}

static int enter_old(void **state) {
    enter(state);
    snprintf(new, sizeof new, "%s-repack", path);
    snprintf(journal, sizeof journal, "%s-journal", new);
    write_text(path, "old");
    fd = open(path, O_RDWR);
    return fd < 0;
}

static int leave_old(void **state) {
    close(fd);
    return leave(state);
}

EACH_TEST(enter_old, leave_old);

TEST(the_new_file_has_the_permissions_of_the_old_one_and_takes_its_place) {
    struct atomic_replace aside;
    struct stat st;
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(atomic_replace_begin(&aside, &system_host, path, fd, NULL), 0);
    assert_string_equal(aside.path, new);
    assert_int_equal(stat(new, &st), 0);
    assert_int_equal(st.st_size, 0);
    assert_int_equal(st.st_mode & 07777, 01600);
    write_text(new, "new");
    write_text(journal, MAGIC);
    assert_int_equal(atomic_replace_replace(&aside, NULL), 0);
    assert_text(path, "new");
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0640);
    assert_false(exists(new) || exists(journal));
    atomic_replace_end(&aside);
    assert_text(path, "new");
}

TEST(what_did_not_take_a_place_is_removed) {
    struct atomic_replace aside;
    assert_int_equal(atomic_replace_begin(&aside, &system_host, path, fd, NULL), 0);
    write_text(journal, MAGIC);
    atomic_replace_end(&aside);
    atomic_replace_end(&aside);
    assert_false(exists(new) || exists(journal));
    assert_text(path, "old");
}

/* Written into, or found hot, they would spoil the new file. */
TEST(what_a_dead_process_left_is_removed_first) {
    struct atomic_replace aside;
    write_text(new, "half");
    assert_int_equal(chmod(new, 01600), 0);
    write_text(journal, MAGIC);
    assert_int_equal(atomic_replace_begin(&aside, &system_host, path, fd, NULL), 0);
    assert_int_equal(size_of(new), 0);
    assert_false(exists(journal));
    atomic_replace_end(&aside);
    assert_false(exists(new));
}

TEST(what_somebody_else_has_under_the_name_stays) {
    struct atomic_replace aside;
    struct err err = {""};
    write_text(new, "notes");
    write_text(journal, "more notes");
    assert_int_equal(atomic_replace_begin(&aside, &system_host, path, fd, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, new));
    assert_non_null(strstr(err.message, "rename or remove it"));
    atomic_replace_end(&aside);
    assert_text(new, "notes");
    assert_text(journal, "more notes");

    /* A second name of what was left over is still somebody's. */
    char second[200];
    snprintf(second, sizeof second, "%s-kept", new);
    assert_int_equal(chmod(new, 01600), 0);
    assert_int_equal(link(new, second), 0);
    assert_int_equal(atomic_replace_begin(&aside, &system_host, path, fd, NULL), ERR_FAILED);
    atomic_replace_end(&aside);
    assert_text(new, "notes");
    assert_int_equal(unlink(second), 0);
    assert_int_equal(atomic_replace_begin(&aside, &system_host, path, fd, NULL), 0);
    atomic_replace_end(&aside);
    assert_false(exists(new));
    assert_text(journal, "more notes");
}

TEST(what_cannot_be_removed_is_named) {
    struct atomic_replace aside;
    struct err err = {""};
    assert_int_equal(mkdir(new, 0777), 0);
    assert_int_equal(atomic_replace_begin(&aside, &system_host, path, fd, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, new));
    atomic_replace_end(&aside);
    assert_true(exists(new));
    assert_text(path, "old");
}

/* --- disks that fail at the end --- */

static int fail_to_rename(const struct system *system, const char *from, const char *to) {
    (void)system;
    (void)from;
    (void)to;
    return -EIO;
}

static int fail_to_sync(const struct system *system, const char *name) {
    (void)system;
    (void)name;
    return -EIO;
}

TEST(a_rename_that_fails_leaves_the_old_file) {
    struct atomic_replace aside;
    struct err err;
    struct system system = system_host;
    system.rename = fail_to_rename;
    assert_int_equal(atomic_replace_begin(&aside, &system, path, fd, NULL), 0);
    assert_int_equal(atomic_replace_replace(&aside, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "cannot be replaced"));
    atomic_replace_end(&aside);
    assert_text(path, "old");
    assert_false(exists(new));
}

TEST(names_that_are_not_confirmed_are_said_to_be_unsure) {
    struct atomic_replace aside;
    struct err err;
    struct system system = system_host;
    system.sync_directory = fail_to_sync;
    assert_int_equal(atomic_replace_begin(&aside, &system, path, fd, NULL), 0);
    write_text(new, "new");
    assert_int_equal(atomic_replace_replace(&aside, &err), ERR_UNSURE);
    assert_non_null(strstr(err.message, "check it"));
    atomic_replace_end(&aside);
    assert_text(path, "new");
}
