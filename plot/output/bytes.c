/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/bytes.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int grow(struct bytes *bytes, size_t needed) {
    size_t capacity = bytes->capacity ? bytes->capacity : 1 << 16;
    while (capacity < needed)
        capacity *= 2;
    unsigned char *data = realloc(bytes->data, capacity);
    if (!data)
        return -1;
    bytes->data = data;
    bytes->capacity = capacity;
    return 0;
}

int bytes_append(struct bytes *bytes, const void *data, size_t size) {
    if (size > SIZE_MAX / 4 - bytes->size)
        return -1;
    if (bytes->size + size > bytes->capacity && grow(bytes, bytes->size + size) != 0)
        return -1;
    if (size)
        memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
    return 0;
}

void bytes_release(struct bytes *bytes) {
    free(bytes->data);
    *bytes = (struct bytes){0};
}
