/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions over ScaLAPACK in several ranks of both MPIs, which wait for one another in loops:
 * without a CPU each they take many minutes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/collect/scalapack_rank.h"

ON(openmpi, 2, "scalapack_ranks")
ON(openmpi, 4, "scalapack_ranks")
ON(mpich, 2, "scalapack_ranks")
ON(mpich, 4, "scalapack_ranks")

int main(void) {
    if (getenv(RANK_VARIABLE))
        return be_rank(getenv(RANK_VARIABLE));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_openmpi_2),
        cmocka_unit_test(on_openmpi_4),
        cmocka_unit_test(on_mpich_2),
        cmocka_unit_test(on_mpich_4),
    };
    return cmocka_run_group_tests_name("collect/actions/scalapack_ranks", tests, NULL, NULL);
}
