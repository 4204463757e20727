/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/model/ascending.h"
#include "formats/text/xalloc.h"
#include "store/archive/archive_survey.h"
#include "store/cli/command.h"
#include "store/cli/output.h"
#include "store/cli/arguments.h"

#define DATE_LENGTH 16 /* 2026-11-20T10:03 */

struct list {
    const struct archive *archive;
    struct text_table table;
    int is_json;
    struct archive_fault first_fault; /* code 0: every run can be read */
};

/* --- the cells of a row --- */

static int was_before(const struct run *run, size_t measurement, const char *library) {
    for (size_t i = 0; i < measurement; i++)
        if (measurement_find(&run->measurements[i], library))
            return 1;
    return 0;
}

static void add_date(struct text_table *table, const char *started) {
    char date[DATE_LENGTH + 1];
    snprintf(date, sizeof date, "%s", started);
    char *t = strchr(date, 'T');
    if (t)
        *t = ' ';
    text_table_add(table, date);
}

static void add_and_free(struct text_table *table, char *text) {
    text_table_add(table, text);
    free(text);
}

static void add_run(struct text_table *table, const struct run *run) {
    text_table_add(table, run->name);
    add_date(table, facts_text(&run->facts, FACT_STARTED, "-"));
    text_table_add(table, *run_machine(&run->facts) ? run_machine(&run->facts) : "-");
    text_table_add(table, facts_text(&run->facts, FACT_STATE, "-"));

    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    for (size_t i = 0; i < run->measurement_count; i++)
        fprintf(file, "%s%s", i ? ", " : "", run->measurements[i].name);
    xclose_memstream(file);
    add_and_free(table, text);

    char *sizes_text;
    size_t sizes_size;
    FILE *sizes_file = xopen_memstream(&sizes_text, &sizes_size);
    for (size_t i = 0; i < run->measurement_count; i++) {
        fputs(i ? ", " : "", sizes_file);

        /* Prints the smallest and largest size, and how many distinct sizes there are: with
         * parameters, a size occurs more than once. */
        const struct measurement *m = &run->measurements[i];
        int64_t *sizes = xmemdup(m->sizes, m->points * sizeof *sizes);
        size_t count = 0;
        qsort(sizes, m->points, sizeof *sizes, ascending_integers);
        for (size_t p = 0; p < m->points; p++)
            count += p == 0 || sizes[p] != sizes[p - 1];
        if (count == 1)
            fprintf(sizes_file, "%" PRId64, sizes[0]);
        else if (count)
            fprintf(sizes_file, "%" PRId64 "..%" PRId64 " (%zu)", sizes[0], sizes[m->points - 1],
                    count);
        free(sizes);
    }
    xclose_memstream(sizes_file);
    add_and_free(table, sizes_text);

    char *libraries_text;
    size_t libraries_size, count = 0;
    FILE *stream = xopen_memstream(&libraries_text, &libraries_size);
    for (size_t i = 0; i < run->measurement_count; i++)
        for (size_t k = 0; k < run->measurements[i].series_count; k++) {
            const char *name = run->measurements[i].series[k].name;
            if (!was_before(run, i, name))
                fprintf(stream, "%s%s", count++ ? ", " : "", name);
        }
    xclose_memstream(stream);
    add_and_free(table, libraries_text);
}

/* --- as JSON --- */

static json_object *action_object(const struct measurement *m) {
    json_object *object = json_object_new_object(), *libraries = json_object_new_array();
    json_output_put_text(object, "action", m->name);
    json_output_put_text(object, "type", facts_text(&m->facts, FACT_TYPE, NULL));
    json_output_put(object, "sizes", json_output_integers(m->sizes, m->points));
    for (size_t i = 0; i < m->series_count; i++)
        json_object_array_add(libraries, json_output_text(m->series[i].name));
    json_output_put(object, "libraries", libraries);
    return object;
}

static json_object *run_object(const struct run *run) {
    static const char *const facts[] = {FACT_UUID, FACT_STARTED, FACT_HOST, FACT_STATE};
    json_object *object = json_object_new_object(), *actions = json_object_new_array();
    const char *machine = run_machine(&run->facts);
    json_output_put_text(object, "run", run->name);
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        json_output_put_text(object, facts[i],
                             strcmp(facts[i], FACT_HOST) != 0
                                 ? facts_text(&run->facts, facts[i], NULL)
                             : *machine ? machine
                                        : NULL);
    for (size_t i = 0; i < run->measurement_count; i++)
        json_object_array_add(actions, action_object(&run->measurements[i]));
    json_output_put(object, "actions", actions);
    return object;
}

static json_object *fault_object(const char *name, const struct archive_fault *fault) {
    json_object *object = json_object_new_object();
    json_output_put_text(object, "run", name);
    json_output_put_text(object, FACT_STATE, err_file_state(fault->code));
    json_output_put_text(object, "fault", fault->message);
    return object;
}

/* --- the list --- */

static int visit(void *context, size_t run, const struct run *summary,
                 const struct archive_fault *fault, struct err *err) {
    struct list *list = context;
    const char *name = archive_run_name(list->archive, run);
    (void)err;
    if (fault && !list->first_fault.code)
        list->first_fault = *fault;
    if (list->is_json)
        json_output_print(run ? ",\n" : "\n",
                          summary ? run_object(summary) : fault_object(name, fault));
    else if (summary)
        add_run(&list->table, summary);
    else {
        const char *const cells[] = {"-", "-", err_file_state(fault->code), "-", "-", "-"};
        text_table_add(&list->table, name);
        for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
            text_table_add(&list->table, cells[i]);
    }
    return 0;
}

static int run(int argc, char **argv, struct err *err) {
    static const struct argp argp = {NO_OPTIONS,
                                     arguments_parse,
                                     "[ARCHIVE]",
                                     "Lists the runs of an archive, a line each.\v"
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
        struct list list = {.archive = archive, .is_json = is_json};
        if (list.is_json)
            fputs("[", stdout);
        else {
            static const char *const heading[] = {"run",     "started", "host",     "state",
                                                  "actions", "sizes",   "libraries"};
            list.table.columns = sizeof heading / sizeof *heading;
            for (size_t i = 0; i < list.table.columns; i++)
                text_table_add(&list.table, heading[i]);
        }
        code = archive_survey(archive, visit, &list, err);
        if (list.is_json)
            fputs("\n]\n", stdout);
        else if (!code && archive_run_count(archive))
            text_table_print(&list.table, 0, stdout);
        else if (!code)
            printf("%s has no runs\n", archive_path(archive));
        text_table_release(&list.table);
        if (!code && list.first_fault.code)
            code = err_set(err, list.first_fault.code, "%s", list.first_fault.message);
    }
    archive_close(archive);
    arguments_release(&line);
    return code;
}

const struct command_entry command_list = {"list", "the runs, a line each", run};
