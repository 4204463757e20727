/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/questions.h"

#include "analyze/cli/output.h"
#include "analyze/documents/scaling_document.h"

static int print(const struct request *request, const struct table *table, struct printer *printer,
                 struct err *err) {
    struct scaling_rows rows = {0};
    struct document document = {0};
    int code = 0;
    for (size_t i = 0; code == 0 && i < table->section_count; i++)
        code = scaling_document_add_rows(&rows, table, &table->sections[i], &request->section, err);
    if (code == 0)
        code = request->format->is_for_people
                   ? scaling_sheet(&document, &table->sections[0], &rows, &request->section, err)
                   : scaling_document_of_all(&document, &rows, &request->section, err);
    code = request_print(printer, &document, code);
    scaling_document_release_rows(&rows);
    return code;
}

/* --scaling: prints which laws of scaling by threads every measurement follows. */
static int answer(const struct request *request, struct printer *printer, struct err *err) {
    unsigned needs = scaling_document_needs(request->format->is_for_people);
    return output_print(request, needs, print, printer, err);
}

const struct question question_scaling = {.option = "scaling",
                                          .answer = answer,
                                          .columns = &scaling_columns,
                                          .row = "each law of each curve, with --scaling"};
