/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planted: what users and strangers put where an archive's journal would be, for every program:
 * none touches it or what it leads to, none changes the archive, none waits. */
#include "tests/cli/shell.h"

#include "tests/store/planted.h"

static const struct {
    const char *line;
    int writes;
} commands[] = {
    {"bench-store list", 0},
    {"bench-store info", 0},
    {"bench-store show all", 0},
    {"bench-store verify", 0},
    {"rm -f saved.h5*; bench-store repair -o saved.h5 results.h5", 0},
    {"bench-store merge saved.h5 results.h5", 0},
    {"bench-store export -o - --to csv results.h5", 0},
    {"bench-analyze results.h5", 0},
    {"bench-plot results.h5 -o a.png", 0},
    {"bench-store import -q -o results.h5 1.csv", 1},
    {"bench-store merge results.h5 other.h5", 1},
    {"bench-store delete 2", 1},
    {"bench-store repack", 1},
    {"bench-collect -q dot builtin --sizes=8 --rounds=2 --stage-time=0.001 -o results.h5", 1},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static char alone[COMMANDS][1 << 18]; /* what each prints where nothing is planted */
static long cases, wrong;

/* A reader says of the archive what it says alone, or stops; a writer refuses. */
static void run_beside(struct shell *shell, const struct planted *kind, size_t command) {
    int stops = commands[command].writes || kind->stops_readers;
    shell_run(shell, commands[command].line);
    int right = shell->status == (stops ? 1 : 0) && strstr(shell->err, "results.h5-journal ") &&
                (stops || strcmp(shell->out, alone[command]) == 0);
    cases++;
    wrong += !right;
    if (!right)
        printf("%s: %s: %d: %s\n", kind->name, commands[command].line, shell->status, shell->err);
}

static void try_kind(struct shell *shell, const struct planted *kind) {
    char journal[200], victim[200], archive[200];
    snprintf(journal, sizeof journal, "%s/results.h5-journal", shell->directory);
    snprintf(victim, sizeof victim, "%s/victim", shell->directory);
    snprintf(archive, sizeof archive, "%s/results.h5", shell->directory);
    if (!planted_is_possible(kind, shell->directory))
        return;
    planted_put(kind, shell->directory, journal);
    for (size_t i = 0; i < COMMANDS; i++) {
        struct planted_state before[] = {planted_look(journal), planted_look(victim),
                                         planted_look(archive)};
        run_beside(shell, kind, i);
        int same = planted_is_untouched(&before[0], journal);
        same &= planted_is_untouched(&before[1], victim);
        same &= planted_is_untouched(&before[2], archive);
        wrong += !same;
        if (!same)
            printf("%s: %s: something is touched\n", kind->name, commands[i].line);
    }
}

static void no_program_touches_what_is_planted(void **state) {
    struct shell *shell = *state;
    planted_prepare(shell->directory);
    shell_expect(
        shell, 0,
        "echo action,library,size,round,seconds >1.csv; echo dot,builtin,8,0,1e-9 >>1.csv; "
        "bench-store import -q -o other.h5 1.csv");
    for (size_t i = 0; i < COMMANDS; i++)
        if (!commands[i].writes) {
            shell_expect(shell, 0, commands[i].line);
            snprintf(alone[i], sizeof alone[i], "%s", shell->out);
        }
    for (size_t i = 0; i < PLANTED_KINDS; i++)
        try_kind(shell, &planted[i]);
    printf("%d kinds, %ld cases, %ld wrong\n", (int)PLANTED_KINDS, cases, wrong);
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_program_touches_what_is_planted, shell_begin, shell_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
