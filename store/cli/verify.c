/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "store/cli/command.h"
#include "store/cli/output.h"
#include "store/cli/arguments.h"
#include "store/tools/verify.h"

enum { QUIET = 'q' };

static const struct argp_option options[] = {
    {"quiet", QUIET, NULL, 0, "say only what is damaged", 0},
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
    size_t printed, runs;
};

static void print_text(void *context, const struct verify_finding *finding) {
    struct output *output = context;
    output->runs += finding->run != NULL;
    if (finding->damage)
        printf("%s  DAMAGED  %s\n", finding->run ? finding->run : "the file  ", finding->damage);
    else if (finding->run && !output->request->is_quiet)
        printf("%s  ok  sha256 %s\n", finding->run, finding->digest);
    fflush(stdout);
}

static void print_json(void *context, const struct verify_finding *finding) {
    struct output *output = context;
    json_object *object = json_object_new_object();
    output->runs += finding->run != NULL;
    if (output->request->is_quiet && !finding->damage) {
        json_object_put(object);
        return;
    }
    json_output_put_text(object, "run", finding->run);
    json_output_put_text(object, "state", finding->damage ? "damaged" : "ok");
    json_output_put_text(object, "sha256", finding->digest);
    json_output_put_text(object, "damage", finding->damage);
    json_output_print(output->printed++ ? ",\n" : "\n", object);
}

static int run(int argc, char **argv, struct err *err) {
    static const struct argp argp = {
        options,
        parse,
        "[ARCHIVE]",
        "Reads every byte of an archive and holds it against its checksums and its format. Prints "
        "a line for each run, with the SHA-256 of what it holds. The exit status is 2 when "
        "something is damaged.\v"
        "Without ARCHIVE it is " COMMAND_LINE_ARCHIVE ".",
        arguments_formatted,
        NULL,
        NULL};
    struct request request = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &request);

    const struct arguments *line = &request.line;
    struct output output = {.request = &request};
    size_t damaged = 0;
    if (line->is_json)
        putchar('[');
    int verify_code =
        verify_archive(line->archive, &line->common.access, line->is_json ? print_json : print_text,
                       &output, &damaged, err);
    if (line->is_json)
        fputs("\n]\n", stdout);
    else if (!verify_code) {
        /* If no run was listed, the finding for the file has said what is wrong. */
        const char *path = line->archive;
        if (damaged && output.runs)
            printf("%s is damaged; bench-store repair saves what is whole in it\n", path);
        else if (!damaged && !output.request->is_quiet)
            printf("%s is in order: %zu run%s, every byte read, no change half done\n", path,
                   output.runs, output.runs == 1 ? "" : "s");
    }
    int code = !verify_code && damaged ? COMMAND_DAMAGED : verify_code;
    arguments_release(&request.line);
    return code;
}

const struct command_entry command_verify = {"verify", "whether every byte is as it should be",
                                             run};
