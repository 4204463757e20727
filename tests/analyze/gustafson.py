# SPDX-License-Identifier: GPL-3.0-or-later
# gustafson.py: reads curves of work that grows with the threads, with the law that we fitted to
# them, a line each, and fits them with SciPy: over the scaled speed-up itself, by brute force.
#
#     COUNT ROUNDS CONFIDENCE : THREADS... : LOG_SECONDS... : SIGMA LOW HIGH LAMBDA RMS PROBABILITY
#
# Fails on the first that differs; exits with 77 where there is no SciPy.
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


def main():
    lines = 0
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
