/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "store/cli/command.h"
#include "store/cli/output.h"
#include "store/cli/arguments.h"
#include "store/tools/verify.h"

enum { QUIET = 'q' };

static const struct argp_option options[] = {
    {"quiet", QUIET, NULL, 0, "say only what has a fault", 0},
    {0},
};

struct request {
    struct arguments line;
    int is_quiet;
};

static error_t parse(int key, char *argument, struct argp_state *state) {
    struct request *request = state->input;
    (void)argument;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->line;
        return 0;
    case QUIET:
        request->is_quiet = 1;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

struct output {
    const struct request *request;
    size_t printed, runs, damaged, unreadable, rewritten;
};

static void count(struct output *output, const struct verify_finding *finding) {
    output->runs += finding->run != NULL;
    output->damaged += finding->code == ERR_DAMAGED;
    output->unreadable += finding->code == ERR_UNREADABLE;
    output->rewritten += finding->code == ERR_REWRITTEN;
}

static void print_text(void *context, const struct verify_finding *finding) {
    struct output *output = context;
    count(output, finding);
    if (finding->fault) {
        printf("%s  ", finding->run ? finding->run : "the file  ");
        for (const char *c = err_file_state(finding->code); *c; c++)
            putchar(toupper((unsigned char)*c));
        printf("  %s\n", finding->fault);
    } else if (finding->run && !output->request->is_quiet)
        printf("%s  ok  sha256 %s\n", finding->run, finding->digest);
    fflush(stdout);
}

static void print_json(void *context, const struct verify_finding *finding) {
    struct output *output = context;
    json_object *object = json_object_new_object();
    count(output, finding);
    if (output->request->is_quiet && !finding->fault) {
        json_object_put(object);
        return;
    }
    json_output_put_text(object, "run", finding->run);
    json_output_put_text(object, "state", finding->code ? err_file_state(finding->code) : "ok");
    json_output_put_text(object, "sha256", finding->digest);
    json_output_put_text(object, "fault", finding->fault);
    json_output_print(output->printed++ ? ",\n" : "\n", object);
}

static int run(int argc, char **argv, struct err *err) {
    static const struct argp argp = {
        options,
        parse,
        "[ARCHIVE]",
        "Reads every byte of an archive and holds it against its checksums and its format. Prints "
        "a line for each run, with the SHA-256 of what it holds. The exit status is 2 when "
        "something is damaged, and 1 when reading it failed for another cause, or another program "
        "has written the file anew.\v"
        "Without ARCHIVE it is " COMMAND_LINE_ARCHIVE ".",
        arguments_formatted,
        NULL,
        NULL};
    struct request request = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &request);

    const struct arguments *line = &request.line;
    struct output output = {.request = &request};
    if (line->is_json)
        putchar('[');
    int verify_code = verify_archive(line->archive, &line->common.access,
                                     line->is_json ? print_json : print_text, &output, err);
    if (line->is_json)
        fputs("\n]\n", stdout);
    else if (!verify_code) {
        /* If no run was listed, the finding for the file has said what is wrong. */
        const char *path = line->archive;
        if (output.damaged + output.unreadable && output.runs)
            printf("%s %s; bench-store repair saves what is whole in it\n", path,
                   output.damaged ? "is damaged" : "cannot be read to its end");
        else if (!(output.damaged + output.unreadable + output.rewritten) &&
                 !output.request->is_quiet)
            printf("%s is in order: %zu run%s, every byte read, no change half done\n", path,
                   output.runs, output.runs == 1 ? "" : "s");
    }
    int code = verify_code                            ? verify_code
               : output.damaged                       ? COMMAND_DAMAGED
               : output.unreadable + output.rewritten ? COMMAND_UNREADABLE
                                                      : 0;
    arguments_release(&request.line);
    return code;
}

const struct command_entry command_verify = {"verify", "whether every byte is as it should be",
                                             run};
