/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exactness: NIST's univariate reference sets, a line each: name, certified mean, standard
 * deviation of its doubles by exact arithmetic, our mean and standard deviation, and all its
 * numbers. */
#include <stdio.h>

#include "analyze/statistics/welford.h"
#include "tests/analyze/strd/strd.h"

int main(void) {
    static double numbers[STRD_MOST];
    for (size_t s = 0; s < STRD_SETS; s++) {
        const struct strd_set *set = &strd_sets[s];
        struct welford w = {0};
        size_t n = set->make(numbers);
        welford_add_block(&w, numbers, n);
        printf("%s %.17g %.17g %.17g %.17g", set->name, set->mean, set->exact_sd, welford_mean(&w),
               welford_sd(&w));
        for (size_t i = 0; i < n; i++)
            printf(" %.17g", numbers[i]);
        putchar('\n');
    }
    return 0;
}
