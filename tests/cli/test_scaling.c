/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which laws of scaling by threads or ranks hold, of a table of made-up times and of a measurement.
 */
#include <math.h>

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

ALL_TESTS(make_tables, shell_end);

TEST(people_get_both_laws_of_each_library) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze threads.csv --scaling --size 100");
    assert_has(shell->out, "library  law     fit    σ, %");
    assert_has(shell->out, "serial   Amdahl  holds");
    assert_has(shell->out, "κ is shown to be above 0, so the USL and not Amdahl's law: chatty\n");
    assert_has(shell->out, "cannot tell the USL from Amdahl's law, κ may be 0: serial\n");
    assert_has(shell->out, "the number of CPUs is not known");
}

TEST(programs_get_numbers) {
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

TEST(numbers_are_those_of_scipy_from_the_samples) {
    struct shell *shell = *state;
    char command[PATH_MAX + 200], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    shell_expect(shell, 0, "bench-analyze threads.csv --scaling --format json >rows.json");
    snprintf(command, sizeof command,
             "/usr/bin/python3 '%s/tests/analyze/thread_laws.py' threads.csv rows.json", root);
    if (shell_run(shell, command) == 77)
        skip_for("python3-scipy is not installed");
    assert_int_equal(shell->status, 0);
    assert_has(shell->out, "8 rows agree with SciPy");
}

TEST(thread_counts_can_be_chosen) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze threads.csv --scaling --size 100 -p 'threads<=2'");
    assert_has(shell->out, "too few: the USL needs three thread counts: serial, chatty\n");
}

TEST(what_makes_no_sense_is_refused) {
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

TEST(the_columns_are_listed) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze --columns help");
    assert_has(shell->out, "Of each law of each curve, with --scaling:\n");
    assert_has(shell->out, "\n  kappa_low ");
}

/* Two threads on two CPUs or more; the number of CPUs is recorded. */
TEST(a_measurement_tells_its_cpus) {
    struct shell *shell = *state;
    skip_on_one_cpu();
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
TEST(charts_say_what_they_show) {
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
    assert_has(shell->out,
               "thin lines: universal scalability law (USL), fitted; grey: more threads than CPUs");
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

/* --- weak scaling --- */

/* An archive of matrix products at two sizes with 1 ... 8 of AXIS, whose work for each of them is
 * the same as far as whole sizes allow, with the table it comes from. */
static void write_weak(struct shell *shell, const char *name, const char *axis) {
    char line[1000], table[64];
    snprintf(table, sizeof table, "%s.csv", name);
    snprintf(line, sizeof line, "run,action,library,size,round,seed,seconds,%s,flops", axis);
    FILE *file = table_begin(shell, table, line);
    unsigned short seed[3] = {5, 8, 13};
    for (int r = 0; r < 5; r++)
        for (int base = 100; base <= 200; base *= 2)
            for (int p = 1; p <= 8; p *= 2)
                for (int l = 0; l < 2; l++) {
                    double n = round(base * cbrt(p)), flops = 2 * n * n * n;
                    double noise = 1 + 0.01 * (2 * r % 5) + 0.02 * erand48(seed);
                    double cost = p / (p - (l ? 0.3 : 0.05) * (p - 1));
                    fprintf(file, "x,gemm,%s,%.0f,%d,0,%.9e,%d,%.0f\n", l ? "fair" : "good", n, r,
                            1e-9 * flops / p * cost * noise, p, flops);
                }
    table_end(file);
    snprintf(line, sizeof line, "bench-store import %s.csv -o %s.h5", name, name);
    shell_expect(shell, 0, line);
}

TEST(sizes_that_grow_are_weak_scaling) {
    struct shell *shell = *state;
    write_weak(shell, "weak", "threads");
    shell_expect(shell, 0, "bench-analyze weak.h5 --scaling");
    assert_has(shell->out, "weak scaling: n threads do n times the work in t(n)");
    assert_has(shell->out, "speed-up             efficiency");
    assert_has(shell->out, "2 threads   126");
    assert_has(shell->out, "size 200  good     Gustafson  holds");
    assert_has(shell->out, "the work per thread is the same within 0.49 %\n");
    shell_expect(shell, 0,
                 "bench-analyze --scaling weak weak.h5 >a && "
                 "bench-analyze --scaling=weak weak.h5 >b && "
                 "bench-analyze weak.h5 --scaling weak >c && cmp a b && cmp b c");
    shell_expect(shell, 0,
                 "bench-analyze weak.h5 --scaling weak --format csv --columns "
                 "variant,library,law,fit,points,kappa,limit,peak");
    assert_string_equal(shell->out, "variant,library,law,fit,points,kappa,limit,peak\n"
                                    "size 100,good,gustafson,holds,4,0,,\n"
                                    "size 100,fair,gustafson,holds,4,0,,\n"
                                    "size 200,good,gustafson,holds,4,0,,\n"
                                    "size 200,fair,gustafson,holds,4,0,,\n");
}

TEST(weak_numbers_are_those_of_scipy_from_the_samples) {
    struct shell *shell = *state;
    char command[2 * PATH_MAX], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    write_weak(shell, "checked", "ranks");
    shell_expect(shell, 0,
                 "bench-analyze checked.h5 --scaling weak --format json >laws.json && "
                 "bench-analyze checked.h5 --format json >points.json");
    snprintf(command, sizeof command,
             "/usr/bin/python3 '%s/tests/analyze/gustafson.py' checked.csv points.json laws.json",
             root);
    if (shell_run(shell, command) == 77)
        skip_for("python3-scipy is not installed");
    assert_int_equal(shell->status, 0);
    assert_has(shell->out, "16 points and 4 laws agree with SciPy");
}

TEST(other_axes_have_their_own_words) {
    struct shell *shell = *state;
    write_weak(shell, "ranks", "ranks");
    shell_expect(shell, 0, "bench-analyze ranks.h5 --scaling weak -p 'ranks>=2'");
    assert_has(shell->out, "n ranks do n times the work");
    assert_has(shell->out,
               "one rank was not measured: speed-ups and efficiencies are over 2 ranks");
    assert_has(shell->out, "the work per rank is the same within");
    assert_lacks(shell->out, "CPUs");
    shell_expect(shell, 0, "bench-analyze ranks.h5 --scaling weak -p ranks=2");
    assert_has(shell->out, "too few: a law needs two rank counts");
    shell_expect(shell, 0, "bench-analyze ranks.h5 --scaling --over nodes");
    assert_has(shell->out, "the number of nodes does not vary; measure with --nodes 1,2,4");
}

TEST(a_scaling_that_was_not_measured_is_refused) {
    struct shell *shell = *state;
    write_weak(shell, "grown", "threads");
    shell_expect(shell, 64, "bench-analyze grown.h5 --scaling strong --size '<200'");
    assert_has(shell->err,
               "gemm: its sizes grow with the threads, so no size has a strong scaling; "
               "say --scaling weak\n");
    shell_expect(shell, 0,
                 "bench-plot grown.h5 --kind scaling --at 'size<200' --format terminal -o -");
    assert_has(shell->out, "throughput by threads"); /* without laws */
    assert_null(strstr(shell->out, "USL"));
    shell_expect(shell, 64, "bench-analyze threads.csv --scaling weak");
    assert_has(shell->err, "gemm: neither the operations nor the bytes of a call are known");
    shell_expect(shell, 64, "bench-analyze grown.h5 --scaling=both");
    assert_has(shell->err, "--scaling both: strong or weak is needed, or neither");
    shell_expect(shell, 64, "bench-analyze grown.h5 --scaling --over sizes");
    assert_has(shell->err, "--over sizes: threads, ranks or nodes is needed");
    FILE *file =
        table_begin(shell, "two.csv", "run,action,library,size,round,seconds,threads,ranks");
    for (int i = 0; i < 8; i++)
        fprintf(file, "x,gemm,a,9,%d,0.%d,%d,%d\n", i / 4, 5 + i, 1 + i % 2, 1 + i / 2 % 2);
    table_end(file);
    shell_expect(shell, 64, "bench-analyze two.csv --scaling");
    assert_has(shell->err,
               "gemm: more than one of threads, ranks and nodes varies; choose one with "
               "--over\n");
    shell_expect(shell, 64, "bench-plot two.csv --kind threads -o a.png");
    assert_has(shell->err, "choose one with --over\n");
    shell_expect(shell, 0, "bench-analyze two.csv --scaling --over ranks");
    assert_has(shell->out, "threads 2");
    shell_expect(shell, 0, "bench-plot two.csv --kind threads --over ranks --format terminal -o -");
    assert_has(shell->out, "speed-up by ranks");
}

TEST(equal_sizes_have_no_weak_scaling) {
    struct shell *shell = *state;
    skip_on_one_cpu();
    shell_expect(shell, 0,
                 "bench-collect -q matrix_matrix_product builtin --threads 1,2 --sizes 20 "
                 "--rounds 2 --stage-time 0.001 -o same.h5");
    shell_expect(shell, 64, "bench-analyze same.h5 --scaling weak");
    assert_has(shell->err, "no size has, with more threads, the work per thread of another");
}

TEST(charts_of_weak_scaling_have_the_ideal) {
    struct shell *shell = *state;
    write_weak(shell, "drawn", "ranks");
    shell_expect(shell, 0,
                 "bench-plot drawn.h5 --scaling weak -o a.pdf && pdftotext -layout a.pdf -");
    assert_has(shell->out, "gemm, size 200 — scaled speed-up by ranks");
    assert_has(shell->out, "weak-scaling efficiency of ranks");
    assert_has(shell->out, "ideal");
    shell_expect(shell, 0, "bench-plot drawn.h5 --kind weak --format terminal -o -");
    assert_lacks(shell->out, "CPUs");
    shell_expect(shell, 0,
                 "bench-plot threads.csv --scaling strong --format terminal -o - && "
                 "bench-plot threads.csv --scaling strong -o a.svg && "
                 "bench-plot threads.csv --kind threads -o b.svg && cmp a.svg b.svg");
    assert_has(shell->out, "efficiency of threads");
    shell_expect(shell, 64, "bench-plot drawn.h5 --scaling weak --kind time -o a.png");
    shell_expect(shell, 64, "bench-plot drawn.h5 --kind time --scaling weak -o a.png");
    assert_has(shell->err, "--scaling weak or --kind time: each says what to draw");
}

TEST(sizes_grow_as_the_work_per_thread_says) {
    struct shell *shell = *state;
    skip_on_one_cpu();
    shell_expect(shell, 0,
                 "bench-collect matrix_matrix_product builtin --threads 1,2 --sizes 20,40 "
                 "--scaling weak --rounds 2 --stage-time 0.001 -o grow.h5");
    /* 20 and 40 times the cube root of 2: 25.198 and 50.397 */
    assert_has(shell->err, "matrix_matrix_product: weak scaling: n = 20 becomes n = 25, 2 threads; "
                           "work per thread the same within 2.3 %\n");
    assert_has(shell->err, "n = 40 becomes n = 50, 2 threads;");
    shell_expect(shell, 0,
                 "bench-analyze grow.h5 --format csv --columns "
                 "size,threads,weak_size,weak_work");
    assert_string_equal(shell->out, "size,threads,weak_size,weak_work\n20,1,20,1\n40,1,40,1\n"
                                    "25,2,20,0.9765625\n50,2,40,0.9765625\n");
    shell_expect(shell, 0, "bench-analyze grow.h5 --scaling");
    assert_has(shell->out, "the work per thread is the same within 2.3 %");
    static const struct {
        const char *command, *why;
    } wrong[] = {
        {"axpy builtin --threads 2 --sizes 100 --scaling weak",
         "axpy has a single number of threads"},
        {"axpy builtin --sizes 100 --scaling strong", "axpy has a single number of threads"},
        {"axpy builtin --threads 1,2 --scaling weak",
         "needs the sizes with one thread; give --sizes"},
        {"matrix_matrix_product builtin --threads 1,2 --sizes 2 --scaling weak",
         "the nearest, 3, has 1.69 times as much; choose larger --sizes"},
        {"axpy builtin --threads 1,2 --sizes 100 --scaling up", "strong or weak is needed"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char command[300];
        snprintf(command, sizeof command, "bench-collect %s -o none.h5", wrong[i].command);
        shell_expect(shell, 64, command);
        assert_has(shell->err, wrong[i].why);
        shell_expect(shell, 1, "test -e none.h5");
    }
}
