/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions over ScaLAPACK in one rank of each MPI. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/collect/scalapack_rank.h"

ON(openmpi, 1, "scalapack_one_rank")
ON(mpich, 1, "scalapack_one_rank")

int main(void) {
    if (getenv(RANK_VARIABLE))
        return be_rank(getenv(RANK_VARIABLE));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_openmpi_1),
        cmocka_unit_test(on_mpich_1),
    };
    return cmocka_run_group_tests_name("collect/actions/scalapack_one_rank", tests, NULL, NULL);
}
