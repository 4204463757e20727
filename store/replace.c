/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOCK_BYTE ((off_t)1 << 62)

static int no_memory(struct err *err, const char *path) {
    return err_set(err, ERR_FAILED, "%s: no memory", path);
}

static int system_error(struct err *err, const char *path, const char *what, int number) {
    const char *way_out = number == ENOSPC || number == EDQUOT || number == EFBIG
                              ? "; it was left as it was: make room, or choose another place"
                              : "";
    return err_set(err, ERR_FAILED, "%s: %s: %s%s", path, what, strerror(number), way_out);
}

/* --- names --- */

/* dirname and basename change what they are given. */
static int in_directory_of(const char *path, const char *name, char **result) {
    char *copy = strdup(path);
    int failed = !copy || asprintf(result, "%s/%s", dirname(copy), name) < 0;
    free(copy);
    return failed ? -1 : 0;
}

static int directory_is_usable(const char *path, struct err *err) {
    char *directory = NULL;
    if (in_directory_of(path, ".", &directory))
        return no_memory(err, path);
    struct stat st;
    int code = 0;
    if (stat(directory, &st) || !S_ISDIR(st.st_mode))
        code = err_set(err, ERR_FAILED,
                       "%s: its directory does not exist; make it, or choose another place", path);
    else if (faccessat(AT_FDCWD, directory, W_OK | X_OK, AT_EACCESS))
        code = err_set(err, ERR_FAILED,
                       "%s: its directory cannot be written (%s); choose another place", path,
                       strerror(errno));
    free(directory);
    return code;
}

static int file_is_usable(const char *path, struct err *err) {
    struct stat st;
    if (stat(path, &st)) {
        if (errno != ENOENT)
            return system_error(err, path, "cannot be reached", errno);
        if (lstat(path, &st) == 0)
            return err_set(err, ERR_FAILED,
                           "%s is a symbolic link to nothing; remove it, or make its target", path);
        return 0;
    }
    if (S_ISDIR(st.st_mode))
        return err_set(err, ERR_FAILED, "%s is a directory; name a file in it", path);
    if (!S_ISREG(st.st_mode))
        return err_set(err, ERR_FAILED, "%s is no regular file; choose another name", path);
    if (faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS))
        return err_set(err, ERR_FAILED, "%s may not be changed (%s); choose another file", path,
                       strerror(errno));
    return 0;
}

/* The path with symbolic links resolved, to be freed; itself where there is no file yet. */
static char *resolve(const char *path) {
    char *resolved = realpath(path, NULL);
    return resolved || errno != ENOENT ? resolved : strdup(path);
}

static int usable_path(const char *path, char **resolved, struct err *err) {
    if (!*path)
        return err_set(err, ERR_USAGE, "the file's name is empty");
    int code = file_is_usable(path, err);
    if (code)
        return code;
    *resolved = resolve(path);
    if (!*resolved)
        return system_error(err, path, "cannot be reached", errno);
    code = directory_is_usable(*resolved, err);
    if (code)
        free(*resolved);
    return code;
}

int replace_possible(const char *path, struct err *err) {
    char *resolved;
    int code = usable_path(path, &resolved, err);
    if (!code)
        free(resolved);
    return code;
}

/* --- the lock --- */

static int lock(int fd) {
    struct flock whole = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = LOCK_BYTE, .l_len = 1};
    int failed;
    do
        failed = fcntl(fd, F_OFD_SETLKW, &whole);
    while (failed && errno == EINTR);
    return failed;
}

static int open_or_create(struct replace *r) {
    r->is_new = 0;
    r->fd = open(r->path, O_RDWR | O_CLOEXEC);
    if (r->fd < 0 && errno == ENOENT) {
        r->fd = open(r->path, O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL, 0666);
        r->is_new = r->fd >= 0;
    }
    return r->fd;
}

static int still_named(const struct replace *r, struct stat *st) {
    struct stat named;
    return fstat(r->fd, st) == 0 && stat(r->path, &named) == 0 && st->st_dev == named.st_dev &&
           st->st_ino == named.st_ino;
}

static int lock_current(struct replace *r, struct err *err) {
    for (;;) {
        if (open_or_create(r) < 0) {
            /* Somebody made or removed it between our two attempts. */
            if (errno == EEXIST)
                continue;
            return system_error(err, r->path, "cannot be opened for writing", errno);
        }
        if (lock(r->fd)) {
            int code = err_set(err, ERR_FAILED, "%s: cannot be locked (%s); use a local file",
                               r->path, strerror(errno));
            replace_end(r);
            return code;
        }
        struct stat st;
        if (still_named(r, &st)) {
            r->size = (uint64_t)st.st_size;
            return 0;
        }
        close(r->fd);
    }
}

int replace_begin(struct replace *r, const char *path, struct err *err) {
    *r = (struct replace){.fd = -1};
    int code = usable_path(path, &r->path, err);
    if (code)
        return code;
    code = lock_current(r, err);
    if (code)
        free(r->path);
    return code;
}

void replace_end(struct replace *r) {
    if (r->is_new)
        unlink(r->path);
    close(r->fd);
    free(r->path);
    r->path = NULL;
}

/* --- the copy --- */

static int copy_by_hand(int from, int to, uint64_t size) {
    char buffer[65536];
    for (uint64_t done = 0; done < size;) {
        uint64_t rest = size - done;
        size_t part = rest < sizeof buffer ? rest : sizeof buffer;
        ssize_t n = pread(from, buffer, part, (off_t)done);
        if (n <= 0)
            return n < 0 ? errno : EIO;
        ssize_t written = pwrite(to, buffer, (size_t)n, (off_t)done);
        if (written <= 0)
            return written < 0 ? errno : EIO;
        done += (uint64_t)written;
    }
    return 0;
}

static int copy(int from, int to, uint64_t size) {
    if (size == 0 || ioctl(to, FICLONE, from) == 0)
        return 0;
    loff_t in = 0, out = 0;
    while ((uint64_t)in < size) {
        ssize_t n = copy_file_range(from, &in, to, &out, size - (uint64_t)in, 0);
        if (n == 0)
            return EIO;
        if (n < 0 && (errno == ENOSPC || errno == EDQUOT || errno == EIO || errno == EFBIG))
            return errno;
        if (n < 0)
            return copy_by_hand(from, to, size);
    }
    return 0;
}

static int keep_owner_and_mode(int from, int to) {
    struct stat st, own;
    if (fstat(from, &st) || fstat(to, &own))
        return errno;
    if ((st.st_uid != own.st_uid || st.st_gid != own.st_gid) && fchown(to, st.st_uid, st.st_gid) &&
        errno != EPERM)
        return errno;
    return fchmod(to, st.st_mode & 07777) ? errno : 0;
}

static int fill(const struct replace *r, const struct overlay *overlay, int fd) {
    int failure = copy(r->fd, fd, overlay_base(overlay));
    if (!failure)
        failure = overlay_save(overlay, fd);
    if (!failure)
        failure = keep_owner_and_mode(r->fd, fd);
    if (!failure && fsync(fd))
        failure = errno;
    return failure;
}

static int sync_directory(const char *path) {
    char *directory = NULL;
    if (in_directory_of(path, ".", &directory))
        return ENOMEM;
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int failure = fd < 0 || fsync(fd) ? errno : 0;
    if (fd >= 0)
        close(fd);
    free(directory);
    return failure;
}

static int write_aside(const struct replace *r, const struct overlay *overlay, char *aside,
                       struct err *err) {
    int fd = mkostemp(aside, O_CLOEXEC);
    if (fd < 0)
        return system_error(err, r->path, "no file can be made beside it", errno);
    int failure = fill(r, overlay, fd);
    if (close(fd) && !failure)
        failure = errno;
    if (!failure && rename(aside, r->path))
        failure = errno;
    if (failure) {
        unlink(aside);
        return system_error(err, r->path, "cannot be written", failure);
    }
    return 0;
}

int replace_commit(struct replace *r, const struct overlay *overlay, struct err *err) {
    char *aside = NULL;
    if (in_directory_of(r->path, ".benchmat-XXXXXX", &aside))
        return no_memory(err, r->path);
    int code = write_aside(r, overlay, aside, err);
    free(aside);
    if (code)
        return code;
    r->is_new = 0;
    int failure = sync_directory(r->path);
    if (failure)
        return err_set(err, ERR_FAILED,
                       "%s: written, but the disk does not confirm it (%s): check it before use",
                       r->path, strerror(failure));
    return 0;
}
