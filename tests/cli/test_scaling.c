/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which laws of scaling by threads hold, of a table of made-up times and of a measurement. */
#include <math.h>
#include <sched.h>

#include "tests/cli/table.h"

/* Of the action gemm, 5 rounds of two libraries with 1 to 8 threads at two sizes: one by Amdahl's
 * law with a serial part of 10 %, one by the USL with 5 % and 1 %. */
static void write_threads(const struct shell *shell, const char *name) {
    FILE *table = table_begin(shell, name, "run,action,library,size,round,seed,seconds,threads");
    for (int r = 0; r < 5; r++)
        for (int size = 100; size <= 200; size *= 2)
            for (int n = 1; n <= 8; n *= 2) {
                double noise = 1 + 0.01 * (2 * r % 5) + 0.001 * ((3 * r + n) % 5);
                fprintf(table, "x,gemm,serial,%d,%d,0,%.9e,%d\n", size, r,
                        1e-6 * size * (1 + 0.1 * (n - 1)) / n * noise, n);
                fprintf(table, "x,gemm,chatty,%d,%d,0,%.9e,%d\n", size, r,
                        1e-6 * size * (1 + 0.05 * (n - 1) + 0.01 * n * (n - 1)) / n * noise, n);
            }
    table_end(table);
}

static int make_tables(void **state) {
    if (shell_begin(state))
        return -1;
    write_threads(*state, "threads.csv");
    return 0;
}

static void people_get_both_laws_of_each_library(void **state) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze threads.csv --scaling --size 100");
    assert_has(shell->out, "library  law     fit    σ, %");
    assert_has(shell->out, "serial   Amdahl  holds");
    assert_has(shell->out, "κ is shown to be above 0, so the USL and not Amdahl's law: chatty\n");
    assert_has(shell->out, "cannot tell the USL from Amdahl's law, κ may be 0: serial\n");
    assert_has(shell->out, "the number of CPUs is not known");
}

static void programs_get_numbers(void **state) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze threads.csv --scaling --format csv "
                 "--columns variant,library,law,fit,choice,peak_is,points,rounds,most");
    assert_string_equal(shell->out, "variant,library,law,fit,choice,peak_is,points,rounds,most\n"
                                    "size 100,serial,amdahl,holds,either,,4,5,8\n"
                                    "size 100,serial,usl,holds,either,none,4,5,8\n"
                                    "size 100,chatty,amdahl,poor,usl,,4,5,8\n"
                                    "size 100,chatty,usl,holds,usl,extrapolated,4,5,8\n"
                                    "size 200,serial,amdahl,holds,either,,4,5,8\n"
                                    "size 200,serial,usl,holds,either,none,4,5,8\n"
                                    "size 200,chatty,amdahl,poor,usl,,4,5,8\n"
                                    "size 200,chatty,usl,holds,usl,extrapolated,4,5,8\n");
    shell_expect(shell, 0,
                 "bench-analyze threads.csv --scaling --format json --library serial --size 100");
    assert_has(shell->out, "\"peak\":null");
    assert_has(shell->out, "\"cpus\":null");
    assert_lacks(shell->out, "inf");
}

static void thread_counts_can_be_chosen(void **state) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze threads.csv --scaling --size 100 -p 'threads<=2'");
    assert_has(shell->out, "too few: the USL needs three thread counts: serial, chatty\n");
}

static void what_makes_no_sense_is_refused(void **state) {
    struct shell *shell = *state;
    shell_expect(shell, 64, "bench-analyze threads.csv --scaling --complexity");
    assert_has(shell->err, "one question at a time");
    shell_expect(shell, 64, "bench-analyze threads.csv --all-threads");
    assert_has(shell->err, "--all-threads would change nothing here: it is for --scaling");
    shell_expect(shell, 64, "bench-analyze threads.csv --scaling --measure cpu");
    assert_has(shell->err, "--scaling is of calls per second; leave --measure out");
    shell_expect(shell, 64, "bench-analyze threads.csv --scaling --min-effect 5%");
    assert_has(shell->err, "no verdict");
    shell_expect(shell, 64, "bench-analyze threads.csv --scaling --columns median");
    assert_has(shell->err, "no column or parameter 'median'");
}

static void the_columns_are_listed(void **state) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze --columns help");
    assert_has(shell->out, "Of each law of each curve, with --scaling:\n");
    assert_has(shell->out, "\n  kappa_low ");
}

/* Two threads on two CPUs or more; the number of CPUs is recorded. */
static void a_measurement_tells_its_cpus(void **state) {
    struct shell *shell = *state;
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) < 2)
        skip_for("there is one CPU");
    shell_expect(shell, 0,
                 "bench-collect -q axpy builtin --threads 1,2 --sizes 1000 --rounds 3 "
                 "--stage-time 0.002 && bench-analyze results.h5 --scaling && "
                 "bench-analyze results.h5 --scaling --format csv --columns "
                 "law,points,above_cpus,fewest,most,cpus >rows && "
                 "awk -F, 'NR > 1 && !($2 == 2 && $3 == 0 && $4 == 1 && $5 == 2 && $6 >= 2) "
                 "{ exit 1 }' rows");
    assert_lacks(shell->out, "CPUs is not known");
}

/* Of a machine with 4 CPUs, whose number stands in the archive. */
static void charts_say_what_they_show(void **state) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "bench-store import threads.csv -o threads.h5 && /usr/bin/python3 -c 'import h5py, "
        "numpy as np\n"
        "f = h5py.File(\"threads.h5\", \"r+\")\n"
        "f[\"run_000001\"].attrs[\"logical_cpus\"] = np.int64(4)'");
    shell_expect(shell, 0, "bench-analyze threads.h5 --scaling --size 200");
    assert_has(shell->out, "1 thread count above the 4 CPUs left out; --all-threads fits all\n");
    shell_expect(shell, 0, "bench-analyze threads.h5 --scaling --size 200 --all-threads");
    assert_has(shell->out, "1 thread count above the 4 CPUs fitted, too, where threads take turns");
    shell_expect(shell, 0, "bench-plot threads.h5 --kind scaling --format terminal -o -");
    assert_has(shell->out, "gemm, size 200 — speed-up by threads");
    assert_has(shell->out, "thin: universal scalability law (USL); grey: beyond the CPUs");
    assert_has(shell->out, "throughput by threads");
    shell_expect(shell, 0,
                 "bench-plot threads.h5 --kind scaling -o a.pdf && pdftotext -layout a.pdf -");
    assert_has(shell->out, "4 CPUs");
    assert_has(shell->out, "ideal");
    shell_expect(shell, 0,
                 "bench-analyze threads.csv --size 200 --format json >rows.json && "
                 "bench-plot rows.json --kind scaling --format terminal -o -");
    assert_lacks(shell->out, "USL"); /* rows have no rounds */
    shell_expect(shell, 64, "bench-plot threads.csv --kind scaling --x size -o a.png");
    assert_has(shell->err, "--kind scaling has threads across, not --x size");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_get_both_laws_of_each_library),
        cmocka_unit_test(programs_get_numbers),
        cmocka_unit_test(thread_counts_can_be_chosen),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(the_columns_are_listed),
        cmocka_unit_test(a_measurement_tells_its_cpus),
        cmocka_unit_test(charts_say_what_they_show),
    };
    return cmocka_run_group_tests_name("cli/scaling", tests, make_tables, shell_end);
}
