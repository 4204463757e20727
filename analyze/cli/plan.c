/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/questions.h"

#include "analyze/cli/output.h"
#include "analyze/documents/plan_document.h"

static int print(const struct request *request, const struct table *table, struct printer *printer,
                 struct err *err) {
    struct plan_rows rows = {0};
    struct document document = {0};
    double confidence = request->table.confidence;
    const struct replication_terms terms = {.half_width = request->plan_for,
                                            .confidence = confidence > 0 ? confidence : 0.95,
                                            .most = REPLICATION_ROUNDS};
    for (size_t i = 0; i < table->section_count; i++)
        plan_document_add_rows(&rows, table, &table->sections[i], &terms);
    int code = request->format->is_for_people
                   ? plan_sheet(&document, table, &table->sections[0], &rows, &terms,
                                &request->section, err)
                   : plan_document_of_all(&document, &rows, &request->section, err);
    code = request_print(printer, &document, code);
    plan_document_release_rows(&rows);
    return code;
}

/* --plan-for: prints how many rounds and seeds would make the ratios as precise as wanted. */
static int answer(const struct request *request, struct printer *printer, struct err *err) {
    unsigned needs = plan_document_needs(request->format->is_for_people);
    return output_print(request, needs, print, printer, err);
}

const struct question question_plan = {.option = "plan-for",
                                       .answer = answer,
                                       .columns = &plan_columns,
                                       .row = "each ratio, with --plan-for"};
