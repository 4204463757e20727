/* SPDX-License-Identifier: MIT
 *
 * Copyright (c) 2026 the benchmat authors
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
 * associated documentation files (the "Software"), to deal in the Software without restriction,
 * including without limitation the rights to use, copy, modify, merge, publish, distribute,
 * sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
 * furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all copies or
 * substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
 * NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
 * DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 * OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */

/* action.h: what a benchmark action is. This is the only header an action includes; the built-in
 * actions use exactly it. Alone in this project it is under the MIT licence, so that anybody may
 * write actions under any terms.
 *
 * An action is one calculation with a size: it says which routines of a library it calls, or brings
 * implementations of its own to be compared; it gets its memory, fills it from a seed, and
 * calculates. It never allocates, never looks up a symbol, never reads a clock, never prints and
 * never exits: the harness does what has to be done, the same way for every library.
 *
 *     setup        once per size: ask for memory, name the outputs          not timed
 *     begin_round  once per size and process, the memory is there           not timed
 *     initialize   once per seed: fill the memory                           not timed
 *     begin_batch  before a batch of calls and those that warm it up        not timed
 *     calculate    the calculation, CALLS times in a row                    TIMED
 *     residual     how far the answer is from right, by its own measure     not timed
 *
 * An action in a file of its own, a plug-in, is a shared object that defines
 *
 *     const struct bench_action bench_plugin = {BENCH_ACTION_HEAD, .name = "saxpy", ...};
 */
#ifndef BENCHMAT_COLLECT_ACTION_H
#define BENCHMAT_COLLECT_ACTION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the first two members of a struct bench_action say: which version of this header it was
 * compiled with. The harness refuses any other than its own. */
#define BENCH_ACTION_ABI  2
#define BENCH_ACTION_HEAD .abi = BENCH_ACTION_ABI, .struct_bytes = sizeof(struct bench_action)

typedef void (*bench_function)(void);

/* --- what an action is given ----------------------------------------------------------------- */

/* One action at one size in one process. Read it; the harness alone writes it. */
struct bench {
    int64_t size;   /* 1 where the action has no size */
    char type;      /* 's': float, 'd': double, 'c' and 'z': complex numbers of these */
    size_t element; /* bytes of one number of that type: 4, 8, 8, 16 */

    /* The values of the parameters, in the order in which the action lists them. */
    const double *parameters;

    /* The routines, in the order in which the action lists them; of an action that has
     * implementations, the function of the one that is measured. */
    const bench_function *routines;
    int c_interface; /* 1: they are the C routines, 0: the Fortran ones */

    /* `state_bytes` bytes of the action's own, zero before setup. */
    void *state;

    /* Call number c of a batch works on renewed arrays shifted by c * copy_stride bytes. */
    size_t copy_stride;

    const struct bench_services *services;
};

/* What a number that calculate counts means. */
enum bench_count {
    BENCH_OPERATIONS, /* floating-point operations, in place of the action's `flops` */
    BENCH_ITERATIONS, /* of a method that decides itself when to stop */
    BENCH_COUNTS
};

/* What the harness does for an action; called through the functions further down. */
struct bench_services {
    void *(*allocate)(struct bench *bench, size_t count, size_t bytes, int renewed);
    void (*output)(struct bench *bench, const char *name, void *array, size_t count, char type);
    const void *(*original)(const struct bench *bench, const void *array);
    double (*uniform)(struct bench *bench);
    void (*fill)(struct bench *bench, void *array, size_t count);
    void (*fill_symmetric)(struct bench *bench, void *matrix, size_t n, double diagonal);
    void (*set_seconds)(struct bench *bench, double seconds);
    void (*begin_region)(struct bench *bench);
    void (*end_region)(struct bench *bench);
    void (*count)(struct bench *bench, enum bench_count what, double number);
    void (*give_up)(struct bench *bench, const char *why);
};

/* --- what an action is ----------------------------------------------------------------------- */

/* A routine that an action calls. In both names
 *     ?      is the letter of the type: "?axpy_" is saxpy_, daxpy_, caxpy_, zaxpy_;
 *     %      is the same with the letter of its parts before it: "%nrm2_" is snrm2_, dnrm2_,
 *            scnrm2_, dznrm2_;
 *     <r|c>  is what stands before the bar for real types, and behind it for complex ones:
 *            "?<sy|he>mv_" is ssymv_, dsymv_, chemv_, zhemv_;
 *     {t}    is there for single precision alone: "fftw{f}_execute".
 * Where nothing is left, there is no such routine for the type: "<?dot_|>" is sdot_, ddot_. */
struct bench_routine {
    const char *fortran; /* "?axpy_"; NULL where there is no Fortran interface */
    const char *c;       /* "cblas_?axpy"; NULL where there is no C interface */
};

/* A way of doing the action that it brings itself. */
struct bench_implementation {
    const char *name; /* as of a library: "unrolled" */
    bench_function function;
};

/* A row of that struct for a function that is called as the implementation is to be. */
#define BENCH_IMPLEMENTATION(name)                                                                 \
    { #name, (bench_function)name }

/* A number beside the size that the calculation depends on; its values come from the command line.
 */
struct bench_parameter {
    const char *name;  /* letters, digits, underscores */
    const char *about; /* "elements from one to the next" */
    double value;      /* when the command line says nothing */
};

enum { BENCH_MAX_PARAMETERS = 8 };

struct bench_action {
    uint32_t abi; /* both from BENCH_ACTION_HEAD */
    uint32_t struct_bytes;

    const char *name;       /* "matrix_vector_product": letters, digits, underscores */
    const char *about;      /* the calculation as a formula: "y := A x" */
    const char *size_means; /* "rows and columns of A"; NULL: the action has no size */
    int64_t largest;        /* the largest default size */
    const char *types;      /* letters of the types it can do; NULL: "sd" */

    /* What is compared: libraries that have these routines (ends with a row of NULLs), or, where
     * that is NULL, the action's own implementations (the same), of which the first is the
     * reference. */
    const struct bench_routine *routines;
    const struct bench_implementation *implementations;

    const struct bench_parameter *parameters; /* ends with a row of NULLs; NULL: none */
    size_t state_bytes;

    /* Optional: once before the first round of a measurement and after the last, in a process that
     * lives in between and does nothing else, with neither memory nor routines. For what all rounds
     * need: files, devices, a server. Returns 0, or anything else when it cannot be done. */
    int (*begin_run)(struct bench *bench);
    void (*end_run)(struct bench *bench);

    /* Asks for all memory with bench_array and bench_renewed_array and names the outputs. Must not
     * touch the memory, and asks for the same whenever it is called with the same size, type and
     * parameters. Returns 0, or anything else when this size cannot be done. */
    int (*setup)(struct bench *bench);

    /* Optional: once per process, size and parameters, when the memory is there and before anything
     * is filled; and when it goes. For plans, handles, threads. */
    int (*begin_round)(struct bench *bench);
    void (*end_round)(struct bench *bench);

    /* Fills every array. The same seed must give the same bits; bench_fill does. NULL: all that
     * bench_array and bench_renewed_array gave, and bench_memory of things as large, are filled by
     * bench_fill, in their order. */
    void (*initialize)(struct bench *bench, uint64_t seed);

    /* Optional: before and after the calls of a batch, timed or not: once the memory is filled,
     * before the calls that only warm up, and when all are made. */
    int (*begin_batch)(struct bench *bench);
    void (*end_batch)(struct bench *bench);

    /* Does the calculation CALLS times. The loop stands here so that no call through a pointer of
     * the harness stands inside the timing. */
    void (*calculate)(struct bench *bench, int64_t calls);

    /* Optional: the error of the answer that one call left behind, in units in which anything up
     * to 30 is right (the threshold of LAPACK's own test programs). NaN or infinity is wrong. */
    double (*residual)(const struct bench *bench);

    /* What follows depends on size, type and parameters alone, and is asked without memory.
     *
     * The largest |output - reference output| that is still right, in units of the type's machine
     * epsilon. NULL means 1000 max(1, |largest reference output|). Outputs that are integers must
     * always agree. INFINITY: any answer may be right, and the residual alone decides. */
    double (*tolerance)(const struct bench *bench);

    /* Optional: floating-point operations and bytes moved by one call, as functions and, for
     * people, as formulas in n. For rates and for time limits only; archives keep what they say,
     * but as no part of a result. */
    double (*flops)(const struct bench *bench);
    double (*bytes)(const struct bench *bench);
    const char *flops_formula; /* "2 n"; see bench_operations for complex numbers */
    const char *bytes_formula; /* "3 n elements" */
};

/* What a plug-in defines; also in C++ and with -fvisibility=hidden the harness can find it. */
#if defined __GNUC__
__attribute__((visibility("default")))
#endif
extern const struct bench_action bench_plugin;

/* --- for setup ------------------------------------------------------------------------------- */

/* An array of COUNT numbers of the bench's type, at an address that is a multiple of 64. */
static inline void *bench_array(struct bench *bench, size_t count) {
    return bench->services->allocate(bench, count, bench->element, 0);
}

/* The same for an array that the calculation both reads and overwrites, so that a second call
 * would not do the same work. Every call of a batch gets a fresh copy, bench->copy_stride bytes
 * after that of the call before. */
static inline void *bench_renewed_array(struct bench *bench, size_t count) {
    return bench->services->allocate(bench, count, bench->element, 1);
}

/* An array of COUNT things of BYTES bytes each, whatever the bench's type. */
static inline void *bench_memory(struct bench *bench, size_t count, size_t bytes) {
    return bench->services->allocate(bench, count, bytes, 0);
}

/* Names COUNT numbers at ARRAY, which lie in one array of the bench's, as an output, to be held
 * against the reference's. Returns ARRAY. */
static inline void *bench_output(struct bench *bench, void *array, size_t count) {
    bench->services->output(bench, NULL, array, count, bench->type);
    return array;
}

/* The same with a name for people, and a type of its own: 's', 'd', 'c', 'z', or 'i' for int32_t
 * and 'l' for int64_t. */
static inline void bench_output_of(struct bench *bench, const char *name, void *array, size_t count,
                                   char type) {
    bench->services->output(bench, name, array, count, type);
}

/* --- for initialize -------------------------------------------------------------------------- */

/* COUNT numbers, uniform in [-1, 1), both parts of complex ones, from a 64-bit linear congruential
 * generator that starts at the seed and goes on from one fill to the next: x := 6364136223846793005
 * x + 1442695040888963407 modulo 2^64 (Knuth's MMIX generator: The Art of Computer Programming,
 * volume 2, 3rd edition, section 3.3.4, table 1, line 26), of which the upper bits are used. */
static inline void bench_fill(struct bench *bench, void *array, size_t count) {
    bench->services->fill(bench, array, count);
}

/* A single number of the same sequence, for what is no array of the bench's type. */
static inline double bench_uniform(struct bench *bench) {
    return bench->services->uniform(bench);
}

/* A symmetric matrix of order N, column-major: the upper half uniform in [-1, 1), the lower half
 * its copy, DIAGONAL added to each diagonal element. With DIAGONAL = N it is positive definite.
 * Of complex type it is Hermitian: the lower half is the conjugate, the diagonal is real, and
 * DIAGONAL = 2 N does that. */
static inline void bench_fill_symmetric(struct bench *bench, void *matrix, size_t n,
                                        double diagonal) {
    bench->services->fill_symmetric(bench, matrix, n, diagonal);
}

/* --- for residual ---------------------------------------------------------------------------- */

/* The numbers that initialize put into a renewed array, as they were before the calculation. */
static inline const void *bench_original(const struct bench *bench, const void *array) {
    return bench->services->original(bench, array);
}

static inline int bench_is_single(const struct bench *bench) {
    return bench->type == 's' || bench->type == 'c';
}

static inline int bench_is_complex(const struct bench *bench) {
    return bench->type == 'c' || bench->type == 'z';
}

/* Real number I of an array of the bench's type; a complex number is two of them. */
static inline double bench_element(const struct bench *bench, const void *array, size_t i) {
    return bench_is_single(bench) ? (double)((const float *)array)[i] : ((const double *)array)[i];
}

/* The distance from 1 to the next larger number of the bench's type: 2^-23 or 2^-52. */
static inline double bench_epsilon(const struct bench *bench) {
    return bench_is_single(bench) ? 0x1p-23 : 0x1p-52;
}

/* COUNT signs, 1 or -1, always the same: the vector with which a matrix identity is tried
 * (Freivalds, Probabilistic machines can use less running time, IFIP Congress 1977). */
static inline void bench_fill_signs(double *signs, size_t count) {
    uint64_t bits = 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < count; i++) {
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        signs[i] = bits >> 63 ? 1 : -1;
    }
}

/* The largest magnitude; NaN if any number is NaN. */
static inline double bench_largest(const double *numbers, size_t count) {
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        double magnitude = numbers[i] < 0 ? -numbers[i] : numbers[i];
        if (magnitude != magnitude)
            return magnitude;
        if (magnitude > largest)
            largest = magnitude;
    }
    return largest;
}

/* --- for flops ------------------------------------------------------------------------------- */

/* The operations of so many multiplications and additions: a complex multiplication is 6 real ones,
 * a complex addition 2 (LAPACK Working Note 41, section 4). */
static inline double bench_operations(const struct bench *bench, double multiplications,
                                      double additions) {
    return bench_is_complex(bench) ? 6 * multiplications + 2 * additions
                                   : multiplications + additions;
}

/* --- for calculate --------------------------------------------------------------------------- */

/* A scalar that Fortran routines, and C routines for complex numbers, take by address. */
union bench_scalar {
    float s, c[2];
    double d, z[2];
};

static inline union bench_scalar bench_complex_scalar(const struct bench *bench, double real,
                                                      double imaginary) {
    union bench_scalar scalar = {0};
    if (bench_is_single(bench)) {
        scalar.c[0] = (float)real;
        scalar.c[1] = (float)(bench_is_complex(bench) ? imaginary : 0);
    } else {
        scalar.z[0] = real;
        scalar.z[1] = bench_is_complex(bench) ? imaginary : 0;
    }
    return scalar;
}

static inline union bench_scalar bench_scalar(const struct bench *bench, double value) {
    return bench_complex_scalar(bench, value, 0);
}

/* Integers are handed to libraries as int64_t, by value to C routines and by address to Fortran
 * ones. A library with 32-bit integers finds its number in the low half: of the register or stack
 * slot in the calling conventions of x86-64 and AArch64, and of the memory on a little-endian
 * machine. So the same action serves libraries of either width. */
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#    error "benchmat passes integers as a little-endian machine does"
#endif

/* The answer could not be calculated, and WHY: "out of device memory". Costs the cell. */
static inline void bench_fail(struct bench *bench, const char *why) {
    bench->services->give_up(bench, why);
}

/* Adds NUMBER to what was done: where the work differs from call to call, rates follow from this
 * and not from the action's formula. */
static inline void bench_count(struct bench *bench, enum bench_count what, double number) {
    bench->services->count(bench, what, number);
}

/* Manual timing. What stands between begin and end, again and again, is the time of the calls, or
 * what is set in seconds, which adds up: measured by a device's own events, say. The time of the
 * whole calls, and so the overhead around it, is kept beside it. Either costs about two reads of
 * the clock, so the region should be long against these. */
static inline void bench_begin_region(struct bench *bench) {
    bench->services->begin_region(bench);
}

static inline void bench_end_region(struct bench *bench) {
    bench->services->end_region(bench);
}

static inline void bench_set_seconds(struct bench *bench, double seconds) {
    bench->services->set_seconds(bench, seconds);
}

/* bench_do_not_optimize(value) makes the compiler believe that VALUE is used, so that what computes
 * it stays. A number or an address of up to 8 bytes stays in its register: no instruction, no
 * store. Anything else is put into memory. What an address points to counts as used, too.
 *
 * The compilers' constraint for "register or memory" is of no use here: clang takes memory. So it
 * is chosen by the kind of VALUE, as __builtin_classify_type tells it: 1 to 4 are integers,
 * characters, enumerations and truth values, 5 addresses, 8 floating-point numbers. */
#if defined __GNUC__
#    if defined __x86_64__
#        define BENCH_FLOATING_REGISTER "x"
#    elif defined __aarch64__
#        define BENCH_FLOATING_REGISTER "w"
#    endif

#    define BENCH_USE_AS(type, registers, address)                                                 \
        do {                                                                                       \
            type bench_number;                                                                     \
            __builtin_memcpy(&bench_number, address, sizeof bench_number);                         \
            __asm__ volatile("" : : registers(bench_number));                                      \
        } while (0)

__attribute__((always_inline)) static inline void bench_use(const void *value, int kind,
                                                            size_t bytes) {
    if (kind == 5 && bytes == sizeof(void *)) {
        const void *pointer;
        __builtin_memcpy(&pointer, value, sizeof pointer);
        __asm__ volatile("" : : "r"(pointer) : "memory");
    } else if (kind >= 1 && kind <= 4 && bytes == 1)
        BENCH_USE_AS(uint8_t, "r", value);
    else if (kind >= 1 && kind <= 4 && bytes == 2)
        BENCH_USE_AS(uint16_t, "r", value);
    else if (kind >= 1 && kind <= 4 && bytes == 4)
        BENCH_USE_AS(uint32_t, "r", value);
    else if (kind >= 1 && kind <= 4 && bytes == 8)
        BENCH_USE_AS(uint64_t, "r", value);
#    ifdef BENCH_FLOATING_REGISTER
    else if (kind == 8 && bytes == sizeof(float))
        BENCH_USE_AS(float, BENCH_FLOATING_REGISTER, value);
    else if (kind == 8 && bytes == sizeof(double))
        BENCH_USE_AS(double, BENCH_FLOATING_REGISTER, value);
#    endif
    else
        __asm__ volatile("" : : "r"(value) : "memory");
}

#    ifdef __cplusplus
extern "C++" {
template <typename T>
__attribute__((always_inline)) inline void bench_do_not_optimize(const T &value) {
    bench_use(&value, __builtin_classify_type(value), sizeof value);
}
}
#    else
#        define bench_do_not_optimize(value)                                                       \
            __extension__({                                                                        \
                __auto_type bench_kept = (value);                                                  \
                bench_use(&bench_kept, __builtin_classify_type(bench_kept), sizeof bench_kept);    \
            })
#    endif
#endif

/* Makes the compiler believe that all memory was read and written: a loop around it stays. Costs
 * no instruction. */
#define bench_clobber() __asm__ volatile("" ::: "memory")

#ifdef __cplusplus
}
#endif

#endif
