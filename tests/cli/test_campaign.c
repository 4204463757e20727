/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said and done about campaigns where there is no Slurm; test_slurm.c has one. */
#include "tests/cli/shell.h"

static void a_script_is_printed_without_slurm(void **state) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "PATH=$(dirname $(command -v bench-collect)):/nowhere bench-collect axpy "
                 "openblas 'a b'=./x.so -o \"it's.h5\" --sizes 10 --submit=print --arr 3 --sbatch "
                 "'-p long'");
    assert_has(shell->out, "#SBATCH -p long\n");
    assert_has(shell->out, "tasks=3\n");
    assert_has(shell->out, "    bench-collect axpy openblas 'a b=./x.so' --sizes 10 "
                           "--output=\"$1\"\n");
    assert_has(shell->out, "/it'\\''s.h5'\n");
    shell_expect(shell, 0, "test -z \"$(ls)\"");
    shell_expect(shell, 0, "bench-collect -qo x.h5 --submit print axpy -- builtin");
    assert_has(shell->out, "    bench-collect -qo x.h5 axpy --output=\"$1\" -- builtin\n");
    shell_expect(shell, 0,
                 "bench-collect axpy --submit print --nodes a,b -o x.h5 >script && sh -n script");
    shell_expect(shell, 0, "grep -q 'sbatch --array=1 --nodelist=b campaign.sh' script");
}

static void without_slurm_nothing_is_submitted(void **state) {
    struct shell *shell = *state;
    shell_expect(shell, 1,
                 "PATH=$(dirname $(command -v bench-collect)):/nowhere bench-collect axpy "
                 "--submit slurm");
    assert_has(shell->err, "Slurm's program squeue: No such file or directory");
    shell_expect(shell, 0, "test -z \"$(ls)\"");
}

static void options_that_mean_nothing_are_refused(void **state) {
    struct shell *shell = *state;
    static const char *const cases[][2] = {
        {"axpy --nodes a", "--nodes is for --submit; give that too"},
        {"axpy --array 2", "--array is for --submit; give that too"},
        {"axpy --submit slurm --array 2 --nodes a", "leave --array out"},
        {"axpy --submit slurm --array 0", "a whole number from 1 to 10000 is needed"},
        {"axpy --submit pbs", "--submit pbs: slurm or print is needed"},
        {"axpy --submit slurm --dry-run", "--submit measures in jobs; leave --dry-run out"},
        {"axpy --submit slurm --sbatch '--array=3'", "leave --array=3 out; --nodes and --array"},
        {"axpy --submit slurm --sbatch '-p long -W'", "leave -W out"},
        {"axpy --submit slurm --sbatch '--test'", "leave --test out"},
        {"axpy --submit slurm --nodes n1,n2,n1", "--nodes n1,n2,n1: n1 is in it twice"},
        {"axpy --submit slurm --sbatch \"'\"", "--sbatch:"},
        {"--submit slurm", "an ACTION is needed"},
        {"axpy --campaign r.h5", "leave ACTION and LIBRARY out"},
        {"--campaign none.h5", "none.h5: no campaign was submitted for it"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[200];
        snprintf(command, sizeof command, "bench-collect %s", cases[i][0]);
        shell_expect(shell, 64, command);
        assert_has(shell->err, cases[i][1]);
    }
}

/* Programs like Slurm's: while the second task is submitted, Ctrl-C comes. */
static void an_interrupted_submission_leaves_nothing(void **state) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "mkdir fake; printf '#!/bin/sh\\n' | tee fake/squeue fake/srun >fake/scancel; "
                 "echo 'echo $1 >>cancelled' >>fake/scancel; "
                 "printf '#!/bin/sh\\ncase $* in *n2*) kill -INT 0 ;; esac\\necho 11\\n' "
                 ">fake/sbatch; chmod +x fake/*");
    shell_run(shell, "PATH=$PWD/fake:$PATH setsid -w bench-collect axpy --nodes n1,n2,n3 "
                     "--submit slurm");
    assert_int_not_equal(shell->status, 0);
    shell_expect(shell, 0, "cat cancelled");
    assert_string_equal(shell->out, "11\n");
    shell_expect(shell, 0, "test ! -e results.h5.campaign");
}

static void an_archive_that_cannot_be_extended_is_refused(void **state) {
    struct shell *shell = *state;
    shell_run(shell, "echo text >text; bench-collect axpy -o text --submit slurm");
    assert_int_not_equal(shell->status, 0);
    assert_has(shell->err, "bench-collect: text");
    shell_run(shell, "mkdir directory; bench-collect axpy -o directory --submit slurm");
    assert_int_not_equal(shell->status, 0);
    assert_has(shell->err, "directory is a directory");
    shell_expect(shell, 0, "test ! -e text.campaign && test ! -e directory.campaign");
}

#define IN_SHELL(test) cmocka_unit_test_setup_teardown(test, shell_begin, shell_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_SHELL(a_script_is_printed_without_slurm),
        IN_SHELL(without_slurm_nothing_is_submitted),
        IN_SHELL(options_that_mean_nothing_are_refused),
        IN_SHELL(an_interrupted_submission_leaves_nothing),
        IN_SHELL(an_archive_that_cannot_be_extended_is_refused),
    };
    return cmocka_run_group_tests_name("cli/campaign", tests, NULL, NULL);
}
