# SPDX-License-Identifier: GPL-3.0-or-later
# random_effects.py: reads machines with what we made of them, a line each, and combines them by the
# formulas of the literature with NumPy and SciPy.
#
#     CONFIDENCE : LOG_RATIOS... : ERRORS... : DEGREES... : OURS... : WEIGHTS...
#
# where ours is count, mean, low, high, se, tau, I^2, Q, p of Q, and the ends of the prediction.
#
# With ROWS.json TABLE.csv... it reads what bench-analyze --by host and --across hosts say in JSON, in
# that order, and makes the same from the samples in the tables, one of each host.
#
# Fails on the first that differs; exits with 77 where there is no SciPy.
import csv
import json
import sys
from fractions import Fraction

try:
    import numpy as np
    from scipy import stats

    sys.dont_write_bytecode = True
    from error_model import Model
except ImportError:
    sys.exit(77)


def welch(y, s, degrees):
    """Welch's test of equal means, of which the variances are estimated (1951), from its own
    definition by weights."""
    k, w = len(y), 1 / s**2
    mean = np.average(y, weights=w)
    a = (w * (y - mean)**2).sum() / (k - 1)
    scatter = (((1 - w / w.sum())**2) / degrees).sum()
    b = 1 + 2 * (k - 2) / (k**2 - 1) * scatter
    if scatter == 0:
        return stats.chi2.sf(a * (k - 1), k - 1)
    return stats.f.sf(a / b, k - 1, (k**2 - 1) / (3 * scatter))


def combine(y, s, degrees, level):
    y, s, degrees = (np.asarray(a, dtype=float) for a in (y, s, degrees))
    good = np.isfinite(y) & np.isfinite(s) & (degrees >= 1)
    weights = np.zeros(len(y))
    y, s, degrees = y[good], np.maximum(s[good], 1e-9), degrees[good]
    k = len(y)
    if k < 2:
        weights[good] = 1
        return [k, y[0] if k else np.nan] + [np.nan] * 9, weights
    w = 1 / s**2
    q = (w * (y - (w * y).sum() / w.sum())**2).sum()
    exact = [Fraction(x) for x in w]  # one weight may be all but the whole sum
    tau2 = max(0, (q - (k - 1)) / float(sum(exact) - sum(x * x for x in exact) / sum(exact)))
    v = 1 / (s**2 + tau2)
    mean = (v * y).sum() / v.sum()
    scale = max(1, (v * (y - mean)**2).sum() / (k - 1))
    se = np.sqrt(scale / v.sum())
    half = stats.t.ppf((1 + level) / 2, k - 1) * se
    reach = stats.t.ppf((1 + level) / 2, k - 2) * np.sqrt(tau2 + se**2) if k > 2 else np.nan
    weights[good] = v / v.sum()
    return [k, mean, mean - half, mean + half, se, np.sqrt(tau2), max(0, (q - (k - 1)) / q), q,
            welch(y, s, degrees), mean - reach, mean + reach], weights


def check(what, ours, theirs, scale):
    # SciPy's quantile of t is up to 4e-9 off.
    if not np.allclose(ours, theirs, rtol=1e-7, atol=1e-9 * scale, equal_nan=True):
        sys.exit(f"{what}: {ours}, but by SciPy {theirs}")


def samples_of(paths):
    """The logarithms of the seconds by host, library and size, then round and seed."""
    found = {}
    for path in paths:
        with open(path) as table:
            for row in csv.DictReader(table):
                key = row.get("slurm_node") or row["host"], row["library"], int(row["size"])
                place = int(row["round"]), int(row["seed"])
                found.setdefault(key, {})[place] = np.log(float(row["seconds"]))
    return found


def d_of(library, reference, rounds):
    """The rounds' D."""
    found = [[library[at] - reference[at] for at in library.keys() & reference.keys() if at[0] == r]
             for r in rounds]
    return [stats.trim_mean(d, 0.4) if d else np.nan for d in found]


def errors_of(samples, host, reference):
    """The error model of a host's libraries (error_model.py), and its sizes."""
    sizes = sorted({s for h, _, s in samples if h == host})
    rounds = sorted({at[0] for key, of in samples.items() if key[0] == host for at in of})
    libraries = [l for h, l, s in samples if (h, s) == (host, sizes[0]) and l != reference]
    return Model({l: np.array([d_of(samples[host, l, s], samples[host, reference, s], rounds)
                               for s in sizes]) for l in libraries}), sizes


def check_rows(path, tables):
    with open(path) as text:
        ratios, cells = json.loads(text.readline()), json.loads(text.readline())
    samples, number, hosts, models = samples_of(tables), {None: np.nan}, set(), {}
    for cell in cells:
        of = [r for r in ratios if all(r[k] == cell[k] for k in ("point", "library"))]
        for r in of:
            if r["host"] not in models:
                models[r["host"]] = errors_of(samples, r["host"], r["reference"])
        made = [models[r["host"]][0].estimate(r["library"], models[r["host"]][1].index(r["size"]))
                for r in of]
        hosts |= {r["host"] for r in of}
        y, s, d = np.transpose(made)
        t = stats.t.ppf(0.975, d) * s
        for key, theirs in {"ratio": np.exp(y), "ratio_low": np.exp(y - t),
                            "ratio_high": np.exp(y + t), "log_ratio_se": s,
                            "log_ratio_degrees": d}.items():
            check(cell, [r[key] for r in of], theirs, 1)
        theirs, weights = combine(y, s, d, 0.95)
        ours = [cell[k] for k in ("hosts", "ratio", "ratio_low", "ratio_high", "log_ratio_se",
                                  "tau", "i_squared", "q", "q_p", "new_low", "new_high")]
        ours = np.array([number.get(x, x) for x in ours], dtype=float)
        for at in 1, 2, 3, 9, 10:
            theirs[at] = np.exp(theirs[at])
        check(cell, ours, theirs, 1)
        check(cell, [r["weight"] for r in of], weights, 1)
        check(cell, cell["spread"], np.exp(theirs[5]), 1)
        check(cell, [cell["fewest"], cell["most"]], [np.exp(min(y)), np.exp(max(y))], 1)
        check(cell, cell["p"], 2 * stats.t.sf(abs(np.log(ours[1])) / ours[4], ours[0] - 1), 1)
    p = sorted(c["p"] for c in cells)
    adjusted = np.minimum(1, np.maximum.accumulate([(len(p) - i) * x for i, x in enumerate(p)]))
    check("p_adjusted", sorted(c["p_adjusted"] for c in cells), adjusted, 1)
    if len(hosts) != len(tables):
        sys.exit(f"{len(tables)} tables of {len(hosts)} hosts")


if len(sys.argv) > 1:
    check_rows(sys.argv[1], sys.argv[2:])
    sys.exit()
for line in sys.stdin:
    (level,), y, s, degrees, ours, weights = ([float(x) for x in part.split()]
                                              for part in line.split(":"))
    theirs, parts = combine(y, s, degrees, level)
    check(line, ours, theirs, max(abs(np.array([x for x in y if np.isfinite(x)] + [1]))))
    check(line, weights, parts, 1)
