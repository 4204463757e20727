/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/files/destination.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/files/unfinished.h"

static void release(struct destination *destination) {
    if (destination->temporary)
        unfinished_forget(destination->temporary);
    free(destination->path);
    free(destination->temporary);
    *destination = (struct destination){0};
}

static int fail(struct destination *destination, const char *what, const char *advice,
                struct err *err) {
    int reason = errno;
    if (destination->temporary)
        unlink(destination->temporary);
    int rc = err_set(err, ERR_FAILED, "%s: %s: %s; %s",
                     destination->path ? destination->path : "standard output", what,
                     strerror(reason), advice);
    release(destination);
    return rc;
}

static mode_t permissions(const struct stat *there) {
    if (there)
        return there->st_mode & 0777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static void open_aside(struct destination *destination, const struct stat *there) {
    if (asprintf(&destination->temporary, "%s.XXXXXX", destination->path) < 0) {
        destination->temporary = NULL;
        return;
    }
    int fd = mkstemp(destination->temporary);
    if (fd < 0) {
        free(destination->temporary);
        destination->temporary = NULL;
        return;
    }
    unfinished_note(destination->temporary);
    if (fchmod(fd, permissions(there)) != 0 || !(destination->file = fdopen(fd, "w")))
        close(fd);
}

/* The signature stands at the start, or behind a user block of 512, 1024, 2048 ... bytes (HDF5 File
 * Format Specification, II.A); MATLAB's and ours has 512. */
static int is_hdf5(const char *path) {
    static const char signature[8] = "\211HDF\r\n\032\n";
    static const long places[] = {0, 512};
    char found[sizeof signature];
    FILE *file = fopen(path, "re");
    int is = 0;
    for (size_t i = 0; file && i < sizeof places / sizeof *places; i++)
        is |= fseek(file, places[i], SEEK_SET) == 0 && fread(found, sizeof found, 1, file) == 1 &&
              memcmp(found, signature, sizeof signature) == 0;
    if (file)
        fclose(file);
    return is;
}

/* Leaves destination->file NULL, and errno, when it cannot be had. */
static void open_path(struct destination *destination, const struct stat *there) {
    destination->file = NULL;
    if (there && !S_ISREG(there->st_mode))
        destination->file = fopen(destination->path, "w");
    else if (!there || access(destination->path, W_OK) == 0)
        open_aside(destination, there);
}

int destination_open(struct destination *destination, const char *path, struct err *err) {
    *destination = (struct destination){.file = stdout};
    if (!path || strcmp(path, "-") == 0)
        return 0;
    if (!*path)
        return err_set(err, ERR_USAGE, "the file's name is empty");
    struct stat there;
    int exists = stat(path, &there) == 0;
    destination->path = exists ? realpath(path, NULL) : strdup(path);
    if (!destination->path)
        return err_set(err, ERR_FAILED, "%s: %s", path, strerror(errno));
    if (exists && S_ISREG(there.st_mode) && is_hdf5(path)) {
        release(destination);
        return err_set(err, ERR_USAGE, "%s is an HDF5 file, which is not replaced; name another",
                       path);
    }
    open_path(destination, exists ? &there : NULL);
    if (!destination->file)
        return fail(destination, "cannot be written",
                    "does its directory exist, may you write there?", err);
    return 0;
}

/* Whether all that was written arrived; else errno says why not. */
static int finish(struct destination *destination) {
    int arrived = fflush(destination->file) == 0 && !ferror(destination->file);
    if (destination->temporary && arrived)
        arrived = fsync(fileno(destination->file)) == 0;
    int reason = errno;
    if (destination->path && fclose(destination->file) != 0 && arrived)
        return 0;
    errno = reason;
    return arrived;
}

int destination_commit(struct destination *destination, struct err *err) {
    if (!finish(destination))
        return fail(destination, "not everything could be written", err_room_question(errno), err);
    if (destination->temporary && rename(destination->temporary, destination->path) != 0)
        return fail(destination, "cannot be put in its place", "may you write in its directory?",
                    err);
    release(destination);
    return 0;
}

void destination_abandon(struct destination *destination) {
    if (destination->path)
        fclose(destination->file);
    if (destination->temporary)
        unlink(destination->temporary);
    release(destination);
}
