/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rare.c: functions of which some calls take much longer, for both sides of validity.sh. */
#include <stddef.h>

static double sum(size_t n, const double *x) {
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += x[i];
    return total;
}

static double sometimes(size_t n, const double *x, int period, int factor) {
    static int calls;
    double total = sum(n, x);
    if (++calls % period == 0)
        for (int i = 0; i < factor; i++)
            total += sum(n, x);
    return total;
}

/* Every 100th call takes 140 times as long. */
double hundredth(size_t n, const double *x) {
    return sometimes(n, x, 100, 140);
}

/* Every 200th call takes 100 times as long. */
double collected(size_t n, const double *x) {
    return sometimes(n, x, 200, 100);
}
