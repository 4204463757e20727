/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat/mat_element.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "formats/text/unicode.h"

/* --- elements --- */

enum { TAG = 8, SMALL_TAG = 4, MOST_SMALL = 4 };

uint32_t mat_element_uint32(const unsigned char *at, int is_swapped) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return is_swapped ? __builtin_bswap32(value) : value;
}

int mat_element_take(const struct mat_scan *scan, struct mat_cursor *cursor,
                     struct mat_element *element) {
    if (cursor->end - cursor->at < TAG)
        return mat_refuse(scan, "it is cut short");
    uint32_t word = mat_element_uint32(cursor->at, scan->is_swapped);
    if (word >> 16) {
        /* In a small element, the upper half of the first word is the length; otherwise it is 0. */
        *element = (struct mat_element){word & 0xffff, word >> 16, cursor->at + SMALL_TAG};
        cursor->at += TAG;
        if (element->bytes > MOST_SMALL)
            return mat_refuse(scan, "a small element of %zu bytes, more than %d", element->bytes,
                              MOST_SMALL);
        return 0;
    }
    size_t bytes = mat_element_uint32(cursor->at + 4, scan->is_swapped);
    size_t left = (size_t)(cursor->end - cursor->at) - TAG;
    /* Octave includes padding in the length that it does not write. */
    if (word == MAT_TYPE_MATRIX && bytes > left && bytes - left < TAG)
        bytes = left;
    if (bytes > left)
        return mat_refuse(scan, "it is cut short: an element of %zu bytes, of which %zu are there",
                          bytes, left);
    *element = (struct mat_element){word, bytes, cursor->at + TAG};
    size_t padded = (bytes + 7) / 8 * 8;
    cursor->at += TAG + (padded < left ? padded : left);
    return 0;
}

int mat_refuse(const struct mat_scan *scan, const char *format, ...) {
    char why[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return err_set(scan->err, ERR_DAMAGED, "%s: variable %s: %s", scan->path,
                   *scan->name ? scan->name : "without a name", why);
}

int mat_refuse_memory(const struct mat_scan *scan) {
    if (!scan->memory->is_past_end)
        return err_set(scan->err, ERR_FAILED, "%s: variable %s: no memory for it", scan->path,
                       scan->name);
    return mat_refuse(
        scan,
        "reading it takes more than the %zu MiB allowed; allow more by bench-store import --memory",
        scan->memory->budget->limit >> 20);
}

/* --- numbers --- */

/* Holds any number of any type. Integers of 64 bits are exact only on machines whose long double is
 * wider than double. */
typedef long double number;

#define LOAD(name, type)                                                                           \
    static number load_##name(const unsigned char *from) {                                         \
        type value;                                                                                \
        memcpy(&value, from, sizeof value);                                                        \
        return (number)value;                                                                      \
    }                                                                                              \
    static void widen_##name(double *to, const unsigned char *from, size_t count) {                \
        for (size_t i = 0; i < count; i++) {                                                       \
            type value;                                                                            \
            memcpy(&value, from + i * sizeof value, sizeof value);                                 \
            to[i] = (double)value;                                                                 \
        }                                                                                          \
    }
LOAD(int8, int8_t)
LOAD(uint8, uint8_t)
LOAD(int16, int16_t)
LOAD(uint16, uint16_t)
LOAD(int32, int32_t)
LOAD(uint32, uint32_t)
LOAD(single, float)
LOAD(double, double)
LOAD(int64, int64_t)
LOAD(uint64, uint64_t)

static const struct {
    size_t bytes;
    enum mat_class same; /* the class whose numbers have this type */
    number (*load)(const unsigned char *from);
    void (*widen)(double *to, const unsigned char *from, size_t count);
} types[] = {
    [MAT_TYPE_INT8] = {1, MAT_INT8, load_int8, widen_int8},
    [MAT_TYPE_UINT8] = {1, MAT_UINT8, load_uint8, widen_uint8},
    [MAT_TYPE_INT16] = {2, MAT_INT16, load_int16, widen_int16},
    [MAT_TYPE_UINT16] = {2, MAT_UINT16, load_uint16, widen_uint16},
    [MAT_TYPE_INT32] = {4, MAT_INT32, load_int32, widen_int32},
    [MAT_TYPE_UINT32] = {4, MAT_UINT32, load_uint32, widen_uint32},
    [MAT_TYPE_SINGLE] = {4, MAT_SINGLE, load_single, widen_single},
    [MAT_TYPE_DOUBLE] = {8, MAT_DOUBLE, load_double, widen_double},
    [MAT_TYPE_INT64] = {8, MAT_INT64, load_int64, widen_int64},
    [MAT_TYPE_UINT64] = {8, MAT_UINT64, load_uint64, widen_uint64},
};
enum { TYPES = sizeof types / sizeof *types };

size_t mat_type_bytes(uint32_t type) {
    return type < TYPES ? types[type].bytes : 0;
}

static void store_double(void *to, size_t i, number value) {
    ((double *)to)[i] = (double)value;
}

static void store_single(void *to, size_t i, number value) {
    ((float *)to)[i] = (float)value;
}

#define STORE(name, type, least, most)                                                             \
    static void store_##name(void *to, size_t i, number value) {                                   \
        ((type *)to)[i] = isnan(value)               ? 0                                           \
                          : value <= (number)(least) ? (least)                                     \
                          : value >= (number)(most)  ? (most)                                      \
                                                     : (type)rintl(value);                          \
    }
STORE(int8, int8_t, INT8_MIN, INT8_MAX)
STORE(uint8, uint8_t, 0, UINT8_MAX)
STORE(int16, int16_t, INT16_MIN, INT16_MAX)
STORE(uint16, uint16_t, 0, UINT16_MAX)
STORE(int32, int32_t, INT32_MIN, INT32_MAX)
STORE(uint32, uint32_t, 0, UINT32_MAX)
STORE(int64, int64_t, INT64_MIN, INT64_MAX)
STORE(uint64, uint64_t, 0, UINT64_MAX)

static void (*const stores[MAT_CLASSES])(void *to, size_t i, number value) = {
    [MAT_DOUBLE] = store_double, [MAT_SINGLE] = store_single, [MAT_INT8] = store_int8,
    [MAT_UINT8] = store_uint8,   [MAT_INT16] = store_int16,   [MAT_UINT16] = store_uint16,
    [MAT_INT32] = store_int32,   [MAT_UINT32] = store_uint32, [MAT_INT64] = store_int64,
    [MAT_UINT64] = store_uint64,
};

static int check_bytes(const struct mat_scan *scan, const struct mat_element *element,
                       size_t count) {
    size_t bytes = mat_type_bytes(element->type);
    if (!bytes)
        return mat_refuse(scan, "its numbers are stored as type %u, which is none",
                          (unsigned)element->type);
    if (element->bytes % bytes || element->bytes / bytes != count)
        return mat_refuse(scan, "%zu bytes are not %zu numbers of %zu bytes", element->bytes, count,
                          bytes);
    return 0;
}

static int is_aligned(const void *at, size_t bytes) {
    return (uintptr_t)at % bytes == 0;
}

/* Returns the numbers in this machine's byte order: the element's own data, or a copy. Returns NULL
 * if memory runs out. */
static const unsigned char *native(const struct mat_scan *scan, const struct mat_element *element,
                                   size_t count) {
    size_t bytes = types[element->type].bytes;
    int must_swap = scan->is_swapped && bytes > 1;
    if (!must_swap && is_aligned(element->data, bytes))
        return element->data;
    unsigned char *copy = mat_memory_take(scan->memory, count, bytes);
    if (!copy || !must_swap)
        return copy ? memcpy(copy, element->data, count * bytes) : NULL;
    for (size_t i = 0; i < count * bytes; i++)
        copy[i] = element->data[i / bytes * bytes + bytes - 1 - i % bytes];
    return copy;
}

int mat_numbers(const struct mat_scan *scan, const struct mat_element *element,
                enum mat_class class, size_t count, const void **numbers) {
    int rc = check_bytes(scan, element, count);
    if (rc)
        return rc;
    const unsigned char *from = native(scan, element, count);
    if (!from)
        return mat_refuse_memory(scan);
    *numbers = from;
    if (types[element->type].same == class)
        return 0;
    void *to = mat_memory_take(scan->memory, count, mat_class_bytes(class));
    if (!to)
        return mat_refuse_memory(scan);
    if (class == MAT_DOUBLE)
        types[element->type].widen(to, from, count);
    else
        for (size_t i = 0; i < count; i++)
            stores[class](to, i, types[element->type].load(from + i * types[element->type].bytes));
    *numbers = to;
    return 0;
}

int mat_logicals(const struct mat_scan *scan, const struct mat_element *element, size_t count,
                 const void **numbers) {
    int rc = check_bytes(scan, element, count);
    uint8_t *to = rc ? NULL : mat_memory_take(scan->memory, count, 1);
    if (!to)
        return rc ? rc : mat_refuse_memory(scan);
    size_t bytes = types[element->type].bytes;
    for (size_t i = 0; i < count; i++) {
        unsigned any = 0;
        for (size_t b = 0; b < bytes; b++)
            any |= element->data[i * bytes + b];
        to[i] = any != 0;
    }
    *numbers = to;
    return 0;
}

/* --- characters --- */

#define REPLACEMENT 0xFFFDu

/* Decodes the first character of the LEFT bytes at FROM into CODE. Returns how many bytes it takes.
 */
typedef size_t take_character(const unsigned char *from, size_t left, int is_swapped,
                              uint32_t *code);

static size_t take_byte(const unsigned char *from, size_t left, int is_swapped, uint32_t *code) {
    (void)left;
    (void)is_swapped;
    *code = *from;
    return 1;
}

static size_t take_utf8(const unsigned char *from, size_t left, int is_swapped, uint32_t *code) {
    char whole[5] = "";
    (void)is_swapped;
    if (*from < 0x80)
        return take_byte(from, left, is_swapped, code);
    memcpy(whole, from, left < 4 ? left : 4);
    size_t length = utf8_decode(whole, code);
    if (length)
        return length;
    *code = REPLACEMENT;
    return 1;
}

/* Returns each unit as a character of its own; surrogates are not combined. */
static size_t take_utf16(const unsigned char *from, size_t left, int is_swapped, uint32_t *code) {
    uint16_t unit = 0;
    if (left >= sizeof unit)
        memcpy(&unit, from, sizeof unit);
    *code = is_swapped ? __builtin_bswap16(unit) : unit;
    return left < sizeof unit ? left : sizeof unit;
}

static size_t take_utf32(const unsigned char *from, size_t left, int is_swapped, uint32_t *code) {
    *code = left < 4 ? REPLACEMENT : mat_element_uint32(from, is_swapped);
    if (*code > 0x10FFFF)
        *code = REPLACEMENT;
    return left < 4 ? left : 4;
}

static take_character *const takes[] = {
    [MAT_TYPE_INT8] = take_byte, [MAT_TYPE_UINT8] = take_byte,  [MAT_TYPE_UINT16] = take_utf16,
    [MAT_TYPE_UTF8] = take_utf8, [MAT_TYPE_UTF16] = take_utf16, [MAT_TYPE_UTF32] = take_utf32,
};

static int fill_blanks(const struct mat_scan *scan, size_t count, const uint16_t **units) {
    uint16_t *blanks = mat_memory_take(scan->memory, count, sizeof *blanks);
    if (!blanks)
        return mat_refuse_memory(scan);
    for (size_t i = 0; i < count; i++)
        blanks[i] = ' ';
    *units = blanks;
    return 0;
}

/* Writes up to MOST characters to TO, which has room for two units each. Returns how many it wrote,
 * and sets UNITS to the number of units. */
static size_t decode(const struct mat_scan *scan, const struct mat_element *element, size_t most,
                     uint16_t *to, size_t *units) {
    size_t at = 0, characters = 0;
    for (*units = 0; at < element->bytes && characters < most; characters++) {
        uint32_t code = 0;
        at +=
            takes[element->type](element->data + at, element->bytes - at, scan->is_swapped, &code);
        *units += utf16_encode(to + *units, code);
    }
    return characters;
}

int mat_characters(const struct mat_scan *scan, const struct mat_element *element, size_t *count,
                   const uint16_t **units) {
    if (!element->bytes)
        return fill_blanks(scan, *count, units);
    if (element->type >= sizeof takes / sizeof *takes || !takes[element->type])
        return mat_refuse(scan, "its characters are stored as type %u, which is none",
                          (unsigned)element->type);
    if (*count > element->bytes)
        return mat_refuse(scan, "%zu bytes are not %zu characters", element->bytes, *count);
    uint16_t *to = mat_memory_take(scan->memory, 2 * *count, sizeof *to);
    if (!to)
        return mat_refuse_memory(scan);
    size_t made = 0, characters = decode(scan, element, *count, to, &made);
    if (made < *count)
        return mat_refuse(scan, "%zu characters are not %zu", characters, *count);
    *count = made;
    *units = to;
    return 0;
}
