/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "formats/foreign/registry.h"
#include "store/cli/command.h"
#include "store/cli/arguments.h"
#include "store/cli/output.h"

static void add_row(struct text_table *table, const char *name, const char *uses,
                    const char *extensions, const char *about) {
    text_table_add(table, name);
    text_table_add(table, uses);
    text_table_add(table, extensions);
    text_table_add(table, about);
}

static const char *uses_of(const struct format *format) {
    return !format->writer ? "read" : format_is_read(format) ? "read, written" : "written";
}

static int run(int argc, char **argv, struct err *err) {
    static const struct argp argp = {
        NO_OPTIONS,
        arguments_parse,
        "",
        "Lists the formats that import reads and export writes. bench-analyze and bench-plot read "
        "files of these formats as they are.",
        arguments_plain,
        NULL,
        NULL};
    struct arguments line = {0};
    struct text_table table = {.columns = 4};
    (void)err;
    argp_parse(&argp, argc, argv, 0, NULL, &line);
    add_row(&table, "FORMAT", "", "EXTENSIONS", "");
    for (size_t f = 0; formats[f]; f++)
        add_row(&table, formats[f]->name, uses_of(formats[f]), formats[f]->extensions,
                formats[f]->about);
    text_table_print(&table, 0, stdout);
    text_table_release(&table);
    arguments_release(&line);
    return 0;
}

const struct command_entry command_formats = {"formats", "the formats that can be read and written",
                                              run};
