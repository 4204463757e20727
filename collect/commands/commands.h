/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commands.h: commands that are measured in the place of libraries, and what belongs to them.
 *
 * Each command is an implementation of an action called "command": it has a worker of its own in
 * every round, which launches it once for every sample. */
#ifndef BENCHMAT_COLLECT_COMMANDS_COMMANDS_H
#define BENCHMAT_COLLECT_COMMANDS_COMMANDS_H

#include <stddef.h>

#include "collect/action.h"
#include "collect/commands/placeholders.h"
#include "collect/harness/wire.h"
#include "formats/text/err.h"

/* The name of the action, and so of the measurement. */
#define COMMANDS_ACTION "command"

enum { COMMANDS_MAX = 64 };

/* Untimed commands around the timed ones. */
enum commands_hook {
    COMMANDS_SETUP,    /* before all; for each point if it has a placeholder of the point */
    COMMANDS_PREPARE,  /* before each timed run */
    COMMANDS_CONCLUDE, /* after each timed run */
    COMMANDS_CLEANUP,  /* at the end, as often as the setup */
    COMMANDS_HOOKS
};

/* Where a command prints. */
enum commands_output {
    COMMANDS_PIPE, /* of which all is read */
    COMMANDS_NULL, /* /dev/null, which some programs look for and then do less */
    COMMANDS_FILE  /* written anew by each run */
};

/* What the word of --stdout means: "pipe", "null", "/dev/null", or the name of a file. */
enum commands_output commands_output_of(const char *word);

/* "setup", "prepare", "conclude", "cleanup". */
const char *commands_hook_name(enum commands_hook hook);

struct command {
    char *name;       /* printable (unicode.h) */
    const char *text; /* may have placeholders */
};

/* All texts but the names are borrowed. Zero-initialised: no commands. The caller gives it to
 * commands_release. */
struct commands {
    struct command items[COMMANDS_MAX];
    size_t count;
    const char *hooks[COMMANDS_HOOKS]; /* NULL: none */
    const char *shell;                 /* runs all of them; NULL: they are run directly */
    const char *input;                 /* the file on their standard input; NULL: nothing */
    const char *outputs[COMMANDS_MAX]; /* words of --stdout; a file's may have placeholders */
    size_t output_count;               /* 0: all print into pipes; 1: of all; else of each */
    const char *checked_file;          /* compared after a run; NULL: none. May have placeholders */
    int checks_output;                 /* compare what they print */
    int ignores_failure;               /* an exit status other than 0 is not a fault */
    double timeout;                    /* seconds that one run may take; 0: the default */
    const char *parameters[BENCH_MAX_PARAMETERS]; /* names of placeholders besides the usual */
    size_t parameter_count;
};

/* Adds "COMMAND" or "NAME=COMMAND". A NAME has letters, digits and "._+-" and begins with a letter;
 * a command without one is called what it says. ERR_USAGE: the name is taken, the command is empty,
 * or there are too many. */
int commands_add(struct commands *commands, const char *text, struct err *err);
void commands_release(struct commands *commands);

/* Checks all texts: placeholders are known, words can be split, and without a shell nothing is left
 * that needs one; and that what is to be checked is printed where it can be read. ERR_USAGE names
 * the text. */
int commands_check(const struct commands *commands, struct err *err);

/* Checks that every run can read the input, if there is one. Call this after the setup, which may
 * write it. ERR_FAILED says why it cannot. */
int commands_check_input(const struct commands *commands, struct err *err);

/* The word for where command number I prints. */
const char *commands_output(const struct commands *commands, size_t i);

/* Whether a command, or a file that it prints to or that is checked, has "{NAME}"; and whether a
 * hook has. */
int commands_use(const struct commands *commands, const char *name);
int commands_hooks_use(const struct commands *commands, const char *name);

/* Whether the setup or the cleanup has a placeholder whose value differs from point to point. */
int commands_have_point_hooks(const struct commands *commands);

/* Writes to LOAD what a worker must know to run command number I, or, if I is COMMANDS_MAX, only
 * the hooks. ERR_USAGE: it does not fit. */
int commands_pack(const struct commands *commands, size_t i, struct wire_command *load,
                  struct err *err);

/* The texts of LOAD, borrowed from it; NULL where it has none. Returns 0 if LOAD is not whole. */
struct commands_texts {
    const char *command, *hooks[COMMANDS_HOOKS], *shell, *input, *output, *checked_file;
    const char *parameters[BENCH_MAX_PARAMETERS];
};
int commands_unpack(const struct wire_command *load, struct commands_texts *texts);

/* The usual placeholders, in the order of PLACEHOLDERS_..., and after them the parameters; without
 * values. Returns how many. */
enum { COMMANDS_SIZE, COMMANDS_SEED, COMMANDS_ROUND, COMMANDS_THREADS, COMMANDS_USUAL };
size_t
commands_placeholders(const char *const *parameters, size_t count,
                      struct placeholder placeholders[COMMANDS_USUAL + BENCH_MAX_PARAMETERS]);

#endif
