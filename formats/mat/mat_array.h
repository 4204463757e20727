/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_array.h: MATLAB arrays in memory, as MAT-files of levels 4 and 5 store them ("MAT-File
 * Format", The MathWorks, R2023b), and functions to read, build and print them. Elements are in
 * MATLAB's order: the first dimension varies fastest. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_ARRAY_H
#define BENCHMAT_FORMATS_MAT_MAT_ARRAY_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/model/identifiers.h"

enum {
    MAT_MOST_DIMS = 32,   /* most dimensions of an array; more are refused */
    MAT_MOST_DEPTH = 32,  /* most levels of arrays within arrays */
    MAT_MOST_NAME = 512,  /* most bytes of a variable's name */
    MAT_MOST_CLASS = 128, /* most bytes of the name of an object's class that are kept */
};

/* Numbered as in MAT-files. */
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
    size_t rank; /* at least 2; 0 for MAT_OPAQUE, whose dimensions are unknown */
    const size_t *dims;
    size_t count; /* product of DIMS */

    /* The numbers: COUNT of them, or STORED for a sparse array. Their type is the C type of the
     * class, except: uint8_t, 0 or 1, for logical arrays; double for other sparse arrays; uint16_t,
     * a UTF-16 unit, for MAT_CHAR. IMAGINARY is NULL unless the array is complex. */
    const void *real, *imaginary;

    /* MAT_SPARSE: row and column of each stored number, from 0. */
    size_t stored;
    const uint32_t *rows, *columns;

    /* MAT_STRUCT: field F of element I is items[I * field_count + F]; two fields may have the same
     * name. MAT_CELL: items[COUNT]. MAT_OBJECT, MAT_FUNCTION and MAT_OPAQUE have neither fields nor
     * items. */
    size_t field_count;
    const char *const *fields;
    const struct mat_array *items;

    /* MAT_OBJECT and MAT_OPAQUE: what the file calls their class, "table"; NULL if it does not. */
    const char *class_name;
};

/* Returns "double", "cell", ...; "unknown" outside the enum. The string is static. */
const char *mat_class_name(enum mat_class class);
/* Returns the bytes of a number, or a UTF-16 unit, of CLASS; 0 for other classes. */
size_t mat_class_bytes(enum mat_class class);
/* Returns whether the elements of CLASS are numbers; 0 for MAT_SPARSE. */
int mat_class_is_numeric(enum mat_class class);

/* Returns whether ARRAY is a full array of real numbers, and not logical. */
int mat_is_real(const struct mat_array *array);
/* Returns number I of a full array of numbers, or its real part. A logical array must be of class
 * MAT_UINT8. */
double mat_number(const struct mat_array *array, size_t i);

/* Returns the first field called NAME of a struct array of one element. Returns NULL if there is no
 * such field, or if ARRAY is NULL or not such a struct. */
const struct mat_array *mat_field(const struct mat_array *array, const char *name);

/* Finds fields of one struct array, each as fast however many there are. */
struct mat_index {
    const struct mat_array *array;

    /* private */
    struct slots names;
};

/* ARRAY may be anything that mat_field takes. Returns 0 if memory runs out; the caller calls
 * mat_index_end either way. */
int mat_index_begin(struct mat_index *index, const struct mat_array *array);
/* Returns what mat_field returns. */
const struct mat_array *mat_index_field(const struct mat_index *index, const char *name);
void mat_index_end(struct mat_index *index);

/* Returns the text of a char array with at most one row, as UTF-8, which the caller must free.
 * Returns NULL if ARRAY is NULL or another kind of array, or if memory runs out. */
char *mat_text(const struct mat_array *array);

/* --- memory --- */

/* Memory that is handed out in pieces, up to a limit, and released all at once.
 *
 * A MAT-file may lie about its size. Therefore all data that is read from one goes into this
 * memory, and the limit covers all variables that are in memory at the same time, whichever thread
 * reads them. */

/* The limit and its use, in bytes; threads may share it. */
struct mat_budget {
    atomic_size_t used;
    size_t limit;
};

/* Takes BYTES from the budget. Returns 0, and takes nothing, if fewer are left. */
int mat_budget_take(struct mat_budget *budget, size_t bytes);
void mat_budget_give(struct mat_budget *budget, size_t bytes);

struct mat_block;

/* Zero-initialise it, except for the budget. Only one thread at a time may use it. */
struct mat_memory {
    struct mat_budget *budget;
    struct mat_block *blocks;
    char *at;        /* free space in the newest block of small pieces */
    size_t left;     /* bytes free at AT */
    int is_past_end; /* the budget, rather than the machine's memory, ran out */
};

/* Returns COUNT * SIZE bytes, uninitialised, aligned for any type. Returns NULL if the budget or
 * the machine has no more memory, or if the product overflows. */
void *mat_memory_take(struct mat_memory *memory, size_t count, size_t size);

/* Releases everything that was taken. */
void mat_memory_release(struct mat_memory *memory);

/* --- building arrays --- */

/* Builds MATLAB arrays to be written to a file.
 *
 * The functions remember that memory ran out, so that the caller need not check each call. */

/* The memory of the arrays that are built. Call mat_build_begin first; do not move or copy it
 * afterwards. */
struct mat_build {
    struct mat_budget budget;
    struct mat_memory memory;
    int has_failed; /* memory ran out: do not write the arrays */
};

void mat_build_begin(struct mat_build *build);
void mat_build_release(struct mat_build *build);

/* Returns a full array with RANK dimensions DIMS. Like MATLAB, it drops trailing dimensions of 1
 * after the second. The array borrows NUMBERS, which are of CLASS. */
struct mat_array mat_build_numbers(struct mat_build *build, enum mat_class class,
                                   const void *numbers, const size_t *dims, size_t rank);
/* Return a 1 x 1 array. */
struct mat_array mat_build_real(struct mat_build *build, double value);
struct mat_array mat_build_integer(struct mat_build *build, int64_t value);
/* Returns a row of characters; TEXT is UTF-8. */
struct mat_array mat_build_text(struct mat_build *build, const char *text);

/* The fields of a struct or the variables of a file. Zero-initialised: none. */
struct mat_fields {
    struct identifiers names;
    struct mat_array *items; /* class 0 for a name that is only reserved */
    size_t room;
};

/* Adds ITEM under an identifier made from TRUE_NAME (identifiers.h). Returns the identifier, or
 * NULL if memory runs out. */
const char *mat_fields_add(struct mat_build *build, struct mat_fields *fields,
                           const char *true_name, struct mat_array item);
/* Reserves the identifier for TRUE_NAME. The field is omitted unless its item is set later. */
const char *mat_fields_reserve(struct mat_build *build, struct mat_fields *fields,
                               const char *true_name);

/* Returns a struct array of one element with FIELDS, and releases FIELDS. */
struct mat_array mat_fields_end(struct mat_build *build, struct mat_fields *fields);
void mat_fields_release(struct mat_fields *fields);

/* --- arrays as text --- */

/* The most numbers that mat_words writes. */
enum { MAT_WORDS_MOST = 1000 };

/* Returns a matrix of at most MAT_WORDS_MOST real or logical numbers in MATLAB's notation, "[1 2.5;
 * 3 NaN]", with enough digits to read back as the same doubles. The caller must free it. Returns
 * NULL for any other array, or if memory runs out. */
char *mat_words(const struct mat_array *array);

/* Appends "NAME (WHY)" to LIST, which is NULL or allocated; the caller must free it. A list that
 * would exceed MAT_WORDS_LIST bytes ends in "..." and does not grow any more. Returns 0, with LIST
 * unchanged, if memory runs out. */
enum { MAT_WORDS_LIST = 4000 };
int mat_words_list(char **list, const char *name, const char *why);

/* Returns the class and dimensions of ARRAY: "complex double, 2x2"; of an object called NAME, what
 * mat_words_object says. The caller must free it. Returns NULL if memory runs out. */
char *mat_words_kind(const struct mat_array *array, const char *name);

/* Returns what an object NAME of CLASS_NAME is and, where MATLAB has one, the expression that makes
 * what can be read of it: "a string; in MATLAB: cellstr(NAME)". "an object" if CLASS_NAME is NULL
 * or "". The caller must free it. Returns NULL if memory runs out. */
char *mat_words_object(const char *class_name, const char *name);

#endif
