/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_element.h: the data elements that MAT-files of level 5 are made of ("MAT-File Format", The
 * MathWorks, R2023b, pages 1-8 to 1-12): a tag with type and length, then data, padded to 8 bytes.
 */
#ifndef BENCHMAT_FORMATS_MAT_MAT_ELEMENT_H
#define BENCHMAT_FORMATS_MAT_MAT_ELEMENT_H

#include <stddef.h>
#include <stdint.h>

#include "formats/text/err.h"
#include "formats/mat/mat_memory.h"

/* How data are stored, whatever the class of the array. */
enum mat_type {
    MAT_TYPE_INT8 = 1,
    MAT_TYPE_UINT8 = 2,
    MAT_TYPE_INT16 = 3,
    MAT_TYPE_UINT16 = 4,
    MAT_TYPE_INT32 = 5,
    MAT_TYPE_UINT32 = 6,
    MAT_TYPE_SINGLE = 7,
    MAT_TYPE_DOUBLE = 9,
    MAT_TYPE_INT64 = 12,
    MAT_TYPE_UINT64 = 13,
    MAT_TYPE_MATRIX = 14,
    MAT_TYPE_COMPRESSED = 15,
    MAT_TYPE_UTF8 = 16,
    MAT_TYPE_UTF16 = 17,
    MAT_TYPE_UTF32 = 18,
};

/* One variable that is being read. */
struct mat_scan {
    const char *path, *name; /* of the file and the variable, for messages */
    int is_swapped;          /* the file has the other byte order than this machine */
    struct mat_memory *memory;
    struct err *err;
};

/* What is still to be read of it. */
struct mat_cursor {
    const unsigned char *at, *end;
};

struct mat_element {
    uint32_t type;
    size_t bytes;
    const unsigned char *data; /* BYTES of them are there */
};

/* Takes an element and its padding, which may be missing at the very end. ERR_DAMAGED where there
 * is none, or not all of it. */
int mat_element_take(const struct mat_scan *scan, struct mat_cursor *cursor,
                     struct mat_element *element);

/* The 32-bit number, of the file's byte order, at those 4 bytes. */
uint32_t mat_element_uint32(const unsigned char *at, int is_swapped);

/* ERR_DAMAGED: "PATH: variable NAME: " and that. */
int mat_refuse(const struct mat_scan *scan, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* What to say when scan->memory gave nothing: ERR_DAMAGED, naming --memory, when its budget is
 * exhausted, else ERR_FAILED. */
int mat_refuse_memory(const struct mat_scan *scan);

#endif
