/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thread_laws.h: fits laws of scaling to a library's times with several numbers of threads, or of
 * ranks or nodes.
 *
 * With n threads the throughput, calls per second, is
 *
 *     X(n) = lambda n / (1 + sigma (n - 1) + kappa n (n - 1)).
 *
 * Amdahl's law has kappa = 0: its speed-up is X(n) / lambda = 1 / (sigma + (1 - sigma) / n), and
 * never more than the limit 1 / sigma (G. M. Amdahl, "Validity of the single processor approach to
 * achieving large scale computing capabilities", AFIPS Conference Proceedings 30 (1967) 483-485).
 * The universal scalability law, USL, adds the cost kappa of keeping threads in agreement, which
 * grows with the number of pairs: throughput has a peak at sqrt((1 - sigma) / kappa) threads (N. J.
 * Gunther, Guerrilla Capacity Planning, Springer 2007, chapters 4 to 6).
 *
 * These are of the same work at every n. If a call does n times the work of one at n = 1, t(n)
 * would ideally stay the same, and the scaled speed-up is S(n) = n t(1) / t(n). By Gustafson's law
 *
 *     S(n) = n - sigma (n - 1),
 *
 * where sigma is the part of its time for which the calculation with n threads uses only one (J. L.
 * Gustafson, "Reevaluating Amdahl's law", Communications of the ACM 31 (1988) 532-533). It is
 * fitted like the others, with n / (1 - sigma (n - 1) / n) in place of the sum in the second
 * logarithm below.
 *
 * Fit. Least squares on
 *
 *     ln (n t) = -ln lambda + ln (1 + sigma (n - 1) + kappa n (n - 1)),
 *
 * t being the mean, over the rounds, of ln of a round's mean time: so relative deviations count,
 * because noise is in proportion to the time. The textbook's fit, a parabola through n X(1) / X(n)
 * - 1, gives the large n nearly all the weight and takes X(1) for exact; here lambda is fitted,
 * too. 0 <= sigma <= 1 and kappa >= 0: the estimate is the best of those.
 *
 * Intervals. The unit is the round. Times of a round are measured close together, so what is common
 * to them only changes lambda. With J the derivatives of the right-hand side at the fit, a round
 * whose logarithms deviate by w from their means contributes (J'J)^-1 J' w to the parameters. The
 * standard deviation of these contributions over R rounds, divided by sqrt(R), is the standard
 * error, and Student's t has R - 1 degrees of freedom. This holds however noise differs between
 * thread counts, and whatever is common to a round. The centre of the interval is the fit without
 * bounds, or the nearest value that the law allows; then the interval is cut to such values, which
 * cannot make it miss the truth. Without moving the centre, it would be the shorter the worse the
 * law fits (M. Mandelkern, "Setting confidence intervals for bounded parameters", Statistical
 * Science 17 (2002) 149-172). A bootstrap over rounds is not used: of 5 rounds its percentile
 * intervals held the truth in 81 of 100 simulations.
 *
 * The interval of the peak p holds those p for which (1 - sigma) - p^2 kappa is not shown to differ
 * from 0 (E. C. Fieller, "Some problems in interval estimation", J. Roy. Statist. Soc. B 16 (1954)
 * 175-185). It has no upper end if kappa is not shown to be above 0. Half widths are at least what
 * the steps of the samples allow (location.h).
 *
 * How well a law fits. F is the mean square of the deviations of the means from the law over that
 * which noise explains: the scatter of the rounds' deviations, in the same directions. A law is
 * called poor if the probability of such an F is below 1 %, with 1 and R - 1 degrees of freedom,
 * the fewest that correlated noise can have (S. W. Greenhouse, S. Geisser, "On methods in the
 * analysis of profile data", Psychometrika 24 (1959) 95-112), and the rms deviation is above
 * THREAD_LAWS_FLOOR and the steps. Then deviations from the law count as noise as well: with k
 * parameters off their bounds and m thread counts the intervals are at least those of ordinary
 * regression, with m - k degrees of freedom. */
#ifndef BENCHMAT_ANALYZE_COMPLEXITY_THREAD_LAWS_H
#define BENCHMAT_ANALYZE_COMPLEXITY_THREAD_LAWS_H

#include <stddef.h>

#include "analyze/statistics/interval.h"

/* An rms deviation of ln t from a law that is never called poor. */
#define THREAD_LAWS_FLOOR 0.005
/* A law is called poor if chance explains its deviations with less than this probability. */
#define THREAD_LAWS_LEVEL 0.01

/* One library's times with several numbers of threads that differ in nothing else. */
struct thread_curve {
    const double *threads;     /* [count], strictly rising, at least 1 */
    const double *log_seconds; /* [count][rounds] ln of a round's mean; NaN where there is none */
    const double *steps;       /* [count] least half width of ln t; NULL for none */
    size_t count, rounds;
};

enum thread_fit {
    THREAD_FIT_NONE,      /* no numbers: too few thread counts, or no round that has all of them */
    THREAD_FIT_UNCHECKED, /* as many parameters as thread counts, or a single round */
    THREAD_FIT_HOLDS,     /* nothing shows that the law does not hold */
    THREAD_FIT_POOR
};

/* All NaN if nothing was fitted. The ends of an interval are NaN if there is none, as with a single
 * round. */
struct thread_law {
    struct interval sigma, kappa; /* kappa is 0 for Amdahl */
    struct interval lambda;       /* calls per second with one thread, by the law */
    struct interval peak;         /* threads, at least 1; infinite if kappa is 0. USL only */
    struct interval limit;        /* largest speed-up; infinite if sigma is 0. Amdahl only */
    double rms;                   /* deviation of ln t from the law */
    double probability;           /* of an F at least as large; NaN if unchecked */
    enum thread_fit fit;
};

enum thread_laws_choice {
    THREAD_LAWS_UNKNOWN, /* one of them was not fitted, or there are no intervals */
    THREAD_LAWS_EITHER,  /* kappa is not shown to be above 0 */
    THREAD_LAWS_USL      /* it is */
};

struct thread_laws {
    struct thread_law amdahl; /* takes 2 thread counts; 3 to check it */
    struct thread_law usl;    /* takes 3; 4 to check it */
    enum thread_laws_choice choice;
    size_t rounds; /* rounds used: those with all thread counts */
};

void thread_laws_fit(const struct thread_curve *curve, double confidence, struct thread_laws *laws);

/* Fits Gustafson's law to times of work that grows in proportion to the threads. It takes 2 thread
 * counts; 3 to check it. lambda is 1 / t(1); there is no kappa, no limit and no peak. ROUNDS: those
 * used. */
void thread_laws_fit_gustafson(const struct thread_curve *curve, double confidence,
                               struct thread_law *law, size_t *rounds);

/* Returns X(threads) / lambda by LAW, Amdahl's or the USL. */
double thread_law_speedup(const struct thread_law *law, double threads);

#endif
