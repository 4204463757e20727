/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/questions.h"

#include "analyze/cli/output.h"
#include "analyze/documents/hosts_document.h"

/* Receives one measurement after another; no table is kept. */
static int add_section(void *context, struct table *table, struct err *err) {
    return hosts_add(context, table, &table->sections[0], err);
}

static int print(const struct request *request, struct hosts_report *report,
                 struct printer *printer, struct err *err) {
    struct document document = {0};
    int is_across = request->question == ASK_ACROSS_HOSTS, code;
    if (request->format->is_for_people)
        code = (is_across ? across_sheet : hosts_sheet)(&document, report, err);
    else
        code = (is_across ? across_document_of_all : hosts_document_of_all)(&document, report, err);
    code = request_print(printer, &document, code);
    hosts_report_release(report);
    return code;
}

/* --by host, --across hosts: prints the ratios of several machines side by side, or combined. Reads
 * all runs of all files unless some are chosen; each machine counts with its latest. */
static int answer(const struct request *request, struct printer *printer, struct err *err) {
    double confidence = request->table.confidence > 0 ? request->table.confidence : 0.95;
    const struct hosts_asked asked = {1 - confidence, confidence, request->table.min_effect};
    int is_across = request->question == ASK_ACROSS_HOSTS;
    struct hosts hosts = {0};
    struct input input = request_input(request, NEED_VERDICT, add_section, &hosts);
    input.runs = request->runs ? request->runs : "all";
    input.table.with_provenance = 1;
    int code = view_check(&request->view, is_across ? &across_columns : &hosts_columns, err);
    if (code == 0)
        code = request_read_files(request, &input, input_read, err);
    if (code == 0)
        code = hosts_conclude(&hosts, &asked, err);
    if (code == 0 && is_across)
        code = hosts_check_shared(&hosts, err);
    struct hosts_report report = {
        .hosts = &hosts, .view = &request->view, .width = request->print.width};
    if (code == 0)
        code = print(request, &report, printer, err);
    hosts_release(&hosts);
    return code;
}

const struct question question_by_host = {.option = "by",
                                          .answer = answer,
                                          .columns = &hosts_columns,
                                          .row = "each ratio on each host, with --by host"};
const struct question question_across_hosts = {
    .option = "across",
    .answer = answer,
    .columns = &across_columns,
    .row = "each ratio over all hosts, with --across hosts"};
