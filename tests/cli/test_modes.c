/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect --mode, and what bench-analyze makes of it. */
#include "tests/cli/shell.h"

/* A library whose calls take a known time, or the clock by which they do (slow_calls.c). */
static void build(struct shell *shell, const char *name, const char *macros) {
    char command[PATH_MAX + 256], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "cc -O2 -shared -fPIC %s -o lib%s.so '%s/tests/cli/slow_calls.c'", macros, name, root);
    shell_expect(shell, 0, command);
}

/* A collector whose workers have the clock of these libraries. */
static int begin(void **state) {
    if (shell_begin(state))
        return -1;
    build(*state, "clock", "-DCLOCK");
    shell_expect(*state, 0,
                 "libexec=$(dirname $(command -v bench-collect))/../libexec/benchmat; "
                 "mkdir -p own/bin own/libexec/benchmat; cp $failpoints/bench-collect own/bin && "
                 "ln -s $libexec/* own/libexec/benchmat && rm own/libexec/benchmat/bench-worker && "
                 "cat >own/libexec/benchmat/bench-worker <<EOF && "
                 "chmod +x own/libexec/benchmat/bench-worker\n"
                 "#!/bin/sh\n"
                 "LD_PRELOAD=$PWD/libclock.so exec $libexec/bench-worker\n"
                 "EOF\n");
    return 0;
}

#define OWN "failpoints=$PWD/own/bin; PATH=$failpoints:$PATH; "

/* Runs it with `a` being the action's group, and details(LIBRARY, NAME). */
static void expect_in_archive(struct shell *shell, const char *python) {
    char command[4096];
    snprintf(command, sizeof command,
             "/usr/bin/python3 -c 'import h5py, numpy as np\n"
             "a = h5py.File(\"results.h5\", \"r\")[\"run_000001/axpy\"]\n"
             "def detail(library, name): return a[\"details\"][library][name][:]\n%s'",
             python);
    shell_expect(shell, 0, command);
}

#define FIRST_CALLS                                                                                \
    OWN "bench-collect axpy ./liblate.so ./libprompt.so --sizes 10,20 --mode first --max-seeds 3 " \
        "--rounds 3 "

EACH_TEST(begin, shell_end);

/* Any process that had called it before, be it to ask for its version, would have taken
 * nanoseconds. */
SOAK_TEST(each_first_call_has_a_process_of_its_own) {
    struct shell *shell = *state;
    build(shell, "late", "-DFIRST=20000000");
    build(shell, "prompt", "");
    shell_expect(shell, 0, FIRST_CALLS);
    expect_in_archive(shell, "assert a.attrs[\"mode\"] == b\"first\"\n"
                             "assert (a[\"seeds\"][:] == 3).all()\n"
                             "late, prompt = a[\"late\"][:], a[\"prompt\"][:]\n"
                             "assert (late >= 0.02).all(), late\n"
                             "assert (prompt < 0.001).all(), prompt\n"
                             "assert (detail(\"late\", \"calls\") == 1).all()\n"
                             "assert (detail(\"late\", \"warm_up_calls\") == 0).all()\n");
    shell_expect(shell, 0, "bench-analyze results.h5");
    assert_has(shell->out, "first calls");
}

SOAK_TEST(the_first_call_of_a_plain_function_is_timed_too) {
    struct shell *shell = *state;
    build(shell, "late", "-DFIRST=20000000");
    shell_expect(shell, 0,
                 OWN "bench-collect ./liblate.so --function 'double sum(size_t n, const double "
                     "*x)' --sizes 10 --mode first --max-seeds 2 --rounds 2 && "
                     "/usr/bin/python3 -c 'import h5py\n"
                     "times = h5py.File(\"results.h5\", \"r\")[\"run_000001/sum/sum\"][:]\n"
                     "assert (times >= 0.02).all(), times\n'");
}

SOAK_TEST(first_calls_may_be_cold) {
    struct shell *shell = *state;
    build(shell, "late", "-DFIRST=20000000");
    shell_expect(shell, 0,
                 OWN
                 "bench-collect axpy ./liblate.so --sizes 10 --mode ss --cache cold --max-seeds 2 "
                 "--rounds 2");
    expect_in_archive(shell, "assert (a[\"late\"][:] >= 0.02).all()\n"
                             "assert (detail(\"late\", \"warm_up_calls\") == 0).all()\n");
}

#define EACH_CALL OWN EACH_CALL_MORE
#define EACH_CALL_MORE                                                                             \
    "bench-collect axpy ./libuneven.so ./libeven.so --mode sample --max-seeds 1200 --rounds 3 "    \
    "--seed 3 "

static void build_uneven(struct shell *shell) {
    build(shell, "uneven", "-DUSUAL=20000 -DSLOW=1000000 -DEVERY=100");
    build(shell, "even", "-DUSUAL=20000");
}

/* Twelve of 1200 calls of a round, in their places. */
SOAK_TEST(each_call_is_kept_in_its_place) {
    struct shell *shell = *state;
    build_uneven(shell);
    shell_expect(shell, 0, EACH_CALL "--sizes 10");
    expect_in_archive(
        shell,
        "assert a.attrs[\"mode\"] == b\"sample\" and a.attrs[\"paired_by\"] == b\"nothing\"\n"
        "x = a[\"uneven\"][0]\n"
        "assert x.shape == (3, 1200) and np.isfinite(x).all()\n"
        "for calls in x:\n"
        "    found = [k for k in range(100) if (calls[k::100] >= 1e-3).all()]\n"
        "    assert len(found) == 1, found\n"
        "assert 20e-6 < np.quantile(x, 0.5) < 22.1e-6\n"
        "assert (detail(\"uneven\", \"interval_calls\") == 1).all()\n"
        "mean = detail(\"uneven\", \"batch_mean\")[0]\n"
        "assert np.allclose(mean[:, 0], x.mean(axis=1), rtol=1e-9)\n"
        "assert np.isnan(mean[:, 1:]).all()\n"
        "assert (detail(\"uneven\", \"attempts\")[0][:, 0] == 1).all()\n");
    shell_expect(shell, 0, "bench-analyze results.h5");
    assert_has(shell->out, "single calls");
    assert_lacks(shell->out, "median  ");
    /* The quantiles themselves, of which p99.9 is among the slow calls. */
    shell_expect(shell, 0,
                 "bench-analyze results.h5 | grep -E 'uneven +31\\.[0-9]+ ± [0-9.]+ µs +"
                 "21\\.[0-9]+ µs +21\\.[0-9]+ µs +[0-9.]+ µs +102[12]\\.'");
    shell_expect(shell, 0, "bench-plot results.h5 --report r.html && grep -q 'p99[.]9' r.html");
    /* With the cv of such a tail, typical times and means disagree. */
    shell_expect(shell, 0,
                 "bench-plot results.h5 --kind histogram -o a.png && "
                 "bench-plot results.h5 --kind ecdf -o b.png");
}

/* An average hides the slow calls, which is why one asks for all. */
SOAK_TEST(an_average_has_no_such_columns) {
    struct shell *shell = *state;
    build_uneven(shell);
    shell_expect(shell, 0,
                 OWN "bench-collect axpy ./libuneven.so ./libeven.so --sizes 10 --stage-time 0.01 "
                     "--rounds 3 --mode avgt");
    shell_expect(shell, 0, "bench-analyze results.h5");
    assert_lacks(shell->out, "p99.9");
    assert_lacks(shell->out, "call/s");
}

SOAK_TEST(numpy_and_scipy_agree) {
    struct shell *shell = *state;
    char command[PATH_MAX + 256], root[PATH_MAX];
    if (shell_run(shell, "/usr/bin/python3 -c 'import scipy, h5py'") != 0)
        skip_for("SciPy and h5py are not installed");
    build_uneven(shell);
    assert_non_null(getcwd(root, sizeof root));
    shell_expect(shell, 0, EACH_CALL "--sizes 10,1000");
    shell_expect(shell, 0,
                 "bench-analyze results.h5 --format json --columns +p50,+p90,+p99,+p99.9 >t.json");
    snprintf(command, sizeof command, "/usr/bin/python3 '%s/tests/cli/modes.py' results.h5 t.json",
             root);
    shell_expect(shell, 0, command);
    assert_string_equal(shell->out, "4 2\n");
}

SOAK_TEST(throughput_is_shown) {
    struct shell *shell = *state;
    build_uneven(shell);
    shell_expect(shell, 0,
                 OWN "bench-collect axpy ./libeven.so --sizes 10 --stage-time 0.01 --rounds 3 "
                     "--mode thrpt");
    shell_expect(shell, 0, "bench-analyze results.h5");
    assert_has(shell->out, "throughput");
    assert_has(shell->out, "kcall/s");
    expect_in_archive(shell, "assert a.attrs[\"mode\"] == b\"throughput\"\n");
}

TEST(too_few_samples_have_no_far_quantile) {
    struct shell *shell = *state;
    build_uneven(shell);
    shell_expect(shell, 0,
                 OWN "bench-collect axpy ./libeven.so --sizes 10 --mode sample --max-seeds 50 "
                     "--rounds 4 && bench-analyze results.h5 --format csv "
                     "--columns library,p99,p99.9 | tail -n 1");
    assert_has(shell->out, "even,");
    assert_int_equal(shell->out[strlen(shell->out) - 2], ',');
}

SOAK_TEST(an_interrupted_run_keeps_whole_batches) {
    struct shell *shell = *state;
    char command[PATH_MAX + 200], root[PATH_MAX];
    build_uneven(shell);
    assert_non_null(getcwd(root, sizeof root));
    shell_expect(shell, 0,
                 OWN "end_at KILL kept:axpy:20:2 " EACH_CALL_MORE "--sizes 10,20,30 -o cut.h5");
    shell_expect(shell, 0, OWN "cp cut.h5 before.h5 && bench-collect --resume cut.h5");
    snprintf(command, sizeof command, "/usr/bin/python3 '%s/tests/cli/resumed.py' before.h5 cut.h5",
             root);
    shell_expect(shell, 0, command);
}

SOAK_TEST(a_library_that_dies_at_once_costs_its_cells) {
    struct shell *shell = *state;
    char command[PATH_MAX + 256], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "cc -O2 -shared -fPIC -DFAULT='raise(SIGSEGV)' -o libcrashing.so "
             "'%s/tests/cli/fake_blas.c'",
             root);
    shell_expect(shell, 0, command);
    build(shell, "prompt", "");
    static const char *const modes[] = {"first", "sample"};
    for (size_t i = 0; i < 2; i++) {
        snprintf(command, sizeof command,
                 "bench-collect axpy ./libcrashing.so ./libprompt.so --sizes 10,100 --mode %s "
                 "--max-seeds 2 --rounds 2 -o %s.h5",
                 modes[i], modes[i]);
        shell_expect(shell, 3, command);
        assert_has(shell->err, "crashing: axpy at n = 100: crashed with signal 11");
    }
}

TEST(what_makes_no_sense_is_refused) {
    struct shell *shell = *state;
    static const struct {
        const char *command, *message;
    } cases[] = {
        {"bench-collect axpy builtin --mode best",
         "--mode best: average, first, sample or throughput is needed"},
        {"bench-collect --command 'sleep 0' --mode first",
         "--mode first changes nothing for commands"},
        {"bench-collect axpy builtin --mode sample --max-seeds 70000",
         "with --mode sample a round keeps at most 65536 calls"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        shell_expect(shell, 64, cases[i].command);
        assert_has(shell->err, cases[i].message);
    }
}

SOAK_TEST(commands_show_what_the_mode_says) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-collect --command a=true --command b=true --mode sample --rounds 2 "
                 "--max-seeds 3 -q && bench-analyze results.h5");
    assert_has(shell->out, "p99");
    assert_lacks(shell->out, "single calls");
    shell_expect(shell, 0,
                 "bench-collect --command a=true --mode throughput --rounds 2 --max-seeds 3 -q "
                 "-o t.h5 && bench-analyze t.h5");
    assert_has(shell->out, "call/s");
}

TEST(a_plan_says_what_a_sample_is) {
    struct shell *shell = *state;
    build(shell, "even", "-DUSUAL=1000");
    shell_expect(shell, 0, OWN "bench-collect axpy ./libeven.so --mode sample --sizes 100 -n");
    assert_has(shell->out, "mode       sample: a sample is each call of a batch");
    assert_has(shell->out, "2000 calls per size");
}
