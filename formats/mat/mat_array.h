/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_array.h: arrays of MATLAB in memory, as MAT-files of the levels 4 and 5 hold them ("MAT-File
 * Format", The MathWorks, R2023b). Elements stand in MATLAB's order: the first dimension varies
 * fastest. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_ARRAY_H
#define BENCHMAT_FORMATS_MAT_MAT_ARRAY_H

#include <stddef.h>
#include <stdint.h>

enum {
    MAT_MOST_DIMS = 32,  /* of an array; more are refused */
    MAT_MOST_DEPTH = 32, /* of arrays within arrays */
    MAT_MOST_NAME = 512, /* bytes of a variable's name */
};

/* As they are numbered in files. */
enum mat_class {
    MAT_CELL = 1,
    MAT_STRUCT,
    MAT_OBJECT,
    MAT_CHAR,
    MAT_SPARSE,
    MAT_DOUBLE,
    MAT_SINGLE,
    MAT_INT8,
    MAT_UINT8,
    MAT_INT16,
    MAT_UINT16,
    MAT_INT32,
    MAT_UINT32,
    MAT_INT64,
    MAT_UINT64,
    MAT_FUNCTION,
    MAT_OPAQUE,
    MAT_CLASSES
};

struct mat_array {
    enum mat_class class;
    int is_logical, is_complex;
    size_t rank; /* at least 2; 0 where dimensions are unknown: MAT_OPAQUE */
    const size_t *dims;
    size_t count; /* their product */

    /* Numbers: COUNT, or of a sparse array STORED, of the class's C type; of logical arrays
     * uint8_t, 0 or 1; of other sparse arrays double; of MAT_CHAR uint16_t, units of UTF-16.
     * IMAGINARY is NULL where the array is not complex. */
    const void *real, *imaginary;

    /* MAT_SPARSE: where the stored numbers stand, from 0. */
    size_t stored;
    const uint32_t *rows, *columns;

    /* MAT_STRUCT: field F of element I is items[I * field_count + F]; names may be there twice.
     * MAT_CELL: items[COUNT]. Objects, functions and opaque ones have none of this. */
    size_t field_count;
    const char *const *fields;
    const struct mat_array *items;
};

/* "double", "cell", ...; "unknown" outside the enum. Static. */
const char *mat_class_name(enum mat_class class);
/* Bytes of a number, or unit, of that class; 0 where it has none. */
size_t mat_class_bytes(enum mat_class class);
/* Whether elements are numbers, other than sparse ones. */
int mat_class_is_numeric(enum mat_class class);

/* Whether it is a full array of real numbers, no logical one. */
int mat_is_real(const struct mat_array *array);
/* Number I of such an array. */
double mat_number(const struct mat_array *array, size_t i);

/* The field of that NAME, the first of them, of a struct of one element; NULL where it has none, or
 * ARRAY (which may be NULL) is no such struct. */
const struct mat_array *mat_field(const struct mat_array *array, const char *name);

/* The text of an array of characters that has one row, or none, as UTF-8 to be freed; NULL where
 * ARRAY, which may be NULL, is none, or there is no memory. */
char *mat_text(const struct mat_array *array);

#endif
