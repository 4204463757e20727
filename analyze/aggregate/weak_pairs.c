/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/weak_pairs.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/model/variants.h"
#include "formats/text/xalloc.h"

/* Some of the sorted points: LOGS has ln of the work per each of every point. */
struct part {
    const size_t *order;
    size_t count;
    const double *logs;
};

/* Returns the point of PART that is nearest to POINT, within the tolerance. */
static size_t nearest(const struct part *part, size_t point) {
    size_t found = WEAK_PAIRS_NONE;
    double least = log1p(WEAK_PAIRS_TOLERANCE);
    for (size_t i = 0; i < part->count; i++) {
        double off = fabs(part->logs[part->order[i]] - part->logs[point]);
        if (off <= least && (found == WEAK_PAIRS_NONE || off < least)) {
            found = part->order[i];
            least = off;
        }
    }
    return found;
}

/* Pairs the points of MORE, which have the same number p, with FEWEST. */
static void pair(const struct part *fewest, const struct part *more, size_t *bases) {
    for (size_t i = 0; i < fewest->count; i++) {
        size_t base = fewest->order[i], point = nearest(more, base);
        if (point != WEAK_PAIRS_NONE && nearest(fewest, point) == base) {
            bases[base] = base;
            bases[point] = base;
        }
    }
}

/* Pairs the points of a variant with those of them that have the FEWEST, if any have. */
static void pair_variant(const struct part *variant, const double *numbers, double fewest,
                         size_t *bases) {
    struct part first = {variant->order, 0, variant->logs};
    for (size_t i = 0, next; i < variant->count; i = next) {
        double number = numbers[variant->order[i]];
        for (next = i + 1; next < variant->count && numbers[variant->order[next]] == number;)
            next++;
        struct part part = {variant->order + i, next - i, variant->logs};
        if (i > 0)
            pair(&first, &part, bases);
        else if (number == fewest)
            first = part;
    }
}

void weak_pairs_find(const struct parameter_grid *space, size_t axis, const double *work,
                     size_t *bases) {
    const size_t along[] = {axis, 0};
    const double *numbers = space->axes[axis].values;
    struct variants variants;
    double *logs = xcalloc(space->points, sizeof *logs), fewest = NAN;
    for (size_t i = 0; i < space->points; i++) {
        bases[i] = WEAK_PAIRS_NONE;
        logs[i] = work[i] > 0 && numbers[i] > 0 ? log(work[i] / numbers[i]) : NAN;
        if (numbers[i] > 0)
            fewest = fmin(fewest, numbers[i]);
    }
    variants_find(&variants, space, along, 2);
    for (size_t v = 0; v < variants.count; v++) {
        size_t first = variants.first[v];
        const struct part variant = {variants.order + first, variants.first[v + 1] - first, logs};
        pair_variant(&variant, numbers, fewest, bases);
    }
    variants_release(&variants);
    free(logs);
}
