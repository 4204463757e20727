/* SPDX-License-Identifier: GPL-3.0-or-later */
#if defined __x86_64__
#    include <immintrin.h>
#elif defined __aarch64__
#    include <arm_neon.h>
#endif
#include <math.h>

#include "collect/action.h"
#include "collect/actions/ceilings.h"

enum { NUMBERS = PEAK_NUMBERS };

static const double A = PEAK_A, B = PEAK_B;

static int setup(struct bench *bench) {
    struct peak_flops *t = bench->state;
    t->x = bench_array(bench, NUMBERS);
    t->y = bench_array(bench, NUMBERS);
    bench_output_of(bench, "x", t->x, NUMBERS, bench->type);
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct peak_flops *t = bench->state;
    (void)seed;
    bench_fill(bench, t->y, NUMBERS);
}

/* --- implementations --- */

/* Defines NAME, which keeps CHAINS vectors in registers while it iterates them by STEP. */
#define ITERATE_BY(step, factor, summand, chains, name, attribute, type, vector, set, load, store) \
    attribute static void name(const struct peak_flops *t, int64_t n) {                            \
        enum { lanes = sizeof(vector) / sizeof(type) };                                            \
        _Static_assert(NUMBERS % (chains * lanes) == 0, "all numbers are iterated");               \
        const vector a = set((type)(factor)), b = set((type)(summand));                            \
        const type *y = t->y;                                                                      \
        type *x = t->x;                                                                            \
        for (int first = 0; first < NUMBERS; first += chains * lanes) {                            \
            vector v[chains];                                                                      \
            _Pragma("GCC unroll 24") for (int c = 0; c < chains; c++) v[c] =                       \
                load(y + first + c * lanes);                                                       \
            for (int64_t i = 0; i < n; i++) {                                                      \
                _Pragma("GCC unroll 24") for (int c = 0; c < chains; c++) v[c] = step(v[c], a, b); \
            }                                                                                      \
            _Pragma("GCC unroll 24") for (int c = 0; c < chains; c++)                              \
                store(x + first + c * lanes, v[c]);                                                \
        }                                                                                          \
    }
#define ITERATE(name, attribute, type, vector, set, load, multiply_add, store)                     \
    ITERATE_BY(multiply_add, A, B, PEAK_CHAINS, name, attribute, type, vector, set, load, store)

/* Vectors of 16 bytes, which every processor with vectors has. */
typedef float plain_floats __attribute__((vector_size(16), aligned(sizeof(float)), may_alias));
typedef double plain_doubles __attribute__((vector_size(16), aligned(sizeof(double)), may_alias));

#define PLAIN_FLOATS(value)       ((plain_floats){value, value, value, value})
#define PLAIN_DOUBLES(value)      ((plain_doubles){value, value})
#define LOAD_FLOATS(from)         (*(const plain_floats *)(from))
#define LOAD_DOUBLES(from)        (*(const plain_doubles *)(from))
#define MULTIPLY_ADD(x, a, b)     ((x) * (a) + (b))
#define STORE_FLOATS(to, vector)  (*(plain_floats *)(to) = (vector))
#define STORE_DOUBLES(to, vector) (*(plain_doubles *)(to) = (vector))

ITERATE(plain_float, , float, plain_floats, PLAIN_FLOATS, LOAD_FLOATS, MULTIPLY_ADD, STORE_FLOATS)
ITERATE(plain_double, , double, plain_doubles, PLAIN_DOUBLES, LOAD_DOUBLES, MULTIPLY_ADD,
        STORE_DOUBLES)

static void plain(const struct bench *bench) {
    (bench_is_single(bench) ? plain_float : plain_double)(bench->state, bench->size);
}

#if defined __x86_64__
#    define AVX2   __attribute__((target("avx2,fma")))
#    define AVX512 __attribute__((target("avx512f")))

ITERATE(avx2_float, AVX2, float, __m256, _mm256_set1_ps, _mm256_loadu_ps, _mm256_fmadd_ps,
        _mm256_storeu_ps)
ITERATE(avx2_double, AVX2, double, __m256d, _mm256_set1_pd, _mm256_loadu_pd, _mm256_fmadd_pd,
        _mm256_storeu_pd)
ITERATE(avx512_float, AVX512, float, __m512, _mm512_set1_ps, _mm512_loadu_ps, _mm512_fmadd_ps,
        _mm512_storeu_ps)
ITERATE(avx512_double, AVX512, double, __m512d, _mm512_set1_pd, _mm512_loadu_pd, _mm512_fmadd_pd,
        _mm512_storeu_pd)

static void fma_widest(struct bench *bench) {
    int is_single = bench_is_single(bench);
    if (__builtin_cpu_supports("avx512f"))
        (is_single ? avx512_float : avx512_double)(bench->state, bench->size);
    else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        (is_single ? avx2_float : avx2_double)(bench->state, bench->size);
    else
        bench_fail(bench, "this processor has no fused multiply-add of vectors");
}

#elif defined __aarch64__
/* FMLA adds to the register that it overwrites: a x + b takes a copy of b first. So z = x - STAYS
 * is iterated, where STAYS = a STAYS + b: z := a z is z := z + (a - 1) z, one FMLA. Up to four
 * units, each with a latency of 4 cycles, need more chains than those of x86; there are 32
 * registers. */
#    define STAYS       (B / (1 - A))
#    define NEON_CHAINS (2 * PEAK_CHAINS)

#    define NEON_LOAD_FLOATS(from)        vsubq_f32(vld1q_f32(from), vdupq_n_f32((float)STAYS))
#    define NEON_LOAD_DOUBLES(from)       vsubq_f64(vld1q_f64(from), vdupq_n_f64(STAYS))
#    define NEON_STEP_FLOATS(z, a, zero)  ((void)(zero), vfmaq_f32(z, z, a))
#    define NEON_STEP_DOUBLES(z, a, zero) ((void)(zero), vfmaq_f64(z, z, a))
#    define NEON_STORE_FLOATS(to, vector)                                                          \
        vst1q_f32(to, vaddq_f32(vector, vdupq_n_f32((float)STAYS)))
#    define NEON_STORE_DOUBLES(to, vector) vst1q_f64(to, vaddq_f64(vector, vdupq_n_f64(STAYS)))

ITERATE_BY(NEON_STEP_FLOATS, A - 1, 0, NEON_CHAINS, neon_float, , float, float32x4_t, vdupq_n_f32,
           NEON_LOAD_FLOATS, NEON_STORE_FLOATS)
ITERATE_BY(NEON_STEP_DOUBLES, A - 1, 0, NEON_CHAINS, neon_double, , double, float64x2_t,
           vdupq_n_f64, NEON_LOAD_DOUBLES, NEON_STORE_DOUBLES)

static void fma_widest(const struct bench *bench) {
    (bench_is_single(bench) ? neon_float : neon_double)(bench->state, bench->size);
}
#endif

typedef void peak_function(struct bench *bench);

static void calculate(struct bench *bench, int64_t calls) {
    peak_function *iterate_all = (peak_function *)bench->routines[0];
    for (int64_t c = 0; c < calls; c++)
        iterate_all(bench);
}

/* --- tolerance and residual --- */

/* 1 + A + ... + A^(n-1): what errors of 1 in each step add up to, as each step shrinks those of the
 * steps before. */
static double error_sum(const struct bench *bench) {
    return (1 - pow(A, (double)bench->size)) / (1 - A);
}

/* Each step rounds a product and a sum below 2, by at most 1.5 epsilon together; two answers may
 * differ by twice that. */
static double tolerance(const struct bench *bench) {
    return 3 * error_sum(bench);
}

/* The largest |x - x_n| / (s epsilon), where s is the sum of errors and x_n = A^n y + B s. */
static double residual(const struct bench *bench) {
    const struct peak_flops *t = bench->state;
    double power = pow(A, (double)bench->size), sum = error_sum(bench), worst = 0;
    for (size_t i = 0; i < NUMBERS; i++) {
        double right = power * bench_element(bench, t->y, i) + B * sum;
        double error = fabs(bench_element(bench, t->x, i) - right);
        if (error > worst || error != error)
            worst = error;
    }
    return worst / (sum * bench_epsilon(bench));
}

static double flops(const struct bench *bench) {
    return 2.0 * NUMBERS * (double)bench->size;
}

/* Topic: ceilings. */
const struct bench_action action_peak_flops = {
    BENCH_ACTION_HEAD,
    .name = "peak_flops",
    .about = "x := a x + b, n times, in registers",
    .size_means = "steps of each of 192 numbers",
    .largest = 100000,
    .implementations = (const struct bench_implementation[]){{"plain", (bench_function)plain},
#if defined __x86_64__ || defined __aarch64__
                                                             {"fma", (bench_function)fma_widest},
#endif
                                                             {0}},
    .state_bytes = sizeof(struct peak_flops),
    .setup = setup,
    .initialize = initialize,
    .calculate = calculate,
    .residual = residual,
    .tolerance = tolerance,
    .flops = flops,
    .flops_formula = "384 n",
};
