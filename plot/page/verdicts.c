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

/* --- counts of verdicts --- */

/* The geometric mean of a library, and at how many points which verdict was found. */
struct mean {
    struct summary_row summary; /* first: the columns of summaries are those of means, too */
    size_t less, more, open, none;
};

static void count(struct mean *mean, const struct table *table, const struct section *section,
                  size_t library) {
    for (size_t i = library; i < section->row_count; i += section->summary_count) {
        const struct row *row = &table->rows[section->first_row + i];
        int is_right = row->status == CELL_OK;
        mean->less += is_right && row->verdict == VERDICT_FASTER;
        mean->more += is_right && row->verdict == VERDICT_SLOWER;
        mean->open +=
            is_right && (row->verdict == VERDICT_NOT_SHOWN || row->verdict == VERDICT_ONE_PROCESS);
        mean->none += !is_right || row->verdict == VERDICT_NONE;
    }
}

static void show_count(size_t count, char *text, size_t size) {
    snprintf(text, size, count ? "%zu" : "–", count);
}

/* How a member of a mean is shown, in TONE unless it is 0. */
#define SHOWN(member, tone)                                                                        \
    static void show_##member(const void *mean, char *text, size_t size) {                         \
        show_count(((const struct mean *)mean)->member, text, size);                               \
    }                                                                                              \
    static enum terminal_tone tone_##member(const void *mean) {                                    \
        return ((const struct mean *)mean)->member ? tone : TERMINAL_FAINT;                        \
    }
#define COUNT(member)                                                                              \
    .name = #member, .type = COLUMN_COUNT, .offset = offsetof(struct mean, member),                \
    .show = show_##member, .tone = tone_##member

SHOWN(less, TERMINAL_GOOD)
SHOWN(more, TERMINAL_BAD)
SHOWN(open, TERMINAL_PLAIN)
SHOWN(none, TERMINAL_PLAIN)

/* Makes RECORDS, which are summaries, means. */
static void add_counts(struct records *records, struct document *document,
                       const struct table *table, const struct section *section) {
    const struct quantity_words *of = quantity_words(section->quantity);
    const char *less = document_keep(document, xasprintf("%s at", of->less), free);
    const char *more = document_keep(document, xasprintf("%s at", of->more), free);
    const char *about =
        document_keep(document,
                      xasprintf("shown to be %s or %s than %.80s at so many", of->less, of->more,
                                section->reference ? section->reference : "the reference"),
                      free);
    const struct column columns[] = {
        {COUNT(less), .heading = less, .about = about},
        {COUNT(more), .heading = more, .about = about},
        {COUNT(open), .heading = "no difference shown at",
         .about = "the measurement shows neither"},
        {COUNT(none), .heading = "not compared at",
         .about = "not measured, or one of the two answers is wrong"},
    };
    struct mean *means = document_keep(document, xcalloc(records->count, sizeof *means), free);
    for (size_t i = 0; i < records->count; i++) {
        const struct summary_row *summary = records_at(records, i), *first = records->first;
        means[i].summary = *summary;
        if (!summary->is_reference)
            count(&means[i], table, section, (size_t)(summary - first));
    }
    records_widen(records, means, sizeof *means, columns, sizeof columns / sizeof *columns);
}

static void add_means(struct document *document, const struct table *table,
                      const struct section *section) {
    struct records records;
    records_of_section(&records, table, section, NULL, 1);
    add_counts(&records, document, table, section);
    document_add_grid(document, &records)->text =
        xasprintf("ratio to %.80s: geometric mean over the %s where both answers are right%s, %s "
                  "first; and at how many %s a difference is shown",
                  section->reference ? section->reference : "the reference",
                  parameter_grid_word(section->space, 2),
                  section->quantity == QUANTITY_SECONDS ? "" : " and above 0",
                  quantity_words(section->quantity)->least, parameter_grid_word(section->space, 2));
}

/* --- crossovers --- */

enum { SHOWN_CROSSOVERS = 6 };

static void write_spans(const void *context, FILE *file) {
    const struct table_section *of = context;
    fastest_words_write_spans(of->table, of->section, file);
}

static void write_crossover(const void *context, FILE *file) {
    crossover_write(context, file);
}

/* Adds which library is the fastest where, and all crossovers. */
static void add_fastest(struct document *document, const struct table *table,
                        const struct section *section) {
    struct crossovers crossovers = {0};
    document_write(document, DOCUMENT_SENTENCE, write_spans,
                   &(struct table_section){table, section});
    if (section->summary_count > 1)
        crossovers_add(&crossovers, table, section);
    int aggregate = crossovers.count > SHOWN_CROSSOVERS;
    if (aggregate)
        document_add(document, DOCUMENT_FOLD, "%zu crossovers: who %s whom, and where",
                     crossovers.count,
                     quantity_sense(section->quantity) == SENSE_AMOUNT ? "undercuts" : "overtakes");
    for (size_t i = 0; i < crossovers.count; i++)
        document_write(document, DOCUMENT_SENTENCE, write_crossover, &crossovers.items[i]);
    if (aggregate)
        document_add(document, DOCUMENT_UNFOLD, "%s", "");
    crossovers_release(&crossovers);
}

/* --- all verdicts --- */

void report_add_verdicts(struct document *document, const struct table *table,
                         const struct section *section) {
    if (section->summary_count > 1)
        add_means(document, table, section);
    add_fastest(document, table, section);
    heading_add(document, DOCUMENT_WARNING, section, heading_errors);
    const struct warnings *warnings = section->warnings;
    for (size_t i = 0; warnings && i < warnings->count; i++)
        document_add_pair(document, DOCUMENT_WARNING, warnings->items[i].text,
                          warnings->items[i].advice);
    heading_add(document, DOCUMENT_LINE, section, heading_action);
    heading_add(document, DOCUMENT_LINE, section, heading_run);
    heading_add(document, DOCUMENT_LINE, section, heading_meaning);
    heading_add(document, DOCUMENT_LINE, section, heading_noise);
    heading_add(document, DOCUMENT_LINE, section, heading_verdicts);
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

void report_add_answer(struct document *document, enum document_kind kind,
                       const struct table *table, const struct section *section) {
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    int begins_with_name = write_answer(table, section, file);
    xclose_memstream(file);
    if (!begins_with_name)
        text[0] = (char)toupper((unsigned char)text[0]);
    document_add(document, kind, "%s.", text);
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
