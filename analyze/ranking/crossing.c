/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/ranking/crossing.h"

#include <math.h>

struct interval crossing_log_ratio(const double *a, const double *b, size_t rounds,
                                   struct student *student) {
    struct welford differences = {0};
    for (size_t r = 0; r < rounds; r++)
        if (isfinite(a[r]) && isfinite(b[r]))
            welford_add(&differences, a[r] - b[r]);
    return interval_of_mean(welford_mean(&differences), &differences, student);
}

static int is_measured(const struct crossing_size *size, size_t library) {
    if (size->sides)
        return size->sides[library].samples.units > 0;
    for (size_t r = 0; r < size->rounds; r++)
        if (isfinite(size->round_means[library * size->rounds + r]))
            return 1;
    return 0;
}

/* Of samples alone nothing is known of what differs between processes. */
static struct interval compare_sides(const struct unpaired *a, const struct unpaired *b,
                                     double confidence) {
    struct welch welch = unpaired_between(a, b);
    if (!unpaired_by_rounds(a, b))
        return (struct interval){welch.difference, NAN, NAN};
    return welch_interval(&welch, confidence);
}

struct interval crossing_compare(const struct crossing_size *size, size_t a, size_t b,
                                 struct student *student) {
    if (size->sides)
        return compare_sides(&size->sides[a], &size->sides[b], student->confidence);
    return crossing_log_ratio(size->round_means + a * size->rounds,
                              size->round_means + b * size->rounds, size->rounds, student);
}

/* --- what is shown --- */

static int by_interval(const struct crossing_size *size, size_t a, size_t b,
                       struct student *student) {
    struct interval log_ratio = crossing_compare(size, a, b, student);
    double margin = size->margin > 0 ? size->margin : 0;
    return (log_ratio.low > margin) - (log_ratio.high < -margin);
}

int crossing_shown(const struct crossing_size *size, size_t a, size_t b, struct student *student) {
    if (!size->shown)
        return by_interval(size, a, b, student);
    int of_a = size->shown[a], of_b = size->shown[b];
    if (a == size->reference || b == size->reference || of_a * of_b < 0)
        return (of_a > of_b) - (of_a < of_b);
    return of_a || of_b ? by_interval(size, a, b, student) : 0;
}

/* --- ranks --- */

size_t crossing_fastest(const struct crossing_size *size, struct student *student) {
    size_t fastest = size->libraries;
    for (size_t l = 0; l < size->libraries; l++)
        if (is_measured(size, l) &&
            (fastest == size->libraries || crossing_compare(size, l, fastest, student).centre < 0))
            fastest = l;
    return fastest;
}

static int is_slower(const struct crossing_size *size, size_t library, struct student *student) {
    for (size_t other = 0; other < size->libraries; other++)
        if (other != library && crossing_shown(size, library, other, student) > 0)
            return 1;
    return 0;
}

void crossing_rank(const struct crossing_size *size, struct student *student,
                   enum crossing_rank *ranks) {
    size_t fastest = crossing_fastest(size, student);
    for (size_t l = 0; l < size->libraries; l++) {
        ranks[l] = CROSSING_UNKNOWN;
        if (fastest < size->libraries && !isnan(crossing_compare(size, l, fastest, student).centre))
            ranks[l] = is_slower(size, l, student) ? CROSSING_SLOWER : CROSSING_NOT_SHOWN_SLOWER;
    }
    if (fastest < size->libraries)
        ranks[fastest] = CROSSING_FASTEST;
}

double crossing_confidence(double confidence, size_t comparisons) {
    return comparisons > 1 ? 1 - (1 - confidence) / (double)comparisons : confidence;
}

/* --- over sizes --- */

static double zero_between(const struct crossing_point *a, const struct crossing_point *b) {
    double from = log(a->size), to = log(b->size);
    double part = a->log_ratio / (a->log_ratio - b->log_ratio);
    return exp(from + part * (to - from));
}

/* Of the points from FIRST to LAST, at which the signs are opposite. */
static double crossing_size(const struct crossing_point *first, const struct crossing_point *last) {
    double size = NAN;
    int changes = 0;
    for (const struct crossing_point *p = first; p < last; p++) {
        if (isnan(p[1].log_ratio))
            return NAN;
        if ((p[0].log_ratio < 0) != (p[1].log_ratio < 0)) {
            size = zero_between(p, p + 1);
            changes++;
        }
    }
    return changes == 1 ? size : NAN;
}

size_t crossing_find(const struct crossing_point *points, size_t count, struct crossing *crossings,
                     size_t most) {
    size_t found = 0, last = 0;
    int sign = 0;
    for (size_t i = 0; i < count; i++) {
        int now = points[i].shown;
        if (!now)
            continue;
        if (sign == -now && found++ < most)
            crossings[found - 1] =
                (struct crossing){points[last].size, points[i].size,
                                  crossing_size(points + last, points + i), now < 0};
        sign = now;
        last = i;
    }
    return found;
}
