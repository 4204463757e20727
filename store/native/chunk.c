/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/native/chunk.h"

#include <endian.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER sizeof(uint64_t)

/* --- the checksum --- */

#define LANES 8
#define STEPS 360 /* as many sums of sums of words fit into 32 bits */

/* Sums over little-endian words. Swapping a word's bytes multiplies it by 256 modulo 65535;
 * `finish` does this once at the end. */
struct sums {
    uint64_t first, second;
};

static uint32_t finish(uint64_t sum, int is_zero) {
    uint32_t swapped = (uint32_t)(sum % 65535 * 256 % 65535);
    return swapped || is_zero ? swapped : 65535;
}

uint32_t chunk_checksum(const unsigned char *bytes, size_t size) {
    const unsigned char *all = bytes;
    size_t left = size, step = LANES * sizeof(uint16_t);
    struct sums s = {0, 0};
    while (left >= step) {
        size_t steps = left / step < STEPS ? left / step : STEPS;

        /* Appends `steps` * LANES words; each lane is summed by itself. */
        uint32_t first[LANES] = {0}, second[LANES] = {0};
        for (size_t k = 0; k < steps; k++) {
            uint16_t words[LANES];
            memcpy(words, bytes + k * sizeof words, sizeof words);
            for (size_t l = 0; l < LANES; l++) {
                first[l] += le16toh(words[l]);
                second[l] += first[l];
            }
        }
        s.second += s.first * (steps * LANES);
        for (size_t l = 0; l < LANES; l++) {
            s.first += first[l];
            s.second += (uint64_t)LANES * second[l] - (uint64_t)l * first[l];
        }
        s.first %= 65535;
        s.second %= 65535;

        bytes += steps * step;
        left -= steps * step;
    }
    for (; left; bytes += 2, left -= left > 1 ? 2 : 1) {
        uint16_t word = 0;
        memcpy(&word, bytes, left > 1 ? 2 : 1);
        s.first += le16toh(word);
        s.second += s.first;
    }
    int is_zero = size == 0 || (all[0] == 0 && memcmp(all, all + 1, size - 1) == 0);
    return finish(s.second, is_zero) << 16 | finish(s.first, is_zero);
}

/* --- byte order --- */

/* Plane k holds byte k of every number. */
static void unshuffle(const unsigned char *planes, unsigned char *restrict values, size_t count) {
    const unsigned char *p[NUMBER];
    for (size_t k = 0; k < NUMBER; k++)
        p[k] = planes + k * count;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < NUMBER; k++)
            values[i * NUMBER + k] = p[k][i];
}

/* --- decoding --- */

static const char no_memory[] = "there is no memory for a part of it";

static const char *prepare(struct chunk_room *room, size_t size) {
    if (!room->inflater)
        room->inflater = libdeflate_alloc_decompressor();
    if (room->size < size) {
        free(room->bytes);
        room->bytes = malloc(size);
        room->size = room->bytes ? size : 0;
    }
    return room->inflater && room->size >= size ? NULL : no_memory;
}

static const char *take_numbers(const unsigned char *bytes, size_t size, void *values,
                                size_t count) {
    if (size != count * NUMBER)
        return "a part of it is missing or damaged";
    memcpy(values, bytes, size);
    file_view_take_numbers(values, count);
    return NULL;
}

const char *chunk_decode(struct chunk_room *room, enum chunk_pipeline pipeline,
                         const unsigned char *stored, size_t size, void *values, size_t count) {
    if (pipeline == CHUNK_PLAIN)
        return take_numbers(stored, size, values, count);
    if (size <= CHUNK_CHECKSUM_BYTES)
        return "a part of it is missing or damaged";
    size -= CHUNK_CHECKSUM_BYTES;
    if (chunk_checksum(stored, size) != file_view_number(stored + size, CHUNK_CHECKSUM_BYTES))
        return "the checksum of a part of it is wrong";
    if (pipeline == CHUNK_DEFLATED) {
        const char *fault = prepare(room, count * NUMBER);
        if (fault)
            return fault;
        if (libdeflate_zlib_decompress(room->inflater, stored, size, room->bytes, count * NUMBER,
                                       NULL) != LIBDEFLATE_SUCCESS)
            return "a part of it cannot be inflated";
        unshuffle(room->bytes, values, count);
        file_view_take_numbers(values, count);
        return NULL;
    }
    return take_numbers(stored, size, values, count);
}

void chunk_room_release(struct chunk_room *room) {
    if (room->inflater)
        libdeflate_free_decompressor(room->inflater);
    free(room->bytes);
    *room = (struct chunk_room){0};
}

/* --- types and spaces --- */

/* The bytes of each type after its version and class. */
static const unsigned char integer_type[] = {8, 0, 0, 8, 0, 0, 0, 0, 0, 64, 0};
static const unsigned char real_type[] = {0x20, 63, 0,  8, 0,  0,   0, 0, 0, 64,
                                          0,    52, 11, 0, 52, 255, 3, 0, 0};

static const unsigned char text_type[] = {0, 0, 0, 2, 0, 0, 0, 0, 0, 16, 0};

static int is_type(const unsigned char *type, size_t size, int class, const unsigned char *rest,
                   size_t rest_size) {
    return size >= 1 + rest_size && (type[0] & 15) == class &&
           memcmp(type + 1, rest, rest_size) == 0;
}

int encoding_is_integer(const unsigned char *type, size_t size) {
    return is_type(type, size, ENCODING_INTEGER, integer_type, sizeof integer_type);
}

int encoding_is_character(const unsigned char *type, size_t size) {
    return is_type(type, size, ENCODING_INTEGER, text_type, sizeof text_type);
}

int encoding_is_real(const unsigned char *type, size_t size) {
    return is_type(type, size, ENCODING_REAL, real_type, sizeof real_type);
}

int encoding_space(struct cursor *c, hsize_t dims[ARRAY_MAX_RANK]) {
    unsigned version = (unsigned)cursor_number(c, 1), rank = (unsigned)cursor_number(c, 1);
    unsigned flags = (unsigned)cursor_number(c, 1), type = (unsigned)cursor_number(c, 1);
    if (c->failed || version != 2 || rank > ARRAY_MAX_RANK || flags > 1 || type > 1)
        return -1;
    for (unsigned i = 0; i < rank; i++)
        dims[i] = cursor_number(c, 8);
    return c->failed ? -1 : (int)rank;
}
