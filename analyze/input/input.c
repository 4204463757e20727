/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/input/input.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyze/aggregate/aggregate.h"
#include "analyze/input/missing.h"
#include "analyze/documents/read_json.h"
#include "formats/foreign/registry.h"
#include "formats/import/join.h"
#include "formats/import/understood.h"
#include "formats/text/unicode.h"
#include "formats/text/xalloc.h"
#include "store/archive/choose.h"

/* --- input --- */

/* The state while measurements are read, either to fold them or to pass on only their heads. */
struct passage {
    const struct input *input;
    input_head *visit_head; /* NULL to aggregate */
    void *context;          /* of visit_head */
    struct aggregate *aggregate;
    struct missing missing;
    size_t met, shown, passed_over;
    struct string_pool actions; /* of rows */
    int leaves_open;            /* the archive, for the next passage */

    size_t lacking;         /* measurements without a sample of the quantity */
    quantity_set known;     /* the quantities that these have (quantity.h) */
    char lacks[128];        /* the action of the first of them */
    enum quantity measured; /* of the measurement: what it has in place of times, or seconds */
};

static int begin(void *context, const struct run *run, const struct measurement *whole,
                 struct err *err) {
    struct passage *passage = context;
    passage->measured = quantity_of_measurement(whole);
    passage->met++;
    missing_note(&passage->missing, whole);
    if (passage->visit_head)
        return passage->visit_head(passage->context, run, whole, err);
    return aggregate_begin(&passage->aggregate, run, whole, &passage->input->table, err);
}

static int points(void *context, const struct measurement *window, size_t first, struct err *err) {
    struct passage *passage = context;
    (void)err;
    aggregate_points(passage->aggregate, window, first);
    return 0;
}

static int series(void *context, const struct measurement *window, size_t first, size_t number,
                  struct err *err) {
    struct passage *passage = context;
    (void)err;
    aggregate_series(passage->aggregate, window, first, number);
    return 0;
}

/* Returns whether TABLE has a sample of the quantity, or no row at all. */
static int has_quantity(struct passage *passage, const struct table *table) {
    const struct section *section = &table->sections[0];
    int has_times = section->quantity == QUANTITY_SECONDS && passage->measured == QUANTITY_SECONDS;
    int has = has_times || section->samples > 0 || !table->row_count;
    if (!has) {
        passage->known |= section->known;
        if (passage->measured != QUANTITY_SECONDS)
            passage->known |= (quantity_set)1 << passage->measured;
        if (passage->lacking++ == 0)
            snprintf(passage->lacks, sizeof passage->lacks, "%s", section->action);
    }
    return has;
}

static int end(void *context, struct err *err) {
    struct passage *passage = context;
    const struct input *input = passage->input;
    struct table table = {0};
    int code = 0;
    aggregate_end(passage->aggregate, &table);
    passage->aggregate = NULL;
    int is_shown = (table.row_count || !input->terms->picks) && has_quantity(passage, &table);
    if (is_shown)
        code = input->visit(input->context, &table, err);
    passage->shown += (size_t)is_shown;
    table_release(&table);
    return code;
}

/* --- archives --- */

/* Reading less is faster. */
static unsigned extent_of(const struct input *input) {
    unsigned spared = input->table.spared;
    int is_little = (spared & NEED_DETAILS) == NEED_DETAILS;
    unsigned facts = input->table.with_provenance ? READER_FACTS : 0;
    /* READER_TIMES lacks the processor time of a single thread. */
    if (input->table.quantity != QUANTITY_SECONDS || input->table.with_bases)
        return READER_ALL | facts;
    return (is_little ? READER_SECONDS : READER_TIMES) | facts;
}

static int survey_head(void *context, const struct run *run, const struct measurement *whole,
                       struct err *err) {
    const struct input *input = context;
    return input->survey(input->survey_context, run, whole, err);
}

static int by_run(const void *a, const void *b) {
    const struct choice *left = a, *right = b;
    int order = (left->run > right->run) - (left->run < right->run);
    return order ? order : strcmp(left->action, right->action);
}

static void begin_meanwhile(const struct input *input) {
    if (input->meanwhile)
        input->meanwhile();
}

/* The archive that input_settle_quantity has looked at: opening it again would take as long as
 * reading a small one. */
static struct archive *left_open;

static int open_archive(const struct input *input, struct archive **archive, struct err *err) {
    struct access access = input->terms->access.access;
    access.meanwhile = input->meanwhile;
    *archive = left_open;
    left_open = NULL;
    if (*archive && strcmp(archive_path(*archive), input->file) == 0) {
        begin_meanwhile(input);
        return 0;
    }
    archive_close(*archive);
    return archive_open_with(archive, input->file, &access, err);
}

static int read_archive(struct passage *passage, struct err *err) {
    const struct input *input = passage->input;
    const struct choice_visitor visitor = {
        begin, points, aggregate_is_by_series(&input->table) ? series : NULL, end};
    const struct choice_terms terms = {input->runs, input->terms->action, input->terms->host,
                                       input->terms->since};
    unsigned extent = passage->visit_head ? READER_SECONDS | READER_HEAD : extent_of(input);
    struct archive *archive = NULL;
    struct choices choices = {0};
    int code = open_archive(input, &archive, err);
    if (code == 0 && input->survey) {
        const struct choice_terms all = {.runs = "all", .since = NAN};
        const struct choice_visitor archive_visitor = {.begin = survey_head};
        struct choices archive_choices = {0};
        code = archive_choose(archive, &all, &archive_choices, err);
        if (code == 0)
            qsort(archive_choices.items, archive_choices.count, sizeof *archive_choices.items,
                  by_run);
        if (code == 0)
            code = choices_stream(archive, &archive_choices, READER_SECONDS | READER_HEAD,
                                  &archive_visitor, (void *)input, err);
        choices_release(&archive_choices);
    }
    if (code == 0)
        code = archive_choose(archive, &terms, &choices, err);
    if (code == 0)
        code =
            choices_stream(archive, &choices, (enum reader_extent)extent, &visitor, passage, err);
    passage->passed_over = choices.passed_over;
    choices_release(&choices);
    if (passage->leaves_open && code >= 0)
        left_open = archive;
    else
        archive_close(archive);
    return code;
}

/* --- foreign files --- */

struct origin {
    const char *file;
    const struct run *run;
    int is_one_of_many;
};

static void write_origin(const void *context, FILE *file) {
    const struct origin *origin = context;
    fprintf(file, "%s: ", origin->file);
    if (origin->is_one_of_many)
        fprintf(file, "run %s: ", origin->run->name);
    understood_write(origin->run, file);
}

/* Only of a table of others it is guessed what its numbers are. */
static void tell_origin(const struct input *input, const struct run *run, int is_one_of_many) {
    const struct origin origin = {input->file, run, is_one_of_many};
    if (input->terms->understood)
        document_write(input->terms->understood, DOCUMENT_ORIGIN, write_origin, &origin);
    else if (facts_find(&run->facts, FACT_SOURCE_UNIT)) {
        fprintf(stderr, "%s: ", input->terms->access.program);
        write_origin(&origin, stderr);
        fputc('\n', stderr);
    }
}

/* Says what was understood, suggests --split, and names the benchmarks without the parameter that
 * is to be the size. */
static void tell_of(const struct input *input, const struct runs *runs) {
    char suggestion[400];
    for (size_t i = 0; input->terms->suggests && i < runs->count; i++) {
        const char *names = facts_text(&runs->items[i]->facts, FACT_UNSIZED, NULL);
        tell_origin(input, runs->items[i], runs->count > 1);
        const char *program = input->terms->access.program, *size = input->terms->size_param;
        if (names && size)
            fprintf(stderr, "%s: %s: without a parameter %s, their size is the usual: %s\n",
                    program, input->file, size, names);
        const char *repeated = facts_text(&runs->items[i]->facts, FACT_REPEATED, NULL);
        if (repeated)
            fprintf(stderr, "%s: %s: " REPEATED_SAYS ": %s\n", program, input->file, repeated);
        if (format_suggest_split(runs->items[i], suggestion, sizeof suggestion))
            fprintf(stderr, "%s: %s: %s\n", program, input->file, suggestion);
    }
}

/* Reads the file number I: 0 is FILE itself. It has one run. */
static int read_one_of(const struct input *input, size_t i, const struct format_options *options,
                       struct runs *runs, struct err *err) {
    struct foreign file;
    const char *path = i ? input->more_files[i - 1] : input->file;
    if (!foreign_is(&file, path) || file.is_mat73)
        return err_set(err, ERR_USAGE,
                       "%s: only results of other programs, such as Google Benchmark's, are drawn "
                       "together; bench-analyze compares archives",
                       path);
    int code = foreign_read(&file, options, &input->terms->access.access, runs, err);
    if (code == 0 && runs->count != 1)
        code = err_set(err, ERR_USAGE, "%s: it has %zu runs; files of one run are drawn together",
                       path, runs->count);
    return code;
}

/* Reads FILE and all others into one run. */
static int read_joined(const struct input *input, const struct format_options *options,
                       struct runs *runs, struct err *err) {
    size_t count = input->more_count + 1;
    struct runs *each = xcalloc(count, sizeof *each);
    struct joined_file *files = xcalloc(count, sizeof *files);
    int code = 0;
    for (size_t i = 0; code == 0 && i < count; i++) {
        code = read_one_of(input, i, options, &each[i], err);
        if (code == 0)
            files[i] =
                (struct joined_file){each[i].items[0], i ? input->more_files[i - 1] : input->file};
    }
    *runs = (struct runs){0};
    if (code == 0)
        code = join_runs(runs, files, count, err);
    if (code == 0 && input->terms->access.program)
        fprintf(stderr,
                "%s: these files were measured one after the other: no interval covers what has "
                "changed between them\n",
                input->terms->access.program);
    for (size_t i = 0; i < count; i++)
        runs_release(&each[i]);
    free(each);
    free(files);
    return code;
}

static int read_foreign(struct passage *passage, const struct foreign *file, struct err *err) {
    const struct input *input = passage->input;
    const struct choice_terms terms = {input->runs, input->terms->action, input->terms->host,
                                       input->terms->since};
    const struct format_options options = {.size_param = input->terms->size_param,
                                           .split = input->terms->split,
                                           .unit = input->terms->unit,
                                           .as = input->terms->as};
    struct choices choices = {0};
    struct runs runs;

    /* A child process must read its formats before threads start. */
    if (!file->is_mat73)
        begin_meanwhile(input);
    int code = input->more_count
                   ? read_joined(input, &options, &runs, err)
                   : foreign_read(file, &options, &input->terms->access.access, &runs, err);
    if (code == 0 && file->is_mat73)
        begin_meanwhile(input);

    if (code == 0) {
        for (size_t r = 0; input->survey && r < runs.count; r++)
            for (size_t m = 0; code == 0 && m < runs.items[r]->measurement_count; m++)
                code = input->survey(input->survey_context, runs.items[r],
                                     &runs.items[r]->measurements[m], err);
    }
    if (code == 0)
        code = foreign_choose(&runs, input->file, &terms, &choices, err);
    if (code == 0 && !passage->visit_head)
        tell_of(input, &runs);
    for (size_t i = 0; code == 0 && i < choices.count; i++) {
        const struct run *run = runs.items[choices.items[i].run];
        const struct measurement *m = run_find(run, choices.items[i].action);
        int status = begin(passage, run, m, err);
        if (status || passage->visit_head)
            code = status;
        else {
            status = points(passage, m, 0, err);
            code = status ? status : end(passage, err);
        }
    }
    passage->passed_over = choices.passed_over;
    choices_release(&choices);
    runs_release(&runs);
    return code;
}

/* --- rows --- */

/* The rows already fix the reference, the confidence and the selection. */
static int check_settled(const struct input *input, const struct section *section,
                         struct err *err) {
    const char *wanted = input->table.reference, *reference = section->reference;
    if (wanted && (!reference || strcmp(wanted, reference) != 0))
        return err_set(err, ERR_USAGE,
                       "%s: its ratios are to %s; for others give --ref to bench-analyze",
                       input->file, reference ? reference : "no library that it names");
    if (input->table.confidence > 0 && fabs(input->table.confidence - section->confidence) > 1e-6)
        return err_set(err, ERR_USAGE,
                       "%s: its intervals are made; for other ones give --confidence to "
                       "bench-analyze",
                       input->file);
    if (input->table.are_simultaneous)
        return err_set(err, ERR_USAGE,
                       "%s: its intervals are made; give --bands simultaneous to bench-analyze, or "
                       "name the archive",
                       input->file);
    if (input->table.quantity != QUANTITY_SECONDS && input->table.quantity != section->quantity)
        return err_set(err, ERR_USAGE,
                       "%s: its rows are of %s; for others give --measure to bench-analyze",
                       input->file, quantity_words(section->quantity)->name);
    const struct statistic *statistic = &input->table.statistic;
    char name[STATISTIC_NAME];
    statistic_name(section->statistic, name);
    if (statistic->kind != STATISTIC_TYPICAL &&
        (statistic->kind != section->statistic.kind ||
         statistic->probability != section->statistic.probability))
        return err_set(err, ERR_USAGE,
                       "%s: its ratios are made, of %s samples; for others give --statistic to "
                       "bench-analyze",
                       input->file, name);
    if (input->terms->picks)
        return err_set(err, ERR_USAGE,
                       "%s: its rows are chosen; for others give --library, --at and the like to "
                       "bench-analyze",
                       input->file);
    return 0;
}

static int visit_rows(void *context, struct table *table, struct err *err) {
    struct passage *passage = context;
    const struct input *input = passage->input;
    const struct section *section = &table->sections[0];
    int code = check_settled(input, section, err);
    string_pool_number(&passage->actions, section->action);
    if (code || !choice_means(section->action, section->type, input->terms->action))
        return code;
    passage->met++;
    passage->shown++;
    return input->visit(input->context, table, err);
}

static int read_rows(struct passage *passage, struct err *err) {
    const struct input *input = passage->input;
    const struct read_json_terms terms = {input->row_columns, visit_rows, passage};
    begin_meanwhile(input);

    /* The runs were selected when the rows were made. */
    const char *runs = input->runs;
    int code = !runs || strcmp(runs, "all") == 0 || strcmp(runs, "latest") == 0
                   ? 0
                   : err_set(err, ERR_USAGE,
                             "%s: its rows are made; for run \"%s\" give --run to "
                             "bench-analyze",
                             input->file, runs);
    code = code ? code : read_json(input->file, &terms, err);
    if (code == 0 && !passage->met)
        code =
            err_set(err, ERR_ABSENT, "%s has no action \"%s\"%s", input->file, input->terms->action,
                    string_pool_known(&passage->actions, input->terms->action, "it has").text);
    string_pool_release(&passage->actions);
    return code;
}

static int read_any(struct passage *passage, struct err *err) {
    const struct input *input = passage->input;
    struct foreign file;
    int is_foreign = foreign_is(&file, input->file), is_known = is_foreign && file.format;
    int is_rows = !is_known && !file.is_mat73 && read_json_detect(input->file);
    is_foreign = is_foreign && !is_rows;
    if (is_rows && !input->row_columns)
        return err_set(
            err, ERR_USAGE,
            "%s: unrecognised format; `bench-store formats` lists what is read; rows of an "
            "analysis have neither samples nor what is known of the run: name the "
            "archive that they came from",
            input->file);
    if (!is_foreign && input->more_count)
        return err_set(err, ERR_USAGE,
                       "%s: only results of other programs, such as Google Benchmark's, are drawn "
                       "together; bench-analyze compares archives",
                       input->file);
    if (!is_foreign && input->terms->split && access(input->file, F_OK) != 0)
        return err_set(err, ERR_USAGE,
                       "%s: no such file; if it is the pattern of --split, write --split=%s",
                       input->file, input->file);
    const char *told = input->terms->split        ? "--split"
                       : input->terms->size_param ? "--size-param"
                       : input->terms->unit       ? "--unit"
                       : input->terms->as         ? "--as"
                                                  : NULL;
    if (!is_foreign && told)
        return err_set(err, ERR_USAGE,
                       "%s: %s is for files of other programs, such as Google Benchmark's",
                       input->file, told);
    int code = is_rows      ? read_rows(passage, err)
               : is_foreign ? read_foreign(passage, &file, err)
                            : read_archive(passage, err);
    aggregate_free(passage->aggregate);
    return code;
}

int input_read_heads(const struct input *input, input_head *visit, void *context, struct err *err) {
    return read_any(&(struct passage){.input = input, .visit_head = visit, .context = context},
                    err);
}

/* The filter that names libraries: those to show, or the one whose cell is to be explained. */
static const struct filter *pick_of(const struct input *input) {
    return input->table.filter ? input->table.filter : input->table.chosen;
}

/* Writes "axpy" or "axpy and 3 others". */
static const char *lacking_names(const struct passage *passage, char *text, size_t size) {
    size_t others = passage->lacking - 1;
    if (others)
        snprintf(text, size, "%s and %zu other%s", passage->lacks, others, others == 1 ? "" : "s");
    else
        snprintf(text, size, "%s", passage->lacks);
    return text;
}

static int lacks_quantity(const struct passage *passage, struct err *err) {
    char list[600], names[256];
    const char *name = quantity_words(passage->input->table.quantity)->name;
    struct suggestion suggestion = {.wanted = name};
    int is_known_name = (int)passage->input->table.quantity < QUANTITIES;
    for (int q = 0; q < 64; q++)
        if (passage->known >> q & 1 || (q < QUANTITIES && !is_known_name))
            suggest_consider(&suggestion, quantity_words((enum quantity)q)->name);
    quantity_list(passage->known, list, sizeof list);
    return err_set(err, ERR_ABSENT, "%s: no sample of %s tells %s; --measure may be %s%s",
                   passage->input->file, lacking_names(passage, names, sizeof names), name, list,
                   suggest_words(&suggestion).text);
}

/* Reads the begin of the file of FORMAT at PATH: all of it, or a table, whose columns say what it
 * holds. */
static enum quantity quantity_of_foreign(const struct format *format, const char *path,
                                         const struct format_options *options) {
    enum quantity quantity = QUANTITY_SECONDS;
    struct source source;
    struct runs runs = {0};
    if (source_read(&source, path, FORMAT_HEAD, NULL) == 0) {
        size_t length = source.length; /* up to the last whole line */
        int is_enough = length < FORMAT_HEAD || format->has_columns;
        while (source.length >= FORMAT_HEAD && length > 0 && source.text[length - 1] != '\n')
            length--;
        if (is_enough &&
            format_read_memory(format, source.text, length, path, options, &runs, NULL) == 0)
            quantity = quantity_of_measurement(&runs.items[0]->measurements[0]);
        runs_release(&runs);
    }
    source_release(&source);
    return quantity;
}

/* That of the first measurement, unless one has times. */
static enum quantity quantity_of_run(const struct run *run) {
    for (size_t m = 0; m < run->measurement_count; m++)
        if (quantity_of_measurement(&run->measurements[m]) == QUANTITY_SECONDS)
            return QUANTITY_SECONDS;
    return quantity_of_measurement(&run->measurements[0]);
}

/* Reads all of it, unless its begin shows that it holds times. */
static enum quantity quantity_of_file(const struct foreign *file, const char *path,
                                      const struct format_options *options) {
    enum quantity quantity = QUANTITY_SECONDS;
    struct source source;
    struct runs runs = {0};
    int may_lack = source_read(&source, path, FORMAT_HEAD, NULL) == 0 &&
                   file->format->may_lack_times(source.text, source.length);
    source_release(&source);
    if (may_lack && foreign_read(file, options, NULL, &runs, NULL) == 0 && runs.count &&
        runs.items[0]->measurement_count)
        quantity = quantity_of_run(runs.items[0]);
    runs_release(&runs);
    return quantity;
}

/* Keeps the quantity of the first measurement, and stops at one that has times. */
static int note_quantity(void *context, const struct run *run, const struct measurement *whole,
                         struct err *err) {
    enum quantity *first = context, quantity = quantity_of_measurement(whole);
    (void)run;
    (void)err;
    if (quantity == QUANTITY_SECONDS || *first == QUANTITY_SECONDS)
        *first = quantity;
    return quantity == QUANTITY_SECONDS;
}

static int is_archive(const char *path) {
    const struct format *format;
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
           format_detect(path, &format, NULL) == 0 && !format;
}

/* Passes the heads of a file's measurements to VISIT; what goes wrong is told when it is read. */
static void survey_file(const struct input_terms *terms, const char *path, input_head *visit,
                        void *context) {
    const struct input input = {.terms = terms, .file = path};
    read_any(
        &(struct passage){
            .input = &input, .visit_head = visit, .context = context, .leaves_open = 1},
        &(struct err){""});
}

static enum quantity usual_quantity(const struct input_terms *terms, const char *path) {
    const struct format_options options = {
        .size_param = terms->size_param, .unit = terms->unit, .as = terms->as};
    struct foreign file;
    enum quantity quantity = QUANTITY_SECONDS;
    if (foreign_is(&file, path))
        return !file.format                  ? QUANTITY_SECONDS
               : file.format->may_lack_times ? quantity_of_file(&file, path, &options)
                                             : quantity_of_foreign(file.format, path, &options);
    if (is_archive(path))
        survey_file(terms, path, note_quantity, &quantity);
    return quantity;
}

/* What the measurements of a file call the quantity that is wanted. */
struct called {
    enum quantity wanted, called;
    int differs; /* they have several words for it */
};

/* Learns the measures' words. */
static int learn_measures(void *context, const struct run *run, const struct measurement *whole,
                          struct err *err) {
    struct called *called = context;
    const struct quantity_arrays arrays = quantity_arrays_of(whole);
    enum quantity quantity = quantity_called(called->wanted, &arrays);
    (void)run;
    (void)err;
    called->differs |= called->called != called->wanted && quantity != called->wanted &&
                       quantity != called->called;
    if (quantity != called->wanted)
        called->called = quantity;
    return 0;
}

enum quantity input_settle_quantity(const struct input_terms *terms, const char *path,
                                    enum quantity wanted) {
    if (wanted == QUANTITY_SECONDS)
        return usual_quantity(terms, path);
    struct called called = {wanted, wanted, 0};
    if ((int)wanted >= QUANTITIES || wanted == QUANTITY_RATE || wanted == QUANTITY_BYTE_RATE)
        survey_file(terms, path, learn_measures, &called);
    return called.differs ? wanted : called.called;
}

int input_keep(void *context, struct table *table, struct err *err) {
    (void)err;
    table_take(context, table);
    return 0;
}

/* Where what is missing may be besides. */
static const char *among(const struct passage *passage) {
    const struct input *input = passage->input;
    int are_some = (input->runs && strcmp(input->runs, "all") != 0) || input->terms->action ||
                   input->terms->host || !isnan(input->terms->since) || passage->passed_over;
    return are_some ? " in the measurements chosen" : "";
}

/* What is missing is an error only if nothing is left to show. */
static int conclude(const struct passage *passage, struct err *err) {
    const struct input *input = passage->input;
    const char *program = input->terms->access.program;
    char names[256];
    if (!passage->shown && passage->lacking)
        return lacks_quantity(passage, err);
    if (!passage->shown || missing_is_all(&passage->missing))
        return missing_refuse(&passage->missing, input->file, among(passage), err);
    if (program && missing_library_count(&passage->missing)) {
        struct err missing;
        missing_refuse(&passage->missing, input->file, among(passage), &missing);
        fprintf(stderr, "%s: %s; the others are shown\n", program, missing.message);
    }
    if (program && passage->lacking) {
        char list[600];
        quantity_list(passage->known, list, sizeof list);
        fprintf(stderr,
                "%s: %s: no sample of %s tells %s; the others are shown, and --measure may be %s\n",
                program, input->file, lacking_names(passage, names, sizeof names),
                quantity_words(input->table.quantity)->name, list);
    }
    return 0;
}

int input_read(struct input *input, struct err *err) {
    struct passage passage = {.input = input};
    missing_begin(&passage.missing, pick_of(input));
    int code = read_any(&passage, err);
    input->passed_over = passage.passed_over;
    if (code == 0)
        code = conclude(&passage, err);
    missing_release(&passage.missing);
    return code;
}
