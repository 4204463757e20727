/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command.h: a command of bench-store. Private.
 *
 * Each command's file defines one, and main.c lists them. */
#ifndef BENCHMAT_STORE_CLI_COMMAND_H
#define BENCHMAT_STORE_CLI_COMMAND_H

#include "formats/text/err.h"

struct command_entry {
    const char *name;
    const char *about; /* in the list of commands */
    /* Parses its own command line, whose argv[0] is "bench-store NAME", does the work and prints
     * the result. Returns 0, a negative code with ERR filled, or a positive exit status if it has
     * printed everything itself. */
    int (*run)(int argc, char **argv, struct err *err);
};

extern const struct command_entry command_list, command_show, command_info, command_verify,
    command_repair, command_merge, command_delete, command_repack, command_import, command_export,
    command_formats;

/* Exit statuses, of which standard output says why: something is damaged or lost; reading something
 * failed. */
#define COMMAND_DAMAGED    2
#define COMMAND_UNREADABLE 1

#endif
