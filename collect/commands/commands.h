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

/* One for all commands, or one for each. */
struct commands_hooks {
    const char *texts[COMMANDS_MAX];
    size_t count;
};

struct command {
    char *name;       /* printable (unicode.h); NULL: commands_name has yet to give it one */
    const char *text; /* may have placeholders */
    const char *words[BENCH_MAX_PARAMETERS]; /* in the place of word_names; NULL: it lacks that */
};

/* All texts but the names and a resolved input are borrowed. Zero-initialised: no commands. The
 * caller gives it to commands_release. */
struct commands {
    struct command items[COMMANDS_MAX];
    size_t count;
    struct commands_hooks hooks[COMMANDS_HOOKS];
    const char *shell;  /* runs all of them; NULL: they are run directly */
    const char *input;  /* the file on their standard input; NULL: nothing. May have placeholders */
    char *input_memory; /* of INPUT, once it is resolved; NULL: it is borrowed */
    const char *outputs[COMMANDS_MAX]; /* words of --stdout; a file's may have placeholders */
    size_t output_count;               /* 0: all print into pipes; 1: of all; else of each */
    const char *checked_file;          /* compared after a run; NULL: none. May have placeholders */
    int checks_output;                 /* compare what they print */
    int ignores_failure;               /* an exit status other than 0 is not a fault */
    double timeout;                    /* seconds that one run may take; 0: the default */
    const char *parameters[BENCH_MAX_PARAMETERS]; /* names of placeholders besides the usual */
    const char *spellings[BENCH_MAX_PARAMETERS];  /* of their values, as in struct placeholder */
    size_t parameter_count;
    const char *word_names[BENCH_MAX_PARAMETERS]; /* of placeholders that are words */
    size_t word_name_count;
};

/* Adds a command called NAME, or, if that is NULL, "COMMAND" or "NAME=COMMAND". ERR_USAGE: NAME or
 * the command is empty, or there are too many. */
int commands_add(struct commands *commands, const char *name, const char *text, struct err *err);
void commands_release(struct commands *commands);

/* Adds a HOOK: for all commands, or, if as many are added as there are commands, for one of them.
 * ERR_USAGE: there are too many. */
int commands_add_hook(struct commands *commands, enum commands_hook hook, const char *text,
                      struct err *err);

/* The HOOK of command I; NULL: there is none. */
const char *commands_hook(const struct commands *commands, enum commands_hook hook, size_t i);

/* How many setups and cleanups there are: as many as commands, 1 for all, or 0. */
size_t commands_run_hooks(const struct commands *commands);

/* Gives the commands without a name the NAME before their first '='; or else they are called what
 * they say. A NAME has letters of any script, digits and "._+-", and begins with none of ".+-".
 * With a shell, what can be a variable is no NAME, because the shell sets it. ERR_USAGE: two have
 * the same name; or, without a shell, a word follows that is a program, so that NAME= may be a
 * variable of its environment. Call this once, when all else is known. */
int commands_name(struct commands *commands, struct err *err);

/* Puts COUNT commands in the place of each that has the placeholder NAME, in its text, in its hooks
 * or in a file's name: one for each of WORDS, which are borrowed. They are called as before with
 * the word in its place, or with "NAME=WORD" after it. Call this after commands_name. ERR_USAGE:
 * there are too many then. */
int commands_vary(struct commands *commands, const char *name, char *const *words, size_t count,
                  struct err *err);

/* Writes to LINE, for people, which command is understood to set a variable of the shell, though it
 * may have been meant to have a name. Returns whether there is one. */
int commands_tell_variable(const struct commands *commands, char *line, size_t size);

/* Checks all texts: placeholders are known, words can be split, and without a shell nothing is left
 * that needs one; that there are hooks and outputs for all commands, or for each; and that what is
 * to be checked is printed where it can be read. ERR_USAGE names the text. */
int commands_check(const struct commands *commands, struct err *err);

/* Puts the file that /dev/stdin, or another descriptor of this process, reads in the place of such
 * an input: workers have other descriptors. ERR_USAGE: it is a pipe or a terminal, which cannot be
 * read again, or no file has that content any more. */
int commands_resolve_input(struct commands *commands, struct err *err);

/* Checks that every run can read the input, if there is one whose name is known: without
 * placeholders. Call this after the setup, which may write it. ERR_FAILED says why it cannot. */
int commands_check_input(const struct commands *commands, struct err *err);

/* The word for where command number I prints. */
const char *commands_output(const struct commands *commands, size_t i);

/* Whether a command, its input, or a file that it prints to or that is checked has "{NAME}"; and
 * whether a hook has. */
int commands_use(const struct commands *commands, const char *name);
int commands_hooks_use(const struct commands *commands, const char *name);

/* Whether the setup or the cleanup has a placeholder whose value differs from point to point. */
int commands_have_point_hooks(const struct commands *commands);

/* Writes to LOAD what a worker must know to run command number I, and its hooks. A setup or cleanup
 * for all commands is that of the first one which has the words in it. ERR_USAGE: it does not fit.
 */
int commands_pack(const struct commands *commands, size_t i, struct wire_command *load,
                  struct err *err);

/* The texts of LOAD, borrowed from it; NULL where it has none. Returns 0 if LOAD is not whole. */
struct commands_texts {
    const char *command, *hooks[COMMANDS_HOOKS], *shell, *input, *output, *checked_file;
    const char *parameters[BENCH_MAX_PARAMETERS], *spellings[BENCH_MAX_PARAMETERS];
    const char *word_names[BENCH_MAX_PARAMETERS], *words[BENCH_MAX_PARAMETERS];
};
int commands_unpack(const struct wire_command *load, struct commands_texts *texts);

/* The usual placeholders, in the order of COMMANDS_..., after them the parameters, without values,
 * and after these those that are words. Returns how many. */
enum { COMMANDS_SIZE, COMMANDS_SEED, COMMANDS_ROUND, COMMANDS_THREADS, COMMANDS_USUAL };
enum { COMMANDS_MAX_PLACEHOLDERS = COMMANDS_USUAL + 2 * BENCH_MAX_PARAMETERS };
size_t commands_placeholders(const struct commands_texts *texts,
                             struct placeholder placeholders[COMMANDS_MAX_PLACEHOLDERS]);

#endif
