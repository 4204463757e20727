/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cmd_table.h"

#include "analyze/cmd_input.h"

struct output {
    const struct request *request;
    struct printer *printer;
    struct table all; /* for programs: of one header, and in one order */
};

static int print_section(void *context, struct table *table, struct err *err) {
    struct output *output = context;
    struct sheet sheet = {0};
    int code = section_sheet(&sheet, table, &table->sections[0], &output->request->section, err);
    if (code == 0)
        code = printer_print(output->printer, &sheet, err);
    sheet_release(&sheet);
    return code;
}

static int keep_section(void *context, struct table *table, struct err *err) {
    struct output *output = context;
    return table_take(&output->all, table) ? 0 : err_set(err, ERR_FAILED, "no memory for a table");
}

static int print_all(struct output *output, struct err *err) {
    struct sheet sheet = {0};
    int code = section_sheet_of_all(&sheet, &output->all, &output->request->section, err);
    if (code == 0)
        code = printer_print(output->printer, &sheet, err);
    sheet_release(&sheet);
    return code;
}

static int print_passed_over(struct printer *printer, size_t count, struct err *err) {
    struct sheet sheet = {0};
    if (count)
        sheet_add(&sheet, SHEET_LINE,
                  "%zu older measurement%s of the same not shown; --run all shows all", count,
                  count == 1 ? "" : "s");
    int code = count ? printer_print(printer, &sheet, err) : 0;
    sheet_release(&sheet);
    return code;
}

int cmd_table(const struct request *request, struct printer *printer, struct err *err) {
    int for_people = request->format->is_for_people, code = 0;
    struct output output = {.request = request, .printer = printer};
    size_t passed_over = 0;
    for (size_t i = 0; code == 0 && i < request->file_count; i++) {
        struct input input = {.request = request,
                              .file = request->files[i],
                              .runs = request->runs,
                              .table = request->table,
                              .visit = for_people ? print_section : keep_section,
                              .context = &output};
        input.table.archive = input.file;
        input.table.spared = NEED_ALL & ~section_sheet_needs(&request->section, for_people);
        code = input_read(&input, err);
        passed_over += input.passed_over;
    }
    if (code == 0)
        code = for_people ? print_passed_over(printer, passed_over, err) : print_all(&output, err);
    table_release(&output.all);
    return code;
}
