/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/file/place.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/files/link.h"

int place_error(struct err *err, const char *path, const char *what, int failure) {
    int number = -failure;
    const char *way_out = number == ENOSPC || number == EDQUOT
                              ? "; it was left as it was: make room, or choose another place"
                          : number == EFBIG
                              ? "; it was left as it was: raise the limit of ulimit -f, or choose "
                                "another place"
                              : "";
    return err_set(err, ERR_FAILED, "%s: %s: %s%s", path, what, strerror(number), way_out);
}

/* --- where locks can be trusted --- */

static int refuse_without_locks(const char *path, uint64_t type, struct err *err) {
    const char *name = filesystem_without_locks(type);
    return name
               ? err_set(err, ERR_FAILED,
                         "%s is on a file system of the kind %s, where locks cannot be trusted, so "
                         "nothing is changed there; use a file on a local disk: `bench-store merge "
                         "LOCAL.h5 %s` takes in what is here, and cp brings LOCAL.h5 here once "
                         "nobody writes to it",
                         path, name, path)
               : 0;
}

int place_check_locks(const struct system *system, const char *path, int fd, struct err *err) {
    uint64_t type;
    int failure = system->filesystem(system, fd, &type);
    return failure ? place_error(err, path, "its file system cannot be asked", failure)
                   : refuse_without_locks(path, type, err);
}

/* --- directory and file --- */

static int check_kind(const char *path, const struct stat *st, struct err *err) {
    if (S_ISDIR(st->st_mode))
        return err_set(err, ERR_FAILED, "%s is a directory; name a file in it", path);
    if (!S_ISREG(st->st_mode))
        return err_set(err, ERR_FAILED, "%s: not a regular file; choose another name", path);
    if (st->st_size == 0 && link_is_planted(path, st))
        return err_set(err, ERR_FAILED,
                       "%s is an empty file of another user, in a directory where everybody may "
                       "write; choose another name",
                       path);
    return 0;
}

/* A name that stat does not find but lstat does is a link to nothing, or a file that another
 * process created in between: then checks again. */
static int check_present(const char *path, struct err *err) {
    struct stat st;
    if (stat(path, &st) == 0) {
        int code = check_kind(path, &st, err);
        if (!code && faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS))
            code = err_set(err, ERR_FAILED, "%s may not be changed (%s); choose another file", path,
                           strerror(errno));
        return code;
    }
    if (errno != ENOENT)
        return place_error(err, path, "cannot be reached", -errno);
    if (lstat(path, &st))
        return 0;
    if (!S_ISLNK(st.st_mode))
        return check_present(path, err);
    return err_set(err, ERR_FAILED,
                   "%s is a symbolic link to nothing; remove it, or make its target", path);
}

int place_check_writable(const char *path, struct err *err) {
    if (!*path)
        return err_set(err, ERR_USAGE, "the file's name is empty");
    if (link_is_strange(path))
        return err_set(err, ERR_FAILED,
                       "%s is a symbolic link of another user, which is not followed to change "
                       "anything; name the archive itself",
                       path);
    int code = check_present(path, err);
    if (code)
        return code;
    char *resolved = place_resolve(path, err); /* a copy, which dirname may change */
    if (!resolved)
        return ERR_FAILED;

    const char *directory = dirname(resolved);
    struct stat st;
    uint64_t type;
    int failure;
    if (stat(directory, &st) || !S_ISDIR(st.st_mode))
        code = err_set(err, ERR_FAILED,
                       "%s: its directory does not exist; make it, or choose another place", path);
    else if (faccessat(AT_FDCWD, directory, W_OK | X_OK, AT_EACCESS))
        code = err_set(err, ERR_FAILED,
                       "%s: its directory cannot be written (%s); choose another place", path,
                       strerror(errno));
    else if ((failure = filesystem_of(directory, &type)) != 0)
        code = place_error(err, path, "its file system cannot be asked", failure);
    else
        code = refuse_without_locks(path, type, err);

    free(resolved);
    return code;
}

char *place_resolve(const char *path, struct err *err) {
    char *resolved = realpath(path, NULL);
    if (!resolved && errno == ENOENT)
        resolved = strdup(path);
    if (!resolved)
        place_error(err, path, "cannot be reached", -errno);
    return resolved;
}

int place_check_file(const struct system *system, const char *path, int fd, struct err *err) {
    struct stat st;
    int failure = system->inspect(system, fd, &st);
    return failure ? place_error(err, path, "cannot be reached", failure)
                   : check_kind(path, &st, err);
}

int place_is_named(const struct system *system, const char *path, int fd) {
    struct stat open, named;
    int failure = system->inspect(system, fd, &open);
    if (!failure)
        failure = system->find(system, path, &named);
    if (failure)
        return failure == -ENOENT ? 0 : failure;
    return open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}
