/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scalapack_rank.h: the actions over ScaLAPACK in real ranks of both MPIs. A test that includes it
 * starts the launchers, and is also what they start: a rank, which calls what the harness would
 * call. After cmocka.h. */
#ifndef BENCHMAT_TESTS_COLLECT_SCALAPACK_RANK_H
#define BENCHMAT_TESTS_COLLECT_SCALAPACK_RANK_H

#include <math.h>
#include <sched.h>
#include <unistd.h>

#include "collect/worker/bind.h"
#include "tests/collect/scalapack.h"
#include "tests/test.h"
#include "tests/system_library.h"

#define RANK_VARIABLE "BENCHMAT_TEST_SCALAPACK"

static const struct mpi {
    const char *name, *library, *launcher;
} mpis[] = {
    {"openmpi", "libscalapack-openmpi.so.2.*",
     "mpirun.openmpi --oversubscribe --allow-run-as-root --bind-to none"},
    {"mpich", "libscalapack-mpich.so.2.*", "mpirun.mpich"},
};

/* --- a rank --- */

static struct binding library;
static struct workspace_rank own;
static int ranks;
static intptr_t world, a_double, the_sum, ignored_status;

static void *symbol(const char *name) {
    void *found = bind_symbol(&library, name);
    if (!found) {
        fprintf(stderr, "%s is not there\n", name);
        exit(2);
    }
    return found;
}

typedef int mpi_Init(int *, char ***);
typedef int mpi_Finalize(void);
typedef int mpi_Comm_rank(intptr_t, int *);
typedef int mpi_Comm_size(intptr_t, int *);
typedef int mpi_Abort(intptr_t, int);
typedef int mpi_Iallreduce(const void *, void *, int, intptr_t, intptr_t, intptr_t, intptr_t *);
typedef int mpi_Test(intptr_t *, int *, intptr_t);

#define MPI(name) ((mpi_##name *)(uintptr_t)symbol("MPI_" #name))

/* Lets the other ranks run, which may have to share a CPU. */
static void sum(double *numbers, size_t count) {
    double *sums = malloc(count * sizeof *sums);
    intptr_t request = 0;
    int is_done = 0;
    MPI(Iallreduce)(numbers, sums, (int)count, a_double, the_sum, world, &request);
    while (MPI(Test)(&request, &is_done, ignored_status), !is_done)
        sched_yield();
    memcpy(numbers, sums, count * sizeof *sums);
    free(sums);
}

/* The constants of MPICH's mpi.h; Open MPI has addresses. */
static void begin_mpi(const char *path) {
    struct err err = {""};
    int is_open = strstr(path, "openmpi") != NULL;
    if (bind_load(&library, &path, 1, &err)) {
        fprintf(stderr, "%s\n", err.message);
        exit(2);
    }
    MPI(Init)(NULL, NULL);
    world = is_open ? (intptr_t)symbol("ompi_mpi_comm_world") : 0x44000000;
    a_double = is_open ? (intptr_t)symbol("ompi_mpi_double") : 0x4c00080b;
    the_sum = is_open ? (intptr_t)symbol("ompi_mpi_op_sum") : 0x58000003;
    ignored_status = is_open ? 0 : 1;
    MPI(Comm_rank)(world, &own.number);
    MPI(Comm_size)(world, &ranks);
    own.sum = sum;
    workspace_be_rank(&own);
}

__attribute__((format(printf, 1, 2))) static void wrong(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "rank %d of %d: ", own.number, ranks);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    MPI(Abort)(world, 1);
    exit(1);
}

static struct pair {
    const struct scalapack_case *of;
    struct share part, whole;
    bench_function part_routines[BIND_MAX_ROUTINES], whole_routines[BIND_MAX_ROUTINES];
    char text[160];
} pair;

static void begin(struct share *share, const char *name, bench_function *routines, char type,
                  int64_t size, int count, int block, int rows) {
    struct err err = {""};
    if (bind_action(&library, actions_find(name), type, &err))
        wrong("%s", err.message);
    memcpy(routines, library.routines, sizeof library.routines);
    if (share_begin(share, name, type, size, count, block, rows, routines, &err))
        wrong("%s", err.message);
    const struct bench_action *action = share->workspace.action;
    if (action->begin_round && action->begin_round(share->bench))
        wrong("%s: begin_round: %s", pair.text, share->workspace.report.failure);
    share_fill(share, 7);
}

/* The residual, which must be the same on all ranks. */
static double residual(void) {
    double mine = pair.part.workspace.action->residual(pair.part.bench);
    double of_ranks[16] = {0};
    of_ranks[own.number] = mine;
    sum(of_ranks, (size_t)ranks);
    for (int r = 0; r < ranks; r++)
        if (of_ranks[r] != mine && !(isnan(mine) && isnan(of_ranks[r])))
            wrong("%s: the residual is %g here and %g on rank %d", pair.text, mine, of_ranks[r], r);
    return mine;
}

static double number(const struct bench *bench, const void *array, size_t i) {
    return bench_element(bench, array, i);
}

/* The product of a part of the serial action's matrix with the digest's vector. */
static void multiply(const void *matrix, enum residual_part part, double complex *y) {
    const struct bench *bench = pair.whole.bench;
    size_t n = (size_t)bench->size;
    const struct residual_matrix a = {bench, matrix, n, n};
    double complex *z = malloc(n * sizeof *z);
    residual_fill(z, n, 0);
    residual_clear(y, n);
    residual_add(&a, part, z, y);
    free(z);
}

/* What the digest should be, by the serial action's answer, and for LU by its input. */
static void expect(double complex *expected) {
    const struct share *whole = &pair.whole;
    size_t n = (size_t)whole->bench->size;
    const char *name = pair.of->serial;
    if (!strcmp(name, "matrix_matrix_product"))
        multiply(share_array(whole, 2), RESIDUAL_WHOLE, expected);
    else if (!strcmp(name, "cholesky"))
        multiply(share_array(whole, 0), RESIDUAL_LOWER, expected);
    else if (!strcmp(name, "partial_lu_decomp"))
        multiply(bench_original(whole->bench, share_array(whole, 0)), RESIDUAL_WHOLE, expected);
    else
        for (size_t i = 0; i < n; i++)
            expected[i] = number(whole->bench, share_array(whole, 1), i);
}

static void compare_digest(void) {
    const struct workspace *w = &pair.part.workspace;
    const struct bench *bench = pair.part.bench;
    size_t n = (size_t)bench->size, parts = bench_is_complex(bench) ? 2 : 1;
    const void *digest = pair.part.arena + w->outputs[0].offset;
    double complex *expected = malloc(n * sizeof *expected);
    double tolerance = w->action->tolerance(bench) * bench_epsilon(bench), largest = 0;
    expect(expected);
    for (size_t i = 0; i < n; i++) {
        largest =
            residual_worse(fabs(number(bench, digest, parts * i) - creal(expected[i])), largest);
        if (parts == 2)
            largest = residual_worse(fabs(number(bench, digest, 2 * i + 1) - cimag(expected[i])),
                                     largest);
    }
    free(expected);
    if (w->output_count != 1 || w->outputs[0].count != n)
        wrong("%s: the output has not %zu numbers", pair.text, n);
    if (!(largest <= tolerance))
        wrong("%s: off by %g, not %g", pair.text, largest, tolerance);
    if (getenv("BENCHMAT_TEST_VERBOSE") && own.number == 0)
        printf("%s: digest %.3f of its tolerance\n", pair.text, largest / tolerance);
}

/* Adds to number I of ARRAY, and takes it away again after looking at the residual. */
static void spoil(char *array, size_t i, double by, const char *what, int victim) {
    const struct bench *bench = pair.part.bench;
    size_t bytes = bench_is_single(bench) ? sizeof(float) : sizeof(double);
    char kept[sizeof(double)];
    memcpy(kept, array + i * bytes, bytes);
    if (own.number == victim && bench_is_single(bench))
        ((float *)(void *)array)[i] += (float)by;
    else if (own.number == victim)
        ((double *)(void *)array)[i] += by;
    double found = residual();
    memcpy(array + i * bytes, kept, bytes);
    if (found <= 30)
        wrong("%s: %s wrong on rank %d, and the residual is %g", pair.text, what, victim, found);
}

/* A number of the answer that is wrong by a hundredth on any one rank, in any of its corners. */
static void find_wrong_numbers(void) {
    const struct scalapack *s = pair.part.bench->state;
    const char *name = pair.of->serial;
    size_t answer = !strcmp(name, "matrix_matrix_product") ? 2 : !strcmp(name, "symmetric_eigen");
    for (int victim = 0; victim < ranks; victim++) {
        double here[] = {(double)s->local_rows, (double)s->local_columns, (double)s->leading};
        for (int k = 0; k < 3; k++)
            here[k] = own.number == victim ? here[k] : 0;
        sum(here, 3);
        if (here[0] < 1 || here[1] < 1)
            continue;
        size_t parts = pair.part.bench->element / (bench_is_single(pair.part.bench) ? 4 : 8);
        size_t last = ((size_t)here[1] - 1) * (size_t)here[2] + (size_t)here[0] - 1;
        char *array = share_array(&pair.part, answer);
        /* Others have smaller parts; they only put back what they have. */
        char room[16] = {0};
        char *own_array = own.number == victim ? array : room;
        size_t own_last = own.number == victim ? parts * last : 0;
        spoil(own_array, 0, 0.01 * (double)s->n, "the first number", victim);
        spoil(own_array, own_last, 0.01 * (double)s->n, "the last number", victim);
        spoil(own_array, own_last, NAN, "the last number", victim);
        if (!strcmp(name, "symmetric_eigen"))
            spoil(share_array(&pair.part, 2), s->n / 2, 0.01 * (double)s->n, "an eigenvalue",
                  victim);
        if (!strcmp(name, "matrix_matrix_product")) /* pdgemm reports nothing */
            continue;
        if (own.number == victim)
            *s->failed = 1;
        if (residual() != INFINITY)
            wrong("%s: a call failed on rank %d, and nobody noticed", pair.text, victim);
        *s->failed = 0;
    }
}

/* Exchanges a pivot of one rank for another valid one. */
static void find_wrong_pivot(void) {
    const struct scalapack *s = pair.part.bench->state;
    int32_t *pivots = (int32_t *)(void *)share_array(&pair.part, 1);
    for (int victim = 0; victim < ranks; victim++) {
        int32_t kept = pivots[0];
        double is_there = own.number == victim && s->local_rows > 0;
        sum(&is_there, 1);
        if (is_there < 1 || s->n < 4)
            continue;
        if (own.number == victim)
            pivots[0] = kept == (int32_t)s->n ? kept - 1 : kept + 1;
        double found = residual();
        pivots[0] = kept;
        if (found <= 30)
            wrong("%s: a pivot wrong on rank %d, and the residual is %g", pair.text, victim, found);
    }
}

static void try_one(const struct scalapack_case *c, char type, int64_t size, int block, int rows) {
    struct err err = {""};
    pair.of = c;
    snprintf(pair.text, sizeof pair.text, "%s %c n = %d, block %d, %d rows of %d", c->parallel,
             type, (int)size, block, rows, ranks);
    begin(&pair.whole, c->serial, pair.whole_routines, type, size, 1, 0, 0);
    begin(&pair.part, c->parallel, pair.part_routines, type, size, ranks, block, rows);
    for (size_t i = 0; i < c->inputs; i++)
        if (share_wrong(&pair.part, &pair.whole, i))
            wrong("%s: input %zu is not the serial one", pair.text, i);
    pair.whole.workspace.action->calculate(pair.whole.bench, 1);
    pair.part.workspace.action->calculate(pair.part.bench, 1);
    double right = residual();
    if (!(right < 10))
        wrong("%s: residual %g", pair.text, right);
    if (getenv("BENCHMAT_TEST_VERBOSE") && own.number == 0)
        printf("%s: residual %.3g\n", pair.text, right);
    if (workspace_check_gaps(&pair.part.workspace, &err))
        wrong("%s: %s", pair.text, err.message);
    compare_digest();
    find_wrong_numbers();
    if (!strcmp(c->serial, "partial_lu_decomp"))
        find_wrong_pivot();
    pair.part.workspace.action->end_round(pair.part.bench);
    share_end(&pair.part);
    share_end(&pair.whole);
}

/* Where there are more ranks than CPUs, MPICH's wait for one another in loops: they try less. */
static inline int be_rank(const char *path) {
    static const struct {
        int size, block;
    } cases[] = {{1, 8}, {7, 2}, {50, 8}, {1, 1}, {2, 1}, {2, 64}, {7, 64}, {50, 1}, {96, 64}};
    begin_mpi(path);
    int count = ranks > 2 ? 3 : (int)(sizeof cases / sizeof *cases);
    for (size_t c = 0; c < SCALAPACK_CASES; c++)
        for (const char *type = ranks > 2 ? "sd" : scalapack_cases[c].types; *type; type++)
            for (int rows = ranks > 2 ? 2 : 1; rows <= 2 && rows <= ranks; rows++)
                for (int i = 0; i < count; i++)
                    try_one(&scalapack_cases[c], *type, cases[i].size, cases[i].block, rows);
    printf("rank %d of %d is done\n", own.number, ranks);
    fflush(stdout);
    MPI(Finalize)();
    return 0;
}

/* --- the test --- */

/* Starts COUNT ranks, which are this program with the word NAME. */
static inline void launch(const struct mpi *mpi, int count, const char *name) {
    char path[PATH_MAX], self[1024], command[2 * PATH_MAX], line[1024], said[8192] = "";
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_true(length > 0);
    self[length] = '\0';
    if (!system_library(mpi->library, path))
        skip_for("there is no %s", mpi->library);
    snprintf(command, sizeof command,
             RANK_VARIABLE "=%s OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 timeout 900 %s -n %d %s "
                           "%s 2>&1",
             path, mpi->launcher, count, self, name);
    FILE *stream = popen(command, "r");
    int done = 0;
    while (fgets(line, sizeof line, stream)) {
        done += strstr(line, " is done") != NULL;
        if (strlen(said) + strlen(line) < sizeof said)
            strcat(said, line);
    }
    int status = pclose(stream);
    if (getenv("BENCHMAT_TEST_VERBOSE"))
        print_message("%s", said);
    if (status || done != count)
        fail_msg("%s, %d ranks: %d done, status %d\n%s", mpi->name, count, done, status, said);
}

/* In a process that a test has launched, its rank takes the place of the tests. */
static int begin_as_rank(void **state) {
    (void)state;
    if (getenv(RANK_VARIABLE))
        exit(be_rank(getenv(RANK_VARIABLE)));
    return 0;
}

/* A test of COUNT ranks of an MPI; NAME is that of the file. */
#define ON(mpi, count, name)                                                                       \
    TEST(on_##mpi##_##count) {                                                                     \
        launch(&mpis[strcmp(#mpi, "mpich") == 0], count, name);                                    \
    }

#endif
