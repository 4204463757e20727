/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arguments.h: the arguments that commands of bench-store have in common: [ARCHIVE] [RUN...]. */
#ifndef BENCHMAT_STORE_CLI_ARGUMENTS_H
#define BENCHMAT_STORE_CLI_ARGUMENTS_H

#include <argp.h>
#include <stddef.h>

#include "formats/import/format.h"
#include "store/command_line/access_options.h"
#include "store/command_line/option_table.h"

struct arguments {
    /* Set these before parsing: words that look like runs are runs; -o names what is written. */
    int takes_runs, writes;

    const char *archive;
    char **runs; /* words that select.h understands */
    size_t run_count;
    int is_json;
    struct access_options common;
};

/* Children for a command's argp; their input is a struct arguments, which the caller gives to
 * arguments_release. They handle the arguments, --lock-timeout and -h; the second also handles
 * --format. */
extern const struct argp_child arguments_plain[], arguments_formatted[];

void arguments_release(struct arguments *line);

/* Sets a const struct format * to the foreign format of that name. */
option_parse arguments_read_format;

/* A complete argp parser for commands without options of their own; its input is the struct
 * arguments. */
error_t arguments_parse(int key, char *argument, struct argp_state *state);

#endif
