# SPDX-License-Identifier: GPL-3.0-or-later
# statistic.py ARCHIVE ACTION REFERENCE OURS STATISTIC: recomputes from an archive's samples what
# bench-analyze --statistic STATISTIC --equal 3% --format json says in the file OURS. The ratios of
# quantiles exactly; their errors by a hierarchical bootstrap of its own, with other draws, and the
# error model of error_model.py, within what the draws leave open. All of means, to 1e-9. Fails on
# the first number that differs; says how many rows it has seen.
import itertools
import json
import math
import sys

import error_model
import h5py
import numpy as np

# Of samples, for each of the ways to choose rounds.
DRAWS = 40
# The variance is off by 2 / sqrt(draws), its square root by half of that: ours here, which leave no
# choice of rounds out, are as good as 4000 at least.
OPEN = 4 * np.hypot(1 / np.sqrt(2000), 1 / np.sqrt(4000))


def round_means_of_means(library, reference):
    """[points][rounds] D of means, over pairs."""
    with np.errstate(all="ignore"):
        known = np.isfinite(library - reference)
        a = np.where(known, library, 0).sum(2) / known.sum(2)
        b = np.where(known, reference, 0).sum(2) / known.sum(2)
        return np.log(a / b)


def bootstrap(samples, p, draw):
    """ln of the quantile, and what each round says: from [rounds][seeds]. Goes through all ways to
    choose as many rounds as there are, so that only the choice of samples is left to chance."""
    rounds = [r[np.isfinite(r)] for r in samples]
    n = len(rounds)
    choices = list(itertools.combinations_with_replacement(range(n), n))
    counts = np.array([np.bincount(c, minlength=n) for c in choices], dtype=float)
    weights = np.array([math.factorial(n) / math.prod(math.factorial(int(k)) for k in c)
                        for c in counts]) / n ** n
    logs = np.empty(len(choices))
    for i, choice in enumerate(choices):
        pool = np.concatenate([rounds[r] for r in choice])
        drawn = draw.choice(pool, (DRAWS, len(pool)))
        logs[i] = np.log(np.quantile(drawn, p, axis=1)).mean()
    q = np.log(np.quantile(np.concatenate(rounds), p))
    covariances = (weights * (logs - weights @ logs)) @ (counts - 1)
    return q, q + n * covariances


def main(archive, action, reference, ours, statistic):
    if statistic == "mean":
        error_model.round_means = round_means_of_means
        return error_model.main(archive, action, reference, ours, 0.03)
    p = 0.5 if statistic == "median" else float(statistic[1:]) / 100
    group = h5py.File(archive, "r")["run_000001/" + action]
    rows = json.load(open(ours))
    seconds = {k: group[k][...] for k in group
               if isinstance(group[k], h5py.Dataset) and group[k].ndim == 3}
    control = [k for k in seconds if "control_of" in group[k].attrs]
    sizes, draw = list(group["sizes"][...]), np.random.default_rng(1)
    quantiles, said = {}, {}
    for k, v in seconds.items():
        at = [bootstrap(point, p, draw) for point in v]
        quantiles[k] = np.array([a[0] for a in at])
        said[k] = np.array([a[1] for a in at])
    model = error_model.Model({k: said[k] - said[reference] for k in said
                               if k not in control and k != reference},
                              said[control[0]] - said[reference] if control else None)
    seen = 0
    for row in rows:
        at, k = sizes.index(row["size"]), row["library"]
        if row["statistic"] != statistic or abs(row["value"] / np.exp(quantiles[k][at]) - 1) > 1e-12:
            sys.exit(f"{statistic} of {k} at {row['size']}: {np.exp(quantiles[k][at])!r}, not {row['value']!r}")
        if k == reference:
            continue
        ratio = np.exp(quantiles[k][at] - quantiles[reference][at])
        if abs(row["ratio"] / ratio - 1) > 1e-10:
            sys.exit(f"ratio of {k} at {row['size']}: {ratio!r}, not {row['ratio']!r}")
        se = model.estimate(k, at)[1]
        if abs(np.log(row["ratio_se"] / se)) > OPEN:
            sys.exit(f"se of {k} at {row['size']}: {se!r}, not {row['ratio_se']!r}")
        seen += 1
    print(f"{seen} rows agree" if seen else sys.exit("there are no rows"))


if __name__ == "__main__":
    main(*sys.argv[1:6])
