/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifdef __SSE2__
#    include <emmintrin.h>
#endif

#include "collect/action.h"
#include "collect/actions/ceilings.h"

static int setup(struct bench *bench) {
    struct stream_triad *t = bench->state;
    size_t n = (size_t)bench->size;
    t->a = bench_array(bench, n);
    t->b = bench_array(bench, n);
    t->c = bench_array(bench, n);
    t->s = 3; /* as in STREAM */
    bench_output_of(bench, "a", t->a, n, bench->type);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct stream_triad *t = bench->state;
    (void)seed;
    bench_fill(bench, t->b, (size_t)bench->size);
    bench_fill(bench, t->c, (size_t)bench->size);
}

/* --- implementations --- */

typedef void triad_function(const struct bench *bench);

/* Starts at number BEGIN. */
static void plain_float(const struct stream_triad *t, int64_t begin, int64_t n) {
    float *restrict a = t->a;
    const float *restrict b = t->b, *restrict c = t->c, s = (float)t->s;
    for (int64_t i = begin; i < n; i++)
        a[i] = b[i] + s * c[i];
}

static void plain_double(const struct stream_triad *t, int64_t begin, int64_t n) {
    double *restrict a = t->a;
    const double *restrict b = t->b, *restrict c = t->c, s = t->s;
    for (int64_t i = begin; i < n; i++)
        a[i] = b[i] + s * c[i];
}

static void plain(const struct bench *bench) {
    if (bench_is_single(bench))
        plain_float(bench->state, 0, bench->size);
    else
        plain_double(bench->state, 0, bench->size);
}

#ifdef __SSE2__
/* Stores that bypass the caches, so that a is not read before it is written. */
static void nontemporal_float(const struct stream_triad *t, int64_t n) {
    float *a = t->a;
    const float *b = t->b, *c = t->c;
    const __m128 s = _mm_set1_ps((float)t->s);
    int64_t i = 0;
    for (; i + 4 <= n; i += 4)
        _mm_stream_ps(a + i, _mm_add_ps(_mm_load_ps(b + i), _mm_mul_ps(s, _mm_load_ps(c + i))));
    plain_float(t, i, n);
}

static void nontemporal_double(const struct stream_triad *t, int64_t n) {
    double *a = t->a;
    const double *b = t->b, *c = t->c;
    const __m128d s = _mm_set1_pd(t->s);
    int64_t i = 0;
    for (; i + 2 <= n; i += 2)
        _mm_stream_pd(a + i, _mm_add_pd(_mm_load_pd(b + i), _mm_mul_pd(s, _mm_load_pd(c + i))));
    plain_double(t, i, n);
}

static void nontemporal(const struct bench *bench) {
    if (bench_is_single(bench))
        nontemporal_float(bench->state, bench->size);
    else
        nontemporal_double(bench->state, bench->size);
    _mm_sfence();
}
#endif

static void calculate(struct bench *bench, int64_t calls) {
    triad_function *triad = (triad_function *)bench->routines[0];
    for (int64_t c = 0; c < calls; c++)
        triad(bench);
}

/* --- tolerance and residual --- */

/* A product below 3 and a sum below 4, each rounded by up to one or two epsilon, fused or not. */
static double tolerance(const struct bench *bench) {
    (void)bench;
    return 6;
}

/* The largest |a - (b + s c)| / (3 epsilon). */
static double residual(const struct bench *bench) {
    const struct stream_triad *t = bench->state;
    double worst = 0;
    for (size_t i = 0; i < (size_t)bench->size; i++) {
        double error = bench_element(bench, t->b, i) + t->s * bench_element(bench, t->c, i) -
                       bench_element(bench, t->a, i);
        error = error < 0 ? -error : error;
        if (error > worst || error != error)
            worst = error;
    }
    return worst / (3 * bench_epsilon(bench));
}

static double flops(const struct bench *bench) {
    return 2 * (double)bench->size;
}

/* As STREAM counts them: what the program reads and writes, whatever else the caches read
 * (McCalpin, Memory Bandwidth and Machine Balance in Current High Performance Computers, IEEE TCCA
 * Newsletter, December 1995). */
static double bytes(const struct bench *bench) {
    return 3 * (double)bench->size * (double)bench->element;
}

/* Topic: ceilings. */
const struct bench_action action_stream_triad = {
    BENCH_ACTION_HEAD,
    .name = "stream_triad",
    .about = "a := b + 3 c",
    .size_means = "length of a, b and c",
    .largest = 10000000,
    .implementations =
        (const struct bench_implementation[]){{"plain", (bench_function)plain},
#ifdef __SSE2__
                                              {"nontemporal", (bench_function)nontemporal},
#endif
                                              {0}},
    .state_bytes = sizeof(struct stream_triad),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .tolerance = tolerance,
    .flops = flops,
    .bytes = bytes,
    .flops_formula = "2 n",
    .bytes_formula = "3 n elements",
};
