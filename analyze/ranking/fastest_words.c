/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/ranking/fastest_words.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/ranking/crossover.h"
#include "analyze/ranking/fastest.h"
#include "analyze/output/document.h"
#include "analyze/model/size_words.h"
#include "analyze/model/variants.h"
#include "formats/files/temporary_file.h"

enum { NOBODY = -1 };

struct shell_words {
    const struct section *section;
    const struct summary_row *libraries;
    enum crossing_rank *ranks; /* [points][libraries] */
    struct variants variants;
    int *owners;      /* [points as in variants.order] whose span it is in; NOBODY for none */
    char *have_spans; /* [libraries] */
};

/* --- spans --- */

static enum crossing_rank rank_of(const struct shell_words *words, size_t place, size_t library) {
    return words->ranks[words->variants.order[place] * words->section->summary_count + library];
}

/* The one that has RANK there; NOBODY. */
static int who_has(const struct shell_words *words, size_t place, enum crossing_rank rank) {
    for (size_t l = 0; l < words->section->summary_count; l++)
        if (rank_of(words, place, l) == rank)
            return (int)l;
    return NOBODY;
}

/* Where the fastest is disputed, nobody is. */
static int is_among(const struct shell_words *words, size_t place, size_t library) {
    enum crossing_rank rank = rank_of(words, place, library);
    return rank == CROSSING_FASTEST ||
           (rank == CROSSING_NOT_SHOWN_SLOWER && who_has(words, place, CROSSING_FASTEST) != NOBODY);
}

static int is_first(const struct shell_words *words, size_t place, size_t library) {
    return rank_of(words, place, library) == CROSSING_FASTEST;
}

static size_t stays_until(const struct shell_words *words, size_t place, size_t end,
                          size_t library) {
    while (place < end && is_among(words, place, library))
        place++;
    return place;
}

/* Gives the places from BEGIN on to the library that stays for longest; returns the next. */
static size_t give_span(struct shell_words *words, size_t begin, size_t end) {
    size_t longest = begin;
    int owner = NOBODY;
    for (size_t l = 0; l < words->section->summary_count; l++) {
        size_t until = stays_until(words, begin, end, l);
        if (until > longest || (until == longest && until > begin && is_first(words, begin, l))) {
            longest = until;
            owner = (int)l;
        }
    }
    longest += longest == begin;
    for (size_t i = begin; i < longest; i++)
        words->owners[i] = owner;
    if (owner != NOBODY)
        words->have_spans[owner] = 1;
    return longest;
}

static void give_spans(struct shell_words *words) {
    for (size_t v = 0; v < words->variants.count; v++)
        for (size_t i = words->variants.first[v]; i < words->variants.first[v + 1];)
            i = give_span(words, i, words->variants.first[v + 1]);
}

/* --- lines --- */

static double size_at(const struct shell_words *words, size_t place) {
    const struct parameter_grid *space = words->section->space;
    return space->axes[space->main].values[words->variants.order[place]];
}

/* "41", or "1 to 41" */
static void write_range(const struct shell_words *words, size_t begin, size_t end, FILE *file) {
    size_words_exact(size_at(words, begin), file);
    if (end - begin > 1) {
        fputs(" to ", file);
        size_words_exact(size_at(words, end - 1), file);
    }
}

static void begin(FILE *file) {
    fputs(ftell(file) > 0 ? "\n" : "", file);
}

static void begin_line(const struct shell_words *words, size_t variant, const char *what,
                       FILE *file) {
    size_t point = words->variants.order[words->variants.first[variant]];
    begin(file);
    fputs(what, file);
    if (words->variants.count > 1) {
        fputs(", ", file);
        variants_write(words->section->space, point, file);
    }
    fputs(": ", file);
}

static void write_more(size_t count, FILE *file) {
    if (count > FASTEST_WORDS_SPANS)
        fprintf(file, DOCUMENT_SEPARATOR "and %zu more span%s; --fastest lists all",
                count - FASTEST_WORDS_SPANS, count - FASTEST_WORDS_SPANS == 1 ? "" : "s");
}

static void write_fastest(const struct shell_words *words, size_t variant, FILE *file) {
    size_t end = words->variants.first[variant + 1], spans = 0, next;
    for (size_t i = words->variants.first[variant]; i < end; i = next) {
        int owner = words->owners[i];
        for (next = i + 1; next < end && words->owners[next] == owner;)
            next++;
        if (owner == NOBODY || spans++ >= FASTEST_WORDS_SPANS)
            continue;
        if (spans == 1)
            begin_line(words, variant,
                       fastest_is_sure(words->section) ? "fastest" : "fastest in a single round",
                       file);
        fprintf(file, "%s%s at ", spans > 1 ? DOCUMENT_SEPARATOR : "",
                words->libraries[owner].library);
        write_range(words, i, next, file);
    }
    write_more(spans, file);
}

/* What is said of libraries at points, and of which of them. */
struct remark {
    const char *words;
    int (*holds)(const struct shell_words *words, size_t place, size_t library);
};

static int is_beside(const struct shell_words *words, size_t place, size_t library) {
    return words->owners[place] != (int)library && is_among(words, place, library);
}

static int is_slower_by_means(const struct shell_words *words, size_t place, size_t library) {
    return rank_of(words, place, library) == CROSSING_SLOWER_BY_MEANS;
}

/* Where it holds of LIBRARY, behind SPANS of others; returns how many there are then. */
static size_t write_where(const struct shell_words *words, size_t variant,
                          const struct remark *remark, size_t library, size_t spans, FILE *file) {
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
        if (spans == 1)
            begin_line(words, variant, remark->words, file);
        if (spans > before + 1)
            fputs(" and ", file);
        else
            fprintf(file, "%s%s at ", before ? DOCUMENT_SEPARATOR : "",
                    words->libraries[library].library);
        write_range(words, i, next, file);
    }
    return spans;
}

static void write_remark(const struct shell_words *words, size_t variant,
                         const struct remark *remark, FILE *file) {
    size_t spans = 0;
    for (size_t l = 0; l < words->section->summary_count; l++)
        spans = write_where(words, variant, remark, l, spans, file);
    write_more(spans, file);
}

/* "means disagree on the fastest: slow typically, steady by means at 1000" */
static void write_disputed(const struct shell_words *words, size_t variant, FILE *file) {
    size_t end = words->variants.first[variant + 1], spans = 0;
    for (size_t i = words->variants.first[variant]; i < end; i++) {
        int typically = who_has(words, i, CROSSING_TYPICALLY);
        if (typically == NOBODY || spans++ >= FASTEST_WORDS_SPANS)
            continue;
        if (spans == 1)
            begin_line(words, variant, "means disagree on the fastest", file);
        fprintf(file, "%s%s typically, %s by means at ", spans > 1 ? DOCUMENT_SEPARATOR : "",
                words->libraries[typically].library,
                words->libraries[who_has(words, i, CROSSING_BY_MEANS)].library);
        size_words_exact(size_at(words, i), file);
    }
    write_more(spans, file);
}

static void write_variants(const struct shell_words *words, FILE *file) {
    static const struct remark remarks[] = {{"not shown slower", is_beside},
                                            {"slower by means", is_slower_by_means}};
    size_t count = words->variants.count;
    for (size_t v = 0; v < count && v < FASTEST_WORDS_VARIANTS; v++) {
        write_fastest(words, v, file);
        for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++)
            write_remark(words, v, &remarks[i], file);
        write_disputed(words, v, file);
    }
}

/* --- crossovers --- */

static int has_span(const struct shell_words *words, const char *library) {
    for (size_t l = 0; l < words->section->summary_count; l++)
        if (words->have_spans[l] && strcmp(words->libraries[l].library, library) == 0)
            return 1;
    return 0;
}

static void write_crossovers(const struct shell_words *words, const struct crossovers *crossovers,
                             FILE *file) {
    size_t written = 0;
    for (size_t i = 0; i < crossovers->count; i++) {
        const struct crossover *crossover = &crossovers->items[i];
        int counts = has_span(words, crossover->faster) && has_span(words, crossover->slower);
        if (!counts || written == FASTEST_WORDS_CROSSOVERS)
            continue;
        begin(file);
        crossover_write(crossover, file);
        written++;
    }
    size_t more = crossovers->count - written;
    if (!more)
        return;
    begin(file);
    fprintf(file, "%s%zu %scrossover%s; --fastest lists all", written ? "and " : "", more,
            written ? "more " : "", more == 1 ? "" : "s");
}

/* --- all of it --- */

static int prepare(struct shell_words *words, const struct table *table) {
    const struct section *section = words->section;
    words->ranks = fastest_ranks(table, section);
    words->owners = spill_new(section->space->points, sizeof *words->owners);
    words->have_spans = calloc(section->summary_count + 1, 1);
    return variants_find(&words->variants, section->space) && words->ranks && words->owners &&
           words->have_spans;
}

static int write_overtaking(const struct shell_words *words, const struct table *table,
                            FILE *file) {
    struct crossovers crossovers = {0};
    int ok = crossovers_add(&crossovers, table, words->section, NULL) == 0;
    if (ok)
        write_crossovers(words, &crossovers, file);
    crossovers_release(&crossovers);
    return ok;
}

static int write_all(const struct table *table, const struct section *section, int with_crossovers,
                     FILE *file) {
    struct shell_words words = {.section = section,
                                .libraries = table->summaries + section->first_summary};
    if (section->summary_count < 2 || !section->row_count)
        return 1;
    int ok = prepare(&words, table);
    if (ok && words.variants.longest > 1) {
        give_spans(&words);
        write_variants(&words, file);
        ok = !with_crossovers || write_overtaking(&words, table, file);
    }
    spill_free(words.ranks);
    spill_free(words.owners);
    free(words.have_spans);
    variants_release(&words.variants);
    return ok;
}

int fastest_words_write(const struct table *table, const struct section *section, FILE *file) {
    return write_all(table, section, 1, file);
}

int fastest_words_write_spans(const struct table *table, const struct section *section,
                              FILE *file) {
    return write_all(table, section, 0, file);
}
