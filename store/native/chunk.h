/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chunk.h: decodes the chunks of our arrays from bytes of the file to numbers. Private.
 *
 * HDF5's own filters take several times as long: they inflate by zlib, copy between filters, and
 * compute the checksum byte by byte. The results are the same, bit for bit. */
#ifndef BENCHMAT_STORE_NATIVE_CHUNK_H
#define BENCHMAT_STORE_NATIVE_CHUNK_H

#include <stddef.h>
#include <stdint.h>

#include "store/hdf5/array.h"
#include "store/native/file_view.h"

/* The filters through which array.c writes numbers of 8 bytes each, little-endian in the file. */
enum chunk_pipeline {
    CHUNK_PLAIN,   /* no filters: what other tools have rewritten */
    CHUNK_CHECKED, /* a checksum at the end */
    CHUNK_DEFLATED /* bytes sorted by significance, deflated, with a checksum at the end */
};

#define CHUNK_CHECKSUM_BYTES ((size_t)4)

/* Working memory for decoding any number of chunks, one after the other. Zero-initialised is
 * ready. */
struct chunk_room {
    void *inflater;
    unsigned char *bytes;
    size_t size;
};

/* Decodes a chunk of SIZE bytes into COUNT numbers. Returns NULL, or what is wrong with the chunk;
 * then VALUES is undefined. The caller must limit COUNT. */
const char *chunk_decode(struct chunk_room *room, enum chunk_pipeline pipeline,
                         const unsigned char *stored, size_t size, void *values, size_t count);

void chunk_room_release(struct chunk_room *room);

/* The checksum of HDF5's filter 3: J. G. Fletcher, An arithmetic checksum for serial transmissions,
 * IEEE Transactions on Communications 30 (1982), pages 247 to 252, over words of 16 bits, the more
 * significant byte first; an odd last byte is the more significant byte of a word. A sum of 0
 * modulo 65535 is written as 65535 unless all words are 0. */
uint32_t chunk_checksum(const unsigned char *bytes, size_t size);

/* --- types and spaces --- */

/* How HDF5 encodes types and spaces (dimensions). Private. */

/* Classes of types: the lower half of a type's first byte. */
enum { ENCODING_INTEGER = 0, ENCODING_REAL = 1, ENCODING_TEXT = 3 };

/* Whether the SIZE bytes at TYPE encode little-endian int64_t, double, or uint16_t. */
int encoding_is_integer(const unsigned char *type, size_t size);
int encoding_is_real(const unsigned char *type, size_t size);
int encoding_is_character(const unsigned char *type, size_t size);

/* Takes a space and returns its rank, 0 for a single value; -1 for any other kind of space. */
int encoding_space(struct cursor *cursor, hsize_t dims[ARRAY_MAX_RANK]);

#endif
