/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program.h: programs that are measured beside libraries: functions in languages with a runtime of
 * their own, in a process that speaks docs/worker-protocol.md.
 *
 * How a program is started is one text, its command: words as shell_words_split understands them,
 * of which the last is "--worker". */
#ifndef BENCHMAT_COLLECT_LIBRARIES_PROGRAM_H
#define BENCHMAT_COLLECT_LIBRARIES_PROGRAM_H

#include "formats/text/err.h"

/* Whether WORD, of a command line, is a command: it ends with " --worker". */
int program_is_command(const char *word);

/* Whether the end of the file name PATH tells how to start it: ".py", ".java", ".js", ".R", ".m"
 * and the like. */
int program_has_extension(const char *path);

/* Whether WORD means a program: it is a command, or a file with such an extension or "#!". */
int program_is_meant(const char *word);

/* Finds how to start the file at PATH, a real path: by its extension, else by "#!" at its
 * beginning. *COMMAND is NULL if it is no program, otherwise the caller must free it. ERR_USAGE: it
 * begins with "#!", but nobody may execute it. */
int program_of_file(const char *path, char **command, struct err *err);

/* Returns the file that WORD, the first of a command, starts: WORD itself if it has a '/', or else
 * the first executable file in PATH of that name. The caller must free it. NULL: there is none. */
char *program_find(const char *word);

/* Reads a command of a command line. *PATH gets the real path of the file that is measured: the
 * last of its words that names a file, otherwise the program itself. *COMMAND gets the same command
 * with that path in it, so that it works from any directory. The caller must free both. ERR_USAGE:
 * there is no such program, or the command needs a shell. */
int program_of_command(const char *word, char **path, char **command, struct err *err);

#endif
