/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/ranking/fastest_average.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/inference/ratio.h"
#include "analyze/aggregate/row.h"
#include "formats/text/xalloc.h"

/* Sums over points, for each library. */
struct average {
    const struct section *section;
    const struct row *rows;
    const struct summary_row *libraries;
    size_t count, rounds, most, points; /* most points of a library; points so far */
    double *typical, *means;            /* [libraries][rounds] */
    struct unpaired *sides;             /* [libraries] */
    double *steps; /* [libraries] what the samples' steps hide of ln t (location.h) */
};

static int is_comparable(const struct average *average, size_t library) {
    const struct summary_row *summary = &average->libraries[library];
    return isfinite(summary->ratio.estimate) &&
           (summary->is_reference || summary->sizes == average->most);
}

static int has_point(const struct average *average, size_t cell) {
    const struct section *section = average->section;
    if (section->sides)
        return section->sides[cell].samples.units > 0;
    for (size_t r = 0; r < average->rounds; r++)
        if (isfinite(section->round_ratios[cell * average->rounds + r]))
            return 1;
    return 0;
}

static int all_have_point(const struct average *average, size_t point) {
    for (size_t l = 0; l < average->count; l++)
        if (is_comparable(average, l) && !has_point(average, point * average->count + l))
            return 0;
    return 1;
}

static void add_side(struct welch_side *to, const struct welch_side *side, int is_first) {
    to->mean += side->mean;
    to->se += side->se;
    to->units = is_first || side->units < to->units ? side->units : to->units;
    to->degrees = is_first ? side->degrees : fmin(side->degrees, to->degrees);
}

static void divide_side(struct welch_side *side, double by) {
    side->mean /= by;
    side->se /= by;
}

static void find_most(struct average *average) {
    for (size_t l = 0; l < average->count; l++) {
        const struct summary_row *summary = &average->libraries[l];
        if (!summary->is_reference && summary->sizes > average->most)
            average->most = summary->sizes;
    }
}

/* --- by means --- */

/* Returns whether library A is slower than B by means, but not typically. */
static int is_slower_by_means(const struct average *average, const struct crossing_size *typical,
                              const struct crossing_size *means, size_t a, size_t b) {
    const struct summary_row *of_a = &average->libraries[a], *of_b = &average->libraries[b];
    struct student student;
    student_init(&student, average->section->confidence);
    if (of_b->is_reference)
        return summary_means_disagree(of_a) &&
               interval_side(interval_log(of_a->means.ratio), typical->margin) > 0;
    if (of_a->is_reference)
        return summary_means_disagree(of_b) &&
               interval_side(interval_log(of_b->means.ratio), typical->margin) < 0;
    struct crossing_size alone = *typical;
    double steps = average->steps[a] + average->steps[b];
    alone.errors = NULL;
    struct interval ratio =
        interval_exp(interval_at_least(crossing_compare(&alone, a, b, &student), steps));
    struct interval of_means = interval_at_least(crossing_compare(means, a, b, &student), steps);
    return interval_side(of_means, typical->margin) > 0 &&
           mean_ratio_disagrees(ratio, interval_exp(of_means));
}

static size_t least_mean(const struct average *average) {
    size_t least = average->count;
    for (size_t l = 0; l < average->count; l++)
        if (is_comparable(average, l) &&
            (least == average->count || average->libraries[l].means.ratio.estimate <
                                            average->libraries[least].means.ratio.estimate))
            least = l;
    return least;
}

/* --- ranks --- */

/* As for one point (fastest.c): the minimum effect, the noise, and what the steps of two libraries
 * hide. */
static double margin_of(const struct average *average) {
    int has_floor = average->count && !average->section->error_model;
    double floor = has_floor ? average->libraries[0].noise.floor : NAN, steps = 0;
    for (size_t l = 0; l < average->count; l++)
        steps = fmax(steps, average->steps[l]);
    return verdict_margin(average->section->min_effect, floor) + 2 * steps;
}

static void rank(const struct average *average, enum crossing_rank *ranks) {
    const struct crossing_size size = {
        .round_means = average->typical,
        .libraries = average->count,
        .rounds = average->rounds,
        .margin = margin_of(average),
        .reference = average->count,
        .sides = average->section->sides ? average->sides : NULL,
        .errors = average->section->error_model,
        .averaged = average->points,
    };
    size_t comparable = 0;
    for (size_t l = 0; l < average->count; l++)
        comparable += (size_t)is_comparable(average, l);
    size_t pairs = comparable > 1 ? comparable * (comparable - 1) / 2 : 0;
    struct student student;
    student_init(&student, crossing_confidence(average->section->confidence, pairs));
    crossing_rank(&size, &student, ranks);

    struct crossing_size means = size;
    size_t fastest = 0, least = least_mean(average);
    means.round_means = average->means;
    means.sides = NULL;
    means.errors = NULL;
    while (fastest < average->count && ranks[fastest] != CROSSING_FASTEST)
        fastest++;
    if (average->section->statistic.kind != STATISTIC_TYPICAL || fastest == average->count ||
        least == average->count || fastest == least ||
        !is_slower_by_means(average, &size, &means, fastest, least))
        return;
    ranks[fastest] = CROSSING_TYPICALLY;
    ranks[least] = CROSSING_BY_MEANS;
}

void fastest_on_average(const struct table *table, const struct section *section,
                        enum crossing_rank *ranks) {
    size_t count = section->summary_count, rounds = section->rounds_wanted;
    struct average average = {.section = section,
                              .rows = table->rows + section->first_row,
                              .libraries = table->summaries + section->first_summary,
                              .count = count,
                              .rounds = rounds,
                              .typical = xcalloc(count * rounds, sizeof(double)),
                              .means = xcalloc(count * rounds, sizeof(double)),
                              .sides = xcalloc(count, sizeof(struct unpaired)),
                              .steps = xcalloc(count, sizeof(double))};
    find_most(&average);
    for (size_t p = 0; count && p < section->row_count / count; p++)
        if (all_have_point(&average, p)) {
            const struct section *point_section = average.section;
            size_t first = p * average.count, n = average.count * average.rounds;
            for (size_t i = 0; i < n; i++) {
                average.typical[i] += point_section->round_ratios[first * average.rounds + i];
                average.means[i] += point_section->round_mean_ratios[first * average.rounds + i];
            }
            for (size_t l = 0; l < average.count; l++)
                average.steps[l] += row_log_step(&average.rows[first + l]);
            for (size_t l = 0; point_section->sides && l < average.count; l++) {
                add_side(&average.sides[l].rounds, &point_section->sides[first + l].rounds,
                         !average.points);
                add_side(&average.sides[l].samples, &point_section->sides[first + l].samples,
                         !average.points);
            }
            average.points++;
        }

    /* Libraries that cannot be compared get NaN. */
    double points = (double)average.points;
    for (size_t l = 0; l < average.count; l++) {
        double by = average.points && is_comparable(&average, l) ? points : NAN;
        for (size_t r = 0; r < average.rounds; r++) {
            average.typical[l * average.rounds + r] /= by;
            average.means[l * average.rounds + r] /= by;
        }
        average.steps[l] /= by;
        divide_side(&average.sides[l].rounds, by);
        divide_side(&average.sides[l].samples, by);
        if (isnan(by))
            average.sides[l].samples.units = 0;
    }

    rank(&average, ranks);
    free(average.typical);
    free(average.means);
    free(average.steps);
    free(average.sides);
}
