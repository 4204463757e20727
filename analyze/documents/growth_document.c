/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/documents/growth_document.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/columns/column_table.h"
#include "analyze/output/listing.h"
#include "formats/model/string_pool.h"
#include "analyze/model/parameter_grid.h"
#include "analyze/model/variants.h"
#include "formats/text/xalloc.h"

/* --- columns --- */

/* 0.98 |  [0.95, 1.02] */
static void show_exponent(const void *record, char *text, size_t size) {
    const struct growth_row *row = record;
    double half = interval_width(row->exponent) / 2;
    int decimals = number_decimals(row->exponent.estimate, half);
    decimals = decimals < 2 ? 2 : decimals > 3 ? 3 : decimals;
    *text = '\0';
    if (isnan(row->exponent.estimate))
        return;
    snprintf(text, size, "%.*f%s%s", decimals, row->exponent.estimate, isnan(half) ? "" : "\t  ",
             isnan(half) ? "" : number_ends(row->exponent, 1, decimals).text);
}

/* Rounding errors do not count as a deviation. */
static void write_deviation(struct interval value, const char *unit, char *text, size_t size) {
    value.estimate = value.estimate < 1e-4 ? 0 : value.estimate;
    number_percent(value, unit, text, size);
}

/* Writes COUNT if it is at least LEAST. */
static void show_count(size_t count, size_t least, char *text, size_t size) {
    *text = '\0';
    if (count >= least)
        snprintf(text, size, "%zu", count);
}

static void show_left_out(const void *record, char *text, size_t size) {
    show_count(((const struct growth_row *)record)->left_out, 1, text, size);
}

static void show_outliers(const void *record, char *text, size_t size) {
    show_count(((const struct growth_row *)record)->outliers, 1, text, size);
}

#define GROWTH(member, type, unit, about) COLUMN(growth_row, #member, member, type, unit, 0, about)

#define STEP(number, prefix, name, member, unit, about)                                            \
    COLUMN(growth_row, prefix "_" name, steps[number].member, REAL, unit, 0, about)

/* clang-format off */
static const struct column of_growth[] = {
    {GROWTH(archive, TEXT, "", "file the run is in")},
    {GROWTH(action, TEXT, "", "what was calculated")},
    {GROWTH(run, TEXT, "", "name of the run")},
    {GROWTH(type, TEXT, "", "precision: s or d")},
    {GROWTH(variant, TEXT, "", "parameters that tell this curve from others"), USUAL("with", .once = 1)},
    {GROWTH(library, TEXT, "", "library"), USUAL("library", .align = "l")},
    {GROWTH(law, TEXT, "", "what fits best of 1, log n, n, n log n, n^2, n^2 log n, n^3; n^p if none does"), USUAL("law", .align = "l")},
    {GROWTH(as_good, TEXT, "", "laws that fit as well"), USUAL("or", .align = "l")},
    {GROWTH(exponent, INTERVAL, "1", "p where the time of large sizes, or what --measure says, grows as n^p, or n^p log n if the law has log n"), USUAL("exponent", .align = "rl", .show = show_exponent)},
    ENDS(growth_row, "exponent", exponent, "1", 0, "its"),
    {GROWTH(coefficient, REAL, column_measured, "c where the law is c times that, before the first step"), USUAL("constant", .number = number_amount, .align = "rll")},
    {STEP(0, "step", "size", size, "1", "size at which the constant rises")},
    {STEP(0, "step", "bytes", bytes, "B", "bytes of a call there")},
    {STEP(0, "step", "coefficient", coefficient, column_measured, "c beyond it")},
    {STEP(1, "second_step", "size", size, "1", "size at which it rises again")},
    {STEP(1, "second_step", "bytes", bytes, "B", "bytes of a call there")},
    {STEP(1, "second_step", "coefficient", coefficient, column_measured, "c beyond it")},
    {STEP(2, "third_step", "size", size, "1", "size at which it rises once more")},
    {STEP(2, "third_step", "bytes", bytes, "B", "bytes of a call there")},
    {STEP(2, "third_step", "coefficient", coefficient, column_measured, "c beyond it")},
    {GROWTH(besides, REAL, column_measured, "what the largest size costs besides")},
    {GROWTH(law_rms, REAL, "1", "root mean square deviation from the law"), USUAL("off by", .number = write_deviation, .align = "rll")},
    {GROWTH(scatter, REAL, "1", "the same by the median, which outliers do not move")},
    {GROWTH(law_from, REAL, "1", "smallest size that the law is fitted to, if smaller ones are left out")},
    {GROWTH(law_words, TEXT, "", "all this in words")},
    {GROWTH(pieces, COUNT, "1", "pieces of a line on the log-log plane, with an exponent each")},
    {GROWTH(pieces_words, TEXT, "", "the pieces, and where each ends")},
    {GROWTH(points, COUNT, "1", "points looked at"), USUAL("points", .align = "r")},
    {GROWTH(left_out, COUNT, "1", "points that are not right, or of no positive size"), USUAL("left out", .align = "r", .show = show_left_out)},
    {COLUMN(growth_row, "wild", outliers, COUNT, "1", 0, "points off every line, which make no break"), USUAL("wild", .align = "r", .show = show_outliers)},
};
/* clang-format on */

const struct column_set growth_columns = COLUMN_SET(of_growth, struct growth_row);

/* --- curves --- */

struct curve {
    const struct table *table;
    const struct section *section;
    const size_t *order; /* indices of the variant's points */
    size_t count;
    double *workspace; /* four numbers per point */
};

static void find_growth(const struct curve *curve, size_t library, struct growth *growth) {
    const struct section *section = curve->section;
    const struct parameter_grid *space = section->space;
    const struct row *rows = curve->table->rows + section->first_row + library;
    double *x = curve->workspace, *seconds = x + curve->count, *errors = seconds + curve->count;
    double *bytes = errors + curve->count;
    for (size_t i = 0; i < curve->count; i++) {
        const struct row *row = &rows[curve->order[i] * section->summary_count];
        x[i] = space->axes[space->main].values[curve->order[i]];
        seconds[i] = row->status == CELL_OK ? row->mean.estimate : NAN;
        errors[i] = row->log_se;
        bytes[i] = row->bytes;
    }
    growth_of(&(struct growth_curve){.sizes = x,
                                     .seconds = seconds,
                                     .errors = errors,
                                     .bytes = bytes,
                                     .count = curve->count,
                                     .caches = section->caches},
              section->confidence, growth);
}

static struct growth_row row_of(const struct summary_row *library, const struct growth *growth) {
    const struct complexity *c = &growth->complexity;
    struct growth_row row = {.archive = library->archive,
                             .action = library->action,
                             .run = library->run,
                             .type = library->type,
                             .library = library->library,
                             .exponent = c->exponent,
                             .coefficient = c->coefficient,
                             .law_rms = c->rms,
                             .scatter = c->scatter,
                             .step_count = growth->step_count,
                             .besides = growth->besides,
                             .law_from = growth->from,
                             .pieces = growth->pieces.count,
                             .points = growth->points,
                             .left_out = growth->left_out,
                             .outliers = growth->pieces.outliers};
    for (size_t k = 0; k < COST_STEPS; k++)
        row.steps[k] =
            k < growth->step_count ? growth->steps[k] : (struct growth_step){NAN, NAN, NAN, ""};
    return row;
}

enum { GROWTH_TEXTS = 5 };

static void write_text(size_t which, const struct curve *curve, const struct growth *growth,
                       FILE *file) {
    const struct section *section = curve->section;
    if (which == 0)
        variants_write(section->space, section->space->main, curve->order[0], file);
    else if (which == 1)
        fputs(growth->complexity.as_good ? growth->complexity.fits[0].law : "", file);
    else if (which == 2)
        growth_words_as_good(&growth->complexity, file);
    else if (which == 3)
        growth_words_law(growth, section->quantity, file);
    else
        growth_words_pieces(&growth->pieces, file);
}

static void add_row(struct growth_rows *rows, const struct curve *curve, size_t library) {
    struct growth growth;
    find_growth(curve, library, &growth);
    size_t summary = curve->section->first_summary + library;
    rows->items = xreallocarray(rows->items, rows->count + 1, sizeof *rows->items);
    struct growth_row *row = &rows->items[rows->count++];
    *row = row_of(&curve->table->summaries[summary], &growth);
    const char **texts[GROWTH_TEXTS] = {&row->variant, &row->law, &row->as_good, &row->law_words,
                                        &row->pieces_words};
    for (size_t i = 0; i < GROWTH_TEXTS; i++) {
        struct kept_text written;
        kept_text_begin(&written);
        write_text(i, curve, &growth, written.file);
        *texts[i] = kept_text_end(&written, &rows->texts);
    }
}

void growth_document_add_rows(struct growth_rows *rows, const struct table *table,
                              const struct section *section) {
    struct variants variants = {0};
    struct curve curve = {.table = table, .section = section};
    if (section->row_count)
        variants_find(&variants, section->space, &section->space->main, 1);
    curve.workspace = xcalloc(4 * variants.longest, sizeof *curve.workspace);
    for (size_t v = 0; v < variants.count; v++) {
        curve.order = variants.order + variants.first[v];
        curve.count = variants.first[v + 1] - variants.first[v];
        for (size_t l = 0; l < section->summary_count; l++)
            add_row(rows, &curve, l);
    }
    free(curve.workspace);
    variants_release(&variants);
}

void growth_document_release_rows(struct growth_rows *rows) {
    free(rows->items);
    string_pool_release(&rows->texts);
    *rows = (struct growth_rows){0};
}

/* --- documents --- */

unsigned growth_document_needs(int for_people) {
    return for_people ? NEED_NOISE | NEED_WARNINGS : NEED_TIMES;
}

static void write_meaning(const struct section *section, FILE *file) {
    fprintf(file, "law: what fits best");
    if (section->quantity != QUANTITY_SECONDS)
        fprintf(file, " (%s)", quantity_words(section->quantity)->one);
    if (section->space->main)
        fprintf(file, ", n being %s", size_words_axis(section->space));
    fprintf(file,
            DOCUMENT_SEPARATOR "or: what fits as well" DOCUMENT_SEPARATOR
                               "exponent: of large %s, with its %.6g %% interval",
            section->space->main ? "values" : "sizes", 100 * section->confidence);
}

static int has_growth(const struct growth_rows *rows) {
    for (size_t i = 0; i < rows->count; i++)
        if (!isnan(rows->items[i].exponent.estimate))
            return 1;
    return 0;
}

static int add_grid(struct document *document, const struct growth_rows *rows,
                    const struct view *view, int for_people, struct err *err) {
    return document_add_records(document, &growth_columns, rows->items, rows->count, view,
                                for_people, err);
}

int growth_sheet(struct document *document, const struct section *section,
                 const struct growth_rows *rows, const struct section_view *how, struct err *err) {
    section_document_headings(document, section, write_meaning, how);
    if (!rows->count)
        document_add(document, DOCUMENT_CAPTION, "no library was measured");
    else if (!has_growth(rows))
        document_add(document, DOCUMENT_CAPTION, "no library was measured at two %s or more",
                     section->space->main ? "values" : "sizes");
    if (!has_growth(rows))
        return 0;
    int code = add_grid(document, rows, how->view, 1, err);
    if (code == 0) {
        for (size_t i = 0; i < rows->count; i++) {
            const struct growth_row *row = &rows->items[i];
            if (row->law_words)
                document_add(document, DOCUMENT_NOTE, "%s%s%s: %s", row->library,
                             row->variant ? ", " : "", row->variant ? row->variant : "",
                             row->law_words);
        }
    }
    return code;
}

int growth_document_of_all(struct document *document, const struct growth_rows *rows,
                           const struct section_view *how, struct err *err) {
    return add_grid(document, rows, how->view, 0, err);
}
