/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/utf16.h"

#include <stdlib.h>

#include "formats/text/utf8.h"

#define REPLACEMENT 0xFFFDu

/* Takes one character off TEXT; a byte that begins none is taken alone. */
static uint32_t next_character(const char **text) {
    uint32_t code = 0;
    size_t length = utf8_decode(*text, &code);
    *text += length ? length : 1;
    return length ? code : REPLACEMENT;
}

size_t utf16_encode(uint16_t *to, uint32_t code) {
    if (code < 0x10000) {
        to[0] = (uint16_t)code;
        return 1;
    }
    to[0] = (uint16_t)(0xD800 + ((code - 0x10000) >> 10));
    to[1] = (uint16_t)(0xDC00 + ((code - 0x10000) & 0x3FF));
    return 2;
}

size_t utf16_from_utf8(uint16_t *units, const char *text) {
    size_t count = 0;
    for (const char *p = text; *p;)
        count += utf16_encode(units + count, next_character(&p));
    return count;
}

static int is_surrogate_unit(uint16_t unit, uint16_t first) {
    return (unit & 0xFC00) == first;
}

char *utf16_to_utf8(const uint16_t *units, size_t count) {
    char *text = count < SIZE_MAX / 3 ? malloc(3 * count + 1) : NULL, *to = text;
    if (!text)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        uint32_t c = units[i];
        if (is_surrogate_unit(units[i], 0xD800) && i + 1 < count && is_surrogate_unit(units[i + 1], 0xDC00))
            c = 0x10000 + ((c & 0x3FF) << 10) + (units[++i] & 0x3FF);
        else if (is_surrogate_unit(units[i], 0xD800) || is_surrogate_unit(units[i], 0xDC00) || c == 0)
            c = REPLACEMENT;
        to += utf8_encode(to, c);
    }
    *to = '\0';
    return text;
}
