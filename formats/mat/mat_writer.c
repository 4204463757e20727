/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat/mat_writer.h"

#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

#include "formats/mat/mat_element.h"
#include "formats/text/unicode.h"

enum {
    TEXT = 116,
    SUBSYSTEM = 8, /* bytes: the offset of subsystem data, which we do not write */
    TAG = 8,
    SMALL = 4, /* the most bytes of data that fit into the tag itself */
    COMPLEX = 1 << 11,
    LOGICAL = 1 << 9,
    SHORT_NAMES = 32, /* bytes per field name if all names are shorter than this */
    LONG_NAMES = 64,
};

#define MOST_BYTES ((size_t)INT32_MAX) /* most bytes of a variable */

/* --- lengths --- */

static size_t element_bytes(size_t data) {
    if (data <= SMALL)
        return TAG;
    return TAG + ((data + 7) / 8 * 8);
}

static int is_ascii(const struct mat_array *array) {
    const uint16_t *units = array->real;
    uint16_t all = 0;
    for (size_t i = 0; i < array->count; i++)
        all |= units[i];
    return all < 0x80;
}

/* Returns the type as which the numbers or characters of ARRAY are stored; sets BYTES to the bytes
 * of each. */
static enum mat_type stored_as(const struct mat_array *array, size_t *bytes) {
    static const enum mat_type types[MAT_CLASSES] = {
        [MAT_CHAR] = MAT_TYPE_UTF16,    [MAT_DOUBLE] = MAT_TYPE_DOUBLE,
        [MAT_SINGLE] = MAT_TYPE_SINGLE, [MAT_INT8] = MAT_TYPE_INT8,
        [MAT_UINT8] = MAT_TYPE_UINT8,   [MAT_INT16] = MAT_TYPE_INT16,
        [MAT_UINT16] = MAT_TYPE_UINT16, [MAT_INT32] = MAT_TYPE_INT32,
        [MAT_UINT32] = MAT_TYPE_UINT32, [MAT_INT64] = MAT_TYPE_INT64,
        [MAT_UINT64] = MAT_TYPE_UINT64,
    };
    *bytes = array->is_logical ? 1 : mat_class_bytes(array->class);
    if (array->class != MAT_CHAR || !is_ascii(array))
        return array->is_logical ? MAT_TYPE_UINT8 : types[array->class];
    *bytes = 1;
    return MAT_TYPE_UTF8;
}

static size_t name_room(const struct mat_array *array) {
    for (size_t f = 0; f < array->field_count; f++)
        if (strlen(array->fields[f]) >= SHORT_NAMES)
            return LONG_NAMES;
    return SHORT_NAMES;
}

static size_t item_count(const struct mat_array *array) {
    return array->class == MAT_CELL ? array->count : array->count * array->field_count;
}

static int has_items(const struct mat_array *array) {
    return array->class == MAT_CELL || array->class == MAT_STRUCT;
}

/* Returns the bytes of the whole array with its tag. May return SIZE_MAX for any array that is too
 * large to write. */
static size_t array_bytes(const struct mat_array *array, const char *name) {
    size_t bytes = TAG + element_bytes(8) + element_bytes(4 * array->rank) +
                   element_bytes(strlen(name)),
           each;
    if (!has_items(array)) {
        stored_as(array, &each);
        if (array->count > MOST_BYTES / each)
            return SIZE_MAX;
        return bytes + (array->is_complex ? 2 : 1) * element_bytes(array->count * each);
    }
    if (array->class == MAT_STRUCT)
        bytes += TAG + element_bytes(name_room(array) * array->field_count);
    for (size_t i = 0; i < item_count(array) && bytes <= MOST_BYTES; i++) {
        size_t item = array_bytes(&array->items[i], "");
        bytes = item > MOST_BYTES ? SIZE_MAX : bytes + item;
    }
    return bytes;
}

/* --- writing into memory --- */

static unsigned char *put_uint32(unsigned char *to, uint32_t value) {
    memcpy(to, &value, sizeof value);
    return to + sizeof value;
}

/* Puts the tag of an element with BYTES bytes of data. Returns where the data go; put_end must
 * follow. */
static unsigned char *put_tag(unsigned char *to, enum mat_type type, size_t bytes) {
    if (bytes > SMALL || bytes == 0)
        return put_uint32(put_uint32(to, type), (uint32_t)bytes);
    return put_uint32(to, (uint32_t)bytes << 16 | type);
}

static unsigned char *put_end(unsigned char *element, unsigned char *data, size_t bytes) {
    unsigned char *end = element + element_bytes(bytes);
    memset(data + bytes, 0, (size_t)(end - data) - bytes);
    return end;
}

static unsigned char *put_data(unsigned char *to, enum mat_type type, const void *data,
                               size_t bytes) {
    unsigned char *at = put_tag(to, type, bytes);
    if (bytes)
        memcpy(at, data, bytes);
    return put_end(to, at, bytes);
}

static unsigned char *put_head(unsigned char *to, const struct mat_array *array, const char *name) {
    uint32_t flags[2] = {array->class, 0}, dims[MAT_MOST_DIMS];
    flags[0] |= (array->is_complex ? COMPLEX : 0) | (array->is_logical ? LOGICAL : 0);
    for (size_t i = 0; i < array->rank; i++)
        dims[i] = (uint32_t)array->dims[i];
    to = put_data(to, MAT_TYPE_UINT32, flags, sizeof flags);
    to = put_data(to, MAT_TYPE_INT32, dims, 4 * array->rank);
    return put_data(to, MAT_TYPE_INT8, name, strlen(name));
}

static unsigned char *put_numbers(unsigned char *to, const struct mat_array *array) {
    size_t each;
    enum mat_type type = stored_as(array, &each);
    if (type != MAT_TYPE_UTF8) {
        to = put_data(to, type, array->real, array->count * each);
        return array->is_complex ? put_data(to, type, array->imaginary, array->count * each) : to;
    }
    unsigned char *at = put_tag(to, type, array->count);
    for (size_t i = 0; i < array->count; i++)
        at[i] = (unsigned char)((const uint16_t *)array->real)[i];
    return put_end(to, at, array->count);
}

static unsigned char *put_fields(unsigned char *to, const struct mat_array *array) {
    size_t room = name_room(array);
    int32_t length = (int32_t)room;
    to = put_data(to, MAT_TYPE_INT32, &length, sizeof length);
    unsigned char *at = put_tag(to, MAT_TYPE_INT8, room * array->field_count);
    memset(at, 0, room * array->field_count);
    for (size_t f = 0; f < array->field_count; f++)
        memcpy(at + f * room, array->fields[f], strnlen(array->fields[f], room - 1));
    return put_end(to, at, room * array->field_count);
}

static unsigned char *put_array(unsigned char *to, const struct mat_array *array,
                                const char *name) {
    unsigned char *at = put_head(to + TAG, array, name);
    if (array->class == MAT_STRUCT)
        at = put_fields(at, array);
    if (!has_items(array))
        at = put_numbers(at, array);
    else
        for (size_t i = 0; i < item_count(array); i++)
            at = put_array(at, &array->items[i], "");
    put_uint32(put_uint32(to, MAT_TYPE_MATRIX), (uint32_t)(at - to - TAG));
    return at;
}

/* --- the file --- */

int mat_writer_begin(struct mat_writer *writer, FILE *file, enum mat_version version,
                     const char *text, struct err *err) {
    /* At level 3, libdeflate compresses numbers as well, within 4 %, as zlib at its default level
     * 6, which other programs use. */
    enum { LEVEL = 3 };
    char head[TEXT + 16];
    const uint16_t mark[2] = {0x0100, 'M' << 8 | 'I'};
    *writer = (struct mat_writer){.file = file, .version = version};
    if (version == MAT_V7 && !(writer->compressor = libdeflate_alloc_compressor(LEVEL)))
        return err_set(err, ERR_FAILED, "no memory to compress");
    snprintf(head, sizeof head, "MATLAB 5.0 MAT-file, %s", text);
    utf8_clean(head, '?');
    fprintf(file, "%-*.*s", TEXT, TEXT, head);
    fwrite("\0\0\0\0\0\0\0", SUBSYSTEM, 1, file);
    fwrite(mark, sizeof mark, 1, file);
    return 0;
}

static int write_plain(struct mat_writer *writer, const unsigned char *bytes, size_t n) {
    fwrite(bytes, n, 1, writer->file);
    return 0;
}

static int write_compressed(struct mat_writer *writer, const unsigned char *bytes, size_t n) {
    size_t room = libdeflate_zlib_compress_bound(writer->compressor, n);
    unsigned char *compressed = malloc(TAG + room);
    if (!compressed)
        return -1;
    size_t made = libdeflate_zlib_compress(writer->compressor, bytes, n, compressed + TAG, room);
    put_uint32(put_uint32(compressed, MAT_TYPE_COMPRESSED), (uint32_t)made);
    fwrite(compressed, TAG + made, 1, writer->file);
    free(compressed);
    return 0;
}

int mat_writer_add(struct mat_writer *writer, const char *name, const struct mat_array *array,
                   struct err *err) {
    size_t n = array_bytes(array, name);
    if (n > MOST_BYTES)
        return err_set(err, ERR_USAGE,
                       "variable %s takes 2 GiB or more, which MAT-files of this kind do not hold; "
                       "the archive is a MAT-file of version 7.3, which does",
                       name);
    unsigned char *bytes = malloc(n);
    if (!bytes)
        return err_set(err, ERR_FAILED, "variable %s: no memory to write it", name);
    put_array(bytes, array, name);
    int failed = writer->version == MAT_V7 ? write_compressed(writer, bytes, n)
                                           : write_plain(writer, bytes, n);
    free(bytes);
    return failed ? err_set(err, ERR_FAILED, "variable %s: no memory to compress it", name) : 0;
}

void mat_writer_end(struct mat_writer *writer) {
    if (writer->compressor)
        libdeflate_free_compressor(writer->compressor);
    writer->compressor = NULL;
}
