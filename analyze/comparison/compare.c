/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/comparison/compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/inference/ratio.h"
#include "analyze/model/variants.h"
#include "analyze/statistics/distribution.h"
#include "formats/model/string_pool.h"

/* The parts of a cell's key, from coarse to fine; each is the number of a text. */
enum { ACTION, TYPE, LIBRARY, SIZE, POINT, KEY_PARTS };

struct one_side {
    const struct row *row;              /* NULL: the set does not have this cell */
    struct compare_sides sides;         /* of the run added last */
    struct welford runs, runs_of_means; /* over the runs, for either ratio */
};

struct cell {
    uint32_t key[KEY_PARTS];
    struct one_side sides[COMPARE_SETS];
};

struct compare {
    struct string_pool texts;
    struct string_pool keys;               /* one text per cell, whose number is the cell's index */
    struct string_pool seen[COMPARE_SETS]; /* the prefixes of the keys that occur in the set */
    struct cell *cells;                    /* [keys.count] */
};

static int no_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for the comparison");
}

struct compare *compare_new(void) {
    return calloc(1, sizeof(struct compare));
}

void compare_free(struct compare *compare) {
    if (!compare)
        return;
    string_pool_release(&compare->texts);
    string_pool_release(&compare->keys);
    for (int set = 0; set < COMPARE_SETS; set++)
        string_pool_release(&compare->seen[set]);
    free(compare->cells);
    free(compare);
}

/* --- adding cells --- */

enum { KEY_BYTES = KEY_PARTS * 11 + 1 };

/* Writes the first PARTS of KEY as a text. */
static const char *key_text(const uint32_t key[KEY_PARTS], int parts, char text[KEY_BYTES]) {
    size_t length = 0;
    for (int i = 0; i < parts; i++)
        length += (size_t)snprintf(text + length, KEY_BYTES - length, "%u ", key[i]);
    return text;
}

/* Returns NULL if memory runs out. */
static struct cell *find_cell(struct compare *compare, const uint32_t key[KEY_PARTS]) {
    char text[KEY_BYTES];
    uint32_t known = compare->keys.count;
    if ((known & (known - 1)) == 0) {
        struct cell *cells = realloc(compare->cells, (known ? 2 * known : 1) * sizeof *cells);
        if (!cells)
            return NULL;
        compare->cells = cells;
    }
    uint32_t number = string_pool_number(&compare->keys, key_text(key, KEY_PARTS, text));
    if (number == STRING_POOL_NONE)
        return NULL;
    if (number == known) {
        compare->cells[number] = (struct cell){0};
        memcpy(compare->cells[number].key, key, sizeof compare->cells[number].key);
    }
    return &compare->cells[number];
}

static int remember(struct string_pool *seen, const uint32_t key[KEY_PARTS]) {
    char text[KEY_BYTES];
    int ok = 1;
    for (int parts = TYPE + 1; ok && parts < KEY_PARTS; parts++)
        ok = string_pool_number(seen, key_text(key, parts, text)) != STRING_POOL_NONE;
    return ok;
}

int compare_add(struct compare *compare, enum compare_set set, const struct row *row,
                const struct facts *action, const struct compare_sides *sides, struct err *err) {
    uint32_t key[KEY_PARTS];
    struct cell *cell = NULL;

    char *point = point_key(row->space, row->point, action), size[32];
    snprintf(size, sizeof size, "%lld", (long long)row->size);
    const char *const parts[KEY_PARTS] = {row->action, row->type, row->library, size, point};
    int ok = point != NULL;
    for (int i = 0; ok && i < KEY_PARTS; i++) {
        key[i] = string_pool_number(&compare->texts, parts[i] ? parts[i] : "");
        ok = key[i] != STRING_POOL_NONE;
    }
    free(point);
    if (ok && remember(&compare->seen[set], key))
        cell = find_cell(compare, key);
    if (!cell)
        return no_memory(err);
    struct one_side *to = &cell->sides[set];
    int has_times = isfinite(sides->typical.mean);
    if (has_times || !to->runs.n)
        to->row = row;
    if (has_times) {
        to->sides = *sides;
        welford_add(&to->runs, sides->typical.mean);
        welford_add(&to->runs_of_means, sides->means.mean);
    }
    return 0;
}

struct welch_side compare_relative_side(const struct row *row) {
    return (struct welch_side){row->log_ratio, row->log_ratio_se, row->ratio_rounds,
                               row->log_ratio_degrees};
}

/* --- pairs --- */

static struct welch_side side_of(const struct welford *runs, const struct welch_side *last) {
    if (runs->n < 2)
        return *last;
    return welch_side_of(welford_mean(runs), welford_sd(runs) / sqrt((double)runs->n), runs->n);
}

/* If the resolution is wider than the interval, moves the difference towards 0 by that much for the
 * tests. */
static struct welch coarsened(const struct welch *welch, double resolution, double confidence) {
    struct interval interval = welch_interval(welch, confidence);
    struct welch coarse = *welch;
    if (interval.high - interval.centre < resolution)
        coarse.difference =
            copysign(fmax(fabs(welch->difference) - resolution, 0), welch->difference);
    return coarse;
}

static struct compare_ratio ratio_of(const struct welch *welch, double resolution,
                                     const struct compare_asked *asked) {
    struct interval interval =
        interval_at_least(welch_interval(welch, asked->confidence), resolution);
    struct welch coarse = coarsened(welch, resolution, asked->confidence);
    double p = welch_probability_above(&coarse, log1p(asked->margin));
    return (struct compare_ratio){
        exp(interval.centre), exp(interval.low), exp(interval.high), p, p, 0};
}

int compare_means_disagree(const struct compare_pair *pair) {
    const struct compare_ratio *typical = &pair->typical, *means = &pair->means;
    return mean_ratio_disagrees((struct interval){typical->ratio, typical->low, typical->high},
                                (struct interval){means->ratio, means->low, means->high});
}

/* Offsets in a pair of the probabilities that are adjusted together. */
struct family {
    size_t offsets[2], count;
};

static const struct family verdicts = {{offsetof(struct compare_pair, p_adjusted)}, 1};
static const struct family regressions = {
    {offsetof(struct compare_pair, typical.p_regressed_adjusted),
     offsetof(struct compare_pair, means.p_regressed_adjusted)},
    2};

/* Adjusts the probabilities of all pairs. Returns 0 if memory runs out. */
static int adjust(const struct comparison *comparison, const struct compare_asked *asked,
                  const struct family *family) {
    size_t m = family->count, n = comparison->pair_count * m;
    size_t *order = calloc(n + 1, sizeof *order);
    double *p = calloc(n + 1, sizeof *p);
    int ok = p && order;
    for (size_t i = 0; ok && i < n; i++)
        memcpy(&p[i], (const char *)&comparison->pairs[i / m] + family->offsets[i % m], sizeof *p);
    if (ok && asked->adjust)
        asked->adjust(p, n, order);
    for (size_t i = 0; ok && i < n; i++)
        memcpy((char *)&comparison->pairs[i / m] + family->offsets[i % m], &p[i], sizeof *p);
    free(order);
    free(p);
    return ok;
}

/* --- cells without a partner --- */

const char *compare_lack_name(enum compare_lack lack) {
    static const char *const names[] = {"action", "library", "size", "parameters", "times"};
    return names[lack];
}

static enum compare_lack lack_of(const struct compare *compare, const struct cell *cell,
                                 enum compare_set other) {
    static const int parts[] = {TYPE + 1, LIBRARY + 1, SIZE + 1};
    char text[KEY_BYTES];
    for (int i = 0; i < 3; i++)
        if (string_pool_find(&compare->seen[other], key_text(cell->key, parts[i], text)) ==
            STRING_POOL_NONE)
            return (enum compare_lack)i;
    return COMPARE_LACKS_PARAMETERS;
}

static struct compare_alone alone_of(const struct compare *compare, const struct cell *cell) {
    const struct one_side *earlier = &cell->sides[COMPARE_EARLIER];
    const struct one_side *later = &cell->sides[COMPARE_LATER];
    int have_both = earlier->row && later->row;
    int is_later = have_both ? later->runs.n > 0 : later->row != NULL;
    enum compare_set other = is_later ? COMPARE_EARLIER : COMPARE_LATER;
    return (struct compare_alone){.action = string_pool_text(&compare->texts, cell->key[ACTION]),
                                  .type = string_pool_text(&compare->texts, cell->key[TYPE]),
                                  .library = string_pool_text(&compare->texts, cell->key[LIBRARY]),
                                  .point = string_pool_text(&compare->texts, cell->key[POINT]),
                                  .rows = {earlier->row, later->row},
                                  .in = is_later ? COMPARE_LATER : COMPARE_EARLIER,
                                  .lack = have_both ? COMPARE_LACKS_TIMES
                                                    : lack_of(compare, cell, other)};
}

/* --- the comparison --- */

int compare_conclude(const struct compare *compare, const struct compare_asked *asked,
                     struct comparison *comparison, struct err *err) {
    size_t count = compare->keys.count;
    *comparison = (struct comparison){.pairs = calloc(count + 1, sizeof *comparison->pairs),
                                      .alone = calloc(count + 1, sizeof *comparison->alone)};
    int ok = comparison->pairs && comparison->alone;
    for (size_t i = 0; ok && i < count; i++) {
        const struct cell *cell = &compare->cells[i];
        if (cell->sides[COMPARE_EARLIER].runs.n && cell->sides[COMPARE_LATER].runs.n) {
            struct compare_pair *pair = &comparison->pairs[comparison->pair_count++];
            *pair = (struct compare_pair){
                .action = string_pool_text(&compare->texts, cell->key[ACTION]),
                .type = string_pool_text(&compare->texts, cell->key[TYPE]),
                .library = string_pool_text(&compare->texts, cell->key[LIBRARY]),
                .point = string_pool_text(&compare->texts, cell->key[POINT])};
            struct welch_side means[COMPARE_SETS];
            double resolution = 0;
            for (int set = 0; set < COMPARE_SETS; set++) {
                const struct one_side *side = &cell->sides[set];
                pair->rows[set] = side->row;
                pair->resolutions[set] = side->sides.resolution;
                resolution += pair->resolutions[set];
                pair->runs[set] = side->runs.n;
                pair->is_alone |= side->runs.n == 1 && side->row->rounds == 1;
                pair->sides[set] = side_of(&side->runs, &side->sides.typical);
                means[set] = side_of(&side->runs_of_means, &side->sides.means);
            }
            struct welch typical =
                welch_between(&pair->sides[COMPARE_EARLIER], &pair->sides[COMPARE_LATER]);
            struct welch of_means = welch_between(&means[COMPARE_EARLIER], &means[COMPARE_LATER]);
            pair->typical = ratio_of(&typical, resolution, asked);
            pair->means = ratio_of(&of_means, resolution, asked);
            typical = coarsened(&typical, resolution, asked->confidence);
            pair->p = pair->p_adjusted = welch_probability_outside(
                &typical, log1p(pair->is_alone ? asked->least_alone : asked->least));
        } else
            comparison->alone[comparison->alone_count++] = alone_of(compare, cell);
    }
    ok = ok && adjust(comparison, asked, &verdicts) && adjust(comparison, asked, &regressions);
    if (ok) {
        for (size_t i = 0; i < comparison->pair_count; i++) {
            struct compare_pair *pair = &comparison->pairs[i];
            if (pair->p_adjusted <= asked->level && pair->typical.ratio != 1)
                pair->side = pair->typical.ratio > 1 ? 1 : -1;
            pair->typical.regressed = pair->typical.p_regressed_adjusted <= asked->level;
            pair->means.regressed = pair->means.p_regressed_adjusted <= asked->level;
            pair->regressed = pair->typical.regressed || pair->means.regressed;
            comparison->faster += pair->side < 0;
            comparison->slower += pair->side > 0;
            comparison->one_process +=
                pair->is_alone && pair->side == 0 && !isnan(pair->p_adjusted);
            comparison->regressed += (size_t)pair->regressed;
            comparison->regressed_alone += pair->regressed && pair->is_alone && pair->side == 0;
            comparison->regressed_by_means += (size_t)(pair->regressed && !pair->typical.regressed);
        }

        return 0;
    }
    comparison_release(comparison);
    return no_memory(err);
}

void comparison_release(struct comparison *comparison) {
    free(comparison->pairs);
    free(comparison->alone);
    *comparison = (struct comparison){0};
}

/* --- tables --- */

static int are_same(const char *a, const char *b) {
    return strcmp(a ? a : "", b ? b : "") == 0;
}

const struct section *compared_last_section(const struct table *table, const struct section *like) {
    for (size_t s = table->section_count; s-- > 0;) {
        const struct section *section = &table->sections[s];
        if (are_same(section->action, like->action) && are_same(section->type, like->type))
            return section;
    }
    return NULL;
}

/* Returns NULL if there is no type, or more than one. */
static const char *only_type(const struct table *table, const char *action) {
    const char *type = NULL;
    for (size_t s = 0; s < table->section_count; s++) {
        const struct section *section = &table->sections[s];
        if (!are_same(section->action, action) || !section->type)
            continue;
        if (type && strcmp(type, section->type) != 0)
            return NULL;
        type = section->type;
    }
    return type;
}

void compared_adopt_types(struct table *to, const struct table *from) {
    for (size_t s = 0; s < to->section_count; s++) {
        struct section *section = &to->sections[s];
        if (section->type)
            continue;
        section->type = only_type(from, section->action);
        for (size_t i = 0; i < section->row_count; i++)
            to->rows[section->first_row + i].type = section->type;
    }
}

/* A ratio to a wrong answer means nothing. */
static int compares(const struct row *row, const struct compared_options *options) {
    return options->is_relative ? row->both_right : row->status == CELL_OK;
}

/* With a single round the samples are the units. For ratios nothing is then known about differences
 * between processes, so there is no standard error. */
static struct compare_sides sides_of(const struct row *row,
                                     const struct compared_options *options) {
    static const struct welch_side none = {NAN, NAN, 0, NAN};
    size_t units = row->rounds == 1 ? row->n : row->rounds;
    if (!compares(row, options))
        return (struct compare_sides){none, none, 0};
    if (!options->is_relative)
        return (struct compare_sides){
            welch_side_of(row->log_mean, row->log_se, units),
            welch_side_of(logarithm_of(row->mean), row->se / row->mean, units),
            resolution_of_log_mean(&row->resolution)};
    struct welch_side means = row->mean_side;
    if (row->ratio_rounds < 2)
        means.se = NAN;
    return (struct compare_sides){compare_relative_side(row), means, row->log_resolution};
}

static int add_table(struct compared *compared, enum compare_set set, struct err *err) {
    const struct table *table = compared->tables[set];
    int code = 0;
    for (size_t s = 0; code == 0 && s < table->section_count; s++) {
        if (compared->options->is_relative && set == COMPARE_LATER) {
            /* A different reference does not mean that what is measured has changed. */
            const struct section *later = &table->sections[s];
            const struct section *earlier =
                compared_last_section(compared->tables[COMPARE_EARLIER], later);
            if (!earlier || are_same(earlier->reference, later->reference))
                code = 0;
            else
                code = err_set(
                    err, ERR_USAGE,
                    "ratios of %s are taken to %s in %s, but to %s in %s; --ref names one library "
                    "that both have",
                    later->action, earlier->reference ? earlier->reference : "no library",
                    compared->files[COMPARE_EARLIER],
                    later->reference ? later->reference : "no library",
                    compared->files[COMPARE_LATER]);
        }
        if (code == 0) {
            const struct section *section = &table->sections[s];
            const struct row *rows = compared->tables[set]->rows + section->first_row;
            const struct facts *action =
                section->provenance ? &section->provenance->action_facts : NULL;
            for (size_t i = 0; code == 0 && i < section->row_count; i++) {
                const struct row *row = &rows[i];
                if (compared->options->is_relative && row->is_reference)
                    continue;
                struct compare_sides sides = sides_of(row, compared->options);
                code = compare_add(compared->compare, set, row, action, &sides, err);
            }
        }
    }
    return code;
}

static int was_measured(const struct compare_alone *alone) {
    int was = 0;
    for (int set = 0; set < COMPARE_SETS; set++)
        was |= alone->rows[set] && alone->rows[set]->status != CELL_NOT_MEASURED;
    return was;
}

int compared_conclude(struct compared *compared, struct err *err) {
    compared->found = (struct comparison){0};
    compared->compare = compare_new();
    if (!compared->compare)
        return err_set(err, ERR_FAILED, "no memory for the comparison");
    int code = add_table(compared, COMPARE_EARLIER, err);
    if (code == 0)
        code = add_table(compared, COMPARE_LATER, err);
    if (code == 0)
        code =
            compare_conclude(compared->compare, &compared->options->asked, &compared->found, err);
    if (code == 0) {
        size_t kept = 0;
        for (size_t i = 0; i < compared->found.alone_count; i++)
            if (was_measured(&compared->found.alone[i]))
                compared->found.alone[kept++] = compared->found.alone[i];
        compared->found.alone_count = kept;
    }
    return code;
}

void compared_release(struct compared *compared) {
    comparison_release(&compared->found);
    compare_free(compared->compare);
    compared->compare = NULL;
}

size_t compared_lost(const struct compared *compared) {
    size_t count = 0;
    for (size_t i = 0; i < compared->found.alone_count; i++) {
        const struct compare_alone *alone = &compared->found.alone[i];
        const struct row *earlier = alone->rows[COMPARE_EARLIER];
        const struct row *later = alone->rows[COMPARE_LATER];
        count += earlier && later && compares(earlier, compared->options) &&
                 !compares(later, compared->options);
    }
    return count;
}

/* Returns whether the cell is right on both sides. */
static int is_right_on_both(const struct compare_alone *alone,
                            const struct compared_options *options) {
    const struct row *earlier = alone->rows[COMPARE_EARLIER], *later = alone->rows[COMPARE_LATER];
    return earlier && later && compares(earlier, options) && compares(later, options);
}

static int has_zeros(const struct row *row) {
    return row->quantity != QUANTITY_SECONDS && isfinite(row->mean) && !isfinite(row->log_mean);
}

size_t compared_from_zero(const struct compared *compared) {
    size_t count = 0;
    for (size_t i = 0; i < compared->found.alone_count; i++) {
        const struct compare_alone *alone = &compared->found.alone[i];
        count += is_right_on_both(alone, compared->options) &&
                 has_zeros(alone->rows[COMPARE_EARLIER]) &&
                 alone->rows[COMPARE_EARLIER]->mean == 0 &&
                 isfinite(alone->rows[COMPARE_LATER]->log_mean);
    }
    return count;
}

size_t compared_with_zeros(const struct compared *compared) {
    size_t count = 0;
    for (size_t i = 0; i < compared->found.alone_count; i++) {
        const struct compare_alone *alone = &compared->found.alone[i];
        count += is_right_on_both(alone, compared->options) &&
                 (has_zeros(alone->rows[COMPARE_EARLIER]) || has_zeros(alone->rows[COMPARE_LATER]));
    }
    return count;
}

size_t compared_untested(const struct compared *compared) {
    size_t count = 0;
    for (size_t i = 0; i < compared->found.pair_count; i++)
        count += (size_t)isnan(compared->found.pairs[i].p_adjusted);
    return count;
}
