/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/welford.h"

#include <math.h>

void welford_add(struct welford *w, double x) {
    if (w->n++ == 0)
        w->origin = x;
    double distance = x - w->origin;
    double delta = distance - w->offset;
    w->offset += delta / (double)w->n;
    w->m2 += delta * (distance - w->offset);
}

void welford_merge(struct welford *w, const struct welford *other) {
    if (!w->n)
        *w = *other;
    else if (other->n) {
        double na = (double)w->n, nb = (double)other->n, n = na + nb;
        double delta = (other->origin - w->origin) + (other->offset - w->offset);
        w->n += other->n;
        w->offset += delta * (nb / n);
        w->m2 += other->m2 + delta * delta * (na * nb / n);
    }
}

double welford_mean(const struct welford *w) {
    return w->n ? w->origin + w->offset : NAN;
}

double welford_sd(const struct welford *w) {
    return w->n > 1 ? sqrt(w->m2 / (double)(w->n - 1)) : NAN;
}
