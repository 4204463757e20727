/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/comparison/gate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/inference/multiplicity.h"
#include "analyze/statistics/order.h"
#include "formats/text/xalloc.h"

const char *gate_outcome_name(enum gate_outcome outcome) {
    static const char *const names[] = {"no", "inconclusive", "not measured", "yes"};
    return names[outcome];
}

enum gate_outcome gate_end(const struct gate *gate, enum gate_policy policy) {
    int is_blind = policy == GATE_NEEDS_ALL ? gate->inconclusive > 0
                                            : policy == GATE_NEEDS_ONE && !gate->within;
    int is_void = gate->missed_count || !(gate->within + gate->inconclusive);
    return gate->regressed ? GATE_REGRESSED
           : is_void       ? GATE_UNMEASURED
           : is_blind      ? GATE_INCONCLUSIVE
                           : GATE_WITHIN;
}

int gate_status(enum gate_outcome worst) {
    static const int statuses[] = {
        [GATE_WITHIN] = 0, [GATE_INCONCLUSIVE] = 5, [GATE_UNMEASURED] = 3, [GATE_REGRESSED] = 3};
    return statuses[worst];
}

void gate_release(struct gate *gate) {
    free(gate->missed);
}

static void count(struct gate *gate, enum gate_outcome outcome) {
    gate->within += outcome == GATE_WITHIN;
    gate->inconclusive += outcome == GATE_INCONCLUSIVE;
    gate->regressed += outcome == GATE_REGRESSED;
}

/* --- what is missed --- */

/* Adds a library once. */
static void miss(struct gate *gate, const struct left_out *one) {
    for (size_t i = 0; i < gate->missed_count; i++)
        if (strcmp(gate->missed[i].library, one->library) == 0 &&
            strcmp(gate->missed[i].action, one->action) == 0)
            return;
    gate->missed = xreallocarray(gate->missed, gate->missed_count + 1, sizeof *gate->missed);
    gate->missed[gate->missed_count++] = *one;
}

/* --- what would have been seen --- */

/* The regressions that N cells would have shown, in ALL, which is overwritten. */
static void set_seen(struct gate *gate, double *all, size_t n) {
    gate->seen = n ? order_median(all, n) : NAN;
    gate->seen_everywhere = NAN;
    for (size_t i = 0; i < n; i++)
        gate->seen_everywhere = fmax(gate->seen_everywhere, all[i]);
}

/* --- two sides --- */

enum gate_outcome gate_of_pair(const struct compare_pair *pair, double margin) {
    if (pair->regressed)
        return GATE_REGRESSED;
    return !pair->is_alone && pair->typical.ratio.high <= 1 + margin ? GATE_WITHIN
                                                                     : GATE_INCONCLUSIVE;
}

static void count_pairs(struct gate *gate, const struct comparison *found, double first_p,
                        double *seen) {
    size_t n = 0;
    for (size_t i = 0; i < found->pair_count; i++) {
        const struct compare_pair *pair = &found->pairs[i];
        const struct welch *error = &pair->typical.error.all;
        count(gate, gate_of_pair(pair, gate->margin));
        /* One-sided, of two ratios of each pair: the same level as two-sided of one. */
        double shown = welch_detectable(error, log1p(gate->margin), first_p, TABLE_POWER);
        if (isfinite(shown))
            seen[n++] = expm1(shown);
    }
    set_seen(gate, seen, n);
}

static const struct left_out *find_left_out(const struct table *table,
                                            const struct compare_alone *alone) {
    const struct left_out *found = NULL;
    for (size_t s = 0; !found && s < table->section_count; s++)
        found = left_outs_find(&table->sections[s].left_out, alone->action, alone->library);
    return found;
}

/* What was named for the later side, which has nothing of it. */
static void miss_later(struct gate *gate, const struct compared *compared) {
    const struct comparison *found = &compared->found;
    for (size_t i = 0; i < found->alone_count; i++) {
        const struct compare_alone *alone = &found->alone[i];
        int lacks_all = alone->in == COMPARE_EARLIER && (alone->lack == COMPARE_LACKS_ACTION ||
                                                         alone->lack == COMPARE_LACKS_LIBRARY);
        const struct left_out *told =
            lacks_all ? find_left_out(compared->tables[COMPARE_LATER], alone) : NULL;
        if (told)
            miss(gate, told);
    }
}

void gate_of_comparison(struct gate *gate, const struct compared *compared) {
    const struct comparison *found = &compared->found;
    const struct compare_asked *asked = &compared->options->asked;
    double *seen = xcalloc(found->pair_count, sizeof *seen);
    *gate = (struct gate){.margin = asked->margin,
                          .quantity = compared->options->quantity,
                          .by_means = found->regressed_by_means,
                          .alone = found->regressed_alone,
                          .nearly = found->nearly_regressed,
                          .lost = compared_lost(compared),
                          .from_zero = compared_from_zero(compared),
                          .zeros = compared_with_zeros(compared) - compared_from_zero(compared),
                          .few = compared_too_few(compared)};
    count_pairs(gate, found, comparison_first_p(found, asked), seen);
    free(seen);
    size_t asked_about = 0;
    for (size_t i = 0; i < found->alone_count; i++)
        asked_about += found->alone[i].rows[COMPARE_EARLIER] != NULL;
    gate->missing = asked_about - gate->lost - gate->from_zero - gate->zeros - gate->few;
    gate->regressed += gate->lost + gate->from_zero;
    gate->inconclusive += gate->missing + gate->zeros + gate->few;
    miss_later(gate, compared);
}

/* --- ratios to the reference --- */

static double p_above(const struct welch *error, const struct row *row, double margin) {
    struct welch coarse = *error;
    if (row->is_coarse)
        coarse.difference -=
            copysign(fmin(fabs(coarse.difference), row->log_resolution), coarse.difference);
    return welch_probability_above(&coarse, log1p(margin));
}

/* P [2 rows] receives p of a regression, by the ratio and by the ratio of means; NaN where nothing
 * is tested. Returns the number of tests. */
static size_t test_rows(const struct section *section, const struct row *rows, double margin,
                        double *p) {
    size_t tests = 0;
    for (size_t i = 0; i < section->row_count; i++) {
        const struct row *row = &rows[i];
        const struct welch typical = {row->log_ratio, row->ratio_se, row->ratio_degrees};
        struct welch means = {row->mean_side.mean, row->mean_side.se, row->mean_side.degrees};
        if (section->error_model)
            means = error_model_with_lasting(section->error_model, &means);
        int is_tested = !row->is_reference && row->both_right && row->ratio_rounds > 1;
        p[2 * i] = is_tested ? p_above(&typical, row, margin) : NAN;
        p[2 * i + 1] = is_tested && row->statistic.kind == STATISTIC_TYPICAL
                           ? p_above(&means, row, margin)
                           : NAN;
        tests += !isnan(p[2 * i]) + !isnan(p[2 * i + 1]);
    }
    return tests;
}

/* Which row of each point is the reference's. */
static size_t reference_of(const struct section *section, const struct row *rows) {
    size_t l = 0;
    while (l < section->summary_count && !rows[l].is_reference)
        l++;
    return l;
}

/* P are the two of the row. */
static enum gate_outcome outcome_of_row(struct gate *gate, const struct row *row, const double *p,
                                        int reference_is_right, double level) {
    int typical = p[0] <= level, by_means = p[1] <= level;
    if (reference_is_right && row->status > CELL_NOT_MEASURED) {
        gate->lost++;
        return GATE_REGRESSED;
    }
    gate->by_means += by_means && !typical;
    gate->missing += !row->both_right;
    gate->few += row->both_right && isnan(row->log_ratio) && row->samples_needed;
    if (typical || by_means)
        return GATE_REGRESSED;
    return !isnan(p[0]) && row->ratio.high <= 1 + gate->margin ? GATE_WITHIN : GATE_INCONCLUSIVE;
}

static void find_seen(struct gate *gate, const struct section *section, const struct row *rows,
                      size_t tests, double *seen) {
    size_t n = 0;
    for (size_t i = 0; i < section->row_count; i++) {
        const struct welch error = {rows[i].log_ratio, rows[i].ratio_se, rows[i].ratio_degrees};
        double level = 2 * (1 - section->confidence) / (double)tests;
        double shown = rows[i].is_reference || rows[i].ratio_rounds < 2
                           ? NAN
                           : welch_detectable(&error, log1p(gate->margin), level, TABLE_POWER);
        if (isfinite(shown))
            seen[n++] = expm1(shown);
    }
    set_seen(gate, seen, n);
}

/* Whether no row of a library can be held against the reference, and that is not a regression. */
static int has_nothing(const struct section *section, const struct row *rows,
                       const enum gate_outcome *outcomes, size_t library) {
    for (size_t i = library; i < section->row_count; i += section->summary_count)
        if (rows[i].both_right || outcomes[i] == GATE_REGRESSED)
            return 0;
    return section->row_count > 0;
}

static void miss_libraries(struct gate *gate, const struct section *section, const struct row *rows,
                           const enum gate_outcome *outcomes, size_t reference) {
    const struct left_outs *outs = &section->left_out;
    for (size_t i = 0; i < outs->count; i++)
        if (*outs->items[i].library && strcmp(outs->items[i].action, section->action) == 0)
            miss(gate, &outs->items[i]);
    for (size_t l = 0; l < section->summary_count; l++)
        if (l != reference && has_nothing(section, rows, outcomes, l))
            miss(gate, &(struct left_out){section->action, rows[l].library,
                                          "no cell is right in it and in the reference"});
}

void gate_of_section(struct gate *gate, const struct section *section, const struct row *rows,
                     double margin, enum gate_outcome *outcomes) {
    size_t count_of_rows = section->row_count, libraries = section->summary_count;
    size_t reference = reference_of(section, rows);
    double *p = xcalloc(2 * count_of_rows, sizeof *p);
    size_t *order = xcalloc(2 * count_of_rows, sizeof *order);
    *gate = (struct gate){.margin = margin, .quantity = section->quantity};
    size_t tests = test_rows(section, rows, margin, p);
    multiplicity_holm(p, 2 * count_of_rows, order);
    for (size_t i = 0; i < count_of_rows; i++) {
        const struct row *before = &rows[i - i % libraries + reference];
        outcomes[i] = GATE_WITHIN;
        if (i % libraries == reference)
            continue;
        outcomes[i] = outcome_of_row(gate, &rows[i], p + 2 * i, before->status == CELL_OK,
                                     1 - section->confidence);
        count(gate, outcomes[i]);
    }
    find_seen(gate, section, rows, tests, p);
    miss_libraries(gate, section, rows, outcomes, reference);
    free(p);
    free(order);
}
