/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_file.h: a MAT-file of MATLAB's versions 4, 6 or 7, variable by variable. ("MAT-File Format",
 * The MathWorks, R2023b.)
 *
 * Both byte orders, all numeric classes in whatever type their numbers are stored, logical, char,
 * complex, sparse, struct and cell arrays are read. Objects, function handles and MATLAB's
 * workspace of functions are stepped over, and named. Version 7.3 is HDF5, which is another matter.
 *
 * Every length is held against what is there, and memory against a limit, before anything is
 * allocated. A compressed variable whose checksum is wrong is refused, as SciPy does and matio does
 * not. What a file has of a variable must be just what it says: no number more, none less. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_FILE_H
#define BENCHMAT_FORMATS_MAT_MAT_FILE_H

#include "formats/mat/mat_array.h"
#include "formats/mat/mat_header.h"
#include "formats/mat/mat_inflate.h"
#include "formats/mat/mat_memory.h"

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
/* The same by an INFLATER of the caller's, so that several threads can read at the same time. */
int mat_read_by(struct mat_file *file, struct mat_inflater *inflater,
                const struct mat_header *header, struct mat_variable *variable, struct err *err);
void mat_variable_release(struct mat_variable *variable);

#endif
