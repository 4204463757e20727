/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/file/system.h"
#include "tests/test.h"

enum { STRANGER = 65534 };

static const struct system *const host = &system_host;
static char path[64];

static int enter(void **state) {
    (void)state;
    strcpy(path, "/tmp/benchmat-system-XXXXXX");
    return close(mkstemp(path));
}

static int leave(void **state) {
    (void)state;
    unlink(path);
    return 0;
}

EACH_TEST(enter, leave);

TEST(failures_are_negative_errno_values) {
    struct stat st;
    uint64_t type;
    char byte = 0;
    assert_int_equal(host->open(host, "/nowhere/file", O_RDWR), -ENOENT);
    assert_int_equal(host->open(host, path, O_RDWR | O_CREAT | O_EXCL), -EEXIST);
    assert_int_equal(host->create_private(host, path), -EEXIST);
    assert_int_equal(host->rename(host, "/nowhere/file", path), -ENOENT);
    assert_int_equal(host->find(host, "/nowhere/file", &st), -ENOENT);
    assert_int_equal(host->unlink(host, "/nowhere/file"), -ENOENT);
    assert_int_equal(host->sync_directory(host, "/nowhere/file"), -ENOENT);
    assert_int_equal(host->inspect(host, -1, &st), -EBADF);
    assert_int_equal(host->filesystem(host, -1, &type), -EBADF);
    assert_int_equal(filesystem_of("/nowhere/file", &type), -ENOENT);
    assert_int_equal(host->adopt(host, -1, -1), -EBADF);
    assert_int_equal(host->read(host, -1, &byte, 1, 0), -EBADF);
    assert_int_equal(host->write(host, -1, &byte, 1, 0), -EBADF);
    assert_int_equal(host->truncate(host, -1, 0), -EBADF);
    assert_int_equal(host->allocate(host, -1, 0, 1), -EBADF);
    assert_int_equal(host->sync(host, -1), -EBADF);
    assert_int_equal(host->lock(host, -1, F_WRLCK, 0, 1), -EBADF);
    assert_int_equal(host->is_locked(host, -1, F_WRLCK, 0, 1), -EBADF);
    assert_int_equal(host->lock_whole(host, -1, LOCK_SH), -EBADF);
}

TEST(files_are_written_read_cut_and_lengthened) {
    char text[16] = "";
    struct stat st;
    int fd = host->open(host, path, O_RDWR);
    assert_true(fd >= 0);
    assert_int_equal(system_write(host, fd, "0123456789", 10, 0), 0);
    assert_int_equal(host->truncate(host, fd, 5), 0);
    assert_int_equal(host->allocate(host, fd, 5, 3), 0);
    assert_int_equal(host->sync(host, fd), 0);
    assert_int_equal(host->sync_directory(host, path), 0);
    assert_int_equal(system_read(host, fd, text, sizeof text, 2), 6);
    assert_memory_equal(text, "234\0\0\0", 6);
    assert_int_equal(host->inspect(host, fd, &st), 0);
    assert_int_equal(st.st_size, 8);
    host->close(host, fd);
}

TEST(a_name_and_a_descriptor_are_on_the_same_kind_of_file_system) {
    uint64_t type, same;
    int fd = host->open(host, path, O_RDONLY);
    assert_int_equal(host->filesystem(host, fd, &type), 0);
    assert_int_equal(filesystem_of(path, &same), 0);
    assert_int_equal(type, same);
    host->close(host, fd);
}

TEST(a_private_file_takes_the_place_of_another) {
    char other[80], byte;
    struct stat st;
    snprintf(other, sizeof other, "%s-other", path);
    mode_t mask = umask(0);
    int fd = host->create_private(host, other);
    umask(mask);
    assert_true(fd >= 0);
    assert_int_equal(host->inspect(host, fd, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_int_equal(system_write(host, fd, "x", 1, 0), 0);
    host->close(host, fd);
    assert_int_equal(host->rename(host, other, path), 0);
    assert_int_equal(host->find(host, other, &st), -ENOENT);
    fd = host->open(host, path, O_RDONLY);
    assert_int_equal(system_read(host, fd, &byte, 1, 0), 1);
    assert_int_equal(byte, 'x');
    host->close(host, fd);
}

/* The mode of a file that an ordinary user makes after the likeness of root's, which is of GROUP.
 */
static mode_t mode_adopted_by_a_stranger(gid_t group, mode_t mode) {
    char own[] = "/tmp/benchmat-adopted-XXXXXX";
    struct stat st = {0};
    int like = open(path, O_RDONLY), fd = mkstemp(own), status;
    assert_true(fchown(like, 0, group) == 0 && fchmod(like, mode) == 0);
    assert_int_equal(fchown(fd, STRANGER, STRANGER), 0);
    pid_t child = fork();
    if (child == 0)
        _exit(setgroups(0, NULL) || setgid(STRANGER) || setuid(STRANGER) ||
              host->adopt(host, fd, like));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(fstat(fd, &st), 0);
    assert_int_equal(st.st_uid, STRANGER);
    assert_int_equal(st.st_gid, STRANGER);
    close(fd);
    close(like);
    unlink(own);
    return st.st_mode & 07777;
}

TEST(another_group_is_given_no_more_than_all) {
    if (getuid() != 0)
        skip_for("only root can become another user");
    assert_int_equal(mode_adopted_by_a_stranger(STRANGER, 0664), 0664);
    assert_int_equal(mode_adopted_by_a_stranger(12345, 0664), 0644);
    assert_int_equal(mode_adopted_by_a_stranger(12345, 0660), 0600);
    assert_int_equal(mode_adopted_by_a_stranger(12345, 0606), 0606);
}

TEST(a_full_device_is_an_error) {
    int fd = host->open(host, "/dev/full", O_RDWR);
    assert_int_equal(system_write(host, fd, "x", 1, 0), -ENOSPC);
    host->close(host, fd);
}

/* --- transfers that come in pieces --- */

static int calls;

static int64_t read_in_pieces(const struct system *system, int fd, void *bytes, size_t size,
                              uint64_t offset) {
    if (++calls % 2)
        return -EINTR;
    return host->read(system, fd, bytes, size > 3 ? 3 : size, offset);
}

static int64_t write_in_pieces(const struct system *system, int fd, const void *bytes, size_t size,
                               uint64_t offset) {
    if (++calls % 2)
        return -EINTR;
    return host->write(system, fd, bytes, size > 3 ? 3 : size, offset);
}

static int64_t write_nothing(const struct system *system, int fd, const void *bytes, size_t size,
                             uint64_t offset) {
    (void)system;
    (void)fd;
    (void)bytes;
    (void)size;
    (void)offset;
    return 0;
}

TEST(pieces_and_interruptions_are_put_together) {
    char text[11] = "";
    struct system system = system_host;
    system.read = read_in_pieces;
    system.write = write_in_pieces;
    int fd = host->open(host, path, O_RDWR);
    assert_int_equal(system_write(&system, fd, "0123456789", 10, 100), 0);
    assert_int_equal(system_read(&system, fd, text, 10, 100), 10);
    assert_string_equal(text, "0123456789");
    system.write = write_nothing;
    assert_int_equal(system_write(&system, fd, "x", 1, 0), -EIO);
    host->close(host, fd);
}
