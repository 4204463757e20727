/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/ranking/crossover.h"
#include "analyze/ranking/fastest_words.h"
#include "analyze/output/heading.h"
#include "plot/page/parts.h"

/* --- lines --- */

/* A block for each line in what WRITE writes. */
static void add_lines(struct report *report, enum report_kind kind, char *text) {
    char *rest = text && *text ? text : NULL, *line;
    while ((line = strsep(&rest, "\n")))
        report_add(report, kind, "%s", line);
    free(text);
}

static void add_heading(struct report *report, enum report_kind kind, const struct section *section,
                        heading_function *write) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (file)
        write(section, file);
    report->failed |= !file || fclose(file) != 0;
    add_lines(report, kind, text);
}

/* --- how often --- */

/* How many points of a library came out how. */
struct counts {
    size_t faster, slower, open, none;
};

static struct counts count(const struct table *table, const struct section *section,
                           size_t library) {
    struct counts counts = {0};
    for (size_t i = library; i < section->row_count; i += section->summary_count) {
        const struct row *row = &table->rows[section->first_row + i];
        int is_right = row->status == CELL_OK;
        counts.faster += is_right && row->verdict == VERDICT_FASTER;
        counts.slower += is_right && row->verdict == VERDICT_SLOWER;
        counts.open +=
            is_right && (row->verdict == VERDICT_NOT_SHOWN || row->verdict == VERDICT_ONE_PROCESS);
        counts.none += !is_right || row->verdict == VERDICT_NONE;
    }
    return counts;
}

static void set_count(struct report *report, struct report_table *table, size_t line, size_t column,
                      size_t number, enum report_tone tone) {
    char text[32];
    snprintf(text, sizeof text, number ? "%zu" : "–", number);
    report_set_cell(report, table, line, column,
                    (struct report_cell){text, (double)number, number ? tone : REPORT_OPEN});
}

static void add_counts(struct report *report, struct report_table *rows, size_t first,
                       const struct table *table, const struct section *section,
                       const size_t *order) {
    char about[128];
    const char *reference = section->reference ? section->reference : "the reference";
    snprintf(about, sizeof about, "shown to be faster or slower than %.80s at so many", reference);
    report_set_column(report, rows, first, "faster at", about, "r");
    report_set_column(report, rows, first + 1, "slower at", about, "r");
    report_set_column(report, rows, first + 2, "no difference shown at",
                      "neither is shown: the measurement does not tell", "r");
    report_set_column(report, rows, first + 3, "not compared at",
                      "not measured, or one of the two answers is wrong", "r");
    for (size_t i = 0; i < section->summary_count; i++) {
        const struct summary_row *library = &table->summaries[section->first_summary + order[i]];
        struct counts counts = {0};
        if (!library->is_reference)
            counts = count(table, section, order[i]);
        set_count(report, rows, i, first, counts.faster, REPORT_GOOD);
        set_count(report, rows, i, first + 1, counts.slower, REPORT_BAD);
        set_count(report, rows, i, first + 2, counts.open, REPORT_PLAIN);
        set_count(report, rows, i, first + 3, counts.none, REPORT_PLAIN);
    }
}

enum { COUNTS = 4 };

/* The geometric means, which stand in the same order. */
static void add_means(struct report *report, const struct table *table,
                      const struct section *section) {
    size_t *order = table_fastest_first(table, section), first = 0;
    char caption[256];
    snprintf(
        caption, sizeof caption,
        "ratio to %.80s: geometric mean over the %s where both are right, fastest first; and at "
        "how many %s a difference is shown",
        section->reference ? section->reference : "the reference",
        parameter_grid_word(section->space, 2), parameter_grid_word(section->space, 2));
    struct report_table *rows =
        order ? report_add_records(report, table, section, 1, COUNTS, caption, &first) : NULL;
    if (rows)
        add_counts(report, rows, first, table, section, order);
    report->failed |= !order;
    free(order);
}

/* --- who overtakes whom --- */

static void add_crossover(struct report *report, const struct crossover *crossover) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (file)
        crossover_write(crossover, file);
    report->failed |= !file || fclose(file) != 0;
    add_lines(report, REPORT_SENTENCE, text);
}

enum { SHOWN_CROSSOVERS = 6 };

static void add_crossovers(struct report *report, const struct crossovers *crossovers) {
    int aggregate = crossovers->count > SHOWN_CROSSOVERS;
    if (aggregate)
        report_add(report, REPORT_FOLD, "%zu crossovers: who overtakes whom, and where",
                   crossovers->count);
    for (size_t i = 0; i < crossovers->count; i++)
        add_crossover(report, &crossovers->items[i]);
    if (aggregate)
        report_add(report, REPORT_UNFOLD, "%s", "");
}

/* Who is the fastest where, and all crossovers. */
static int add_fastest(struct report *report, const struct table *table,
                       const struct section *section, struct err *err) {
    struct crossovers crossovers = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    int ok = file && fastest_words_write_spans(table, section, file);
    ok &= file && fclose(file) == 0;
    report->failed |= !ok;
    add_lines(report, REPORT_SENTENCE, text);
    int code = section->summary_count > 1 && section->row_count
                   ? crossovers_add(&crossovers, table, section, err)
                   : 0;
    if (!code)
        add_crossovers(report, &crossovers);
    crossovers_release(&crossovers);
    return code;
}

/* --- all of it --- */

static void add_warnings(struct report *report, const struct section *section) {
    const struct warnings *warnings = section->warnings;
    for (size_t i = 0; warnings && i < warnings->count; i++)
        report_add_pair(report, REPORT_WARNING, warnings->items[i].text, warnings->items[i].advice);
}

int report_add_verdicts(struct report *report, const struct table *table,
                        const struct section *section, int with_answer, struct err *err) {
    add_heading(report, REPORT_PART, section, heading_action);
    if (with_answer)
        report_add_answer(report, REPORT_SENTENCE, table, section, 0);
    if (section->summary_count > 1)
        add_means(report, table, section);
    int code = add_fastest(report, table, section, err);
    add_heading(report, REPORT_WARNING, section, heading_errors);
    add_warnings(report, section);
    add_heading(report, REPORT_LINE, section, heading_run);
    add_heading(report, REPORT_LINE, section, heading_meaning);
    add_heading(report, REPORT_LINE, section, heading_noise);
    add_heading(report, REPORT_LINE, section, heading_verdicts);
    return code;
}
