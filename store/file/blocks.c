/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/file/blocks.h"

#include <stdlib.h>

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
