/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/native/encoding.h"

#include <string.h>

/* After the version and class. */
static const unsigned char integer_type[] = {8, 0, 0, 8, 0, 0, 0, 0, 0, 64, 0};
static const unsigned char real_type[] = {0x20, 63, 0,  8, 0,  0,   0, 0, 0, 64,
                                          0,    52, 11, 0, 52, 255, 3, 0, 0};

static const unsigned char text_type[] = {0, 0, 0, 2, 0, 0, 0, 0, 0, 16, 0};

static int is_type(const unsigned char *type, size_t size, int class, const unsigned char *rest,
                   size_t rest_size) {
    return size >= 1 + rest_size && (type[0] & 15) == class &&
           memcmp(type + 1, rest, rest_size) == 0;
}

int encoding_is_integer(const unsigned char *type, size_t size) {
    return is_type(type, size, ENCODING_INTEGER, integer_type, sizeof integer_type);
}

int encoding_is_character(const unsigned char *type, size_t size) {
    return is_type(type, size, ENCODING_INTEGER, text_type, sizeof text_type);
}

int encoding_is_real(const unsigned char *type, size_t size) {
    return is_type(type, size, ENCODING_REAL, real_type, sizeof real_type);
}

/* The rank, or -1. */
int encoding_space(struct cursor *c, hsize_t dims[ARRAY_MAX_RANK]) {
    unsigned version = (unsigned)cursor_number(c, 1), rank = (unsigned)cursor_number(c, 1);
    unsigned flags = (unsigned)cursor_number(c, 1), type = (unsigned)cursor_number(c, 1);
    if (c->failed || version != 2 || rank > ARRAY_MAX_RANK || flags > 1 || type > 1)
        return -1;
    for (unsigned i = 0; i < rank; i++)
        dims[i] = cursor_number(c, 8);
    return c->failed ? -1 : (int)rank;
}
