/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_writer.h: writes MAT-files of level 5: uncompressed like MATLAB's v6, or compressed like its
 * v7. Files have the byte order of this machine. The same arrays always give the same bytes. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_WRITER_H
#define BENCHMAT_FORMATS_MAT_MAT_WRITER_H

#include <stdio.h>

#include "formats/text/err.h"
#include "formats/mat/mat_array.h"

enum mat_version { MAT_V6, MAT_V7 };

struct libdeflate_compressor;

struct mat_writer {
    FILE *file; /* borrowed; the caller that closes it checks for errors */
    enum mat_version version;
    struct libdeflate_compressor *compressor;
};

/* Writes the header. TEXT describes the file and follows "MATLAB 5.0 MAT-file, "; both together are
 * cut to 116 bytes. ERR_FAILED if memory runs out. Call mat_writer_end even after a failure. */
int mat_writer_begin(struct mat_writer *writer, FILE *file, enum mat_version version,
                     const char *text, struct err *err);

/* Writes a variable. NAME must be an identifier (identifiers.h). ARRAY may be a numeric, logical,
 * char, struct or cell array. ERR_USAGE if it would take 2 GiB or more, which readers of level 5 do
 * not accept; ERR_FAILED if memory runs out. */
int mat_writer_add(struct mat_writer *writer, const char *name, const struct mat_array *array,
                   struct err *err);

void mat_writer_end(struct mat_writer *writer);

#endif
