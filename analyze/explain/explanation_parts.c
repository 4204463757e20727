/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/explain/explanation_parts.h"

size_t explanation_gather(const double *values, size_t n, double *gathered) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(values[i]))
            gathered[found++] = values[i];
    return found;
}

void explanation_interval(const struct explaining *e, const char *name, struct interval interval,
                          double sd, size_t n, figure_function *figure) {
    struct student student = e->student;
    double t = student_quantile(&student, n - 1);
    if (n < 2) {
        LINE("%s = %s; no interval: there is one unit only", name,
             figure(e, interval.estimate).text);
        return;
    }
    double half = t * sd / sqrt((double)n);
    int is_widened = interval_half(interval) > half * (1 + 1e-9);
    LINE("%s = %s ± t × sd / √%zu = %s ± %s × %s / √%zu = ± %s; %.6g %% interval from %s to %s; t: "
         "Student's, of %zu degrees of freedom, two-sided %.6g %% [Student, The probable error of "
         "a mean, 1908]",
         name, figure(e, interval.estimate).text, n, figure(e, interval.estimate).text, PLAIN(t),
         figure(e, sd).text, n, figure(e, half).text, 100 * e->student.confidence,
         figure(e, is_widened ? interval.estimate - half : interval.low).text,
         figure(e, is_widened ? interval.estimate + half : interval.high).text, n - 1,
         100 * e->student.confidence);
}

void explanation_resolution(const struct explaining *e, const char *whose,
                            const struct resolution *r) {
    if (r->is_guess)
        LINE("all samples of %s are equal, so that their steps are not known; as %s go, they "
             "may be %s",
             whose, *e->quantity->unit == 's' ? "decimals" : e->quantity->many,
             PLAIN(r->step / e->unit.worth));
    else if (r->is_dithered)
        LINE("samples of %s come in steps of Q = %s, the smallest distance of two that are not "
             "equal, and the half of them in the middle spans W = %s: of their trimmed mean "
             "rounding leaves Q² / (2 W) = %s",
             whose, PLAIN(r->step / e->unit.worth), PLAIN(r->spread / e->unit.worth),
             PLAIN(resolution_of_trimmed(r) / e->unit.worth));
    else
        LINE("samples of %s come in steps of %s, the smallest distance of two that are not equal, "
             "and half of them lie within less than %d steps: their mean is known to half a step "
             "only [Widrow, Kollar, Quantization Noise, 2008]",
             whose, PLAIN(r->step / e->unit.worth), RESOLUTION_DITHERED);
}
