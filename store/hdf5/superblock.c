/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/hdf5/superblock.h"

#include <stddef.h>
#include <string.h>

#include "store/hdf5/h5.h"

/* --- numbers --- */

static uint32_t word(const unsigned char *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static void put(unsigned char *bytes, uint64_t number, size_t size) {
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(number >> (8 * i));
}

/* --- Bob Jenkins' lookup3, hashlittle (burtleburtle.net/bob/c/lookup3.c, public domain) --- */

static uint32_t rotate(uint32_t x, unsigned by) {
    return x << by | x >> (32 - by);
}

static void mix(uint32_t h[3]) {
    static const unsigned by[6] = {4, 6, 8, 16, 19, 4};
    for (size_t i = 0; i < 6; i++) {
        uint32_t *a = &h[i % 3], *b = &h[(i + 1) % 3], *c = &h[(i + 2) % 3];
        *a = (*a - *c) ^ rotate(*c, by[i]);
        *c += *b;
    }
}

static void finish(uint32_t h[3]) {
    static const unsigned by[7] = {14, 11, 25, 16, 4, 14, 24};
    for (size_t i = 0; i < 7; i++) {
        uint32_t *to = &h[(i + 2) % 3], from = h[(i + 1) % 3];
        *to = (*to ^ from) - rotate(from, by[i]);
    }
}

static uint32_t checksum(const unsigned char *bytes, size_t size) {
    uint32_t start = 0xdeadbeef + (uint32_t)size, h[3] = {start, start, start};
    for (; size > 12; bytes += 12, size -= 12) {
        for (size_t i = 0; i < 3; i++)
            h[i] += word(bytes + 4 * i);
        mix(h);
    }
    unsigned char rest[12] = {0};
    memcpy(rest, bytes, size);
    for (size_t i = 0; i < 3; i++)
        h[i] += word(rest + 4 * i);
    finish(h);
    return h[2];
}

/* --- the superblock --- */

void superblock_make(unsigned char bytes[SUPERBLOCK_SIZE], uint64_t length, uint64_t extension,
                     uint64_t root) {
    static const unsigned char beginning[12] = "\x89HDF\r\n\x1a\n\x02\x08\x08";
    memcpy(bytes, beginning, sizeof beginning);
    put(bytes + 12, LAYOUT_USER_BLOCK, 8);
    put(bytes + 20, extension, 8);
    put(bytes + 28, length, 8);
    put(bytes + 36, root, 8);
    put(bytes + 44, checksum(bytes, 44), 4);
}
