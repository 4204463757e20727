/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat/mat_element.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TAG = 8, SMALL_TAG = 4, MOST_SMALL = 4 };

uint32_t mat_element_uint32(const unsigned char *at, int is_swapped) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return is_swapped ? __builtin_bswap32(value) : value;
}

/* The upper half of a small element's first word is its length; else it is 0. */
static int take_small(const struct mat_scan *scan, struct mat_cursor *cursor, uint32_t word,
                      struct mat_element *element) {
    *element = (struct mat_element){word & 0xffff, word >> 16, cursor->at + SMALL_TAG};
    cursor->at += TAG;
    if (element->bytes > MOST_SMALL)
        return mat_refuse(scan, "a small element of %zu bytes, more than %d", element->bytes,
                          MOST_SMALL);
    return 0;
}

int mat_element_take(const struct mat_scan *scan, struct mat_cursor *cursor,
                     struct mat_element *element) {
    if (cursor->end - cursor->at < TAG)
        return mat_refuse(scan, "it is cut short");
    uint32_t word = mat_element_uint32(cursor->at, scan->is_swapped);
    if (word >> 16)
        return take_small(scan, cursor, word, element);
    size_t bytes = mat_element_uint32(cursor->at + 4, scan->is_swapped);
    size_t left = (size_t)(cursor->end - cursor->at) - TAG;
    /* Octave counts padding that it does not write. */
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
