/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/actions/payload.h"

#include <math.h>
#include <string.h>

enum { WORD = sizeof(double) };

void payload_setup(struct bench *bench) {
    struct payload *s = bench->state;
    s->words = bench_array(bench, (size_t)bench->size / WORD + 2);
    s->wrong = bench_memory(bench, 1, sizeof *s->wrong);
    bench_output_of(bench, "bytes that arrived wrong", s->wrong, 1, 'l');
}

char *payload_memory(struct bench *bench, size_t count) {
    return bench_memory(bench, count * (size_t)bench->size, 1);
}

void payload_make(struct bench *bench, int rank, int number, char *address) {
    struct payload *s = bench->state;
    uint64_t size = (uint64_t)bench->size, text = (uint64_t)bench->ranks * size / WORD + 1;
    uint64_t first = (uint64_t)number * size;
    bench_fill_part(bench, s->words, (uint64_t)rank * text + first / WORD, size / WORD + 2);
    memcpy(address, (const char *)s->words + first % WORD, size);
}

int64_t payload_differ(const struct bench *bench, const char *got, const char *wanted) {
    int64_t differ = 0;
    for (int64_t i = 0; i < bench->size; i++)
        differ += got[i] != wanted[i];
    return differ;
}

double payload_residual(const struct bench *bench, int64_t wrong) {
    const struct payload *s = bench->state;
    double sum = (double)wrong;
    bench_sum(bench, &sum, 1);
    *s->wrong = (int64_t)sum;
    return sum > 0 ? INFINITY : 0;
}

double payload_bytes(const struct bench *bench) {
    return (double)bench->size;
}
