# SPDX-License-Identifier: GPL-3.0-or-later
# against_scipy.py: reads hypotheses with the p that we gave them, a line each, and asks SciPy.
#
#     TEST MARGIN P : UNIT... [: UNIT...]
#
# Fails on the first that differs by more than 1e-10; exits with 77 where there is no SciPy.
import sys
import warnings

try:
    import numpy as np
    from scipy import stats
except ImportError:
    sys.exit(77)

FEW = 9  # of numbers with ties, of which all signs or orders are tried one by one


def has_ties(x):
    return len(set(x)) < len(x)


def student(d):
    return stats.ttest_1samp(d, 0, alternative="greater").pvalue


def sign(d):
    d = d[d != 0]
    return stats.binomtest(int((d > 0).sum()), len(d), alternative="greater").pvalue if len(d) else 1


def all_signs(d):
    def rank_sum(v):
        return (stats.rankdata(abs(v)) * (v > 0)).sum()
    return stats.permutation_test((d,), rank_sum, permutation_type="samples",
                                  n_resamples=np.inf, alternative="greater").pvalue


def wilcoxon(d):
    d = d[d != 0]
    if not len(d):
        return 1
    if len(d) > 50:
        return stats.wilcoxon(d, mode="approx", correction=True, alternative="greater").pvalue
    if not has_ties(abs(d)):
        return stats.wilcoxon(d, mode="exact", alternative="greater").pvalue
    return all_signs(d) if len(d) <= FEW else np.nan


def all_orders(x, y):
    def rank_sum(a, b):
        return stats.rankdata(np.r_[a, b])[:len(a)].sum()
    return stats.permutation_test((x, y), rank_sum, permutation_type="independent",
                                  n_resamples=np.inf, alternative="greater").pvalue


def mann_whitney(x, y):
    if len(x) * len(y) > 400:
        return stats.mannwhitneyu(x, y, method="asymptotic", alternative="greater").pvalue
    if not has_ties(np.r_[x, y]):
        return stats.mannwhitneyu(x, y, method="exact", alternative="greater").pvalue
    return all_orders(x, y) if len(x) + len(y) <= FEW else np.nan


def welch(x, y):
    return stats.ttest_ind(x, y, equal_var=False, alternative="greater").pvalue


def yuen(x, y):
    return stats.ttest_ind(x, y, equal_var=False, trim=0.2, alternative="greater").pvalue


def two_sided(test, margin, groups):
    first, rest = groups[0], groups[1:]
    above = {"moderated-t": student, "paired-t": student, "sign": sign, "wilcoxon": wilcoxon,
             "mann-whitney": mann_whitney, "welch-t": welch, "yuen-t": yuen}[test]
    sides = above(first - margin, *rest), above(-first - margin, *[-g for g in rest])
    return min(1, 2 * min(sides)) if not np.isnan(sides).any() else np.nan


warnings.simplefilter("ignore")
asked = 0
for line in sys.stdin:
    head, *groups = line.split(":")
    test, margin, ours = head.split()
    ours = float(ours)
    theirs = two_sided(test, float(margin), [np.array(g.split(), float) for g in groups])
    if np.isnan(theirs):
        continue
    asked += 1
    if not (abs(ours - theirs) <= 1e-10 and abs(ours - theirs) <= 1e-7 * theirs):
        sys.exit(f"SciPy has {theirs!r} for {line}")
if asked < 780:
    sys.exit(f"only {asked} hypotheses could be asked")
