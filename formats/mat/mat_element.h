/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_element.h: the data elements that MAT-files of level 5 are made of ("MAT-File Format", The
 * MathWorks, R2023b, pages 1-8 to 1-12): a tag with type and length, then data, padded to 8 bytes.
 */
#ifndef BENCHMAT_FORMATS_MAT_MAT_ELEMENT_H
#define BENCHMAT_FORMATS_MAT_MAT_ELEMENT_H

#include <stddef.h>
#include <stdint.h>

#include "formats/mat/mat_array.h"
#include "formats/text/err.h"

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

/* --- mat number --- */

/* Numbers as files store them, made those that an array has. A file may store numbers
 * in any type that holds their values: doubles as bytes. */

/* Bytes of a number stored as that type; 0 where it is none of numbers. */
size_t mat_type_bytes(uint32_t type);

/* The COUNT numbers of ELEMENT as those of CLASS, a numeric one; in NUMBERS, valid as long as both
 * the element's data and the scan's memory, and in place of a copy the data themselves where they
 * will do. What CLASS does not hold becomes the nearest that it does, NaN 0. ERR_DAMAGED unless
 * there are just as many. */
int mat_numbers(const struct mat_scan *scan, const struct mat_element *element,
                enum mat_class class, size_t count, const void **numbers);

/* The same as 1 for what is not 0. */
int mat_logicals(const struct mat_scan *scan, const struct mat_element *element, size_t count,
                 const void **numbers);

/* --- mat characters --- */

/* Characters as files store them, in any of five encodings, made units of UTF-16.
 */

/* The units of ELEMENT, which is to have *COUNT of them. Bytes (INT8, UINT8) are Latin-1, whose
 * first half is ASCII; what is malformed becomes U+FFFD. No data at all are blanks, as in files
 * that real programs wrote; more characters than *COUNT are left out. *COUNT grows where each
 * character beyond U+FFFF, of which there are two units, was counted once. ERR_DAMAGED: there are
 * fewer. */
int mat_characters(const struct mat_scan *scan, const struct mat_element *element, size_t *count,
                   const uint16_t **units);

#endif
