/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arguments.h: what the command lines of bench-store have in common: [ARCHIVE] [RUN...]. */
#ifndef BENCHMAT_STORE_CLI_ARGUMENTS_H
#define BENCHMAT_STORE_CLI_ARGUMENTS_H

#include <argp.h>
#include <stddef.h>

#include "formats/import/format.h"
#include "store/cli/access_options.h"

/* The archive meant when none is named, as for bench-collect. */
#define COMMAND_LINE_ARCHIVE "results.h5"

struct arguments {
    int takes_runs; /* to be set before parsing: words that look like runs are runs */

    const char *archive;
    char **runs; /* words that select.h understands */
    size_t run_count;
    int is_json;
    struct access_options common;
};

/* Children for a command's argp; their input is a struct arguments, to be given to
 * arguments_release. They take the arguments, --lock-timeout and -h, the second one --format as
 * well. */
extern const struct argp_child arguments_plain[], arguments_formatted[];

void arguments_release(struct arguments *line);

/* The foreign format called NAME; where there is none, says so and ends the program. */
const struct format *arguments_foreign(const char *name, struct argp_state *state);

/* A whole argp parser for commands without options of their own, whose input is the line itself. */
error_t arguments_parse(int key, char *argument, struct argp_state *state);

#endif
