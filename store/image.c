/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/image.h"

#include <stdlib.h>
#include <unistd.h>

#define AHEAD ((size_t)2048) /* most headers are smaller; nothing near them is wanted */

static int is_inside(const struct image *m, uint64_t address, size_t size) {
    return m->base <= m->size && address <= m->size - m->base &&
           size <= m->size - m->base - address;
}

int image_read(const struct image *m, uint64_t address, void *bytes, size_t size) {
    if (!is_inside(m, address, size))
        return -1;
    for (size_t done = 0; done < size;) {
        ssize_t n = pread(m->fd, (unsigned char *)bytes + done, size - done,
                          (off_t)(m->base + address + done));
        if (n <= 0)
            return -1;
        done += (size_t)n;
    }
    return 0;
}

static int make_room(struct image *m, size_t size) {
    if (size <= m->room)
        return 0;
    unsigned char *bytes = realloc(m->bytes, size);
    if (!bytes)
        return -1;
    m->bytes = bytes;
    m->room = size;
    return 0;
}

const unsigned char *image_at(struct image *m, uint64_t address, size_t size) {
    if (!is_inside(m, address, size))
        return NULL;
    if (address >= m->first && address - m->first <= m->held &&
        size <= m->held - (address - m->first))
        return m->bytes + (address - m->first);
    uint64_t left = m->size - m->base - address;
    size_t wanted = size > AHEAD ? size : AHEAD;
    wanted = wanted < left ? wanted : (size_t)left;
    m->held = 0;
    if (make_room(m, wanted) || image_read(m, address, m->bytes, wanted))
        return NULL;
    m->first = address;
    m->held = wanted;
    return m->bytes;
}

void image_release(struct image *m) {
    free(m->bytes);
    m->bytes = NULL;
    m->room = m->held = 0;
}
