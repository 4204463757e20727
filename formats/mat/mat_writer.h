/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_writer.h: MAT-files of level 5: uncompressed as MATLAB's v6, or compressed as its v7. They
 * have the byte order of this machine; the same arrays always give the same bytes. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_WRITER_H
#define BENCHMAT_FORMATS_MAT_MAT_WRITER_H

#include <stdio.h>

#include "formats/text/err.h"
#include "formats/mat/mat_array.h"

enum mat_version { MAT_V6, MAT_V7 };

struct libdeflate_compressor;

struct mat_writer {
    FILE *file; /* borrowed; whoever closes it looks for errors */
    enum mat_version version;
    struct libdeflate_compressor *compressor;
};

/* Writes the header. TEXT says what the file is, behind "MATLAB 5.0 MAT-file, "; what is over 116
 * bytes altogether is cut. ERR_FAILED: no memory. To be given to mat_writer_end in any case. */
int mat_writer_begin(struct mat_writer *writer, FILE *file, enum mat_version version,
                     const char *text, struct err *err);

/* Writes a variable. NAME is to be an identifier (identifiers.h). Numeric, logical, char, struct
 * and cell arrays can be written. ERR_USAGE: it would take 2 GiB or more, which readers of level 5
 * do not take; ERR_FAILED: no memory. */
int mat_writer_add(struct mat_writer *writer, const char *name, const struct mat_array *array,
                   struct err *err);

void mat_writer_end(struct mat_writer *writer);

#endif
