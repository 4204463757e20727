/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_element.h: reads the data elements of which MAT-files of level 5 consist ("MAT-File Format",
 * The MathWorks, R2023b, pages 1-8 to 1-12): a tag with type and length, then data, padded to 8
 * bytes. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_ELEMENT_H
#define BENCHMAT_FORMATS_MAT_MAT_ELEMENT_H

#include <stddef.h>
#include <stdint.h>

#include "formats/mat/mat_array.h"
#include "formats/text/err.h"

/* How a file stores data; independent of the class of the array. */
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

/* A variable that is being read. */
struct mat_scan {
    const char *path, *name; /* of the file and of the variable, for messages */
    int is_swapped;          /* the file's byte order is not this machine's */
    struct mat_memory *memory;
    struct err *err;
};

/* The part of a variable or file that has not been read yet. */
struct mat_cursor {
    const unsigned char *at, *end;
};

struct mat_element {
    uint32_t type;
    size_t bytes;
    const unsigned char *data; /* BYTES bytes */
};

/* Takes an element and its padding, which may be missing at the end of the data. ERR_DAMAGED if
 * there is no element, or only part of one. */
int mat_element_take(const struct mat_scan *scan, struct mat_cursor *cursor,
                     struct mat_element *element);

/* Returns the 32-bit number at AT, which is in the file's byte order. */
uint32_t mat_element_uint32(const unsigned char *at, int is_swapped);

/* Sets the error to "PATH: variable NAME: " and the formatted message. Returns ERR_DAMAGED. */
int mat_refuse(const struct mat_scan *scan, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sets the error for a failed allocation from scan->memory. Returns ERR_DAMAGED, with a message
 * that names --memory, if the budget ran out, otherwise ERR_FAILED. */
int mat_refuse_memory(const struct mat_scan *scan);

/* --- numbers --- */

/* Converts numbers from the type that the file uses to the type of the array. A file may use any
 * type that can hold the values: bytes for doubles, for example. */

/* Returns the bytes of a number stored as TYPE; 0 if TYPE is not a type of numbers. */
size_t mat_type_bytes(uint32_t type);

/* Sets NUMBERS to the COUNT numbers of ELEMENT, converted to CLASS, which must be numeric. NUMBERS
 * points into the element's data if no conversion is needed, otherwise to a copy in the scan's
 * memory; it is valid as long as both. A value that CLASS cannot hold becomes the nearest one that
 * it can; NaN becomes 0 in integer classes. ERR_DAMAGED unless the element has exactly COUNT
 * numbers. */
int mat_numbers(const struct mat_scan *scan, const struct mat_element *element,
                enum mat_class class, size_t count, const void **numbers);

/* The same for logical arrays: 1 for every number that is not 0. */
int mat_logicals(const struct mat_scan *scan, const struct mat_element *element, size_t count,
                 const void **numbers);

/* --- characters --- */

/* Converts characters from any of the five encodings that files use to UTF-16. */

/* Sets UNITS to the UTF-16 units of ELEMENT, which should have *COUNT characters.
 *  - Bytes (INT8, UINT8) are Latin-1, whose first half is ASCII.
 *  - Malformed characters become U+FFFD.
 *  - An element without data gives *COUNT blanks, because some real programs write such files.
 *  - Characters after the first *COUNT are dropped.
 *  - *COUNT grows if the file counted characters beyond U+FFFF, which have two units, once.
 *  - ERR_DAMAGED if there are fewer than *COUNT. */
int mat_characters(const struct mat_scan *scan, const struct mat_element *element, size_t *count,
                   const uint16_t **units);

#endif
