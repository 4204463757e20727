/* SPDX-License-Identifier: GPL-3.0-or-later */
/* refuse.h: the answer to a command line that is at fault. */
#ifndef BENCHMAT_STORE_CLI_REFUSE_H
#define BENCHMAT_STORE_CLI_REFUSE_H

#include <argp.h>

/* As argp_error: says what is wrong and where help is, and ends the program with status 64. What is
 * no clean UTF-8, as an argument may be, is replaced by '?'. */
void cmd_refuse(const struct argp_state *state, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
