/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/ranking/crossover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/columns/column_table.h"
#include "analyze/ranking/fastest.h"
#include "analyze/text/string_pool.h"
#include "analyze/statistics/logarithm.h"
#include "analyze/model/size_words.h"
#include "analyze/model/variants.h"
#include "formats/files/temporary_file.h"

#define CROSSOVER(member, type, unit, about)                                                       \
    COLUMN(crossover, #member, member, type, unit, 0, about)

/* clang-format off */
static const struct column of_crossovers[] = {
    {CROSSOVER(archive, TEXT, "", "file the run is in")},
    {CROSSOVER(action, TEXT, "", "what was calculated")},
    {CROSSOVER(run, TEXT, "", "name of the run")},
    {CROSSOVER(type, TEXT, "", "precision: s or d")},
    {CROSSOVER(variant, TEXT, "", "parameters that tell this curve from others"), USUAL("with", .once = 1)},
    {CROSSOVER(faster, TEXT, "", "library that is faster from here on"), USUAL("faster", .align = "l")},
    {CROSSOVER(slower, TEXT, "", "library that was faster so far"), USUAL("slower", .align = "l")},
    {CROSSOVER(size, REAL, "1", "where both are equal, between measured sizes"), USUAL("from", .number = number_plain)},
    {CROSSOVER(low, REAL, "1", "where the one was last shown to be faster"), USUAL("low", .number = number_count, .align = "r")},
    {CROSSOVER(high, REAL, "1", "where the other is first shown to be faster"), USUAL("high", .number = number_count, .align = "r")},
};
/* clang-format on */

const struct column_set crossover_columns = COLUMN_SET(of_crossovers, struct crossover);

/* Two libraries along a curve. */
struct pair {
    const struct table *table;
    const struct section *section;
    const size_t *order; /* of the variant's points, */
    size_t count;        /* of which so many have sizes that rise and are above 0 */
    size_t a, b;
    const char *variant;
};

/* Keeps those of ORDER that can stand on a logarithmic axis; returns how many. */
static size_t keep_rising(const struct parameter_grid *space, const size_t *from, size_t count,
                          size_t *order) {
    const double *x = space->axes[space->main].values;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (has_logarithm(x[from[i]]) && (!kept || x[from[i]] > x[order[kept - 1]]))
            order[kept++] = from[i];
    return kept;
}

static size_t find_crossings(const struct pair *pair, struct student *student,
                             struct crossing_point *points, struct crossing *crossings) {
    const struct parameter_grid *space = pair->section->space;
    for (size_t i = 0; i < pair->count; i++) {
        struct crossing_size size = fastest_size(pair->table, pair->section, pair->order[i]);
        points[i] =
            (struct crossing_point){space->axes[space->main].values[pair->order[i]],
                                    crossing_compare(&size, pair->a, pair->b, student).centre,
                                    crossing_shown(&size, pair->a, pair->b, student)};
    }
    return crossing_find(points, pair->count, crossings, pair->count);
}

static int keep_crossings(struct crossovers *crossovers, const struct pair *pair,
                          const struct crossing *crossings, size_t count) {
    struct crossover *all =
        reallocarray(crossovers->items, crossovers->count + count + 1, sizeof *all);
    if (!all)
        return 0;
    crossovers->items = all;
    const struct summary_row *libraries = pair->table->summaries + pair->section->first_summary;
    for (size_t i = 0; i < count; i++) {
        const struct crossing *crossing = &crossings[i];
        const struct summary_row *faster = &libraries[crossing->a_overtakes ? pair->a : pair->b];
        const struct summary_row *slower = &libraries[crossing->a_overtakes ? pair->b : pair->a];
        all[crossovers->count++] = (struct crossover){.archive = faster->archive,
                                                      .action = faster->action,
                                                      .run = faster->run,
                                                      .type = faster->type,
                                                      .variant = pair->variant,
                                                      .faster = faster->library,
                                                      .slower = slower->library,
                                                      .size = crossing->size,
                                                      .low = crossing->low,
                                                      .high = crossing->high,
                                                      .space = pair->section->space};
    }
    return 1;
}

static int by_size(const void *left, const void *right) {
    const struct crossover *a = left, *b = right;
    if (a->low != b->low)
        return a->low > b->low ? 1 : -1;
    if (a->high != b->high)
        return a->high > b->high ? 1 : -1;
    int order = strcmp(a->faster, b->faster);
    return order ? order : strcmp(a->slower, b->slower);
}

static int add_pairs(struct crossovers *crossovers, struct pair *pair) {
    struct crossing_point *points = spill_new(pair->count, sizeof *points);
    struct crossing *crossings = spill_new(pair->count, sizeof *crossings);
    struct student student;
    size_t first = crossovers->count;
    int ok = points && crossings;
    student_init(&student, fastest_confidence(pair->table, pair->section));
    for (pair->a = 0; ok && pair->a < pair->section->summary_count; pair->a++)
        for (pair->b = pair->a + 1; ok && pair->b < pair->section->summary_count; pair->b++) {
            size_t found = find_crossings(pair, &student, points, crossings);
            ok = keep_crossings(crossovers, pair, crossings, found);
        }
    if (ok && crossovers->count > first)
        qsort(crossovers->items + first, crossovers->count - first, sizeof *crossovers->items,
              by_size);
    spill_free(points);
    spill_free(crossings);
    return ok;
}

static int name_variant(struct crossovers *crossovers, struct pair *pair) {
    struct kept_text written;
    if (!kept_text_begin(&written))
        return 0;
    variants_write(pair->section->space, pair->order[0], written.file);
    return kept_text_end(&written, &crossovers->texts, &pair->variant);
}

static int add_variants(struct crossovers *crossovers, const struct table *table,
                        const struct section *section) {
    struct variants variants;
    int ok = variants_find(&variants, section->space);
    size_t *order = spill_new(variants.longest, sizeof *order);
    ok = ok && order;
    for (size_t v = 0; ok && v < variants.count; v++) {
        struct pair pair = {.table = table, .section = section, .order = order};
        pair.count = keep_rising(section->space, variants.order + variants.first[v],
                                 variants.first[v + 1] - variants.first[v], order);
        if (pair.count > 1)
            ok = name_variant(crossovers, &pair) && add_pairs(crossovers, &pair);
    }
    spill_free(order);
    variants_release(&variants);
    return ok;
}

int crossovers_add(struct crossovers *crossovers, const struct table *table,
                   const struct section *section, struct err *err) {
    int ok = !section->row_count || add_variants(crossovers, table, section);
    return ok ? 0 : err_set(err, ERR_FAILED, "no memory to see which library overtakes which");
}

void crossovers_release(struct crossovers *crossovers) {
    free(crossovers->items);
    string_pool_release(&crossovers->texts);
    *crossovers = (struct crossovers){0};
}

static void write_range(const struct crossover *crossover, FILE *file) {
    size_words_exact(crossover->low, file);
    fputs(" and ", file);
    size_words_exact(crossover->high, file);
}

void crossover_write(const struct crossover *crossover, FILE *file) {
    const char *axis = size_words_axis(crossover->space);
    fprintf(file, "%s overtakes %s ", crossover->faster, crossover->slower);
    if (isnan(crossover->size)) {
        fprintf(file, "between %s = ", axis);
        write_range(crossover, file);
    } else {
        fprintf(file, "at %s ≈ ", axis);
        size_words_about(crossover->size, file);
        fputs(" (between ", file);
        write_range(crossover, file);
        fputc(')', file);
    }
    if (crossover->variant)
        fprintf(file, ", %s", crossover->variant);
}
