/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_dump.h: all that is in an array of MATLAB as lines of text, each number without loss, so that
 * it can be held against another program's. An array is a line
 *
 *     CLASS DIMS [complex]: NUMBER...
 *
 * where CLASS is as mat_class_name says, or "logical", and what is in it follows on lines of its
 * own. */
#ifndef BENCHMAT_TESTS_FORMATS_MAT_DUMP_H
#define BENCHMAT_TESTS_FORMATS_MAT_DUMP_H

#include <inttypes.h>
#include <stdio.h>

#include "formats/mat/mat_file.h"
#include "formats/files/source.h"

static inline void dump_number(FILE *to, enum mat_class class, const void *numbers, size_t i) {
    if (class == MAT_INT64)
        fprintf(to, " %" PRId64, ((const int64_t *)numbers)[i]);
    else if (class == MAT_UINT64)
        fprintf(to, " %" PRIu64, ((const uint64_t *)numbers)[i]);
    else
        fprintf(to, " %a", mat_number(&(struct mat_array){.class = class, .real = numbers}, i));
}

static inline void dump_numbers(FILE *to, const struct mat_array *a, enum mat_class class,
                                size_t count) {
    for (size_t i = 0; i < count; i++)
        dump_number(to, a->class == MAT_SPARSE && a->is_logical ? MAT_UINT8 : class, a->real, i);
    for (size_t i = 0; i < count && a->is_complex; i++)
        dump_number(to, class, a->imaginary, i);
}

static inline void dump_sparse(FILE *to, const struct mat_array *a) {
    for (size_t i = 0; i < a->stored; i++)
        fprintf(to, " %" PRIu32 ",%" PRIu32, a->rows[i], a->columns[i]);
    dump_numbers(to, a, MAT_DOUBLE, a->stored);
}

static inline void dump_array(FILE *to, const struct mat_array *a) {
    size_t items = a->class == MAT_CELL ? a->count : 0;
    fprintf(to, "%s", a->is_logical ? "logical" : mat_class_name(a->class));
    for (size_t i = 0; i < a->rank; i++)
        fprintf(to, "%c%zu", i ? 'x' : ' ', a->dims[i]);
    fprintf(to, "%s:", a->is_complex ? " complex" : "");
    if (a->class == MAT_SPARSE)
        dump_sparse(to, a);
    else if (a->class == MAT_CHAR)
        dump_numbers(to, a, MAT_UINT16, a->count);
    else if (mat_class_is_numeric(a->class))
        dump_numbers(to, a, a->class, a->count);
    if (a->class == MAT_STRUCT)
        items = a->count * a->field_count;
    for (size_t f = 0; a->class == MAT_STRUCT && f < a->field_count; f++)
        fprintf(to, " %s", a->fields[f]);
    fputc('\n', to);
    for (size_t i = 0; i < items; i++)
        dump_array(to, &a->items[i]);
}

/* A line "variable NAME", and the array; or "skipped NAME". 0, or the code of a failure. */
static inline int dump_next(FILE *to, struct mat_file *file, struct err *err) {
    struct mat_header header;
    struct mat_variable variable;
    int rc = mat_next(file, &header, err);
    if (rc <= 0)
        return rc;
    fprintf(to, "%s %s\n", header.skipped ? "skipped" : "variable", header.name);
    if (header.skipped)
        return 1;
    rc = mat_read(file, &header, &variable, err);
    if (rc)
        return rc;
    dump_array(to, &variable.array);
    mat_variable_release(&variable);
    return 1;
}

/* The LENGTH bytes at TEXT, as of a file called PATH. */
static inline int dump_memory(FILE *to, const char *path, const char *text, size_t length,
                              struct err *err) {
    struct mat_file file;
    int rc = mat_open(&file, path, text, length, 0, err);
    if (rc == 0)
        while ((rc = dump_next(to, &file, err)) > 0)
            ;
    mat_close(&file);
    return rc;
}

#endif
