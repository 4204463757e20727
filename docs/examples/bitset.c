/* bitset: a set of keys as a row of bits, which threads change one word at a time. */
#include <benchmat/set.h>
#include <stdatomic.h>
#include <stdlib.h>

struct set {
    int64_t words;
    _Atomic(uint64_t) bits[];
};

struct set *set_create(int64_t keys) {
    int64_t words = (keys + 63) / 64;
    struct set *set = calloc(1, sizeof *set + (size_t)words * sizeof *set->bits);
    if (set)
        set->words = words;
    return set;
}

int set_insert(struct set *set, int64_t key) {
    uint64_t bit = UINT64_C(1) << key % 64;
    return !(atomic_fetch_or(&set->bits[key / 64], bit) & bit);
}

int set_remove(struct set *set, int64_t key) {
    uint64_t bit = UINT64_C(1) << key % 64;
    return (atomic_fetch_and(&set->bits[key / 64], ~bit) & bit) != 0;
}

int set_contains(struct set *set, int64_t key) {
    return (int)(atomic_load(&set->bits[key / 64]) >> key % 64 & 1);
}

int64_t set_size(struct set *set) {
    int64_t size = 0;
    for (int64_t w = 0; w < set->words; w++)
        size += __builtin_popcountll(set->bits[w]);
    return size;
}

void set_free(struct set *set) {
    free(set);
}
