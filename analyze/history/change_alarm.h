/* SPDX-License-Identifier: GPL-3.0-or-later */
/* change_alarm.h: says with which run a series of runs is shown to have left its level, for users
 * who look at it after every run.
 *
 * A test that is right once is wrong often if it is repeated after each run: at 5 % a look, a fifth
 * of unchanged series of 100 runs is called changed at some time. So this rule replays the series
 * in the order of its runs, decides after each run from the runs up to it, and its error
 * probability is that of an alarm at any time. An alarm depends on no later run, so the same
 * archive gives it again.
 *
 * Scores. The n runs since the last change, at most some 300, are centred on their median, divided
 * by a scale and cut off at +-3, so that neither outliers nor heavy tails look like a change. The
 * scale is their interquartile range / 1.349 or, if that is less, four times the median change
 * from a run to the next, of those that are not 0: a large step widens the range, so that outliers
 * would hide it, but not the changes. Median and scale are taken again after each eighth of new
 * runs.
 *
 * Model. The scores y are a level plus an autoregressive process of order one with the correlation
 * phi of neighbours, as a machine has that drifts or that others use at times; the last w runs may
 * be on another level. Nobody knows phi, the levels, or the variance, so the likelihood is averaged
 * over phi = 0, 0.15, ... 0.75, 0.9 and integrated over the others, with flat priors and 1 / sigma
 * (H. Jeffreys, Theory of Probability, 3rd ed. 1961, ch. 5). With s^2 = 1 - phi^2, u(1) = y(1),
 * u(t) = (y(t) - phi y(t - 1)) / s, the design vectors m of the level and d of the step, A = m'm,
 * and D the part of d'd that is left beside m,
 *
 *     L0(phi)    = s^-(n - 1)  A^-1/2       R0^-(n - 1)/2    R0: squares left by the level
 *     L1(phi, w) = s^-(n - 1) (A D)^-1/2    R1^-(n - 1)/2    R1: by the level and the step
 *     b(w)       = ln (sum of q1 L1 / sum of q0 L0)
 *
 * is the logarithm of the Bayes factor for a step before the last w runs. q0 is proportional to
 * exp(phi) and q1 to exp(-phi), which makes false alarms about as frequent whatever phi is. Each R
 * has 0.01 n added, so that no scatter is smaller than a tenth of a robust standard deviation.
 * b is the largest b(w) less 4 log2(8 / k) for each part of k < 8 runs, as there are many short
 * parts. The lengths w are 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, and a level has 3 runs at
 * least.
 *
 * Spells. Machines are slower at times: hot, or shared. A step below ALARM_SPELL, as the means of
 * the values tell it, none of them more than 35 % from the median, has to last ALARM_LASTING runs
 * after as many before them, and each quarter of these must be more than half a step away from the
 * level before. A step must also be 2.2 standard errors of independent runs wide.
 *
 * Probability. In unchanged series of 100 runs, b exceeds x at any time with the probability
 *
 *     p = 0.05 exp(-0.8 (x - 5.9))
 *
 * or less, for the noises in docs/analysis.md. That is a fit to simulations; for a Bayes factor of
 * a known model, Ville's inequality gives exp(-x). After run t > 100, p is multiplied by
 * (t / 100)^2, so that all runs after the first 100 together get as much of the error probability
 * as these. The p of a series is the smallest of all its runs. */
#ifndef BENCHMAT_ANALYZE_HISTORY_CHANGE_ALARM_H
#define BENCHMAT_ANALYZE_HISTORY_CHANGE_ALARM_H

#include <stddef.h>

enum {
    CHANGE_LEAST = 3,  /* fewest values of a level: two in a row may be a bad day */
    CHANGE_FEWEST = 9, /* fewest values with which there may be an alarm */
    ALARM_LASTING = 32 /* values that a small step lasts */
};
#define ALARM_SPELL 0.035 /* smallest step that need not last, as a fraction */

struct change_alarm {
    size_t shown;       /* index of the value with which the change is shown */
    size_t first;       /* index of the first value of the new level, as far as known then */
    double probability; /* the smallest p so far, since the alarm before */
};

struct change_alarms {
    struct change_alarm *items; /* in the order of the values; owned */
    size_t count;
};

/* Returns the smallest p of VALUES [N], finite logarithms of times, after any of them: 1 for fewer
 * than CHANGE_FEWEST; NaN if memory runs out. */
double change_alarm_probability(const double *values, size_t n);

/* Finds the alarms of VALUES [N], each with p <= LEVEL. After an alarm the rule begins anew with
 * the first value of the new level, while the run's number for p goes on. Returns 0 if memory
 * runs out. The caller must call change_alarms_release in either case. */
int change_alarms_find(const double *values, size_t n, double level, struct change_alarms *found);
void change_alarms_release(struct change_alarms *alarms);

#endif
