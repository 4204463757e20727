/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cmd_explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/cmd_input.h"
#include "analyze/cmd_lacking.h"
#include "analyze/explanation.h"

struct search {
    struct table table; /* the section that has the first cell that is meant, alone */
    size_t cells;       /* that are meant, everywhere */
};

static int look_for_cell(void *context, struct table *table, struct err *err) {
    struct search *search = context;
    size_t before = search->cells, here = table->sections[0].chosen->cells;
    search->cells += here;
    if (before || !here)
        return 0;
    return table_take(&search->table, table) ? 0
                                             : err_set(err, ERR_FAILED, "no memory for a table");
}

static int search_files(const struct request *request, struct search *search, struct err *err) {
    struct lacking lacking = {0};
    int code = 0;
    for (size_t i = 0; code == 0 && i < request->file_count; i++) {
        struct input input = {.terms = &request->terms,
                              .file = request->files[i],
                              .runs = request->runs,
                              .table = request->table,
                              .visit = look_for_cell,
                              .context = search};
        input.table.archive = input.file;
        input.table.pick = NULL; /* verdicts are corrected for all rows */
        input.table.chosen = &request->pick;
        code = lacking_note(&lacking, input.file, input_read(&input, err), err);
    }
    return lacking_conclude(&lacking, request->terms.access.program, code, err);
}

static int several(const struct search *search, struct err *err) {
    const struct section *section = &search->table.sections[0];
    const struct row *row = &search->table.rows[section->chosen->row];
    char *point = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&point, &size);
    if (file) {
        space_write_point(row->space, row->point, file);
        fclose(file);
    }
    err_set(err, ERR_USAGE,
            "%zu cells are meant, such as %s by %s at %s of %s; choose one with --action, "
            "--library, --size, --param and --run",
            search->cells, row->action, row->library, point ? point : "a point", row->run);
    free(point);
    return ERR_USAGE;
}

static int explain(const struct search *search, struct printer *printer, struct err *err) {
    struct explanation explanation = {0};
    int code = explanation_of(&explanation, &search->table, &search->table.sections[0], err);
    if (code == 0)
        code = printer_print(printer, &explanation.sheet, err);
    explanation_release(&explanation);
    return code;
}

static int refuse_format(const struct request *request, struct err *err) {
    char list[128] = "";
    for (size_t i = 0; i < print_format_count; i++)
        if (print_formats[i].is_for_people) {
            size_t length = strlen(list);
            snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "",
                     print_formats[i].name);
        }
    return err_set(err, ERR_USAGE, "--explain is for people, not in %s; there are %s",
                   request->format->name, list);
}

int cmd_explain(const struct request *request, struct printer *printer, struct err *err) {
    struct search search = {0};
    if (!request->format->is_for_people)
        return refuse_format(request, err);
    int code = search_files(request, &search, err);
    if (code == 0 && !search.cells)
        code = err_set(err, ERR_USAGE,
                       "no cell is what --library, --size and --param ask for, to be explained");
    else if (code == 0 && search.cells > 1)
        code = several(&search, err);
    else if (code == 0)
        code = explain(&search, printer, err);
    table_release(&search.table);
    return code;
}
