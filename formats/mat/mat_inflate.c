/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat/mat_inflate.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>
#include <zlib.h>

struct mat_inflater {
    z_stream head;
    struct libdeflate_decompressor *whole;
};

struct mat_inflater *mat_inflater_new(void) {
    struct mat_inflater *inflater = calloc(1, sizeof *inflater);
    if (!inflater)
        return NULL;
    inflater->whole = libdeflate_alloc_decompressor();
    if (!inflater->whole || inflateInit(&inflater->head) != Z_OK) {
        mat_inflater_free(inflater);
        return NULL;
    }
    return inflater;
}

void mat_inflater_free(struct mat_inflater *inflater) {
    if (!inflater)
        return;
    inflateEnd(&inflater->head);
    libdeflate_free_decompressor(inflater->whole);
    free(inflater);
}

size_t mat_inflate_most(size_t compressed) {
    enum { RATIO = 1032 };
    return compressed < SIZE_MAX / RATIO ? compressed * RATIO : SIZE_MAX;
}

size_t mat_inflate_head(struct mat_inflater *inflater, const unsigned char *from, size_t n,
                        unsigned char *to, size_t room) {
    z_stream *z = &inflater->head;
    if (inflateReset(z) != Z_OK)
        return 0;
    z->next_in = (unsigned char *)(uintptr_t)from;
    z->avail_in = n < UINT_MAX ? (unsigned)n : UINT_MAX;
    z->next_out = to;
    z->avail_out = (unsigned)room;
    (void)inflate(z, Z_SYNC_FLUSH);
    return room - z->avail_out;
}

const char *mat_inflate_whole(struct mat_inflater *inflater, const unsigned char *from, size_t n,
                              unsigned char *to, size_t count) {
    static const char *const wrong[] = {
        [LIBDEFLATE_SUCCESS] = NULL,
        [LIBDEFLATE_BAD_DATA] = "its compressed data are damaged, or their checksum is wrong",
        [LIBDEFLATE_SHORT_OUTPUT] = "its compressed data are less than it says",
        [LIBDEFLATE_INSUFFICIENT_SPACE] = "its compressed data are more than it says",
    };
    enum { PADDING = 8 };
    size_t taken, made = 0;
    enum libdeflate_result result =
        libdeflate_zlib_decompress_ex(inflater->whole, from, n, to, count, &taken, &made);
    if (result == LIBDEFLATE_SUCCESS && count - made >= PADDING)
        result = LIBDEFLATE_SHORT_OUTPUT;
    if (result == LIBDEFLATE_SUCCESS)
        memset(to + made, 0, count - made);
    return wrong[result];
}
