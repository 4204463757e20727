/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/archive/archive.h"
#include "formats/text/xalloc.h"
#include "store/cli/command.h"
#include "store/cli/arguments.h"
#include "store/tools/removal.h"
#include "store/archive/select.h"

static const struct argp_option options[] = {
    {"dry-run", 'n', NULL, 0, "say what would be deleted, and end", 0},
    {0},
};

struct request {
    struct arguments line;
    int is_dry;
};

static error_t parse(int key, char *argument, struct argp_state *state) {
    struct request *request = state->input;
    (void)argument;
    switch (key) {
    case ARGP_KEY_INIT:
        request->line.takes_runs = 1;
        state->child_inputs[0] = &request->line;
        return 0;
    case 'n':
        request->is_dry = 1;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Copies of the runs' names, which outlive the open archive. */
struct names {
    char **items;
    size_t count;
};

static int find_names(const struct arguments *line, struct names *names, struct err *err) {
    struct archive *archive = NULL;
    struct selection selection = {0};
    int code = archive_open_with(&archive, line->archive, &line->common.access, err);
    if (!code)
        code = select_runs(archive, line->runs, line->run_count, &selection, err);
    if (!code) {
        names->items = xcalloc(selection.count, sizeof *names->items);
        for (size_t i = 0; i < archive_run_count(archive); i++)
            if (selection.is_selected[i])
                names->items[names->count++] = xstrdup(archive_run_name(archive, i));
    }
    select_release(&selection);
    archive_close(archive);
    return code;
}

static int run(int argc, char **argv, struct err *err) {
    static const struct argp argp = {
        options,
        parse,
        "[ARCHIVE] RUN...",
        "Deletes runs from an archive. The others keep their names.\v"
        "RUN is latest, first, all, a number (7), a name (run_000007), -1 for the last, a span "
        "(3..7), a day (2026-11-25, yesterday), or the first 8 digits or more of a uuid; several "
        "with commas. Without ARCHIVE it is " COMMAND_LINE_ARCHIVE ". The file becomes "
        "smaller only by `bench-store repack`; until then what was deleted can be found in its "
        "bytes.",
        arguments_plain,
        NULL,
        NULL};
    struct request request = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &request);

    const struct arguments *line = &request.line;
    struct names names = {0};
    int code = line->run_count
                   ? find_names(line, &names, err)
                   : err_set(err, ERR_USAGE, "which runs of %s? `bench-store list %s` shows them",
                             line->archive, line->archive);
    if (!code && !request.is_dry)
        code = removal_remove(line->archive, (const char *const *)names.items, names.count,
                              &line->common.access, err);
    for (size_t i = 0; i < names.count && !code; i++)
        printf("%s: %s %s\n", line->archive, names.items[i],
               request.is_dry ? "would be deleted" : "deleted");
    for (size_t i = 0; i < names.count; i++)
        free(names.items[i]);
    free(names.items);

    arguments_release(&request.line);
    return code;
}

const struct command_entry command_delete = {"delete", "runs taken out", run};
