/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/mat_text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/utf8.h"
#include "store/array.h"

#define LONGEST_TEXT ((hsize_t)64 * 1024 * 1024)
#define REPLACEMENT  0xFFFDu

/* Takes one character off TEXT; a byte that begins none is taken alone. */
static uint32_t next_character(const char **text) {
    uint32_t code = 0;
    size_t length = utf8_decode(*text, &code);
    *text += length ? length : 1;
    return length ? code : REPLACEMENT;
}

static size_t put_utf16(uint16_t *to, uint32_t c) {
    if (c < 0x10000) {
        to[0] = (uint16_t)c;
        return 1;
    }
    to[0] = (uint16_t)(0xD800 + ((c - 0x10000) >> 10));
    to[1] = (uint16_t)(0xDC00 + ((c - 0x10000) & 0x3FF));
    return 2;
}

/* Never more units than TEXT has bytes. */
static size_t to_utf16(uint16_t *units, const char *text) {
    size_t count = 0;
    for (const char *p = text; *p;)
        count += put_utf16(units + count, next_character(&p));
    return count;
}

static int is_surrogate(uint16_t unit, uint16_t first) {
    return (unit & 0xFC00) == first;
}

/* Never more than 3 bytes for a unit. */
static void to_utf8(char *text, const uint16_t *units, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t c = units[i];
        if (is_surrogate(units[i], 0xD800) && i + 1 < count && is_surrogate(units[i + 1], 0xDC00))
            c = 0x10000 + ((c & 0x3FF) << 10) + (units[++i] & 0x3FF);
        else if (is_surrogate(units[i], 0xD800) || is_surrogate(units[i], 0xDC00) || c == 0)
            c = REPLACEMENT;
        text += utf8_encode(text, c);
    }
    *text = '\0';
}

static int set_decode(hid_t array, struct err *err) {
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute =
        H5Acreate2(array, "MATLAB_int_decode", H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT);
    int bytes = 2;
    int failed = attribute < 0 || H5Awrite(attribute, H5T_NATIVE_INT, &bytes) < 0;
    h5_close(attribute);
    h5_close(space);
    return failed ? h5_error(err, ERR_DAMAGED, "MATLAB_int_decode cannot be written") : 0;
}

hid_t mat_text_write(hid_t group, const char *name, const char *text, struct err *err) {
    uint16_t *units = malloc((strlen(text) + 1) * sizeof *units);
    if (!units)
        return err_set(err, ERR_FAILED, "no memory for the text of \"%s\"", name);
    struct array_shape row = {.rank = 2, .dims = {to_utf16(units, text), 1}};
    hid_t array = array_write(group, name, ARRAY_TEXT, &row, units, err);
    free(units);
    int code = array >= 0 ? set_decode(array, err) : (int)array;
    if (!code)
        return array;
    h5_close(array);
    return code;
}

static int read_units(hid_t array, const char *name, size_t count, char **text, struct err *err) {
    uint16_t *units = malloc(count * sizeof *units);
    *text = malloc(3 * count + 1);
    int code = units && *text ? array_read(array, name, ARRAY_TEXT, units, err)
                              : err_set(err, ERR_FAILED, "no memory for the text of \"%s\"", name);
    if (code)
        free(*text);
    else
        to_utf8(*text, units, count);
    free(units);
    return code;
}

int mat_text_read(hid_t group, const char *name, char **text, struct err *err) {
    struct array_shape row = {.rank = 2};
    hid_t array = array_open(group, name, ARRAY_TEXT, &row, err);
    if (array < 0)
        return (int)array;
    int code = row.dims[1] == 1 && row.dims[0] <= LONGEST_TEXT
                   ? read_units(array, name, row.dims[0], text, err)
                   : err_set(err, ERR_DAMAGED, "\"%s\" is no line of text", name);
    h5_close(array);
    return code;
}
