/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cmd_output.h"

#include "analyze/cmd_input.h"
#include "analyze/cmd_lacking.h"

struct output {
    const struct request *request;
    struct printer *printer;
    output_function *print;
    struct table all; /* for programs: of one header, and in one order */
};

static int print_section(void *context, struct table *table, struct err *err) {
    const struct output *output = context;
    return output->print(output->request, table, output->printer, err);
}

static int keep_section(void *context, struct table *table, struct err *err) {
    struct output *output = context;
    return table_take(&output->all, table) ? 0 : err_set(err, ERR_FAILED, "no memory for a table");
}

int output_print_passed_over(struct printer *printer, size_t count, struct err *err) {
    struct sheet sheet = {0};
    if (!count)
        return 0;
    sheet_add(&sheet, SHEET_LINE,
              "%zu older measurement%s of the same not shown; --run all shows all", count,
              count == 1 ? "" : "s");
    int code = printer_print(printer, &sheet, err);
    sheet_release(&sheet);
    return code;
}

int output_print(const struct request *request, unsigned needs, output_function *print,
                 struct printer *printer, struct err *err) {
    int for_people = request->format->is_for_people, code = 0;
    struct output output = {request, printer, print, {0}};
    struct lacking lacking = {0};
    size_t passed_over = 0;
    for (size_t i = 0; code == 0 && i < request->file_count; i++) {
        struct input input = {.terms = &request->terms,
                              .file = request->files[i],
                              .runs = request->runs,
                              .table = request->table,
                              .visit = for_people ? print_section : keep_section,
                              .context = &output};
        input.table.archive = input.file;
        input.table.spared = NEED_ALL & ~needs;
        code = lacking_note(&lacking, input.file, input_read(&input, err), err);
        passed_over += input.passed_over;
    }
    code = lacking_conclude(&lacking, request->terms.access.program, code, err);
    if (code == 0)
        code = for_people ? output_print_passed_over(printer, passed_over, err)
                          : print(request, &output.all, printer, err);
    table_release(&output.all);
    return code;
}
