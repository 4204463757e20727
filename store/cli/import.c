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
#include "store/command_line/option_table.h"
#include "store/archive/choose.h"
#include "store/tools/provenance.h"

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
static int read_name(void *at, const struct option_row *row, char *name, struct err *err) {
    *(const char **)at = name;
    if (!*name)
        return err_set(err, ERR_USAGE,
                       "--%s: the name is empty; leave the option out, or give a name", row->name);
    if (!utf8_is_clean(name) || strlen(name) > IMPORT_BUILDER_MOST_NAME)
        return err_set(err, ERR_USAGE,
                       "--%s: a name is UTF-8 text of at most %d bytes without control characters",
                       row->name, IMPORT_BUILDER_MOST_NAME);
    return 0;
}

static int read_split(void *at, const char *text, struct err *err) {
    const char **split = at;
    *split = text ? text : "";
    return split_check(*split, err);
}

static int read_unit(void *at, const char *text, struct err *err) {
    *(const char **)at = text;
    return measured_unit_check(text, err);
}

static int read_as(void *at, const char *text, struct err *err) {
    *(const char **)at = text;
    return csv_check_as(text, err);
}

/* "512M", "4G" or "1000000"; units are powers of 1024. */
static int read_memory(void *at, const char *text, struct err *err) {
    static const char units[] = "KMG";
    char *end;
    double bytes = strtod(text, &end);
    const char *unit = *end ? strchr(units, *end) : NULL;
    for (const char *u = units; unit && u <= unit; u++)
        bytes *= 1024;
    if (end[unit != NULL] || end == text || !(bytes >= 1 && bytes < 0x1p62))
        return err_set(err, ERR_USAGE,
                       "--memory is a number of bytes such as 512M or 4G, not \"%s\"", text);
    *(size_t *)at = (size_t)bytes;
    return 0;
}

#define AT(member) .place = offsetof(struct request, member)

/* clang-format off */
static const struct option_row rows[] = {
    {"output", "ARCHIVE", "append to ARCHIVE (default: " COMMAND_LINE_ARCHIVE ")", .read = option_read_text, AT(output), .letter = 'o'},
    {"from", "FORMAT", "the format of the files, if not as they look", .parse = arguments_read_format, AT(from)},
    {"action", "ACTION", "the action, where a file names none", .read = read_name, AT(options.action)},
    {"library", "LIBRARY", "the library, where a file names none", .read = read_name, AT(options.library)},
    {"size-param", "NAME", "the parameter that is the size", .read = read_name, AT(options.size_param)},
    {"split", "PATTERN", "make benchmarks of one file libraries that are compared, by a pattern such as ACTION_LIBRARY (default: as their names tell)", .parse = read_split, AT(options.split), .flags = OPTION_ARG_OPTIONAL},
    {"unit", "UNIT", "the unit of a table's or MAT-file's numbers whose names do not say it", .parse = read_unit, AT(options.unit)},
    {"as", "COLUMN=ROLE", "what a table's column is in spite of its name: library, variant, action, size, parameter, sample, round, seed, run, calls, nothing, or a unit such as ms (several with commas)", .parse = read_as, AT(options.as)},
    {"dry-run", NULL, "only say what is understood of each file", .read = option_read_flag, AT(is_dry_run)},
    {"memory", "SIZE", "bytes that reading a MAT-file may take, such as 512M or 4G (default: 1G)", .parse = read_memory, AT(options.memory)},
    {"quiet", NULL, "say nothing but errors", .read = option_read_flag, AT(is_quiet), .letter = 'q'},
};
/* clang-format on */

static const struct option_table table = {rows, sizeof rows / sizeof *rows, 0x100};

/* Handles the arguments itself: they are not [ARCHIVE] [RUN...]. */
static error_t parse(int key, char *argument, struct argp_state *state) {
    struct request *request = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->line;
        return 0;
    case ARGP_KEY_ARGS:
        request->files = state->argv + state->next;
        request->file_count = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_NO_ARGS:
        refuse(state, "which files? `bench-store formats` lists what is read");
        return 0;
    default:
        return option_table_parse(&table, key, argument, state, NULL);
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

/* Says what became of the run, which WAS_THERE before or not. */
static void say_appended(const struct request *request, const char *path, const struct run *run,
                         int was_there) {
    warn_of(path, run, "_left_out", "left out");
    warn_of(path, run, "_skipped", "skipped");
    warn_of(path, run, FACT_REPEATED, REPEATED_SAYS);

    /* Names what does not have the parameter requested as the size. */
    const char *names = facts_text(&run->facts, FACT_UNSIZED, NULL);
    if (names && request->options.size_param)
        fprintf(stderr, "bench-store: %s: without a parameter %s, their size is the usual: %s\n",
                path, request->options.size_param, names);

    if (request->is_quiet)
        return;
    printf("%s: %s of %s", path, run->name, request->output);
    if (was_there)
        puts(", where it is already");
    else
        printf(", %zu action%s\n", run->measurement_count, run->measurement_count == 1 ? "" : "s");
    char suggestion[400];
    if (format_suggest_split(run, suggestion, sizeof suggestion))
        fprintf(stderr, "bench-store: %s: %s\n", path, suggestion);
}

static int append_runs(const struct request *request, const char *path, const struct runs *runs,
                       struct err *err) {
    int *were_there = calloc(runs->count + 1, sizeof *were_there);
    int code = were_there ? provenance_runs(runs, path, err)
                          : err_set(err, ERR_FAILED, "%s: no memory for its runs", path);
    if (code == 0)
        code = archive_append_once(request->output, runs->items, runs->count,
                                   &request->line.common.access, were_there, err);
    for (size_t i = 0; i < runs->count && code == 0; i++)
        say_appended(request, path, runs->items[i], were_there[i]);
    free(were_there);
    return code;
}

static int import_file(const struct request *request, const char *path, struct err *err) {
    struct runs runs;
    const struct foreign file = foreign_of(request->from, path);
    int code = foreign_read(&file, &request->options, &request->line.common.access, &runs, err);
    if (code == 0 && request->is_dry_run)
        say_understood(path, &runs);
    else if (code == 0)
        code = append_runs(request, path, &runs, err);
    runs_release(&runs);
    return code;
}

static int run(int argc, char **argv, struct err *err) {
    static struct argp_option options[sizeof rows / sizeof *rows + 2];
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
    option_table_describe(&table, options);
    argp_parse(&argp, argc, argv, 0, NULL, &request);
    for (size_t i = 0; code == 0 && i < request.file_count; i++)
        code = import_file(&request, stream_path(request.files[i]), err);
    arguments_release(&request.line);
    return code;
}

const struct command_entry command_import = {"import", "what other programs have measured", run};
