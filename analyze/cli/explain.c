/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/questions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/cli/output.h"
#include "analyze/explain/explanation.h"
#include "formats/text/xalloc.h"

/* The selected cells of one file. */
struct search {
    struct table table; /* only the section with the first of them */
    size_t cells;
};

static int look_for_cell(void *context, struct table *table, struct err *err) {
    struct search *search = context;
    size_t before = search->cells, here = table->sections[0].chosen->cells;
    search->cells += here;
    return before || !here ? 0 : input_keep(&search->table, table, err);
}

/* Returns 1 if the cell of FILE was explained, 0 if the file has none. */
static int explain_file(const struct request *request, const char *file, struct printer *printer,
                        struct err *err) {
    struct search search = {0};
    struct input input = request_input(request, NEED_ALL, look_for_cell, &search);
    input.table.filter = NULL; /* verdicts are corrected for all rows */
    input.table.chosen = &request->filter;
    input.table.with_provenance = 1;
    input.table.with_bases = request->table.trim.rule == TRIM_NONE; /* they are of all samples */
    int code = request_read_file(&input, file, input_read, err);
    if (code == 0 && search.cells > 1) {
        const struct section *section = &search.table.sections[0];
        const struct row *row = &search.table.rows[section->chosen->row];
        char *point;
        size_t size;
        FILE *text = xopen_memstream(&point, &size);
        parameter_grid_write_point(row->space, row->point, text);
        xclose_memstream(text);
        err_set(err, ERR_USAGE,
                "%s: %zu cells are meant, such as %s by %s at %s of %s; choose one with --action, "
                "--library, --size, --param and --run",
                file, search.cells, row->action, row->library, point, row->run);
        free(point);
        code = ERR_USAGE;
    } else if (code == 0 && search.cells == 1) {
        struct document document = {0};
        explanation_add(&document, &search.table, &search.table.sections[0]);
        printer_print(printer, &document);
        document_release(&document);
    }
    table_release(&search.table);
    return code ? code : search.cells == 1;
}

/* --explain: prints how the numbers of the cell selected on the command line came about, for each
 * file that has it. ERR_USAGE if the selection matches several cells of one file or none at all,
 * and for formats that are not for people. */
static int answer(const struct request *request, struct printer *printer, struct err *err) {
    struct unmatched_files unmatched = {0};
    int explained = 0, code = 0;
    if (!request->format->is_for_people) {
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
    for (size_t i = 0; code >= 0 && i < request->file_count; i++) {
        code = explain_file(request, request->files[i], printer, err);
        explained += code > 0;
        code = unmatched_files_note(&unmatched, request->files[i], code, err);
    }
    code = unmatched_files_conclude(&unmatched, request->terms.access.program, code < 0 ? code : 0,
                                    err);
    if (code == 0 && !explained)
        code = err_set(err, ERR_USAGE,
                       "no cell is what --library, --size and --param ask for, to be explained");
    return code;
}

const struct question question_explanation = {.option = "explain", .answer = answer};
