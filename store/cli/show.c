/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/text/utf8.h"
#include "store/archive/archive.h"
#include "store/cli/command.h"
#include "store/cli/json.h"
#include "store/cli/arguments.h"
#include "store/cli/show_json.h"
#include "store/cli/show_text.h"
#include "store/archive/select.h"

enum { FACT = 0x100 };

static const struct argp_option options[] = {
    {"fact", FACT, "NAME", 0, "print only this fact of the run, such as topology, in full", 0},
    {0},
};

struct request {
    struct cmd_line line;
    const char *fact;
};

static error_t parse(int key, char *argument, struct argp_state *state) {
    struct request *request = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        request->line.takes_runs = 1;
        state->child_inputs[0] = &request->line;
        return 0;
    case FACT:
        request->fact = argument;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* --- one fact --- */

static int no_such_fact(const struct archive *archive, const struct run *run, const char *name,
                        struct err *err) {
    char there[700] = "none";
    size_t used = 0;
    for (size_t i = 0; i < run->facts.count && used < sizeof there; i++)
        used += (size_t)snprintf(there + used, sizeof there - used, "%s%s", i ? ", " : "",
                                 run->facts.items[i].name);
    return err_set(err, ERR_USAGE, "%s: %s has no fact \"%s\"; it has %s", archive_path(archive),
                   run->name, name, there);
}

/* As it is, so that it can be piped on; on a terminal without what would steer that. */
static void print_whole(char *text) {
    int is_shown = isatty(STDOUT_FILENO);
    for (char *line; (line = strsep(&text, "\n"));) {
        if (is_shown)
            utf8_clean(line, '?');
        puts(line);
    }
}

static int print_fact(const struct archive *archive, const struct run *run, const char *name,
                      struct err *err) {
    const struct fact *fact = facts_find(&run->facts, name);
    if (!fact)
        return no_such_fact(archive, run, name, err);
    if (fact->kind == FACT_TEXT)
        print_whole(fact->text);
    else if (fact->kind == FACT_INTEGER)
        printf("%" PRId64 "\n", fact->integer);
    else
        printf("%.17g\n", fact->real);
    return 0;
}

/* --- runs --- */

static int show_run(const struct request *request, struct archive *archive, size_t number,
                    size_t already, struct err *err) {
    struct run *run;
    int code = archive_read_run(archive, number, NULL, &run, err);
    if (code)
        return code;
    if (request->fact)
        code = print_fact(archive, run, request->fact, err);
    else if (request->line.is_json)
        cmd_json_print(already ? ",\n" : "\n", show_json(run));
    else
        show_text(run, archive_path(archive), already > 0);
    run_free(run);
    return code;
}

static int show_runs(const struct request *request, struct archive *archive,
                     const struct selection *selection, struct err *err) {
    int brackets = request->line.is_json && !request->fact, code = 0;
    size_t shown = 0;
    if (brackets)
        putchar('[');
    for (size_t i = 0; i < archive_run_count(archive) && !code; i++)
        if (selection->is_selected[i])
            code = show_run(request, archive, i, shown++, err);
    if (brackets)
        fputs("\n]\n", stdout);
    return code;
}

static int show(const struct request *request, struct archive *archive, struct err *err) {
    char latest[] = "latest", *usual[] = {latest};
    const struct cmd_line *line = &request->line;
    struct selection selection;
    int code = select_runs(archive, line->run_count ? line->runs : usual,
                           line->run_count ? line->run_count : 1, &selection, err);
    if (code)
        return code;
    code = show_runs(request, archive, &selection, err);
    select_release(&selection);
    return code;
}

static int run(int argc, char **argv, struct err *err) {
    static const struct argp argp = {
        options,
        parse,
        "[ARCHIVE] [RUN...]",
        "Shows everything that is known of a run: the machine, the libraries, and what became of "
        "each of them at each size. JSON has the seconds of every sample.\v"
        "RUN is a number (7), a name (run_000007), a span (3..7), latest (default), all, or the "
        "first 8 digits or more of a uuid. Where no ARCHIVE is named it is " CMD_LINE_ARCHIVE ".",
        cmd_line_formatted,
        NULL,
        NULL};
    struct request request = {0};
    struct archive *archive = NULL;
    argp_parse(&argp, argc, argv, 0, NULL, &request);
    int code = archive_open_with(&archive, request.line.archive, &request.line.common.access, err);
    if (!code)
        code = show(&request, archive, err);
    archive_close(archive);
    cmd_line_release(&request.line);
    return code;
}

const struct cmd_entry cmd_show = {"show", "everything that is known of a run", run};
