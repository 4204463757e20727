/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/documents/section_document.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/number.h"
#include "analyze/aggregate/row.h"
#include "analyze/aggregate/table.h"
#include "analyze/columns/format_number.h"
#include "analyze/output/grid.h"
#include "analyze/output/listing.h"
#include "analyze/output/print.h"
#include "analyze/ranking/fastest_words.h"
#include "formats/text/terminal.h"
#include "formats/text/unicode.h"

/* People see noise, verdicts and warnings in the headings, and geometric means below the rows. */
unsigned section_document_needs(const struct section_view *how, int for_people) {
    static const struct view usual;
    unsigned above =
        for_people ? NEED_NOISE | NEED_WARNINGS | NEED_RATIO | NEED_VERDICT | NEED_BATCHES : 0;
    return above | view_needs(how->view ? how->view : &usual,
                              how->summary_only ? &summary_columns : &row_columns, for_people);
}

static void heading_probability(const struct section *section, FILE *file) {
    const char *least = quantity_words(section->quantity)->least;
    char by[STATISTIC_NAME];
    statistic_name(section->statistic, by);
    if (section->rounds > 1)
        fprintf(file, "p fastest: probability of the %s %s %s of all libraries there",
                quantity_words(section->quantity)->is_rate ? "largest" : "smallest", by,
                quantity_words(section->quantity)->one);
    else
        fprintf(file,
                "p fastest is blank: a single round does not tell which library is surely the %s",
                least);
}

static int is_wide(const struct section_view *how) {
    return how->view && how->view->is_wide;
}

/* 3 warnings: times vary between rounds (7 cells) · too few samples (2 cells); --verbose explains.
 * "3 more" after those told in full; those for which a line of that WIDTH has no room are only
 * counted. */
struct brief {
    const struct section *section;
    size_t width;
};

static void write_brief_warnings(const void *context, FILE *file) {
    static const char closing[] = "; --verbose explains", more[] = DOCUMENT_SEPARATOR "and 99 more";
    const struct brief *brief = context;
    const struct warnings *warnings = brief->section->warnings;
    size_t left = 0, told = 0, column = strlen("99 more warnings: ") + strlen(closing);
    for (size_t i = 0; warnings && i < warnings->count; i++)
        left += !warnings->items[i].is_grave;
    if (left)
        fprintf(file, "%zu %swarning%s: ", left, left < warnings->count ? "more " : "",
                left == 1 ? "" : "s");
    for (size_t i = 0; left && i < warnings->count; i++) {
        char item[160];
        if (warnings->items[i].is_grave)
            continue;
        heading_brief_warning(&warnings->items[i], item, sizeof item);
        column += utf8_width(item) + utf8_width(DOCUMENT_SEPARATOR);
        if (told && column + (left > 1 ? utf8_width(more) : 0) > brief->width)
            break;
        fprintf(file, "%s%s", told++ ? DOCUMENT_SEPARATOR : "", item);
        left--;
    }
    if (left)
        fprintf(file, DOCUMENT_SEPARATOR "and %zu more", left);
    if (told)
        fputs(closing, file);
}

/* Those that tell that numbers are wrong or missing in full, the others in one line. */
static void add_warnings(struct document *document, enum document_kind kind,
                         const struct section *section, const struct section_view *how) {
    const struct brief brief = {section, how->width ? how->width : TERMINAL_USUAL_WIDTH};
    heading_add(document, kind, section,
                how->verbose ? heading_all_warnings : heading_grave_warnings);
    if (!how->verbose)
        document_write(document, kind, write_brief_warnings, &brief);
}

void section_document_headings(struct document *document, const struct section *section,
                               heading_function *meaning, const struct section_view *how) {
    heading_add(document, DOCUMENT_TITLE, section, heading_brief);
    if (how->verbose)
        heading_add(document, DOCUMENT_LINE, section, heading_run);
    if (meaning)
        heading_add(document, DOCUMENT_LINE, section, meaning);
    add_warnings(document, DOCUMENT_WARNING, section, how);
}

/* --- the answer --- */

static void write_answer(const void *context, FILE *file) {
    const struct table_section *of = context;
    fastest_words_write_answer(of->table, of->section, file);
}

static void write_details(const void *context, FILE *file) {
    const struct table_section *of = context;
    fastest_words_write_details(of->table, of->section, file);
}

/* Without what aligns them in a column. */
static void write_parts(const char *text, FILE *file) {
    for (const char *c = text; *c; c++)
        if (*c != '\t')
            fputc(*c, file);
}

/* 3.67 ± 0.05 ns at size 10 */
static void write_mean(const struct row *row, FILE *file) {
    char text[GRID_PART];
    format_number_mean(row, text, sizeof text);
    write_parts(text, file);
    fputs(" at ", file);
    parameter_grid_write_point(row->space, row->point, file);
}

/* openblas takes 3.67 ± 0.05 ns at size 10 to 551 ± 12 µs at size 1000000 */
static void write_only_library(const void *context, FILE *file) {
    const struct table_section *of = context;
    const struct row *rows = of->table->rows + of->section->first_row;
    const struct row *least = NULL, *most = NULL;
    for (size_t i = 0; i < of->section->row_count; i++) {
        if (rows[i].status != CELL_OK || isnan(rows[i].mean.estimate))
            continue;
        least = !least || rows[i].mean.estimate < least->mean.estimate ? &rows[i] : least;
        most = !most || rows[i].mean.estimate > most->mean.estimate ? &rows[i] : most;
    }
    if (!least || least == most)
        return;
    fprintf(file, "%s %s ", least->library,
            quantity_words(least->quantity)->is_rate ? "reaches"
            : least->quantity == QUANTITY_SECONDS    ? "takes"
                                                     : "needs");
    write_mean(least, file);
    fputs(" to ", file);
    write_mean(most, file);
}

/* mean of all calls: rare 74.0 ± 0.1 ns at size 10, 2.39 × its typical time, by slow calls of its
 * own */
enum { MEANS_TOLD = 3 };

static void write_mean_of_calls(const struct row *row, FILE *file) {
    static const char *const because[] = {
        [SLOW_CALLS_OWN] = ", by slow calls of its own",
        [SLOW_CALLS_TAKEN] = ", as others had its CPU",
        [SLOW_CALLS_UNSEEN] = ", for no cause that was seen",
    };
    char text[GRID_PART];
    number_amount(row->batch_mean, "s", text, sizeof text);
    fprintf(file, "%s ", row->library);
    write_parts(text, file);
    fputs(" at ", file);
    parameter_grid_write_point(row->space, row->point, file);
    fprintf(file, ", %.3g × its typical time%s", row->diagnostics.batch_factor.estimate,
            because[row->diagnostics.slow_calls]);
}

static void write_means_of_calls(const void *context, FILE *file) {
    const struct table_section *of = context;
    const struct row *rows = of->table->rows + of->section->first_row;
    size_t found = 0;
    for (size_t i = 0; i < of->section->row_count; i++)
        if (row_leaves_slow_calls_out(&rows[i]) && found++ < MEANS_TOLD) {
            fputs(found == 1 ? "mean of all calls: " : DOCUMENT_SEPARATOR, file);
            write_mean_of_calls(&rows[i], file);
        }
    if (found > MEANS_TOLD)
        fprintf(file, DOCUMENT_SEPARATOR "and %zu more", found - MEANS_TOLD);
}

/* --- sheets --- */

/* What is left of BLOCK_LINES below what DOCUMENT has so far, a blank line and the headings. */
enum { BLOCK_LINES = 10, LEAST_LIBRARIES = 3 };

static size_t room_for_libraries(const struct document *document, size_t width) {
    size_t used = print_text_lines(document, width) + 2;
    return used + LEAST_LIBRARIES < BLOCK_LINES ? BLOCK_LINES - used : LEAST_LIBRARIES;
}

/* Adds the geometric means, of as many libraries as the first block has room for. */
static void add_means(struct document *document, const struct table *table,
                      const struct section *section, const struct section_view *how) {
    size_t room = room_for_libraries(document, how->width);
    struct records records;
    int is_whole = how->summary_only || is_wide(how);
    const struct view wide = {.is_wide = 1};
    const struct view *view = how->summary_only ? how->view : is_wide(how) ? &wide : NULL;
    records_of_section(&records, table, section, view, 1);
    size_t more = !is_whole && records.count > room ? records.count - (room - 1) : 0;
    records.count -= more;
    document_add_grid(document, &records);
    if (more)
        document_add(document, DOCUMENT_FOOT, "and %zu more; --summary lists all", more);
}

static void add_rows(struct document *document, const struct table *table,
                     const struct section *section, const struct section_view *how) {
    struct records records;
    records_of_section(&records, table, section, how->view, 0);
    document_add_grid(document, &records);
}

static void add_explanations(struct document *document, const struct section *section,
                             const struct section_view *how) {
    heading_add(document, DOCUMENT_LINE, section, heading_action);
    heading_add(document, DOCUMENT_LINE, section, heading_run);
    heading_add(document, DOCUMENT_LINE, section, heading_meaning);
    heading_add(document, DOCUMENT_LINE, section, heading_noise);
    if (!how->summary_only)
        heading_add(document, DOCUMENT_LINE, section, heading_verdicts);
    add_warnings(document, DOCUMENT_WARNING, section, how);
}

/* A table of one point that fits into the first block. */
static int is_short(const struct section *section) {
    return section->row_count == section->summary_count && section->row_count < BLOCK_LINES;
}

/* Adds the answer. Warnings come below the first table, unless that is long. */
static void add_first_block(struct document *document, const struct table *table,
                            const struct section *section, const struct section_view *how) {
    const struct table_section whole = {table, section};
    int is_point = section->row_count == section->summary_count;
    int has_means =
        section->row_count && (how->summary_only || (section->summary_count > 1 && !is_point));
    heading_add(document, DOCUMENT_TITLE, section, heading_brief);
    document_write(document, DOCUMENT_LINE,
                   section->summary_count == 1 ? write_only_library : write_answer, &whole);
    if (has_means)
        add_means(document, table, section, how);
    if (how->verbose)
        add_explanations(document, section, how);
    else if (has_means || !is_short(section))
        add_warnings(document, has_means ? DOCUMENT_WARNING_FOOT : DOCUMENT_WARNING, section, how);
}

void section_sheet(struct document *document, const struct table *table,
                   const struct section *section, const struct section_view *how) {
    const struct table_section whole = {table, section};
    int is_last = is_short(section) || how->summary_only;
    add_first_block(document, table, section, how);
    if (!section->row_count) {
        document_add(document, DOCUMENT_CAPTION, "no library was measured");
        return;
    }
    if (!how->verbose && !is_last)
        heading_add(document, DOCUMENT_CAPTION, section, heading_legend);
    if (section_document_needs(how, 0) & NEED_FASTEST)
        heading_add(document, DOCUMENT_CAPTION, section, heading_probability);
    if (!how->summary_only) {
        add_rows(document, table, section, how);
        if (!how->verbose && is_short(section))
            add_warnings(document, DOCUMENT_WARNING_FOOT, section, how);
    }
    if (!how->verbose && is_last)
        heading_add(document, DOCUMENT_FOOT, section, heading_legend);
    if (!how->summary_only)
        heading_add(document, DOCUMENT_BAD, section, heading_errors);
    if (!how->summary_only)
        document_write(document, DOCUMENT_NOTE, write_means_of_calls, &whole);
    document_write(document, DOCUMENT_NOTE, write_details, &whole);
}

void section_document_of_all(struct document *document, const struct table *table,
                             const struct table *heads, const struct section_view *how) {
    struct records records;
    records_of_table(&records, table, heads, how->view, how->summary_only);
    document_add_grid(document, &records);
}
