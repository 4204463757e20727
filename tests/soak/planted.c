/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planted: what users and strangers put where an archive's journal would be, for every program:
 * none touches it or what it leads to, none changes the archive, none waits. */
#include "tests/store/commands.h"
#include "tests/store/planted.h"

static long cases, wrong;

/* A reader says of the archive what it says alone, or stops; a writer refuses. */
static void run_beside(struct shell *shell, const struct planted *kind, size_t command) {
    int stops = commands[command].writes || kind->stops_readers;
    commands_tidy(shell);
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
    commands_prepare(shell);
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
