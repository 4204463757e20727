# SPDX-License-Identifier: GPL-3.0-or-later
# change_alarm.py: reads series with the changes that we found in them, a line each, and finds them
# by the rules of change_alarm.h and change_points.h with NumPy and SciPy: least squares of
# transformed design matrices, no sums that are kept up to date.
#
#     LEVEL : VALUES... : P : CHANGES...
#
# where each change has before, first, earliest, latest, shown, p, ratio, low and high. Values that
# are not finite are nan. Fails on the first that differs; exits with 77 where there is no SciPy.
import sys

try:
    import numpy as np
    from scipy import stats
except ImportError:
    sys.exit(77)

LENGTHS = [3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64]
CORRELATIONS = np.array([0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9])
LEAST, FEWEST = 3, 9


def log_mean(logs, weights):
    return np.logaddexp.reduce(logs + np.log(weights / weights.sum()))


def likelihood(y, design, phi):
    """ln of the likelihood, integrated over the coefficients of DESIGN and the variance."""
    n, s = len(y), np.sqrt(1 - phi**2)
    innovate = np.eye(n) / s - phi / s * np.eye(n, k=-1)
    innovate[0, 0] = 1
    u, x = innovate @ y, innovate @ design
    left = u - x @ np.linalg.lstsq(x, u, rcond=None)[0]
    return -((n - 1) * np.log(1 - phi**2) + np.linalg.slogdet(x.T @ x)[1]
             + (n - 1) * np.log(left @ left + 0.01 * n)) / 2


def is_candidate(y, k, far):
    n, old, new = len(y), y[:k].mean(), y[k:].mean()
    step, within = new - old, k * y[:k].var() + (n - k) * y[k:].var()
    if step**2 < 2.2**2 * (within / n + 0.01) * (1 / k + 1 / (n - k)):
        return False
    if abs(far[k:].mean() - far[:k].mean()) >= np.log(1.035):
        return True
    cuts = [k + (n - k) * q // 4 for q in range(5)]
    return k >= 32 and n - k >= 32 and all(
        (y[a:b].mean() - old) * step > step**2 / 2 for a, b in zip(cuts, cuts[1:]))


def evidence(y, far):
    n, ones, best = len(y), np.ones((len(y), 1)), -np.inf
    splits = [n - w for w in LENGTHS if n - w >= LEAST and is_candidate(y, n - w, far)]
    if splits:
        nulls = log_mean([likelihood(y, ones, phi) for phi in CORRELATIONS], np.exp(CORRELATIONS))
    for k in splits:
        design = np.column_stack([ones, np.arange(n) >= k])
        b = log_mean([likelihood(y, design, phi) for phi in CORRELATIONS], np.exp(-CORRELATIONS))
        best = max(best, b - nulls - sum(4 * np.log2(8 / part) for part in (k, n - k) if part < 8))
    return best


def replay(values, level=-1):
    """The smallest p, and the alarms (shown, first, p)."""
    base, renewed, least, alarms = 0, 0, 1, []
    centre = scale = None

    def extend(end):
        nonlocal base, renewed, centre, scale
        if end >= renewed or end - base > 320:
            if end - base > 320:
                base = end - 256
            low, centre, high = np.quantile(values[base:end], [0.25, 0.5, 0.75])
            steps = abs(np.diff(values[base:end]))
            most = 4 * np.median(steps[steps > 0]) if steps.any() else 0
            scale = max(min((high - low) / 1.349, most), 1e-4)
            renewed = end + max((end - base) // 8, 1)
        away = values[base:end] - centre
        return np.clip(away / scale, -3, 3), np.clip(away, -0.35, 0.35)

    for end in range(1, len(values) + 1):
        y, far = extend(end)
        p = 0.05 * np.exp(-0.8 * (evidence(y, far) - 5.9)) * max(1, end / 100)**2
        p = min(1, p) if end >= FEWEST else 1
        least = min(least, p)
        if p <= level:
            gains = {k: (y[:k].mean() - y[k:].mean())**2 * k * (len(y) - k)
                     for k in range(LEAST, len(y) - LEAST + 1)}
            base, renewed = base + max(gains, key=gains.get), 0
            alarms.append((end - 1, base, p))
            for again in range(base + 1, end + 1):
                extend(again)
    return least, alarms


def level_of(values):
    """20 % trimmed mean, its standard error, and how many values are left."""
    g, n = int(0.2 * len(values)), len(values)
    kept = np.sort(values)[g:n - g]
    wins = np.clip(values, kept[0], kept[-1])
    h = len(kept)
    se = np.sqrt(((wins - wins.mean())**2).sum() / (h * (h - 1))) if h > 1 else np.nan
    return kept.mean(), se, h


def split(part, k):
    """The residuals of both levels, how far they count, and what their likeness does to variances."""
    means = level_of(part[:k])[0], level_of(part[k:])[0]
    left = part - np.where(np.arange(len(part)) < k, *means)
    reach = max(2.5 * 1.482602218505602 * np.median(abs(left)), abs(means[1] - means[0]) / 2)
    left = np.clip(left, -reach, reach)
    pairs = left[1:] * left[:-1]
    r = (pairs.sum() - pairs[k - 1]) / (left @ left) if left.any() else 0
    r = min(max(r + (1 + 3 * r) / len(part), 0), 0.9)
    return means, left @ left / (len(part) - 2), reach, (1 + r) / (1 - r)


def places(part):
    return range(LEAST, len(part) - LEAST + 1)


def settle(part, k):
    for _ in range(10):
        a, b = level_of(part[:k])[0], level_of(part[k:])[0]
        k = min(places(part), key=lambda k: (abs(part[:k] - a).sum() + abs(part[k:] - b).sum()))
    return k


def changes(values, level, confidence=0.95):
    """The smallest p, and a dictionary for each change."""
    at = np.flatnonzero(np.isfinite(values))
    x = np.asarray(values, dtype=float)[at]
    least, alarms = replay(x)[0], replay(x, level)[1]
    firsts, found = [first for _, first, _ in alarms], []

    def around(i):
        return (firsts[i - 1] if i else 0), (firsts[i + 1] if i + 1 < len(firsts) else len(x))

    for i in range(len(firsts)):
        a, b = around(i)
        firsts[i] = a + settle(x[a:b], firsts[i] - a)
    for i, (shown, _, p) in enumerate(alarms):
        a, b = around(i)
        part, k = x[a:b], firsts[i] - a
        means, square, reach, factor = split(part, k)
        worse = {j: np.minimum(abs(part[:j] - means[0]), reach)**2 @ np.ones(j)
                 + np.minimum(abs(part[j:] - means[1]), reach)**2 @ np.ones(len(part) - j)
                 for j in places(part)}
        most = min(worse.values()) + 7.35 * square * factor
        possible = [j for j in worse if worse[j] <= most + 1e-12 * abs(most)] + [k]
        (m1, s1, h1), (m2, s2, h2) = level_of(part[:k]), level_of(part[k:])
        se = np.hypot(s1, s2)
        df = se**4 / (s1**4 / (h1 - 1) + s2**4 / (h2 - 1)) if se > 0 else np.inf
        half = stats.t.ppf((1 + confidence) / 2, df) * se * np.sqrt(factor)
        found.append({"before": at[a + k - 1], "first": at[a + k],
                      "earliest": at[a + min(possible) - 1], "latest": at[a + max(possible)],
                      "shown": at[shown], "p": p, "ratio": np.exp(m2 - m1),
                      "low": np.exp(m2 - m1 - half), "high": np.exp(m2 - m1 + half)})
    return least, found


def main():
    for number, line in enumerate(sys.stdin, 1):
        (level,), values, (p,), ours = ([float(x) for x in part.split()]
                                        for part in line.split(":"))
        least, found = changes(np.array(values), level)
        theirs = [x for change in found for x in change.values()]
        if len(ours) != len(theirs) or not np.allclose([p] + ours, [least] + theirs, rtol=1e-6):
            sys.exit(f"series {number}: {p} {ours}, but by NumPy {least} {theirs}")


if __name__ == "__main__":
    main()
