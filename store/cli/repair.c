/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/cli/command.h"
#include "formats/text/xalloc.h"
#include "store/cli/arguments.h"
#include "store/command_line/access_options.h"
#include "store/tools/salvage.h"
#include "store/tools/verify.h"

static const struct argp_option options[] = {
    {"output", 'o', "FILE", 0,
     "save to this new archive (default: the name of the damaged one with \"-repaired\")", 0},
    {0},
};

struct request {
    struct arguments line;
    const char *target;
};

static error_t parse(int key, char *argument, struct argp_state *state) {
    struct request *request = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->line;
        return 0;
    case 'o':
        if (!*argument)
            refuse(state, "-o: the file's name is empty");
        request->target = argument;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Returns "dir.d/results-repaired.h5" for "dir.d/results.h5"; the caller must free it. */
static char *derive_target(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    size_t stem = dot && dot > name ? (size_t)(dot - path) : strlen(path);
    return xasprintf("%.*s-repaired%s", (int)stem, path, path + stem);
}

/* --- what is wrong --- */

struct diagnosis {
    size_t runs, faults;
};

static void diagnose(void *context, const struct verify_finding *finding) {
    struct diagnosis *diagnosis = context;
    diagnosis->runs += finding->run != NULL;
    diagnosis->faults += finding->fault != NULL;
    if (finding->fault)
        printf("found: %s\n", finding->fault);
    fflush(stdout);
}

/* --- what can be saved --- */

struct tally {
    size_t saved, lost, searched; /* SEARCHED: found in the bytes, without a name */
    size_t equal;                 /* equal to a run that was saved */
};

static void tell(void *context, const struct salvage_finding *finding) {
    struct tally *tally = context;
    char place[60];
    snprintf(place, sizeof place, "the run found at byte %llu",
             (unsigned long long)finding->position);
    const char *run = finding->run ? finding->run : place;
    tally->saved += finding->saved != NULL;
    tally->lost += finding->fault != NULL;
    tally->equal += !finding->saved && !finding->fault;
    tally->searched += finding->run == NULL;
    if (finding->fault)
        printf("lost: %s: %s\n", run, finding->fault);
    else if (!finding->saved)
        printf("left out: %s, which is %s once more\n", run, finding->twin);
    else if (finding->twin)
        printf("saved: %s, with a new uuid, since %s, which differs, has its own\n", run,
               finding->twin);
    else if (finding->run)
        printf("saved: %s\n", run);
    else
        printf("saved: %s, as %s\n", run, finding->saved);
}

static int save(const char *path, const char *target, const struct access *how, struct err *err) {
    struct tally tally = {0};
    int code = salvage_archive(path, target, how, tell, &tally, err);
    if (code)
        return code;
    printf("%s: %zu run%s saved from %s, %zu lost; the file itself is as it was\n", target,
           tally.saved, tally.saved == 1 ? "" : "s", path, tally.lost);
    if (tally.searched)
        puts("Its list of runs could not be read, so they were searched for and numbered anew; one "
             "whose beginning is gone is lost without being counted.");
    return tally.lost || tally.searched ? COMMAND_DAMAGED : 0;
}

static int repair(const struct request *request, struct err *err) {
    const struct arguments *line = &request->line;
    struct diagnosis diagnosis = {0};
    int code = verify_archive(line->archive, &line->common.access, diagnose, &diagnosis, err);
    if (code)
        return code;
    if (!diagnosis.faults) {
        printf("%s is in order, with %zu run%s; there is nothing to repair\n", line->archive,
               diagnosis.runs, diagnosis.runs == 1 ? "" : "s");
        return 0;
    }
    char *derived = request->target ? NULL : derive_target(line->archive);
    code =
        save(line->archive, request->target ? request->target : derived, &line->common.access, err);
    free(derived);
    return code;
}

static int run(int argc, char **argv, struct err *err) {
    static const struct argp argp = {
        options,
        parse,
        "[ARCHIVE]",
        "Puts an archive right that an interrupted change left half changed. If it is damaged "
        "beyond that, saves every run that is whole to a new archive, and says which are lost; the "
        "damaged file is not changed. The exit status is 2 when something is lost.\v"
        "Without ARCHIVE it is " COMMAND_LINE_ARCHIVE ".",
        arguments_plain,
        NULL,
        NULL};
    struct request request = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &request);
    int code = repair(&request, err);
    arguments_release(&request.line);
    return code;
}

const struct command_entry command_repair = {"repair",
                                             "whatever is whole in a damaged archive, saved", run};
