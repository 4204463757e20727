/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/statistics/distribution.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/statistics/order.h"
#include "formats/text/xalloc.h"

/* The current part: it is filled and sorted; then of every WEIGHT values one is appended to
 * DISTRIBUTION. */
struct part {
    double *values, *scratch;
    size_t count, workspace, weight;
};

static void empty_part(struct distribution *distribution, struct part *part) {
    if (part->count == 0)
        return;
    sort_numbers(part->values, part->count, part->scratch);
    distribution->low = fmin(distribution->low, part->values[0]);
    distribution->high = fmax(distribution->high, part->values[part->count - 1]);
    for (size_t i = 0; i < part->count; i += part->weight) {
        size_t left = part->count - i, width = left < part->weight ? left : part->weight;
        distribution->values[distribution->count++] = part->values[i + width / 2];
    }
    part->count = 0;
}

void distribution_set(struct distribution *distribution, const double *seconds, size_t count) {
    size_t samples = 0;
    for (size_t i = 0; i < count; i++)
        samples += isfinite(seconds[i]) != 0;
    struct part part = {.workspace = samples < DISTRIBUTION_EXACT ? samples : DISTRIBUTION_EXACT,
                        .weight = 1};
    distribution_release(distribution);
    if (samples == 0)
        return;
    while (samples / part.weight > DISTRIBUTION_EXACT)
        part.weight *= 2;
    size_t most = samples / part.weight + samples / part.workspace + 1;
    part.values = xcalloc(part.workspace, sizeof *part.values);
    part.scratch = xcalloc(most > part.workspace ? most : part.workspace, sizeof *part.scratch);
    *distribution = (struct distribution){.values = xcalloc(most, sizeof *distribution->values),
                                          .samples = samples,
                                          .low = HUGE_VAL,
                                          .high = -HUGE_VAL};
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(seconds[i]))
            continue;
        part.values[part.count++] = seconds[i];
        if (part.count == part.workspace)
            empty_part(distribution, &part);
    }
    empty_part(distribution, &part);

    if (samples > part.workspace)
        sort_numbers(distribution->values, distribution->count, part.scratch);
    distribution->values[0] = distribution->low;
    distribution->values[distribution->count - 1] = distribution->high;
    free(part.values);
    free(part.scratch);
}

void distribution_release(struct distribution *distribution) {
    free(distribution->values);
    *distribution = (struct distribution){0};
}

double distribution_quantile(const struct distribution *distribution, double probability) {
    if (distribution->count == 0)
        return NAN;
    double place = (double)(distribution->count - 1) * probability;
    size_t below = (size_t)place;
    size_t above = below + 1 < distribution->count ? below + 1 : below;
    double low = distribution->values[below], high = distribution->values[above];
    return low + (place - (double)below) * (high - low);
}

size_t distribution_below(const struct distribution *distribution, double limit, int included) {
    size_t begin = 0, end = distribution->count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        double value = distribution->values[middle];
        if (value < limit || (included && value == limit))
            begin = middle + 1;
        else
            end = middle;
    }
    double part = distribution->count ? (double)begin / (double)distribution->count : 0;
    return (size_t)round(part * (double)distribution->samples);
}
