/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/columns/format_number.h"
#include "analyze/output/listing.h"
#include "analyze/ranking/crossover.h"
#include "analyze/ranking/fastest_average.h"
#include "analyze/ranking/fastest.h"
#include "analyze/ranking/fastest_words.h"
#include "formats/text/xalloc.h"
#include "plot/page/report.h"

/* --- lines --- */

/* Adds a block for each line of TEXT, and frees TEXT. */
static void add_lines(struct report *report, enum report_kind kind, char *text) {
    char *rest = *text ? text : NULL, *line;
    while ((line = strsep(&rest, "\n")))
        report_add(report, kind, "%s", line);
    free(text);
}

static void add_heading(struct report *report, enum report_kind kind, const struct section *section,
                        heading_function *write) {
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    write(section, file);
    xclose_memstream(file);
    add_lines(report, kind, text);
}

/* --- counts of verdicts --- */

/* How many points of a library have which outcome. */
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

static void set_count(struct report_table *table, size_t line, size_t column, size_t number,
                      enum report_tone tone) {
    char text[32];
    snprintf(text, sizeof text, number ? "%zu" : "–", number);
    report_set_cell(table, line, column,
                    (struct report_cell){text, (double)number, number ? tone : REPORT_OPEN});
}

enum { COUNTS = 4 };

/* Adds the geometric means, which report_add_records lists in the same order. */
static void add_means(struct report *report, const struct table *table,
                      const struct section *section) {
    const struct quantity_words *of = quantity_words(section->quantity);
    size_t *order = table_fastest_first(table, section), first = 0;
    char caption[256];
    snprintf(caption, sizeof caption,
             "ratio to %.80s: geometric mean over the %s where both answers are right%s, %s first; "
             "and at how many %s a difference is shown",
             section->reference ? section->reference : "the reference",
             parameter_grid_word(section->space, 2),
             section->quantity == QUANTITY_SECONDS ? "" : " and above 0", of->least,
             parameter_grid_word(section->space, 2));
    if (!order)
        xalloc_die();
    struct report_table *rows =
        report_add_records(report, table, section, NULL, 1, COUNTS, caption, &first);
    if (rows) {
        char about[128], less_at[32], more_at[32];
        snprintf(less_at, sizeof less_at, "%s at", of->less);
        snprintf(more_at, sizeof more_at, "%s at", of->more);
        const char *reference = section->reference ? section->reference : "the reference";
        snprintf(about, sizeof about, "shown to be %s or %s than %.80s at so many", of->less,
                 of->more, reference);
        report_set_column(rows, first, less_at, about, "r");
        report_set_column(rows, first + 1, more_at, about, "r");
        report_set_column(rows, first + 2, "no difference shown at",
                          "the measurement shows neither", "r");
        report_set_column(rows, first + 3, "not compared at",
                          "not measured, or one of the two answers is wrong", "r");
        for (size_t i = 0; i < section->summary_count; i++) {
            const struct summary_row *library =
                &table->summaries[section->first_summary + order[i]];
            struct counts counts = {0};
            if (!library->is_reference)
                counts = count(table, section, order[i]);
            set_count(rows, i, first, counts.faster, REPORT_GOOD);
            set_count(rows, i, first + 1, counts.slower, REPORT_BAD);
            set_count(rows, i, first + 2, counts.open, REPORT_PLAIN);
            set_count(rows, i, first + 3, counts.none, REPORT_PLAIN);
        }
    }
    free(order);
}

/* --- crossovers --- */

enum { SHOWN_CROSSOVERS = 6 };

/* Adds which library is the fastest where, and all crossovers. */
static void add_fastest(struct report *report, const struct table *table,
                        const struct section *section) {
    struct crossovers crossovers = {0};
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    fastest_words_write_spans(table, section, file);
    xclose_memstream(file);
    add_lines(report, REPORT_SENTENCE, text);
    if (section->summary_count > 1)
        crossovers_add(&crossovers, table, section);
    int aggregate = crossovers.count > SHOWN_CROSSOVERS;
    if (aggregate)
        report_add(report, REPORT_FOLD, "%zu crossovers: who %s whom, and where", crossovers.count,
                   quantity_sense(section->quantity) == SENSE_AMOUNT ? "undercuts" : "overtakes");
    for (size_t i = 0; i < crossovers.count; i++) {
        const struct crossover *crossover = &crossovers.items[i];
        char *crossovers_text;
        size_t crossovers_size;
        FILE *stream = xopen_memstream(&crossovers_text, &crossovers_size);
        crossover_write(crossover, stream);
        xclose_memstream(stream);
        add_lines(report, REPORT_SENTENCE, crossovers_text);
    }
    if (aggregate)
        report_add(report, REPORT_UNFOLD, "%s", "");
    crossovers_release(&crossovers);
}

/* --- all verdicts --- */

void report_add_verdicts(struct report *report, const struct table *table,
                         const struct section *section) {
    if (section->summary_count > 1)
        add_means(report, table, section);
    add_fastest(report, table, section);
    add_heading(report, REPORT_WARNING, section, heading_errors);
    const struct warnings *warnings = section->warnings;
    for (size_t i = 0; warnings && i < warnings->count; i++)
        report_add_pair(report, REPORT_WARNING, warnings->items[i].text, warnings->items[i].advice);
    add_heading(report, REPORT_LINE, section, heading_action);
    add_heading(report, REPORT_LINE, section, heading_run);
    add_heading(report, REPORT_LINE, section, heading_meaning);
    add_heading(report, REPORT_LINE, section, heading_noise);
    add_heading(report, REPORT_LINE, section, heading_verdicts);
}

/* --- answer --- */

/* The comparable libraries of a section, the fastest first. */
struct order {
    const struct summary_row *libraries;
    enum crossing_rank *ranks; /* [libraries] */
    size_t *places;
    size_t count;
};

static const struct summary_row *at(const struct order *order, size_t place) {
    return &order->libraries[order->places[place]];
}

static enum crossing_rank rank_at(const struct order *order, size_t place) {
    return order->ranks[order->places[place]];
}

/* Writes "1.133× [1.119, 1.147]" without the sign that follows it in a table: the sentence says
 * that in words. */
static void write_ratio(const struct summary_row *summary, FILE *file) {
    char text[128];
    format_number_mean_ratio(summary, text, sizeof text);
    char *sign = strstr(text, "\t ≈");
    if (sign)
        *sign = '\0';
    report_write_parts(text, file);
}

/* Returns whether the library at PLACE may be the fastest; there is at least one such library. */
static int leads(const struct order *order, size_t place) {
    return rank_at(order, place) != CROSSING_SLOWER;
}

static size_t count_leaders(const struct order *order) {
    size_t count = 0;
    for (size_t i = 0; i < order->count; i++)
        count += (size_t)leads(order, i);
    return count;
}

static const struct summary_row *with_rank(const struct order *order, enum crossing_rank rank) {
    for (size_t i = 0; i < order->count; i++)
        if (rank_at(order, i) == rank)
            return at(order, i);
    return NULL;
}

/* Returns what separates the next of COUNT names from the WRITTEN ones before it. */
static const char *separator(size_t written, size_t count) {
    return written == 0 ? "" : written + 1 == count ? " and " : ", ";
}

/* Returns whether any average has an interval. Without one the averages are not tested, whatever is
 * shown at single sizes. */
static int has_interval(const struct order *order) {
    for (size_t i = 0; i < order->count; i++)
        if (!at(order, i)->is_reference && isfinite(at(order, i)->ratio.low))
            return 1;
    return 0;
}

/* The caller must pass the result to order_release. */
static struct order order_of(const struct table *table, const struct section *section) {
    size_t libraries = section->summary_count;
    struct order order = {table->summaries + section->first_summary,
                          xcalloc(libraries, sizeof *order.ranks),
                          xcalloc(libraries, sizeof *order.places), 0};
    fastest_on_average(table, section, order.ranks);
    for (size_t i = 0; i < libraries; i++)
        if (order.ranks[i] != CROSSING_UNKNOWN) {
            size_t place = order.count++;
            for (; place > 0 &&
                   at(&order, place - 1)->ratio.estimate > order.libraries[i].ratio.estimate;
                 place--)
                order.places[place] = order.places[place - 1];
            order.places[place] = i;
        }
    return order;
}

static void order_release(struct order *order) {
    free(order->ranks);
    free(order->places);
}

static const struct phrases {
    const char *is_least, *be_least, *large_ones;
} phrases[SENSES] = {{"is the fastest", "be the fastest", "slow calls"},
                     {"needs the least", "need the least", "large samples"},
                     {"is the best", "be the best", "bad samples"}};

/* The points that the ratio with the most of them is an average over. */
static size_t most_points(const struct order *order) {
    size_t most = 0;
    for (size_t i = 0; i < order->count; i++)
        if (!at(order, i)->is_reference && at(order, i)->sizes > most)
            most = at(order, i)->sizes;
    return most;
}

/* Names the libraries of which none is shown to be slower. */
static void write_leaders(const struct order *order, size_t leaders, FILE *file) {
    size_t written = 0;
    fprintf(file, ": no difference is shown %s ", leaders == 2 ? "between" : "among");
    for (size_t i = 0; i < order->count; i++) {
        if (!leads(order, i))
            continue;
        fprintf(file, "%s%s", separator(written++, leaders), at(order, i)->library);
        if (!at(order, i)->is_reference) {
            fputs(" at ", file);
            write_ratio(at(order, i), file);
        }
    }
}

/* Names all libraries in order, and why no test could set them apart. */
static void write_untested(const struct section *section, const struct order *order, FILE *file) {
    const char *const ratios = most_points(order) > 1 ? "averages" : "ratios";
    if (section->rounds == 1)
        fprintf(file, ", as %s over a single round have no intervals: ", ratios);
    else
        fprintf(file, ", as these %s have no intervals: ", ratios);
    const char *reference = NULL;
    for (size_t i = 0; i < order->count; i++) {
        const struct summary_row *library = at(order, i);
        fprintf(file, "%s%s", i < 2 ? "" : separator(i - 1, order->count - 1), library->library);
        if (!library->is_reference) {
            fputs(i ? " at " : " comes first at ", file);
            write_ratio(library, file);
            reference = library->reference;
        } else if (i == 0)
            fputs(" comes first", file);
        fputs(i == 0 ? ", then " : "", file);
    }
    fprintf(file, " of the %s of %s", quantity_words(section->quantity)->one, reference);
}

/* Returns whether the answer begins with a library's name. */
static int write_answer(const struct table *table, const struct section *section, FILE *file) {
    const struct quantity_words *of = quantity_words(section->quantity);
    const struct phrases *say = &phrases[quantity_sense(section->quantity)];
    struct order order = order_of(table, section);
    size_t leaders = order.count > 1 ? count_leaders(&order) : 0;
    int is_disputed = with_rank(&order, CROSSING_TYPICALLY) != NULL;
    const char *on_average = most_points(&order) > 1 ? " on average" : "";
    if (leaders == 0) {
        if (section->summary_count == 1)
            fprintf(file, "only %s was measured, so there is nothing to compare it with",
                    order.libraries[0].library);
        else if (section->summary_count == 0)
            fputs("no library was measured", file);
        else
            fputs("fewer than two libraries gave a right answer", file);
    } else if (is_disputed)
        fprintf(file,
                "means and typical %s disagree on which library %s%s: %s "
                "typically, %s by means, in which %s count in full",
                of->many, say->is_least, on_average, with_rank(&order, CROSSING_TYPICALLY)->library,
                with_rank(&order, CROSSING_BY_MEANS)->library, say->large_ones);
    else if (leaders == 1) {
        const struct summary_row *first = with_rank(&order, CROSSING_FASTEST);
        const struct summary_row *next = at(&order, at(&order, 0) == first);
        size_t points = first->is_reference ? next->sizes : first->sizes;
        fprintf(file, "%s %s", first->library, say->is_least);
        if (points > 1)
            fprintf(file, " on average over %zu %s", points,
                    parameter_grid_word(section->space, points));
        if (first->is_reference) {
            fprintf(file, "; next is %s, which takes ", next->library);
            write_ratio(next, file);
            fprintf(file, " of its %s", of->one);
        } else {
            fputs(" and takes ", file);
            write_ratio(first, file);
            fprintf(file, " of the %s of %s", of->one, first->reference);
        }
    } else {
        fprintf(file, "no library is shown to %s%s", say->be_least, on_average);
        if (has_interval(&order))
            write_leaders(&order, leaders, file);
        else
            write_untested(section, &order, file);
    }
    order_release(&order);
    return leaders == 1;
}

void report_add_answer(struct report *report, enum report_kind kind, const struct table *table,
                       const struct section *section) {
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    int begins_with_name = write_answer(table, section, file);
    xclose_memstream(file);
    if (!begins_with_name)
        text[0] = (char)toupper((unsigned char)text[0]);
    report_add(report, kind, "%s.", text);
    free(text);
}

const char *report_leader(const struct table *table, const struct section *section) {
    struct order order = order_of(table, section);
    const struct summary_row *fastest = with_rank(&order, CROSSING_FASTEST);
    int is_alone = fastest && order.count > 1 && count_leaders(&order) == 1;
    const char *leader = is_alone ? fastest->library : NULL;
    order_release(&order);
    return leader;
}
