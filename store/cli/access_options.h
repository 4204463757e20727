/* SPDX-License-Identifier: GPL-3.0-or-later */
/* access_options.h: how every program waits for archives, and says what their user should know. */
#ifndef BENCHMAT_STORE_CLI_ACCESS_OPTIONS_H
#define BENCHMAT_STORE_CLI_ACCESS_OPTIONS_H

#include <argp.h>

#include "store/file/lock.h"

struct access_options {
    struct access access; /* to be handed to archive_open_with and its like */
    const char *program;  /* to be set before parsing: "bench-analyze", begins every line */
    int has_warned;       /* that system calls are not filtered: once is enough */
};

/* Where the option stands in a program's help: behind what says what to do. */
enum { ACCESS_OPTIONS_GROUP = 4 };

/* A child for a program's argp that takes --lock-timeout; its input is a struct access_options,
 * which must stay where it is. What is told goes to standard error, unless access.tell is set
 * already. */
extern const struct argp access_options_argp;

/* --- refuse --- */

/* The answer to a command line that is at fault. */

/* As argp_error: says what is wrong and where help is, and ends the program with status 64. What is
 * no clean UTF-8, as an argument may be, is replaced by '?'. */
void refuse(const struct argp_state *state, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
