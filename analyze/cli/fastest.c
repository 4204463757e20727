/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/questions.h"

#include "analyze/cli/output.h"
#include "analyze/documents/fastest_document.h"

static int print(const struct request *request, const struct table *table, struct printer *printer,
                 struct err *err) {
    struct fastest_found found = {0};
    struct document document = {0};

    for (size_t i = 0; i < table->section_count; i++) {
        fastest_add(&found.rows, table, &table->sections[i]);
        crossovers_add(&found.crossovers, table, &table->sections[i]);
    }

    int code = request->format->is_for_people
                   ? fastest_sheet(&document, &table->sections[0], &found, &request->section, err)
                   : fastest_document_of_all(&document, &found, &request->section, err);
    code = request_print(printer, &document, code);
    fastest_release(&found.rows);
    crossovers_release(&found.crossovers);
    return code;
}

/* --fastest: prints the fastest library at each point of every measurement, and which library
 * overtakes which, and where. */
static int answer(const struct request *request, struct printer *printer, struct err *err) {
    unsigned needs = fastest_document_needs(request->format->is_for_people);
    return output_print(request, needs, print, printer, err);
}

const struct question question_fastest = {.option = "fastest",
                                          .answer = answer,
                                          .columns = &fastest_columns,
                                          .row = "each point, with --fastest",
                                          .summary_columns = &crossover_columns,
                                          .summary_row =
                                              "each crossover, with --fastest --summary"};
