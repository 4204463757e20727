/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/questions.h"

#include "analyze/cli/output.h"
#include "analyze/documents/history_document.h"
#include "formats/model/string_pool.h"

struct collection {
    struct history *history;
    struct string_pool copies; /* uuids of runs found more than once */
};

/* Receives one measurement after another; no table is kept. */
static int add_section(void *context, struct table *table, struct err *err) {
    struct collection *collection = context;
    const struct section *section = &table->sections[0];
    if (!history_add_run(collection->history, section->archive, section->run,
                         &section->provenance->run_facts))
        return history_add_rows(collection->history, table, section, err);
    const char *uuid = facts_text(&section->provenance->run_facts, FACT_UUID, "");
    xstring_pool_number(&collection->copies, uuid);
    return 0;
}

static int read_file(struct collection *collection, const struct request *request, const char *file,
                     struct err *err) {
    unsigned needs = request->is_relative ? NEED_RATIO : NEED_TIMES;
    struct input input = request_input(request, needs, add_section, collection);
    input.runs = request->runs ? request->runs : "all";
    input.table.with_provenance = 1;
    return request_read_file(&input, file, input_read, err);
}

/* Reads a file that is named twice only once. */
static int read_files(struct collection *collection, const struct request *request,
                      struct err *err) {
    struct string_pool files = {0};
    struct unmatched_files unmatched = {0};
    int code = 0;
    for (size_t i = 0; code == 0 && i < request->file_count; i++) {
        uint32_t known = files.count, number = xstring_pool_number(&files, request->files[i]);
        if (number == known)
            code =
                unmatched_files_note(&unmatched, request->files[i],
                                     read_file(collection, request, request->files[i], err), err);
    }
    string_pool_release(&files);
    return unmatched_files_conclude(&unmatched, request->terms.access.program, code, err);
}

/* Ratios need a library besides the reference, and right answers of both. */
static int check_ratios(const struct request *request, const struct history_cells *cells,
                        struct err *err) {
    if (!request->is_relative || cells->count)
        return 0;
    return err_set(err, ERR_USAGE,
                   "--relative follows ratios to the reference, and these runs have none: choose a "
                   "library besides the reference, or by --ref a reference with right answers");
}

static int print_history(const struct collection *collection, const struct request *request,
                         struct printer *printer, struct err *err) {
    double confidence = request->table.confidence > 0 ? request->table.confidence : 0.95;
    struct history_cells cells;
    struct history_report report = {
        .history = collection->history,
        .cells = &cells,
        .asked = {1 - confidence, confidence, request->table.min_effect, request->table.quantity},
        .copies = collection->copies.count,
        .view = &request->view,
        .verbose = request->section.verbose};
    int code = history_conclude(collection->history, &report.asked, &cells, err);
    if (code)
        return code;
    code = check_ratios(request, &cells, err);
    if (code == 0) {
        struct document document = {0};
        code = request->format->is_for_people ? history_sheet(&document, &report, err)
                                              : history_document_of_all(&document, &report, err);
        code = request_print(printer, &document, code);
        history_report_release(&report);
    }
    history_cells_release(&cells);
    return code;
}

/* --history: prints what has changed in every cell over all runs of all files. */
static int answer(const struct request *request, struct printer *printer, struct err *err) {
    int code = view_check(&request->view, &history_columns, err);
    if (code)
        return code;
    struct collection collection = {
        .history = history_new(request->is_relative ? HISTORY_RATIOS : HISTORY_MEANS)};
    code = read_files(&collection, request, err);
    if (code == 0)
        code = print_history(&collection, request, printer, err);
    string_pool_release(&collection.copies);
    history_free(collection.history);
    return code;
}

const struct question question_history = {.option = "history",
                                          .answer = answer,
                                          .columns = &history_columns,
                                          .row = "each level of a cell's times, with --history"};
