# SPDX-License-Identifier: GPL-3.0-or-later
# profile.py TIMES PROFILE PROBABILITIES NARROW WIDE: recomputes with NumPy and SciPy, from the raw
# samples in TIMES, what bench-analyze wrote: --profile, the column p_fastest, and the intervals of a
# table without and with --bands simultaneous. Its draws are its own, so random numbers agree as far
# as both have drawn often enough. The error model is that of tests/analyze/error_model.py. Exits with
# 77 where there is no SciPy.
import csv
import os
import sys
from collections import defaultdict

try:
    import numpy as np
    from scipy import stats
except ImportError:
    sys.exit(77)
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../analyze"))
sys.dont_write_bytecode = True
from error_model import Model

REFERENCE, FACTORS = "plain", (1, 1.1, 1.5, 2, 5, 10)
rng = np.random.default_rng(20)


def rows(path):
    with open(path) as file:
        return list(csv.DictReader(file))


def number(text):
    return float(text) if text else np.nan


def close(what, ours, theirs, within):
    if np.isnan(ours) and np.isnan(theirs):
        return
    if not abs(ours - theirs) <= within:
        sys.exit(f"{what}: bench-analyze has {ours!r}, NumPy {theirs!r}")


# cells[action, size][library] = [rounds][seeds]; None unless the answer is right
cells, fates = defaultdict(dict), defaultdict(dict)
for row in rows(sys.argv[1]):
    key, library = (row["action"], int(row["size"])), row["library"]
    cells[key].setdefault(library, defaultdict(dict))
    cells[key][library][int(row["round"])][int(row["seed"])] = number(row["seconds"])
    fates[key][library] = row["status"]
libraries = list(dict.fromkeys(l for cell in cells.values() for l in cell))
for key, cell in cells.items():
    for library, rounds in cell.items():
        right = fates[key][library] == "ok"
        cell[library] = np.array([list(rounds[r].values()) for r in sorted(rounds)]) if right else None


def trimmed(d):
    cut, d = int(np.floor(0.4 * len(d))), np.sort(d)
    return d[cut:len(d) - cut].mean()


def typical(cell):
    """{library: ln t by round, relative to the reference's or absolute} of those that are right"""
    right = {l: x for l, x in cell.items() if x is not None}
    if REFERENCE in right:
        logs = {l: np.log(x) - np.log(right[REFERENCE]) for l, x in right.items()}
        return {l: np.array([trimmed(d) for d in x]) for l, x in logs.items()}
    return {l: np.log(x.mean(axis=1)) for l, x in right.items()}


def student(m, covariance, degrees, count):
    """[count][libraries] of Student's t around m"""
    values, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(np.fmax(values, 0))
    normal = rng.standard_normal((count, len(m))) @ root.T
    return m + normal * np.sqrt(degrees / rng.chisquare(degrees, count))[:, None]


def model_of(action):
    """of what was measured relative to the reference, and where each size is in it"""
    sizes = sorted(size for of, size in cells if of == action)
    d = {l: np.full((len(sizes), ROUNDS), np.nan) for l in libraries if l != REFERENCE}
    for at, size in enumerate(sizes):
        cell = cells[action, size]
        for l, x in typical(cell).items():
            if l != REFERENCE and cell.get(REFERENCE) is not None:
                d[l][at] = x
    return Model(d), {size: at for at, size in enumerate(sizes)}


ROUNDS = max(len(x) for cell in cells.values() for x in cell.values() if x is not None)
models = {action: model_of(action) for action in dict.fromkeys(action for action, _ in cells)}


def apart(key, a, b):
    """Difference, standard error and degrees of freedom"""
    model, at = models[key[0]][0], models[key[0]][1][key[1]]
    if REFERENCE in (a, b):
        d, se, degrees = model.estimate(b if a == REFERENCE else a, at)
        return (-d if a == REFERENCE else d), se, degrees
    return model.between_two(a, b, at)


def draws(key, count):
    """of the libraries of typical()"""
    of = typical(cells[key])
    if REFERENCE not in of:
        x = np.array(list(of.values()))
        return student(x.mean(axis=1), np.atleast_2d(np.cov(x)) / x.shape[1], x.shape[1] - 1, count)
    names, n = list(of), len(of)
    v, degrees, m = np.zeros((n, n)), [], np.zeros(n)
    for a in range(n):
        for b in range(a):
            d, se, nu = apart(key, names[a], names[b])
            v[a, b] = v[b, a] = se ** 2
            degrees.append(nu)
            m[a] = d if b == 0 else m[a]
    return student(m, (v[:, :1] + v[:1, :] - v) / 2, min(degrees, default=1), count)


# --- the probability of being the fastest ---
asked = 0
for row in rows(sys.argv[3]):
    key = (row["action"], int(row["size"]))
    of = typical(cells[key])
    if REFERENCE not in of or row["library"] not in of:
        close(f"p_fastest of {row}", number(row["p_fastest"]), np.nan, 0)
        continue
    least = draws(key, 40000).argmin(axis=1)
    theirs = (least == list(of).index(row["library"])).mean()
    if len(of) == 2:
        d, se, degrees = apart(key, *of)
        p = stats.t.cdf(-d / se, degrees)
        close(f"exact p_fastest of {row}", number(row["p_fastest"]),
              p if row["library"] == list(of)[0] else 1 - p, 1e-4)
    close(f"p_fastest of {row}", number(row["p_fastest"]), theirs, 0.02)
    asked += 1
if asked < 60:
    sys.exit(f"only {asked} probabilities could be asked")

# --- the profile ---
problems = [typical(cell) for cell in cells.values()]


def ratios(locations):
    least = min(locations.values()) if locations else 0
    return np.array([locations[l] - least if l in locations else np.inf for l in libraries])


def statistics(r):
    """[..., factors, solved, area] of ln r"""
    within = [r <= np.log(f) + 1e-12 for f in FACTORS]
    area = np.maximum(0, 1 - np.where(np.isinf(r), 99, r) / np.log(10))
    return np.stack(within + [np.isfinite(r), area], axis=-1).astype(float)


r = np.array([ratios({l: x.mean() for l, x in of.items()}) for of in problems])
estimates = statistics(r).mean(axis=0)
DRAWS = 4000
weights = rng.exponential(size=(DRAWS, len(problems) + 1))
weights /= weights.sum(axis=1, keepdims=True)
low = np.zeros((DRAWS, len(libraries), len(FACTORS) + 2))
for p, (key, of) in enumerate(zip(cells, problems)):
    if not of:
        continue
    drawn = draws(key, DRAWS)
    full = np.full((DRAWS, len(libraries)), np.inf)
    for k, library in enumerate(of):
        full[:, libraries.index(library)] = drawn[:, k] - drawn.min(axis=1)
    low += statistics(full) * weights[:, p, None, None]
high = low + weights[:, -1, None, None]
low, high = np.quantile(low, 0.025, axis=0), np.quantile(high, 0.975, axis=0)
names = ["best", "within_1.1", "within_1.5", "within_2", "within_5", "within_10", "part_solved", "area"]
profile = rows(sys.argv[2])
if len(profile) != len(libraries):
    sys.exit(f"{len(profile)} libraries instead of {len(libraries)}")
for row in profile:
    l = libraries.index(row["library"])
    for k, name in enumerate(names):
        what = f"{name} of {row['library']}"
        close(what, number(row[name]), estimates[l, k], 1e-9)
        close(what + ", low", number(row[name + "_low"]), min(low[l, k], estimates[l, k]), 0.025)
        close(what + ", high", number(row[name + "_high"]),
              min(1, max(high[l, k], estimates[l, k])), 0.025)
    of = [fates[key].get(row["library"], "missing") for key in cells]
    for name, fate in (("solved", ("ok",)), ("wrong", ("wrong",)), ("failed", ("crashed",)),
                       ("missing", ("missing",))):
        close(f"{name} of {row['library']}", int(row[name]), sum(f in fate for f in of), 0)
areas = [number(row["area"]) for row in profile]
if areas != sorted(areas, reverse=True):
    sys.exit("the profile is not sorted by area")


# --- simultaneous bands ---
def level_of(x):
    """of the points' rounds [points][rounds]: by the shrunk correlation"""
    points, n = x.shape
    z = (x - x.mean(axis=1, keepdims=True)) / x.std(axis=1, ddof=1, keepdims=True)
    w = z[:, None, :] * z[None, :, :]
    off = ~np.eye(points, dtype=bool)
    mean = w.mean(axis=2)
    correlation = n / (n - 1) * mean
    variance = n / (n - 1) ** 3 * ((w - mean[:, :, None]) ** 2).sum(axis=2)
    shrinkage = min(1, variance[off].sum() / (correlation[off] ** 2).sum())
    shrunk = (1 - shrinkage) * correlation
    np.fill_diagonal(shrunk, 1)
    y = rng.multivariate_normal(np.zeros(points), shrunk, (8000, n), check_valid="ignore")
    t = abs(y.mean(axis=1)) / (y.std(axis=1, ddof=1) / np.sqrt(n))
    return max(0.05 / points, 2 * stats.t.sf(np.quantile(t.max(axis=1), 0.95), n - 1))


narrow = {(r["action"], r["library"], int(r["size"])): r for r in rows(sys.argv[4])}
wide = {(r["action"], r["library"], int(r["size"])): r for r in rows(sys.argv[5])}
compared = 0
for action, library in dict.fromkeys(key[:2] for key in narrow):
    sizes = sorted(key[2] for key in narrow if key[:2] == (action, library))
    tables = {"mean": {}, "ratio": {}}
    for size in sizes:
        # a wrong answer has a mean, too, and rounds that count
        x = cells[action, size][library]
        of = typical(cells[action, size])
        if x is not None:
            tables["mean"][size] = np.log(x.mean(axis=1))
        if library in of and REFERENCE in of and library != REFERENCE:
            tables["ratio"][size] = of[library]
    for name, table in tables.items():
        if any(fates[action, size][library] == "wrong" or fates[action, size][REFERENCE] != "ok"
               for size in sizes) or len(table) < 2:
            continue
        x = np.array(list(table.values()))
        level = level_of(x) if name == "mean" else 0.05 / len(x)
        for size in table:
            degrees = x.shape[1] - 1
            if name == "ratio":
                degrees = apart((action, size), library, REFERENCE)[2]
            factor = stats.t.isf(level / 2, degrees) / stats.t.isf(0.025, degrees)
            a, b = (t[action, library, size] for t in (narrow, wide))
            scale = np.log if name == "ratio" else float
            widths = [scale(number(t[name + "_high"])) - scale(number(t[name + "_low"]))
                      for t in (a, b)]
            close(f"width of {name} of {library}, {action} {size}", widths[1] / widths[0], factor,
                  0.06 * factor)
            compared += 1
if compared < 60:
    sys.exit(f"only {compared} widths could be compared")
