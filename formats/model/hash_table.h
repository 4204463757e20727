/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hash_table.h: an open hash table that finds the number of an item by its hash. It stores no keys.
 *
 * The items themselves are in an array of the caller, whose function compares keys. Every hash
 * starts from a secret random number, so that nobody can make a file whose names all collide (S.
 * Crosby and D. Wallach, USENIX Security 2003). */
#ifndef BENCHMAT_FORMATS_MODEL_HASH_TABLE_H
#define BENCHMAT_FORMATS_MODEL_HASH_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* Zero-initialised: empty. */
struct slots {
    struct slot *items; /* [room], a power of two */
    size_t room, count;
};

/* Returns whether KEY is the key of item NUMBER in THINGS. */
typedef int slots_is(const void *things, uint32_t number, const void *key);

#define SLOTS_NONE UINT32_MAX

/* Returns the number of the item with that HASH and KEY, or SLOTS_NONE. */
uint32_t slots_find(const struct slots *slots, uint64_t hash, slots_is *is, const void *things,
                    const void *key);
/* Adds NUMBER, whose key must not be in the table yet. Returns 0 if memory runs out. */
int slots_add(struct slots *slots, uint64_t hash, uint32_t number);
void slots_release(struct slots *slots);

/* Return the initial hash, and HASH extended by a number, by bytes or by a text. */
uint64_t slots_hash(void);
uint64_t slots_hash_number(uint64_t hash, uint64_t number);
uint64_t slots_hash_bytes(uint64_t hash, const void *bytes, size_t length);
uint64_t slots_hash_text(uint64_t hash, const char *text);

#endif
