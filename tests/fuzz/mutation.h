/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mutation.h: changes to an archive that leave most of it in its place, so that what HDF5 finds is
 * nearly what it expects. */
#ifndef BENCHMAT_TESTS_FUZZ_MUTATION_H
#define BENCHMAT_TESTS_FUZZ_MUTATION_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct mutation_file {
    unsigned char *bytes;
    size_t size;
};

static uint64_t mutation_state = 1;

/* xorshift64* (Vigna 2016). */
static inline uint64_t mutation_draw(void) {
    mutation_state ^= mutation_state >> 12;
    mutation_state ^= mutation_state << 25;
    mutation_state ^= mutation_state >> 27;
    return mutation_state * 2685821657736338717u;
}

static inline size_t mutation_below(size_t n) {
    return n ? mutation_draw() % n : 0;
}

static inline void mutation_seed(uint64_t seed) {
    mutation_state = seed * 0x9e3779b97f4a7c15u | 1;
}

static const char *const signatures[] = {"OHDR", "OCHK", "FRHP", "FHDB", "FHIB", "FSHD", "FSSE",
                                         "BTHD", "BTLF", "BTIN", "TREE", "HEAP", "SNOD", "GCOL"};

/* Most of a file is numbers, and most of the faults are where structures begin. */
static inline size_t mutation_draw_place(const struct mutation_file *file) {
    size_t start = mutation_below(file->size);
    if (mutation_draw() % 4 == 0)
        return start;
    const char *wanted = signatures[mutation_below(sizeof signatures / sizeof *signatures)];
    unsigned char *found = memmem(file->bytes + start, file->size - start, wanted, 4);
    if (!found)
        found = memmem(file->bytes, file->size, wanted, 4);
    size_t place =
        found ? (size_t)(found - file->bytes) + 4 + mutation_below(mutation_draw() % 2 ? 32 : 300)
              : start;
    return place < file->size ? place : start;
}

static inline void mutation_flip(struct mutation_file *file, size_t at) {
    file->bytes[at] ^= (unsigned char)(1u << mutation_below(8));
}

static inline void mutation_set(struct mutation_file *file, size_t at) {
    file->bytes[at] = (unsigned char)mutation_draw();
}

static inline void mutation_add(struct mutation_file *file, size_t at) {
    file->bytes[at] = (unsigned char)(file->bytes[at] + mutation_below(33) - 16);
}

static inline void mutation_put_extreme(struct mutation_file *file, size_t at) {
    static const uint64_t extremes[] = {
        0,          1,          0x7f,      0xff,       0x7fff,           0xffff,
        0x7fffffff, 0xffffffff, INT64_MAX, UINT64_MAX, (uint64_t)1 << 40};
    uint64_t value = extremes[mutation_below(sizeof extremes / sizeof *extremes)];
    size_t size = (size_t)1 << mutation_below(4);
    if (size <= file->size - at)
        memcpy(file->bytes + at, &value, size);
}

static inline void mutation_copy_part(struct mutation_file *file, size_t at) {
    size_t from = mutation_draw_place(file), most = file->size - (at > from ? at : from);
    memmove(file->bytes + at, file->bytes + from, mutation_below(most < 256 ? most : 256));
}

static inline void mutation_clear_part(struct mutation_file *file, size_t at) {
    size_t most = file->size - at;
    memset(file->bytes + at, mutation_draw() % 2 ? 0 : 0xff, mutation_below(most < 64 ? most : 64));
}

static inline void mutation_cut(struct mutation_file *file, size_t at) {
    if (mutation_draw() % 16 == 0)
        file->size = at + 1;
}

static void (*const mutations[])(struct mutation_file *, size_t) = {
    mutation_flip,        mutation_set,       mutation_add, mutation_put_extreme,
    mutation_put_extreme, mutation_copy_part, mutation_cut, mutation_clear_part};

static inline void mutation_apply(struct mutation_file *file) {
    size_t count = 1 + mutation_below((size_t)1 << mutation_below(5));
    if (file->size == 0)
        return;
    for (size_t i = 0; i < count; i++)
        mutations[mutation_below(sizeof mutations / sizeof *mutations)](file,
                                                                        mutation_draw_place(file));
}

#endif
