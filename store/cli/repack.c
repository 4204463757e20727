/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "store/cli/command.h"
#include "store/cli/arguments.h"
#include "store/cli/output.h"
#include "store/tools/repack.h"

static int run(int argc, char **argv, struct err *err) {
    static const struct argp argp = {
        NO_OPTIONS,
        arguments_parse,
        "[ARCHIVE]",
        "Writes an archive anew, without the room that deleted runs left in it, holds the new "
        "against the old, and puts it in its place.\v"
        "Without ARCHIVE it is " COMMAND_LINE_ARCHIVE ".",
        arguments_plain,
        NULL,
        NULL};
    struct arguments line = {0};
    uint64_t before, after;
    char old[TEXT_TABLE_BYTES], new[TEXT_TABLE_BYTES];
    argp_parse(&argp, argc, argv, 0, NULL, &line);
    int code = repack_archive(line.archive, &line.common.access, &before, &after, err);
    if (!code)
        printf("%s: %s before, %s now\n", line.archive, text_table_bytes(old, before),
               text_table_bytes(new, after));
    arguments_release(&line);
    return code;
}

const struct command_entry command_repack = {"repack", "the room of deleted runs given back", run};
