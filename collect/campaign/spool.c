/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/campaign/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OTHERS_WRITE = S_IWGRP | S_IWOTH };

/* --- the directory --- */

static int open_error(const char *path, struct err *err) {
    struct stat found;
    int why = errno, is_there = lstat(path, &found) == 0;
    if (why == ENOENT)
        return err_set(err, ERR_ABSENT, "%s is not there", path);
    if (is_there && S_ISLNK(found.st_mode))
        return err_set(err, ERR_FAILED, "%s is a link, which is not followed; remove it", path);
    if (is_there && why == EACCES)
        return err_set(err, ERR_FAILED, "%s is user %u's, and only they can look into it", path,
                       (unsigned)found.st_uid);
    return err_set(err, ERR_FAILED, "%s: %s", path, strerror(why));
}

static int open_directory(struct spool *spool, const char *path, mode_t *mode, struct err *err) {
    struct stat found;
    *spool = (struct spool){
        .path = path,
        .directory = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)};
    if (spool->directory < 0 || fstat(spool->directory, &found) != 0)
        return open_error(path, err);
    spool->owner = found.st_uid;
    *mode = found.st_mode;
    return 0;
}

static int check_mode(const char *path, mode_t mode, struct err *err) {
    if (!(mode & OTHERS_WRITE))
        return 0;
    return err_set(err, ERR_FAILED,
                   "%s can be written by others (mode %03o); if all in it is right, chmod go-w it",
                   path, (unsigned)mode & 0777);
}

int spool_open(struct spool *spool, const char *path, struct err *err) {
    mode_t mode;
    int status = open_directory(spool, path, &mode, err);
    if (status == 0)
        status = check_mode(path, mode, err);
    if (status)
        spool_close(spool);
    return status;
}

int spool_make(struct spool *spool, const char *path, struct err *err) {
    mode_t mode;
    *spool = (struct spool){0};
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return err_set(err, ERR_FAILED, "%s: %s%s", path, strerror(errno),
                       err_room_question(errno));
    int status = open_directory(spool, path, &mode, err);
    if (status == 0 && spool->owner != geteuid())
        status = err_set(err, ERR_FAILED, "%s is user %u's, not yours; choose another --output",
                         path, (unsigned)spool->owner);
    if (status == 0)
        status = check_mode(path, mode, err);
    if (status)
        spool_close(spool);
    return status;
}

void spool_close(struct spool *spool) {
    if (spool->path && spool->directory >= 0)
        close(spool->directory);
    *spool = (struct spool){0};
}

/* --- its files --- */

static int file_error(const struct spool *spool, const char *name, struct err *err) {
    return err_set(err, ERR_FAILED, "%s/%s: %s%s", spool->path, name, strerror(errno),
                   err_room_question(errno));
}

static int refuse(const struct spool *spool, const char *name, const struct stat *file,
                  struct err *err) {
    const char *why = !S_ISREG(file->st_mode)        ? "is not a regular file"
                      : file->st_nlink > 1           ? "has another name as well"
                      : file->st_uid != spool->owner ? "is another user's"
                                                     : NULL;
    if (why)
        return err_set(err, ERR_FAILED,
                       "%s/%s %s, so it is left alone; look at it, and move it away", spool->path,
                       name, why);
    if (file->st_mode & OTHERS_WRITE)
        return err_set(err, ERR_FAILED,
                       "%s/%s can be written by others, so it is left alone; if it is right, chmod "
                       "go-w it",
                       spool->path, name);
    return 0;
}

int spool_has(const struct spool *spool, const char *name, int *is_there, struct err *err) {
    struct stat file;
    *is_there = fstatat(spool->directory, name, &file, AT_SYMLINK_NOFOLLOW) == 0;
    if (*is_there)
        return refuse(spool, name, &file, err);
    return errno == ENOENT ? 0 : file_error(spool, name, err);
}

/* Looks before it opens, as opening alone may do something to a device, and again behind, as its
 * owner may have replaced it. */
static int open_file(const struct spool *spool, const char *name, int flags, const char *mode,
                     FILE **file, struct err *err) {
    struct stat found;
    int is_there;
    *file = NULL;
    int status = spool_has(spool, name, &is_there, err);
    if (status)
        return status;
    int fd = openat(spool->directory, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
                    0644);
    if (fd < 0 && errno == ENOENT && !(flags & O_CREAT))
        return 0;
    if (fd >= 0 && fstat(fd, &found) == 0)
        status = refuse(spool, name, &found, err);
    if (fd >= 0 && status == 0)
        *file = fdopen(fd, mode);
    if (!*file && status == 0)
        status = file_error(spool, name, err);
    if (!*file && fd >= 0)
        close(fd);
    return status;
}

int spool_read(const struct spool *spool, const char *name, FILE **file, struct err *err) {
    return open_file(spool, name, O_RDONLY, "r", file, err);
}

int spool_append(const struct spool *spool, const char *name, FILE **file, struct err *err) {
    return open_file(spool, name, O_WRONLY | O_APPEND | O_CREAT, "a", file, err);
}

void spool_remove(const struct spool *spool, const char *name) {
    unlinkat(spool->directory, name, 0);
}

int spool_write_script(const struct spool *spool, const char *name, const char *text,
                       struct err *err) {
    spool_remove(spool, name);
    int fd =
        openat(spool->directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0755);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    int failed = !file || fputs(text, file) < 0;
    if (file)
        failed = fclose(file) != 0 || failed;
    else if (fd >= 0)
        close(fd);
    if (!failed)
        return 0;
    int status = file_error(spool, name, err);
    if (fd >= 0)
        spool_remove(spool, name);
    return status;
}
