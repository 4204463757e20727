/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/output.h"

#include <stdio.h>
#include <string.h>

#include "formats/text/unicode.h"

/* --- unmatched files --- */

#define LISTED 8 /* most names in a message */

static void add_name(struct unmatched_files *unmatched, const char *file) {
    size_t used = strlen(unmatched->names);
    if (unmatched->count <= LISTED + 1)
        snprintf(unmatched->names + used, sizeof unmatched->names - used, "%s%s", used ? ", " : "",
                 unmatched->count <= LISTED ? file : "...");
    utf8_clean(unmatched->names, '?');
}

int unmatched_files_note(struct unmatched_files *unmatched, const char *file, int code,
                         const struct err *err) {
    unmatched->files++;
    if (code != ERR_ABSENT)
        return code;
    if (unmatched->count++ == 0)
        unmatched->first = *err;
    add_name(unmatched, file);
    return 0;
}

int unmatched_files_conclude(const struct unmatched_files *unmatched, const char *program, int code,
                             struct err *err) {
    if (code || !unmatched->count)
        return code;
    if (unmatched->count == unmatched->files)
        return err_set(err, ERR_ABSENT, "%s", unmatched->first.message);
    if (program)
        fprintf(stderr, "%s: %zu of %zu files %s nothing of what is asked for: %s\n", program,
                unmatched->count, unmatched->files, unmatched->count == 1 ? "has" : "have",
                unmatched->names);
    return 0;
}

/* --- the gate --- */

void output_print_missed(const struct gate *gate) {
    for (size_t i = 0; i < gate->missed_count; i++)
        fprintf(stderr, "bench-analyze: not measured: %s for %s: %s\n", gate->missed[i].library,
                gate->missed[i].action, gate->missed[i].why);
    if (!gate->missed_count && !(gate->within + gate->inconclusive + gate->regressed))
        fprintf(stderr, "bench-analyze: the gate has nothing to compare\n");
}

/* --- request --- */

struct input request_input(const struct request *request, unsigned needs, input_visit *visit,
                           void *context) {
    struct input input = {.terms = &request->terms,
                          .runs = request->runs,
                          .more_files = request->more_files,
                          .more_count = request->more_count,
                          .table = request->table,
                          .visit = visit,
                          .context = context};
    input.table.spared = NEED_ALL & ~needs;
    return input;
}

int request_read_file(struct input *input, const char *file, input_reader *read, struct err *err) {
    input->file = input->table.archive = file;
    return read(input, err);
}

int request_read_files(const struct request *request, struct input *input, input_reader *read,
                       struct err *err) {
    struct unmatched_files unmatched = {0};
    size_t passed_over = 0;
    int code = 0;
    for (size_t i = 0; code == 0 && i < request->file_count; i++) {
        input->passed_over = 0;
        code = request_read_file(input, request->files[i], read, err);
        code = unmatched_files_note(&unmatched, request->files[i], code, err);
        passed_over += input->passed_over;
    }
    input->passed_over = passed_over;
    /* A caller without a visitor reads only heads and reads the rows later: report only then. */
    return unmatched_files_conclude(&unmatched, input->visit ? request->terms.access.program : NULL,
                                    code, err);
}

int request_print(struct printer *printer, struct document *document, int code) {
    if (code == 0)
        printer_print(printer, document);
    document_release(document);
    return code;
}

/* --- output --- */

struct output {
    const struct request *request;
    struct printer *printer;
    output_function *print;
};

static int print_section(void *context, struct table *table, struct err *err) {
    const struct output *output = context;
    return output->print(output->request, table, output->printer, err);
}

void output_print_passed_over(struct printer *printer, size_t count) {
    struct document document = {0};
    if (!count)
        return;
    document_add(&document, DOCUMENT_LINE,
                 "%zu older measurement%s of the same not shown; --run all shows all", count,
                 count == 1 ? "" : "s");
    request_print(printer, &document, 0);
}

int output_print(const struct request *request, unsigned needs, output_function *print,
                 struct printer *printer, struct err *err) {
    int for_people = request->format->is_for_people;
    struct output output = {request, printer, print};
    struct table all = {0}; /* for programs: one header, and one order */
    struct input input = for_people ? request_input(request, needs, print_section, &output)
                                    : request_input(request, needs, input_keep, &all);
    int code = request_read_files(request, &input, input_read, err);
    if (code == 0 && for_people)
        output_print_passed_over(printer, input.passed_over);
    else if (code == 0)
        code = print(request, &all, printer, err);
    table_release(&all);
    return code;
}
