/* SPDX-License-Identifier: GPL-3.0-or-later */
/* change_scan.h: whether a series of values stays at one level, and if not, where it leaves it.
 *
 * Scores. The values are replaced by the normal scores of their ranks,
 *
 *     Phi^-1(rank / (n + 1)),    equal values sharing the mean of their ranks
 *
 * B. L. van der Waerden, "Order tests for the two-sample problem and their power", Indagationes
 * Mathematicae 14 (1952) 453-458. Where the series is steady and its values are independent, all
 * orders of the scores are equally probable, whatever the values are distributed like: neither
 * heavy tails nor an outlier make a change, and tests by scores are as good as Student's where the
 * values are normal (H. Chernoff, I. R. Savage, Ann. Math. Statist. 29 (1958) 972-994).
 *
 * Windows. The whole series is looked at, and windows of it of half its length, a quarter, and so
 * on, each half overlapping the next, so that a level that comes and goes stands alone with a
 * neighbour in one of them: S. Kovács, P. Bühlmann, H. Li, A. Munk, "Seeded binary segmentation: a
 * general methodology for fast and optimal changepoint detection", Biometrika 110 (2023) 249-256.
 * They have about 2 n numbers a length, so that it all takes time in proportion to n log n.
 *
 * The test of a split. In a window of m numbers that a split parts in k and m - k,
 *
 *     z^2 = (sum of the first k scores' distances from the window's mean)^2 m / (k (m - k) s^2)
 *     t = sqrt(m - 2) sqrt(b / (1 - b)),    b = z^2 / (m - 1)
 *
 * is Student's t for two samples, with m - 2 degrees of freedom, which is a good approximation for
 * scores as well (W. J. Conover, R. L. Iman, American Statistician 35 (1981) 124-129). Its
 * probability p is never taken to be below that of the most extreme order, 2 / (m over k).
 *
 * The test of a window takes the largest z^2 of its splits. With x where a normal number is beyond
 * +-x with the probability p, and l the least length of a part, the window's probability is
 *
 *     p times the smaller of m - 2 l + 1 and 2 + (x^2 - 1) ln((m - l) / l)
 *
 * the first after Bonferroni, the second the tail of the largest of a standardised Brownian bridge:
 * L. Yu. Vostrikova, "Detection of a 'disorder' in a Wiener process", Theory Probab. Appl. 26
 * (1981) 356-362; M. Csörgő, L. Horváth, Limit Theorems in Change-Point Analysis (1997), 1.3. The
 * scores' own, simulated, is a third of it to all of it. The whole series gets half of the
 * probability of an error, and the lengths below it share the other half equally (Bonferroni).
 *
 * Wandering. Machines have slow moods, so that runs near to each other are alike. The correlation r
 * of neighbours is estimated by
 *
 *     (mean square of the scores' differences over two steps) / (the same over one step) - 1
 *
 * without differences across the split, and, less 1.5 / sqrt(n), takes its part: t^2 is multiplied
 * by (1 - r) / (1 + r), as for the mean of an autoregressive series of order one. It makes false
 * changes fewer; it cannot tell a machine's mood of many runs from a change. */
#ifndef BENCHMAT_ANALYZE_HISTORY_CHANGE_SCAN_H
#define BENCHMAT_ANALYZE_HISTORY_CHANGE_SCAN_H

#include <stddef.h>

enum { CHANGE_LEAST = 3 }; /* numbers that a level has at least: two in a row may be a bad day */

struct change_split {
    size_t at;          /* the first of the new level */
    double probability; /* that a steady series has a split as clear anywhere; 1 for too few */
};

/* Working memory for series of up to so many numbers. NULL when there is no memory. */
struct change_workspace *change_workspace_new(size_t most);
void change_workspace_free(struct change_workspace *workspace);

/* The clearest split of N finite numbers. */
struct change_split change_scan(const double *values, size_t n, struct change_workspace *workspace);

/* The same where there is one change at most: in the whole series, no windows. */
struct change_split change_scan_one(const double *values, size_t n,
                                    struct change_workspace *workspace);

#endif
