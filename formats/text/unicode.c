/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/unicode.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "formats/text/xalloc.h"

/* --- UTF-8 --- */

static int is_continuation(char c) {
    return (c & 0xc0) == 0x80;
}

/* By leading byte: the length of a character and the bits of that byte that are not part of the
 * code. */
static const struct {
    unsigned char mask, lead;
    size_t length;
    uint32_t least; /* smaller codes have a shorter form */
} forms[] = {
    {0x80, 0x00, 1, 0},
    {0xe0, 0xc0, 2, 0x80},
    {0xf0, 0xe0, 3, 0x800},
    {0xf8, 0xf0, 4, 0x10000},
};
enum { FORMS = sizeof forms / sizeof *forms };

static int is_surrogate(uint32_t code) {
    return code >= 0xd800 && code <= 0xdfff;
}

static int is_control(uint32_t code) {
    int is_direction = code == 0x61c || code == 0x200e || code == 0x200f ||
                       (code >= 0x202a && code <= 0x202e) ||
                       (code >= 0x2066 && code <= 0x2069); /* changes the direction of writing */
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || is_direction;
}

size_t utf8_decode(const char *text, uint32_t *code) {
    unsigned char lead = (unsigned char)text[0];
    for (size_t f = 0; f < FORMS; f++) {
        if ((lead & forms[f].mask) != forms[f].lead)
            continue;
        uint32_t c = lead & (unsigned char)~forms[f].mask;
        for (size_t i = 1; i < forms[f].length; i++) {
            if (!is_continuation(text[i]))
                return 0;
            c = c << 6 | (text[i] & 0x3f);
        }
        *code = c;
        return c >= forms[f].least && c <= 0x10ffff && !is_surrogate(c) ? forms[f].length : 0;
    }
    return 0;
}

size_t utf8_encode(char *to, uint32_t code) {
    size_t f = FORMS - 1;
    while (code < forms[f].least)
        f--;
    for (size_t i = forms[f].length - 1; i > 0; i--, code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3f));
    to[0] = (char)(forms[f].lead | code);
    return forms[f].length;
}

/* Code points that will never be characters, which programs that draw text refuse. */
static int is_noncharacter(uint32_t code) {
    return (code & 0xfffe) == 0xfffe || (code >= 0xfdd0 && code <= 0xfdef);
}

/* Returns the length of the character at TEXT if it is clean, otherwise 0. */
static size_t clean_length(const char *text) {
    uint32_t code = 0;
    size_t length = utf8_decode(text, &code);
    return is_control(code) || is_noncharacter(code) ? 0 : length;
}

static char *first_unclean(char *text) {
    size_t length;
    while (*text && (length = clean_length(text)) > 0)
        text += length;
    return *text ? text : NULL;
}

int utf8_is_clean(const char *text) {
    return !first_unclean((char *)(uintptr_t)text);
}

void utf8_clean(char *text, char replacement) {
    while ((text = first_unclean(text)))
        *text++ = replacement;
}

char *utf8_escape(const char *text) {
    static const char digits[] = "0123456789ABCDEF";
    char *copy = malloc(3 * strlen(text) + 1), *to = copy;
    while (copy && *text) {
        size_t length = clean_length(text);
        unsigned char byte = (unsigned char)*text;
        memcpy(to, length ? text : (char[]){'%', digits[byte >> 4], digits[byte & 15]},
               length ? length : 3);
        to += length ? length : 3;
        text += length ? length : 1;
    }
    if (copy)
        *to = '\0';
    return copy;
}

char *xutf8_escape(const char *text) {
    char *copy = utf8_escape(text);
    if (!copy)
        xalloc_die();
    return copy;
}

void utf8_end_in(char *text, size_t size, const char *end) {
    size_t bytes = strlen(end) + 1, at = size - bytes;
    while (at && is_continuation(text[at]))
        at--;
    memcpy(text + at, end, bytes);
}

/* --- columns on a terminal --- */

void utf8_know_widths(void) {
    setlocale(LC_CTYPE, "C.UTF-8");
}

/* Moves TEXT past a character. Returns its columns. */
static size_t take_character(const char **text) {
    uint32_t code = 0;
    size_t length = utf8_decode(*text, &code);
    int columns = length ? wcwidth((wchar_t)code) : 1;
    *text += length ? length : 1;
    return columns < 0 ? 1 : (size_t)columns;
}

size_t utf8_width(const char *text) {
    size_t width = 0;
    while (*text)
        width += take_character(&text);
    return width;
}

/* Returns the end of the part of TEXT that fits into COLUMNS. */
static const char *end_of_front(const char *text, size_t columns) {
    const char *next = text;
    for (size_t width = 0; *next && (width += take_character(&next)) <= columns;)
        text = next;
    return text;
}

/* Returns the start of the last part of TEXT that fits into COLUMNS; WHOLE is the width of TEXT. */
static const char *begin_of_back(const char *text, size_t whole, size_t columns) {
    while (whole > columns)
        whole -= take_character(&text);
    return text;
}

char *utf8_shorten(char *buffer, size_t size, const char *text, size_t width) {
    size_t whole = utf8_width(text);
    if (whole <= width || !width) {
        snprintf(buffer, size, "%s", text);
        return buffer;
    }
    size_t front = width / 2;
    int front_bytes = (int)(end_of_front(text, front) - text);
    snprintf(buffer, size, "%.*s…%s", front_bytes, text,
             begin_of_back(text, whole, width - 1 - front));
    return buffer;
}

/* --- UTF-16 --- */

#define REPLACEMENT 0xFFFDu

/* Takes one character off TEXT. A byte that begins no character is taken alone and gives
 * REPLACEMENT. */
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
        if (is_surrogate_unit(units[i], 0xD800) && i + 1 < count &&
            is_surrogate_unit(units[i + 1], 0xDC00))
            c = 0x10000 + ((c & 0x3FF) << 10) + (units[++i] & 0x3FF);
        else if (is_surrogate_unit(units[i], 0xD800) || is_surrogate_unit(units[i], 0xDC00) ||
                 c == 0)
            c = REPLACEMENT;
        to += utf8_encode(to, c);
    }
    *to = '\0';
    return text;
}
