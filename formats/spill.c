/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/spill.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *directory(void) {
    const char *chosen = getenv("TMPDIR");
    return chosen && *chosen ? chosen : "/var/tmp";
}

/* Not all file systems make files without a name. */
static int open_nameless(void) {
    int file = open(directory(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    char path[4096];
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR))
        return file;
    int length = snprintf(path, sizeof path, "%s/benchmat-XXXXXX", directory());
    if (length < 0 || (size_t)length >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    file = mkostemp(path, O_CLOEXEC);
    if (file >= 0)
        unlink(path);
    return file;
}

/* Returns 0 or what errno would be. */
static int give_length(int file, size_t bytes) {
    int failure;
    do
        failure = posix_fallocate(file, 0, (off_t)bytes);
    while (failure == EINTR);
    return failure;
}

/* NULL on failure, with errno set. */
static void *map_file(size_t bytes) {
    int file = open_nameless();
    if (file < 0)
        return NULL;
    int failure = give_length(file, bytes);
    void *place =
        failure ? MAP_FAILED : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (place == MAP_FAILED && !failure)
        failure = errno;
    close(file);
    errno = failure;
    return place == MAP_FAILED ? NULL : place;
}

static int no_room(size_t bytes, struct err *err) {
    return err_set(
        err, ERR_FAILED,
        "%s has no room for %zu MB of samples at one size: %s; set TMPDIR to a directory "
        "that has",
        directory(), bytes / 1000000 + 1, strerror(errno));
}

int spill_open(struct spill *s, size_t count, size_t large, struct err *err) {
    size_t bytes = count * sizeof *s->values;
    *s = (struct spill){0};
    if (count > (size_t)PTRDIFF_MAX / sizeof *s->values)
        return err_set(err, ERR_FAILED, "no memory for %zu samples", count);
    if (bytes <= (large ? large : SPILL_LARGE)) {
        s->values = calloc(count ? count : 1, sizeof *s->values);
        return s->values ? 0 : err_set(err, ERR_FAILED, "no memory for %zu samples", count);
    }
    s->values = map_file(bytes);
    if (!s->values)
        return no_room(bytes, err);
    s->mapped = bytes;
    return 0;
}

void spill_close(struct spill *s) {
    if (s->mapped)
        munmap(s->values, s->mapped);
    else
        free(s->values);
    *s = (struct spill){0};
}
