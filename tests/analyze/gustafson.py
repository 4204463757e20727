# SPDX-License-Identifier: GPL-3.0-or-later
# gustafson.py: reads curves of work that grows with the threads, with the law that we fitted to
# them, a line each, and fits them with SciPy: over the scaled speed-up itself, by brute force.
#
#     COUNT ROUNDS CONFIDENCE : THREADS... : LOG_SECONDS... : SIGMA LOW HIGH LAMBDA RMS PROBABILITY
#
# With TABLE.csv POINTS.json LAWS.json it starts from the samples of a table of matrix products over
# ranks instead, and reads what bench-analyze says of its points, and with --scaling weak of its laws.
#
# Fails on the first that differs; exits with 77 where there is no SciPy.
import csv
import json
import sys

try:
    import numpy as np
    from scipy import optimize, stats
except ImportError:
    sys.exit(77)


def seconds(n, sigma):
    """Of t(n) / t(1), from S(n) = n t(1) / t(n) = n - sigma (n - 1)."""
    return n / (n - sigma * (n - 1))


def deviations(n, y, sigma):
    d = y - np.log(seconds(n, sigma))
    return d - d.mean()


def law(n, logs, confidence):
    rounds, m = logs.shape[1], len(n)
    y = logs.mean(axis=1)

    def squares(sigma):
        return (deviations(n, y, sigma) ** 2).sum()

    most = n.max() / (n.max() - 1) - 1e-9
    grid = np.linspace(-3, most, 4001)
    at = grid[np.argmin([squares(s) for s in grid])]
    step = grid[1] - grid[0]
    open_ = optimize.minimize_scalar(squares, bounds=(at - step, min(at + step, most)),
                                     method="bounded", options={"xatol": 1e-13}).x
    sigma = min(max(open_, 0), 1)
    level = (y - np.log(seconds(n, sigma))).mean()

    # How the estimate follows each round's deviations, to first order, by differences.
    h = 1e-6
    slope = (np.log(seconds(n, open_ + h)) - np.log(seconds(n, open_ - h))) / (2 * h)
    centred = slope - slope.mean()
    moves = centred @ (logs - y[:, None]) / (centred ** 2).sum()
    half = stats.t.ppf((1 + confidence) / 2, rounds - 1) * moves.std(ddof=1) / np.sqrt(rounds)
    rest = y - level - np.log(seconds(n, sigma))
    rms = np.sqrt((rest ** 2).mean())
    probability = np.nan
    basis = [np.ones(m)]
    if sigma == open_:
        basis.append(slope)
    if m > len(basis):
        q, _ = np.linalg.qr(np.array(basis).T)
        w = logs - y[:, None]
        noise = ((w - q @ (q.T @ w)) ** 2).sum() / (rounds - 1)
        probability = stats.f.sf(rounds * (rest ** 2).sum() / noise, 1, rounds - 1)
    if probability < 0.01 and rms > 0.005:
        degrees = m - len(basis)
        misfit = np.sqrt((rest ** 2).sum() / degrees / (centred ** 2).sum())
        half = max(half, stats.t.ppf((1 + confidence) / 2, degrees) * misfit)
    low, high = max(sigma - half, 0), min(sigma + half, 1)
    return sigma, min(low, sigma), max(high, sigma), np.exp(-level), rms, probability


def welch(one, other, confidence=0.95):
    """The difference of the means of two samples, with its interval."""
    a, b = one.var(ddof=1) / len(one), other.var(ddof=1) / len(other)
    df = (a + b) ** 2 / (a ** 2 / (len(one) - 1) + b ** 2 / (len(other) - 1))
    half = stats.t.ppf((1 + confidence) / 2, df) * np.sqrt(a + b)
    d = one.mean() - other.mean()
    return d, d - half, d + half


def expect(what, ours, theirs):
    if not abs(ours - theirs) <= 2e-5 * abs(theirs) + 1e-7:
        sys.exit(f"{what} is {ours}, SciPy's {theirs}")


def compare_table(table, points, laws):
    logs, flops = {}, {}
    for s in csv.DictReader(open(table)):
        key = s["library"], int(s["size"]), int(s["ranks"])
        logs.setdefault(key, []).append(np.log(float(s["seconds"])))
        flops[key] = float(s["flops"])
    # Each point's base is the one on a single rank with nearly as much work per rank.
    base = {}
    for library, size, p in logs:
        each = {n: abs(np.log(flops[library, size, p] / p / flops[library, n, 1]))
                for l, n, q in logs if (l, q) == (library, 1)}
        base[library, size, p] = min(each, key=each.get)
    for row in json.load(open(points)):
        key = row["library"], row["size"], int(row["ranks"])
        one = key[0], base[key], 1
        expect(f"weak_size of {key}", row["weak_size"], base[key])
        expect(f"weak_work of {key}", row["weak_work"], flops[key] / key[2] / flops[one])
        d = (0, 0, 0) if key == one else welch(np.array(logs[one]), np.array(logs[key]))
        for end, value in zip(("", "_low", "_high"), np.exp(d)):
            expect(f"weak_efficiency{end} of {key}", row[f"weak_efficiency{end}"], value)
            expect(f"scaled_speedup{end} of {key}", row[f"scaled_speedup{end}"], value * key[2])
    rows = json.load(open(laws))
    for row in rows:
        cells = sorted((k[2], k) for k in logs
                       if k[0] == row["library"] and f"size {base[k]}" == row["variant"])
        n = np.array([p for p, _ in cells], float)
        theirs = law(n, np.array([logs[k] for _, k in cells]), 0.95)
        for name, value in zip("sigma sigma_low sigma_high lambda rms probability".split(), theirs):
            expect(f"{name} of {row['variant']}, {row['library']}", row[name], value)
    print(f"{len(logs)} points and {len(rows)} laws agree with SciPy")


def main():
    lines = 0
    if len(sys.argv) == 4:
        return compare_table(*sys.argv[1:])
    for number, text in enumerate(sys.stdin):
        (count, rounds, confidence), n, logs, ours = [np.array(part.split(), float)
                                                      for part in text.split(":")]
        theirs = law(n, logs.reshape(int(count), int(rounds)), confidence)
        for name, a, b in zip("sigma low high lambda rms probability".split(), ours, theirs):
            if not (np.isnan(a) and np.isnan(b)) and not abs(a - b) <= 2e-5 * abs(b) + 1e-7:
                sys.exit(f"curve {number}: {name} is {a}, SciPy's {b}\nours:   {ours}\n"
                         f"SciPy's: {theirs}")
        lines += 1
    print(f"{lines} curves agree with SciPy")
    return lines == 0


sys.exit(main())
