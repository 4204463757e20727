/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/file/dirty_pages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Knuth's multiplicative hash; ROOM is a power of two. */
static size_t first_place(const struct blocks *blocks, uint64_t number) {
    return (size_t)((number * 0x9E3779B97F4A7C15u) >> 32) & (blocks->room - 1);
}

static struct blocks_slot *place_of(const struct blocks *blocks, uint64_t number) {
    size_t i = first_place(blocks, number);
    while (blocks->slots[i].bytes && blocks->slots[i].number != number)
        i = (i + 1) & (blocks->room - 1);
    return &blocks->slots[i];
}

unsigned char *blocks_find(const struct blocks *blocks, uint64_t number) {
    return blocks->room ? place_of(blocks, number)->bytes : NULL;
}

static int grow(struct blocks *blocks) {
    struct blocks larger = {.room = blocks->room ? 2 * blocks->room : 64, .count = blocks->count};
    larger.slots = calloc(larger.room, sizeof *larger.slots);
    if (!larger.slots)
        return -1;
    for (size_t i = 0; i < blocks->room; i++)
        if (blocks->slots[i].bytes)
            *place_of(&larger, blocks->slots[i].number) = blocks->slots[i];
    free(blocks->slots);
    *blocks = larger;
    return 0;
}

unsigned char *blocks_add(struct blocks *blocks, uint64_t number) {
    if (2 * blocks->count >= blocks->room && grow(blocks))
        return NULL;
    unsigned char *bytes = malloc(BLOCKS_SIZE);
    if (!bytes)
        return NULL;
    *place_of(blocks, number) = (struct blocks_slot){number, bytes};
    blocks->count++;
    return bytes;
}

static int ascending(const void *a, const void *b) {
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

uint64_t *blocks_numbers(const struct blocks *blocks) {
    uint64_t *numbers = malloc((blocks->count + 1) * sizeof *numbers);
    size_t count = 0;
    for (size_t i = 0; numbers && i < blocks->room; i++)
        if (blocks->slots[i].bytes)
            numbers[count++] = blocks->slots[i].number;
    if (numbers)
        qsort(numbers, count, sizeof *numbers, ascending);
    return numbers;
}

void blocks_release(struct blocks *blocks) {
    for (size_t i = 0; i < blocks->room; i++)
        free(blocks->slots[i].bytes);
    free(blocks->slots);
    *blocks = (struct blocks){0};
}

/* --- the draft of a file --- */

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* --- starting and releasing --- */

void dirty_pages_start(struct dirty_pages *d, const struct system *system, int fd,
                       uint64_t length) {
    *d = (struct dirty_pages){.system = system,
                              .fd = fd,
                              .length = length,
                              .old_length = length,
                              .old_blocks = (length + BLOCKS_SIZE - 1) / BLOCKS_SIZE};
}

void dirty_pages_release(struct dirty_pages *d) {
    blocks_release(&d->blocks);
}

/* --- reading --- */

int dirty_pages_read_file(const struct dirty_pages *d, uint64_t offset, void *bytes, size_t size) {
    int64_t n = system_read(d->system, d->fd, bytes, size, offset);
    if (n < 0)
        return (int)n;
    memset((char *)bytes + n, 0, size - (size_t)n);
    return 0;
}

int dirty_pages_read_old(const struct dirty_pages *d, uint64_t number, unsigned char *bytes) {
    uint64_t at = number * BLOCKS_SIZE;
    size_t inside = at < d->old_length ? smaller(BLOCKS_SIZE, d->old_length - at) : 0;
    memset(bytes + inside, 0, BLOCKS_SIZE - inside);
    return dirty_pages_read_file(d, at, bytes, inside);
}

int dirty_pages_read(const struct dirty_pages *d, uint64_t offset, void *bytes, size_t size) {
    unsigned char *to = bytes;
    int failure = 0;
    while (size && !failure) {
        size_t part = smaller(size, BLOCKS_SIZE - offset % BLOCKS_SIZE);
        const unsigned char *block = blocks_find(&d->blocks, offset / BLOCKS_SIZE);
        if (!block)
            failure = dirty_pages_read_file(d, offset, to, part);
        else {
            memcpy(to, block + offset % BLOCKS_SIZE, part);
            failure = 0;
        }

        offset += part;
        to += part;
        size -= part;
    }
    return failure;
}

/* --- writing --- */

static int write_to_memory(struct dirty_pages *d, uint64_t offset, const void *bytes, size_t size) {
    uint64_t number = offset / BLOCKS_SIZE;
    unsigned char *block = blocks_find(&d->blocks, number);
    int failure = 0;
    if (!block) {
        block = blocks_add(&d->blocks, number);
        if (!block)
            return -ENOMEM;
        failure = size < BLOCKS_SIZE ? dirty_pages_read_old(d, number, block) : 0;
    }
    memcpy(block + offset % BLOCKS_SIZE, bytes, size);
    return failure;
}

static void remember(struct dirty_pages *d, int failure) {
    if (failure && !d->failure)
        d->failure = failure;
}

void dirty_pages_write(struct dirty_pages *d, uint64_t offset, const void *bytes, size_t size) {
    const unsigned char *from = bytes;
    d->length = offset + size > d->length ? offset + size : d->length;
    while (size && dirty_pages_is_kept(d, offset / BLOCKS_SIZE)) {
        size_t part = smaller(size, BLOCKS_SIZE - offset % BLOCKS_SIZE);
        remember(d, write_to_memory(d, offset, from, part));
        offset += part;
        from += part;
        size -= part;
    }
    if (size && !d->failure)
        remember(d, system_write(d->system, d->fd, from, size, offset));
}

/* --- writing to disk --- */

/* Reserves room for the whole new length first: beyond the old length the file may still be changed
 * freely. */
int dirty_pages_take_room(const struct dirty_pages *d) {
    const struct system *s = d->system;
    uint64_t wanted = d->length;
    struct stat st;
    int failure = s->inspect(s, d->fd, &st);
    uint64_t length = failure ? 0 : (uint64_t)st.st_size;
    if (failure || wanted == length)
        return failure;
    if (wanted > length)
        return s->allocate(s, d->fd, length, wanted - length);
    return wanted >= d->old_length ? s->truncate(s, d->fd, wanted) : 0;
}

int dirty_pages_has_changed(const struct dirty_pages *d, uint64_t number,
                            const unsigned char *old) {
    const unsigned char *block = blocks_find(&d->blocks, number);
    return d->length < smaller(d->old_length, (number + 1) * BLOCKS_SIZE) ||
           (block && memcmp(block, old, BLOCKS_SIZE) != 0);
}

/* A block in memory may be unchanged; then it was not journalled, and is not written. */
static int write_block(const struct dirty_pages *d, uint64_t number) {
    uint64_t at = number * BLOCKS_SIZE;
    if (at >= d->length)
        return 0;
    unsigned char old[BLOCKS_SIZE];
    const unsigned char *block = blocks_find(&d->blocks, number);
    int failure = dirty_pages_read_old(d, number, old);
    if (failure || memcmp(block, old, BLOCKS_SIZE) == 0)
        return failure;
    return system_write(d->system, d->fd, block, smaller(BLOCKS_SIZE, d->length - at), at);
}

int dirty_pages_apply(const struct dirty_pages *d, const uint64_t *numbers) {
    int failure = 0;
    for (size_t i = 0; i < d->blocks.count && !failure; i++)
        failure = write_block(d, numbers[i]);
    if (!failure && d->length < d->old_length)
        failure = d->system->truncate(d->system, d->fd, d->length);
    return failure;
}

int dirty_pages_cut_back(const struct dirty_pages *d) {
    struct stat st;
    int failure = d->system->inspect(d->system, d->fd, &st);
    if (failure || (uint64_t)st.st_size <= d->old_length)
        return failure;
    return d->system->truncate(d->system, d->fd, d->old_length);
}
