/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/ranking/fastest_words.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/model/parameter_grid.h"
#include "analyze/model/variants.h"
#include "analyze/output/document.h"
#include "analyze/ranking/crossover.h"
#include "analyze/ranking/fastest.h"

enum { NOBODY = -1 };

struct words {
    const struct section *section;
    const struct summary_row *libraries;
    enum crossing_rank *ranks; /* [points][libraries] */
    size_t axis;               /* that curves go along */
    struct variants variants;
    int *owners; /* [points as in variants.order] library whose span the point is in; NOBODY for
                    none */
};

/* --- ranks --- */

static size_t library_count(const struct words *words) {
    return words->section->summary_count;
}

static enum crossing_rank rank_of(const struct words *words, size_t place, size_t library) {
    return words->ranks[words->variants.order[place] * library_count(words) + library];
}

/* Returns the library with that RANK there, or NOBODY. */
static int who_has(const struct words *words, size_t place, enum crossing_rank rank) {
    for (size_t l = 0; l < library_count(words); l++)
        if (rank_of(words, place, l) == rank)
            return (int)l;
    return NOBODY;
}

/* Returns whether the library is among the fastest; none is if the fastest is disputed. */
static int is_among(const struct words *words, size_t place, size_t library) {
    enum crossing_rank rank = rank_of(words, place, library);
    return rank == CROSSING_FASTEST ||
           (rank == CROSSING_NOT_SHOWN_SLOWER && who_has(words, place, CROSSING_FASTEST) != NOBODY);
}

static int is_first(const struct words *words, size_t place, size_t library) {
    return rank_of(words, place, library) == CROSSING_FASTEST;
}

/* The number of libraries that may be the fastest there. */
static size_t candidates(const struct words *words, size_t place) {
    size_t count = 0;
    for (size_t l = 0; l < library_count(words); l++)
        count += is_among(words, place, l) != 0;
    return count;
}

static int have_same_candidates(const struct words *words, size_t a, size_t b) {
    for (size_t l = 0; l < library_count(words); l++)
        if (is_among(words, a, l) != is_among(words, b, l))
            return 0;
    return 1;
}

/* --- spans --- */

/* Gives the places from BEGIN on to the library that stays among the fastest longest; returns the
 * next place. */
static size_t give_span(struct words *words, size_t begin, size_t end) {
    size_t longest = begin;
    int owner = NOBODY;
    for (size_t l = 0; l < library_count(words); l++) {
        size_t place = begin;
        while (place < end && is_among(words, place, l))
            place++;
        if (place > longest || (place == longest && place > begin && is_first(words, begin, l))) {
            longest = place;
            owner = (int)l;
        }
    }
    longest += longest == begin;
    for (size_t i = begin; i < longest; i++)
        words->owners[i] = owner;
    return longest;
}

/* The main axis or, if all points have the same place on it, the last other one that varies. */
static size_t axis_of(const struct parameter_grid *space) {
    size_t axis = space->main;
    for (size_t a = 0; a < space->axis_count && !space->axes[space->main].varies; a++)
        axis = space->axes[a].varies ? a : axis;
    return axis;
}

static int words_init(struct words *words, const struct table *table,
                      const struct section *section) {
    *words = (struct words){.section = section,
                            .libraries = table->summaries + section->first_summary,
                            .ranks = fastest_ranks(table, section),
                            .axis = axis_of(section->space),
                            .owners = calloc(section->space->points + 1, sizeof *words->owners)};
    if (!variants_find(&words->variants, section->space, words->axis) || !words->ranks ||
        !words->owners)
        return 0;
    for (size_t v = 0; v < words->variants.count; v++)
        for (size_t i = words->variants.first[v]; i < words->variants.first[v + 1];)
            i = give_span(words, i, words->variants.first[v + 1]);
    return 1;
}

static void words_release(struct words *words) {
    free(words->ranks);
    free(words->owners);
    variants_release(&words->variants);
}

/* --- lines --- */

static double size_at(const struct words *words, size_t place) {
    return words->section->space->axes[words->axis].values[words->variants.order[place]];
}

static void write_at(const struct words *words, FILE *file) {
    const struct parameter_grid *space = words->section->space;
    fprintf(file, " at %s%s", words->axis == space->main ? "" : space->axes[words->axis].name,
            words->axis == space->main ? "" : " ");
}

/* Writes "41" or "1 to 41", of the places FIRST to LAST. */
static void write_range(const struct words *words, size_t first, size_t last, FILE *file) {
    size_words_exact(size_at(words, first), file);
    if (last > first) {
        fputs(" to ", file);
        size_words_exact(size_at(words, last), file);
    }
}

static void begin(FILE *file) {
    fputs(ftell(file) > 0 ? "\n" : "", file);
}

/* "fastest" or "least memory in a single round". */
static void write_subject(const struct section *section, FILE *file) {
    const struct quantity_words *of = quantity_words(section->quantity);
    int is_time = section->quantity == QUANTITY_SECONDS;
    fprintf(file, "%s%s%s%s", of->least, is_time ? "" : " ", is_time ? "" : of->one,
            fastest_is_sure(section) ? "" : " in a single round");
}

/* Goes on with the line about WHAT, or begins it: NULL stands for the subject. */
static void write_item(const struct words *words, size_t variant, const char *what, size_t before,
                       FILE *file) {
    if (before) {
        fputs(DOCUMENT_SEPARATOR, file);
        return;
    }
    begin(file);
    if (what)
        fputs(what, file);
    else
        write_subject(words->section, file);
    if (words->variants.count > 1) {
        size_t point = words->variants.order[words->variants.first[variant]];
        fputs(", ", file);
        variants_write(words->section->space, words->axis, point, file);
    }
    fputs(": ", file);
}

static void write_more(size_t count, FILE *file) {
    if (count > FASTEST_WORDS_SPANS)
        fprintf(file, DOCUMENT_SEPARATOR "and %zu more span%s; --fastest lists all",
                count - FASTEST_WORDS_SPANS, count - FASTEST_WORDS_SPANS == 1 ? "" : "s");
}

/* --- where it is decided --- */

/* Names the span of places from FIRST to before END, if one of them is decided; returns whether. */
static int write_span(const struct words *words, size_t variant, size_t first, size_t end,
                      size_t before, FILE *file) {
    while (first < end && candidates(words, first) > 1)
        first++;
    while (end > first && candidates(words, end - 1) > 1)
        end--;
    if (first == end)
        return 0;
    if (before >= FASTEST_WORDS_SPANS)
        return 1;
    write_item(words, variant, NULL, before, file);
    fputs(words->libraries[words->owners[first]].library, file);
    write_at(words, file);
    write_range(words, first, end - 1, file);
    return 1;
}

static size_t write_decided(const struct words *words, size_t variant, FILE *file) {
    size_t end = words->variants.first[variant + 1], spans = 0, next;
    for (size_t i = words->variants.first[variant]; i < end; i = next) {
        for (next = i + 1; next < end && words->owners[next] == words->owners[i];)
            next++;
        if (words->owners[i] != NOBODY)
            spans += (size_t)write_span(words, variant, i, next, spans, file);
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

static int is_open(const struct words *words, size_t place) {
    return candidates(words, place) > 1;
}

static int are_together(const struct words *words, const struct open_places *open, size_t a,
                        size_t b) {
    return is_open(words, a) && is_open(words, b) &&
           (open->are_merged || have_same_candidates(words, a, b));
}

/* Whether no place before it is of the same group. */
static int begins_group(const struct words *words, const struct open_places *open, size_t place) {
    for (size_t i = open->first; i < place; i++)
        if (are_together(words, open, i, place))
            return 0;
    return is_open(words, place);
}

static struct open_places open_places_of(const struct words *words, size_t variant) {
    struct open_places open = {words->variants.first[variant], words->variants.first[variant + 1],
                               0};
    size_t sets = 0;
    for (size_t i = open.first; i < open.end; i++)
        sets += begins_group(words, &open, i) != 0;
    open.are_merged = sets > FASTEST_WORDS_SETS;
    return open;
}

static int is_named(const struct words *words, const struct open_places *open, size_t place) {
    return !open->are_merged && candidates(words, place) <= FASTEST_WORDS_NAMES;
}

/* Writes "blis, netlib or openblas", and of many only the first. */
static void write_candidates(const struct words *words, size_t place, FILE *file) {
    size_t count = candidates(words, place), written = 0;
    for (size_t l = 0; l < library_count(words) && written < FASTEST_WORDS_SPANS; l++)
        if (is_among(words, place, l)) {
            fprintf(file, "%s%s",
                    !written               ? ""
                    : written + 1 == count ? " or "
                                           : ", ",
                    words->libraries[l].library);
            written++;
        }
    if (count > written)
        fprintf(file, " or %zu more", count - written);
}

/* Returns the end of the range of places of FIRST's group that begins at PLACE; PLACE if none does.
 */
static size_t range_end(const struct words *words, const struct open_places *open, size_t first,
                        size_t place) {
    while (place < open->end && are_together(words, open, first, place))
        place++;
    return place;
}

/* Writes where the group of FIRST is: "1, 54 to 94 and 5477", and of many ranges only the first. */
static void write_places(const struct words *words, const struct open_places *open, size_t first,
                         FILE *file) {
    size_t ranges = 0, written = 0, end;
    for (size_t i = first; i < open->end; i = end + 1) {
        end = range_end(words, open, first, i);
        ranges += end > i;
    }
    for (size_t i = first; i < open->end && written < FASTEST_WORDS_SPANS; i = end + 1) {
        end = range_end(words, open, first, i);
        if (end == i)
            continue;
        fputs(!written ? "" : written + 1 == ranges ? " and " : ", ", file);
        write_range(words, i, end - 1, file);
        written++;
    }
    if (ranges > written)
        fprintf(file, " and %zu more", ranges - written);
}

static void write_open(const struct words *words, size_t variant, size_t before, FILE *file) {
    struct open_places open = open_places_of(words, variant);
    for (size_t i = open.first; i < open.end; i++) {
        if (!begins_group(words, &open, i))
            continue;
        write_item(words, variant, NULL, before++, file);
        if (is_named(words, &open, i))
            write_candidates(words, i, file);
        else
            fputs("undecided", file);
        write_at(words, file);
        write_places(words, &open, i, file);
    }
}

/* means disagree on the fastest: slow typically, steady by means at 1000 */
static void write_disputed(const struct words *words, size_t variant, FILE *file) {
    const char *what = words->section->quantity == QUANTITY_SECONDS
                           ? "means disagree on the fastest"
                           : "means disagree on the least";
    size_t spans = 0;
    for (size_t i = words->variants.first[variant]; i < words->variants.first[variant + 1]; i++) {
        int typically = who_has(words, i, CROSSING_TYPICALLY);
        if (typically == NOBODY || spans++ >= FASTEST_WORDS_SPANS)
            continue;
        write_item(words, variant, what, spans - 1, file);
        fprintf(file, "%s typically, %s by means", words->libraries[typically].library,
                words->libraries[who_has(words, i, CROSSING_BY_MEANS)].library);
        if (words->variants.longest > 1) {
            write_at(words, file);
            size_words_exact(size_at(words, i), file);
        }
    }
    write_more(spans, file);
}

/* --- remarks --- */

/* What is said about libraries, and the places at which it holds. */
struct remark {
    const char *words, *otherwise; /* of times, and of other quantities */
    int (*holds)(const struct words *words, size_t place, size_t library);
};

static int is_beside(const struct words *words, size_t place, size_t library) {
    return words->owners[place] != (int)library && is_among(words, place, library);
}

static int is_slower_by_means(const struct words *words, size_t place, size_t library) {
    return rank_of(words, place, library) == CROSSING_SLOWER_BY_MEANS;
}

/* Writes where REMARK holds for LIBRARY, after SPANS of other libraries; returns the new number of
 * spans. */
static size_t write_where(const struct words *words, size_t variant, const struct remark *remark,
                          size_t library, size_t spans, FILE *file) {
    int is_time = words->section->quantity == QUANTITY_SECONDS;
    size_t end = words->variants.first[variant + 1], before = spans, next;
    for (size_t i = words->variants.first[variant]; i < end; i = next) {
        for (next = i; next < end && remark->holds(words, next, library);)
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
            write_item(words, variant, is_time ? remark->words : remark->otherwise, before, file);
            fputs(words->libraries[library].library, file);
            write_at(words, file);
        }
        write_range(words, i, next - 1, file);
    }
    return spans;
}

static void write_remark(const struct words *words, size_t variant, const struct remark *remark,
                         FILE *file) {
    size_t spans = 0;
    for (size_t l = 0; l < library_count(words); l++)
        spans = write_where(words, variant, remark, l, spans, file);
    write_more(spans, file);
}

static void write_remarks(const struct words *words, size_t variant, FILE *file) {
    static const struct remark beside = {"not shown slower", "not shown more", is_beside},
                               by_means = {"slower by means", "more by means", is_slower_by_means};
    struct open_places open = open_places_of(words, variant);
    int has_unnamed = 0;
    for (size_t i = open.first; i < open.end; i++)
        has_unnamed |= is_open(words, i) && !is_named(words, &open, i);
    if (has_unnamed)
        write_remark(words, variant, &beside, file);
    write_remark(words, variant, &by_means, file);
}

/* --- crossovers --- */

static int owns(const struct words *words, size_t variant, double size, const char *library) {
    for (size_t i = words->variants.first[variant]; i < words->variants.first[variant + 1]; i++)
        if (size_at(words, i) == size && words->owners[i] != NOBODY)
            return strcmp(words->libraries[words->owners[i]].library, library) == 0;
    return 0;
}

/* Whether the lead passes from one span to another there. */
static int is_of_the_lead(const struct words *words, const struct crossover *crossover) {
    for (size_t v = 0; v < words->variants.count; v++)
        if (owns(words, v, crossover->low, crossover->slower) &&
            owns(words, v, crossover->high, crossover->faster))
            return 1;
    return 0;
}

static int write_overtaking(const struct words *words, const struct table *table, FILE *file) {
    struct crossovers crossovers = {0};
    int ok = crossovers_add(&crossovers, table, words->section, NULL) == 0;
    size_t written = 0;
    for (size_t i = 0; ok && i < crossovers.count && written < FASTEST_WORDS_CROSSOVERS; i++)
        if (is_of_the_lead(words, &crossovers.items[i])) {
            begin(file);
            crossover_write(&crossovers.items[i], file);
            written++;
        }
    if (written && crossovers.count > written)
        fprintf(file, DOCUMENT_SEPARATOR "%zu more crossover%s; --fastest lists all",
                crossovers.count - written, crossovers.count - written == 1 ? "" : "s");
    crossovers_release(&crossovers);
    return ok;
}

/* --- all of it --- */

enum part { ANSWER = 1, REMARKS = 2, CROSSOVERS = 4 };

static void write_variant(const struct words *words, size_t variant, unsigned parts, FILE *file) {
    if (parts & ANSWER) {
        write_open(words, variant, write_decided(words, variant, file), file);
        write_disputed(words, variant, file);
    }
    if (parts & REMARKS)
        write_remarks(words, variant, file);
}

/* The answer at the only point. */
static void write_point(const struct words *words, FILE *file) {
    if (candidates(words, 0)) {
        write_subject(words->section, file);
        fputs(": ", file);
        if (candidates(words, 0) > FASTEST_WORDS_NAMES)
            fputs("undecided, ", file);
        write_candidates(words, 0, file);
    }
    write_disputed(words, 0, file);
}

static int write_parts(const struct table *table, const struct section *section, unsigned parts,
                       FILE *file) {
    struct words words;
    if (section->summary_count < 2 || !section->row_count)
        return 1;
    int ok = words_init(&words, table, section);
    if (ok && words.variants.longest > 1) {
        for (size_t v = 0; v < words.variants.count && v < FASTEST_WORDS_VARIANTS; v++)
            write_variant(&words, v, parts, file);
        ok = !(parts & CROSSOVERS) || write_overtaking(&words, table, file);
    } else if (ok && section->space->points == 1 && parts == ANSWER)
        write_point(&words, file);
    words_release(&words);
    return ok;
}

int fastest_words_write_answer(const struct table *table, const struct section *section,
                               FILE *file) {
    return write_parts(table, section, ANSWER, file);
}

int fastest_words_write_details(const struct table *table, const struct section *section,
                                FILE *file) {
    return write_parts(table, section, REMARKS | CROSSOVERS, file);
}

int fastest_words_write_spans(const struct table *table, const struct section *section,
                              FILE *file) {
    return write_parts(table, section, ANSWER | REMARKS, file);
}
