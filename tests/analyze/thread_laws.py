# SPDX-License-Identifier: GPL-3.0-or-later
# thread_laws.py: reads curves with the laws that we fitted to them, a line each, and fits them with
# SciPy: Jacobians by differences, bounds by its own method, the ends of the peak by root finding.
#
#     COUNT ROUNDS CONFIDENCE : THREADS... : LOG_SECONDS... : STEPS... : AMDAHL... : USL... : CHOICE
#
# where a law is sigma, kappa, lambda, peak and limit, each with the ends of its interval, then rms,
# probability and fit (0 none, 1 unchecked, 2 holds, 3 poor).
#
# Fails on the first that differs; exits with 77 where there is no SciPy.
import sys

try:
    import numpy as np
    from scipy import optimize, stats
    from scipy.optimize._numdiff import approx_derivative
except ImportError:
    sys.exit(77)

NONE, UNCHECKED, HOLDS, POOR = range(4)
INF = np.inf


def cost(n, sigma, kappa):
    return 1 + sigma * (n - 1) + kappa * n * (n - 1)


def line(n, p):
    """ln (n t) by the law with the parameters p: -ln lambda, sigma and perhaps kappa."""
    d = cost(n, p[1], p[2] if len(p) > 2 else 0)
    return p[0] + np.log(np.where(d > 0, d, 1e-300))


def fit(n, y, k, bounds):
    best = None
    for sigma in 0.02, 0.5:
        start = np.array([y[0], sigma, 1e-4][:k])
        x = optimize.least_squares(lambda p: line(n, p) - y, start, jac="3-point", bounds=bounds,
                                   xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=5000, x_scale="jac")
        if best is None or x.cost < best.cost:
            best = x
    return best.x


def jacobian(n, p):
    return approx_derivative(lambda q: line(n, q), p, method="3-point", rel_step=1e-5)


def spread_at_least(cov, t, inverse, steps):
    """Scales the covariance until each half width is what the steps allow."""
    least = abs(inverse) @ steps / t
    se = np.sqrt(np.diag(cov))
    with np.errstate(divide="ignore", invalid="ignore"):
        factor = np.where(se > 0, np.maximum(1, least / se), 0)
    cov = cov * np.outer(factor, factor)
    return cov + np.diag(np.where(se > 0, 0, least ** 2))


def accepted_peaks(p, cov, t):
    """The hull of all v >= 0 with |1 - sigma - v kappa| within t standard errors."""
    def beyond(v):
        gradient = np.array([0, -1, -v])
        return abs(1 - p[1] - v * p[2]) - t * np.sqrt(max(gradient @ cov @ gradient, 0))
    grid = np.r_[0, np.logspace(-4, 12, 4000)]
    if p[2] > 0 and p[1] < 1:
        grid = np.sort(np.r_[grid, (1 - p[1]) / p[2]])
    inside = np.array([beyond(v) <= 0 for v in grid])
    first, last = inside.argmax(), len(grid) - 1 - inside[::-1].argmax()
    low = grid[0] if first == 0 else optimize.brentq(beyond, grid[first - 1], grid[first], xtol=1e-12)
    high = INF if last == len(grid) - 1 else optimize.brentq(beyond, grid[last], grid[last + 1],
                                                             xtol=1e-12)
    return max(1, np.sqrt(low)), max(1, np.sqrt(high))


def cut(low, high, best, lowest, highest):
    low, high = max(low, lowest), min(high, highest)
    return (np.nan, np.nan) if np.isnan(low) else (min(low, best), max(high, best))


def law(n, logs, steps, confidence, k):
    nothing = dict.fromkeys(("sigma", "kappa", "lambda", "peak", "limit"), (np.nan,) * 3)
    whole = logs[:, np.isfinite(logs).all(axis=0)] + np.log(n)[:, None]
    m, rounds = whole.shape
    if m < k or not rounds:
        return {**nothing, "rms": np.nan, "probability": np.nan, "fit": NONE}
    y = whole.mean(axis=1)
    w = whole - y[:, None]
    best = fit(n, y, k, ([-INF, 0, 0][:k], [INF, 1, INF][:k]))
    # What the bounds hold is not fitted. Trust regions end a little inside of them.
    held = [j for j in range(1, k) if best[j] < 1e-9 or (j == 1 and best[j] > 1 - 1e-9)]
    for j in held:
        best[j] = round(best[j])
    if held:
        freed = [j for j in range(k) if j not in held]

        def partly(q):
            full = best.copy()
            full[freed] = q
            return line(n, full) - y
        best[freed] = optimize.least_squares(partly, best[freed], jac="3-point", xtol=1e-15,
                                             ftol=1e-15, gtol=1e-15).x
    freed = [j for j in range(k) if j not in held]
    deviations = y - line(n, best)
    rms = np.sqrt((deviations ** 2).mean())

    probability, fitted = np.nan, UNCHECKED
    if m > len(freed) and rounds > 1:
        j = jacobian(n, best)[:, freed]
        beyond = np.eye(m) - j @ np.linalg.pinv(j)
        noise = ((beyond @ w) ** 2).sum() / (rounds - 1)
        probability = stats.f.sf(rounds * (deviations ** 2).sum() / noise, 1, rounds - 1)
        fitted = POOR if probability < 0.01 and rms > max(0.005, steps.max()) else HOLDS

    p = fit(n, y, k, (-INF, INF))
    j = jacobian(n, p)
    inverse = np.linalg.pinv(j)
    spreads = []
    if rounds > 1:
        t = stats.t.ppf((1 + confidence) / 2, rounds - 1)
        spreads.append((spread_at_least(np.atleast_2d(np.cov(inverse @ w)) / rounds, t, inverse,
                                        steps), t))
    if fitted == POOR:
        degrees = m - len(freed)
        squares = (deviations ** 2).sum() / degrees
        spreads.append((squares * np.linalg.inv(j.T @ j),
                        stats.t.ppf((1 + confidence) / 2, degrees)))

    # The centre of an interval is what the law allows.
    p[1] = min(max(p[1], 0), 1)
    p[2:] = np.maximum(p[2:], 0)

    def ends(i):
        if not spreads:
            return np.nan, np.nan
        half = max(t * np.sqrt(cov[i, i]) for cov, t in spreads)
        return p[i] - half, p[i] + half

    sigma = (best[1], *cut(*ends(1), best[1], 0, 1))
    level = ends(0)
    x = {**nothing, "sigma": sigma, "rms": rms, "probability": probability,
         "kappa": (0, 0, 0) if spreads else (0, np.nan, np.nan),
         "lambda": (np.exp(-best[0]), *cut(np.exp(-level[1]), np.exp(-level[0]), np.exp(-best[0]), 0,
                                           INF))}
    with np.errstate(divide="ignore"):
        if k == 2:
            x["limit"] = tuple(1 / np.array([sigma[0], sigma[2], sigma[1]]))
        else:
            x["kappa"] = (best[2], *cut(*ends(2), best[2], 0, INF))
            peak = max(1, np.sqrt((1 - best[1]) / best[2])) if best[2] > 0 else INF
            hulls = [accepted_peaks(p, cov, t) for cov, t in spreads] or [(np.nan, np.nan)]
            low, high = min(h[0] for h in hulls), max(h[1] for h in hulls)
            x["peak"] = (peak, *cut(low, high, peak, 1, INF))
    x["fit"] = fitted
    return x


def are_close(a, b):
    return (np.isnan(a) and np.isnan(b)) or a == b or abs(a - b) <= 2e-5 * max(abs(a), abs(b)) + 1e-7


def compare(where, ours, theirs):
    names = [f"{name}{end}" for name in ("sigma", "kappa", "lambda", "peak", "limit")
             for end in ("", "_low", "_high")] + ["rms", "probability", "fit"]
    values = [v for name in ("sigma", "kappa", "lambda", "peak", "limit") for v in theirs[name]]
    values += [theirs["rms"], theirs["probability"], theirs["fit"]]
    for name, a, b in zip(names, ours, values):
        if not are_close(a, b):
            print(f"{where}: {name} is {a}, SciPy's {b}\nours:   {ours}\nSciPy's: {values}",
                  file=sys.stderr)
            sys.exit(1)


def main():
    lines = 0
    for number, text in enumerate(sys.stdin):
        parts = [np.array(part.split(), float) for part in text.split(":")]
        (count, rounds, confidence), n, logs, steps, amdahl, usl, choice = parts
        logs = logs.reshape(int(count), int(rounds))
        compare(f"curve {number}, Amdahl", amdahl, law(n, logs, steps, confidence, 2))
        theirs = law(n, logs, steps, confidence, 3)
        compare(f"curve {number}, USL", usl, theirs)
        low = theirs["kappa"][1]
        if choice[0] != (0 if np.isnan(low) else 2 if low > 1e-7 else 1):
            sys.exit(f"curve {number}: choice {choice[0]}, but kappa is at least {low}")
        lines += 1
    print(f"{lines} curves agree with SciPy")


main()
