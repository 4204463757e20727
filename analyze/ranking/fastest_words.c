/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/ranking/fastest_words.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/model/parameter_grid.h"
#include "analyze/model/variants.h"
#include "analyze/output/document.h"
#include "analyze/ranking/crossover.h"
#include "analyze/ranking/fastest.h"
#include "analyze/ranking/lead.h"

/* --- lines --- */

/* "threads ", where sizes do not vary. */
static void write_axis(const struct lead *lead, FILE *file) {
    const struct parameter_grid *space = lead->section->space;
    if (lead->axis != space->main)
        fprintf(file, "%s ", space->axes[lead->axis].name);
}

static void write_at(const struct lead *lead, FILE *file) {
    fputs(" at ", file);
    write_axis(lead, file);
}

/* Writes "41" or "1 to 41", of the places FIRST to LAST. */
static void write_range(const struct lead *lead, size_t first, size_t last, FILE *file) {
    size_words_exact(lead_size(lead, first), file);
    if (last > first) {
        fputs(" to ", file);
        size_words_exact(lead_size(lead, last), file);
    }
}

static void begin(FILE *file) {
    fputs(ftell(file) > 0 ? "\n" : "", file);
}

/* "fastest" or "least memory in a single round". */
static void write_subject(const struct section *section, FILE *file) {
    const struct quantity_words *of = quantity_words(section->quantity);
    int is_time = quantity_is_speed(section->quantity);
    fprintf(file, "%s%s%s%s", of->least, is_time ? "" : " ", is_time ? "" : of->one,
            fastest_is_sure(section) ? "" : " in a single round");
}

/* Goes on with the line about WHAT, or begins it: NULL stands for the subject. */
static void write_item(const struct lead *lead, size_t variant, const char *what, size_t before,
                       FILE *file) {
    if (before) {
        fputs(DOCUMENT_SEPARATOR, file);
        return;
    }
    begin(file);
    if (what)
        fputs(what, file);
    else
        write_subject(lead->section, file);
    if (lead->variants.count > 1) {
        size_t point = lead->variants.order[lead->variants.first[variant]];
        fputs(", ", file);
        variants_write(lead->section->space, lead->axis, point, file);
    }
    fputs(": ", file);
}

static void write_more(size_t count, FILE *file) {
    if (count > FASTEST_WORDS_SPANS)
        fprintf(file, DOCUMENT_SEPARATOR "and %zu more span%s; --fastest lists all",
                count - FASTEST_WORDS_SPANS, count - FASTEST_WORDS_SPANS == 1 ? "" : "s");
}

/* --- where it is decided --- */

static int is_decided(const struct lead *lead, size_t place) {
    return lead->owners[place] != LEAD_NOBODY && lead_candidates(lead, place) == 1;
}

/* Returns the end of the decided places that begin at PLACE; PLACE if it is none of them. */
static size_t decided_end(const struct lead *lead, size_t place, size_t end) {
    while (place < end && is_decided(lead, place))
        place++;
    return place;
}

/* Writes "54 to 94 and 5477", the decided ones of the places from FIRST to before END; of many
 * RANGES only how many places they are: "180 of 982 sizes from 304 to 15,840". */
static void write_decided_places(const struct lead *lead, size_t first, size_t end, size_t ranges,
                                 FILE *file) {
    size_t decided = 0, written = 0, next;
    for (size_t i = first; i < end; i++)
        decided += is_decided(lead, i) != 0;
    if (ranges > FASTEST_WORDS_SPANS) {
        fprintf(file, " at %zu of %zu %s from ", decided, end - first,
                parameter_grid_word(lead->section->space, end - first));
        write_axis(lead, file);
        write_range(lead, first, end - 1, file);
        return;
    }
    write_at(lead, file);
    for (size_t i = first; i < end; i = next + 1) {
        next = decided_end(lead, i, end);
        if (next == i)
            continue;
        fputs(!written ? "" : written + 1 == ranges ? " and " : ", ", file);
        write_range(lead, i, next - 1, file);
        written++;
    }
}

/* Names the span of places from FIRST to before END, if one of them is decided; returns whether. */
static int write_span(const struct lead *lead, size_t variant, size_t first, size_t end,
                      size_t before, FILE *file) {
    size_t ranges = 0;
    while (first < end && !is_decided(lead, first))
        first++;
    while (end > first && !is_decided(lead, end - 1))
        end--;
    for (size_t i = first; i < end; i++)
        ranges += is_decided(lead, i) && (i == first || !is_decided(lead, i - 1));
    if (!ranges)
        return 0;
    if (before >= FASTEST_WORDS_SPANS)
        return 1;
    write_item(lead, variant, NULL, before, file);
    fputs(lead->libraries[lead->owners[first]].library, file);
    write_decided_places(lead, first, end, ranges, file);
    return 1;
}

static size_t write_decided(const struct lead *lead, size_t variant, FILE *file) {
    size_t end = lead->variants.first[variant + 1], spans = 0, next;
    for (size_t i = lead->variants.first[variant]; i < end; i = next) {
        for (next = i + 1; next < end && lead->owners[next] == lead->owners[i];)
            next++;
        if (lead->owners[i] != LEAD_NOBODY)
            spans += (size_t)write_span(lead, variant, i, next, spans, file);
    }
    write_more(spans, file);
    return spans;
}

/* --- where it is not --- */

/* Several libraries may be the fastest at the places of a group: the same ones, or if too many sets
 * of them occur, any. */
struct open_places {
    size_t first, end; /* the places of the variant */
    int are_merged;
};

static int have_same_candidates(const struct lead *lead, size_t a, size_t b) {
    for (size_t l = 0; l < lead->section->summary_count; l++)
        if (lead_has(lead, a, l) != lead_has(lead, b, l))
            return 0;
    return 1;
}

static int is_open(const struct lead *lead, size_t place) {
    return lead_candidates(lead, place) > 1;
}

static int are_together(const struct lead *lead, const struct open_places *open, size_t a,
                        size_t b) {
    return is_open(lead, a) && is_open(lead, b) &&
           (open->are_merged || have_same_candidates(lead, a, b));
}

/* Whether no place before it is of the same group. */
static int begins_group(const struct lead *lead, const struct open_places *open, size_t place) {
    for (size_t i = open->first; i < place; i++)
        if (are_together(lead, open, i, place))
            return 0;
    return is_open(lead, place);
}

static struct open_places open_places_of(const struct lead *lead, size_t variant) {
    struct open_places open = {lead->variants.first[variant], lead->variants.first[variant + 1], 0};
    size_t sets = 0;
    for (size_t i = open.first; i < open.end; i++)
        sets += begins_group(lead, &open, i) != 0;
    open.are_merged = sets > FASTEST_WORDS_SETS;
    return open;
}

static int is_named(const struct lead *lead, const struct open_places *open, size_t place) {
    return !open->are_merged && lead_candidates(lead, place) <= FASTEST_WORDS_NAMES;
}

/* Writes "blis, netlib or openblas", and of many only the first. */
static void write_candidates(const struct lead *lead, size_t place, FILE *file) {
    size_t count = lead_candidates(lead, place), written = 0;
    for (size_t l = 0; l < lead->section->summary_count && written < FASTEST_WORDS_SPANS; l++)
        if (lead_has(lead, place, l)) {
            fprintf(file, "%s%s",
                    !written               ? ""
                    : written + 1 == count ? " or "
                                           : ", ",
                    lead->libraries[l].library);
            written++;
        }
    if (count > written)
        fprintf(file, " or %zu more", count - written);
}

/* Returns the end of the range of places of FIRST's group that begins at PLACE; PLACE if none does.
 */
static size_t range_end(const struct lead *lead, const struct open_places *open, size_t first,
                        size_t place) {
    while (place < open->end && are_together(lead, open, first, place))
        place++;
    return place;
}

/* Writes where the group of FIRST is: "1, 54 to 94 and 5477", and of many ranges only the first. */
static void write_places(const struct lead *lead, const struct open_places *open, size_t first,
                         FILE *file) {
    size_t ranges = 0, written = 0, end;
    for (size_t i = first; i < open->end; i = end + 1) {
        end = range_end(lead, open, first, i);
        ranges += end > i;
    }
    for (size_t i = first; i < open->end && written < FASTEST_WORDS_SPANS; i = end + 1) {
        end = range_end(lead, open, first, i);
        if (end == i)
            continue;
        fputs(!written ? "" : written + 1 == ranges ? " and " : ", ", file);
        write_range(lead, i, end - 1, file);
        written++;
    }
    if (ranges > written)
        fprintf(file, " and %zu more", ranges - written);
}

static void write_open(const struct lead *lead, size_t variant, size_t before, FILE *file) {
    struct open_places open = open_places_of(lead, variant);
    for (size_t i = open.first; i < open.end; i++) {
        if (!begins_group(lead, &open, i))
            continue;
        write_item(lead, variant, NULL, before++, file);
        if (is_named(lead, &open, i))
            write_candidates(lead, i, file);
        else
            fputs("undecided", file);
        write_at(lead, file);
        write_places(lead, &open, i, file);
    }
}

/* means disagree on the fastest: slow typically, steady by means at 1000 */
static void write_disputed(const struct lead *lead, size_t variant, FILE *file) {
    static const char *const words[SENSES] = {"means disagree on the fastest",
                                              "means disagree on the least",
                                              "means disagree on the best"};
    const char *what = words[quantity_sense(lead->section->quantity)];
    size_t spans = 0;
    for (size_t i = lead->variants.first[variant]; i < lead->variants.first[variant + 1]; i++) {
        int typically = lead_who(lead, i, CROSSING_TYPICALLY);
        if (typically == LEAD_NOBODY || spans++ >= FASTEST_WORDS_SPANS)
            continue;
        write_item(lead, variant, what, spans - 1, file);
        fprintf(file, "%s typically, %s by means", lead->libraries[typically].library,
                lead->libraries[lead_who(lead, i, CROSSING_BY_MEANS)].library);
        if (lead->variants.longest > 1) {
            write_at(lead, file);
            size_words_exact(lead_size(lead, i), file);
        }
    }
    write_more(spans, file);
}

/* --- remarks --- */

/* What is said about libraries, and the places at which it holds. */
struct remark {
    const char *words[SENSES];
    int (*holds)(const struct lead *lead, size_t place, size_t library);
};

static int is_beside(const struct lead *lead, size_t place, size_t library) {
    return lead->owners[place] != (int)library && lead_has(lead, place, library);
}

static int is_slower_by_means(const struct lead *lead, size_t place, size_t library) {
    return lead_rank(lead, place, library) == CROSSING_SLOWER_BY_MEANS;
}

/* Writes where REMARK holds for LIBRARY, after SPANS of other libraries; returns the new number of
 * spans. */
static size_t write_where(const struct lead *lead, size_t variant, const struct remark *remark,
                          size_t library, size_t spans, FILE *file) {
    enum quantity_sense sense = quantity_sense(lead->section->quantity);
    size_t end = lead->variants.first[variant + 1], before = spans, next;
    for (size_t i = lead->variants.first[variant]; i < end; i = next) {
        for (next = i; next < end && remark->holds(lead, next, library);)
            next++;
        if (next == i) {
            next++;
            continue;
        }
        if (spans++ >= FASTEST_WORDS_SPANS)
            continue;
        if (spans > before + 1)
            fputs(" and ", file);
        else {
            write_item(lead, variant, remark->words[sense], before, file);
            fputs(lead->libraries[library].library, file);
            write_at(lead, file);
        }
        write_range(lead, i, next - 1, file);
    }
    return spans;
}

static void write_remark(const struct lead *lead, size_t variant, const struct remark *remark,
                         FILE *file) {
    size_t spans = 0;
    for (size_t l = 0; l < lead->section->summary_count; l++)
        spans = write_where(lead, variant, remark, l, spans, file);
    write_more(spans, file);
}

static void write_remarks(const struct lead *lead, size_t variant, FILE *file) {
    static const struct remark beside = {{"not shown slower", "not shown more", "not shown worse"},
                                         is_beside},
                               by_means = {{"slower by means", "more by means", "worse by means"},
                                           is_slower_by_means};
    struct open_places open = open_places_of(lead, variant);
    int has_unnamed = 0;
    for (size_t i = open.first; i < open.end; i++)
        has_unnamed |= is_open(lead, i) && !is_named(lead, &open, i);
    if (has_unnamed)
        write_remark(lead, variant, &beside, file);
    write_remark(lead, variant, &by_means, file);
}

/* --- crossovers --- */

static void write_overtaking(const struct lead *lead, const struct table *table, FILE *file) {
    struct crossovers crossovers = {0};
    size_t written = 0;
    crossovers_add(&crossovers, table, lead->section);
    for (size_t i = 0; i < crossovers.count && written < FASTEST_WORDS_CROSSOVERS; i++)
        if (lead_passes(lead, &crossovers.items[i])) {
            begin(file);
            crossover_write(&crossovers.items[i], file);
            written++;
        }
    if (written && crossovers.count > written)
        fprintf(file, DOCUMENT_SEPARATOR "%zu more crossover%s; --fastest lists all",
                crossovers.count - written, crossovers.count - written == 1 ? "" : "s");
    crossovers_release(&crossovers);
}

/* --- all of it --- */

enum part { ANSWER = 1, REMARKS = 2, CROSSOVERS = 4 };

static void write_variant(const struct lead *lead, size_t variant, unsigned parts, FILE *file) {
    if (parts & ANSWER) {
        write_open(lead, variant, write_decided(lead, variant, file), file);
        write_disputed(lead, variant, file);
    }
    if (parts & REMARKS)
        write_remarks(lead, variant, file);
}

/* The answer at the only point. */
static void write_point(const struct lead *lead, FILE *file) {
    if (lead_candidates(lead, 0)) {
        write_subject(lead->section, file);
        fputs(": ", file);
        if (lead_candidates(lead, 0) > FASTEST_WORDS_NAMES)
            fputs("undecided, ", file);
        write_candidates(lead, 0, file);
    }
    write_disputed(lead, 0, file);
}

static void write_parts(const struct table *table, const struct section *section, unsigned parts,
                        FILE *file) {
    struct lead lead;
    if (section->summary_count < 2 || !section->row_count)
        return;
    if (fastest_is_as_measured(section)) {
        fputs(parts & ANSWER ? FASTEST_AS_MEASURED : "", file);
        return;
    }
    lead_find(&lead, table, section);
    if (lead.variants.longest > 1) {
        for (size_t v = 0; v < lead.variants.count && v < FASTEST_WORDS_VARIANTS; v++)
            write_variant(&lead, v, parts, file);
        if (parts & CROSSOVERS)
            write_overtaking(&lead, table, file);
    } else if (section->space->points == 1 && parts == ANSWER)
        write_point(&lead, file);
    lead_release(&lead);
}

void fastest_words_write_answer(const struct table *table, const struct section *section,
                                FILE *file) {
    write_parts(table, section, ANSWER, file);
}

void fastest_words_write_details(const struct table *table, const struct section *section,
                                 FILE *file) {
    write_parts(table, section, REMARKS | CROSSOVERS, file);
}

void fastest_words_write_spans(const struct table *table, const struct section *section,
                               FILE *file) {
    write_parts(table, section, ANSWER | REMARKS, file);
}
