/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/documents/growth_document.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/columns/column_table.h"
#include "analyze/complexity/complexity.h"
#include "analyze/output/listing.h"
#include "formats/model/string_pool.h"
#include "analyze/model/parameter_grid.h"
#include "analyze/model/variants.h"

/* --- columns --- */

/* 0.98 |  [0.95, 1.02] */
static void show_exponent(const void *record, char *text, size_t size) {
    const struct growth_row *row = record;
    double half = (row->exponent_high - row->exponent_low) / 2;
    int decimals = number_decimals(row->exponent, half);
    decimals = decimals < 2 ? 2 : decimals > 3 ? 3 : decimals;
    *text = '\0';
    if (isnan(row->exponent))
        return;
    if (isnan(half))
        snprintf(text, size, "%.*f", decimals, row->exponent);
    else
        snprintf(text, size, "%.*f\t  [%.*f, %.*f]", decimals, row->exponent, decimals,
                 row->exponent_low, decimals, row->exponent_high);
}

/* Rounding errors do not count as a deviation. */
static void write_deviation(struct interval value, const char *unit, char *text, size_t size) {
    value.centre = value.centre < 1e-4 ? 0 : value.centre;
    number_percent(value, unit, text, size);
}

/* Writes COUNT if it is at least LEAST. */
static void show_count(size_t count, size_t least, char *text, size_t size) {
    *text = '\0';
    if (count >= least)
        snprintf(text, size, "%zu", count);
}

static void show_pieces(const void *record, char *text, size_t size) {
    show_count(((const struct growth_row *)record)->pieces, 2, text, size);
}

static void show_left_out(const void *record, char *text, size_t size) {
    show_count(((const struct growth_row *)record)->left_out, 1, text, size);
}

static void show_outliers(const void *record, char *text, size_t size) {
    show_count(((const struct growth_row *)record)->outliers, 1, text, size);
}

#define GROWTH(member, type, unit, about) COLUMN(growth_row, #member, member, type, unit, 0, about)

/* clang-format off */
static const struct column of_growth[] = {
    {GROWTH(archive, TEXT, "", "file the run is in")},
    {GROWTH(action, TEXT, "", "what was calculated")},
    {GROWTH(run, TEXT, "", "name of the run")},
    {GROWTH(type, TEXT, "", "precision: s or d")},
    {GROWTH(variant, TEXT, "", "parameters that tell this curve from others"), USUAL("with", .once = 1)},
    {GROWTH(library, TEXT, "", "library"), USUAL("library", .align = "l")},
    {GROWTH(exponent, REAL, "1", "b where the time, or what --measure says, is c n^b"), USUAL("exponent", .align = "rl", .show = show_exponent)},
    {GROWTH(exponent_low, REAL, "1", "lower end of its interval")},
    {GROWTH(exponent_high, REAL, "1", "upper end of its interval")},
    {GROWTH(coefficient, REAL, column_measured, "c: the same at n = 1, by this law"), USUAL("at n = 1", .number = number_amount, .align = "rll")},
    {GROWTH(scatter, REAL, "1", "of the points around this law"), USUAL("scatter", .number = write_deviation, .align = "rll")},
    {GROWTH(law, TEXT, "", "nearest of 1, log n, n, n log n, n^2, n^3, over the larger sizes"), USUAL("law", .align = "l")},
    {GROWTH(law_rms, REAL, "1", "root mean square deviation from it"), USUAL("off by", .number = write_deviation, .align = "rll")},
    {GROWTH(as_good, TEXT, "", "laws that fit as well"), USUAL("as good", .align = "l")},
    {GROWTH(pieces, COUNT, "1", "pieces with an exponent each"), USUAL("pieces", .align = "r", .show = show_pieces)},
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
    double *workspace; /* three numbers per point */
};

static int find_growth(const struct curve *curve, size_t library, struct growth *growth) {
    const struct section *section = curve->section;
    const struct parameter_grid *space = section->space;
    const struct row *rows = curve->table->rows + section->first_row + library;
    double *x = curve->workspace, *seconds = x + curve->count, *errors = seconds + curve->count;
    for (size_t i = 0; i < curve->count; i++) {
        const struct row *row = &rows[curve->order[i] * section->summary_count];
        x[i] = space->axes[space->main].values[curve->order[i]];
        seconds[i] = row->status == CELL_OK ? row->mean : NAN;
        errors[i] = row->log_se;
    }
    return growth_of(&(struct growth_curve){x, seconds, errors, curve->count}, section->confidence,
                     growth);
}

static struct growth_row row_of(const struct summary_row *library, const struct growth *growth) {
    const struct complexity_fit *best = &growth->complexity.fits[0];
    return (struct growth_row){.archive = library->archive,
                               .action = library->action,
                               .run = library->run,
                               .type = library->type,
                               .library = library->library,
                               .exponent = growth->law.exponent.centre,
                               .exponent_low = growth->law.exponent.low,
                               .exponent_high = growth->law.exponent.high,
                               .coefficient = growth->law.coefficient,
                               .scatter = growth->law.scatter,
                               .law = growth->complexity.as_good ? best->law : NULL,
                               .law_rms = growth->complexity.as_good ? best->rms : NAN,
                               .pieces = growth->pieces.count,
                               .points = growth->points,
                               .left_out = growth->left_out,
                               .outliers = growth->pieces.outliers};
}

static int add_row(struct growth_rows *rows, const struct curve *curve, size_t library) {
    struct growth growth;
    struct growth_row *items = reallocarray(rows->items, rows->count + 1, sizeof *items);
    if (items)
        rows->items = items;
    if (!items || !find_growth(curve, library, &growth))
        return 0;
    size_t summary = curve->section->first_summary + library;
    items[rows->count] = row_of(&curve->table->summaries[summary], &growth);

    struct growth_row *row = &items[rows->count++];
    struct kept_text written;
    if (!kept_text_begin(&written))
        return 0;
    variants_write(curve->section->space, curve->section->space->main, curve->order[0],
                   written.file);
    if (!kept_text_end(&written, &rows->texts, &row->variant) || !kept_text_begin(&written))
        return 0;
    growth_words_pieces(&growth.pieces, written.file);
    if (!kept_text_end(&written, &rows->texts, &row->pieces_words) || !kept_text_begin(&written))
        return 0;
    growth_words_as_good(&growth.complexity, written.file);
    return kept_text_end(&written, &rows->texts, &row->as_good);
}

int growth_document_add_rows(struct growth_rows *rows, const struct table *table,
                             const struct section *section, struct err *err) {
    struct variants variants = {0};
    struct curve curve = {.table = table, .section = section};
    int ok = !section->row_count || variants_find(&variants, section->space, section->space->main);
    curve.workspace = calloc(3 * variants.longest + 1, sizeof *curve.workspace);
    ok = ok && curve.workspace;
    for (size_t v = 0; ok && v < variants.count; v++) {
        curve.order = variants.order + variants.first[v];
        curve.count = variants.first[v + 1] - variants.first[v];
        for (size_t l = 0; ok && l < section->summary_count; l++)
            ok = add_row(rows, &curve, l);
    }
    free(curve.workspace);
    variants_release(&variants);
    return ok ? 0 : err_set(err, ERR_FAILED, "no memory to see how times grow");
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
    fprintf(file, "exponent: b of the line c n^b through all points");
    if (section->quantity != QUANTITY_SECONDS)
        fprintf(file, " (%s)", quantity_words(section->quantity)->one);
    if (section->space->main)
        fprintf(file, ", n being %s", size_words_axis(section->space));
    fprintf(file,
            DOCUMENT_SEPARATOR
            "[ ]: %.6g %% interval" DOCUMENT_SEPARATOR
            "law: the nearest of 1, log n, n, n log n, n², n³, over the larger %s",
            100 * section->confidence, section->space->main ? "values" : "sizes");
}

static int has_growth(const struct growth_rows *rows) {
    for (size_t i = 0; i < rows->count; i++)
        if (!isnan(rows->items[i].exponent))
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
    section_document_headings(document, section, write_meaning, how->verbose);
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
            if (row->pieces > 1)
                document_add(document, DOCUMENT_NOTE, "%s%s%s: %s", row->library,
                             row->variant ? ", " : "", row->variant ? row->variant : "",
                             row->pieces_words);
        }
    }
    return code;
}

int growth_document_of_all(struct document *document, const struct growth_rows *rows,
                           const struct section_view *how, struct err *err) {
    return add_grid(document, rows, how->view, 0, err);
}
