/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat/mat_memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

struct mat_block {
    struct mat_block *next;
    size_t bytes; /* of the whole */
    alignas(max_align_t) char room[];
};

enum {
    LEAST_BLOCK = 512,    /* of small pieces: the first, which mostly is all, */
    MOST_BLOCK = 1 << 16, /* and any other */
};

int mat_budget_take(struct mat_budget *budget, size_t bytes) {
    size_t used = atomic_load(&budget->used);
    do
        if (used > budget->limit || bytes > budget->limit - used)
            return 0;
    while (!atomic_compare_exchange_weak(&budget->used, &used, used + bytes));
    return 1;
}

void mat_budget_give(struct mat_budget *budget, size_t bytes) {
    atomic_fetch_sub(&budget->used, bytes);
}

static struct mat_block *add_block(struct mat_memory *memory, size_t room) {
    size_t bytes = sizeof(struct mat_block) + room;
    if (!mat_budget_take(memory->budget, bytes)) {
        memory->is_past_end = 1;
        return NULL;
    }
    struct mat_block *block = malloc(bytes);
    if (!block) {
        mat_budget_give(memory->budget, bytes);
        return NULL;
    }
    *block = (struct mat_block){memory->blocks, bytes};
    memory->blocks = block;
    return block;
}

/* A new block for small pieces. */
static int refill(struct mat_memory *memory, size_t bytes) {
    size_t room = memory->at || bytes > LEAST_BLOCK ? MOST_BLOCK : LEAST_BLOCK;
    struct mat_block *block = add_block(memory, room);
    if (!block)
        return 0;
    memory->at = block->room;
    memory->left = room;
    return 1;
}

void *mat_memory_take(struct mat_memory *memory, size_t count, size_t size) {
    const size_t unit = alignof(max_align_t);
    if (size && count > (PTRDIFF_MAX - MOST_BLOCK) / size) {
        memory->is_past_end = 1;
        return NULL;
    }
    size_t bytes = count && size ? (count * size + unit - 1) / unit * unit : unit;
    if (bytes > MOST_BLOCK / 4) {
        struct mat_block *block = add_block(memory, bytes);
        return block ? block->room : NULL;
    }
    if (bytes > memory->left && !refill(memory, bytes))
        return NULL;
    void *taken = memory->at;
    memory->at += bytes;
    memory->left -= bytes;
    return taken;
}

void mat_memory_release(struct mat_memory *memory) {
    while (memory->blocks) {
        struct mat_block *block = memory->blocks;
        memory->blocks = block->next;
        mat_budget_give(memory->budget, block->bytes);
        free(block);
    }
    *memory = (struct mat_memory){.budget = memory->budget};
}
