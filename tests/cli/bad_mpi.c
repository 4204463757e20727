/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An MPI that is another one but for one function, which does its work wrong on the last rank. Or,
 * to be preloaded there, a clock that wanders by 20 microseconds to and fro, 20 times a second. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <time.h>

static void *real(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

static int is_last(intptr_t comm) {
    int rank, ranks;
    ((int (*)(intptr_t, int *))real("MPI_Comm_rank"))(comm, &rank);
    ((int (*)(intptr_t, int *))real("MPI_Comm_size"))(comm, &ranks);
    return ranks > 1 && rank == ranks - 1;
}

#ifdef BAD_BCAST
int MPI_Bcast(char *buffer, int count, intptr_t type, int root, intptr_t comm) {
    int status = ((int (*)(char *, int, intptr_t, int, intptr_t))real("MPI_Bcast"))(
        buffer, count, type, root, comm);
    if (is_last(comm))
        buffer[count - 1] ^= 1;
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
        to[count] ^= 64;
    return status;
}
#endif

#ifdef BAD_RECV
int MPI_Recv(char *to, int count, intptr_t type, int from, int tag, intptr_t comm,
             intptr_t status) {
    int result = ((int (*)(void *, int, intptr_t, int, int, intptr_t, intptr_t))real("MPI_Recv"))(
        to, count, type, from, tag, comm, status);
    if (tag == 0 && is_last(comm))
        to[0]++;
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
