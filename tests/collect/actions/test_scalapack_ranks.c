/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions over ScaLAPACK in several ranks of both MPIs, which wait for one another in loops:
 * without a CPU each they take many minutes. */

#include "tests/collect/scalapack_rank.h"

ALL_TESTS(begin_as_rank, NULL);

ON(openmpi, 2, "scalapack_ranks")
ON(openmpi, 4, "scalapack_ranks")
ON(mpich, 2, "scalapack_ranks")
ON(mpich, 4, "scalapack_ranks")
