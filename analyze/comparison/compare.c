/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/comparison/compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/inference/ratio.h"
#include "analyze/comparison/dunnett.h"
#include "analyze/model/variants.h"
#include "formats/model/key_index.h"
#include "formats/model/string_pool.h"
#include "formats/text/array.h"
#include "formats/text/xalloc.h"

/* The parts of a cell's key, from coarse to fine; each is the number of a text. */
enum { ACTION, TYPE, LIBRARY, SIZE, POINT, KEY_PARTS };

struct one_side {
    const struct row *row;              /* NULL: the set does not have this cell */
    double resolution;                  /* of the run added last */
    struct welford runs, runs_of_means; /* over the runs, for either ratio */
};

/* What is known of the runs of a family but for the runs themselves. */
struct known {
    enum between_source source;
    double variance, degrees;
};

struct cell {
    uint32_t key[KEY_PARTS];
    uint32_t family;
    struct one_side sides[COMPARE_SETS];
};

struct compare {
    struct string_pool texts;
    struct key_index keys;
    struct key_index seen[COMPARE_SETS]; /* first parts of the keys that occur in the set */
    struct cell *cells;                  /* [keys.count] */
    struct key_index families;           /* by action and type */
    struct known *known;                 /* [families.count] */
    struct between_observation *observations;
    size_t observation_count;
};

struct compare *compare_new(void) {
    return xcalloc(1, sizeof(struct compare));
}

void compare_free(struct compare *compare) {
    if (!compare)
        return;
    string_pool_release(&compare->texts);
    key_index_release(&compare->keys);
    key_index_release(&compare->families);
    free(compare->known);
    free(compare->observations);
    for (int set = 0; set < COMPARE_SETS; set++)
        key_index_release(&compare->seen[set]);
    free(compare->cells);
    free(compare);
}

/* --- adding cells --- */

static size_t size_of(int parts) {
    return (size_t)parts * sizeof(uint32_t);
}

/* Returns the number of the family of KEY. */
static uint32_t find_family(struct compare *compare, const uint32_t key[KEY_PARTS]) {
    uint32_t known = compare->families.count;
    uint32_t number = xkey_index_number(&compare->families, key, size_of(TYPE + 1));
    if (number == known) {
        compare->known = xarray_grow(compare->known, known, sizeof *compare->known);
        compare->known[number] = (struct known){BETWEEN_NOTHING, NAN, NAN};
    }
    return number;
}

static struct cell *find_cell(struct compare *compare, const uint32_t key[KEY_PARTS]) {
    uint32_t known = compare->keys.count;
    uint32_t number = xkey_index_number(&compare->keys, key, size_of(KEY_PARTS));
    if (number == known) {
        compare->cells = xarray_grow(compare->cells, known, sizeof *compare->cells);
        compare->cells[number] = (struct cell){.family = find_family(compare, key)};
        memcpy(compare->cells[number].key, key, size_of(KEY_PARTS));
    }
    return &compare->cells[number];
}

static void find_key(struct compare *compare, const struct row *row, const struct facts *action,
                     uint32_t key[KEY_PARTS]) {
    char *point = point_key(row->space, row->point, action), size[32];
    snprintf(size, sizeof size, "%lld", (long long)row->size);
    const char *const parts[KEY_PARTS] = {row->action, row->type, row->library, size, point};
    for (int i = 0; i < KEY_PARTS; i++)
        key[i] = xstring_pool_number(&compare->texts, parts[i] ? parts[i] : "");
    free(point);
}

static void observe(struct compare *compare, uint32_t cell, uint32_t group,
                    const struct compare_sides *sides) {
    compare->observations = xarray_grow(compare->observations, compare->observation_count,
                                        sizeof *compare->observations);
    compare->observations[compare->observation_count++] =
        (struct between_observation){cell, group, sides->run, sides->typical, sides->means};
}

void compare_add(struct compare *compare, enum compare_set set, const struct row *row,
                 const struct facts *action, const struct compare_sides *sides) {
    uint32_t key[KEY_PARTS];
    find_key(compare, row, action, key);
    for (int parts = TYPE + 1; parts < KEY_PARTS; parts++)
        xkey_index_number(&compare->seen[set], key, size_of(parts));
    struct cell *cell = find_cell(compare, key);
    struct one_side *to = &cell->sides[set];
    int has_times = isfinite(sides->typical.mean);
    if (has_times || !to->runs.n)
        to->row = row;
    if (has_times) {
        to->resolution = sides->resolution;
        welford_add(&to->runs, sides->typical.mean);
        welford_add(&to->runs_of_means, sides->means.mean);
        observe(compare, (uint32_t)(cell - compare->cells), (uint32_t)set, sides);
    }
}

void compare_add_other(struct compare *compare, uint32_t group, const struct row *row,
                       const struct facts *action, const struct compare_sides *sides) {
    uint32_t key[KEY_PARTS];
    if (!isfinite(sides->typical.mean))
        return;
    find_key(compare, row, action, key);
    uint32_t cell = key_index_find(&compare->keys, key, size_of(KEY_PARTS));
    if (cell != KEY_INDEX_NONE)
        observe(compare, cell, COMPARE_SETS + group, sides);
}

void compare_know(struct compare *compare, const char *action, const char *type,
                  enum between_source source, double variance, double degrees) {
    uint32_t key[KEY_PARTS] = {xstring_pool_number(&compare->texts, action ? action : ""),
                               xstring_pool_number(&compare->texts, type ? type : "")};
    uint32_t family = find_family(compare, key);
    compare->known[family] = (struct known){source, variance, degrees};
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

/* The mean over the runs of a side with the error of their rounds: COUNT observations of a cell,
 * those of SET among them. LAST receives the last of them. */
static struct welch_side side_by_rounds(const struct between_observation *all, size_t count,
                                        uint32_t set, int by_means, struct welch_side *last) {
    double sum = 0, variance = 0, squares = 0;
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        const struct welch_side *one = by_means ? &all[i].means : &all[i].typical;
        if (all[i].group != set)
            continue;
        double of_mean = one->units < 2 ? NAN : one->se * one->se;
        sum += (one->mean - sum) / (double)++n;
        variance += of_mean;
        squares += of_mean > 0 ? of_mean * of_mean / one->degrees : 0;
        *last = *one;
    }
    if (n < 2)
        return *last;
    return (struct welch_side){sum, sqrt(variance) / (double)n, isnan(variance) ? 1 : last->units,
                               squares > 0 ? variance * variance / squares : last->degrees};
}

/* If the resolution is wider than the interval, moves the difference towards 0 by that much for the
 * tests. */
static struct welch coarsened(const struct welch *welch, double resolution, double confidence) {
    struct interval interval = welch_interval(welch, confidence);
    struct welch coarse = *welch;
    if (interval_half(interval) < resolution)
        coarse.difference =
            copysign(fmax(fabs(welch->difference) - resolution, 0), welch->difference);
    return coarse;
}

static double p_regressed(const struct welch *welch, double resolution,
                          const struct compare_asked *asked) {
    struct welch coarse = coarsened(welch, resolution, asked->confidence);
    return welch_probability_above(&coarse, log1p(asked->margin));
}

static struct compare_ratio ratio_of(const struct between_error *error, double resolution,
                                     const struct compare_asked *asked) {
    struct interval interval =
        interval_at_least(welch_interval(&error->all, asked->confidence), resolution);
    double p = p_regressed(&error->all, resolution, asked);
    return (struct compare_ratio){
        interval_exp(interval), p, p, 0, *error, p_regressed(&error->by_rounds, resolution, asked)};
}

static double p_outside(const struct welch *welch, double resolution, double least,
                        const struct compare_asked *asked) {
    struct welch coarse = coarsened(welch, resolution, asked->confidence);
    return welch_probability_outside(&coarse, log1p(least));
}

int compare_means_disagree(const struct compare_pair *pair) {
    const struct compare_ratio *typical = &pair->typical, *means = &pair->means;
    return mean_ratio_disagrees(typical->ratio, means->ratio);
}

/* Offsets in a pair of the probabilities that are adjusted together, and of their errors. */
struct tests {
    size_t offsets[2], by_rounds[2], errors[2], count;
    int sides;
};

#define IN_PAIR(member) offsetof(struct compare_pair, member)
static const struct tests verdicts = {
    {IN_PAIR(p_adjusted)}, {IN_PAIR(p_by_rounds)}, {IN_PAIR(typical.error)}, 1, 2};
static const struct tests regressions = {
    {IN_PAIR(typical.p_regressed_adjusted), IN_PAIR(means.p_regressed_adjusted)},
    {IN_PAIR(typical.p_by_rounds), IN_PAIR(means.p_by_rounds)},
    {IN_PAIR(typical.error), IN_PAIR(means.error)},
    2,
    1};
#undef IN_PAIR

static void *place(const struct comparison *comparison, size_t i, const size_t *offsets,
                   size_t count) {
    return (char *)&comparison->pairs[i / count] + offsets[i % count];
}

/* Adjusts the probabilities of all pairs by the caller's function. */
static void adjust_by_caller(const struct comparison *comparison, const struct compare_asked *asked,
                             const struct tests *tests, const size_t *offsets) {
    size_t n = comparison->pair_count * tests->count;
    size_t *order = xcalloc(n, sizeof *order);
    double *p = xcalloc(n, sizeof *p);
    for (size_t i = 0; i < n; i++)
        p[i] = *(const double *)place(comparison, i, offsets, tests->count);
    if (asked->adjust)
        asked->adjust(p, n, order);
    for (size_t i = 0; i < n; i++)
        *(double *)place(comparison, i, offsets, tests->count) = p[i];
    free(order);
    free(p);
}

/* The same where cells err together. Returns 0, and does nothing, if none do. */
static int adjust_together(const struct comparison *comparison, const struct tests *tests) {
    size_t n = comparison->pair_count * tests->count;
    struct dunnett_test *all = xcalloc(n, sizeof *all);
    int is_needed = 0;
    for (size_t i = 0; i < n; i++) {
        const struct between_error *error = place(comparison, i, tests->errors, tests->count);
        all[i] = (struct dunnett_test){
            *(const double *)place(comparison, i, tests->offsets, tests->count),
            error->share,
            error->own_degrees,
            error->all.degrees,
            error->common_degrees,
            comparison->pairs[i / tests->count].between};
        is_needed |= error->share > 0;
    }
    if (is_needed)
        dunnett_adjust(all, n, tests->sides);
    for (size_t i = 0; is_needed && i < n; i++)
        *(double *)place(comparison, i, tests->offsets, tests->count) = all[i].p;
    free(all);
    return is_needed;
}

static void adjust(const struct comparison *comparison, const struct compare_asked *asked,
                   const struct tests *tests) {
    adjust_by_caller(comparison, asked, tests, tests->by_rounds);
    if (!adjust_together(comparison, tests))
        adjust_by_caller(comparison, asked, tests, tests->offsets);
}

double comparison_first_p(const struct comparison *comparison, const struct compare_asked *asked) {
    struct comparison trial = {.pair_count = comparison->pair_count,
                               .pairs = xcalloc(comparison->pair_count, sizeof *trial.pairs)};
    double low = log(1e-12), high = log(asked->level);
    size_t first = 0;
    while (first < trial.pair_count && isnan(comparison->pairs[first].p_adjusted))
        first++;
    int is_known = first < trial.pair_count;
    for (int i = 0; is_known && i < 30; i++) {
        double middle = i ? (low + high) / 2 : high;
        memcpy(trial.pairs, comparison->pairs, trial.pair_count * sizeof *trial.pairs);
        for (size_t c = 0; c < trial.pair_count; c++)
            if (!isnan(trial.pairs[c].p_adjusted))
                trial.pairs[c].p_adjusted = c == first ? exp(middle) : 1;
        adjust(&trial, asked, &verdicts);
        if (trial.pairs[first].p_adjusted <= asked->level)
            low = middle;
        else
            high = middle;
    }
    free(trial.pairs);
    return is_known ? exp(low) : NAN;
}

/* --- cells without a partner --- */

const char *compare_lack_name(enum compare_lack lack) {
    static const char *const names[] = {"action", "library", "size", "parameters", "times"};
    return names[lack];
}

/* The reasons are in the order of the key. */
static enum compare_lack lack_of(const struct compare *compare, const struct cell *cell,
                                 enum compare_set other) {
    int lack = COMPARE_LACKS_ACTION;
    while (lack < COMPARE_LACKS_PARAMETERS &&
           key_index_find(&compare->seen[other], cell->key, size_of(TYPE + 1 + lack)) !=
               KEY_INDEX_NONE)
        lack++;
    return (enum compare_lack)lack;
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

/* --- what runs differ by --- */

/* The observations of all cells, and what the runs of each family differ by. */
struct evidence_of_runs {
    size_t *first;                   /* [cells + 1] of a cell's observations */
    size_t *number;                  /* [cells] of a cell in its family */
    struct between_runs *between[2]; /* [families] by typical ratios and by means */
    size_t families;
};

static int by_cell(const void *a, const void *b) {
    const struct between_observation *one = a, *other = b;
    if (one->cell != other->cell)
        return one->cell < other->cell ? -1 : 1;
    if (one->group != other->group)
        return one->group < other->group ? -1 : 1;
    return (one->run > other->run) - (one->run < other->run);
}

/* Only the last of a cell's observations in one run counts. */
static void sort_observations(struct compare *compare) {
    struct between_observation *all = compare->observations;
    size_t kept = 0;
    if (all)
        qsort(all, compare->observation_count, sizeof *all, by_cell);
    for (size_t i = 0; i < compare->observation_count; i++) {
        kept += i && by_cell(&all[i], &all[i - 1]) != 0;
        all[kept] = all[i];
    }
    compare->observation_count = all ? kept + 1 : 0;
}

static void learn_family(const struct compare *compare, const struct compare_asked *asked,
                         struct evidence_of_runs *evidence, uint32_t family) {
    const struct known *known = &compare->known[family];
    size_t count = 0, cells = 0;
    struct between_observation *all = xcalloc(compare->observation_count, sizeof *all);
    for (uint32_t c = 0; c < compare->keys.count; c++) {
        if (compare->cells[c].family != family)
            continue;
        for (size_t i = evidence->first[c]; i < evidence->first[c + 1]; i++) {
            all[count] = compare->observations[i];
            all[count++].cell = (uint32_t)cells;
        }
        evidence->number[c] = cells++;
    }
    for (int by_means = 0; by_means < 2; by_means++) {
        struct between_runs *between = &evidence->between[by_means][family];
        between_runs_of(between, all, count, cells, COMPARE_SETS, by_means);
        if (asked->has_drift)
            between->source = BETWEEN_GIVEN;
        else if (between->source == BETWEEN_NOTHING)
            between->source = known->source      ? known->source
                              : asked->drift > 0 ? BETWEEN_ASSUMED
                                                 : BETWEEN_NOTHING;
        int is_known = !asked->has_drift && known->source;
        between->variance = is_known ? known->variance : asked->drift * asked->drift;
        between->degrees = is_known ? known->degrees : INFINITY;
    }
    free(all);
}

static void learn(const struct compare *compare, const struct compare_asked *asked,
                  struct evidence_of_runs *evidence) {
    size_t cells = compare->keys.count;
    *evidence = (struct evidence_of_runs){
        .first = xcalloc(cells + 2, sizeof *evidence->first),
        .number = xcalloc(cells, sizeof *evidence->number),
        .between = {xcalloc(compare->families.count, sizeof(struct between_runs)),
                    xcalloc(compare->families.count, sizeof(struct between_runs))},
        .families = compare->families.count};
    for (size_t i = 0; i < compare->observation_count; i++)
        evidence->first[compare->observations[i].cell + 1]++;
    for (size_t c = 0; c < cells; c++)
        evidence->first[c + 1] += evidence->first[c];
    for (uint32_t f = 0; f < compare->families.count; f++)
        learn_family(compare, asked, evidence, f);
}

static void forget(struct between_runs *between, size_t count) {
    for (size_t f = 0; between && f < count; f++)
        run_effects_release(&between[f].effects);
    free(between);
}

/* --- the comparison --- */

static void fill_pair(struct compare_pair *pair, const struct compare *compare, size_t c,
                      const struct evidence_of_runs *evidence, const struct compare_asked *asked) {
    const struct cell *cell = &compare->cells[c];
    const struct between_observation *all = compare->observations + evidence->first[c];
    size_t count = evidence->first[c + 1] - evidence->first[c];
    double resolution = 0, least;
    *pair = (struct compare_pair){.action = string_pool_text(&compare->texts, cell->key[ACTION]),
                                  .type = string_pool_text(&compare->texts, cell->key[TYPE]),
                                  .library = string_pool_text(&compare->texts, cell->key[LIBRARY]),
                                  .point = string_pool_text(&compare->texts, cell->key[POINT]),
                                  .between = cell->family};
    struct welch by_rounds[2];
    for (int by_means = 0; by_means < 2; by_means++) {
        struct welch_side sides[COMPARE_SETS], last = {NAN, NAN, 0, NAN};
        for (uint32_t set = 0; set < COMPARE_SETS; set++) {
            const struct one_side *side = &cell->sides[set];
            sides[set] = side_by_rounds(all, count, set, by_means, &last);
            if (!by_means)
                pair->sides[set] = side_of(&side->runs, &last);
        }
        by_rounds[by_means] = welch_between(&sides[COMPARE_EARLIER], &sides[COMPARE_LATER]);
    }
    for (int set = 0; set < COMPARE_SETS; set++) {
        const struct one_side *side = &cell->sides[set];
        pair->rows[set] = side->row;
        pair->resolutions[set] = side->resolution;
        resolution += side->resolution;
        pair->runs[set] = side->runs.n;
        pair->is_alone |= side->runs.n == 1 && side->row->rounds == 1;
    }
    struct between_error errors[2];
    for (int by_means = 0; by_means < 2; by_means++)
        errors[by_means] =
            between_runs_error(&evidence->between[by_means][cell->family], evidence->number[c],
                               &by_rounds[by_means], pair->runs);
    pair->typical = ratio_of(&errors[0], resolution, asked);
    pair->means = ratio_of(&errors[1], resolution, asked);
    least = pair->is_alone ? asked->least_alone : asked->least;
    pair->p = pair->p_adjusted = p_outside(&errors[0].all, resolution, least, asked);
    pair->p_by_rounds = p_outside(&errors[0].by_rounds, resolution, least, asked);
}

static void judge_pair(struct compare_pair *pair, struct comparison *comparison, double level) {
    if (pair->p_adjusted <= level && pair->typical.ratio.estimate != 1)
        pair->side = pair->typical.ratio.estimate > 1 ? 1 : -1;
    pair->is_inconclusive = pair->side == 0 && pair->p_by_rounds <= level;
    pair->typical.regressed = pair->typical.p_regressed_adjusted <= level;
    pair->means.regressed = pair->means.p_regressed_adjusted <= level;
    pair->regressed = pair->typical.regressed || pair->means.regressed;
    comparison->faster += pair->side < 0;
    comparison->slower += pair->side > 0;
    comparison->inconclusive += (size_t)pair->is_inconclusive;
    comparison->one_process +=
        pair->is_alone && pair->side == 0 && !pair->is_inconclusive && !isnan(pair->p_adjusted);
    comparison->regressed += (size_t)pair->regressed;
    comparison->nearly_regressed += !pair->regressed && (pair->typical.p_by_rounds <= level ||
                                                         pair->means.p_by_rounds <= level);
    comparison->regressed_alone += pair->regressed && pair->is_alone && pair->side == 0;
    comparison->regressed_by_means += (size_t)(pair->regressed && !pair->typical.regressed);
}

void compare_conclude(struct compare *compare, const struct compare_asked *asked,
                      struct comparison *comparison) {
    size_t count = compare->keys.count;
    struct evidence_of_runs evidence;
    *comparison = (struct comparison){.pairs = xcalloc(count, sizeof *comparison->pairs),
                                      .alone = xcalloc(count, sizeof *comparison->alone)};
    sort_observations(compare);
    learn(compare, asked, &evidence);
    comparison->between = evidence.between[0];
    comparison->between_count = evidence.families;
    for (size_t c = 0; c < count; c++) {
        const struct cell *cell = &compare->cells[c];
        if (cell->sides[COMPARE_EARLIER].runs.n && cell->sides[COMPARE_LATER].runs.n)
            fill_pair(&comparison->pairs[comparison->pair_count++], compare, c, &evidence, asked);
        else
            comparison->alone[comparison->alone_count++] = alone_of(compare, cell);
    }
    adjust(comparison, asked, &verdicts);
    adjust(comparison, asked, &regressions);
    for (size_t i = 0; i < comparison->pair_count; i++)
        judge_pair(&comparison->pairs[i], comparison, asked->level);
    free(evidence.first);
    free(evidence.number);
    forget(evidence.between[1], evidence.families);
}

void comparison_release(struct comparison *comparison) {
    forget(comparison->between, comparison->between_count);
    free(comparison->pairs);
    free(comparison->alone);
    *comparison = (struct comparison){0};
}
