/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What bench-collect --function takes off a call is what an empty function takes. */
#include "tests/cli/shell.h"

EACH_TEST(shell_begin, shell_end);

TEST(the_overhead_is_that_of_an_empty_function) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "printf 'double nothing(double x) { return x; }' >nothing.c && "
                 "cc -O2 -shared -fPIC nothing.c -o nothing.so");
    shell_expect(shell, 0,
                 "bench-collect ./nothing.so --function 'double nothing(double x)' "
                 "--rounds 3 --stage-time 0.02");
    shell_expect(shell, 0,
                 "took=$(bench-analyze results.h5 --columns median --format csv | tail -1); "
                 "bench-store show results.h5 1 | awk -v took=\"$took\" "
                 "'/harness_overhead/ {print took, $2, took / $2; "
                 "exit !(took / $2 > 0.5 && took / $2 < 2)}'");
}
