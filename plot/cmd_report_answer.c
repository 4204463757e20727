/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/show.h"
#include "plot/cmd_report_parts.h"

/* The libraries of a section that can be compared, the fastest first. */
struct order {
    const struct summary_row *libraries;
    size_t *places;
    size_t count;
};

static const struct summary_row *at(const struct order *order, size_t place) {
    return &order->libraries[order->places[place]];
}

/* "1.133× [1.119, 1.147]" */
static void write_ratio(const struct summary_row *summary, FILE *file) {
    char text[128];
    show_mean_ratio(summary, text, sizeof text);
    report_write_parts(text, file);
}

/* Whether the slower one's interval begins beyond the faster one's by more than the noise floor.
 * The reference's ratio is 1 without doubt. NaN shows nothing. */
static int are_apart(const struct summary_row *faster, const struct summary_row *slower) {
    double below = faster->is_reference ? 1 : faster->ratio_high;
    double above = slower->is_reference ? 1 : slower->ratio_low;
    double floor = isnan(faster->noise.floor) ? 1 : faster->noise.floor;
    return above > below * floor;
}

/* How many of the fastest cannot be told from each other, the first included. */
static size_t count_leaders(const struct order *order) {
    size_t count = 1;
    for (size_t i = 1; i < order->count; i++)
        if (!are_apart(at(order, 0), at(order, i)))
            count = i + 1;
    return count;
}

static void write_leader(const struct order *order, const struct section *section, FILE *file) {
    const struct summary_row *first = at(order, 0), *next = at(order, 1);
    const char *points = space_word(section->space, first->sizes);
    fprintf(file, "%s is the fastest on average over %zu %s", first->library,
            first->is_reference ? next->sizes : first->sizes, points);
    if (first->is_reference) {
        fprintf(file, "; next is %s, which takes ", next->library);
        write_ratio(next, file);
        fputs(" of its time", file);
    } else {
        fputs(" and takes ", file);
        write_ratio(first, file);
        fprintf(file, " of the time of %s", first->reference);
    }
}

static void write_leaders(const struct order *order, size_t leaders, FILE *file) {
    fputs("no single library is shown to be the fastest on average; ", file);
    for (size_t i = 0; i < leaders; i++) {
        fprintf(file, "%s%s",
                i == 0             ? ""
                : i + 1 == leaders ? " and "
                                   : ", ",
                at(order, i)->library);
        if (!at(order, i)->is_reference) {
            fputs(" at ", file);
            write_ratio(at(order, i), file);
        }
    }
    fputs(leaders == order->count ? " are not told apart" : " lead and are not told apart", file);
}

static void write_nothing(const struct order *order, const struct section *section, FILE *file) {
    if (section->summary_count == 1)
        fprintf(file, "only %s was measured, so there is nothing to compare it with",
                order->libraries[0].library);
    else if (section->summary_count == 0)
        fputs("no library was measured", file);
    else
        fputs("there is no right answer of two libraries to compare", file);
}

static size_t most_sizes(const struct summary_row *libraries, size_t count) {
    size_t most = 0;
    for (size_t i = 0; i < count; i++)
        if (!libraries[i].is_reference && libraries[i].sizes > most)
            most = libraries[i].sizes;
    return most;
}

static void insert(struct order *order, size_t library) {
    size_t place = order->count++;
    for (; place > 0 && at(order, place - 1)->ratio > order->libraries[library].ratio; place--)
        order->places[place] = order->places[place - 1];
    order->places[place] = library;
}

/* A mean over fewer sizes than another's is not comparable; that of the reference is 1 over any. To
 * be released by free(places). */
static struct order order_of(const struct table *table, const struct section *section) {
    struct order order = {table->summaries + section->first_summary,
                          calloc(section->summary_count + 1, sizeof *order.places), 0};
    size_t most = most_sizes(order.libraries, section->summary_count);
    for (size_t i = 0; order.places && i < section->summary_count; i++) {
        const struct summary_row *library = &order.libraries[i];
        if (isfinite(library->ratio) && (library->is_reference || library->sizes == most))
            insert(&order, i);
    }
    return order;
}

/* Returns whether it begins with a name. */
static int write_answer(const struct table *table, const struct section *section, FILE *file) {
    struct order order = order_of(table, section);
    size_t leaders = order.count > 1 ? count_leaders(&order) : 0;
    if (leaders == 0)
        write_nothing(&order, section, file);
    else if (leaders == 1)
        write_leader(&order, section, file);
    else
        write_leaders(&order, leaders, file);
    free(order.places);
    return leaders == 1;
}

void report_add_answer(struct report *report, enum report_kind kind, const struct table *table,
                       const struct section *section, int with_action) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (file && with_action) {
        report_write_action(table, section, file);
        fputs(": ", file);
    }
    int begins_with_name = file && write_answer(table, section, file);
    if (file && fclose(file) == 0) {
        if (!with_action && !begins_with_name)
            text[0] = (char)toupper((unsigned char)text[0]);
        report_add(report, kind, "%s.", text);
    } else {
        report->failed = 1;
    }
    free(text);
}

const char *report_leader(const struct table *table, const struct section *section) {
    struct order order = order_of(table, section);
    int is_alone = order.count > 1 && count_leaders(&order) == 1;
    const char *leader = is_alone ? at(&order, 0)->library : NULL;
    free(order.places);
    return leader;
}
