/* SPDX-License-Identifier: GPL-3.0-or-later */
/* access_options.h: how each program waits for archives and passes messages to its user. */
#ifndef BENCHMAT_STORE_COMMAND_LINE_ACCESS_OPTIONS_H
#define BENCHMAT_STORE_COMMAND_LINE_ACCESS_OPTIONS_H

#include <argp.h>

#include "store/file/lock.h"

/* The archive of a command that names none. */
#define COMMAND_LINE_ARCHIVE "results.h5"

struct access_options {
    struct access access; /* pass this to archive_open_with and the like */
    const char *program;  /* set this before parsing: "bench-analyze"; begins every line */
    int has_warned;       /* the warning about unfiltered system calls has been shown */
};

/* The option's place in a program's help: after the options that say what to do. */
enum { ACCESS_OPTIONS_GROUP = 4 };

/* An argp child that handles --lock-timeout; its input is a struct access_options, which must stay
 * in place. Messages go to standard error, unless access.tell is set already. */
extern const struct argp access_options_argp;

/* For an argp without options of its own: argp-standalone takes no NULL, and glibc loses some bytes
 * of memory for an empty table. */
#ifdef __GLIBC__
#    define NO_OPTIONS NULL
#else
#    define NO_OPTIONS no_options
extern const struct argp_option no_options[];
#endif

/* --- errors in the command line --- */

/* As argp_error: says what is wrong and where help is, and ends the program with status 64.
 * Replaces invalid UTF-8 and control characters, which an argument may contain, by '?'. */
void refuse(const struct argp_state *state, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
