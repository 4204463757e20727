/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/questions.h"

#include "analyze/cli/output.h"
#include "analyze/documents/growth_document.h"

static int print(const struct request *request, const struct table *table, struct printer *printer,
                 struct err *err) {
    struct growth_rows rows = {0};
    struct document document = {0};
    for (size_t i = 0; i < table->section_count; i++)
        growth_document_add_rows(&rows, table, &table->sections[i]);
    int code = request->format->is_for_people
                   ? growth_sheet(&document, &table->sections[0], &rows, &request->section, err)
                   : growth_document_of_all(&document, &rows, &request->section, err);
    code = request_print(printer, &document, code);
    growth_document_release_rows(&rows);
    return code;
}

/* --complexity: prints how the times of every measurement grow with the size. */
static int answer(const struct request *request, struct printer *printer, struct err *err) {
    unsigned needs = growth_document_needs(request->format->is_for_people);
    return output_print(request, needs, print, printer, err);
}

const struct question question_complexity = {.option = "complexity",
                                             .answer = answer,
                                             .columns = &growth_columns,
                                             .row = "each curve, with --complexity"};
