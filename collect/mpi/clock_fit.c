/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/mpi/clock_fit.h"

#include <math.h>

static void draw_line(struct clock_fit *fit) {
    size_t count = fit->count < CLOCK_FIT_POINTS ? fit->count : CLOCK_FIT_POINTS;
    double own = 0, offset = 0, squares = 0, products = 0;
    for (size_t i = 0; i < count; i++) {
        own += fit->points[i].own / (double)count;
        offset += fit->points[i].offset / (double)count;
    }
    for (size_t i = 0; i < count; i++) {
        double distance = fit->points[i].own - own;
        squares += distance * distance;
        products += distance * (fit->points[i].offset - offset);
    }
    fit->mean_own = own;
    fit->mean_offset = offset;
    fit->drift = squares > 0 ? products / squares : 0;
}

void clock_fit_add(struct clock_fit *fit, int64_t own, int64_t offset) {
    if (fit->count == 0) {
        fit->own_base = own;
        fit->offset_base = offset;
    }
    size_t at = fit->count++ % CLOCK_FIT_POINTS;
    fit->points[at].own = (double)(own - fit->own_base);
    fit->points[at].offset = (double)(offset - fit->offset_base);
    draw_line(fit);
}

/* Since offset_base. */
static double offset_at(const struct clock_fit *fit, int64_t own) {
    return fit->mean_offset + fit->drift * ((double)(own - fit->own_base) - fit->mean_own);
}

double clock_fit_miss(const struct clock_fit *fit, int64_t own, int64_t offset) {
    return fabs((double)(offset - fit->offset_base) - offset_at(fit, own));
}

int64_t clock_fit_to_other(const struct clock_fit *fit, int64_t own) {
    return own + fit->offset_base + llround(offset_at(fit, own));
}

/* Clocks drift by parts in 10000 at most, so that one more step would change nothing. */
int64_t clock_fit_to_own(const struct clock_fit *fit, int64_t other) {
    int64_t own = other - fit->offset_base;
    for (int step = 0; step < 3; step++)
        own = other - fit->offset_base - llround(offset_at(fit, own));
    return own;
}
