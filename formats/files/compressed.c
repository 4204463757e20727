/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/files/compressed.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#ifdef HAVE_ZSTD
#    include <zstd.h>
#endif

enum { FIRST_ROOM = 1 << 16 };

struct expansion {
    const char *path, *name; /* of the file and of what compressed it */
    const unsigned char *from;
    size_t n, taken; /* bytes to be taken, and those that were */
    char *text;
    size_t length, room, limit;
    int is_head;
};

/* --- room --- */

static int refuse(const struct expansion *e, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: its %s data %s", e->path, e->name, why);
}

/* Makes room for more. Returns 1, 0 if more than LIMIT bytes are there, or an error. */
static int make_room(struct expansion *e, struct err *err) {
    if (e->length < e->room)
        return 1;
    if (e->length > e->limit)
        return 0;
    if (e->length >= COMPRESSED_FREE_BYTES && e->length / COMPRESSED_MOST_RATIO > e->taken)
        return err_set(err, ERR_DAMAGED,
                       "%s: its %s data expand to more than %d times their length; if it is right, "
                       "decompress it first",
                       e->path, e->name, COMPRESSED_MOST_RATIO);
    size_t wanted = e->room ? 2 * e->room : FIRST_ROOM;
    wanted = wanted > e->limit + 1 ? e->limit + 1 : wanted;
    char *larger = realloc(e->text, wanted);
    if (!larger)
        return err_set(err, ERR_FAILED, "%s: no memory to read it", e->path);
    e->text = larger;
    e->room = wanted;
    return 1;
}

/* --- gzip --- */

/* What gzip writes may be several members, one after the other; anything else behind them is
 * passed over, as gzip does. */
static int is_at_member(const struct expansion *e) {
    return e->n - e->taken > 2 && e->from[e->taken] == 0x1f && e->from[e->taken + 1] == 0x8b;
}

static int expand_gzip(struct expansion *e, struct err *err) {
    enum { OF_GZIP = 16 };
    z_stream z = {0};
    int status = Z_OK, rc;
    if (inflateInit2(&z, MAX_WBITS + OF_GZIP) != Z_OK)
        return err_set(err, ERR_FAILED, "%s: no memory to read it", e->path);
    while ((rc = make_room(e, err)) == 1) {
        size_t left = e->n - e->taken, free_bytes = e->room - e->length;
        z.next_in = (unsigned char *)(uintptr_t)(e->from + e->taken);
        z.avail_in = left < UINT_MAX ? (unsigned)left : UINT_MAX;
        z.next_out = (unsigned char *)e->text + e->length;
        z.avail_out = free_bytes < UINT_MAX ? (unsigned)free_bytes : UINT_MAX;
        unsigned in = z.avail_in, out = z.avail_out;
        status = inflate(&z, Z_NO_FLUSH);
        e->taken += in - z.avail_in;
        e->length += out - z.avail_out;
        int is_stuck = in == z.avail_in && out == z.avail_out;
        if (status == Z_STREAM_END && is_at_member(e) && inflateReset(&z) == Z_OK)
            continue;
        if (status == Z_STREAM_END)
            break;
        if (status != Z_OK && status != Z_BUF_ERROR)
            rc = refuse(e, "are damaged", err);
        else if (is_stuck)
            rc = e->is_head ? 0 : refuse(e, "end early", err);
        if (rc != 1)
            break;
    }
    inflateEnd(&z);
    return rc < 0 ? rc : 0;
}

/* --- zstd --- */

#ifdef HAVE_ZSTD
static int expand_zstd(struct expansion *e, struct err *err) {
    ZSTD_DCtx *context = ZSTD_createDCtx();
    int rc;
    if (!context)
        return err_set(err, ERR_FAILED, "%s: no memory to read it", e->path);
    while ((rc = make_room(e, err)) == 1) {
        ZSTD_inBuffer in = {e->from, e->n, e->taken};
        ZSTD_outBuffer out = {e->text, e->room, e->length};
        size_t left = ZSTD_decompressStream(context, &out, &in);
        int is_stuck = in.pos == e->taken && out.pos == e->length;
        e->taken = in.pos;
        e->length = out.pos;
        if (ZSTD_isError(left))
            rc = refuse(e, "are damaged", err);
        else if (left == 0 && e->taken == e->n)
            rc = 0;
        else if (is_stuck)
            rc = e->is_head ? 0 : refuse(e, "end early", err);
        if (rc != 1)
            break;
    }
    ZSTD_freeDCtx(context);
    return rc < 0 ? rc : 0;
}
#else
static int expand_zstd(struct expansion *e, struct err *err) {
    return err_set(err, ERR_DAMAGED,
                   "%s: compressed by zstd, without which this program was built; decompress it "
                   "first: zstd -d",
                   e->path);
}
#endif

/* --- both --- */

static const struct codec {
    const char *name, *extensions[3];
    unsigned char magic[4];
    size_t magic_length;
    int (*expand)(struct expansion *e, struct err *err);
} codecs[] = {
    {"gzip", {".gz", ".gzip"}, {0x1f, 0x8b, 8}, 3, expand_gzip},
    {"zstd", {".zst", ".zstd"}, {0x28, 0xb5, 0x2f, 0xfd}, 4, expand_zstd},
};
enum { CODECS = sizeof codecs / sizeof *codecs };

static const struct codec *codec_of(const char *head, size_t n) {
    for (size_t c = 0; c < CODECS; c++)
        if (n >= codecs[c].magic_length &&
            memcmp(head, codecs[c].magic, codecs[c].magic_length) == 0)
            return &codecs[c];
    return NULL;
}

int compressed_is(const char *head, size_t n) {
    return codec_of(head, n) != NULL;
}

size_t compressed_name_length(const char *path) {
    size_t length = strlen(path);
    for (size_t c = 0; c < CODECS; c++)
        for (size_t i = 0; codecs[c].extensions[i]; i++) {
            size_t end = strlen(codecs[c].extensions[i]);
            if (length > end && strcmp(path + length - end, codecs[c].extensions[i]) == 0)
                return length - end;
        }
    return length;
}

int compressed_expand(const char *path, const char *from, size_t n, size_t limit, int is_head,
                      char **text, size_t *length, struct err *err) {
    const struct codec *codec = codec_of(from, n);
    struct expansion e = {.path = path,
                          .name = codec->name,
                          .from = (const unsigned char *)from,
                          .n = n,
                          .limit = limit,
                          .is_head = is_head};
    int rc = codec->expand(&e, err);
    if (rc)
        free(e.text);
    *text = rc ? NULL : e.text;
    *length = rc ? 0 : e.length;
    return rc;
}
