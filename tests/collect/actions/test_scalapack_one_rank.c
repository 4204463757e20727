/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions over ScaLAPACK in one rank of each MPI. */

#include "tests/collect/scalapack_rank.h"

ALL_TESTS(begin_as_rank, NULL);

ON(openmpi, 1, "scalapack_one_rank")
ON(mpich, 1, "scalapack_one_rank")
