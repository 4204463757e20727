#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# make.py: makes the inputs beside it (archives with h5py), and computes with NumPy and SciPy, from
# the samples and by the formulas of bench-analyze(1), every number that bench-analyze prints of
# them. It shares no code with bench-analyze, only the error model with tests/analyze/error_model.py.
# tests/cli/test_independent.c compares.
#
#     /usr/bin/python3 tests/data/independent/make.py
import hashlib
import json
import os
import sys
import uuid

import h5py
import numpy as np
from scipy import stats

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../analyze"))
sys.dont_write_bytecode = True
import change_alarm
from error_model import IMAGINARY, Cells, Model

LEVEL = 0.95
ONE_PROCESS = 0.25
QUANTILES = [0.5, 25, 99]
# What a file cannot say, or nobody asked for.
ABSENT = """whole overhead cpus iterations operations rate flops bytes flop_rate flop_rate_low
flop_rate_high byte_rate byte_rate_low byte_rate_high efficiency scaling scaling_low scaling_high
thread_efficiency thread_efficiency_low thread_efficiency_high scaled_speedup scaled_speedup_low
scaled_speedup_high weak_efficiency weak_efficiency_low weak_efficiency_high weak_size weak_work
max_error mean_error total_error relative_error residual tolerance user system memory minor_faults major_faults
voluntary_switches involuntary_switches exit_status cycles instructions cache_misses branch_misses
page_faults migrations output_bytes""".split()

# What --measure may be: the detail, its unit, and the step of samples that are all equal.
MEASURES = {"memory": ("max_memory", "B", 4096), "user": ("user_seconds", "s", 0),
            "system": ("system_seconds", "s", 0), "cpu": ("cpu_seconds", "s", 0),
            "minor_faults": ("minor_faults", "1", 1), "major_faults": ("major_faults", "1", 1),
            "involuntary_switches": ("involuntary_switches", "1", 1)}

# What commands used: the detail, and what is told of it.
USED = {"user": ("user_seconds", np.nanmean), "system": ("system_seconds", np.nanmean),
        "memory": ("max_memory", np.nanmax), "exit_status": ("exit_status", np.nanmax)} | {
    name: (name, np.nanmean) for name in ("minor_faults", "major_faults", "voluntary_switches",
                                          "involuntary_switches", "cycles", "instructions",
                                          "cache_misses", "branch_misses", "page_faults",
                                          "migrations", "output_bytes")}

BYTES = "max_memory output_bytes".split()
ERRORS = "max_error mean_error total_error relative_error residual tolerance".split()

TIMES = """mean mean_low mean_high se sd cv min max round_sd median median_low median_high mad
skewness kurtosis""".split() + [f"p{q:g}" for q in QUANTILES]


# --- one cell -----------------------------------------------------------------------------------

def t_of(df, level=LEVEL):
    """SciPy's quantile is up to 4e-9 off, which its probability mends."""
    if not df > 0:
        return np.nan
    t = stats.t.ppf((1 + level) / 2, df)
    for _ in range(2):
        t += (stats.t.sf(t, df) - (1 - level) / 2) / stats.t.pdf(t, df)
    return t


def finite_rounds(cell):
    rounds = [row[np.isfinite(row)] for row in cell]
    return [row for row in rounds if len(row)]


def spread(values):
    return np.std(values, ddof=1) if len(values) > 1 else np.nan


def median_interval(values):
    x, n = np.sort(values), len(values)
    ranks = [r for r in range(1, n // 2 + 1) if 1 - 2 * stats.binom.cdf(r - 1, n, 0.5) >= LEVEL]
    return (x[ranks[-1] - 1], x[n - ranks[-1]]) if ranks else (np.nan, np.nan)


step_of_equal = 0


def has_ties(x):
    """Among eight from all of them alike."""
    n, take = len(x), min(len(x), 8)
    some = np.round(x[[i * (n // take) + i * (n % take) // take for i in range(take)]], 15)
    return len(np.unique(some)) < take


def step_of(x):
    """Of a mean, half a step where equal samples tell that there are steps, and scatter is small; of a
    median; and of a trimmed mean."""
    x = x[x > 0]
    values = np.unique(np.round(x, 15))
    if len(values) == 1 and len(x) > 1 and step_of_equal:
        return (step_of_equal / 2,) * 3
    if len(values) < 2 or not has_ties(x):
        return 0, 0, 0
    step, ordered, n = np.diff(values).min(), np.sort(x), len(x)
    spread = ordered[n - 1 - n // 4] - ordered[n // 4]
    if spread >= 2 * step * (1 - 1e-9):
        return step / (2 * n**0.5), step / 2, step * step / (2 * spread)
    return step / 2, step / 2, step / 2


def log_step(cell, of_mean=False):
    x = cell[np.isfinite(cell) & (np.nan_to_num(cell) > 0)]
    return step_of(x)[0 if of_mean else 2] / np.sort(x)[len(x) // 2] if len(x) else 0


def at_least(centre, low, high, half):
    return (centre, centre - half, centre + half) if high - centre < half else (centre, low, high)


def times(cell):
    rounds = finite_rounds(cell)
    row = {"n": sum(map(len, rounds)), "rounds": len(rounds), "trimmed": 0}
    if not rounds:
        return row | dict.fromkeys(TIMES) | {"outliers": 0, "sigma_outliers": 0}
    x = np.concatenate(rounds)
    n, units = len(x), [r.mean() for r in rounds] if len(rounds) > 1 else x
    se = spread(units) / np.sqrt(len(units))
    half = t_of(len(units) - 1) * se
    first, third = np.quantile(x, [0.25, 0.75])
    step, step_of_median, _ = step_of(x)
    half = max(half, step) if np.isfinite(half) else half
    low, high = median_interval([np.median(r) for r in rounds] if len(rounds) > 1 else x)
    low, high = min(low, np.median(x) - step_of_median), max(high, np.median(x) + step_of_median)
    row |= {"mean": x.mean(), "mean_low": x.mean() - half, "mean_high": x.mean() + half, "se": se,
            "sd": spread(x), "cv": spread(x) / x.mean(), "min": x.min(), "max": x.max(),
            "round_sd": spread([r.mean() for r in rounds]),
            "median": np.median(x), "median_low": low, "median_high": high,
            "mad": np.median(abs(x - np.median(x))),
            "outliers": ((x < first - 1.5 * (third - first)) |
                         (x > third + 1.5 * (third - first))).sum(),
            "sigma_outliers": (abs(x - x.mean()) > 2 * spread(x)).sum() if n > 1 else 0,
            "skewness": stats.skew(x, bias=False) if n > 2 else np.nan,
            "kurtosis": stats.kurtosis(x, bias=False) if n > 3 else np.nan}
    return row | {f"p{q:g}": np.quantile(x, q / 100) if n * min(q, 100 - q) >= 100 else np.nan
                  for q in QUANTILES}


# --- estimates: a centre, its standard error and degrees of freedom ---------------------------------

def trimmed(values, part):
    x, n = np.sort(values), len(values)
    cut = int(np.floor(part * n))
    h = n - 2 * cut
    winsorized = np.clip(x, x[cut], x[n - 1 - cut])
    se = np.sqrt(((winsorized - winsorized.mean()) ** 2).sum() / (h * (h - 1))) if h > 1 else np.nan
    return x[cut:n - cut].mean(), se, h - 1


def of_units(units):
    return np.mean(units), spread(units) / np.sqrt(len(units)), len(units) - 1


def welch(a, b):
    variances, df = np.array([a[1], b[1]]) ** 2, np.array([a[2], b[2]])
    with np.errstate(divide="ignore", invalid="ignore"):
        degrees = variances.sum() ** 2 / (variances ** 2 / df).sum()
    return a[0] - b[0], np.sqrt(variances.sum()), df.sum() if (variances == 0).all() else degrees


def interval(estimate):
    centre, se, df = estimate
    half = t_of(df) * se
    return centre, centre - half, centre + half


def pairs(a, b, positive):
    """Of each round that has any: the samples of both."""
    found = {}
    for r in range(len(a)):
        both = np.isfinite(a[r]) & np.isfinite(b[r])
        if positive:
            both &= (np.nan_to_num(a[r]) > 0) & (np.nan_to_num(b[r]) > 0)
        if both.any():
            found[r] = (a[r][both], b[r][both])
    return found


def paired(a, b, scale, positive):
    """The estimate, and that of each round."""
    d = {r: scale(x) - scale(y) for r, (x, y) in pairs(a, b, positive).items()}
    if not d:
        return (np.nan,) * 3, {}
    by_round = {r: trimmed(v, 0.4)[0] for r, v in d.items()}
    if len(d) == 1:
        estimate = trimmed(next(iter(d.values())), 0.2)
        return estimate, {r: estimate[0] for r in d}
    return of_units(list(by_round.values())), by_round


def paired_means(a, b):
    found = pairs(a, b, False)
    logs = {r: np.log(x.mean() / y.mean()) for r, (x, y) in found.items()}
    if len(logs) > 1:
        return of_units(list(logs.values())), logs
    if not logs:
        return (np.nan,) * 3, {}
    (x, y), = found.values()
    n = len(x)
    se = np.sqrt(((x / x.mean() - y / y.mean()) ** 2).sum() / (n * (n - 1))) if n > 1 else np.nan
    return (next(iter(logs.values())), se, n - 1), logs


def are_runs(cell):
    """Each round has one sample: of these the middle counts where nothing pairs them."""
    return cell.shape[1] == 1


def unpaired(a, b, scale):
    sides = [[scale(r) for r in finite_rounds(cell)] for cell in (a, b)]
    if not sides[0] or not sides[1]:
        return (np.nan,) * 3
    if min(map(len, sides)) > 1 and are_runs(a):
        return welch(*[trimmed(np.concatenate(side), 0.2) for side in sides])
    if min(map(len, sides)) > 1:
        return welch(*[of_units([trimmed(r, 0.4)[0] for r in side]) for side in sides])
    return welch(*[trimmed(np.concatenate(side), 0.2) for side in sides])


def unpaired_means(a, b):
    sides = []
    for cell in (a, b):
        rounds = finite_rounds(cell)
        if not rounds:
            return (np.nan,) * 3
        x = np.concatenate(rounds)
        _, se, df = of_units([r.mean() for r in rounds] if len(rounds) > 1 else x)
        sides.append((np.log(x.mean()), se / x.mean(), df))
    return welch(*sides)


def same(x):
    return x


def named(name, estimate, of=np.exp, steps=0):
    ends = at_least(*interval(estimate), steps)
    return dict(zip((name, name + "_low", name + "_high"), map(of, ends)))


def speedup(row):
    return {"speedup": 1 / row["ratio"], "speedup_low": 1 / row["ratio_high"],
            "speedup_high": 1 / row["ratio_low"]}


# --- what only some files tell ----------------------------------------------------------------

def over(work, row, name):
    """Work per second: the ends of the time's interval the other way round."""
    return {name: work / row["mean"], name + "_low": work / row["mean_high"],
            name + "_high": work / row["mean_low"] if row["mean_low"] > 0 else np.nan}


def batches(data, library, size):
    """The means of the batches that samples are typical of, where each has one; else the samples."""
    cell = data["cells"][library, size]
    known = data.get("details", {}).get(library, {}).get("batch_mean")
    means = known[data["sizes"].index(size)] if known is not None and "measure" not in data else cell
    return means if (np.isfinite(means) == np.isfinite(cell)).all() else cell


def throughput(data, library, size, row):
    """Elapsed time over calls, and calls per second, which only seconds tell."""
    ends = ["", "_low", "_high"]
    if "measure" in data or not row["n"]:
        return dict.fromkeys([of + end for of in ("batch_mean", "throughput") for end in ends])
    whole = times(batches(data, library, size))
    return {"batch_mean" + end: whole["mean" + end] for end in ends} | over(1, whole, "throughput")


def rates(data, library, size, row):
    """What an action counts is in place of what it states."""
    if not row["n"]:
        return {}
    found = {name: data[name][size] for name in ("flops", "bytes") if name in data}
    counted = data.get("details", {}).get(library, {}).get("operations")
    if counted is not None:
        found["flops"] = np.nanmean(counted[data["sizes"].index(size)])
    return found | {key: number for name in found
                    for key, number in over(found[name], row, name[:-1] + "_rate").items()}


def sums(top, bottom):
    """Of the samples that have both."""
    both = np.isfinite(top) & np.isfinite(bottom)
    return top[both].sum(), bottom[both].sum(), both.sum()


def reports(data, library, size):
    """What details tell; of errors, of each size."""
    if library not in data.get("details", {}):
        return {}
    details, at = data["details"][library], data["sizes"].index(size)
    row = {key: details[key][at] for key in ERRORS if key in details}
    seconds = data["cells"][library, size]
    if "whole_seconds" in details:
        whole, inside, n = sums(details["whole_seconds"][at], seconds)
        row |= {"whole": np.nanmean(details["whole_seconds"][at]), "overhead": (whole - inside) / n}
    if "operations" in details:
        counted, inside, _ = sums(details["operations"][at], seconds)
        row |= {"operations": np.nanmean(details["operations"][at]), "rate": counted / inside}
    if "iterations" in details:
        row["iterations"] = np.nanmean(details["iterations"][at])
    for column, (name, of) in USED.items():
        if name in details:
            row[column] = of(details[name][at])
    if data.get("threads", 1) > 1:
        used, batch, _ = sums(details["cpu_seconds"][at], details["batch_mean"][at])
        row["cpus"] = used / batch
    return row


def efficiencies(rows, peak):
    """PEAK is of flops or bytes, or None: the largest that was measured."""
    kind, value = peak
    largest = value or max(row[kind] for row in rows if row["n"])
    for row in rows:
        row["efficiency"] = row[kind] / largest if row["n"] else None


def threads(data, library, point, row):
    """The typical time with the fewest threads over that with so many: Welch's interval."""
    if data.get("axis") != "threads":
        return {}
    fewest = min(data["sizes"])
    row["threads"] = point
    cells = [data["cells"][library, p] for p in (fewest, point)]
    estimate = welch(*[(c, se, units - 1) for c, se, units in [own_units(x)[0] for x in cells]])
    found = named("scaling", estimate, steps=sum(log_step(x, True) for x in cells))
    if point == fewest:
        found = dict.fromkeys(found, 1)
    return found | {"thread_efficiency" + key[len("scaling"):]: value * fewest / point
                    for key, value in found.items()}


def groups(data):
    """Sizes in the largest cache, and those beyond."""
    inside = [s for s in data["sizes"] if "cache" in data and data["bytes"][s] <= data["cache"]]
    return {"in_cache": inside,
            "out_of_cache": [s for s in data["sizes"] if "cache" in data and s not in inside]}


# --- the error of all cells -----------------------------------------------------------------------

def d_of(data, library, other):
    """[points][rounds], NaN where there is none or an answer is wrong."""
    wrong, reference = data.get("wrong", set()), data["libraries"][0]
    rounds = max(map(len, data["cells"].values()))
    d = np.full((len(data["sizes"]), rounds), np.nan)
    for at, size in enumerate(data["sizes"]):
        cells = [data["cells"][l, size] for l in (library, other)]
        is_right = not {(library, size), (other, size), (reference, size)} & wrong
        if is_right and not ("measure" in data and has_zero(*cells)):
            for r, value in paired(*cells, np.log, True)[1].items():
                d[at, r] = value
    return d


def model_of(data):
    """None where samples are unpaired or there is one round."""
    reference, control = data["libraries"][0], data.get("control")
    if not data["paired"] or max(map(len, data["cells"].values())) < 2:
        return None
    is_time = data.get("measure", {}).get("unit", "s") == "s"
    return Model({l: d_of(data, l, reference) for l in data["libraries"][1:]},
                 d_of(data, control, reference) if control else None, IMAGINARY * is_time)


def detectable(estimate, margin, hypotheses):
    _, se, df = estimate
    t = t_of(df, 1 - (1 - LEVEL) / hypotheses)
    return np.expm1(margin + se * (t * (1 - 1 / (4 * df)) +
                                   stats.norm.ppf(0.8) * np.sqrt(1 + t * t / (2 * df))))


# --- a table --------------------------------------------------------------------------------------

def units_of_test(a, b, is_paired, estimate):
    """By the samples where there is one round: their plain mean."""
    d = [np.log(x) - np.log(y) for x, y in pairs(a, b, True).values()]
    return of_units(d[0]) if is_paired and len(d) == 1 else estimate


def p_of(estimate, margin):
    centre, se, df = estimate
    if np.isnan(se) or np.isnan(df):
        return np.nan
    if se == 0:
        return float(abs(centre) <= margin)
    return min(1, 2 * min(stats.t.sf((side * centre - margin) / se, df) for side in (1, -1)))


def noise_of(estimate):
    row = named("noise", estimate)
    ends = row["noise_high"], 1 / row["noise_low"]
    row["noise_floor"] = np.nan if np.isnan(ends).any() else max(1, *ends)
    return row


def sign(v, _):
    return stats.binomtest(int((v > 0).sum()), int((v != 0).sum()), alternative="greater").pvalue


def wilcoxon(v, _):
    return stats.wilcoxon(v, alternative="greater", mode="exact").pvalue


def mann_whitney(_, sides):
    return stats.mannwhitneyu(*sides, alternative="greater", method="exact").pvalue


TESTS = {"sign": sign, "wilcoxon": wilcoxon, "mann-whitney": mann_whitney}


RESAMPLES = 9999


def bootstrap(v, margin):
    """Symmetric percentile-t, of all n^n resamples; and five standard errors of drawing some."""
    n = len(v)
    beyond = abs(v.mean()) - margin
    if beyond <= 0:
        return 1, 0
    x = v[np.indices((n,) * n).reshape(n, -1)]
    far = abs(x.mean(0) - v.mean()) / x.std(0, ddof=1).clip(1e-300) >= beyond / spread(v)
    p = far.mean()
    return p, 5 * np.sqrt(p * (1 - p) / RESAMPLES) + 1 / RESAMPLES


def by_bootstrap(data):
    """Drawn by random numbers: each p is as near as that, and adjusted as near as all of them."""
    reference, rows, judged = data["libraries"][0], [], []
    for library in data["libraries"][1:]:
        for size in data["sizes"]:
            ours, margin = data["cells"][reference, size], 0
            if "control" in data:
                control = data["cells"][data["control"], size]
                margin = np.log(noise_of(paired(control, ours, np.log, True)[0])["noise_floor"])
            estimate, by_round = paired(data["cells"][library, size], ours, np.log, True)
            p, within = bootstrap(np.array(list(by_round.values())), margin)
            rows.append({"library": library, "size": size, "p": p, "p_within": within})
            judged.append((rows[-1], estimate, margin))
    holm(rows)
    for row, estimate, margin in judged:
        row["p_adjusted_within"] = len(rows) * max(r["p_within"] for r in rows)
        is_sure = abs(row["p_adjusted"] - (1 - LEVEL)) > row["p_adjusted_within"]
        row["verdict"] = verdict(row, estimate, margin) if is_sure else None
    return rows


def by_test(test, data):
    """Of several rounds of pairs: what a table says with --test."""
    reference, rows, judged = data["libraries"][0], [], []
    for size in data["sizes"]:
        ours, margin = data["cells"][reference, size], 0
        if "control" in data:
            control = data["cells"][data["control"], size]
            margin = np.log(noise_of(paired(control, ours, np.log, True)[0])["noise_floor"])
        for library in data["libraries"]:
            row = {"library": library, "size": size, "p": np.nan, "p_adjusted": np.nan,
                   "verdict": "none"}
            rows.append(row)
            if library == reference:
                continue
            cell = data["cells"][library, size]
            estimate, by_round = paired(cell, ours, np.log, True)
            logs = [np.array([trimmed(np.log(r), 0.4)[0] for r in c]) for c in (cell, ours)]
            ps = {side: TESTS[test](side * np.array(list(by_round.values())) - margin,
                                    (side * logs[0] - margin, side * logs[1])) for side in (1, -1)}
            row["p"] = min(1, 2 * min(ps.values()))
            judged.append((row, estimate, margin))
    holm(rows)
    for row, estimate, margin in judged:
        row["verdict"] = verdict(row, estimate, margin)
    return rows


def holm(rows):
    tested = sorted((r for r in rows if not np.isnan(r["p"])), key=lambda r: r["p"])
    most = 0
    for i, row in enumerate(tested):
        most = max(most, min(1, (len(tested) - i) * row["p"]))
        row["p_adjusted"] = most


def verdict(row, estimate, margin):
    if np.isnan(row["p"]):
        return "not_shown" if not np.isnan(estimate[0]) else "none"
    if row["p_adjusted"] > 1 - LEVEL + 1e-12 or abs(estimate[0]) <= margin:
        return "not_shown"
    return "slower" if estimate[0] > 0 else "faster"


REFERENCE_ROW = {"ratio": 1, "ratio_low": 1, "ratio_high": 1, "mean_ratio": 1, "mean_ratio_low": 1,
                 "mean_ratio_high": 1, "speedup": 1, "speedup_low": 1, "speedup_high": 1}


def least_of(effect, is_single):
    return effect if effect is not None else ONE_PROCESS if is_single else 0


def has_zero(*cells):
    return any((cell[np.isfinite(cell)] <= 0).any() for cell in cells)


def table(data, effect=None):
    libraries, sizes, cells = data["libraries"], data["sizes"], data["cells"]
    is_paired, control, wrong = data["paired"], data.get("control"), data.get("wrong", set())
    reference, rows, judged, model = libraries[0], [], [], model_of(data)
    by_size = {library: [] for library in libraries}
    means_by_size = {library: [] for library in libraries}
    noise_by_size = []
    steps_by_size, steps_of_means = ({library: [] for library in libraries} for _ in range(2))
    for size in sizes:
        ours = cells[reference, size]
        noise = noise_of((np.nan,) * 3)
        if control:
            c, c_rounds = paired(cells[control, size], ours, np.log, True)
            noise = noise_of(c)
            noise_by_size.append((c, c_rounds))
        for library in libraries:
            cell = cells[library, size]
            row = {"library": library, "reference": reference,
                   "samples_are": data.get("samples_are"),
                   "pairing": "paired" if is_paired else "unpaired",
                   "p": np.nan, "p_adjusted": np.nan, "verdict": "none", "ratio_se": np.nan,
                   "ratio_degrees": np.nan, "p_equal": np.nan, "p_equal_adjusted": np.nan,
                   "detectable": np.nan, "own_low": np.nan, "own_high": np.nan}
            if size is not None:
                row["size"] = data.get("size", size)
            row |= times(cell) | noise | dict.fromkeys(ABSENT)
            row |= throughput(data, library, size, row) | rates(data, library, size, row)
            row |= threads(data, library, size, row)
            row |= reports(data, library, size) | data.get("measure", {})
            row["status"] = ("wrong" if (library, size) in wrong else
                             "ok" if row["n"] else "not measured")
            counts = row["status"] == "ok" and (reference, size) not in wrong
            rows.append(row)
            if library == reference:
                row |= REFERENCE_ROW | {"difference": 0, "difference_low": 0, "difference_high": 0}
                if not (np.nan_to_num(cell) > 0).any():
                    row |= dict.fromkeys(REFERENCE_ROW, np.nan)
                    continue
                by_size[library].append(((0, 0, 1), dict.fromkeys(range(len(cell)), 0)))
                means_by_size[library].append(by_size[library][-1])
                continue
            if is_paired:
                estimate, by_round = paired(cell, ours, np.log, True)
                difference, _ = paired(cell, ours, same, False)
                means, means_by_round = paired_means(batches(data, library, size),
                                                     batches(data, reference, size))
            else:
                by_rounds = min(len(finite_rounds(c)) for c in (cell, ours)) > 1
                estimate, by_round = unpaired(cell, ours, np.log), by_rounds
                difference = unpaired(cell, ours, same)
                means = unpaired_means(batches(data, library, size), batches(data, reference, size))
                means_by_round = by_rounds
            if "measure" in data and has_zero(cell, ours):
                estimate, by_round = (np.nan,) * 3, {}
            is_single = min(len(finite_rounds(c)) for c in (cell, ours)) < 2
            steps, is_moderated = log_step(cell) + log_step(ours), False
            row |= {"own" + end: value for end, value in named("", estimate, steps=steps).items() if end}
            if model and counts and isinstance(by_round, dict) and len(by_round) > 1:
                own, is_moderated = estimate, True
                estimate = model.estimate(library, sizes.index(size))
            if not is_single and np.isfinite(estimate[0]):
                row |= {"ratio_se": estimate[1], "ratio_degrees": estimate[2]}
            seconds = sum(step_of(c[np.isfinite(c)])[2] for c in (cell, ours))
            row |= named("ratio", estimate, steps=steps) | named("mean_ratio", means, steps=steps)
            row |= named("difference", difference, same, seconds) | speedup(row)
            if is_moderated:
                row |= scaled_difference(row, own, estimate, steps)
            if counts and row["n"] and np.isnan(estimate[0]):
                if np.isfinite(means[0]):
                    means_by_size[library].append((means, means_by_round))
                    steps_of_means[library].append(steps)
            elif counts and row["n"]:
                least = least_of(effect, is_single)
                floor = np.nan if is_moderated else noise["noise_floor"]
                margin = np.log(np.nanmax([1 + least, floor]))
                half = t_of(estimate[2]) * estimate[1]
                margin += steps if half < steps else 0
                row["p"] = p_of(units_of_test(cell, ours, is_paired, estimate), margin)
                judged.append((row, estimate, margin, is_single))
                by_size[library].append((estimate, by_round))
                steps_by_size[library].append(steps)
                steps_of_means[library].append(steps)
                means_by_size[library].append((means, means_by_round))
    holm(rows)
    hypotheses = sum(not np.isnan(row["p"]) for row in rows)
    for row, estimate, margin, is_single in judged:
        row["verdict"] = verdict(row, estimate, margin)
        if not is_single and not np.isnan(row["p"]):
            row["detectable"] = detectable(estimate, margin, hypotheses)
        if is_single and row["verdict"] == "not_shown":
            row["verdict"] = "one_process"
    noise = noise_of(geometric(noise_by_size, True))
    steps = {library: [sum(of[library]) / max(1, len(of[library]))
                       for of in (steps_by_size, steps_of_means)] for library in libraries}
    return rows, [summary(library, reference, by_size[library], means_by_size[library], is_paired,
                          noise, steps[library], model, effect or 0)
                  | parts(data, library, by_size[library], is_paired, steps[library][0], model)
                  | data.get("measure", {}) for library in libraries]


def scaled_difference(row, own, estimate, steps):
    """By the factor by which the model changes the interval of ln ratio; not narrower in steps."""
    halves = [t_of(df) * se for _, se, df in (own, estimate)]
    factor = halves[1] / halves[0] if halves[0] > 0 and halves[0] >= steps else 1
    factor = max(factor, 1) if steps > 0 else factor
    return {"difference" + end: row["difference"] + factor * (row["difference" + end] -
                                                              row["difference"])
            for end in ("_low", "_high")}


def parts(data, library, by_size, is_paired, steps, model):
    """Geometric means by the caches; all sizes of both are right where caches are known."""
    row = {}
    for where, sizes in groups(data).items():
        of = [x for size, x in zip(data["sizes"], by_size) if size in sizes]
        row[where + "_sizes"] = len(of)
        ends = where, where + "_low", where + "_high"
        if library == data["libraries"][0] and of:
            row |= dict.fromkeys(ends, 1)
        elif of:
            row |= named(where, geometric(of, is_paired, model), steps=steps)
        else:
            row |= dict.fromkeys(ends)
    return row


def geometric(by_size, is_paired, model=None):
    """As an estimate; where samples are unpaired, with the mean of the half widths for its se. MODEL
    adds what lasts, and what rounds that hang together tell less."""
    if not by_size:
        return (np.nan,) * 3
    centre = np.mean([estimate[0] for estimate, _ in by_size])
    if not is_paired:
        halves = [t_of(df) * se if by_rounds else np.nan for (_, se, df), by_rounds in by_size]
        return centre, np.mean(halves), None
    common = set.intersection(*[set(rounds) for _, rounds in by_size])
    units = [np.mean([rounds[r] for _, rounds in by_size]) for r in sorted(common)]
    if len(units) < 2:
        return centre, np.nan, 0
    return (centre, *(model.average(units, len(by_size)) if model else of_units(units))[1:])


def summary(library, reference, by_size, means_by_size, is_paired, noise, steps, model, effect):
    row = {"library": library, "reference": reference, "sizes": len(by_size)} | noise
    row["margin"] = np.log(1 + effect) if model else np.log(noise["noise_floor"])
    if library == reference:
        return row | REFERENCE_ROW
    for name, of, least in zip(("ratio", "mean_ratio"), (by_size, means_by_size), steps):
        centre, se, df = geometric(of, is_paired, model if name == "ratio" else None)
        if df is None:
            row |= {name: np.exp(centre), name + "_low": np.exp(centre - se),
                    name + "_high": np.exp(centre + se)}
        else:
            row |= named(name, (centre, se, df), steps=least)
    return row | speedup(row)


# --- trimming -------------------------------------------------------------------------------------

def tukey(x):
    first, third = np.quantile(x, [0.25, 0.75])
    return (x >= first - 1.5 * (third - first)) & (x <= third + 1.5 * (third - first))


def sigma(x):
    return abs(x - x.mean()) <= 2 * spread(x)


def tenth(x):
    cut, ranks = len(x) // 10, np.argsort(np.argsort(x, kind="stable"), kind="stable")
    return (ranks >= cut) & (ranks < len(x) - cut)


RULES = {"--trim tukey": tukey, "--trim sigma": sigma, "--trim 10%": tenth}


def without_outliers(data, rule):
    cells = {}
    for key, cell in data["cells"].items():
        cells[key] = cell.copy()
        measured = np.isfinite(cell)
        if measured.any():
            cells[key][measured] = np.where(rule(cell[measured]), cell[measured], np.nan)
    return data | {"cells": cells}


PEAKS = {"--peak 50Gflop/s": ("flop_rate", 50e9), "--peak 20GB/s": ("byte_rate", 20e9),
         "--peak measured": ("flop_rate", None)}


def asked(data):
    """Rows and summaries by what else may be asked for."""
    found = {"--min-effect 2%": table(data, 0.02)}
    for option, peak in PEAKS.items() if "flops" in data else ():
        found[option] = table(data)
        efficiencies(found[option][0], peak)
    for option, rule in RULES.items():
        kept = without_outliers(data, rule)
        rows, summaries = table(kept)
        for row in rows:
            size = row.get("size")
            row["trimmed"] = int((np.isnan(kept["cells"][row["library"], size]) &
                                  np.isfinite(data["cells"][row["library"], size])).sum())
        found[option] = rows, summaries
    return {option: {"rows": plain_rows(rows), "summaries": plain_rows(summaries)}
            for option, (rows, summaries) in found.items()}


def of_measure(data, name):
    """The samples of a detail in place of the seconds."""
    detail, unit, _ = MEASURES[name]
    cells = {(library, size): data["details"][library][detail][at]
             for library in data["libraries"] for at, size in enumerate(data["sizes"])}
    return data | {"cells": cells, "measure": {"measure": name, "unit": unit}}


def measured_otherwise(data):
    global step_of_equal
    found = {}
    for name, (_, _, step_of_equal) in MEASURES.items():
        rows, summaries = table(of_measure(data, name))
        found["--measure " + name] = {"rows": plain_rows(rows), "summaries": plain_rows(summaries)}
    step_of_equal = 0
    return found


def compared_otherwise(earlier, later):
    global step_of_equal
    step_of_equal, found = MEASURES["memory"][2], {}
    sides = [of_measure(data, "memory") for data in (earlier, later)]
    for option, rows in comparisons(*sides).items():
        found["--measure memory " + option] = [row | sides[0]["measure"] for row in rows]
    step_of_equal = 0
    return found


# --- two files ------------------------------------------------------------------------------------

NONE = (np.nan, np.nan, 0)
COMPARED = """ratio mean_ratio speedup""".split()
SIDES = """earlier later earlier_ratio later_ratio""".split()


def status_of(data, library, size):
    if (library, size) not in data["cells"] or library not in data["libraries"]:
        return None
    if (library, size) in data.get("wrong", set()):
        return "wrong"
    return "ok" if np.isfinite(data["cells"][library, size]).any() else "not measured"


def own_units(cell):
    """Of the logarithms, and of the times: rounds, or the samples of a single one."""
    rounds = finite_rounds(cell)
    units = [r.mean() for r in rounds] if len(rounds) > 1 else rounds[0]
    mean = np.concatenate(rounds).mean()
    centre, se, df = of_units(np.log(units))
    return (centre, se, df + 1), (np.log(mean), of_units(units)[1] / mean, df)


def side_of_times(data, library, size):
    if status_of(data, library, size) != "ok":
        return None
    cell = data["cells"][library, size]
    (centre, se, units), means = own_units(cell)
    if not data["paired"] and are_runs(cell) and units > 1:
        runs = trimmed(np.log(np.concatenate(finite_rounds(cell))), 0.2)
        return runs, units, means, log_step(cell)
    return (centre, se, units - 1), units, means, log_step(cell, True)


def side_of_ratios(data, library, size):
    """Of a single round nothing is known of what differs between processes."""
    reference = data["libraries"][0]
    if "ok" != status_of(data, library, size) or "ok" != status_of(data, reference, size):
        return None
    pair = data["cells"][library, size], data["cells"][reference, size]
    if data["paired"]:
        estimate, by_round = paired(*pair, np.log, True)
        (means, _), units = paired_means(*pair), len(by_round)
    else:
        estimate, means = unpaired(*pair, np.log), unpaired_means(*pair)
        units = min(len(finite_rounds(cell)) for cell in pair)
    if units < 2:
        estimate, means = (estimate[0], np.nan, 0), (means[0], np.nan, np.nan)
    return estimate, units, means, sum(map(log_step, pair))


def of_runs(sides):
    """A side, shown with several runs as units and compared by the scatter of their rounds, as no
    drift is expected."""
    sides = [side for side in sides if side]
    if len(sides) < 2:
        return (*sides[0], 1, sides[0][0], sides[0][2]) if sides else None
    typical, means = ([side[which] for side in sides] for which in (0, 2))
    return (of_units([centre for centre, _, _ in typical]), len(sides), None, sides[-1][3],
            len(sides), by_rounds(typical), by_rounds(means))


def by_rounds(runs):
    v = np.array([(se / len(runs)) ** 2 for _, se, _ in runs])
    return (np.mean([centre for centre, _, _ in runs]), np.sqrt(v.sum()),
            v.sum() ** 2 / (v ** 2 / [df for _, _, df in runs]).sum())


def change(sides, which):
    """Which is 0 for typical times, 1 for means."""
    return welch(*[side[5 + which] for side in sides[::-1]])


def nearer(estimate, steps):
    """What is left of a difference where steps are wider than its interval."""
    centre, se, df = estimate
    if t_of(df) * se < steps:
        centre = np.sign(centre) * max(0, abs(centre) - steps)
    return centre, se, df


def above(estimate, margin):
    centre, se, df = estimate
    if se == 0:
        return float(centre <= margin)
    return stats.t.sf((centre - margin) / se, df) if se > 0 else np.nan


def p_of_change(estimate, effect, is_single):
    estimate = (abs(estimate[0]), *estimate[1:])
    margin = np.log1p(least_of(effect, is_single))
    p = 2 * above(estimate, margin)
    return p if np.isnan(p) else 1 if estimate[0] <= margin else min(1, p)


def lack(other, library, size):
    """That file has the action, and no parameters."""
    sizes = {s for l, s in other["cells"] if l == library}
    return "library" if library not in other["libraries"] else (
        "size" if size not in sizes else "times")


def pair_row(row, sides, is_relative, steps):
    for name, side in zip(("earlier", "later"), sides):
        (centre, se, df), units, _, least, *_ = side
        half = max(t_of(df) * se, least) if units > 1 else np.nan
        row[name + "_units"] = units
        if is_relative:
            row |= named(name + "_ratio", (centre, se, df), steps=least)
        else:
            row |= {name: np.exp(centre), name + "_low": np.exp(centre - half),
                    name + "_high": np.exp(centre + half)}
    difference = change(sides, 0)
    row |= named("ratio", difference, steps=steps)
    row |= {"log_ratio_se": difference[1], "between_runs": 0,
            "log_ratio_degrees": 1e9 if difference[1] == 0 else difference[2],
            "between_runs_from": "given", "earlier_runs": sides[0][4], "later_runs": sides[1][4],
            "other_runs": 0}
    row |= named("mean_ratio", change(sides, 1), steps=steps) | speedup(row)


def empty_pair(library, size, states):
    ends = "", "_low", "_high"
    row = dict.fromkeys([n + e for n in COMPARED + SIDES for e in ends])
    row |= dict.fromkeys("""type p p_adjusted verdict p_regressed regressed regressed_by reference in
                         lacks log_ratio_se log_ratio_degrees between_runs
                         between_runs_from""".split())
    return row | {"library": library, "size": size, "earlier_units": 0, "later_units": 0,
                  "earlier_runs": 0, "later_runs": 0, "other_runs": 0,
                  "earlier_status": states[0], "later_status": states[1]}


def regressions(judged, margin):
    tests = [{"row": row, "name": name, "p": above(nearer(change(sides, which), steps), margin)}
             for row, sides, steps in judged for which, name in ((0, "ratio"), (1, "mean_ratio"))]
    holm(tests)
    for row, _, _ in judged:
        ps = {t["name"]: t.get("p_adjusted", np.nan) for t in tests if t["row"] is row}
        by = [name for name, p in ps.items() if p <= 1 - LEVEL]
        row["p_regressed"] = np.fmin(*ps.values())
        is_within = row["verdict"] not in ("one_process", "not_tested") and (
            row["ratio_high"] <= np.exp(margin))
        row["regressed"] = "yes" if by else "no" if is_within else "inconclusive"
        row["regressed_by"] = "both" if len(by) == 2 else by[0] if by else None


def compared(earlier, later, is_relative=False, effect=None, regression=None):
    """Each a list of runs, or one."""
    runs = [side if isinstance(side, list) else [side] for side in (earlier, later)]
    files, rows, judged = [side[-1] for side in runs], [], []
    earlier, later = files
    side_of = side_of_ratios if is_relative else side_of_times
    keys = dict.fromkeys((library, size) for data in files for library, size in data["cells"]
                         if library in data["libraries"])
    for library, size in keys:
        states = [status_of(data, library, size) for data in files]
        is_reference = library == earlier["libraries"][0]
        if is_relative and is_reference or not {*states} - {None, "not measured"}:
            continue
        row = empty_pair(library, size, states)
        rows.append(row)
        sides = [of_runs([side_of(data, library, size) for data in of]) for of in runs]
        if None in sides:
            is_later = sides[1] is not None or states[0] is None
            row["in"] = "later" if is_later else "earlier"
            row["lacks"] = lack(files[0 if is_later else 1], library, size)
            continue
        steps = sides[0][3] + sides[1][3]
        pair_row(row, sides, is_relative, steps)
        if is_relative:
            row["reference"] = later["libraries"][0]
        is_single = 1 in [len(finite_rounds(of[0]["cells"][library, size])) if len(of) == 1 else 2
                          for of in runs]
        row["p"] = p_of_change(nearer(change(sides, 0), steps), effect, is_single)
        row["verdict"] = "one_process" if is_single else "not_shown"
        judged.append((row, sides, steps))
    holm(rows_of_p := [row for row, _, _ in judged])
    for row in rows_of_p:
        if np.isnan(row["p"]):
            row["verdict"] = "not_tested"
        elif row["p_adjusted"] <= 1 - LEVEL:
            row["verdict"] = "slower" if row["ratio"] > 1 else "faster"
    if regression is not None:
        regressions(judged, np.log1p(regression))
    return rows


def comparisons(earlier, later):
    """By what is asked for; the gate is also shut by what is no longer right. What runs differ by is
    compared by tests/analyze/between_runs.py."""
    found = {"": compared(earlier, later), "--min-effect 2%": compared(earlier, later, effect=0.02),
             "--fail-on-regression 2%": compared(earlier, later, regression=0.02)}
    if len((later[-1] if isinstance(later, list) else later)["libraries"]) > 1:
        found["--relative"] = compared(earlier, later, True)
        gate = compared(earlier, later, True, None, 0.02)
        if any(np.isfinite(row["p"] or 0) and row["p"] is not None for row in gate):
            found["--relative --fail-on-regression 2%"] = gate
    return {f"{option} --drift 0".strip(): plain_rows(rows) for option, rows in found.items()}


# --- the fastest ----------------------------------------------------------------------------------

def measured(data, size, rows):
    """Those whose answers are right, as those of the reference are."""
    reference, wrong = data["libraries"][0], data.get("wrong", set())
    if (reference, size) in wrong:
        return []
    return [l for l in data["libraries"]
            if (l, size) not in wrong and np.isfinite(rows[l]["ratio"])]


def of_rounds(data, size, library, of):
    """D or L of each round; 0 of the reference."""
    ours = data["cells"][data["libraries"][0], size]
    cell = data["cells"][library, size]
    if cell is ours:
        return {r: 0 for r in pairs(ours, ours, False)}
    return (paired(cell, ours, np.log, True) if of == "ratio" else paired_means(cell, ours))[1]


def is_alone(data, size, *libraries):
    return min(len(finite_rounds(data["cells"][l, size])) for l in libraries) < 2


def by_samples(data, size, a, b):
    """Of each library's own samples, around the ratio of pairs if there are any."""
    cells = [data["cells"][l, size] for l in (a, b)]
    if not data["paired"]:
        return unpaired(*cells, np.log)
    sides = [of_units(np.log(np.concatenate(finite_rounds(c)))) for c in cells]
    d, e = (of_rounds(data, size, l, "ratio") for l in (a, b))
    return (np.mean([d[r] - e[r] for r in d if r in e]), *welch(*sides)[1:])


def level_between(data):
    """Corrected for all pairs that the verdicts do not decide."""
    cells, names = data["cells"], data["libraries"]
    def pairs_of(n):
        return n * (n - 1) / 2
    if any(len(finite_rounds(cells[l, s])) == 1 for l in names for s in data["sizes"]):
        count = sum(pairs_of(sum(np.isfinite(cells[l, s]).sum() > 1 for l in names))
                    for s in data["sizes"])
    else:
        count = len(data["sizes"]) * pairs_of(len(names) - 1)
    return 1 - (1 - LEVEL) / max(1, count)


def between(data, size, a, b, of="ratio"):
    """Of a and b, whichever the reference is."""
    if of == "ratio" and is_alone(data, size, a, b):
        return by_samples(data, size, a, b)
    reference, model = data["libraries"][0], data.get("model")
    if model and of == "ratio":
        at = data["sizes"].index(size)
        if a == reference or b == reference:
            centre, se, df = model.estimate(b if a == reference else a, at) if a != b else (0, 0, 1)
            return -centre if a == reference else centre, se, df
        return model.between_two(a, b, at)
    cells = [data["cells"][library, size] for library in (a, b)]
    if data["paired"]:
        d, e = (of_rounds(data, size, library, of) for library in (a, b))
        return of_units([d[r] - e[r] for r in d if r in e])
    centre, se, df = (unpaired(*cells, np.log) if of == "ratio" else unpaired_means(*cells))
    is_sure = min(len(finite_rounds(cell)) for cell in cells) > 1
    return (centre, se if is_sure else np.nan, df)


def steps_between(data, size, a, b):
    return log_step(data["cells"][a, size]) + log_step(data["cells"][b, size])


def margin_at(data, size, rows, least=0):
    """Of pairs without a verdict of their own."""
    noise = np.nan if data.get("model") else next(iter(rows.values()))["noise_floor"]
    return np.log(np.nanmax([1 + least, noise])) + 2 * max(log_step(data["cells"][l, size])
                                                    for l in data["libraries"])


def shown(data, size, rows, a, b):
    """1 where a is slower."""
    reference, signs = data["libraries"][0], {"slower": 1, "faster": -1}
    of_a, of_b = (signs.get(rows[l]["verdict"], 0) for l in (a, b))
    alone = is_alone(data, size, a, b)
    if not alone and (reference in (a, b) or of_a * of_b < 0):
        return int(np.sign(of_a - of_b))
    if not alone and not of_a and not of_b:
        return 0
    centre, se, df = between(data, size, a, b)
    half = t_of(df, level_between(data)) * se
    margin = margin_at(data, size, rows, ONE_PROCESS if alone else 0)
    return int(centre - half > margin) - int(centre + half < -margin)


def disagree(ratio, means):
    """Beyond the intervals, and by 1 %."""
    apart = max(ratio[1] - means[2], means[1] - ratio[2])
    return apart > 0 and abs(np.log(ratio[0] / means[0])) >= np.log(1.01)


def slower_by_means(data, size, rows, a, b):
    margin, data = margin_at(data, size, rows), data | {"model": None}
    steps = steps_between(data, size, a, b)
    ratio, means = (np.exp(at_least(*interval(between(data, size, a, b, of)), steps))
                    for of in ("ratio", "mean"))
    return disagree(ratio, means) and np.log(means[1]) > margin


def p_fastest(data, size, libraries, first):
    """The part of many draws in which FIRST is the fastest."""
    rng, draws = np.random.default_rng(1), 200000
    n = len(libraries)
    if n > 1 and is_alone(data, size, *libraries):
        return np.nan
    if data["paired"]:
        apart = {(a, b): between(data, size, libraries[a], libraries[b]) for a in range(n)
                 for b in range(a)}
        if not all(se > 0 for _, se, _ in apart.values()):
            return np.nan
        v = np.array([[apart[max(a, b), min(a, b)][1] ** 2 if a != b else 0 for b in range(n)]
                      for a in range(n)])
        values, vectors = np.linalg.eigh((v[:, :1] + v[:1, :] - v) / 2)
        scatter = vectors @ (np.sqrt(np.fmax(values, 0))[:, None] * rng.standard_normal((n, draws)))
        df = min((df for _, _, df in apart.values()), default=1)
        centres = [0] + [apart[a, 0][0] for a in range(1, n)]
        at = np.array(centres)[:, None] + scatter * np.sqrt(df / rng.chisquare(df, draws))
    else:
        cells = [data["cells"][l, size] for l in libraries]
        sides = [trimmed(np.log(np.concatenate(finite_rounds(c))), 0.2) if are_runs(c) else
                 of_units([trimmed(np.log(r), 0.4)[0] for r in finite_rounds(c)]) for c in cells]
        if min(df for _, _, df in sides) < 1:
            return np.nan
        at = np.array([centre + se * rng.standard_t(df, draws) for centre, se, df in sides])
    for i, library in enumerate(libraries):
        step = log_step(data["cells"][library, size])
        at[i] += rng.uniform(-step, step, draws)
    return (at.argmin(axis=0) == libraries.index(first)).mean()


def fastest_at(data, size, rows):
    reference, libraries = data["libraries"][0], measured(data, size, rows)
    row = dict.fromkeys("""ranked_by fastest by_typical by_means p_fastest mean mean_low mean_high
                        not_shown_slower slower_by_means next next_ratio next_ratio_low
                        next_ratio_high""".split())
    row |= {"size": data.get("size", size), "libraries": len(libraries),
            "parameters": f"{data['axis']} {size}" if "axis" in data else None,
            "noise_floor": rows[reference]["noise_floor"]}
    if not libraries:
        return row
    first, by_means = (min(libraries, key=lambda l: between(data, size, l, reference, of)[0])
                       for of in ("ratio", "mean"))
    slower = [l for l in libraries if l != first
              and any(shown(data, size, rows, l, other) > 0 for other in libraries if other != l)]
    tails = [l for l in libraries if l not in slower and l != by_means
             and slower_by_means(data, size, rows, l, by_means)]
    others = [l for l in libraries if l not in slower + tails + [first]]
    is_disputed = first in tails
    if is_disputed:
        others = [l for l in others if l != by_means]
        tails.remove(first)
    row |= {"by_typical": first, "by_means": by_means,
            "p_fastest": p_fastest(data, size, libraries, first), "not_shown_slower": ", ".join(others) or None,
            "slower_by_means": ", ".join(tails) or None,
            "ranked_by": "disputed" if is_disputed else "typical"}
    if is_disputed:
        return row
    row |= {"fastest": first} | {key: rows[first][key] for key in ("mean", "mean_low", "mean_high")}
    if slower:
        row["next"] = min(slower, key=lambda l: between(data, size, l, first)[0])
        row |= named("next_ratio", between(data, size, row["next"], first),
                     steps=steps_between(data, size, row["next"], first))
    return row


def zero_between(points):
    """Where the line between the only two neighbours of opposite signs is 0."""
    changes = [(a, b) for a, b in zip(points, points[1:]) if (a[1] < 0) != (b[1] < 0)]
    if len(changes) != 1 or np.isnan([point[1] for point in points]).any():
        return np.nan
    (x, a, _), (y, b, _) = changes[0]
    return np.exp(np.interp(0, *zip(*sorted([(a, np.log(x)), (b, np.log(y))]))))


def crossovers(data, rows_at):
    found, names = [], data["libraries"]
    for i, j in ((i, j) for i in range(len(names)) for j in range(i + 1, len(names))):
        a, b = names[i], names[j]
        points, last = [], None
        for size in data["sizes"]:
            right = {a, b} <= set(measured(data, size, rows_at[size]))
            points.append((size, between(data, size, a, b)[0] if right else np.nan,
                           shown(data, size, rows_at[size], a, b) if right else 0))
            if points[-1][2]:
                if last is not None and points[last][2] != points[-1][2]:
                    found.append({"faster": a if points[-1][2] < 0 else b,
                                  "slower": b if points[-1][2] < 0 else a,
                                  "size": zero_between(points[last:]), "low": points[last][0],
                                  "high": size, "variant": None})
                last = len(points) - 1
    return found


def fastest(data, rows):
    """Points, and crossovers; of whole tables' rows."""
    data = data | {"model": model_of(data)}
    rows_at = {size: {} for size in data["sizes"]}
    for row in rows:
        rows_at[row["threads" if "axis" in data else "size"]][row["library"]] = row
    return ([fastest_at(data, size, rows_at[size]) for size in data["sizes"]],
            crossovers(data, rows_at))


# --- growth: laws are in tests/analyze/growth.py --------------------------------------------------

def power_law(x, y):
    """Theil's and Sen's line: b, and ln c."""
    b = np.median([(y[j] - y[i]) / (x[j] - x[i])
                   for i in range(len(x)) for j in range(i + 1, len(x))])
    return b, np.median(y - b * x)


def line_distance(x, y, i, of):
    if len(of) < 2:
        return np.inf
    b, c = power_law(x[of], y[of])
    return abs(y[i] - c - b * x[i])


def are_wild(x, y, floor):
    """Alone off the lines through the three and the five points before, and after."""
    n, pseudo = len(x), []
    for i in range(1, n - 1):
        part = (x[i + 1] - x[i]) / (x[i + 1] - x[i - 1])
        pseudo.append((part * y[i - 1] + (1 - part) * y[i + 1] - y[i]) /
                      np.sqrt(part ** 2 + (1 - part) ** 2 + 1))
    least = 6 * max(1.4826022185056018 * np.median(np.abs(pseudo)), floor)
    far = [False] + [min(line_distance(x, y, i, np.arange(max(0, first), min(n, last)))
                         for reach in (3, 5)
                         for first, last in ((i - reach, i), (i + 1, i + 1 + reach))) > least
                     for i in range(n)] + [False]
    between = [0 < i < n - 1 and (y[i] - y[i - 1]) * (y[i + 1] - y[i]) >= 0 for i in range(n)]
    return np.array([far[i + 1] and not far[i] and not far[i + 2] and not between[i]
                     for i in range(n)])


def squares(x, y, breaks):
    ends = [-np.inf, *breaks, np.inf]
    if min(((x >= a) & (x <= b)).sum() for a, b in zip(ends, ends[1:])) < 5:
        return np.inf
    design = np.column_stack([np.ones_like(x), x] + [np.maximum(0, x - at) for at in breaks])
    return ((y - design @ np.linalg.lstsq(design, y, rcond=None)[0]) ** 2).sum()


def places_of_breaks(x, y, floor):
    """Each added where it serves best; then all moved in turn until none moves."""
    n, best, breaks = len(x), [], []
    places = [a + (b - a) * part / 4 for a, b in zip(x, x[1:]) for part in range(4)]

    def criterion(breaks):
        return (n * np.log(max(squares(x, y, breaks) / n, floor ** 2))
                + 3.5 * len(breaks) * np.log(n))

    def one_more(breaks):
        tried = [sorted([*breaks, at]) for at in places]
        return min(tried, key=lambda breaks: squares(x, y, breaks))

    for _ in range(3 if n >= 9 else 0):
        breaks = one_more(breaks)
        if not np.isfinite(squares(x, y, breaks)):
            break
        still, turn = 0, 0
        while still < len(breaks):
            kept = turn % len(breaks)
            moved = one_more(breaks[:kept] + breaks[kept + 1:])
            still += 1
            if squares(x, y, moved) < squares(x, y, breaks) * (1 - 1e-12):
                breaks, still = moved, 0
            turn += 1
        best = breaks if criterion(breaks) < criterion(best) else best
    return best


def size_words(size):
    """Two digits of what is not whole, and commas from 10,000 on."""
    if abs(size - round(size)) > 1e-9 * size:
        size = float(f"{size:.1e}")
    return f"{round(size):,}" if size >= 10000 else f"{size:.10g}"


def pieces(x, y, floor):
    if len(x) < 2:
        return {"pieces": 0, "pieces_words": None, "wild": 0}
    kept = ~are_wild(x, y, floor) if len(x) >= 9 else np.full(len(x), True)
    x, y = x[kept], y[kept]
    breaks = places_of_breaks(x, y, floor)
    ends, words = [-np.inf, *breaks, np.inf], []
    for a, b in zip(ends, ends[1:]):
        of = (x >= a) & (x <= b)
        words.append(f"n^{power_law(x[of], y[of])[0]:.2f}" +
                     (f" to {size_words(np.exp(b))}" if b < np.inf else " beyond" if breaks else ""))
    return {"pieces": len(words), "pieces_words": ", ".join(words), "wild": int((~kept).sum())}


def curve(data, library, sizes, rows):
    of = {row["size"]: row for row in rows if row["library"] == library and row["status"] == "ok"}
    right = [size for size in sizes if size in of]
    x, y = np.log(right), np.log([of[size]["mean"] for size in right])
    errors = np.array([own_units(data["cells"][library, size])[0][1] for size in right])
    errors = errors[np.isfinite(errors)]
    floor = max(0.005, np.sqrt((errors ** 2).mean()) if len(errors) else 0)
    return {"library": library, "variant": None, "points": len(x), "left_out": len(sizes) - len(x)
            } | pieces(x, y, floor)


def growth(data, rows):
    """Of each number of threads there is a curve."""
    if "axis" not in data:
        return [curve(data, library, data["sizes"], rows) for library in data["libraries"]]
    of = {}
    for row in rows:
        of.setdefault(row["threads"], []).append(row)
    return [curve(data | {"cells": {(library, data["size"]): data["cells"][library, point]}},
                  library, [data["size"]], of[point]) | {"variant": f"{data['axis']} {point}"}
            for point in data["sizes"] for library in data["libraries"]]


# --- history --------------------------------------------------------------------------------------

def changed_cells(cells):
    """The changes of each cell's VALUES, by the level that Benjamini and Hochberg leave."""
    tested = sorted(change_alarm.changes(values, -1)[0] for values in cells if len(values) >= 9)
    lines = [(1 - LEVEL) * (i + 1) / len(tested) for i in range(len(tested))]
    reached = max([line for p, line in zip(tested, lines) if p <= line], default=-1)
    return [change_alarm.changes(values, reached)[1] for values in cells]


def value_of(data, key, reference):
    """ln of a cell's mean in a run, or of its ratio to the reference."""
    if not reference:
        return np.log(data["cells"][key].mean())
    logs = np.log(data["cells"][key]) - np.log(data["cells"][reference, key[1]])
    return np.mean([trimmed(row, 0.4)[0] for row in logs])


def history(runs, reference=None):
    """Cells are (library, size) of runs, a list of data with NAME and maybe STARTED and STEPS."""
    rows = []
    keys = [key for key in dict.fromkeys(key for data in runs for key in data["cells"])
            if key[0] != reference]
    measured = [[data for data in runs if key in data["cells"]] for key in keys]
    values = [np.array([value_of(data, key, reference) for data in of])
              for key, of in zip(keys, measured)]
    for (library, size), of, x, changes in zip(keys, measured, values, changed_cells(values)):
        places = [0, *(change["first"] for change in changes), len(x)]
        assert reference or places[1:-1] == runs[0].get("steps", {}).get(library, [])
        state = ("one_run" if len(of) == 1 else "too_few_runs" if len(of) < 9
                 else "changed" if changes else "steady")
        for i, (a, b) in enumerate(zip(places, places[1:])):
            change = changes[i - 1] if i else None
            level = np.exp(trimmed(x[a:b], 0.2)[0])
            row = {"library": library, "point": f"size {size}", "state": state, "runs": len(of),
                   "levels": len(places) - 1, "level": i + 1, "level_runs": b - a,
                   "seconds": np.nan if reference else level,
                   "relative": level if reference else np.nan, "reference": reference,
                   "p": change["p"] if i else np.nan, "host": None,
                   "verdict": ("faster" if change["ratio"] < 1 else "slower") if i else None,
                   "since": of[a].get("started"), "run": of[a]["name"],
                   "until": of[b - 1].get("started"), "last_run": of[b - 1]["name"],
                   "run_before": of[a - 1]["name"] if i else None}
            row |= {name: of[change[key]]["name"] if i else None for name, key in
                    (("changed_after", "earliest"), ("changed_by", "latest"), ("shown", "shown"))}
            row |= dict.fromkeys("version version_before differences".split())
            rows.append(row | {name: change[key] if i else np.nan for name, key in
                               (("ratio", "ratio"), ("ratio_low", "low"), ("ratio_high", "high"))})
    return rows


# --- the inputs -------------------------------------------------------------------------------------

def made(seed, libraries, sizes, rounds, samples, noise=0.02, layout=0.01, tick=0):
    """Times of library i rise by its factor; libraries share the layout of a round."""
    rng = np.random.default_rng(seed)
    cells = {}
    for size in sizes:
        common = 1 + layout * rng.standard_normal((rounds, 1)) + 0.005 * rng.standard_normal(
            (rounds, samples))
        for library, factor in libraries.items():
            own = 1 + noise * rng.standard_normal((rounds, samples))
            x = 1e-6 * (size or 100) * factor * common * own
            x = np.round(x / tick) * tick if tick else x
            cells[library, size] = np.array([[float(f"{v:.9e}") for v in row] for row in x])
    return {"libraries": [l for l in libraries if l != "again"], "sizes": list(sizes),
            "cells": cells, "paired": True}


def write_csv(name, data, with_rounds=True):
    control, wrong = data.get("control"), data.get("wrong", set())
    with open(os.path.join(HERE, name), "w") as out:
        columns = ["library"] + ["control_of"] * bool(control) + ["size"]
        columns += ["round", "seed"] * with_rounds + ["status"] * bool(wrong) + ["seconds"]
        out.write(",".join(columns) + "\n")
        for (library, size), cell in data["cells"].items():
            for r, row in enumerate(cell):
                for k, x in enumerate(row):
                    line = [library] + [data["libraries"][0] if library == control else ""] * bool(
                        control) + [str(size)]
                    line += [str(r), str(k)] * with_rounds
                    line += ["wrong" if (library, size) in wrong else "ok"] * bool(wrong)
                    out.write(",".join(line + [repr(float(x)) if np.isfinite(x) else "nan"]) + "\n")


def paired_with_control():
    data = made(1, {"plain": 1, "fast": 0.8, "alike": 1.001, "again": 1}, [16, 256, 4096], 6, 8)
    return data | {"control": "again"}


def single_round():
    return made(2, {"plain": 1, "slow": 1.4, "alike": 1.005}, [10, 1000], 1, 20)


def unpaired_samples():
    data = made(3, {"plain": 1, "fast": 0.7}, [10, 100], 1, 15)
    return data | {"paired": False}


def quantised():
    return made(4, {"plain": 1, "slow": 1.05}, [100], 5, 12, 0.01, 0.002, 1e-6)


def two_modes():
    data = made(5, {"plain": 1, "switching": 1}, [64, 512], 5, 20)
    rng = np.random.default_rng(55)
    for size in data["sizes"]:
        data["cells"]["switching", size][rng.random((5, 20)) < 0.5] *= 1.5
    return data


def late_tail():
    data = made(6, {"plain": 1, "late": 1}, [64, 512], 5, 16)
    for size in data["sizes"]:
        data["cells"]["late", size][:, ::4] *= 2
    return data


def with_gaps():
    data = made(7, {"plain": 1, "fast": 0.75, "wrong": 1.2, "partial": 1.1}, [8, 80, 800], 6, 5)
    cells = data["cells"]
    cells["fast", 8][2] = np.nan
    cells["fast", 80][1, 3] = np.nan
    cells["plain", 80][4, :2] = np.nan
    cells["partial", 800][:] = np.nan
    cells["plain", 800][0, 0] = np.nan
    return data | {"wrong": {("wrong", 80)}}


def by_size(data, factors):
    """Times of libraries, multiplied by what they take beside the size."""
    cells = {(l, n): np.vectorize(lambda x: float(f"{x:.9e}"))(cell * factors[l](n))
             for (l, n), cell in data["cells"].items()}
    return data | {"cells": cells}


def sweep():
    """With crossovers: of a fixed cost, of a cache that ends, and of what is the same but once."""
    factors = {"plain": lambda n: 1, "fixed": lambda n: 0.7 + 40 / n, "alike": lambda n: 1.6 if n == 256 else 1.001,
               "bent": lambda n: 0.9 * max(1, n / 700) ** 0.4}
    sizes = [2 ** k for k in range(3, 15)]
    data = made(14, dict.fromkeys(factors, 1), sizes, 4, 2, 0.01, 0.01)
    return by_size(data, factors)


def disputed():
    """Typically the fastest, or as good, with a tail: beside the reference, and beside others."""
    libraries = {"plain": 1.1, "tail": 0.98, "even": 1.0, "slow": 1.3}
    data = made(15, libraries, [20, 300], 5, 8, 0.01)
    for library, size in ("tail", 20), ("plain", 300), ("even", 20):
        data["cells"][library, size][:, 3::4] *= 2 if library != "even" else 1
    data["cells"]["even", 300][:, ::4] *= 1.9
    return data


def ticks():
    """The clock's are much wider than scatter."""
    return made(17, {"plain": 1.3, "near": 1.01, "far": 1}, [20], 4, 6, 0.02, 0, 1e-6)


def long_history():
    """Runs one after the other: with a step, with two, without any, and of which there are few."""
    rng, runs = np.random.default_rng(20), []
    for i in range(22):
        factors = {"stepped": 1.2 if i >= 10 else 1, "twice": 0.8 ** ((i >= 8) + (i >= 15)),
                   "steady": 1} | ({"few": 1} if i > 17 else {}) | ({"once": 1} if i == 4 else {})
        mood = {library: factor * (1 + 0.01 * rng.standard_normal())
                for library, factor in factors.items()}
        runs.append(made(100 + i, mood, [64], 2, 1, 0.01) | {
            "name": f"run {i + 1}", "steps": {"stepped": [10], "twice": [8, 15]}})
    return runs


def write_history(name, runs):
    with open(os.path.join(HERE, name), "w") as out:
        out.write("run,library,size,round,seed,seconds\n")
        for data in runs:
            for (library, size), cell in data["cells"].items():
                for (r, k), x in np.ndenumerate(cell):
                    out.write(f"{data['name']},{library},{size},{r},{k},{float(x)!r}\n")


def later_paired():
    """Without a library and a size, with others in their place."""
    data = made(21, {"plain": 1.04, "fast": 0.8, "new": 1, "again": 1.04}, [16, 256, 512], 5, 4)
    data["cells"]["fast", 256][:, ::4] *= 1.5
    return data | {"control": "again"}


def later_single_round():
    return made(22, {"plain": 1.5, "slow": 1.4, "alike": 1.005}, [10, 1000], 1, 8)


def later_quantised():
    return made(24, {"plain": 1.02, "slow": 1.05}, [100], 4, 6, 0.004, 0.002, 1e-6)


def later_gaps():
    data = made(27, {"plain": 1, "fast": 0.75, "wrong": 1.2, "partial": 1.1}, [8, 80, 800], 4, 5)
    data["cells"]["fast", 8][3] = np.nan
    data["cells"]["partial", 80][:] = np.nan
    return data | {"wrong": {("plain", 800), ("wrong", 80)}}


def later_commands():
    data = made(29, {"sort a": 1.1, "sort b": 0.9, "sort c": 1.03}, [1], 9, 1, 0.03, 0)
    return data | {"paired": False}


def two_rounds():
    return made(8, {"plain": 1, "fast": 0.5}, [32], 2, 3)


def statuses(data):
    """What the commands exited with."""
    shape = next(iter(data["cells"].values())).shape
    return {library: {"exit_status": np.zeros((1, *shape))} for library, _ in data["cells"]}


def commands():
    """As hyperfine has them: each time is of a process of its own."""
    data = made(9, {"sort a": 1, "sort b": 0.9, "sort c": 1.001}, [1], 14, 1, 0.03, 0)
    return data | {"paired": False, "details": statuses(data)}


def write_hyperfine(name, data):
    results = [{"command": library, "times": [float(x) for x in cell[:, 0]],
                "exit_codes": [0] * len(cell)} for (library, _), cell in data["cells"].items()]
    with open(os.path.join(HERE, name), "w") as out:
        json.dump({"results": results}, out, indent=1)
        out.write("\n")


def forks():
    """As JMH has them: each fork is a process."""
    data = made(10, {"java (impl=plain)": 1, "java (impl=other)": 1.2}, [50, 500], 4, 6)
    return data | {"paired": False}


def later_forks():
    data = made(30, {"java (impl=plain)": 1.02, "java (impl=other)": 1.27}, [50, 500], 3, 6)
    return data | {"paired": False}


def write_jmh(name, data):
    results = [{"jmhVersion": "1.37", "benchmark": "b.Axpy.run", "mode": "avgt", "threads": 1,
                "forks": len(cell), "params": {"impl": library.split("=")[1][:-1], "size": str(size)},
                "primaryMetric": {"score": cell.mean(), "scoreUnit": "s/op",
                                  "rawData": [[float(x) for x in row] for row in cell]}}
               for (library, size), cell in data["cells"].items()]
    with open(os.path.join(HERE, name), "w") as out:
        json.dump(results, out, indent=1)
        out.write("\n")


def interpreted(factor=1, seed=12):
    """As pyperf has them: each run is a process."""
    return made(seed, {"python": factor}, [20, 200], 6, 3) | {"paired": False}


def later_interpreted():
    return interpreted(1.06, 32)


def write_pyperf(name, data):
    benchmarks = [{"metadata": {"name": f"sum/{size}", "loops": 64, "unit": "second"},
                   "runs": [{"values": [float(x) for x in row], "warmups": [[64, 2 * row[0]]]}
                            for row in cell]} for (_, size), cell in data["cells"].items()]
    with open(os.path.join(HERE, name), "w") as out:
        json.dump({"version": "1.0", "benchmarks": benchmarks}, out, indent=1)
        out.write("\n")


def with_threads():
    """Points that differ in a parameter."""
    data = made(13, {"plain": 1, "fast": 0.8}, [1, 2, 8], 5, 4)
    cells = {key: cell / key[1] ** 1.7 for key, cell in data["cells"].items()}
    cells = {key: np.vectorize(lambda x: float(f"{x:.9e}"))(cell) for key, cell in cells.items()}
    return data | {"cells": cells, "axis": "threads", "size": 700}


def write_threads(name, data):
    with open(os.path.join(HERE, name), "w") as out:
        out.write("library,size,threads,round,seed,seconds\n")
        for key, cell in data["cells"].items():
            for (r, k), x in np.ndenumerate(cell):
                out.write(f"{key[0]},{data['size']},{key[1]},{r},{k},{float(x)!r}\n")


def run_of(seed, factor, slower=1):
    libraries, sizes = {"plain": factor, "fast": 0.8 * factor * slower}, [100, 3000, 200000]
    return made(seed, libraries, sizes, 4, 5) | {
        "flops": {n: 2 * n for n in sizes}, "bytes": {n: 24 * n for n in sizes}, "cache": 2 ** 20}


def runs():
    """Runs differ by more than their rounds say."""
    return [run_of(41, 1), run_of(42, 1.02), run_of(43, 0.985)]


def with_details():
    """What actions report, the CPUs they used, and how wrong an answer was."""
    sizes = [30, 700]
    data = made(45, {"plain": 1, "fast": 0.7}, sizes, 3, 4)
    rng, details = np.random.default_rng(46), {}
    for library in data["libraries"]:
        seconds = np.array([data["cells"][library, size] for size in sizes])

        def times(factor, spread=0.1):
            return seconds * factor * (1 + spread * rng.random(seconds.shape))
        details[library] = {
            "status": np.array([0, 0 if library == "plain" else 2]),
            "batch_mean": times(1.05), "cpu_seconds": times(1.7), "whole_seconds": times(1.3),
            "max_error": rng.random(2) * 1e-9, "mean_error": rng.random(2) * 1e-10,
            "total_error": rng.random(2) * 1e-8, "relative_error": rng.random(2) * 1e-9,
            "residual": 40 * rng.random(2), "tolerance": rng.random(2) * 1e-8,
            "iterations": rng.integers(5, 90, seconds.shape).astype(float)}
        details[library]["whole_seconds"][1, 0, 2] = np.nan
        details[library]["cpu_seconds"][0, 1, 1] = np.nan
        details[library]["batch_mean"][0, 2, 3] = np.nan
        details[library]["iterations"][0, 0] = np.nan
    details["fast"]["operations"] = 1e6 * rng.random(seconds.shape)
    details["fast"]["operations"][1, 2, 1] = np.nan
    for used in details.values():
        for name in (name for name, _ in USED.values() if name != "output_bytes"):
            is_time = name.endswith("seconds")
            used[name] = (seconds * rng.random(seconds.shape) if is_time else
                          rng.integers(0, 5000, seconds.shape).astype(float))
            used[name][0, 1, 3] = np.nan
    return [data | {"details": details, "threads": 3, "wrong": {("fast", 700)}}]


def with_usage(seed=47, lean=550):
    """Commands: what the kernel counted of each run. The second takes so many pages."""
    sizes = [20, 500, 9000]
    data = made(seed, {"plain": 1, "lean": 0.9}, sizes, 4, 5)
    rng, details, shape = np.random.default_rng(seed + 1), {}, (3, 4, 5)

    def whole(low, high):
        return rng.integers(low, high, shape).astype(float)
    for library, pages in ("plain", 600), ("lean", lean):
        grown = np.array([1, 3, 40])[:, None, None]
        user, system = (rng.integers(low, 40 * low, shape) * 1e-6 for low in (900, 300))
        details[library] = {
            "status": np.array([0, 0, 0]), "user_seconds": user, "system_seconds": system,
            "cpu_seconds": user + system, "max_memory": 4096 * (pages * grown + whole(0, 4)),
            "minor_faults": 100 * grown + whole(0, 60), "major_faults": whole(0, 3),
            "voluntary_switches": whole(1, 4), "involuntary_switches": whole(0, 9),
            "exit_status": np.zeros(shape), "output_bytes": pages * grown + np.zeros(shape)}
        details[library]["max_memory"][0] = 4096 * pages
        details[library]["major_faults"][1] += 1
        details[library]["major_faults"][2] = 0
        details[library]["output_bytes"][2] += np.arange(20).reshape(4, 5)
        details[library]["user_seconds"][2, 1, 3] = np.nan
    return [data | {"details": details, "threads": 1}]


def later_usage():
    return with_usage(53, 580)


def later_runs():
    return [run_of(51, 1.01, 1.1), run_of(52, 0.99, 1.1)]


def write_archive(name, data):
    """By docs/archive-format.md."""
    with Archive(os.path.join(HERE, name)) as archive:
        for run in data:
            archive.add(run)


ORDERED = h5py.h5p.CRT_ORDER_TRACKED | h5py.h5p.CRT_ORDER_INDEXED


class Archive:
    def __init__(self, path):
        self.path = path

    def __enter__(self):
        plan, access = (h5py.h5p.create(of) for of in (h5py.h5p.FILE_CREATE,
                                                       h5py.h5p.FILE_ACCESS))
        plan.set_userblock(512)
        plan.set_obj_track_times(False)
        plan.set_link_creation_order(ORDERED)
        access.set_libver_bounds(h5py.h5f.LIBVER_V18, h5py.h5f.LIBVER_V18)
        self.file = h5py.File(h5py.h5f.create(self.path.encode(), h5py.h5f.ACC_TRUNC, plan, access))
        for key, value in {"format_name": "benchmat", "format_version": "1.3",
                           "creator": "make.py", "uuid": self.uuid(0)}.items():
            self.text(self.file, key, value)
        self.runs = 0
        return self

    def __exit__(self, *_):
        self.file.close()
        with open(self.path, "r+b") as out:
            out.write(b"MATLAB 7.3 MAT-file".ljust(116) + bytes(8) + b"\x00\x02IM" + bytes(384))

    def uuid(self, number):
        name = f"{os.path.relpath(self.path, HERE)} {number}"
        digits = hashlib.sha256(name.encode()).hexdigest()
        return str(uuid.UUID(digits[:32], version=4))

    @staticmethod
    def started(number):
        return f"2026-01-{number:02}T12:00:00+00:00"

    @staticmethod
    def text(node, key, value):
        kind = h5py.h5t.C_S1.copy()
        kind.set_size(len(value.encode()))
        kind.set_strpad(h5py.h5t.STR_NULLTERM)
        kind.set_cset(h5py.h5t.CSET_UTF8)
        h5py.h5a.create(node.id, key.encode(), kind, h5py.h5s.create(h5py.h5s.SCALAR)).write(
            np.array(value.encode(), dtype=f"S{len(value.encode())}"), kind)

    def array(self, group, name, values, attributes, kind="<f8"):
        node = group.create_dataset(name, data=np.asarray(values, dtype=kind), shuffle=True,
                                    chunks=np.shape(values), compression="gzip", fletcher32=True)
        self.text(node, "MATLAB_class", "int64" if kind == "<i8" else "double")
        for key, value in attributes.items():
            self.text(node, key, value)
        return node

    def group(self, parent, name):
        plan = h5py.h5p.create(h5py.h5p.GROUP_CREATE)
        plan.set_obj_track_times(False)
        for set_order in plan.set_link_creation_order, plan.set_attr_creation_order:
            set_order(ORDERED)
        node = h5py.Group(h5py.h5g.create(parent.id, name.encode(), gcpl=plan))
        self.text(node, "MATLAB_class", "struct")
        return node

    def add(self, data):
        self.runs += 1
        sizes, (rounds, seeds) = data["sizes"], np.shape(next(iter(data["cells"].values())))
        run = self.group(self.file, f"run_{self.runs:06}")
        self.text(run, "uuid", self.uuid(self.runs))
        self.text(run, "started", self.started(self.runs))
        self.text(run, "state", "complete")
        if "cache" in data:
            run.attrs.create("l3_cache", data["cache"], dtype="<i8")
        action = self.group(run, "axpy")
        for key, value in {"action": "axpy", "schedule": "interleaved",
                           "reference": data["libraries"][0]}.items():
            self.text(action, key, value)
        if "threads" in data:
            action.attrs.create("threads", data["threads"], dtype="<i8")
        self.array(action, "sizes", sizes, {"units": "1"}, "<i8").make_scale("sizes")
        for name, values in {"seeds": [seeds] * len(sizes), "round": range(1, rounds + 1),
                             "seed": range(1, seeds + 1)}.items():
            self.array(action, name, list(values), {"units": "1"}, "<i8")
        for name, unit in (("flops", "1"), ("bytes", "byte")) if "flops" in data else ():
            self.array(action, name, [data[name][n] for n in sizes], {"units": unit, "term": name})
        details = self.group(action, "details")
        for library in data["libraries"]:
            cells = [data["cells"][library, n] for n in sizes]
            self.array(action, library, cells, {"library": library, "units": "s"})
            known = data.get("details", {}).get(library, {"status": [0] * len(sizes)})
            group = self.group(details, library)
            for name, values in known.items():
                is_time = name in ("batch_mean", "cpu_seconds", "whole_seconds", "user_seconds",
                                   "system_seconds")
                unit = "s" if is_time else "byte" if name in BYTES else "1"
                self.array(group, name, values, {"units": unit},
                           "<i8" if name == "status" else "<f8")


def many_samples():
    return made(11, {"plain": 1, "other": 1.02}, [100], 5, 45)


OTHERS = {"hyperfine.json": (commands, write_hyperfine), "jmh.json": (forks, write_jmh),
          "pyperf.json": (interpreted, write_pyperf), "threads.csv": (with_threads, write_threads),
          "runs.h5": (runs, write_archive), "history.csv": (long_history, write_history),
          "details.h5": (with_details, write_archive), "usage.h5": (with_usage, write_archive)}
CSV = {"many.csv": many_samples, "paired.csv": paired_with_control, "single_round.csv": single_round,
       "unpaired.csv": unpaired_samples, "quantised.csv": quantised, "two_modes.csv": two_modes,
       "late.csv": late_tail, "gaps.csv": with_gaps, "two_rounds.csv": two_rounds,
       "sweep.csv": sweep, "disputed.csv": disputed, "ticks.csv": ticks}

LATER = {"paired.csv": later_paired, "single_round.csv": later_single_round, "gaps.csv": later_gaps,
         "quantised.csv": later_quantised, "hyperfine.json": later_commands, "jmh.json": later_forks,
         "pyperf.json": later_interpreted, "runs.h5": later_runs}


def plain(value):
    """With 14 digits, which is a thousand times closer than what is compared."""
    if isinstance(value, (float, np.floating)):
        return float(f"{value:.14g}") if np.isfinite(value) else None
    return int(value) if isinstance(value, np.integer) else value


def plain_rows(rows):
    rows = [{key: plain(value) for key, value in row.items()} for row in rows]
    assert all(set(row) == set(rows[0]) for row in rows)
    return rows


def tables_of(node, path=()):
    for key, value in node.items():
        if isinstance(value, list):
            yield (*path, key), value
        else:
            yield from tables_of(value, (*path, key))


def like(rows, others):
    """Where among the tables before there is the one that shares most columns, and what is left."""
    best, left = None, list(rows[0]) if rows else []
    for path, other in others:
        if rows and len(other) == len(rows) and set(other[0]) == set(rows[0]):
            new = [key for key in rows[0] if any(a[key] != b[key] for a, b in zip(rows, other))]
            if len(new) < len(left):
                best, left = list(path), new
    return best, [{key: row[key] for key in left} for row in rows]


def folded(node, others):
    """Each table but for what an earlier one of the file has."""
    found = {}
    for key, value in node.items():
        if not isinstance(value, list):
            found[key] = folded(value, others)
            continue
        path = next(path for path, rows in others if rows is value)
        before = others[:[path for path, _ in others].index(path)]
        where, left = like(value, before)
        found[key] = ({"like": where} if where else {}) | table_of(left)
    return found


def table_of(rows):
    """What all rows share, the other keys, and a line of values for each row."""
    if not rows:
        return {"same": {}, "keys": [], "rows": []}
    same = {key: value for key, value in rows[0].items()
            if len(rows) > 1 and all(row[key] == value for row in rows)}
    keys = [key for key in rows[0] if key not in same]
    return {"same": same, "keys": keys, "rows": [[row[key] for key in keys] for row in rows]}


def without_spaces(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def write_node(out, node, indent=""):
    """Each row of a table on a line of its own."""
    if "keys" not in node:
        begin = "{"
        for key, value in node.items():
            out.write(f"{begin}\n{indent} {json.dumps(key)}: ")
            write_node(out, value, indent + " ")
            begin = ","
        out.write("}")
        return
    start = f'"like": {without_spaces(node["like"])},\n{indent} ' if "like" in node else ""
    out.write(f'{{{start}"same": {without_spaces(node["same"])},\n{indent} "keys": '
              f'{without_spaces(node["keys"])},\n{indent} "rows": [\n')
    out.write(",\n".join(without_spaces(row) for row in node["rows"]) + "]}")


def write_file(name, data):
    kind = os.path.basename(name)
    if kind in OTHERS:
        OTHERS[kind][1](name, data)
    else:
        write_csv(name, data, kind != "unpaired.csv")


def main():
    expected = {}
    for name, make in (CSV | {name: make for name, (make, _) in OTHERS.items()}).items():
        data = make()
        write_file(name, data)
        last = data[-1] if isinstance(data, list) else data
        with np.errstate(invalid="ignore"):
            rows, summaries = table(last)
            points, crossings = fastest(last, rows)
            curves = growth(last, rows)
        expected[name] = {"rows": plain_rows(rows), "summaries": plain_rows(summaries),
                          "fastest": plain_rows(points), "crossovers": plain_rows(crossings),
                          "complexity": plain_rows(curves)}
        if name in ("paired.csv", "many.csv", "two_modes.csv"):
            expected[name]["tests"] = {test: plain_rows(by_test(test, data)) for test in TESTS}
            expected[name]["bootstrap"] = plain_rows(by_bootstrap(data))
        if name in ("paired.csv", "single_round.csv", "runs.h5"):
            expected[name]["asked"] = asked(last)
        if name == "usage.h5":
            later = later_usage()
            write_file(os.path.join("later", name), later)
            with np.errstate(invalid="ignore"):
                expected[name]["asked"] = measured_otherwise(last)
            expected[name]["comparisons"] = compared_otherwise(last, later[-1])
        if name in LATER:
            later = LATER[name]()
            write_file(os.path.join("later", name), later)
            expected[name]["comparisons"] = comparisons(data, later)
        if isinstance(data, list) and name in LATER:
            expected[name]["comparisons"] = {
                "--run all " + option: rows for option, rows in comparisons(data, later).items()
            } | comparisons(last, later[-1])
            expected[name]["against"] = {
                "--against 1 " + option: rows for option, rows in comparisons(data[0], last).items()
            } | {"--run 2..3 --against 1 " + option: rows
                 for option, rows in comparisons(data[0], data[1:]).items()}
    runs_of_archive = [data | {"name": f"run_{i + 1:06}", "started": Archive.started(i + 1)}
                       for i, data in enumerate(runs())]
    expected["runs.h5"]["history"] = plain_rows(history(runs_of_archive))
    expected["history.csv"]["history"] = plain_rows(history(long_history()))
    expected["history.csv"]["relative_history"] = plain_rows(history(long_history(), "stepped"))
    expected = {name: folded(of, list(tables_of(of))) for name, of in expected.items()}
    with open(os.path.join(HERE, "expected.json"), "w") as out:
        write_node(out, expected)
        out.write("\n")


if __name__ == "__main__":
    main()
