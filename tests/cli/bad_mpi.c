/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An MPI that is another one but for one function, which does its work wrong on the last rank. Or,
 * to be preloaded there, a clock: one that wanders by 20 microseconds to and fro, 20 times a
 * second; or one that a rank has for itself, and that goes on by 50 ns when the harness reads it
 * and by a millisecond in a call of this MPI, so that no other work makes a rank late. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <time.h>

static void *real(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

/* Only where there is such a clock. */
static void let_pass(int64_t nanoseconds) {
    void (*pass)(int64_t) = (void (*)(int64_t))dlsym(RTLD_DEFAULT, "own_clock_pass");
    if (pass)
        pass(nanoseconds);
}

static int is_last(intptr_t comm) {
    int rank, ranks;
    let_pass(1000000);
    ((int (*)(intptr_t, int *))real("MPI_Comm_rank"))(comm, &rank);
    ((int (*)(intptr_t, int *))real("MPI_Comm_size"))(comm, &ranks);
    return ranks > 1 && rank == ranks - 1;
}

#ifdef BAD_BCAST
int MPI_Bcast(char *buffer, int count, intptr_t type, int root, intptr_t comm) {
    int status = ((int (*)(char *, int, intptr_t, int, intptr_t))real("MPI_Bcast"))(
        buffer, count, type, root, comm);
    if (is_last(comm))
        buffer[count - 1] BAD_BCAST;
    return status;
}
#endif

#ifdef BAD_ALLREDUCE
int MPI_Allreduce(const void *from, double *to, int count, intptr_t type, intptr_t operation,
                  intptr_t comm) {
    int status = ((int (*)(const void *, void *, int, intptr_t, intptr_t, intptr_t))real(
        "MPI_Allreduce"))(from, to, count, type, operation, comm);
    if (is_last(comm))
        to[count - 1] BAD_ALLREDUCE;
    return status;
}
#endif

#ifdef BAD_ALLTOALL
int MPI_Alltoall(const void *from, int count, intptr_t type, char *to, int to_count,
                 intptr_t to_type, intptr_t comm) {
    int status = ((int (*)(const void *, int, intptr_t, void *, int, intptr_t, intptr_t))real(
        "MPI_Alltoall"))(from, count, type, to, to_count, to_type, comm);
    if (is_last(comm))
        to[count] BAD_ALLTOALL;
    return status;
}
#endif

#ifdef BAD_RECV
int MPI_Recv(char *to, int count, intptr_t type, int from, int tag, intptr_t comm,
             intptr_t status) {
    int result = ((int (*)(void *, int, intptr_t, int, int, intptr_t, intptr_t))real("MPI_Recv"))(
        to, count, type, from, tag, comm, status);
    if (tag == 0 && is_last(comm))
        to[0] BAD_RECV;
    return result;
}
#endif

#ifdef BAD_CLOCK
int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*gettime)(clockid_t, struct timespec *);
    if (!gettime)
        gettime = (int (*)(clockid_t, struct timespec *))real("clock_gettime");
    int status = gettime(clock, time);
    if (clock != CLOCK_MONOTONIC)
        return status;
    time->tv_nsec += (long)(20e3 * sin(2 * M_PI * 20e-9 * (double)time->tv_nsec));
    time->tv_sec += (time->tv_nsec >= 1000000000) - (time->tv_nsec < 0);
    time->tv_nsec = (time->tv_nsec + 1000000000) % 1000000000;
    return status;
}
#endif

#ifdef OWN_CLOCK
static int64_t own_clock;

void own_clock_pass(int64_t nanoseconds) {
    own_clock += nanoseconds;
}

/* Libraries lie far from the program. */
static int is_of_program(const void *code) {
    return llabs((int64_t)code - (int64_t)getauxval(AT_ENTRY)) < 1 << 24;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*gettime)(clockid_t, struct timespec *);
    if (!gettime)
        gettime = (int (*)(clockid_t, struct timespec *))real("clock_gettime");
    if (clock != CLOCK_MONOTONIC || !is_of_program(__builtin_return_address(0)))
        return gettime(clock, time);
    own_clock += 50;
    *time = (struct timespec){1000 + own_clock / 1000000000, own_clock % 1000000000};
    return 0;
}
#endif
