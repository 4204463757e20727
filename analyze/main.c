/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c: bench-analyze, the command line. */
#include <argp.h>
#include <stdio.h>

#include "analyze/interval.h"
#include "analyze/print.h"
#include "analyze/table.h"
#include "store/choose.h"
#include "store/cmd_access.h"

const char *argp_program_version = "bench-analyze (benchmat) " BENCHMAT_VERSION;

enum { REF = 0x100, ACTION, RUN, CONFIDENCE, FORMAT, SUMMARY };

static const struct argp_option options[] = {
    {"ref", REF, "NAME", 0, "take ratios to this library (default: the run's own reference)", 0},
    {"action", ACTION, "ACTION", 0, "only this action, with or without \"action_\" before it", 0},
    {"run", RUN, "RUN", 0,
     "latest (default): each action's latest; all; a run's name or number; a span such as 3..7", 0},
    {"confidence", CONFIDENCE, "LEVEL", 0, "level of all intervals (default: 95%)", 0},
    {"format", FORMAT, "FORMAT", 0, "text (default), csv, json or markdown", 0},
    {"summary", SUMMARY, NULL, 0, "only the geometric means of the ratios", 0},
    {"verbose", 'v', NULL, 0, "every warning, not only the gravest", 0},
    {"output", 'o', "FILE", 0, "write to FILE instead of standard output", 0},
    {NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1},
    {0},
};

struct request {
    const char *action, *runs, *path;
    char **archives;
    size_t archive_count;
    struct cmd_access access;
    const struct print_format *format;
    struct table_options table;
    struct print_options print;
};

static error_t parse(int key, char *argument, struct argp_state *state) {
    struct request *request = state->input;
    struct err err = {""};
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->access;
        break;
    case REF:
        request->table.reference = argument;
        break;
    case ACTION:
        request->action = argument;
        break;
    case RUN:
        request->runs = argument;
        break;
    case CONFIDENCE:
        if (interval_parse_confidence(argument, &request->table.confidence, &err))
            argp_error(state, "%s", err.message);
        break;
    case FORMAT:
        if (!(request->format = print_format_find(argument, &err)))
            argp_error(state, "%s", err.message);
        break;
    case SUMMARY:
        request->print.summary_only = 1;
        break;
    case 'v':
        request->print.verbose = 1;
        break;
    case 'o':
        request->path = argument;
        break;
    case 'h':
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
        break;
    case ARGP_KEY_ARGS:
        request->archives = state->argv + state->next;
        request->archive_count = (size_t)(state->argc - state->next);
        break;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "no archive given, such as results.h5");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static int add_archive(struct table *table, struct request *request, char *path, struct err *err) {
    struct archive *archive = NULL;
    struct choices choices = {0};
    struct table_target target = {table, &request->table};
    request->table.archive = path;
    int rc = archive_open_with(&archive, path, &request->access.access, err);
    if (rc == 0)
        rc = archive_choose(archive, request->runs, request->action, &choices, err);
    if (rc == 0)
        rc = choices_read(archive, &choices, table_visit, &target, err);
    request->print.passed_over += choices.passed_over;
    choices_release(&choices);
    archive_close(archive);
    return rc;
}

int main(int argc, char **argv) {
    static const struct argp_child children[] = {{&cmd_access_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        options,
        parse,
        "ARCHIVE...",
        "Statistics of the measurements in an archive: per library and "
        "size the time of a call, and its ratio to the reference.",
        children,
        NULL,
        NULL};
    struct request request = {.access = {.program = "bench-analyze"}, .format = &print_formats[0]};
    struct table table = {0};
    struct err err = {""};
    argp_parse(&argp, argc, argv, 0, NULL, &request);
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < request.archive_count; i++)
        rc = add_archive(&table, &request, request.archives[i], &err);
    if (rc == 0)
        rc = print_write(request.format, &table, &request.print, request.path, &err);
    table_release(&table);
    if (rc)
        fprintf(stderr, "bench-analyze: %s\n", err.message);
    return err_exit_status(rc);
}
