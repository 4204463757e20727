/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/native/file_view.h"

#include <stdlib.h>
#include <unistd.h>

static int is_inside(const struct file_view *m, uint64_t address, size_t size) {
    return m->base <= m->size && address <= m->size - m->base &&
           size <= m->size - m->base - address;
}

int file_view_read(const struct file_view *m, uint64_t address, void *bytes, size_t size) {
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

int file_view_read_numbers(const struct file_view *m, uint64_t address, void *numbers,
                           size_t count) {
    int failed = file_view_read(m, address, numbers, count * sizeof(uint64_t));
    if (!failed)
        file_view_take_numbers(numbers, count);
    return failed;
}

static int make_room(struct file_view *m, size_t size) {
    if (size <= m->room)
        return 0;
    unsigned char *bytes = realloc(m->bytes, size);
    if (!bytes)
        return -1;
    m->bytes = bytes;
    m->room = size;
    return 0;
}

/* Returns the block with that NUMBER, which holds as many bytes as the file has. */
static const struct file_view_block *block_at(struct file_view *m, uint64_t number) {
    struct file_view_block *block = &m->blocks[number % FILE_VIEW_BLOCKS];
    uint64_t first = number * FILE_VIEW_BLOCK, left = m->size - m->base - first;
    if (block->bytes && block->held && block->number == number)
        return block;
    size_t held = left < FILE_VIEW_BLOCK ? (size_t)left : FILE_VIEW_BLOCK;
    if (!block->bytes && !(block->bytes = malloc(FILE_VIEW_BLOCK)))
        return NULL;
    block->held = 0;
    if (file_view_read(m, first, block->bytes, held))
        return NULL;
    block->number = number;
    block->held = held;
    return block;
}

const unsigned char *file_view_at(struct file_view *m, uint64_t address, size_t size) {
    size_t offset = address % FILE_VIEW_BLOCK;
    if (!is_inside(m, address, size))
        return NULL;
    if (size > FILE_VIEW_BLOCK - offset)
        return make_room(m, size) || file_view_read(m, address, m->bytes, size) ? NULL : m->bytes;
    const struct file_view_block *block = block_at(m, address / FILE_VIEW_BLOCK);
    return block ? block->bytes + offset : NULL;
}

void file_view_release(struct file_view *m) {
    for (size_t i = 0; i < FILE_VIEW_BLOCKS; i++) {
        free(m->blocks[i].bytes);
        m->blocks[i] = (struct file_view_block){0};
    }
    free(m->bytes);
    m->bytes = NULL;
    m->room = 0;
}
