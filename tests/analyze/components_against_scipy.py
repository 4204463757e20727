# SPDX-License-Identifier: GPL-3.0-or-later
# components_against_scipy.py: reads what we found, a line each, and asks NumPy and SciPy.
#
#     c crossed|nested ROUNDS SEEDS CONFIDENCE FOUND... : VALUE...
#     s ROUNDS SEEDS WANTED VARIANCE : VALUE...
#     h VARIANCE DEGREES PER_ROUND PILOT CONFIDENCE ASSURANCE ROUNDS HALF_WIDTH
#
# Fails on the first that differs; exits with 77 where there is no SciPy.
import itertools
import sys

try:
    import numpy as np
    from scipy import stats
except ImportError:
    sys.exit(77)


def components(is_crossed, confidence, y):
    """Analysis of variance by regression on indicator variables."""
    R, K = y.shape
    rounds, seeds = np.repeat(np.eye(R), K, axis=0), np.tile(np.eye(K), (R, 1))
    one = np.ones((R * K, 1))

    def left(*columns):
        X, v = np.hstack(columns), y.ravel() - y.mean()
        return ((v - X @ np.linalg.lstsq(X, v, rcond=None)[0]) ** 2).sum()

    inputs = [one, seeds] if is_crossed else [one]
    ss_rest = left(rounds, *inputs)
    df_rest = R * K - np.linalg.matrix_rank(np.hstack([rounds, *inputs]))
    ms_rounds = (left(*inputs) - ss_rest) / (R - 1)
    ms_rest = ss_rest / df_rest
    ms_seeds = (left(rounds, one) - ss_rest) / (K - 1) if is_crossed else np.nan
    tail = (1 - confidence) / 2
    F, f = ms_rounds / ms_rest, R - 1
    ends = [stats.f.isf(tail, f, df_rest), stats.f.ppf(tail, f, df_rest)]
    chi = [stats.chi2.isf(tail, f), stats.chi2.ppf(tail, f)]
    a = max((ms_rounds - ms_rest) / K, 0)
    between = [a] + [max(f * ms_rounds * (1 - e / F) / (K * c), 0) for e, c in zip(ends, chi)]
    within = [ms_rest, ss_rest / stats.chi2.isf(tail, df_rest), ss_rest / stats.chi2.ppf(tail, df_rest)]
    share = [a / (a + ms_rest)] + [max((F / e - 1) / (F / e + K - 1), 0) for e in ends]
    p = stats.f.sf(ms_seeds / ms_rest, K - 1, df_rest) if is_crossed else np.nan
    return [ms_rounds, ms_seeds, ms_rest, df_rest, *between, *within, *share, p]


def scatter(y, wanted):
    """The range of the average over some of all choices of seeds, or the value for all seeds."""
    own = stats.trim_mean(y, 0.4, axis=1).var(ddof=1)
    all_choices = [stats.trim_mean(y[:, list(c)], 0.4, axis=1).var(ddof=1)
                   for c in itertools.combinations(range(y.shape[1]), wanted)]
    mean, error = np.mean(all_choices), np.std(all_choices) / np.sqrt(200)
    return max(mean - 5 * error, own), max(mean + 5 * error, own)


def half_width(variance, known, per_round, pilot, confidence, assurance, rounds):
    f = per_round * (rounds - 1)
    t = stats.t.ppf(0.5 + confidence / 2, f)
    if not pilot:
        factor = stats.f.ppf(assurance, f, known)
    else:
        come = f - known
        factor = (known + come * stats.f.ppf(assurance, come, known)) / f if come > 0 else 1
    return t * np.sqrt(variance / rounds * factor)


asked = 0
for line in sys.stdin:
    head, _, tail = line.partition(":")
    kind, *words = head.split()
    values = np.array(tail.split(), float)
    if kind == "c":
        shape = int(words[1]), int(words[2])
        ours = np.array(words[4:], float)
        theirs = components(words[0] == "crossed", float(words[3]), values.reshape(shape))
        right = np.allclose(ours, theirs, rtol=1e-7, atol=1e-12, equal_nan=True)
    elif kind == "s":
        rounds, seeds, wanted = map(int, words[:3])
        ours = float(words[3])
        theirs = scatter(values.reshape(rounds, seeds), wanted)
        right = theirs[0] * (1 - 1e-10) <= ours <= theirs[1] * (1 + 1e-10)
    else:
        ours = float(words[-1])
        theirs = half_width(*map(float, words[:-1]))
        right = np.isclose(ours, theirs, rtol=1e-8, atol=0)
    asked += 1
    if not right:
        sys.exit(f"SciPy has {theirs!r} for {line}")
if asked < 600:
    sys.exit(f"only {asked} could be asked")
