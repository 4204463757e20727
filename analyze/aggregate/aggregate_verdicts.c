/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/aggregate_verdicts.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/aggregate/row.h"
#include "analyze/inference/multiplicity.h"
#include "analyze/statistics/order.h"
#include "formats/text/xalloc.h"

/* --- the error model --- */

/* What lasts is a difference of speed: nothing makes two copies of a library need other memory. */
static double imaginary_control(enum quantity quantity) {
    return quantity <= QUANTITY_CPU || quantity == QUANTITY_CYCLES ? ERROR_MODEL_IMAGINARY : 0;
}

static size_t reference_index(const struct aggregate *aggregate) {
    size_t l = 0;
    while (l < aggregate->library_count && aggregate->libraries[l] != aggregate->reference)
        l++;
    return l;
}

/* Gives every row with several rounds the error that all cells together tell. */
static void share_errors(struct aggregate *aggregate) {
    struct section *section = &aggregate->section;
    if (!is_moderated(aggregate))
        return;
    const struct error_model_data data = {section->round_ratios,
                                          section->space->points,
                                          aggregate->library_count,
                                          aggregate->rounds,
                                          reference_index(aggregate),
                                          section->round_controls,
                                          imaginary_control(section->quantity)};
    section->error_model = error_model_new(&data);
    for (size_t i = 0; i < section->row_count; i++) {
        struct row *row = &aggregate->rows[i];
        if (row->is_reference || row->ratio_rounds < 2 || !row->both_right)
            continue;
        struct error_cell cell =
            error_model_cell(section->error_model, i % aggregate->library_count, data.reference,
                             i / aggregate->library_count);
        if (!isnan(cell.error.se))
            row_fold_error(row, &cell.error, section->confidence, section->min_effect,
                           !is_spared(aggregate, NEED_TEST));
    }
}

/* --- verdicts --- */

/* With a single round the test runs over samples and ignores trimming, while the interval does not.
 * If the interval reaches into the margin, or is missing, nothing is shown. */
static int is_doubtful(const struct row *row) {
    return row->ratio_rounds < 2 && !interval_side(interval_log(row->ratio), row->margin);
}

/* Holm's procedure for the p-values and, on their own, for those of equality. */
static void adjust(struct aggregate *aggregate) {
    size_t count = aggregate->section.row_count;
    double *p = xcalloc(count, sizeof *p), *p_equal = xcalloc(count, sizeof *p_equal);
    size_t *order = xcalloc(count, sizeof *order);
    for (size_t i = 0; i < count; i++) {
        p[i] = aggregate->rows[i].p;
        p_equal[i] = aggregate->rows[i].p_equal;
    }
    aggregate->section.hypotheses = multiplicity_holm(p, count, order);
    multiplicity_holm(p_equal, count, order);
    for (size_t i = 0; i < count; i++) {
        aggregate->rows[i].p_adjusted = p[i];
        aggregate->rows[i].p_equal_adjusted = p_equal[i];
    }
    free(p);
    free(p_equal);
    free(order);
}

/* Sets what the rows and, at the median and at worst, the section could have shown. */
static void find_detectable(struct aggregate *aggregate) {
    struct section *section = &aggregate->section;
    double *all = xcalloc(section->row_count, sizeof *all);
    double level = (1 - section->confidence) / (double)section->hypotheses;
    size_t known = 0;
    for (size_t i = 0; i < section->row_count; i++) {
        struct row *row = &aggregate->rows[i];
        const struct welch error = {row->log_ratio, row->ratio_se, row->ratio_degrees};
        if (section->test->is_of_t && !isnan(row->p) && row->ratio_rounds > 1)
            row->detectable = expm1(welch_detectable(&error, row->margin, level, TABLE_POWER));
        if (!isnan(row->detectable))
            all[known++] = row->detectable;
    }
    section->detectable = known ? order_median(all, known) : NAN;
    for (size_t i = 0; i < known; i++)
        section->most_detectable = fmax(section->most_detectable, all[i]);
    free(all);
}

void aggregate_judge(struct aggregate *aggregate) {
    struct section *section = &aggregate->section;
    share_errors(aggregate);
    for (size_t i = 0; i < section->row_count; i++)
        row_fold_equality(&aggregate->rows[i], section->equal);
    adjust(aggregate);
    for (size_t i = 0; i < section->row_count; i++) {
        struct row *row = &aggregate->rows[i];
        int is_judged = !row->is_reference && !isnan(row->p), is_alone = row->ratio_rounds < 2;
        const struct evidence evidence = {.log_ratio = is_judged ? row->log_ratio : NAN,
                                          .margin = row->margin,
                                          .p = is_doubtful(row) ? 1 : row->p_adjusted,
                                          .side = row->side,
                                          .is_alone = is_alone,
                                          .asks_equal = !!section->equal,
                                          .p_equal = row->p_equal_adjusted};
        row->verdict = verdict_of(&evidence, 1 - section->confidence);
        section->shown[i] =
            (int8_t)((row->verdict == VERDICT_SLOWER) - (row->verdict == VERDICT_FASTER));
        aggregate->summaries[i % aggregate->library_count].verdicts[row->verdict]++;
    }
    find_detectable(aggregate);
}
