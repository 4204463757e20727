/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/files/stream.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/files/source.h"

enum { FIRST_ROOM = 1 << 16 };

static const char standard_input[] = "/dev/stdin";

/* What has been read from one stream; they form a list. */
struct kept_stream {
    dev_t device;
    ino_t inode;
    char *text;
    size_t length;
    int code; /* why it could not be read, which the next who asks is told, too */
    struct err fault;
    struct kept_stream *next;
};

static struct kept_stream *all_kept;

const char *stream_path(const char *argument) {
    return strcmp(argument, "-") == 0 ? standard_input : argument;
}

int stream_is(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

static const struct kept_stream *find_kept(const struct stat *status) {
    for (const struct kept_stream *kept = all_kept; kept; kept = kept->next)
        if (kept->device == status->st_dev && kept->inode == status->st_ino)
            return kept;
    return NULL;
}

/* A socket cannot be opened by its path. */
static FILE *open_once(const char *path) {
    int copy = strcmp(path, standard_input) == 0 ? dup(STDIN_FILENO) : -1;
    return copy < 0 ? fopen(path, "rbe") : fdopen(copy, "rb");
}

static int read_all(struct kept_stream *kept, const char *path, size_t most, struct err *err) {
    size_t room = 0;
    FILE *file = open_once(path);
    if (!file)
        return source_refuse(path, errno, err);
    int code = 0, reason = 0;
    while (code == 0 && !feof(file) && !ferror(file) && kept->length <= most) {
        if (kept->length == room) {
            room = room ? 2 * room : FIRST_ROOM;
            char *larger = realloc(kept->text, room);
            if (!larger)
                code = err_set(err, ERR_FAILED, "%s: no memory to read it", path);
            kept->text = larger ? larger : kept->text;
        }
        if (code == 0)
            kept->length += fread(kept->text + kept->length, 1, room - kept->length, file);
        reason = errno;
    }
    if (code == 0 && ferror(file))
        code = err_set(err, ERR_FAILED, "%s: %s", path, strerror(reason));
    if (code == 0 && kept->length > most)
        code = err_set(err, ERR_DAMAGED, "%s: longer than %zu MiB; save it to a file first", path,
                       most >> 20);
    fclose(file);
    return code;
}

/* Reads the stream and puts it in the list. Returns NULL if memory runs out. */
static struct kept_stream *keep(const char *path, size_t most, const struct stat *status) {
    struct kept_stream *kept = calloc(1, sizeof *kept);
    if (!kept)
        return NULL;
    *kept =
        (struct kept_stream){.device = status->st_dev, .inode = status->st_ino, .next = all_kept};
    kept->code = read_all(kept, path, most, &kept->fault);
    if (kept->code) {
        free(kept->text);
        kept->text = NULL;
    }
    return all_kept = kept;
}

int stream_read(const char *path, size_t most, const char **text, size_t *length, struct err *err) {
    struct stat status;
    if (stat(path, &status) != 0)
        return source_refuse(path, errno, err);
    const struct kept_stream *kept = find_kept(&status);
    kept = kept ? kept : keep(path, most, &status);
    if (!kept)
        return err_set(err, ERR_FAILED, "%s: no memory to read it", path);
    if (kept->code)
        return err_set(err, kept->code, "%s", kept->fault.message);
    *text = kept->text;
    *length = kept->length;
    return 0;
}

FILE *stream_open(const char *path, size_t most, struct err *err) {
    const char *text;
    size_t length;
    FILE *file = NULL;
    if (!stream_is(path))
        file = fopen(path, "rbe");
    else if (stream_read(path, most, &text, &length, err) != 0)
        return NULL;
    else
        file = length ? fmemopen((void *)(uintptr_t)text, length, "rb") : fopen("/dev/null", "rbe");
    if (!file)
        source_refuse(path, errno, err);
    return file;
}
