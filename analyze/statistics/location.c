/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/statistics/location.h"

#include <gsl/gsl_errno.h>
#include <math.h>

#include "analyze/statistics/distribution.h"
#include "analyze/statistics/order.h"
#include "analyze/statistics/welford.h"
#include "formats/text/xalloc.h"

/* --- location --- */

/* Returns the sum of squares of KEPT numbers, with those at the ends, LOW and HIGH, repeated CUT
 * times more. */
static double winsorized_squares(const double *kept, size_t count, double low, double high,
                                 size_t cut) {
    double apart = high - low;
    struct welford w = {2 * cut, low, apart / 2, (double)cut * apart * apart / 2};
    welford_add_block(&w, kept, count);
    return w.m2;
}

struct trimmed location_trimmed(double *values, size_t n, double fraction) {
    size_t cut = (size_t)floor(fraction * (double)n);
    struct trimmed t = {.mean = NAN, .standard_error = NAN, .kept = n - 2 * cut};
    if (!n)
        return (struct trimmed){.mean = NAN, .standard_error = NAN};
    const size_t ends[] = {cut, n - 1 - cut};
    order_select_many(values, n, ends, cut < n - 1 - cut ? 2 : 1);
    struct welford kept = {0};
    welford_add_block(&kept, values + cut, t.kept);
    t.mean = welford_mean(&kept);
    if (t.kept > 1) {
        double h = (double)t.kept;
        double squares =
            winsorized_squares(values + cut, t.kept, values[cut], values[n - 1 - cut], cut);
        t.standard_error = sqrt(squares / (h * (h - 1)));
    }
    return t;
}

/* --- resolution --- */

/* So many samples show ties if there are steps that matter. */
enum { FIRST_LOOK = 8, MOST_DIGITS = 15 };
static const double rounding = 1e-9; /* relative, of quotients and of decimals */

/* Returns the index of number I if TAKE numbers are chosen evenly from N. */
static size_t place_of(size_t i, size_t take, size_t n) {
    return i * (n / take) + i * (n % take) / take;
}

/* Chooses TAKE samples evenly from N places that hold TIMES valid ones. */
static void choose_among(const double *seconds, size_t n, size_t times, size_t take,
                         double *chosen) {
    size_t found = 0, seen = 0;
    for (size_t i = 0; i < n && found < take; i++)
        if (has_logarithm(seconds[i]) && seen++ == place_of(found, take, times))
            chosen[found++] = seconds[i];
}

/* Chooses at most MOST samples, evenly from the valid ones, whose number it stores in TIMES. Few
 * cells have places without one, so it first tries to do without counting. Returns how many it
 * chose. */
static size_t choose(const double *seconds, size_t n, size_t most, double *chosen, size_t *times) {
    size_t take = n < most ? n : most, found = 0;
    while (found < take && has_logarithm(chosen[found] = seconds[place_of(found, take, n)]))
        found++;
    *times = n;
    if (found == take)
        return take;
    *times = 0;
    for (size_t i = 0; i < n; i++)
        *times += (size_t)has_logarithm(seconds[i]);
    take = *times < most ? *times : most;
    choose_among(seconds, n, *times, take, chosen);
    return take;
}

static int are_equal(double a, double b) {
    return fabs(a - b) <= rounding * a;
}

static int has_ties(const double *values, size_t n) {
    int ties = 0;
    for (size_t i = 1; i < n; i++)
        for (size_t k = 0; k < i; k++)
            ties |= are_equal(values[i], values[k]);
    return ties;
}

/* Returns 0 if all are equal. */
static double smallest_gap(const double *sorted, size_t n) {
    double least = INFINITY;
    for (size_t i = 1; i < n; i++)
        if (!are_equal(sorted[i], sorted[i - 1]))
            least = fmin(least, sorted[i] - sorted[i - 1]);
    return isinf(least) ? 0 : least;
}

static int is_multiple(double value, double step) {
    double multiple = value / step;
    return rint(multiple) > 0 && fabs(multiple - rint(multiple)) <= rounding * multiple;
}

/* Returns the unit of which VALUE is a multiple, because clocks count in units that have a name:
 * 1e-9 for 20e-9, 1e-10 for 20.5e-9. Returns 0 if there is none. */
static double decimal_step(double value) {
    int top = (int)floor(log10(value));
    double unit = pow(10, 3 * floor(top / 3.0));
    if (is_multiple(value, unit))
        return unit;
    for (int digit = top; digit > top - MOST_DIGITS; digit--)
        if (is_multiple(value, pow(10, digit)))
            return pow(10, digit);
    return 0;
}

struct resolution resolution_of(const double *seconds, size_t n) {
    double chosen[RESOLUTION_SAMPLES], workspace[RESOLUTION_SAMPLES];
    size_t times, found = choose(seconds, n, FIRST_LOOK, chosen, &times);
    if (!has_ties(chosen, found))
        return (struct resolution){0};
    found = choose(seconds, n, RESOLUTION_SAMPLES, chosen, &times);
    sort_numbers(chosen, found, workspace);
    double gap = smallest_gap(chosen, found), centre = chosen[found / 2];
    double range = chosen[found - 1 - found / 4] - chosen[found / 4];
    return (struct resolution){.step = gap > 0 ? gap : decimal_step(centre),
                               .centre = centre,
                               .spread = range,
                               .samples = times,
                               .is_dithered =
                                   gap > 0 && range >= RESOLUTION_DITHERED * (1 - rounding) * gap,
                               .is_guess = gap == 0};
}

struct resolution resolution_beside(const struct resolution *own, const struct resolution *other) {
    struct resolution r = *own;
    if (r.is_guess && other->step > 0 && other->step < r.step)
        r.step = other->step;
    return r;
}

double resolution_of_mean(const struct resolution *r) {
    return r->is_dithered ? r->step / (2 * sqrt((double)r->samples)) : r->step / 2;
}

double resolution_of_trimmed(const struct resolution *r) {
    return r->is_dithered ? r->step * r->step / (2 * r->spread) : r->step / 2;
}

double resolution_of_median(const struct resolution *r) {
    return r->step / 2;
}

double resolution_of_log_mean(const struct resolution *r) {
    return r->step > 0 ? resolution_of_mean(r) / r->centre : 0;
}

double resolution_of_log_trimmed(const struct resolution *r) {
    return r->step > 0 ? resolution_of_trimmed(r) / r->centre : 0;
}

double resolution_of_ratio(const struct resolution *a, const struct resolution *b) {
    struct resolution one = resolution_beside(a, b), other = resolution_beside(b, a);
    return resolution_of_log_trimmed(&one) + resolution_of_log_trimmed(&other);
}

/* --- numeric errors --- */

static void end_without_memory(const char *reason, const char *file, int line, int code) {
    (void)reason;
    (void)file;
    (void)line;
    if (code == GSL_ENOMEM)
        xalloc_die();
}

void numeric_errors_are_results(void) {
    gsl_set_error_handler(end_without_memory);
}
