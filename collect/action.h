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

/* action.h: what a benchmark action is. This is the only header that an action includes, and the
 * built-in actions use nothing else. Unlike the rest of this project it is under the MIT licence,
 * so that anybody may write actions under any terms.
 *
 * An action is one calculation with a size. It says which routines of a library it calls, or brings
 * its own implementations to be compared. It asks for its memory, fills it from a seed, and
 * calculates. It never allocates, looks up a symbol, reads a clock, prints or exits: the harness
 * does all of that, in the same way for every library.
 *
 *     setup        once per size: asks for memory, names the outputs         not timed
 *     begin_round  once per size and process, when the memory is there       not timed
 *     initialize   once per seed: fills the memory                           not timed
 *     begin_batch  before a batch of calls and the calls that warm it up     not timed
 *     calculate    the calculation, CALLS times in a row                     TIMED
 *     residual     how far the answer is from right, by its own measure      not timed
 *
 * A throughput action has `operate` in place of `calculate`. A team of threads operates side by
 * side until the time of a trial is over; the sample is the seconds per operation of the whole
 * team. Every trial has a process of its own:
 *
 *     begin_batch  once per trial                                            not timed
 *     prefill      each thread: brings what is shared into a steady state    not timed
 *     level        how much is there now, such as the keys of a set          not timed
 *     operate      each thread: operates until it is told to stop            TIMED
 *     check        whether the work was done                                 not timed
 *
 * A parallel action runs in several processes at once, the ranks of MPI. Each of them calls all of
 * the action's functions; together they do one calculation.
 *
 * An action in a file of its own, a plug-in, is a shared object that defines
 *
 *     const struct bench_action bench_plugin = {BENCH_ACTION_HEAD, .name = "saxpy", ...};
 *
 * In C++ before C++20, which cannot name members, it sets them one by one: see
 * bench_action_begin. */
#ifndef BENCHMAT_COLLECT_ACTION_H
#define BENCHMAT_COLLECT_ACTION_H

#include <float.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The first two members of a struct bench_action: the version of this header that it was compiled
 * with. The harness refuses any version but its own. */
#define BENCH_ACTION_ABI  7
#define BENCH_ACTION_HEAD .abi = BENCH_ACTION_ABI, .struct_bytes = sizeof(struct bench_action)

typedef void (*bench_function)(void);

/* --- what an action is given ----------------------------------------------------------------- */

/* One action at one size in one process. Actions only read it; the harness writes it. */
struct bench {
    int64_t size;   /* as on the command line: from 0 to 2^53; 1 if the action has no size */
    char type;      /* 's': float, 'd': double, 'c' and 'z': complex numbers of these */
    size_t element; /* bytes of one number of that type: 4, 8, 8, 16 */

    /* The values of the parameters, in the order in which the action lists them. */
    const double *parameters;

    /* The routines, in the order in which the action lists them. For an action with implementations
     * of its own: the function of the one that is being measured. */
    const bench_function *routines;
    int c_interface; /* 1: these are the C routines, 0: the Fortran ones */

    /* The action's own `state_bytes` bytes, zero before setup. */
    void *state;

    /* Call number c of a batch works on renewed arrays shifted by c * copy_stride bytes. */
    size_t copy_stride;

    const struct bench_services *services;

    /* Of a parallel action: this process is number RANK, from 0, of RANKS. All others: 0 of 1. */
    int rank, ranks;
    const struct bench_mpi *mpi; /* NULL in setup, and unless the action is parallel */
};

/* What mpi.h defines, in the MPI that the library belongs to. Handles are integers in some MPIs and
 * addresses in others: pass them as intptr_t to either, in the place of MPI_Comm, MPI_Datatype,
 * MPI_Op and, for ignored_status, MPI_Status *. */
struct bench_mpi {
    intptr_t world;                  /* MPI_COMM_WORLD */
    intptr_t byte, single_, double_; /* MPI_BYTE, MPI_FLOAT, MPI_DOUBLE */
    intptr_t sum;                    /* MPI_SUM */
    intptr_t ignored_status;         /* MPI_STATUS_IGNORE */
};

/* What a number that calculate passes to bench_count means. */
enum bench_count {
    BENCH_OPERATIONS, /* floating-point operations, in place of the action's `flops` */
    BENCH_ITERATIONS, /* of a method that itself decides when to stop */
    BENCH_COUNTS
};

/* The interfaces by which an action may use a device. */
enum bench_device {
    BENCH_OPENCL, /* a queue is a cl_command_queue, made with CL_QUEUE_PROFILING_ENABLE */
    BENCH_CUDA,   /* a queue is a cudaStream_t or CUstream; NULL: the default one */
    BENCH_HIP,    /* a queue is a hipStream_t; likewise */
};

/* The services of the harness. Call them through the functions further down. */
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
    void (*wrong)(struct bench *bench, const char *why);
    void (*fill_part)(struct bench *bench, void *array, uint64_t first, size_t count);
    void (*sum)(const struct bench *bench, double *numbers, size_t count);
    void (*device_begin)(struct bench *bench, enum bench_device kind, void *queue);
    void (*device_end)(struct bench *bench);
};

enum { BENCH_MAX_COUNTERS = 8 };

/* One thread of a throughput action's team. It lies on cache lines of its own, as does its state.
 * Only the thread itself writes to it, until the others are done, too. */
struct bench_thread {
    struct bench *bench;
    int number; /* from 0 */
    int count;  /* of the team */

    void *state; /* the action's own `thread_bytes` bytes, zero before prefill */

    /* The action's own counters, in the order in which it names them; 0 before operate. */
    int64_t counters[BENCH_MAX_COUNTERS];

    /* private: the functions further down are for these */
    int64_t operations;
    uint64_t random;
    const int *stop;
};

/* --- what an action is ----------------------------------------------------------------------- */

/* A routine that an action calls. Both names are patterns:
 *     ?      the letter of the type: "?axpy_" is saxpy_, daxpy_, caxpy_, zaxpy_;
 *     %      the same, but for complex types with the letter of their parts before it: "%nrm2_" is
 *            snrm2_, dnrm2_, scnrm2_, dznrm2_;
 *     <r|c>  r for real types, c for complex types: "?<sy|he>mv_" is ssymv_, dsymv_, chemv_,
 *            zhemv_;
 *     {t}    t for single precision only: "fftw{f}_execute".
 * If nothing is left, the type has no such routine: "<?dot_|>" is sdot_, ddot_. */
struct bench_routine {
    const char *fortran; /* "?axpy_"; NULL: no Fortran interface */
    const char *c;       /* "cblas_?axpy"; NULL: no C interface */
};

/* One of an action's own implementations of its calculation. */
struct bench_implementation {
    const char *name; /* like a library's name: "unrolled" */
    bench_function function;
};

/* An initializer of that struct for the function NAME, which is called as the implementation NAME.
 */
#define BENCH_IMPLEMENTATION(name)                                                                 \
    { #name, (bench_function)name }

/* A number, besides the size, on which the calculation depends. Its values come from the command
 * line. */
struct bench_parameter {
    const char *name;  /* letters, digits, underscores */
    const char *about; /* "elements from one to the next" */
    double value;      /* the default */
};

enum { BENCH_MAX_PARAMETERS = 8 };

struct bench_action {
    uint32_t abi; /* BENCH_ACTION_HEAD sets both */
    uint32_t struct_bytes;

    const char *name;       /* "matrix_vector_product": letters, digits, underscores */
    const char *about;      /* the calculation as a formula: "y := A x" */
    const char *size_means; /* "rows and columns of A"; NULL: the action has no size */
    int64_t largest;        /* the largest default size */
    const char *types;      /* letters of the types that it supports; NULL: "sd" */

    /* What is compared: the libraries that have these routines, or, if `routines` is NULL, the
     * action's own implementations, of which the first is the reference. Both arrays end with a row
     * of NULLs. */
    const struct bench_routine *routines;
    const struct bench_implementation *implementations;

    const struct bench_parameter *parameters; /* ends with a row of NULLs; NULL: none */
    size_t state_bytes;

    /* Optional: called once before the first round of a measurement and once after the last, in a
     * process that lives in between and does nothing else, without memory or routines. Use them for
     * what all rounds need: files, devices, a server. begin_run returns 0, or anything else on
     * failure. */
    int (*begin_run)(struct bench *bench);
    void (*end_run)(struct bench *bench);

    /* Asks for all memory with bench_array, bench_renewed_array and bench_memory, and names the
     * outputs. Must not touch the memory, and must ask for the same every time it is called with
     * the same size, type and parameters. Returns 0, or anything else if this size cannot be done.
     */
    int (*setup)(struct bench *bench);

    /* Optional: called once per process, size and parameters, when the memory is there and before
     * anything is filled, and again before the memory goes. Use them for plans, handles, threads.
     * begin_round returns 0, or anything else on failure. */
    int (*begin_round)(struct bench *bench);
    void (*end_round)(struct bench *bench);

    /* Fills every array. The same seed must give the same bits, as bench_fill ensures. NULL:
     * bench_fill fills, in order, all arrays from bench_array and bench_renewed_array, and those
     * from bench_memory whose elements have the same size. */
    void (*initialize)(struct bench *bench, uint64_t seed);

    /* Optional: called before and after the calls of a batch. begin_batch runs when the memory is
     * filled, before the untimed calls that warm up; end_batch runs when all calls are made.
     * begin_batch returns 0, or anything else on failure. */
    int (*begin_batch)(struct bench *bench);
    void (*end_batch)(struct bench *bench);

    /* Does the calculation CALLS times. The loop is here, and not in the harness, so that no call
     * through a pointer of the harness is timed. */
    void (*calculate)(struct bench *bench, int64_t calls);

    /* Optional: the error of the answer that one call left behind, in units in which anything up to
     * 30 is right (the threshold of LAPACK's own test programs). NaN or infinity is wrong. */
    double (*residual)(const struct bench *bench);

    /* The functions below depend on size, type and parameters alone, and are called without memory.
     *
     * The largest |output - reference output| that is still right, in units of the machine epsilon
     * of the type, or of the output's own type if that is coarser. NULL means 1000 max(1, |largest
     * number of that output of the reference's|). Never more than half of that number is accepted.
     * Integer outputs must always be equal, and infinities and NaNs be where the reference has
     * them. INFINITY: any answer may be right, and the residual alone decides. */
    double (*tolerance)(const struct bench *bench);

    /* Optional: the floating-point operations and the bytes moved by one call, as functions and,
     * for people, as formulas in n. They are used only for rates and time limits; archives record
     * them, but not as part of a result. */
    double (*flops)(const struct bench *bench);
    double (*bytes)(const struct bench *bench);
    const char *flops_formula; /* "2 n"; see bench_operations for complex numbers */
    const char *bytes_formula; /* "3 n elements" */

    /* A throughput action has these in place of calculate, residual and tolerance, and no outputs.
     *
     * Called in every thread of the team at once: operates until bench_goes_on says no, and counts
     * its operations. An operation must be short against a trial: 1 ms at most. */
    void (*operate)(struct bench_thread *thread);

    /* Optional: called in every thread at once, before any of them operates. */
    void (*prefill)(struct bench_thread *thread);

    /* Optional: how much is there after prefilling; archives record it. */
    int64_t (*level)(const struct bench *bench);

    /* Called when all threads are done: calls bench_wrong unless the COUNT threads of TEAM and what
     * they have shared prove that the work was done. */
    void (*check)(struct bench *bench, struct bench_thread *const *team, int count);

    size_t thread_bytes;         /* of each thread's state; 1 MiB at most */
    const char *const *counters; /* names of the counters; ends with NULL; NULL: none */

    /* 1: a library is loaded before all others into its process, so that it replaces functions that
     * the C library has, too, such as malloc. */
    int is_preloaded;

    /* 1: a parallel action. Its ranks are as many as the user asks for by --ranks. flops and bytes
     * are those of the whole calculation, and depend on bench->ranks too. Memory is each rank's
     * own; outputs, which are compared with the reference's, are those of rank 0, and are read
     * after all ranks have called residual, which may make them. It has no begin_run, end_run,
     * begin_batch and end_batch. */
    int is_parallel;

    /* 1: a parallel action whose call is one operation of all ranks, often of microseconds, such as
     * a broadcast. All ranks begin each call at the same moment of a clock that they share, and it
     * takes from the first rank's begin to the last one's end. It has no renewed arrays and does
     * not time itself. */
    int is_collective;

    /* Above 0: the default sizes are the powers of two from this to `largest`, as for messages. */
    int64_t smallest_power;

    /* Optional: fills the renewed arrays with the numbers of another call, where each call gets
     * others (--inputs), and leaves everything else as it is. NULL: initialize is called instead.
     * For actions whose other arrays take long to fill: a sorted one, in which each call looks for
     * another key. */
    void (*renew)(struct bench *bench);
};

/* What a plug-in defines. The attribute lets the harness find it even with -fvisibility=hidden. */
#if defined __GNUC__
__attribute__((visibility("default")))
#endif
extern const struct bench_action bench_plugin;

#ifdef __cplusplus
/* Returns an action with nothing but its head, for a function that sets the members it needs:
 *
 *     static bench_action describe() {
 *         bench_action action = bench_action_begin();
 *         action.name = "sum";
 *         ...
 *         return action;
 *     }
 *     const bench_action bench_plugin = describe(); */
static inline bench_action bench_action_begin() {
    bench_action action = bench_action();
    action.abi = BENCH_ACTION_ABI;
    action.struct_bytes = sizeof action;
    return action;
}
#endif

/* --- for setup ------------------------------------------------------------------------------- */

/* Returns an array of COUNT numbers of the bench's type, at an address that is a multiple of 64, or
 * of what --align says: 16, or a page. */
static inline void *bench_array(struct bench *bench, size_t count) {
    return bench->services->allocate(bench, count, bench->element, 0);
}

/* Like bench_array, for an array that the calculation both reads and overwrites, so that a second
 * call would not do the same work. Every call of a batch gets a fresh copy, bench->copy_stride
 * bytes after the copy of the call before. */
static inline void *bench_renewed_array(struct bench *bench, size_t count) {
    return bench->services->allocate(bench, count, bench->element, 1);
}

/* Returns an array of COUNT elements of BYTES bytes each, whatever the bench's type. */
static inline void *bench_memory(struct bench *bench, size_t count, size_t bytes) {
    return bench->services->allocate(bench, count, bytes, 0);
}

/* Declares the COUNT numbers at ARRAY, which must lie in one of the bench's arrays, to be an
 * output, which is compared with the reference's. Returns ARRAY. */
static inline void *bench_output(struct bench *bench, void *array, size_t count) {
    bench->services->output(bench, NULL, array, count, bench->type);
    return array;
}

/* Like bench_output, with a name for people and a type of its own: 's', 'd', 'c', 'z', or 'i' for
 * int32_t and 'l' for int64_t. */
static inline void bench_output_of(struct bench *bench, const char *name, void *array, size_t count,
                                   char type) {
    bench->services->output(bench, name, array, count, type);
}

/* --- for initialize -------------------------------------------------------------------------- */

/* Fills ARRAY with COUNT numbers that are uniform in [-1, 1), as are both parts of complex ones.
 * They are the upper bits of a 64-bit linear congruential generator that starts at the seed and
 * continues from one fill to the next: x := 6364136223846793005 x + 1442695040888963407 modulo 2^64
 * (Knuth's MMIX generator: The Art of Computer Programming, volume 2, 3rd edition, section 3.3.4,
 * table 1, line 26). */
static inline void bench_fill(struct bench *bench, void *array, size_t count) {
    bench->services->fill(bench, array, count);
}

/* Returns the next number of the same sequence, for anything but arrays of the bench's type. */
static inline double bench_uniform(struct bench *bench) {
    return bench->services->uniform(bench);
}

/* Fills a symmetric matrix of order N, column-major: the upper half is uniform in [-1, 1), the
 * lower half is its copy, and DIAGONAL is added to each diagonal element. With DIAGONAL = N the
 * matrix is positive definite. A complex matrix is Hermitian: the lower half is the conjugate of
 * the upper half, the diagonal is real, and DIAGONAL = 2 N makes it positive definite. */
static inline void bench_fill_symmetric(struct bench *bench, void *matrix, size_t n,
                                        double diagonal) {
    bench->services->fill_symmetric(bench, matrix, n, diagonal);
}

/* Fills ARRAY with the numbers FIRST to FIRST + COUNT - 1, counted from 0, of those that bench_fill
 * would give now, and does not use them up. So each rank of a parallel action can make its part of
 * an array that is the same for any number of ranks. */
static inline void bench_fill_part(struct bench *bench, void *array, uint64_t first, size_t count) {
    bench->services->fill_part(bench, array, first, count);
}

/* --- for residual ---------------------------------------------------------------------------- */

/* Adds up NUMBERS over all ranks of a parallel action, each of which gets the same sums. All ranks
 * must call this with the same COUNT. Also for initialize. */
static inline void bench_sum(const struct bench *bench, double *numbers, size_t count) {
    bench->services->sum(bench, numbers, count);
}

/* Returns the numbers that initialize put into a renewed array, as they were before the
 * calculation. */
static inline const void *bench_original(const struct bench *bench, const void *array) {
    return bench->services->original(bench, array);
}

static inline int bench_is_single(const struct bench *bench) {
    return bench->type == 's' || bench->type == 'c';
}

static inline int bench_is_complex(const struct bench *bench) {
    return bench->type == 'c' || bench->type == 'z';
}

/* Real number I of an array of the bench's type; a complex number counts as two. */
static inline double bench_element(const struct bench *bench, const void *array, size_t i) {
    return bench_is_single(bench) ? (double)((const float *)array)[i] : ((const double *)array)[i];
}

/* The distance from 1 to the next larger number of the bench's type: 2^-23 or 2^-52. */
static inline double bench_epsilon(const struct bench *bench) {
    return bench_is_single(bench) ? FLT_EPSILON : DBL_EPSILON;
}

/* Fills SIGNS with COUNT numbers 1 or -1, always the same: the vector with which matrix identities
 * are tested (Freivalds, Probabilistic machines can use less running time, IFIP Congress 1977). */
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

/* The number of operations: a complex multiplication counts as 6 real operations, a complex
 * addition as 2 (LAPACK Working Note 41, section 4). */
static inline double bench_operations(const struct bench *bench, double multiplications,
                                      double additions) {
    return bench_is_complex(bench) ? 6 * multiplications + 2 * additions
                                   : multiplications + additions;
}

/* --- for calculate --------------------------------------------------------------------------- */

/* A scalar for passing by address, as all Fortran routines and the C routines for complex numbers
 * take it. */
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

/* Pass integers to libraries as int64_t, by value to C routines and by address to Fortran ones. A
 * library with 32-bit integers finds its number in the low half: of the register or stack slot in
 * the calling conventions of x86-64 and AArch64, and of the memory on a little-endian machine. So
 * the same action serves libraries of either width. */
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#    error "benchmat passes integers as a little-endian machine does"
#endif

/* Reports that the answer could not be calculated, and WHY: "out of device memory". The library
 * loses its measurement at this point. */
static inline void bench_fail(struct bench *bench, const char *why) {
    bench->services->give_up(bench, why);
}

/* Adds NUMBER to the count of WHAT. Use it if the work differs from call to call: rates then follow
 * from the count, not from the action's formula. */
static inline void bench_count(struct bench *bench, enum bench_count what, double number) {
    bench->services->count(bench, what, number);
}

/* Manual timing. If an action uses these functions, the time of its calls is the sum of the times
 * between bench_begin_region and bench_end_region and of all seconds passed to bench_set_seconds
 * (measured by a device's own events, say). The harness also records the time of the whole calls,
 * which shows the overhead, and gives an action up that set more. A region costs about two readings
 * of the clock, so make it long against these. */
static inline void bench_begin_region(struct bench *bench) {
    bench->services->begin_region(bench);
}

static inline void bench_end_region(struct bench *bench) {
    bench->services->end_region(bench);
}

static inline void bench_set_seconds(struct bench *bench, double seconds) {
    bench->services->set_seconds(bench, seconds);
}

/* The same, by the clock of a device: the time of what is put into QUEUE between the two, which is
 * marked there. Work that was put into it before is waited for, and bench_device_end waits for the
 * end. Calls that are put between the two together are timed together. */
static inline void bench_device_begin(struct bench *bench, enum bench_device kind, void *queue) {
    bench->services->device_begin(bench, kind, queue);
}

static inline void bench_device_end(struct bench *bench) {
    bench->services->device_end(bench);
}

/* --- for throughput actions ------------------------------------------------------------------ */

#if defined __GNUC__

/* Whether THREAD is to go on: an action asks before every operation, or every few. */
static inline int bench_goes_on(const struct bench_thread *thread) {
    return !__atomic_load_n(thread->stop, __ATOMIC_RELAXED);
}

/* Says that THREAD has done COUNT operations so far. An action whose operations take a nanosecond
 * or so counts them in a variable of its own, which stays in a register, and calls this after each:
 * that is faster than to read, add and write. */
static inline void bench_set_operations(struct bench_thread *thread, int64_t count) {
    __atomic_store_n(&thread->operations, count, __ATOMIC_RELAXED);
}

/* Adds COUNT operations to those of THREAD. */
static inline void bench_add_operations(struct bench_thread *thread, int64_t count) {
    bench_set_operations(thread, thread->operations + count);
}

/* Counts one operation more, and returns whether THREAD is to go on: `do { ... } while
 * (bench_next_operation(thread));`. */
static inline int bench_next_operation(struct bench_thread *thread) {
    bench_add_operations(thread, 1);
    return bench_goes_on(thread);
}

#endif

/* Returns how many operations THREAD has done in operate. */
static inline int64_t bench_operations_of(const struct bench_thread *thread) {
    return thread->operations;
}

/* Returns 64 random bits. Each thread has a sequence of its own, which depends on the seed of the
 * trial: SplitMix64 (G. L. Steele, D. Lea, C. H. Flood: Fast splittable pseudorandom number
 * generators, OOPSLA 2014, figure 16). */
static inline uint64_t bench_random(struct bench_thread *thread) {
    uint64_t z = thread->random += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Returns a random number from 0 to BELOW - 1, for BELOW up to 2^32: the upper bits of a product,
 * whose bias is less than BELOW / 2^32 (D. Lemire: Fast random integer generation in an interval,
 * ACM Trans. Model. Comput. Simul. 29 (2019) 3). */
static inline uint64_t bench_random_below(struct bench_thread *thread, uint64_t below) {
    return (bench_random(thread) >> 32) * below >> 32;
}

/* For check: the answer is wrong, and WHY: "3 keys were lost". */
static inline void bench_wrong(struct bench *bench, const char *why) {
    bench->services->wrong(bench, why);
}

/* --- for calculate and operate --------------------------------------------------------------- */

/* bench_do_not_optimize(value) makes the compiler believe that VALUE is used, so that it keeps the
 * code that computes it. A number or an address of up to 8 bytes stays in its register: no
 * instruction, no store. Anything else is put into memory. What an address points to counts as
 * used, too.
 *
 * The compilers' constraint for "register or memory" does not work here, because clang always takes
 * memory. So the kind of VALUE, as __builtin_classify_type tells it, decides: 1 to 4 are integers,
 * characters, enumerations and truth values, 5 is an address, 8 a floating-point number. */
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

/* Makes the compiler believe that all memory was read and written, so that it keeps a loop around
 * it. Costs no instruction. */
#define bench_clobber() __asm__ volatile("" ::: "memory")

#ifdef __cplusplus
}
#endif

#endif
