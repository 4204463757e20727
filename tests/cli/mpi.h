/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mpi.h: what tests with ranks of Open MPI and MPICH need: both libraries, and two CPUs that nobody
 * else uses, because ranks that take turns with other work are late or look hung. */
#ifndef BENCHMAT_TESTS_CLI_MPI_H
#define BENCHMAT_TESTS_CLI_MPI_H

#include <glob.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

#include "tests/cli/shell.h"

static char mpis[2][PATH_MAX]; /* Open MPI's library and MPICH's */

static inline int mpi_find_library(const char *pattern, char path[PATH_MAX]) {
    glob_t found;
    int status = glob(pattern, 0, NULL, &found);
    if (status == 0)
        snprintf(path, PATH_MAX, "%s", found.gl_pathv[0]);
    globfree(&found);
    return status == 0;
}

static inline double mpi_seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Works for 50 ms; *SHARE gets how much of them it had a CPU. */
static inline void *mpi_work(void *share) {
    double began = mpi_seconds(CLOCK_MONOTONIC), own = mpi_seconds(CLOCK_THREAD_CPUTIME_ID), wall;
    while ((wall = mpi_seconds(CLOCK_MONOTONIC) - began) < 0.05)
        continue;
    *(double *)share = (mpi_seconds(CLOCK_THREAD_CPUTIME_ID) - own) / wall;
    return NULL;
}

static inline int mpi_has_two_cpus(void) {
    double shares[2] = {0, 0};
    pthread_t other;
    assert_int_equal(pthread_create(&other, NULL, mpi_work, &shares[0]), 0);
    mpi_work(&shares[1]);
    pthread_join(other, NULL);
    return shares[0] > 0.9 && shares[1] > 0.9;
}

/* Returns 0, and says why, if there is no MPI, or if for three minutes there are no CPUs. */
static inline int mpi_is_ready(void) {
    cpu_set_t set;
    const char *lacking = NULL;
    if (!mpi_find_library("/usr/lib/*/libmpi.so.40", mpis[0]) ||
        !mpi_find_library("/usr/lib/*/libmpich.so.12", mpis[1]))
        lacking = "Open MPI and MPICH are not both installed";
    else if (sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) < 2)
        lacking = "there is one CPU";
    for (int tries = 0; !lacking && !mpi_has_two_cpus(); tries++) {
        if (tries == 180)
            lacking = "other work takes the CPUs";
        sleep(1);
    }
    if (lacking)
        print_message("skipped: %s\n", lacking);
    return !lacking;
}

#endif
