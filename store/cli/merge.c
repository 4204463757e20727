/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "store/cli/command.h"
#include "store/cli/arguments.h"
#include "store/command_line/access_options.h"
#include "store/tools/merge.h"

enum { QUIET = 'q' };

static const struct argp_option options[] = {
    {"quiet", QUIET, NULL, 0, "say nothing but errors", 0},
    {0},
};

struct request {
    struct arguments line;
    const char *target;
    char **sources;
    size_t source_count;
    int is_quiet;
};

/* Handles the arguments itself: they are not [ARCHIVE] [RUN...]. */
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
    case ARGP_KEY_ARGS:
        if (state->argc - state->next < 2)
            refuse(state, "no archive to merge into %s", state->argv[state->next]);
        request->target = state->argv[state->next];
        request->sources = state->argv + state->next + 1;
        request->source_count = (size_t)(state->argc - state->next - 1);
        return 0;
    case ARGP_KEY_NO_ARGS:
        refuse(state, "which archives? first the one to merge into, then the others");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

struct output {
    const struct request *request;
    size_t fates[MERGE_FATES];
};

/* Only counts the runs: nothing is certain, and so nothing is printed, before the merge has
 * succeeded. */
static void count(void *context, const struct merge_finding *finding) {
    struct output *output = context;
    output->fates[finding->fate]++;
    if (finding->fate == MERGE_RUNNING)
        fprintf(stderr, "bench-store: %s: %s is still being measured and was left out\n",
                finding->source, finding->run);
}

static int run(int argc, char **argv, struct err *err) {
    static const struct argp argp = {
        options,
        parse,
        "OUT IN...",
        "Appends the runs of the archives IN to OUT, all of them or, if anything is wrong, none. "
        "OUT is created where it does not exist. A run that OUT already has is not taken twice, so "
        "repeating a merge does no harm; one that was interrupted there and went on since is "
        "replaced "
        "by what it became.",
        arguments_plain,
        NULL,
        NULL};
    struct request request = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &request);
    struct output output = {.request = &request};
    int code = merge_archives(request.target, request.sources, request.source_count,
                              &request.line.common.access, count, &output, err);
    if (!code && !request.is_quiet) {
        const char *target = request.target;
        size_t taken = output.fates[MERGE_TAKEN];
        size_t known = output.fates[MERGE_KNOWN];
        printf("%s: %zu run%s merged", target, taken, taken == 1 ? "" : "s");
        if (output.fates[MERGE_CONTINUED])
            printf("; %zu continued", output.fates[MERGE_CONTINUED]);
        if (known)
            printf("; %zu already there", known);
        putchar('\n');
    }
    arguments_release(&request.line);
    return code;
}

const struct command_entry command_merge = {
    "merge", "runs of several archives brought together in one", run};
