/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/questions.h"

#include "analyze/cli/output.h"
#include "analyze/documents/profile_document.h"

/* Receives one measurement after another; no table is kept. */
static int add_section(void *context, struct table *table, struct err *err) {
    (void)err;
    profile_add(context, table, &table->sections[0]);
    return 0;
}

/* --profile: prints performance profiles of the libraries over the measurements of all files
 * together. */
static int answer(const struct request *request, struct printer *printer, struct err *err) {
    double confidence = request->table.confidence > 0 ? request->table.confidence : 0.95;
    struct profile profile = {0};
    struct document document = {0};
    struct input input = request_input(request, NEED_VERDICT, add_section, &profile);
    input.table.with_provenance = 1;
    int code = view_check(&request->view, &profile_columns, err);
    if (code == 0)
        code = request_read_files(request, &input, input_read, err);
    if (code == 0)
        code = profile_conclude(&profile, confidence, 0, err);
    if (code == 0)
        code = (request->format->is_for_people ? profile_sheet : profile_document)(
            &document, &profile, &request->view, err);
    code = request_print(printer, &document, code);
    if (code == 0 && request->format->is_for_people)
        output_print_passed_over(printer, input.passed_over);
    profile_release(&profile);
    return code;
}

const struct question question_profile = {.option = "profile",
                                          .answer = answer,
                                          .columns = &profile_columns,
                                          .row = "each library, with --profile"};
