/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/answers.h"

#include <math.h>

#include "collect/harness/number.h"

void answers_compare(struct differences *d, char type, const void *numbers, const void *reference,
                     size_t count) {
    for (size_t i = 0; i < count * number_parts(type); i++) {
        double got = number_part(type, numbers, i), expected = number_part(type, reference, i);
        double difference = fabs(got - expected);
        if (!isfinite(got) || !isfinite(expected))
            difference = INFINITY;
        d->max = fmax(d->max, difference);
        d->total += difference;
        d->largest = fmax(d->largest, fabs(expected));
    }
    d->count += count;
}

void answers_join(struct differences *d, const struct differences *part) {
    d->max = fmax(d->max, part->max);
    d->total += part->total;
    d->largest = fmax(d->largest, part->largest);
    d->count += part->count;
}

void answers_finish(struct differences *d) {
    d->mean = d->count ? d->total / (double)d->count : NAN;
    d->relative = d->largest > 0 ? d->max / d->largest : NAN;
}
