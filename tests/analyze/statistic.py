# SPDX-License-Identifier: GPL-3.0-or-later
# statistic.py ARCHIVE ACTION REFERENCE OURS STATISTIC: recomputes from an archive's samples what
# bench-analyze --statistic STATISTIC --equal 3% --format json says in the file OURS. The ratios of
# quantiles exactly; their errors by a hierarchical bootstrap of its own, with other draws, and the
# error model of error_model.py, within what the draws leave open. All of means, to 1e-9. Fails on
# the first number that differs; says how many rows it has seen.
import json
import sys

import error_model
import h5py
import numpy as np

DRAWS = 4000
# The variance is off by 2 / sqrt(draws) on either side, its square root by half of that.
OPEN = 4 * np.hypot(1 / np.sqrt(2000), 1 / np.sqrt(DRAWS))


def round_means_of_means(library, reference):
    """[points][rounds] D of means, over pairs."""
    with np.errstate(all="ignore"):
        known = np.isfinite(library - reference)
        a = np.where(known, library, 0).sum(2) / known.sum(2)
        b = np.where(known, reference, 0).sum(2) / known.sum(2)
        return np.log(a / b)


def bootstrap(samples, p, draw):
    """ln of the quantile, and what each round says: from [rounds][seeds]."""
    rounds = [r[np.isfinite(r)] for r in samples]
    counts, logs = np.zeros((DRAWS, len(rounds))), np.empty(DRAWS)
    for i in range(DRAWS):
        which = draw.integers(len(rounds), size=len(rounds))
        pool = np.concatenate([rounds[r] for r in which])
        logs[i] = np.log(np.quantile(draw.choice(pool, len(pool)), p))
        np.add.at(counts[i], which, 1)
    q = np.log(np.quantile(np.concatenate(rounds), p))
    covariances = (counts - counts.mean(0)).T @ (logs - logs.mean()) / DRAWS
    return q, q + len(rounds) * covariances


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
