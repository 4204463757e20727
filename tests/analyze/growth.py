# SPDX-License-Identifier: GPL-3.0-or-later
# growth.py: reads the rounds of made-up curves with what we say of their growth, a JSON object a line,
# and says it again with NumPy and SciPy: errors from the rounds; each law with a search of its own,
# batches of linear fits over all places of up to two steps, then places and coefficients together by
# scipy.optimize; scores, the variance of sizes, which laws are as good, and the exponent's interval.
#
# Ours must follow from the formulas to 1e-6, and its search must find as good a fit. Fails on the first
# that differs; exits with 77 where there is no SciPy.
import itertools
import json
import sys

try:
    import numpy as np
    from scipy import optimize, stats
except ImportError:
    sys.exit(77)

LAWS = {"1": (0, 0), "log n": (0, 1), "n": (1, 0), "n log n": (1, 1), "n²": (2, 0),
        "n² log n": (2, 1), "n³": (3, 0)}
FLOOR, KNOWN, EVIDENCE, BETTER, NEAR, MOST_RISE = 0.005, 4, 6, 2, 0.05, 10
SHARP, MISSES, GRADUAL = range(3)
RISES = ((SHARP, 0), (MISSES, 0), (GRADUAL, 0.25), (GRADUAL, 0.5))
APART, TRANSITION = np.log(2) / 2, 2 * np.log(2)
SEARCHED = 1  # of a score: how much better a search may be than ours


def risen(rise, b, z):
    how, width = rise
    u = b - z
    if how == SHARP:
        return (u > 0).astype(float)
    if how == MISSES:
        return np.where(u > 0, 1 - np.exp(-np.maximum(u, 0)), 0)
    return 1 / (1 + np.exp(-u / width))


class Points:
    def __init__(self, x, y, e, b, caches):
        self.x, self.y, self.e, self.b, self.n = x, y, e, b, len(x)
        low = max(b[0] + TRANSITION, b[1])
        high = b[-1] + APART / 2
        if len(caches):
            low = max(low, np.log(caches[0]) - APART)
        near = [at for c in caches for at in np.log(c) + APART * np.array([-1, 0, 1])
                if low <= at <= high]
        self.near = [at for i, at in enumerate(near)
                     if not any(abs(at - other) < APART / 2 for other in near[:i])]
        self.low, self.high = low, high
        apart = max(APART, (high - low) / 48)
        other = [low + i * apart for i in range(int(max(0, high - low) / apart + 1e-9) + 1)
                 if low + i * apart <= high]
        self.count = len(self.near) + sum(not self.is_near(at) for at in other)
        self.dense = sorted([*np.arange(low, high + 1e-9, APART / 2), *self.near])

    def is_near(self, at):
        return any(abs(at - near) < APART / 2 * (1 + 1e-9) for near in self.near)

    def cost(self, at):
        all_ = (0.5 if self.near else 1) / self.count
        return -2 * np.log(all_ + 0.5 / len(self.near) if self.is_near(at) else all_)


def columns(p, power, logs, lower, rise, places):
    """Over the law of the largest size; the last is what is besides, if anything."""
    law = np.exp(power * (p.x - p.x[-1])) * (p.x / p.x[-1] if logs else 1)
    made = [law] + [law * risen(rise, p.b, z) for z in places]
    if lower:
        made.append(np.exp((power - 1) * (p.x - p.x[-1])) if lower == 2 else np.ones(p.n))
    return np.array(made)


def deviance(n, known, squares):
    return (known + squares if squares <= n
            else (known + n) * (1 + np.log((known + squares) / (known + n))))


def coefficients(lower, rise, places):
    return 1 + (lower > 0) + len(places) + (len(places) > 0 and rise[0] == GRADUAL)


def score_of(p, known, lower, rise, places, squares):
    k = coefficients(lower, rise, places)
    return (deviance(p.n, known, squares) + k * np.log(p.n) + sum(map(p.cost, places)) +
            (2 * np.log(4) if len(places) else 0))


def is_allowed(columns_, parts, steps):
    sums = np.cumsum(parts[:steps + 1])
    if np.any(parts <= 0) or np.any(sums[1:] > MOST_RISE * sums[:-1] * (1 + 1e-9)):
        return False
    return True


def rest(p, made, log_parts):
    return (p.y - p.y[-1] - np.log(np.exp(log_parts) @ made)) / p.e


def half(made, parts, steps):
    """Whether what is besides is more than half of the largest size."""
    return parts[-1] > parts[:-1] @ made[:-1, -1] * (1 + 1e-9)


def tied(made):
    """Columns of which each brings as much of what is besides."""
    return made[:-1] + made[:-1, -1:] * made[-1]


def refit(p, power, logs, lower, rise, places, start):
    """The parts, by SciPy, for given places; None if they are not allowed. Squares of it."""
    made = columns(p, power, logs, lower, rise, places)
    x = optimize.least_squares(lambda v: rest(p, made, v), np.log(start), xtol=1e-12, ftol=1e-12,
                               gtol=1e-12)
    parts, squares = np.exp(x.x), 2 * x.cost
    if lower and half(made, parts, len(places)):
        made = tied(made)
        x = optimize.least_squares(lambda v: rest(p, made, v), np.log(start[:-1]), xtol=1e-12,
                                   ftol=1e-12, gtol=1e-12)
        parts, squares = np.exp(x.x), 2 * x.cost
        parts = np.r_[parts, parts @ columns(p, power, logs, 0, rise, places)[:, -1]]
    return (parts, squares) if is_allowed(made, parts, len(places)) else (None, np.inf)


def candidates(p, known, power, logs, lower, rise, steps, most):
    """The sets of places that score best by linear fits of 1 - t(n) / t."""
    sets = [s for s in itertools.combinations(p.dense[::1 if most > 1 else 2], steps)
            if all(b - a >= TRANSITION for a, b in zip(s, s[1:]))]
    if not sets:
        return []
    law = columns(p, power, logs, lower, rise, [])
    by_place = {z: risen(rise, p.b, z) for z in p.dense}
    scale = np.exp(p.y[-1] - p.y) / p.e
    design = np.array([[law[0]] + [law[0] * by_place[z] for z in s] + list(law[1:])
                       for s in sets]) * scale
    gram = design @ design.transpose(0, 2, 1)
    right = design @ (1 / p.e)
    norms = np.sqrt(np.maximum(np.einsum("sii->si", gram), 1e-200))
    usable = np.linalg.det(gram / (norms[:, :, None] * norms[:, None])) > 1e-10
    parts = np.full(right.shape, -1.0)
    parts[usable] = np.linalg.solve(gram[usable], right[usable])
    squares = np.where((parts > 0).all(axis=1), (1 / p.e**2).sum() - (parts * right).sum(axis=1),
                       np.inf)
    scores = [score_of(p, known, lower, rise, s, left) for s, left in zip(sets, squares)]
    return [(sets[i], parts[i]) for i in np.argsort(scores)[:most] if np.isfinite(scores[i])]


def lowers(power, logs):
    return range(1 + logs if power <= 0 else 2 if power <= 1 or logs else 3)


def moved(p, known, shape, parts, squares):
    """Places moved to where they fit best, as long as that helps."""
    *law, _, places = shape
    best = score_of(p, known, law[2], shape[3], places, squares), (*shape, parts, squares)
    by = APART / 4
    while len(places) and by > 0.01:
        better = False
        for i, side in itertools.product(range(len(places) + 1), (-1, 1)):
            (how, width), tried = best[1][3], list(best[1][4])
            if i < len(places):
                tried[i] += side * by
            elif how == GRADUAL:
                width = np.clip(width * np.exp(2 * side * by), 0.1, 1)
            if (any(b - a < TRANSITION for a, b in zip(tried, tried[1:])) or
                    not p.low <= tried[0] <= tried[-1] <= p.high):
                continue
            parts, squares = refit(p, *law, (how, width), tried, best[1][5])
            if parts is not None:
                score = score_of(p, known, law[2], (how, width), tried, squares)
                if score < best[0] - 1e-3:
                    best, better = (score, (*law, (how, width), tried, parts, squares)), True
        by = by if better else by / 2
    return best


def search(p, known, power, logs, spare, most=4):
    """The least score of a law, of up to two steps, with its model."""
    best = np.inf, None
    for lower in lowers(power, logs):
        for steps in range(3):
            if 1 + 2 * steps + (lower > 0) + spare > p.n:
                continue
            for rise in RISES if steps else RISES[:1]:
                found = np.inf, None
                for places, start in candidates(p, known, power, logs, lower, rise, steps, most):
                    parts, squares = refit(p, power, logs, lower, rise, places, start)
                    if parts is not None:
                        score = score_of(p, known, lower, rise, places, squares)
                        found = min(found, (score, (power, logs, lower, rise, places, parts,
                                                    squares)), key=lambda f: f[0])
                if most > 1 and found[0] < best[0] + 12:
                    found = moved(p, known, found[1][:5], *found[1][5:])
                best = min(best, found, key=lambda f: f[0])
    return best


def spare_of(n):
    return 1 if n < 10 else n // 5


def close(what, value, wanted, tolerance):
    if not abs(value - wanted) <= tolerance:
        sys.exit(f"{what}: ours {value!r}, SciPy's {wanted!r}")


def start_of(fit):
    return np.maximum(np.r_[fit["parts"], [fit["besides"]] if fit["lower"] else []], 1e-12)


def check_fit(name, p, known, fit, spare):
    """Our fit by SciPy: squares, parts and score."""
    if not np.isfinite(fit["score"]):
        return
    rise = fit["how"], fit["width"]
    parts, squares = refit(p, fit["power"], fit["logs"], fit["lower"], rise, fit["places"],
                           start_of(fit))
    close(f"{name}: squares", fit["squares"], squares, (1e-4 if squares < 1e4 else 0.05) * (1 + squares))
    if squares < 3 * p.n:
        close(f"{name}: constant", fit["parts"][0], parts[0], 2e-3 * parts[0])
    k = 1 + len(fit["places"]) + (fit["lower"] > 0)
    if k + len(fit["places"]) + spare > p.n:
        sys.exit(f"{name}: {k} coefficients for {p.n} points")
    wanted = score_of(p, known, fit["lower"], rise, fit["places"], fit["squares"])
    close(f"{name}: score", fit["score"], wanted + np.log(p.n) * fit["is_free"], 1e-6)


def check(ours):
    sizes, rounds = np.array(ours["sizes"]), np.log(np.array(ours["rounds"]))
    caches = ours["caches"]
    y, own = rounds.mean(axis=1), rounds.var(axis=1, ddof=1) / rounds.shape[1]
    known = KNOWN
    e = np.sqrt((own + np.median(own)) / 2 + FLOOR ** 2)
    x, b = np.log(sizes), np.log(np.array(ours["bytes"]))
    first = int(np.argmin(abs(sizes - ours["from"])))
    fitted = Points(x[first:], y[first:], np.sqrt(e ** 2 + ours["deviation"] ** 2)[first:],
                    b[first:], caches)
    spare = spare_of(fitted.n)
    for fit in ours["fits"]:
        check_fit(fit["law"], fitted, known, fit, spare + fit["is_free"])

    # Which laws, and that none that may be as good fits better than our search says.
    scores = {fit["law"]: fit["score"] for fit in ours["fits"]}
    for law, (power, logs) in LAWS.items():
        score, model = search(fitted, known, power, logs, spare)
        if score < min(scores.values()) + 3 * EVIDENCE and scores[law] > score + SEARCHED:
            sys.exit(f"{law}: score {scores[law]}, SciPy finds {score}: {model}")
    usual = {law: score for law, score in scores.items() if law in LAWS}
    freed = next(score for law, score in scores.items() if law not in LAWS)
    least = min(usual.values())
    free_power = next(fit["power"] for fit in ours["fits"] if fit["is_free"])
    is_apart = all(abs(free_power - power) >= NEAR for power, _ in LAWS.values())
    if freed < least and not least < freed + EVIDENCE and is_apart:
        good = [law for law in scores if law not in LAWS]
    else:
        good = sorted((law for law in usual if usual[law] == least or
                       usual[law] < least + EVIDENCE), key=usual.get)
        good += [law for law in scores if law not in LAWS and freed + BETTER < least and is_apart]
    if ours["as_good"] != good:
        sys.exit(f"laws: ours {ours['as_good']}, by their scores {good}")

    # How sizes deviate: squares of the best fit with errors from the rounds alone.
    before = Points(x[first:], y[first:], e[first:], b[first:], caches)
    found = [search(before, known, power, logs, spare, 1)
             for power, logs in [*LAWS.values(), (1.25, 0), (1.5, 0), (2.5, 0), (2.75, 0)]]
    for fit in ours["fits"]:
        if np.isfinite(fit["score"]):
            rise = fit["how"], fit["width"]
            shape = fit["power"], fit["logs"], fit["lower"], rise, fit["places"]
            parts, squares = refit(before, *shape, start_of(fit))
            if parts is not None:
                score = score_of(before, known, fit["lower"], rise, fit["places"], squares)
                found.append((score, (*shape, parts, squares)))
    best = min(found, key=lambda found: found[0])
    model = best[1]
    used = coefficients(*model[2:5]) + len(model[4]) + 1
    left = (fitted.e / before.e) ** 2
    r2 = rest(before, columns(before, *model[:5]), np.log(model[5])) ** 2
    squares = (r2 / left).sum()
    wanted = max(1, fitted.n - used)
    if ours["deviation"] > 0 and not wanted / 3 < squares < 3 * wanted:
        sys.exit(f"deviation {ours['deviation']}: leaves {squares}, not {wanted}")
    if ours["deviation"] == 0 and squares > 1.5 * wanted + 4:
        sys.exit(f"no deviation, although {squares} are left, not {wanted}")

    # The exponent: of a single family of laws, score against p.
    if ours["logs"] or not fitted.n > 7:
        return
    low, high, at = ours["exponent_low"], ours["exponent_high"], ours["exponent"]
    least, model = search(fitted, known, at, 0, spare + 1)
    degrees = max(1, known + fitted.n - coefficients(*model[2:5]) - 1)
    t = stats.t.ppf(0.975, degrees)
    most = least + (known + fitted.n) * np.log1p(t * t / degrees)
    powers = [LAWS[law][0] for law in good if law in LAWS]
    for end, side in (low, -1), (high, 1):
        if any(abs(end - power) < 1e-9 for power in powers):
            continue
        inside = search(fitted, known, end, 0, spare)[0]
        outside = search(fitted, known, end + side * 0.1 * (high - low), 0, spare)[0]
        if not (inside < most + 2 and outside > most - 2):
            sys.exit(f"exponent {at} [{low}, {high}]: scores {inside} and {outside}, not {most}")


for line in sys.stdin:
    check(json.loads(line))
