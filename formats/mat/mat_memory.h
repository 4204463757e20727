/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_memory.h: memory that is handed out bit by bit, up to a limit, and given back at once.
 *
 * What a MAT-file says of its own size is not to be believed. So all that is read into comes from
 * here, and the limit holds for all variables that are in memory at the same time, whichever thread
 * reads them. */
#ifndef BENCHMAT_FORMATS_MAT_MAT_MEMORY_H
#define BENCHMAT_FORMATS_MAT_MAT_MEMORY_H

#include <stdatomic.h>
#include <stddef.h>

/* What may be taken altogether. */
struct mat_budget {
    atomic_size_t used;
    size_t limit;
};

/* Takes BYTES from the budget; whether there were as many. */
int mat_budget_take(struct mat_budget *budget, size_t bytes);
void mat_budget_give(struct mat_budget *budget, size_t bytes);

struct mat_block;

/* Zero-initialised but for the budget. For one thread at a time. */
struct mat_memory {
    struct mat_budget *budget;
    struct mat_block *blocks;
    char *at;        /* in the newest block of small pieces, */
    size_t left;     /* which has so many bytes left */
    int is_past_end; /* the budget is exhausted, as opposed to the machine */
};

/* COUNT times SIZE bytes, not cleared, aligned for anything; NULL when the budget or the machine
 * has no more, or the product is no size. */
void *mat_memory_take(struct mat_memory *memory, size_t count, size_t size);

/* Gives back all that was taken. */
void mat_memory_release(struct mat_memory *memory);

#endif
