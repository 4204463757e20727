/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/archive/archive_survey.h"
#include "formats/text/xalloc.h"
#include "store/cli/command.h"
#include "store/cli/output.h"
#include "store/cli/arguments.h"

/* --- counting --- */

/* Distinct texts, in order of appearance, and how many runs have each. */
struct tally {
    struct tally_entry {
        char *text;
        size_t runs, last_run;
    } * items;
    size_t count;
};

static void tally_add(struct tally *tally, const char *text, size_t run) {
    size_t i = 0;
    while (i < tally->count && strcmp(tally->items[i].text, text) != 0)
        i++;
    if (i < tally->count) {
        struct tally_entry *entry = &tally->items[i];
        entry->runs += entry->last_run != run;
        entry->last_run = run;
        return;
    }
    tally->items = xreallocarray(tally->items, tally->count + 1, sizeof *tally->items);
    tally->items[tally->count++] = (struct tally_entry){xstrdup(text), 1, run};
}

static void tally_release(struct tally *tally) {
    for (size_t i = 0; i < tally->count; i++)
        free(tally->items[i].text);
    free(tally->items);
}

struct info {
    struct tally states, hosts, actions, libraries;
    char first[40], last[40];   /* earliest and latest start of a run */
    struct archive_fault fault; /* the first; code 0: every run can be read */
};

/* ISO 8601 times sort as text, except for their UTC offsets, which hardly matter over days. */
static void note_time(struct info *info, const char *started) {
    if (*started && (!*info->first || strcmp(started, info->first) < 0))
        snprintf(info->first, sizeof info->first, "%s", started);
    if (strcmp(started, info->last) > 0)
        snprintf(info->last, sizeof info->last, "%s", started);
}

static int visit(void *context, size_t run, const struct run *summary,
                 const struct archive_fault *fault, struct err *err) {
    struct info *info = context;
    (void)err;
    if (fault) {
        tally_add(&info->states, err_file_state(fault->code), run);
        if (!info->fault.code)
            info->fault = *fault;
        return 0;
    }
    const char *host = run_machine(&summary->facts);
    tally_add(&info->states, facts_text(&summary->facts, FACT_STATE, "of unknown state"), run);
    if (*host)
        tally_add(&info->hosts, host, run);
    note_time(info, facts_text(&summary->facts, FACT_STARTED, ""));
    for (size_t i = 0; i < summary->measurement_count; i++) {
        const struct measurement *m = &summary->measurements[i];
        tally_add(&info->actions, m->name, run);
        for (size_t j = 0; j < m->series_count; j++)
            tally_add(&info->libraries, m->series[j].name, run);
    }
    return 0;
}

/* --- text --- */

static void add_tally(struct text_table *table, const char *name, const struct tally *tally) {
    char *text;
    size_t size;
    if (!tally->count)
        return;
    FILE *file = xopen_memstream(&text, &size);
    for (size_t i = 0; i < tally->count; i++)
        fprintf(file, "%s%s (%zu)", i ? ", " : "", tally->items[i].text, tally->items[i].runs);
    xclose_memstream(file);
    text_table_add(table, name);
    text_table_add(table, text);
    free(text);
}

static void add_fact(struct text_table *table, const char *name, const struct facts *facts,
                     const char *fact) {
    text_table_add(table, name);
    text_table_add(table, facts_text(facts, fact, "unknown"));
}

static void print_text(const struct archive *archive, const struct archive_description *d,
                       const struct info *info) {
    struct text_table table = {.columns = 2};
    add_fact(&table, "uuid", &d->facts, "uuid");
    add_fact(&table, "format", &d->facts, "format_version");
    add_fact(&table, "made by", &d->facts, "creator");
    text_table_add(&table, "size");
    text_table_add_bytes(&table, d->size);

    size_t count = archive_run_count(archive);
    text_table_add(&table, "runs");
    if (count == 0)
        text_table_add(&table, "none");
    else if (count == 1)
        text_table_addf(&table, "1: %s", archive_run_name(archive, 0));
    else
        text_table_addf(&table, "%zu: %s to %s", count, archive_run_name(archive, 0),
                        archive_run_name(archive, count - 1));
    if (*info->first) {
        text_table_add(&table, "started");
        if (strcmp(info->first, info->last) == 0)
            text_table_add(&table, info->first);
        else
            text_table_addf(&table, "%s to %s", info->first, info->last);
    }

    add_tally(&table, "states", &info->states);
    add_tally(&table, "hosts", &info->hosts);
    add_tally(&table, "actions", &info->actions);
    add_tally(&table, "libraries", &info->libraries);
    for (size_t i = 0; i < d->other_count; i++) {
        text_table_add(&table, i ? "" : "besides");
        text_table_add(&table, d->others[i]);
    }
    printf("%s\n", archive_path(archive));
    text_table_print(&table, 2, stdout);
    text_table_release(&table);
}

/* --- JSON --- */

static void put_tally(json_object *object, const char *name, const struct tally *tally) {
    json_object *counts = json_object_new_object();
    for (size_t i = 0; i < tally->count; i++)
        json_output_put_integer(counts, tally->items[i].text, (int64_t)tally->items[i].runs);
    json_output_put(object, name, counts);
}

static void print_json(const struct archive *archive, const struct archive_description *d,
                       const struct info *info) {
    json_object *object = json_object_new_object();
    size_t count = archive_run_count(archive);
    json_output_put_text(object, "archive", archive_path(archive));
    json_output_put_text(object, "uuid", facts_text(&d->facts, "uuid", NULL));
    json_output_put_text(object, "format_version", facts_text(&d->facts, "format_version", NULL));
    json_output_put_text(object, "creator", facts_text(&d->facts, "creator", NULL));
    json_output_put_integer(object, "bytes", (int64_t)d->size);
    json_output_put_integer(object, "runs", (int64_t)count);
    json_output_put_text(object, "first_run", count ? archive_run_name(archive, 0) : NULL);
    json_output_put_text(object, "last_run", count ? archive_run_name(archive, count - 1) : NULL);
    json_output_put_text(object, "first_started", *info->first ? info->first : NULL);
    json_output_put_text(object, "last_started", *info->last ? info->last : NULL);
    put_tally(object, "states", &info->states);
    put_tally(object, "hosts", &info->hosts);
    put_tally(object, "actions", &info->actions);
    put_tally(object, "libraries", &info->libraries);
    json_object *others = json_object_new_array();
    for (size_t i = 0; i < d->other_count; i++)
        json_object_array_add(others, json_output_text(d->others[i]));
    json_output_put(object, "other_members", others);
    json_output_print("", object);
    putchar('\n');
}

/* --- the command --- */

static int run(int argc, char **argv, struct err *err) {
    static const struct argp argp = {NO_OPTIONS,
                                     arguments_parse,
                                     "[ARCHIVE]",
                                     "Says what an archive is, and how many of its runs are of "
                                     "which state, host, action and library.\v"
                                     "Without ARCHIVE it is " COMMAND_LINE_ARCHIVE ".",
                                     arguments_formatted,
                                     NULL,
                                     NULL};
    struct arguments line = {0};
    struct archive *archive = NULL;
    argp_parse(&argp, argc, argv, 0, NULL, &line);
    int code = archive_open_with(&archive, line.archive, &line.common.access, err);
    if (!code) {
        int is_json = line.is_json;
        struct info info = {0};
        struct archive_description description;
        int status = archive_describe(archive, &description, err);
        if (status)
            code = status;
        else {
            status = archive_survey(archive, visit, &info, err);
            if (!status)
                (is_json ? print_json : print_text)(archive, &description, &info);
            if (!status && info.fault.code)
                status = err_set(err, info.fault.code, "%s", info.fault.message);
            tally_release(&info.states);
            tally_release(&info.hosts);
            tally_release(&info.actions);
            tally_release(&info.libraries);
            archive_description_release(&description);
            code = status;
        }
    }
    archive_close(archive);
    arguments_release(&line);
    return code;
}

const struct command_entry command_info = {"info", "what an archive is, and what it has", run};
