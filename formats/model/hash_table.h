/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hash_table.h: finds the number of a thing by its hash: an open hash table that knows no keys.
 *
 * The things themselves stand in an array of the caller's, who says which of them is meant. Hashes
 * begin with a number that nobody can know beforehand, so that no file can be made whose names all
 * fall on one place (S. Crosby and D. Wallach, USENIX Security 2003). */
#ifndef BENCHMAT_FORMATS_MODEL_HASH_TABLE_H
#define BENCHMAT_FORMATS_MODEL_HASH_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* Zero-initialised is none. */
struct slots {
    struct slot *items; /* [room], a power of two */
    size_t room, count;
};

/* Whether KEY is that of thing NUMBER among THINGS. */
typedef int slots_is(const void *things, uint32_t number, const void *key);

#define SLOTS_NONE UINT32_MAX

/* The number of the thing of that HASH and KEY; SLOTS_NONE. */
uint32_t slots_find(const struct slots *slots, uint64_t hash, slots_is *is, const void *things,
                    const void *key);
/* Adds NUMBER, whose key is not there yet. Whether there was memory. */
int slots_add(struct slots *slots, uint64_t hash, uint32_t number);
void slots_release(struct slots *slots);

/* A hash of nothing, and with another number, or text, behind it. */
uint64_t slots_hash(void);
uint64_t slots_hash_number(uint64_t hash, uint64_t number);
uint64_t slots_hash_text(uint64_t hash, const char *text);

#endif
