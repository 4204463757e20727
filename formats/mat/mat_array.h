/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_array.h: arrays of MATLAB in memory, as MAT-files of the levels 4 and 5 hold them ("MAT-File
 * Format", The MathWorks, R2023b). Elements stand in MATLAB's order: the first dimension varies
 * fastest. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_ARRAY_H
#define BENCHMAT_FORMATS_MAT_MAT_ARRAY_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/text/identifiers.h"

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

/* --- mat memory --- */

/* Memory that is handed out bit by bit, up to a limit, and given back at once.
 *
 * What a MAT-file says of its own size is not to be believed. So all that is read into comes from
 * here, and the limit holds for all variables that are in memory at the same time, whichever thread
 * reads them. */

/* What may be taken altogether. */
struct mat_budget {
    atomic_size_t used;
    size_t limit;
};

/* Takes BYTES from the budget; whether there were as many. */
int mat_budget_take(struct mat_budget *budget, size_t bytes);
void mat_budget_give(struct mat_budget *budget, size_t bytes);

struct mat_block;

/* Zero-initialised but for the budget. For one thread at a time. */
struct mat_memory {
    struct mat_budget *budget;
    struct mat_block *blocks;
    char *at;        /* in the newest block of small pieces, */
    size_t left;     /* which has so many bytes left */
    int is_past_end; /* the budget is exhausted, as opposed to the machine */
};

/* COUNT times SIZE bytes, not cleared, aligned for anything; NULL when the budget or the machine
 * has no more, or the product is no size. */
void *mat_memory_take(struct mat_memory *memory, size_t count, size_t size);

/* Gives back all that was taken. */
void mat_memory_release(struct mat_memory *memory);

/* --- mat build --- */

/* Arrays of MATLAB made to be written.
 *
 * So that they can be made without a check on every line, running out of memory is remembered. */

/* What they consist of. Begun by mat_build_begin; not to be moved. */
struct mat_build {
    struct mat_budget budget;
    struct mat_memory memory;
    int has_failed; /* memory ran out: what was made is not to be written */
};

void mat_build_begin(struct mat_build *build);
void mat_build_release(struct mat_build *build);

/* A full array of DIMS, as many as RANK; dimensions of 1 behind the second are left out, as MATLAB
 * does. NUMBERS, of CLASS, are borrowed. */
struct mat_array mat_build_numbers(struct mat_build *build, enum mat_class class,
                                   const void *numbers, const size_t *dims, size_t rank);
/* A single number. */
struct mat_array mat_build_real(struct mat_build *build, double value);
struct mat_array mat_build_integer(struct mat_build *build, int64_t value);
/* A row of characters, of UTF-8. */
struct mat_array mat_build_text(struct mat_build *build, const char *text);

/* The fields of a struct, or the variables of a file. Zero-initialised is none. */
struct mat_fields {
    struct identifiers names;
    struct mat_array *items; /* of class 0 where the name is only reserved */
    size_t room;
};

/* Adds ITEM under the identifier for TRUE_NAME, which is returned; NULL when memory ran out. */
const char *mat_fields_add(struct mat_build *build, struct mat_fields *fields,
                           const char *true_name, struct mat_array item);
/* Reserves the identifier for TRUE_NAME; no field comes of it unless its item is set. */
const char *mat_fields_reserve(struct mat_build *build, struct mat_fields *fields,
                               const char *true_name);

/* A struct of one element with FIELDS, which are released. */
struct mat_array mat_fields_end(struct mat_build *build, struct mat_fields *fields);
void mat_fields_release(struct mat_fields *fields);

/* --- mat words --- */

/* Arrays of MATLAB as a line of text. */

/* More numbers are no line. */
enum { MAT_WORDS_MOST = 1000 };

/* A matrix of at most that many real numbers, or logical ones, as MATLAB reads it: "[1 2.5; 3
 * NaN]", with digits that read back as the same doubles. To be freed; NULL where ARRAY is another,
 * or there is no memory. */
char *mat_words(const struct mat_array *array);

/* Adds "NAME (WHY)" to LIST, which is NULL or to be freed; one of more than MAT_WORDS_LIST bytes
 * ends in "..." and stays as it is. Returns 0 without memory; then LIST is as it was. */
enum { MAT_WORDS_LIST = 4000 };
int mat_words_list(char **list, const char *name, const char *why);

/* What kind of array it is: "complex double, 2x2". To be freed; NULL without memory. */
char *mat_words_kind(const struct mat_array *array);

#endif
