/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/files/source.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/files/compressed.h"
#include "formats/files/stream.h"
#include "formats/text/unicode.h"

enum { FIRST_ROOM = 1 << 16 };

/* Doubles the room of SOURCE, up to LIMIT + 1 bytes; the extra byte shows that a file is longer.
 * Returns 0 if memory runs out. */
static int grow(struct source *source, size_t *room, size_t limit) {
    size_t wanted = *room ? *room * 2 : FIRST_ROOM;
    wanted = wanted > limit + 1 ? limit + 1 : wanted;
    char *larger = realloc(source->owned, wanted);
    if (!larger)
        return 0;
    source->owned = larger;
    *room = wanted;
    return 1;
}

static int refuse_length(const struct source *source, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: longer than %zu MiB; read it in parts", source->path,
                   SOURCE_MOST_BYTES >> 20);
}

/* Returns whether the size of FILE shows, before it is read, that it is too long. */
static int is_too_long(FILE *file, size_t limit) {
    struct stat status;
    return limit >= SOURCE_MOST_BYTES && fstat(fileno(file), &status) == 0 &&
           S_ISREG(status.st_mode) && (uintmax_t)status.st_size > SOURCE_MOST_BYTES;
}

static int read_bytes(struct source *source, FILE *file, size_t limit, struct err *err) {
    size_t room = 0;
    while (!feof(file) && !ferror(file) && source->length <= limit) {
        if (source->length == room && !grow(source, &room, limit))
            return err_set(err, ERR_FAILED, "%s: no memory to read it", source->path);
        source->length += fread(source->owned + source->length, 1, room - source->length, file);
    }
    source->text = source->owned;
    if (ferror(file))
        return err_set(err, ERR_FAILED, "%s: %s", source->path, strerror(errno));
    if (source->length <= limit)
        return 0;
    source->length = limit;
    return limit < SOURCE_MOST_BYTES ? 0 : refuse_length(source, err);
}

static int read_file(struct source *source, size_t limit, struct err *err) {
    FILE *file = fopen(source->path, "rb");
    if (!file)
        return source_refuse(source->path, errno, err);
    int rc = is_too_long(file, limit) ? refuse_length(source, err)
                                      : read_bytes(source, file, limit, err);
    fclose(file);
    return rc;
}

static int read_kept(struct source *source, size_t limit, struct err *err) {
    int rc = stream_read(source->path, SOURCE_MOST_BYTES, &source->text, &source->length, err);
    source->length = source->length > limit ? limit : source->length;
    return rc;
}

int source_refuse(const char *path, int reason, struct err *err) {
    if (!*path)
        return err_set(err, ERR_USAGE, "the file's name is empty");
    if (reason == ENOENT) {
        struct stat status;
        return err_set(err, ERR_FAILED, "%s: no such file%s", path,
                       (lstat(path, &status) == 0 && S_ISLNK(status.st_mode))
                           ? "; it is a symbolic link to nothing"
                           : "");
    }
    return err_set(err, ERR_FAILED, "%s cannot be opened: %s; check its name and permissions", path,
                   strerror(reason));
}

/* Whether SOURCE begins with the byte order mark of UTF-16. */
static int is_utf16(const struct source *source) {
    const char *text = source->text;
    return source->length >= 2 &&
           ((text[0] == '\377' && text[1] == '\376') || (text[0] == '\376' && text[1] == '\377'));
}

/* Makes UTF-8 of what spreadsheets and PowerShell write. Half a surrogate pair becomes U+FFFD. */
static int convert_utf16(struct source *source, struct err *err) {
    const unsigned char *bytes = (const unsigned char *)source->text;
    const size_t low = bytes[0] == 0xfe, count = source->length / 2;
    char *text = malloc(3 * count + 1); /* a pair of units makes four bytes, another unit three */
    size_t used = 0;
    if (!text)
        return err_set(err, ERR_FAILED, "%s: no memory to read it", source->path);
    for (size_t i = 1; i < count; i++) {
        uint32_t code = (uint32_t)(bytes[2 * i + low] | bytes[2 * i + 1 - low] << 8);
        uint32_t next =
            i + 1 < count ? (uint32_t)(bytes[2 * i + 2 + low] | bytes[2 * i + 3 - low] << 8) : 0;
        if (code >= 0xd800 && code < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
            code = 0x10000 + ((code - 0xd800) << 10) + (next - 0xdc00);
            i++;
        } else if (code >= 0xd800 && code < 0xe000)
            code = 0xfffd;
        used += utf8_encode(text + used, code);
    }
    free(source->owned);
    source->text = source->owned = text;
    source->length = used;
    return 0;
}

/* Ends lines by line feeds in a text whose lines end by carriage returns alone, as spreadsheets of
 * the Macintosh write. */
static int convert_returns(struct source *source, struct err *err) {
    const char *text = source->text;
    size_t n = source->length;
    if (memchr(text, '\n', n) || !memchr(text, '\r', n) || memchr(text, '\0', n))
        return 0;
    char *lines = malloc(n);
    if (!lines)
        return err_set(err, ERR_FAILED, "%s: no memory to read it", source->path);
    for (size_t i = 0; i < n; i++)
        lines[i] = text[i] == '\r' ? '\n' : text[i];
    free(source->owned);
    source->text = source->owned = lines;
    return 0;
}

/* Puts what SOURCE, compressed, expands to in its place. */
static int expand(struct source *source, size_t limit, struct err *err) {
    int is_head = limit < SOURCE_MOST_BYTES;
    char *text;
    size_t length;
    int rc = compressed_expand(source->path, source->text, source->length, limit, is_head, &text,
                               &length, err);
    if (rc)
        return rc;
    free(source->owned);
    source->text = source->owned = text;
    source->length = length < limit ? length : limit;
    return length <= limit || is_head ? 0 : refuse_length(source, err);
}

int source_read(struct source *source, const char *path, size_t limit, struct err *err) {
    *source = (struct source){.path = path};
    int rc = stream_is(path) ? read_kept(source, limit, err) : read_file(source, limit, err);
    if (rc == 0 && compressed_is(source->text, source->length))
        rc = expand(source, limit, err);
    int is_wide = rc == 0 && is_utf16(source);
    if (is_wide)
        rc = convert_utf16(source, err);
    if (rc == 0 && !is_wide) {
        /* Drop the UTF-8 byte order mark with which some programs start a file. */
        static const char mark[] = "\357\273\277";
        if (source->length >= 3 && memcmp(source->text, mark, 3) == 0) {
            source->text += 3;
            source->length -= 3;
        }
    }
    return rc ? rc : convert_returns(source, err);
}

int source_is_compressed(const char *path) {
    char head[COMPRESSED_HEAD];
    FILE *file = fopen(path, "rb");
    size_t n = file ? fread(head, 1, sizeof head, file) : 0;
    if (file)
        fclose(file);
    return compressed_is(head, n);
}

void source_release(struct source *source) {
    free(source->owned);
    *source = (struct source){0};
}

size_t source_line(const struct source *source, size_t offset) {
    size_t line = 1;
    for (size_t i = 0; i < offset && i < source->length; i++)
        line += source->text[i] == '\n';
    return line;
}

int source_check_text(const struct source *source, struct err *err) {
    const char *nul = source->length ? memchr(source->text, '\0', source->length) : NULL;
    if (!nul)
        return 0;
    return err_set(err, ERR_DAMAGED, "%s: line %zu: a NUL byte; this is not text", source->path,
                   source_line(source, (size_t)(nul - source->text)));
}

char *source_stem(char *buffer, size_t size, const char *path) {
    size_t end = compressed_name_length(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t base = 0, dot = end;
    for (size_t i = 0; i + 1 < end; i++)
        if (path[i] == '/')
            base = i + 1;
    for (size_t i = base + 1; i < end; i++)
        if (path[i] == '.')
            dot = i;
    snprintf(buffer, size, "%.*s", (int)(dot - base), path + base);
    return buffer;
}
