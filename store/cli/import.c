/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/csv/csv.h"
#include "formats/files/stream.h"
#include "formats/foreign/registry.h"
#include "formats/import/format.h"
#include "formats/import/header_words.h"
#include "formats/import/split.h"
#include "formats/import/understood.h"
#include "formats/text/unicode.h"
#include "store/archive/archive_append.h"
#include "store/cli/command.h"
#include "store/cli/arguments.h"
#include "store/command_line/access_options.h"
#include "store/archive/choose.h"
#include "store/tools/provenance.h"

enum {
    OUTPUT = 'o',
    QUIET = 'q',
    FROM = 0x100,
    ACTION,
    LIBRARY,
    SIZE_PARAM,
    SPLIT,
    UNIT,
    AS,
    DRY_RUN,
    MEMORY
};

static const struct argp_option options[] = {
    {"output", OUTPUT, "ARCHIVE", 0, "append to ARCHIVE (default: " COMMAND_LINE_ARCHIVE ")", 0},
    {"from", FROM, "FORMAT", 0, "the format of the files, if not as they look", 0},
    {"action", ACTION, "ACTION", 0, "the action, where a file names none", 0},
    {"library", LIBRARY, "LIBRARY", 0, "the library, where a file names none", 0},
    {"size-param", SIZE_PARAM, "NAME", 0, "the parameter that is the size", 0},
    {"split", SPLIT, "PATTERN", OPTION_ARG_OPTIONAL,
     "make benchmarks of one file libraries that are compared, by a pattern such as ACTION_LIBRARY "
     "(default: as their names tell)",
     0},
    {"unit", UNIT, "UNIT", 0,
     "the unit of a table's or MAT-file's numbers whose names do not say it", 0},
    {"as", AS, "COLUMN=ROLE", 0,
     "what a table's column is in spite of its name: library, variant, action, size, parameter, "
     "sample, "
     "round, seed, run, calls, nothing, or a unit such as ms (several with commas)",
     0},
    {"dry-run", DRY_RUN, NULL, 0, "only say what is understood of each file", 0},
    {"memory", MEMORY, "SIZE", 0,
     "bytes that reading a MAT-file may take, such as 512M or 4G (default: 1G)", 0},
    {"quiet", QUIET, NULL, 0, "say nothing but errors", 0},
    {0},
};

struct request {
    struct arguments line;
    const char *output;
    const struct format *from;
    struct format_options options;
    char **files;
    size_t file_count;
    int is_quiet, is_dry_run;
};

/* Checks a name here, since later an error would be blamed on the files. */
static const char *check_name(const struct argp_state *state, const char *option,
                              const char *name) {
    if (!*name)
        refuse(state, "--%s: the name is empty; leave the option out, or give a name", option);
    if (!utf8_is_clean(name) || strlen(name) > IMPORT_BUILDER_MOST_NAME)
        refuse(state, "--%s: a name is UTF-8 text of at most %d bytes without control characters",
               option, IMPORT_BUILDER_MOST_NAME);
    return name;
}

/* Handles the arguments itself: they are not [ARCHIVE] [RUN...]. */
static error_t parse(int key, char *argument, struct argp_state *state) {
    struct request *request = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->line;
        return 0;
    case OUTPUT:
        request->output = argument;
        return 0;
    case FROM:
        request->from = arguments_foreign(argument, state);
        return 0;
    case ACTION:
        request->options.action = check_name(state, "action", argument);
        return 0;
    case LIBRARY:
        request->options.library = check_name(state, "library", argument);
        return 0;
    case SIZE_PARAM:
        request->options.size_param = check_name(state, "size-param", argument);
        return 0;
    case SPLIT: {
        struct err err = {""};
        request->options.split = argument ? argument : "";
        if (split_check(request->options.split, &err))
            refuse(state, "%s", err.message);
        return 0;
    }
    case UNIT: {
        struct err err = {""};
        request->options.unit = argument;
        if (measured_unit_check(argument, &err))
            refuse(state, "%s", err.message);
        return 0;
    }
    case DRY_RUN:
        request->is_dry_run = 1;
        return 0;
    case AS: {
        struct err err = {""};
        request->options.as = argument;
        if (csv_check_as(argument, &err))
            refuse(state, "%s", err.message);
        return 0;
    }
    case MEMORY: {
        /* Parses "512M", "4G" or "1000000"; units are powers of 1024. */
        static const char units[] = "KMG";
        char *end;
        double bytes = strtod(argument, &end);
        const char *unit = *end ? strchr(units, *end) : NULL;
        for (const char *u = units; unit && u <= unit; u++)
            bytes *= 1024;
        if (end[unit != NULL] || end == argument || !(bytes >= 1 && bytes < 0x1p62))
            refuse(state, "--memory is a number of bytes such as 512M or 4G, not \"%s\"", argument);
        request->options.memory = (size_t)bytes;
        return 0;
    }
    case QUIET:
        request->is_quiet = 1;
        return 0;
    case ARGP_KEY_ARGS:
        request->files = state->argv + state->next;
        request->file_count = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_NO_ARGS:
        refuse(state, "which files? `bench-store formats` lists what is read");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Warns about what is in the file but not in the run: the facts whose names end in SUFFIX. */
static void warn_of(const char *path, const struct run *run, const char *suffix, const char *what) {
    for (size_t i = 0; i < run->facts.count; i++) {
        const struct fact *fact = &run->facts.items[i];
        size_t length = strlen(fact->name), end = strlen(suffix);
        if (fact->kind == FACT_TEXT && length >= end &&
            strcmp(fact->name + length - end, suffix) == 0)
            fprintf(stderr, "bench-store: %s: %s: %.*s\n", path, what,
                    (int)strcspn(fact->text, "\n"), fact->text);
    }
}

/* Says what was read of the file at PATH. */
static void say_understood(const char *path, const struct runs *runs) {
    for (size_t i = 0; i < runs->count; i++) {
        printf("%s: ", path);
        if (runs->count > 1)
            printf("run %s: ", runs->items[i]->name);
        understood_write(runs->items[i], stdout);
        putchar('\n');
    }
}

static int import_file(const struct request *request, const char *path, struct err *err) {
    struct runs runs;
    const struct foreign file = foreign_of(request->from, path);
    int code = foreign_read(&file, &request->options, &request->line.common.access, &runs, err);
    if (code == 0 && request->is_dry_run)
        say_understood(path, &runs);
    for (size_t i = 0; code == 0 && !request->is_dry_run && i < runs.count; i++) {
        struct run *run = runs.items[i];
        code = provenance_run(run, path, err);
        int was_there = 0;
        if (code == 0)
            code = archive_append_once(request->output, run, &request->line.common.access,
                                       &was_there, err);
        if (code == 0) {
            warn_of(path, run, "_left_out", "left out");
            warn_of(path, run, "_skipped", "skipped");
            warn_of(path, run, FACT_REPEATED, REPEATED_SAYS);

            /* Names what does not have the parameter requested as the size. */
            const char *names = facts_text(&run->facts, FACT_UNSIZED, NULL);
            if (names && request->options.size_param)
                fprintf(stderr,
                        "bench-store: %s: without a parameter %s, their size is the usual: %s\n",
                        path, request->options.size_param, names);

            if (!request->is_quiet) {
                printf("%s: %s of %s", path, run->name ? run->name : "a run", request->output);
                if (was_there)
                    puts(", where it is already");
                else
                    printf(", %zu action%s\n", run->measurement_count,
                           run->measurement_count == 1 ? "" : "s");
                char suggestion[400];
                if (format_suggest_split(run, suggestion, sizeof suggestion))
                    fprintf(stderr, "bench-store: %s: %s\n", path, suggestion);
            }
        }
    }
    runs_release(&runs);
    return code;
}

static int run(int argc, char **argv, struct err *err) {
    static const struct argp argp = {
        options,
        parse,
        "FILE...",
        "Appends what other programs have measured to an archive, each file as a run, or as the "
        "runs that it tells apart. A file that it has already is not taken twice. Files before one "
        "that cannot be read are imported, those behind it are not.",
        arguments_plain,
        NULL,
        NULL};
    struct request request = {.output = COMMAND_LINE_ARCHIVE};
    int code = 0;
    argp_parse(&argp, argc, argv, 0, NULL, &request);
    for (size_t i = 0; code == 0 && i < request.file_count; i++)
        code = import_file(&request, stream_path(request.files[i]), err);
    arguments_release(&request.line);
    return code;
}

const struct command_entry command_import = {"import", "what other programs have measured", run};
