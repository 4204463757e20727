/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/file/system.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

static int result(int returned) {
    return returned < 0 ? -errno : returned;
}

/* --- files --- */

static int host_open(const struct system *system, const char *path, int flags) {
    (void)system;
    return result(open(path, flags | O_CLOEXEC, 0666));
}

static int host_create_private(const struct system *system, const char *path) {
    (void)system;
    return result(open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600 | S_ISVTX));
}

static void host_close(const struct system *system, int fd) {
    (void)system;
    close(fd);
}

static int host_inspect(const struct system *system, int fd, struct stat *found) {
    (void)system;
    return result(fstat(fd, found));
}

static int host_find(const struct system *system, const char *path, struct stat *found) {
    (void)system;
    return result(stat(path, found));
}

static int host_look(const struct system *system, const char *path, struct stat *found) {
    (void)system;
    return result(lstat(path, found));
}

static int host_filesystem(const struct system *system, int fd, uint64_t *type) {
    (void)system;
    struct statfs found;
    if (fstatfs(fd, &found))
        return -errno;
    /* Some numbers have the highest of 32 bits set, and f_type is signed. */
    *type = (uint32_t)found.f_type;
    return 0;
}

/* A file that cannot be given to the group must not be more open to its present one than to all. */
static int host_adopt(const struct system *system, int fd, int like) {
    (void)system;
    struct stat wanted, own;
    if (fstat(like, &wanted) || fstat(fd, &own))
        return -errno;
    mode_t mode = wanted.st_mode & 0777;
    int is_given = (wanted.st_uid == own.st_uid && wanted.st_gid == own.st_gid) ||
                   fchown(fd, wanted.st_uid, wanted.st_gid) == 0;
    if (!is_given && errno != EPERM)
        return -errno;
    if (!is_given && wanted.st_gid != own.st_gid && fchown(fd, (uid_t)-1, wanted.st_gid))
        mode &= ~(mode_t)S_IRWXG | (mode & S_IRWXO) << 3;
    return result(fchmod(fd, mode));
}

/* --- content --- */

static int64_t host_read(const struct system *system, int fd, void *bytes, size_t size,
                         uint64_t offset) {
    (void)system;
    ssize_t n = pread(fd, bytes, size, (off_t)offset);
    return n < 0 ? -errno : n;
}

static int64_t host_write(const struct system *system, int fd, const void *bytes, size_t size,
                          uint64_t offset) {
    (void)system;
    ssize_t n = pwrite(fd, bytes, size, (off_t)offset);
    return n < 0 ? -errno : n;
}

static int host_truncate(const struct system *system, int fd, uint64_t length) {
    (void)system;
    return result(ftruncate(fd, (off_t)length));
}

/* If the file system cannot reserve space, just lengthens the file. */
static int host_allocate(const struct system *system, int fd, uint64_t offset, uint64_t size) {
    (void)system;
    if (fallocate(fd, 0, (off_t)offset, (off_t)size) == 0)
        return 0;
    return errno == EOPNOTSUPP || errno == ENOSYS ? result(ftruncate(fd, (off_t)(offset + size)))
                                                  : -errno;
}

static int host_sync(const struct system *system, int fd) {
    (void)system;
    return result(fdatasync(fd));
}

static int host_sync_directory(const struct system *system, const char *path) {
    (void)system;
    char *copy = strdup(path); /* dirname changes its argument */
    int fd = copy ? open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(copy);
    if (fd < 0)
        return -errno;
    int failure = result(fsync(fd));
    close(fd);
    return failure;
}

static int host_unlink(const struct system *system, const char *path) {
    (void)system;
    return result(unlink(path));
}

static int host_rename(const struct system *system, const char *from, const char *to) {
    (void)system;
    return result(rename(from, to));
}

/* --- locks --- */

static struct flock range(int type, uint64_t offset, uint64_t size) {
    return (struct flock){.l_type = (short)type,
                          .l_whence = SEEK_SET,
                          .l_start = (off_t)offset,
                          .l_len = (off_t)size};
}

static int host_lock(const struct system *system, int fd, int type, uint64_t offset,
                     uint64_t size) {
    (void)system;
    struct flock lock = range(type, offset, size);
    int failure = result(fcntl(fd, F_OFD_SETLK, &lock));
    return failure == -EACCES ? -EAGAIN : failure;
}

static int host_is_locked(const struct system *system, int fd, int type, uint64_t offset,
                          uint64_t size) {
    (void)system;
    struct flock lock = range(type, offset, size);
    if (fcntl(fd, F_OFD_GETLK, &lock))
        return -errno;
    return lock.l_type != F_UNLCK;
}

static int host_lock_whole(const struct system *system, int fd, int operation) {
    (void)system;
    return result(flock(fd, operation | LOCK_NB));
}

/* --- time and random numbers --- */

static double host_now(const struct system *system) {
    (void)system;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void host_sleep(const struct system *system, double seconds) {
    (void)system;
    time_t whole = (time_t)seconds;
    struct timespec t = {whole, (long)((seconds - (double)whole) * 1e9)};
    nanosleep(&t, NULL);
}

static int host_random(const struct system *system, void *bytes, size_t size) {
    (void)system;
    return getrandom(bytes, size, 0) == (ssize_t)size ? 0 : -EIO;
}

const struct system system_host = {
    .open = host_open,
    .create_private = host_create_private,
    .close = host_close,
    .inspect = host_inspect,
    .find = host_find,
    .look = host_look,
    .filesystem = host_filesystem,
    .adopt = host_adopt,
    .read = host_read,
    .write = host_write,
    .truncate = host_truncate,
    .allocate = host_allocate,
    .sync = host_sync,
    .sync_directory = host_sync_directory,
    .unlink = host_unlink,
    .rename = host_rename,
    .lock = host_lock,
    .is_locked = host_is_locked,
    .lock_whole = host_lock_whole,
    .now = host_now,
    .sleep = host_sleep,
    .random = host_random,
};

/* --- kinds of file systems --- */

int filesystem_of(const char *path, uint64_t *type) {
    struct statfs found;
    if (statfs(path, &found))
        return -errno;
    *type = (uint32_t)found.f_type;
    return 0;
}

static const struct {
    uint64_t type;
    const char *name;
} without_locks[] = {
    {0x00006969, "NFS"},          {0x0000517B, "SMB"},      {0xFF534D42, "SMB (cifs)"},
    {0xFE534D42, "SMB (smb3)"},   {0x01021997, "9p"},       {0x65735546, "FUSE"},
    {0x00C36400, "Ceph"},         {0x5346414F, "AFS"},      {0x6B414653, "AFS"},
    {0x73757245, "Coda"},         {0x0000564C, "NCP"},      {0x0BD00BD0, "Lustre"},
    {0x47504653, "GPFS"},         {0x19830326, "BeeGFS"},   {0x20030528, "OrangeFS"},
    {0x7461636F, "OCFS2"},        {0x01161970, "GFS2"},     {0xAAD7AAEA, "PanFS"},
    {0x786F4256, "VirtualBox's"}, {0xBACBACBC, "VMware's"}, {0x013111A8, "IBRIX"},
};

const char *filesystem_without_locks(uint64_t type) {
    for (size_t i = 0; i < sizeof without_locks / sizeof *without_locks; i++)
        if (without_locks[i].type == type)
            return without_locks[i].name;
    return NULL;
}

/* --- complete transfers --- */

int64_t system_read(const struct system *system, int fd, void *bytes, size_t size,
                    uint64_t offset) {
    size_t done = 0;
    while (done < size) {
        int64_t n = system->read(system, fd, (char *)bytes + done, size - done, offset + done);
        if (n == -EINTR)
            continue;
        if (n < 0)
            return n;
        if (n == 0)
            break;
        done += (size_t)n;
    }
    return (int64_t)done;
}

int system_write(const struct system *system, int fd, const void *bytes, size_t size,
                 uint64_t offset) {
    size_t done = 0;
    while (done < size) {
        int64_t n =
            system->write(system, fd, (const char *)bytes + done, size - done, offset + done);
        if (n == -EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? (int)n : -EIO;
        done += (size_t)n;
    }
    return 0;
}
