/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect --plan-for and bench-analyze --plan-for, by times that are always the same. */
#include "tests/cli/steady.h"

#define MEASURE " --seed 1 --sizes 100,1000 --stage-time 0.002 "
#define COLLECT "bench-collect ./steady.so fast slow" MEASURE

static int begin(void **state) {
    if (shell_begin(state))
        return -1;
    build_steady(*state, "-DNAME='\"other\"'");
    shell_expect(*state, 0, "mv steady.so other.so");
    build_steady(*state, "");
    return 0;
}

ALL_TESTS(begin, shell_end);

TEST(the_first_rounds_plan_the_rest) {
    struct shell *shell = *state;
    shell_expect(shell, 0, COLLECT "--plan-for 90% --rounds 3 -o own.h5");
    assert_has(shell->err, "steady: planned by 3 rounds: 6 rounds × 8 seeds, about ");
    assert_has(shell->err, " is between processes");
    assert_has(shell->out, "6 rounds: ratios within ±");
    assert_has(shell->out, ", ±90 % wanted)");
    shell_expect(shell, 0,
                 "bench-store show own.h5 latest | grep -c -e 'planned_rounds *6$' -e 'planned_by "
                 "*3 rounds' -e 'rounds_ended_by *plan' -e 'round_seconds' -e "
                 "'round_start_seconds'");
    assert_string_equal(shell->out, "5\n");
}

SOAK_TEST(what_cannot_be_reached_is_told) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "bench-collect ./steady.so fast slow --seed 1 --sizes 100 --no-control --max-seeds 4 "
        "--stage-time 0.0005 --plan-for 0.02% --rounds 3 -o far.h5");
    assert_has(shell->err, "±0.02 % would take ");
    assert_has(shell->err, ", reach about ±");
    assert_has(shell->out, "±0.02 % wanted");
}

SOAK_TEST(an_earlier_run_plans_rounds_and_seeds) {
    struct shell *shell = *state;
    shell_expect(shell, 0, COLLECT "--rounds 4 -o early.h5");
    shell_expect(shell, 0, COLLECT "--plan-for 90% -o early.h5");
    assert_lacks(shell->err, "not planned by"); /* but its stage time is the same */
    assert_has(shell->err, "steady: planned by run_000001: ");
    shell_expect(shell, 0, "bench-store show early.h5 latest | grep 'planned_by *run_000001'");
}

SOAK_TEST(another_run_is_not_planned_by) {
    struct shell *shell = *state;
    shell_expect(shell, 0, COLLECT "--rounds 2 -o late.h5");
    shell_expect(shell, 0,
                 "bench-collect ./steady.so fast slow --seed 1 --sizes 100 --stage-time 0.002 "
                 "--rounds 2 --plan-for 90% -o late.h5");
    assert_has(shell->err, "steady: not planned by run_000001: it was measured at other points");
    shell_expect(shell, 0, COLLECT "--rounds 2 --schedule blocked --plan-for 90% -o late.h5");
    assert_has(shell->err, "steady: not planned by run_000002: ");
    shell_expect(shell, 0,
                 COLLECT "--rounds 2 --mode sample --max-seeds 50 --plan-for 90% "
                         "-o late.h5");
    assert_has(shell->err, "not planned by run_000003: its mode is average");
    shell_expect(shell, 0,
                 "bench-collect ./steady.so fast same" MEASURE "--rounds 2 --plan-for 90% "
                 "-o late.h5");
    assert_has(shell->err, "not planned by run_000004: it has no same");
    shell_expect(shell, 0,
                 "bench-collect ./other.so fast slow" MEASURE "--rounds 2 --plan-for 90% "
                 "-o late.h5");
    assert_lacks(shell->err, "not planned"); /* of this action there is none */
}

SOAK_TEST(nor_is_one_with_other_variables) {
    struct shell *shell = *state;
    shell_expect(shell, 0, COLLECT "--rounds 2 --env BLIS_JC_NT=2 -o set.h5");
    shell_expect(shell, 0, COLLECT "--rounds 2 --plan-for 90% -o set.h5");
    assert_has(shell->err,
               "not planned by run_000001: passed_variables was BLIS_JC_NT=2 and is not");
    shell_expect(shell, 0, COLLECT "--rounds 2 --env BLIS_JC_NT=2 -o same.h5");
    shell_expect(shell, 0, COLLECT "--rounds 2 --env BLIS_JC_NT=2 --plan-for 90% -o same.h5");
    assert_lacks(shell->err, "not planned");
}

/* Slurm's name of the node stands for the machine's. */
SOAK_TEST(another_machine_plans_nothing) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "export SLURMD_NODENAME=elsewhere; " COLLECT "-q --rounds 2 -o there.h5");
    shell_expect(shell, 0, COLLECT "--rounds 2 --plan-for 90% -o there.h5");
    assert_has(shell->err, "not planned by run_000001: it is of another machine, elsewhere");
}

SOAK_TEST(an_interrupted_plan_goes_on) {
    struct shell *shell = *state;
    shell_expect(shell, 130,
                 "at kept:steady:1000:3 'kill -TERM $PPID' " COLLECT
                 "--plan-for 90% --rounds 4 -o cut.h5");
    shell_expect(shell, 0, "bench-collect --resume cut.h5");
    assert_has(shell->err, "planned by 4 rounds: 8 rounds");
    assert_has(shell->out, "8 rounds: ratios within ±");
}

/* --- bench-analyze --- */

TEST(programs_read_components_in_numbers) {
    struct shell *shell = *state;
    shell_expect(shell, 0, COLLECT "-q --rounds 4 -o some.h5");
    shell_expect(shell, 0,
                 "bench-analyze some.h5 --plan-for 90% --format csv --columns "
                 "size,library,rounds,seeds,plan_rounds,variance_between_rounds");
    assert_has(shell->out, "size,library,rounds,seeds,plan_rounds,variance_between_rounds\n");
    assert_has(shell->out, "\n100,slow,4,8,");
    shell_expect(shell, 0, "bench-analyze some.h5 --plan-for 90%");
    assert_has(shell->out, " rounds × ");
    assert_has(shell->out, ", for ±90 %");
    shell_expect(shell, 0, "bench-analyze some.h5 --explain --library slow --size 100");
    assert_has(shell->out, "BETWEEN AND WITHIN PROCESSES");
}

TEST(tables_of_others_have_no_costs) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "awk 'BEGIN { print \"action,library,size,round,seed,seconds\"; srand(1); for (r = "
        "1; r < 6; r++) for (k = 0; k < 4; k++) for (l = 0; l < 2; l++) print \"f,\" (l ? "
        "\"b\" : \"a\") \",8,\" r \",\" k \",\" 1e-6 * (1 + 0.01 * rand()) }' >f.csv");
    shell_expect(shell, 0, "bench-analyze f.csv --plan-for 1%");
    assert_has(shell->out, "× 4 seeds, for ±1 %");
    assert_has(shell->out, "what rounds cost is not recorded here");
}

SOAK_TEST(one_round_one_seed_or_one_library_say_why) {
    struct shell *shell = *state;
    shell_expect(shell, 0, COLLECT "-q --rounds 1 -o one.h5");
    shell_expect(shell, 0, "bench-analyze one.h5 --plan-for 1%");
    assert_has(shell->out, "a single round tells nothing of how processes differ");
    shell_expect(shell, 0, COLLECT "--rounds 2 --plan-for 90% -o one.h5");
    assert_has(shell->err, "not planned by run_000001: ");
    shell_expect(shell, 0,
                 COLLECT "-q --max-seeds 1 --rounds 5 -o seed.h5 && "
                         "bench-analyze seed.h5 --plan-for 90%");
    assert_has(shell->out, "rounds × 1 seed, about ");
    shell_expect(
        shell, 0,
        "bench-collect -q axpy builtin --sizes 100 --rounds 2 --stage-time 0.001 -o alone.h5 && "
        "bench-analyze alone.h5 --plan-for 1%");
    assert_has(shell->out, "there is no ratio of two libraries that are right");
}

TEST(a_wrong_command_line_is_refused) {
    struct shell *shell = *state;
    static const struct {
        const char *command, *told;
    } wrong[] = {
        {COLLECT "--plan-for 0 -o no.h5", "a part such as 1% or 0.01 is needed"},
        {COLLECT "--plan-for 5 -o no.h5", "a part such as 1% or 0.01 is needed"},
        {COLLECT "--plan-for 1% --precision 1% -o no.h5", "leave one of them out"},
        {COLLECT "--plan-for 1% --time 5 -o no.h5", "bound --plan-for by --max-time"},
        {COLLECT "--plan-for 1% --rounds 1 -o no.h5", "a single round tells --plan-for nothing"},
        {"bench-collect axpy builtin --sizes 10 --plan-for 1% -o no.h5",
         "--plan-for is of ratios, and builtin alone is left"},
        {"bench-analyze no.h5 --plan-for 5", "say 1% or 0.01"},
        {"bench-analyze no.h5 --plan-for 0", "say 1% or 0.01"},
        {"bench-analyze no.h5 --plan-for 1% --trim tukey", "leave --trim out"},
        {"bench-analyze no.h5 --plan-for 1% --measure memory", "leave --measure out"},
        {"bench-analyze no.h5 --plan-for 1% --fastest", "one question at a time"},
        {"bench-analyze no.h5 --plan-for 1% --summary", "there are no geometric means"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        shell_expect(shell, 64, wrong[i].command);
        assert_has(shell->err, wrong[i].told);
    }
    shell_expect(shell, 1, "ls no.h5 2>/dev/null || exit 1");
}
