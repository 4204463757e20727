/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_file.h: reads MAT-files of MATLAB's versions 4, 6 and 7, variable by variable or all at once
 * ("MAT-File Format", The MathWorks, R2023b).
 *
 * It reads both byte orders; all numeric classes, in whatever type the file stores their numbers;
 * and logical, char, complex, sparse, struct and cell arrays. It skips objects, function handles
 * and MATLAB's workspace of functions, and says what it skipped. Version 7.3 is HDF5 and is not
 * read here.
 *
 * Before it allocates anything, it checks every length against the data that is there, and memory
 * against a limit. Like SciPy, and unlike matio, it refuses a compressed variable with a wrong
 * checksum. The data of a variable must have exactly the length that the file states. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_FILE_H
#define BENCHMAT_FORMATS_MAT_MAT_FILE_H

#include <stddef.h>

#include "formats/mat/mat_array.h"
#include "formats/mat/mat_element.h"

struct mat_header {
    char name[MAT_MOST_NAME + 1];        /* "" for MATLAB's workspace of functions */
    char class_name[MAT_MOST_CLASS + 1]; /* of an object; "" if the file does not say it */
    enum mat_class class;
    int is_logical, is_complex, is_global;
    size_t rank, dims[MAT_MOST_DIMS];
    size_t count; /* product of DIMS */
    size_t bytes; /* bytes in memory, before numbers are converted */

    /* Why the variable cannot be read: "an object"; NULL if it can. Static. With class_name,
     * mat_words_object says more. */
    const char *skipped;

    /* Where the file has its data. */
    const unsigned char *place;
    size_t place_bytes;
    int is_compressed;
    uint32_t mopt; /* level 4 only: how it is stored (mat_level4.c) */
};

/* Sets COUNT to the product of the first RANK of DIMS. ERR_DAMAGED if it overflows. */
int mat_header_count(const struct mat_scan *scan, const size_t *dims, size_t rank, size_t *count);

/* Returns why a variable of CLASS cannot be read, or NULL if it can. The string is static. */
const char *mat_header_skipped(enum mat_class class);

/* Takes the flags, dimensions, name and, of an object, class with which an array of level 5
 * begins. */
int mat_header_take(const struct mat_scan *scan, struct mat_cursor *cursor,
                    struct mat_header *header);

/* --- variable by variable --- */

/* The default limit on memory: 1 GiB. */
#define MAT_USUAL_MEMORY ((size_t)1 << 30)

enum { MAT_MOST_VARIABLES = 20000 }; /* in a file; more are refused, also in version 7.3 */

struct mat_file {
    const char *path;
    const unsigned char *bytes, *end;
    int level;      /* 4 or 5 */
    int is_swapped; /* its byte order is not this machine's */
    char text[117]; /* text of the header without trailing blanks; "" for level 4 */
    struct mat_budget budget;
    struct mat_inflater *inflater;
    struct mat_cursor rest; /* the file after the last variable that mat_next returned */
    size_t number;          /* number of that variable, from 1 */
};

struct mat_variable {
    struct mat_array array;
    struct mat_memory memory; /* holds the array */
};

/* Returns whether the N bytes at HEAD can begin a MAT-file of level 4 or 5. */
int mat_recognises(const char *head, size_t n);

/* Opens the file whose N bytes are at BYTES. It borrows BYTES and PATH, which is for messages.
 * MEMORY limits the bytes of all variables that are in memory at the same time; 0:
 * MAT_USUAL_MEMORY. ERR_DAMAGED if it is not a MAT-file, or one of version 7.3 or of an unknown
 * version. Call mat_close even after a failure. */
int mat_open(struct mat_file *file, const char *path, const char *bytes, size_t n, size_t memory,
             struct err *err);
void mat_close(struct mat_file *file);

/* Reads the header of the next variable. Returns 1, 0 at the end of the file, or ERR_DAMAGED. A
 * caller need not read the variable before it calls this again. */
int mat_next(struct mat_file *file, struct mat_header *header, struct err *err);

/* Reads the variable of HEADER, which may be any header from mat_next, in any order. For a variable
 * that cannot be read (header->skipped), the array has only its class and dimensions. The array may
 * point into the file's bytes. Call mat_variable_release before mat_close; after a failure there is
 * nothing to release. */
int mat_read(struct mat_file *file, const struct mat_header *header, struct mat_variable *variable,
             struct err *err);
void mat_variable_release(struct mat_variable *variable);

/* --- all variables at once --- */

struct mat_loaded {
    struct mat_header header;
    struct mat_variable variable; /* empty if header.skipped */
};

/* The variables, in the order of the file. */
struct mat_load {
    struct mat_loaded *items;
    size_t count, room;
    struct mat_budget *budget;
};

/* Reads all remaining variables of FILE with at most THREADS threads. If THREADS is 0, it uses as
 * many as this process has CPUs, but only one per MiB of the file. If several threads fail, the
 * error is that of the first variable at fault. Call mat_load_release even after a failure, and
 * before mat_close. */
int mat_load(struct mat_file *file, size_t threads, struct mat_load *load, struct err *err);
void mat_load_release(struct mat_load *load);

#endif
