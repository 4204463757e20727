/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mpi.h: what tests with ranks of Open MPI and MPICH need: both libraries, and two CPUs. */
#ifndef BENCHMAT_TESTS_CLI_MPI_H
#define BENCHMAT_TESTS_CLI_MPI_H

#include "tests/cli/shell.h"
#include "tests/system_library.h"
#include "tests/test.h"

static char mpis[2][PATH_MAX]; /* Open MPI's library and MPICH's */

/* Why no ranks can run here; NULL: they can. */
static inline const char *mpi_lacks(void) {
    if (!system_library("libmpi.so.40", mpis[0]) || !system_library("libmpich.so.12", mpis[1]))
        return "Open MPI and MPICH are not both installed";
    return cpu_count() < 2 ? "there is one CPU" : NULL;
}

#endif
