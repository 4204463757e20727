/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/output.h"

#include "analyze/cli/request.h"

struct output {
    const struct request *request;
    struct printer *printer;
    output_function *print;
};

static int print_section(void *context, struct table *table, struct err *err) {
    const struct output *output = context;
    return output->print(output->request, table, output->printer, err);
}

int output_print_passed_over(struct printer *printer, size_t count, struct err *err) {
    struct document document = {0};
    if (!count)
        return 0;
    document_add(&document, DOCUMENT_LINE,
                 "%zu older measurement%s of the same not shown; --run all shows all", count,
                 count == 1 ? "" : "s");
    return request_print(printer, &document, 0, err);
}

int output_print(const struct request *request, unsigned needs, output_function *print,
                 struct printer *printer, struct err *err) {
    int for_people = request->format->is_for_people;
    struct output output = {request, printer, print};
    struct table all = {0}; /* for programs: of one header, and in one order */
    struct input input = for_people ? request_input(request, needs, print_section, &output)
                                    : request_input(request, needs, request_keep, &all);
    int code = request_read_files(request, &input, input_read, err);
    if (code == 0)
        code = for_people ? output_print_passed_over(printer, input.passed_over, err)
                          : print(request, &all, printer, err);
    table_release(&all);
    return code;
}
