/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat/mat_characters.h"

#include <string.h>

#include "formats/text/utf16.h"
#include "formats/text/utf8.h"

#define REPLACEMENT 0xFFFDu

/* Takes one character off the LEFT bytes at FROM, and returns how many of them it was. */
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

/* Surrogates stay as they are. */
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

/* Writes up to MOST characters to TO, which has room for two units of each; returns how many there
 * were, and in UNITS the units written. */
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
