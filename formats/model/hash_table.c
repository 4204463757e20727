/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/hash_table.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

struct slot {
    uint32_t hash, above; /* above: the number plus 1; 0 if the slot is free */
};

enum { FIRST_ROOM = 16 };

/* --- hashes --- */

uint64_t slots_hash(void) {
    static uint64_t seed;
    if (!seed && getentropy(&seed, sizeof seed) != 0)
        seed = (uint64_t)(uintptr_t)&seed;
    return seed;
}

/* Combines the two halves of a 128-bit product (W. Yi, wyhash). */
uint64_t slots_hash_number(uint64_t hash, uint64_t number) {
    __extension__ unsigned __int128 product =
        (unsigned __int128)(hash ^ 0x9e3779b97f4a7c15) * (number ^ 0xe7037ed1a0b428db);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

uint64_t slots_hash_bytes(uint64_t hash, const void *bytes, size_t length) {
    for (size_t at = 0; at < length; at += sizeof(uint64_t)) {
        uint64_t word = 0;
        size_t left = length - at;
        memcpy(&word, (const char *)bytes + at, left < sizeof word ? left : sizeof word);
        hash = slots_hash_number(hash, word);
    }
    return slots_hash_number(hash, length);
}

uint64_t slots_hash_text(uint64_t hash, const char *text) {
    return slots_hash_bytes(hash, text, strlen(text));
}

/* --- the table --- */

uint32_t slots_find(const struct slots *slots, uint64_t hash, slots_is *is, const void *things,
                    const void *key) {
    size_t mask = slots->room - 1;
    for (size_t at = hash & mask; slots->room && slots->items[at].above; at = (at + 1) & mask)
        if (slots->items[at].hash == (uint32_t)hash && is(things, slots->items[at].above - 1, key))
            return slots->items[at].above - 1;
    return SLOTS_NONE;
}

static void put(struct slots *slots, struct slot slot) {
    size_t mask = slots->room - 1, at = slot.hash & mask;
    while (slots->items[at].above)
        at = (at + 1) & mask;
    slots->items[at] = slot;
}

/* Keeps at most two thirds of the slots in use. Returns 0 if memory runs out. */
static int make_room(struct slots *slots) {
    if (slots->count < slots->room / 3 * 2)
        return 1;
    struct slots larger = {.room = slots->room ? 2 * slots->room : FIRST_ROOM,
                           .count = slots->count};
    larger.items = calloc(larger.room, sizeof *larger.items);
    if (!larger.items)
        return 0;
    for (size_t i = 0; i < slots->room; i++)
        if (slots->items[i].above)
            put(&larger, slots->items[i]);
    free(slots->items);
    *slots = larger;
    return 1;
}

int slots_add(struct slots *slots, uint64_t hash, uint32_t number) {
    if (!make_room(slots))
        return 0;
    put(slots, (struct slot){(uint32_t)hash, number + 1});
    slots->count++;
    return 1;
}

void slots_release(struct slots *slots) {
    free(slots->items);
    *slots = (struct slots){0};
}
