/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commands.h: all that users do with results.h5, as commands, beside other.h5 and 1.csv. */
#ifndef BENCHMAT_TESTS_STORE_COMMANDS_H
#define BENCHMAT_TESTS_STORE_COMMANDS_H

#include "tests/cli/shell.h"

/* Two that read, and one that writes. */
enum { COMMAND_LIST = 0, COMMAND_ANALYZE = 7, COMMAND_DELETE = 11 };

static const struct {
    const char *line;
    int writes;
} commands[] = {
    [COMMAND_LIST] = {"bench-store list", 0},
    {"bench-store info", 0},
    {"bench-store show all", 0},
    {"bench-store verify", 0},
    {"bench-store repair -o saved.h5 results.h5", 0},
    {"bench-store merge saved.h5 results.h5", 0},
    {"bench-store export -o - --to csv results.h5", 0},
    [COMMAND_ANALYZE] = {"bench-analyze results.h5", 0},
    {"bench-plot results.h5 -o a.png", 0},
    {"bench-store import -q -o results.h5 1.csv", 1},
    {"bench-store merge results.h5 other.h5", 1},
    [COMMAND_DELETE] = {"bench-store delete 2", 1},
    {"bench-store repack", 1},
    {"bench-collect -q dot builtin --sizes=8 --rounds=2 --stage-time=0.001 -o results.h5", 1},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static char alone[COMMANDS][1 << 18]; /* what each that reads prints in the end */

/* Puts what commands leave out of the way of the next. */
static inline void commands_tidy(struct shell *shell) {
    shell_expect(shell, 0, "rm -f saved.h5* a.png");
}

/* Writes other.h5 and 1.csv, and has each reader print what it has to say of results.h5. */
static inline void commands_prepare(struct shell *shell) {
    shell_expect(
        shell, 0,
        "echo action,library,size,round,seconds >1.csv; echo dot,builtin,8,0,1e-9 >>1.csv; "
        "bench-store import -q -o other.h5 1.csv");
    for (size_t i = 0; i < COMMANDS; i++)
        if (!commands[i].writes) {
            commands_tidy(shell);
            shell_expect(shell, 0, commands[i].line);
            snprintf(alone[i], sizeof alone[i], "%s", shell->out);
        }
}

#endif
