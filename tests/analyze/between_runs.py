# SPDX-License-Identifier: GPL-3.0-or-later
# between_runs.py: makes tables of runs that drift, has bench-analyze compare them, and recomputes
# every number of the comparison from the raw samples with NumPy and SciPy: the mixed model by least
# squares, the drift of the control by a root finder, the corrected p by adaptive quadrature.
#
# Takes a scratch directory. Fails on the first number that differs; exits with 77 where there is no
# SciPy.
import csv
import json
import os
import subprocess
import sys

try:
    import numpy as np
    from scipy import integrate, optimize, special, stats
except ImportError:
    sys.exit(77)

os.chdir(sys.argv[1])
np.seterr(divide="ignore")  # ln of a probability of 0
random = np.random.default_rng(20250601)
LIBRARIES = ["openblas", "blis", "atlas"]
SIZES = [10, 20, 40, 80, 160]
ROUNDS, SEEDS, STEP, MARGIN = 4, 6, 1.1, 0.02


def make(name, runs, *, control=True, machine=0.02, cell=0.01, shift=0.0, missing=()):
    """Writes a table of runs and returns run -> (library, size) -> seconds[rounds, seeds]."""
    table = {}
    with open(name, "w") as file:
        out = csv.writer(file)
        out.writerow("run host action type library control_of size round seed seconds".split())
        for run in runs:
            drift = machine * random.standard_normal()
            for library in LIBRARIES + (["again"] if control else []):
                for size in SIZES:
                    if (run, library, size) in missing:
                        continue
                    noise = 0.003 * (1 + SIZES.index(size)) * random.standard_normal((ROUNDS, 1))
                    log = drift + cell * random.standard_normal() + noise
                    log = log + shift * (library == "blis")
                    log = log + 0.01 * random.standard_normal((ROUNDS, SEEDS))
                    seconds = 1e-6 * size * np.exp(log)
                    table.setdefault(run, {})[library, size] = seconds
                    for r in range(ROUNDS):
                        for k in range(SEEDS):
                            out.writerow([run, "here", "axpy", "d", library,
                                          "openblas" if library == "again" else "", size, r, k,
                                          repr(float(seconds[r, k]))])
    return table


def se(x):
    return np.std(x, ddof=1) / np.sqrt(len(x))


def typical(cells, key, relative):
    """Mean and standard error of a cell in a run, over its rounds."""
    x = np.log(cells[key].mean(axis=1)) if not relative else stats.trim_mean(
        np.log(cells[key]) - np.log(cells["openblas", key[1]]), 0.4, axis=1)
    return x.mean(), se(x)


def means(cells, key, relative):
    x = cells[key]
    if relative:
        x = np.log(x.mean(axis=1) / cells["openblas", key[1]].mean(axis=1))
        return x.mean(), se(x)
    return np.log(x.mean()), se(x.mean(axis=1)) / x.mean()


def trigamma_inverse(y):
    return optimize.brentq(lambda x: special.polygamma(1, x) - y, 1e-8, 1e8, xtol=1e-14, rtol=1e-14)


def mixed(values, group):
    """Variances of a run from values[cells, runs]; NaN where a cell was not measured."""
    cells, runs = values.shape
    seen = np.isfinite(values)
    for g in set(group):
        seen[:, group == g] &= (seen[:, group == g].sum(axis=1) > 1)[:, None]
    free = np.array([sum(max(0, seen[c, group == g].sum() - 1) for g in set(group))
                     for c in range(cells)], dtype=float)
    at = np.argwhere(seen)
    blocks = sorted({(c, group[r]) for c, r in at})
    design = np.zeros((len(at), len(blocks) + runs))
    for i, (c, r) in enumerate(at):
        design[i, blocks.index((c, group[r]))] = design[i, len(blocks) + r] = 1
    weights = (free > 0).astype(float)
    for _ in range(3):
        root = np.sqrt(weights[at[:, 0]])
        found = np.linalg.lstsq(design * root[:, None], values[seen] * root, rcond=None)[0]
        z = np.zeros_like(values)
        z[seen] = values[seen] - design @ found
        v = free * (1 - weights / weights.sum())
        v[v < 1e-9] = 0
        use = v > 0
        s2 = np.where(use, (z**2).sum(axis=1) / np.where(use, v, 1), 0)
        prior, d0 = (s2 * v).sum() / max(v.sum(), 1e-300), np.inf
        e = np.log(s2[use]) - special.digamma(v[use] / 2) + np.log(v[use] / 2)
        excess = np.var(e, ddof=1) - special.polygamma(1, v[use] / 2).mean()
        if excess > 0:
            half = trigamma_inverse(excess)
            d0, prior = 2 * half, np.exp(e.mean() + special.digamma(half) - np.log(half))
        moderated = (d0 * prior + v * s2) / (d0 + v) if np.isfinite(d0) else np.full(cells, prior)
        degrees = np.minimum(d0 + v, v.sum())
        last, weights = weights, np.where(free > 0, 1 / moderated, 0)
    effects, common, n = found[len(blocks):], 0, 0
    for g in set(group):
        of = [r for r in range(runs) if group[r] == g and seen[:, r].any()]
        if len(of) > 1:
            common += ((effects[of] - effects[of].mean())**2).sum()
            n += len(of) - 1
    left = ((last / last.sum())**2 * moderated).sum()
    return common / n, n, np.maximum(0, moderated - left), degrees


def lasting(c, v, centred):
    """Paule and Mandel's variance with one imaginary change of 0.3 %, and its degrees."""
    def excess(log_t2):
        t2 = np.exp(log_t2)
        w = 1 / (v + t2)
        centre = (w * c).sum() / w.sum() if centred else 0
        return (w * (c - centre)**2).sum() + 0.003**2 / t2 - (len(c) - centred + 1)
    t2 = np.exp(optimize.brentq(excess, np.log(1e-14), 0, xtol=1e-14, rtol=1e-14))
    return t2, ((t2 / (v + t2))**2).sum() * (len(c) - centred) / len(c)


def satterthwaite(*parts):
    known = [v * v / d for v, d in parts if v > 0]
    return sum(v for v, _ in parts)**2 / sum(known) if sum(known) > 0 else 1e9


def family(p, share, own_degrees, degrees, common_degrees, sides):
    """Probability that any of the cells errs beyond its quantile of p."""
    down = lambda x: STEP**np.floor(np.log(x) / np.log(STEP))
    own = np.minimum(1, STEP**np.ceil(np.log(1 - share) / np.log(STEP)))
    d, total = np.maximum(np.minimum(own_degrees, 1), down(own_degrees)), down(degrees)
    limit = stats.t.isf(p / sides, total)

    def any_error(x):
        q = stats.t.sf((limit - np.sqrt(1 - own) * x) / np.sqrt(own), d)
        if sides == 2:
            q = q + stats.t.sf((limit + np.sqrt(1 - own) * x) / np.sqrt(own), d)
        return -np.expm1(np.log1p(-np.minimum(q, 1)).sum()) * stats.t.pdf(x, common_degrees)
    if (own >= 1).any():
        return -np.expm1(len(own) * np.log1p(-p))
    middle = limit / np.sqrt(1 - own)
    spread = np.sqrt(own / (1 - own))
    ends = {0.0, -30.0, 30.0}
    for k in (-8, -3, 0, 3, 8):
        ends |= set(middle + k * spread)
        if sides == 2:
            ends |= set(-middle - k * spread)
    ends = [-np.inf] + sorted(ends) + [np.inf]
    return sum(integrate.quad(any_error, a, b, epsabs=1e-13, epsrel=1e-9, limit=200)[0]
               for a, b in zip(ends, ends[1:]))


def adjust(p, errors, sides):
    order, least, adjusted = np.argsort(p, kind="stable"), 0, np.empty(len(p))
    for i, j in enumerate(order):
        rest = order[i:]
        if errors["share"].max() > 0:
            q = family(p[j], *(errors[k][rest] for k in ("share", "own_degrees", "degrees")),
                       errors["common_degrees"], sides)
            q = max(p[j], q)
        else:
            q = min(1, (len(p) - i) * p[j])
        least = max(least, q)
        adjusted[j] = least
    return adjusted


def known_variance(earlier, later, relative, drift):
    if drift is not None:
        return drift**2, np.inf, "given"
    control = [k for k in later if k[0] == "again" and k in earlier]
    if relative and len(control) >= 2:
        c, v = zip(*((typical(later, k, True)[0] - typical(earlier, k, True)[0],
                      typical(later, k, True)[1]**2 + typical(earlier, k, True)[1]**2)
                     for k in control))
        t2, degrees = lasting(np.array(c), np.array(v), 0)
        return t2 / 2, degrees, "control"
    if relative:
        keys = [("openblas", s) for s in SIZES]
        c, v = zip(*((typical(later, k, False)[0] - typical(earlier, k, False)[0],
                      typical(later, k, False)[1]**2 + typical(earlier, k, False)[1]**2)
                     for k in keys))
        return *lasting(np.array(c), np.array(v), 1), "reference"
    return 0.02**2, np.inf, "assumed"


def errors_of(sides, older, cells, statistic, relative, drift):
    """What is known of the difference of each cell, as arrays by name."""
    runs = [(g, r) for g, of in enumerate([*sides, *older]) for r in of]
    every = {(g, r): of[r] for g, of in enumerate([*sides, *older]) for r in of}
    group = np.array([g for g, _ in runs])
    values = np.array([[statistic(every[at], key, relative)[0] if key in every[at] else np.nan
                        for at in runs] for key in cells])
    n = sum(max(0, (group == g).sum() - 1) for g in set(group))
    found = {k: np.empty(len(cells)) for k in "d se degrees share own_degrees run_sd".split()}
    if drift is None and n >= 2:
        common, common_degrees, own, own_degrees = mixed(values, group)
        source = "runs"
    else:
        common = common_degrees = 0
        source = None
        variance, degrees, source = known_variance(
            list(sides[0].values())[-1], list(sides[1].values())[-1], relative, drift)
    for i, key in enumerate(cells):
        of = [[statistic(s[r], key, relative) for r in s if key in s[r]] for s in sides]
        k = sum(1 / len(x) for x in of)
        found["d"][i] = np.mean([m for m, _ in of[1]]) - np.mean([m for m, _ in of[0]])
        each = [(s**2 / len(x)**2, ROUNDS - 1) for x in of for _, s in x]
        noise, noise_degrees = sum(v for v, _ in each), satterthwaite(*each)
        # Satterthwaite's twice, as by side and then by both, is the same as once.
        if source == "runs":
            c, o, o_degrees = k * common, k * own[i], own_degrees[i]
            found["run_sd"][i] = np.sqrt(max(0, c + o - noise) / k)
            if o < noise - c:
                o, o_degrees = noise - c, noise_degrees
        else:
            c, o = 0, k * variance + noise
            o_degrees = satterthwaite((k * variance, degrees), (noise, noise_degrees))
            found["run_sd"][i] = np.sqrt(variance)
        found["se"][i] = np.sqrt(c + o)
        found["degrees"][i] = satterthwaite((c, common_degrees or 1), (o, o_degrees))
        found["share"][i] = c / (c + o)
        found["own_degrees"][i] = o_degrees
    found["common_degrees"] = common_degrees
    return found, source


def close(what, ours, theirs, rtol=1e-6):
    if not np.allclose(ours, theirs, rtol=rtol, atol=1e-9):
        sys.exit(f"{what}: {ours}, but by SciPy {theirs}")


def check(name, arguments, sides, older=(), relative=False, drift=None):
    line = f"bench-analyze {arguments} --format json --fail-on-regression 2%"
    result = subprocess.run(line, shell=True, capture_output=True, text=True)
    if result.returncode not in (0, 3, 5):
        sys.exit(f"{line}: {result.stderr}")
    rows = [r for r in json.loads(result.stdout) if r["ratio"] is not None]
    cells = [(r["library"], r["size"]) for r in rows]
    everywhere = {k for s in sides for c in s.values() for k in c}
    wanted = {k for k in everywhere if k[0] != "again" and not (relative and k[0] == "openblas")
              and all(any(k in c for c in s.values()) for s in sides)}
    if set(cells) != wanted:
        sys.exit(f"{name}: {len(cells)} pairs, but there are {len(wanted)}")
    e, source = errors_of(sides, older, cells, typical, relative, drift)
    m, _ = errors_of(sides, older, cells, means, relative, drift)
    get = lambda column: np.array([r[column] for r in rows], dtype=float)
    if {r["between_runs_from"] for r in rows} != {source}:
        sys.exit(f"{name}: {rows[0]['between_runs_from']}, not {source}")
    half = stats.t.ppf(0.975, e["degrees"]) * e["se"]
    p = 2 * stats.t.sf(np.abs(e["d"]) / e["se"], e["degrees"])
    for column, theirs in {"ratio": np.exp(e["d"]), "mean_ratio": np.exp(m["d"]),
                           "log_ratio_se": e["se"], "log_ratio_degrees": e["degrees"],
                           "between_runs": e["run_sd"], "ratio_low": np.exp(e["d"] - half),
                           "ratio_high": np.exp(e["d"] + half), "p": p,
                           "mean_ratio_low": np.exp(m["d"] - stats.t.ppf(0.975, m["degrees"])
                                                    * m["se"])}.items():
        close(f"{name}, {column}", get(column), theirs)
    adjusted = adjust(p, e, 2)
    close(f"{name}, p_adjusted", get("p_adjusted"), adjusted, 1e-4)
    both = {k: np.ravel([e[k], m[k]], "F") for k in e if k != "common_degrees"}
    both["common_degrees"] = e["common_degrees"]
    p = stats.t.sf((both["d"] - np.log1p(MARGIN)) / both["se"], both["degrees"])
    slower = adjust(p, both, 1).reshape(-1, 2).min(axis=1)
    close(f"{name}, p_regressed", get("p_regressed"), slower, 1e-4)
    verdicts = [r["verdict"] for r in rows]
    for q, d, said in zip(adjusted, e["d"], verdicts):
        shown = "not shown" if q > 0.05 else "slower" if d > 0 else "faster"
        if (said if said in ("slower", "faster") else "not shown") != shown:
            sys.exit(f"{name}: {said}, but by SciPy {shown}")
    within = (slower > 0.05) & (e["d"] + half <= np.log1p(MARGIN))
    outcomes = np.where(slower <= 0.05, "yes", np.where(within, "no", "inconclusive"))
    if [r["regressed"] for r in rows] != list(outcomes):
        sys.exit(f"{name}: regressed: {[r['regressed'] for r in rows]}, but by SciPy {outcomes}")
    status = 3 if (slower <= 0.05).any() else 0 if within.any() else 5
    if result.returncode != status:
        sys.exit(f"{name}: the gate ends with {result.returncode}, not {status}")
    print(f"{name}: {len(rows)} pairs, {sum(v == 'slower' for v in verdicts)} slower, from {source}")


old = [make(f"old{i}.csv", [str(i)]) for i in (1, 2, 3)]
new = [make(f"new{i}.csv", [str(i)], shift=0.08,
            missing=[("5", "atlas", 20), ("5", "blis", 80)]) for i in (4, 5, 6)]
join = lambda tables: {k: v for t in tables for k, v in t.items()}
check("three runs a side", "new[456].csv --against old[123].csv", [join(old), join(new)])
check("three runs a side, ratios", "new[456].csv --against old[123].csv --relative",
      [join(old), join(new)], relative=True)
long = make("long.csv", [str(i) for i in range(1, 9)], machine=0.01, cell=0.004)
long["8"] = make("last.csv", ["8"], shift=0.3)["8"]
with open("long.csv") as file, open("last.csv") as last, open("history.csv", "w") as out:
    out.writelines(l for l in file if not l.startswith("8,"))
    out.writelines(last.readlines()[1:])
check("older runs", "history.csv --against 7", [{"7": long["7"]}, {"8": long["8"]}],
      [{k: long[k] for k in "123456"}])
check("three runs a side and older ones", "history.csv --against 2..4 --run 5..7",
      [{k: long[k] for k in "234"}, {k: long[k] for k in "567"}], [{"1": long["1"]}])
check("control", "old1.csv new4.csv --relative", [old[0], new[0]], relative=True)
check("given", "old1.csv new4.csv --drift 1.5%", [old[0], new[0]], drift=0.015)
check("given, several runs", "new[456].csv --against old[123].csv --drift 1.5%",
      [join(old), join(new)], drift=0.015)
check("assumed", "old1.csv new4.csv", [old[0], new[0]])
plain = [make(f"plain{i}.csv", [str(i)], control=False) for i in (1, 2)]
check("reference", "plain1.csv plain2.csv --relative", plain, relative=True)
