/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/questions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/cli/output.h"
#include "analyze/documents/gate_document.h"
#include "formats/text/xalloc.h"

/* Prints each section as soon as it is read. If the columns depend on the parameters of all
 * measurements, reads all heads first. If programs want sorted or grouped rows, keeps all rows
 * until the end. */
struct output {
    const struct request *request;
    struct printer *printer;
    struct table heads; /* what differs in the parameters of all measurements, without rows */
    struct table all;
    size_t passed_over;
    enum gate_outcome worst; /* of --fail-on-regression */
};

static int is_for_people(const struct output *output) {
    return output->request->format->is_for_people;
}

static int is_ordered(const struct output *output) {
    const struct view *view = output->request->section.view;
    return !is_for_people(output) && (view->sort.count || view->groups.count);
}

/* Returns whether columns depend on parameters. For programs each row has those of all
 * measurements. */
static int needs_heads(const struct output *output) {
    const struct section_view *section = &output->request->section;
    const struct column_set *set = section->summary_only ? &summary_columns : &row_columns;
    if (is_ordered(output))
        return 0;
    return !is_for_people(output) || view_check(section->view, set, &(struct err){""});
}

/* --- the gate --- */

static int has_gate(const struct request *request) {
    return !isnan(request->regression);
}

/* Holds the libraries of SECTION against its reference. Adds how that ends to DOCUMENT, which is
 * NULL for programs. */
static void pass_gate(struct output *output, const struct table *table,
                      const struct section *section, struct document *document) {
    const struct request *request = output->request;
    const struct row *rows = table->rows + section->first_row;
    enum gate_outcome *outcomes = xcalloc(section->row_count, sizeof *outcomes);
    struct gate gate;
    gate_of_section(&gate, section, rows, request->regression, outcomes);
    enum gate_outcome end = gate_end(&gate, request->policy);
    output->worst = end > output->worst ? end : output->worst;
    if (document) {
        gate_document(document, &gate, request->policy);
        gate_document_rows(document, section, rows, outcomes);
    } else
        output_print_missed(&gate);
    gate_release(&gate);
    free(outcomes);
}

/* --- measurements --- */

/* Applies READ to every file. */
static int read_files(struct output *output, input_visit *visit, void *context, input_reader *read,
                      struct err *err) {
    const struct request *request = output->request;
    unsigned needs = section_document_needs(&request->section, is_for_people(output));
    if (has_gate(request))
        needs |= NEED_RATIO | NEED_NOISE | NEED_VERDICT;
    struct input input = request_input(request, needs, visit, context);
    int code = request_read_files(request, &input, read, err);
    output->passed_over += input.passed_over;
    return code;
}

static int have_same_names(const struct parameter_grid *a, const struct parameter_grid *b) {
    int are_same = a->axis_count == b->axis_count &&
                   !parameter_grid_size_name(a) == !parameter_grid_size_name(b);
    for (size_t j = 1; are_same && j < a->axis_count; j++)
        are_same = strcmp(a->axes[j].name, b->axes[j].name) == 0;
    return are_same;
}

static int is_known(const struct table *heads, const struct parameter_grid *space) {
    size_t s = 0;
    while (s < heads->section_count && !have_same_names(heads->sections[s].space, space))
        s++;
    return s < heads->section_count;
}

/* Columns follow from names alone, and are collected for every section that is printed: of 10,000
 * runs with the same names, one is kept. */
static int keep_head(void *context, const struct run *run, const struct measurement *whole,
                     struct err *err) {
    struct output *output = context;
    struct section section = {.space = parameter_grid_new(whole)};
    (void)run;
    (void)err;
    if (is_known(&output->heads, section.space))
        section_release(&section);
    else
        table_append(&output->heads, &section, NULL, NULL);
    return 0;
}

static int read_heads(struct input *input, struct err *err) {
    return input_read_heads(input, keep_head, input->context, err);
}

/* --- printing --- */

static void print_rows(struct output *output, const struct table *table,
                       const struct table *heads) {
    struct document document = {0};
    section_document_of_all(&document, table, heads, &output->request->section);
    request_print(output->printer, &document, 0);
}

/* For programs a measurement without rows prints nothing. */
static int print_section(void *context, struct table *table, struct err *err) {
    struct output *output = context;
    struct document document = {0};
    (void)err;
    if (has_gate(output->request))
        pass_gate(output, table, &table->sections[0], is_for_people(output) ? &document : NULL);
    if (is_for_people(output)) {
        section_sheet(&document, table, &table->sections[0], &output->request->section);
        request_print(output->printer, &document, 0);
    } else if (table->row_count)
        print_rows(output, table, &output->heads);
    return 0;
}

static int check(const struct output *output, const struct table *table, struct err *err) {
    const struct section_view *section = &output->request->section;
    return records_check(table, section->view, section->summary_only, err);
}

static int print_in_order(struct output *output, struct err *err) {
    int code = read_files(output, input_keep, &output->all, input_read, err);
    if (code == 0)
        code = check(output, &output->all, err);
    for (size_t s = 0; code == 0 && has_gate(output->request) && s < output->all.section_count; s++)
        pass_gate(output, &output->all, &output->all.sections[s], NULL);
    if (code == 0)
        print_rows(output, &output->all, &output->all);
    return code;
}

/* Without any row, programs still get the header. */
static int print_as_they_come(struct output *output, struct err *err) {
    int code = 0;
    if (needs_heads(output)) {
        code = read_files(output, NULL, output, read_heads, err);
        if (code == 0)
            code = check(output, &output->heads, err);
    }
    if (code == 0)
        code = read_files(output, print_section, output, input_read, err);
    if (code == 0 && !is_for_people(output) && !output->printer->documents)
        print_rows(output, &(struct table){0}, &output->heads);
    return code;
}

/* Prints the statistics of every measurement in every file. With --fail-on-regression, ratios to
 * the reference must pass a gate, and it returns their gate_status. */
static int answer(const struct request *request, struct printer *printer, struct err *err) {
    struct output output = {.request = request, .printer = printer};
    int code =
        is_ordered(&output) ? print_in_order(&output, err) : print_as_they_come(&output, err);
    if (code == 0)
        output_print_passed_over(output.printer, output.passed_over);
    table_release(&output.heads);
    table_release(&output.all);
    return code ? code : gate_status(output.worst);
}

const struct question question_table = {.answer = answer,
                                        .columns = &row_columns,
                                        .row = "each library at each size",
                                        .summary_columns = &summary_columns,
                                        .summary_row = "the geometric means, with --summary"};
