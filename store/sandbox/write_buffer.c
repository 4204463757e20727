/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/sandbox/write_buffer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* How much longer a file may be than what is in it: HDF5 leaves gaps between what it writes. */
#define GAPS ((uint64_t)1 << 20)

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* --- HDF5's reads and writes --- */

static int remember(struct write_buffer *s, int failure) {
    if (failure && !s->failure)
        s->failure = failure;
    return failure;
}

static int read_bytes(struct driver_file *file, uint64_t offset, void *bytes, size_t size) {
    struct write_buffer *s = (struct write_buffer *)file;
    unsigned char *to = bytes;
    int failure = 0;
    if (s->written.count == 0)
        return remember(s, dirty_pages_read(s->draft, offset, bytes, size));
    while (size && !failure) {
        size_t part = smaller(size, BLOCKS_SIZE - offset % BLOCKS_SIZE);
        const unsigned char *block = blocks_find(&s->written, offset / BLOCKS_SIZE);
        if (!block)
            failure = dirty_pages_read(s->draft, offset, to, part);
        else {
            memcpy(to, block + offset % BLOCKS_SIZE, part);
            failure = 0;
        }

        offset += part;
        to += part;
        size -= part;
    }
    return remember(s, failure);
}

static int write_part(struct write_buffer *s, uint64_t offset, const unsigned char *bytes,
                      size_t size) {
    uint64_t number = offset / BLOCKS_SIZE;
    unsigned char *block = blocks_find(&s->written, number);
    int failure = 0;
    if (!block) {
        block = blocks_add(&s->written, number);
        if (!block)
            return -ENOMEM;
        if (size < BLOCKS_SIZE)
            failure = dirty_pages_read(s->draft, number * BLOCKS_SIZE, block, BLOCKS_SIZE);
    }
    memcpy(block + offset % BLOCKS_SIZE, bytes, size);
    return failure;
}

static void write_bytes(struct driver_file *file, uint64_t offset, const void *bytes, size_t size) {
    struct write_buffer *s = (struct write_buffer *)file;
    const unsigned char *from = bytes;
    while (size) {
        size_t part = smaller(size, BLOCKS_SIZE - offset % BLOCKS_SIZE);
        remember(s, write_part(s, offset, from, part));
        offset += part;
        from += part;
        size -= part;
    }
}

int write_buffer_init(struct write_buffer *s, struct dirty_pages *draft, const char *path) {
    *s = (struct write_buffer){
        .file = {.length = draft->length, .read = read_bytes, .write = write_bytes},
        .draft = draft,
        .path = path};
    return driver_init(&s->file);
}

void write_buffer_release(struct write_buffer *s) {
    driver_release(&s->file);
    blocks_release(&s->written);
}

/* --- putting --- */

static size_t stretch_at(const uint64_t *numbers, size_t count) {
    size_t length = 1;
    while (length < count && numbers[length] == numbers[0] + length)
        length++;
    return length;
}

static void put_stretch(struct write_buffer *s, struct message *message, const uint64_t *numbers,
                        size_t count) {
    message_put_number(message, numbers[0]);
    message_put_number(message, count);
    for (size_t i = 0; i < count; i++) {
        const unsigned char *block = blocks_find(&s->written, numbers[i]);
        message_put(message, block, BLOCKS_SIZE);
        if (dirty_pages_is_kept(s->draft, numbers[i]))
            dirty_pages_write(s->draft, numbers[i] * BLOCKS_SIZE, block, BLOCKS_SIZE);
    }
}

int write_buffer_put(struct write_buffer *s, struct message *message, struct err *err) {
    uint64_t *numbers = blocks_numbers(&s->written);
    if (numbers) {
        size_t count = s->written.count, length;
        message_put_number(message, s->file.length);
        size_t stretches = 0;
        for (size_t i = 0; i < count; i += stretch_at(numbers + i, count - i))
            stretches++;
        message_put_number(message, stretches);
        for (size_t i = 0; i < count; i += length) {
            length = stretch_at(numbers + i, count - i);
            put_stretch(s, message, numbers + i, length);
        }
        s->draft->length = s->file.length;
        remember(s, s->draft->failure);
    } else
        remember(s, -ENOMEM);
    free(numbers);
    blocks_release(&s->written);
    return s->failure
               ? err_set(err, ERR_FAILED, "%s cannot be read: %s", s->path, strerror(-s->failure))
               : 0;
}

/* --- taking --- */

int write_buffer_take(struct dirty_pages *d, struct message *message) {
    uint64_t length = message_take_number(message);
    uint64_t most = d->length + 2 * message_left(message) + GAPS;
    uint64_t next = 0; /* stretches are in order and apart */
    size_t count = message_take_count(message, 2 * sizeof(uint64_t) + BLOCKS_SIZE);
    int code = message->failed || length > most ? ERR_DAMAGED : 0;
    for (size_t i = 0; i < count && !code; i++) {
        /* What HDF5 wrote last ends where the file does, in the middle of a block; beyond it there
         * may be blocks that HDF5 wrote and gave up again. */
        uint64_t first = message_take_number(message);
        size_t stretch_count = message_take_count(message, BLOCKS_SIZE);
        const unsigned char *bytes = message_take_place(message, stretch_count * BLOCKS_SIZE);
        if (!bytes || stretch_count == 0 || first < next || first > UINT64_MAX / BLOCKS_SIZE)
            code = ERR_DAMAGED;
        else {
            uint64_t offset = first * BLOCKS_SIZE;
            next = first + stretch_count;
            if (offset < length)
                dirty_pages_write(d, offset, bytes,
                                  smaller(stretch_count * BLOCKS_SIZE, length - offset));
            code = d->failure ? ERR_FAILED : 0;
        }
    }
    if (!code)
        d->length = length;
    return code;
}
