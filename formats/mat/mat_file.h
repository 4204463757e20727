/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_file.h: what a MAT-file says of a variable before its data. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_FILE_H
#define BENCHMAT_FORMATS_MAT_MAT_FILE_H

#include <stddef.h>

#include "formats/mat/mat_array.h"
#include "formats/mat/mat_element.h"

struct mat_header {
    char name[MAT_MOST_NAME + 1]; /* "" of MATLAB's workspace of functions */
    enum mat_class class;
    int is_logical, is_complex, is_global;
    size_t rank, dims[MAT_MOST_DIMS];
    size_t count; /* the product of DIMS */
    size_t bytes; /* in memory, before numbers are converted */

    /* NULL, or why there is nothing in it that could be read: "an object". Static. */
    const char *skipped;

    /* Where it lies. */
    const unsigned char *place;
    size_t place_bytes;
    int is_compressed;
    uint32_t mopt; /* of level 4: how it is stored */
};

/* The product of the first RANK of DIMS in COUNT. ERR_DAMAGED where it is no size. */
int mat_header_count(const struct mat_scan *scan, const size_t *dims, size_t rank, size_t *count);

/* Why a variable of that CLASS cannot be read; NULL where it can. */
const char *mat_header_skipped(enum mat_class class);

/* Takes flags, dimensions and name, which an array of level 5 begins with. */
int mat_header_take(const struct mat_scan *scan, struct mat_cursor *cursor,
                    struct mat_header *header);

/* --- mat file --- */

/* A MAT-file of MATLAB's versions 4, 6 or 7, variable by variable. ("MAT-File Format",
 * The MathWorks, R2023b.)
 *
 * Both byte orders, all numeric classes in whatever type their numbers are stored, logical, char,
 * complex, sparse, struct and cell arrays are read. Objects, function handles and MATLAB's
 * workspace of functions are stepped over, and named. Version 7.3 is HDF5, which is another matter.
 *
 * Every length is held against what is there, and memory against a limit, before anything is
 * allocated. A compressed variable whose checksum is wrong is refused, as SciPy does and matio does
 * not. What a file has of a variable must be just what it says: no number more, none less. */

/* What is read into, unless somebody says otherwise: 1 GiB. */
#define MAT_USUAL_MEMORY ((size_t)1 << 30)

struct mat_file {
    const char *path;
    const unsigned char *bytes, *end;
    int level;      /* 4 or 5 */
    int is_swapped; /* it has the other byte order than this machine */
    char text[117]; /* of the header, without blanks at its end; "" of level 4 */
    struct mat_budget budget;
    struct mat_inflater *inflater;
    struct mat_cursor rest; /* after the variable whose header was given last */
    size_t number;          /* of that variable, from 1 */
};

struct mat_variable {
    struct mat_array array;
    struct mat_memory memory; /* what it consists of */
};

/* Whether the N bytes at HEAD are the beginning of such a file. */
int mat_recognises(const char *head, size_t n);

/* The file that is in the N BYTES, which are borrowed, as is PATH, which is for messages. MEMORY is
 * the limit in bytes for all variables at a time; 0: MAT_USUAL_MEMORY. ERR_DAMAGED: it is none, or
 * of version 7.3. To be given to mat_close in any case. */
int mat_open(struct mat_file *file, const char *path, const char *bytes, size_t n, size_t memory,
             struct err *err);
void mat_close(struct mat_file *file);

/* The header of the next variable: 1; 0 at the end; ERR_DAMAGED. A variable that is not read is
 * stepped over. */
int mat_next(struct mat_file *file, struct mat_header *header, struct err *err);

/* Reads the variable of HEADER: any that mat_next gave, in any order. The data may be in the file's
 * bytes. Of one that is to be skipped, only class and dimensions. To be given to
 * mat_variable_release before mat_close; there is nothing to release after a failure. */
int mat_read(struct mat_file *file, const struct mat_header *header, struct mat_variable *variable,
             struct err *err);
void mat_variable_release(struct mat_variable *variable);

/* --- mat load --- */

/* All variables of a MAT-file at once, by as many threads as there are CPUs. */

struct mat_loaded {
    struct mat_header header;
    struct mat_variable variable; /* empty where header.skipped */
};

/* In the order of the file. */
struct mat_load {
    struct mat_loaded *items;
    size_t count, room;
    struct mat_budget *budget;
};

/* Reads the rest of FILE, in at most THREADS; 0: as many as this process has CPUs, if the file is
 * large enough to be worth it. Whichever of them fails, the error is that of the first variable
 * that is at fault. To be given to mat_load_release, in any case and before mat_close. */
int mat_load(struct mat_file *file, size_t threads, struct mat_load *load, struct err *err);
void mat_load_release(struct mat_load *load);

#endif
