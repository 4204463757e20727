/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat/mat_header.h"

#include <string.h>

#include "formats/text/utf8.h"

enum { COMPLEX = 1 << 11, GLOBAL = 1 << 10, LOGICAL = 1 << 9 };

int mat_header_count(const struct mat_scan *scan, const size_t *dims, size_t rank, size_t *count) {
    int is_empty = 0;
    *count = 1;
    for (size_t i = 0; i < rank; i++)
        is_empty |= dims[i] == 0;
    for (size_t i = 0; i < rank && !is_empty; i++)
        if (__builtin_mul_overflow(*count, dims[i], count) || *count > PTRDIFF_MAX)
            return mat_refuse(scan, "the product of its dimensions is no size");
    if (is_empty)
        *count = 0;
    return 0;
}

const char *mat_header_skipped(enum mat_class class) {
    static const char *const skipped[MAT_CLASSES] = {
        [MAT_OBJECT] = "an object",
        [MAT_FUNCTION] = "a function handle",
        [MAT_OPAQUE] = "an object of a newer class",
    };
    return skipped[class];
}

static int take_flags(const struct mat_scan *scan, struct mat_cursor *cursor,
                      struct mat_header *header) {
    struct mat_element flags;
    int rc = mat_element_take(scan, cursor, &flags);
    if (rc)
        return rc;
    if (flags.type != MAT_TYPE_UINT32 || flags.bytes != 8)
        return mat_refuse(scan, "it does not begin with an array's flags");
    uint32_t word = mat_element_uint32(flags.data, scan->is_swapped);
    header->class = word & 0xff;
    header->is_complex = (word & COMPLEX) != 0;
    header->is_global = (word & GLOBAL) != 0;
    header->is_logical = (word & LOGICAL) != 0;
    if (header->class < MAT_CELL || header->class >= MAT_CLASSES)
        return mat_refuse(scan, "there is no class %u", (unsigned)header->class);
    header->skipped = mat_header_skipped(header->class);
    return 0;
}

static int take_dims(const struct mat_scan *scan, struct mat_cursor *cursor,
                     struct mat_header *header) {
    struct mat_element dims;
    int rc = mat_element_take(scan, cursor, &dims);
    if (rc)
        return rc;
    if ((dims.type != MAT_TYPE_INT32 && dims.type != MAT_TYPE_UINT32) || dims.bytes % 4)
        return mat_refuse(scan, "its dimensions are stored as type %u", (unsigned)dims.type);
    header->rank = dims.bytes / 4;
    if (header->rank < 2 || header->rank > MAT_MOST_DIMS)
        return mat_refuse(scan, "it has %zu dimensions; 2 to %d are read", header->rank,
                          MAT_MOST_DIMS);
    for (size_t i = 0; i < header->rank; i++) {
        uint32_t dim = mat_element_uint32(dims.data + 4 * i, scan->is_swapped);
        if (dim > INT32_MAX)
            return mat_refuse(scan, "dimension %zu is negative", i + 1);
        header->dims[i] = dim;
    }
    return mat_header_count(scan, header->dims, header->rank, &header->count);
}

/* A name labelled UTF-8 is ASCII none the less. */
static int take_name(const struct mat_scan *scan, struct mat_cursor *cursor,
                     struct mat_header *header) {
    struct mat_element name;
    int rc = mat_element_take(scan, cursor, &name);
    if (rc)
        return rc;
    if ((name.type != MAT_TYPE_INT8 && name.type != MAT_TYPE_UTF8) || name.bytes > MAT_MOST_NAME)
        return mat_refuse(scan, "its name is stored as type %u in %zu bytes", (unsigned)name.type,
                          name.bytes);
    memcpy(header->name, name.data, name.bytes);
    header->name[name.bytes] = '\0';
    if (name.type == MAT_TYPE_UTF8)
        for (size_t i = 0; i < name.bytes; i++)
            if (name.data[i] > 0x7f)
                return mat_refuse(scan, "its name is not ASCII");
    utf8_clean(header->name, '?');
    return 0;
}

int mat_header_take(const struct mat_scan *scan, struct mat_cursor *cursor,
                    struct mat_header *header) {
    header->rank = header->count = 0;
    int rc = take_flags(scan, cursor, header);
    if (rc == 0 && header->class != MAT_OPAQUE)
        rc = take_dims(scan, cursor, header);
    return rc ? rc : take_name(scan, cursor, header);
}
