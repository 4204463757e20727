/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "analyze/aggregate/aggregate_state.h"
#include "analyze/inference/multiplicity.h"
#include "analyze/aggregate/scaling.h"

static struct partial_mean partial(struct aggregate *aggregate, enum group group, size_t library) {
    const struct geometric_mean *mean = mean_of(aggregate, group, library);
    struct interval ratio = geometric_mean_ratio(mean, &aggregate->student);
    if (aggregate->summaries[library].is_reference && !isnan(ratio.centre))
        ratio = (struct interval){1, 1, 1};
    return (struct partial_mean){geometric_mean_sizes(mean), ratio.centre, ratio.low, ratio.high};
}

static void finish_summary(struct aggregate *aggregate, size_t library) {
    struct summary_row *summary = &aggregate->summaries[library];
    struct partial_mean all = partial(aggregate, EVERYWHERE, library);
    summary->sizes = all.sizes;
    summary->ratio = all.ratio;
    summary->ratio_low = all.low;
    summary->ratio_high = all.high;
    summary->speedup = 1 / all.ratio;
    summary->speedup_low = 1 / all.high;
    summary->speedup_high = 1 / all.low;
    summary->means = partial(aggregate, OF_MEANS, library);
    summary->in_cache = partial(aggregate, IN_CACHE, library);
    summary->out_of_cache = partial(aggregate, OUT_OF_CACHE, library);
    summary->noise =
        noise_of(geometric_mean_ratio(mean_of_control(aggregate), &aggregate->student));
    summary->warned = (struct warned){aggregate->section.warnings, UINT_MAX};
}

/* Over the samples of a single round the test knows nothing of trimming, which the interval does:
 * where that reaches into the margin, or is missing, nothing is shown. */
static int is_doubtful(const struct row *row) {
    int is_beyond = log(row->ratio_low) > row->margin || log(row->ratio_high) < -row->margin;
    return row->ratio_rounds < 2 && !is_beyond;
}

/* Verdicts are about all rows together. Returns 0 when there is no memory. */
static int judge(struct aggregate *aggregate) {
    size_t count = aggregate->section.row_count;
    double *p = calloc(count + 1, sizeof *p);
    size_t *order = calloc(count + 1, sizeof *order);
    int ok = p && order;
    for (size_t i = 0; ok && i < count; i++)
        p[i] = aggregate->rows[i].p;
    if (ok)
        aggregate->section.hypotheses = multiplicity_holm(p, count, order);
    for (size_t i = 0; ok && i < count; i++) {
        struct row *row = &aggregate->rows[i];
        int is_judged = !row->is_reference && !isnan(row->p);
        row->p_adjusted = p[i];
        row->verdict = verdict_of(&(struct evidence){is_judged ? row->log_ratio : NAN, row->margin,
                                                     is_doubtful(row) ? 1 : p[i], row->side,
                                                     row->ratio_rounds < 2},
                                  1 - aggregate->section.confidence);
        aggregate->section.shown[i] =
            (int8_t)((row->verdict == VERDICT_SLOWER) - (row->verdict == VERDICT_FASTER));
    }
    free(p);
    free(order);
    return ok;
}

static double efficiency_of(const struct aggregate *aggregate, enum rates_kind kind, double rate,
                            const double *largest) {
    double peak = rates_peak_value(&aggregate->options->peak, kind, largest[kind]);
    return rates_efficiency((struct interval){rate, rate, rate}, peak).centre;
}

/* What is measured at most is a peak, too. Flops go first, where they and their peak are known. */
static void find_efficiency(struct aggregate *aggregate) {
    double largest[RATES_KINDS] = {NAN, NAN};
    for (size_t i = 0; i < aggregate->section.row_count; i++) {
        largest[RATES_FLOPS] = fmax(largest[RATES_FLOPS], aggregate->rows[i].flop_rate);
        largest[RATES_BYTES] = fmax(largest[RATES_BYTES], aggregate->rows[i].byte_rate);
    }
    for (size_t i = 0; i < aggregate->section.row_count; i++) {
        struct row *row = &aggregate->rows[i];
        row->efficiency = efficiency_of(aggregate, RATES_FLOPS, row->flop_rate, largest);
        if (isnan(row->efficiency))
            row->efficiency = efficiency_of(aggregate, RATES_BYTES, row->byte_rate, largest);
    }
}

static int warn(struct aggregate *aggregate) {
    if (is_spared(aggregate, NEED_WARNINGS))
        return 1;
    aggregate->diagnostics.section = &aggregate->section;
    aggregate->diagnostics.rows = aggregate->rows;
    aggregate->section.warnings = warnings_find(&aggregate->diagnostics);
    return aggregate->section.warnings != NULL;
}

int aggregate_end(struct aggregate *aggregate, struct table *table, struct err *err) {
    int ok = judge(aggregate) && warn(aggregate) &&
             scaling_fill(aggregate->rows, aggregate->library_count, aggregate->section.space,
                          aggregate->section.confidence);
    find_efficiency(aggregate);
    for (size_t l = 0; ok && l < aggregate->library_count; l++)
        finish_summary(aggregate, l);
    ok = ok && table_append_own(table, &aggregate->section, aggregate->rows, aggregate->summaries);
    int code = ok ? 0 : no_room(aggregate->section.action, err);
    if (ok) {
        aggregate->section = (struct section){0};
        aggregate->rows = NULL;
    }
    aggregate_free(aggregate);
    return code;
}
