# SPDX-License-Identifier: GPL-3.0-or-later
# modes.py ARCHIVE TABLE: whether the rows of TABLE, bench-analyze's JSON with +p50,p90,p99,p99.9, are
# what NumPy and SciPy compute from the samples of the first run in ARCHIVE: quantiles of all samples,
# calls per second as 1 over the mean and the ends of its interval, and ratios of unpaired samples where
# the calls of a batch are the samples.
import json
import sys

import h5py
import numpy as np
from scipy import stats

run = h5py.File(sys.argv[1], "r")["run_000001"]
rows = json.load(open(sys.argv[2]))
rows = rows["rows"] if isinstance(rows, dict) else rows


def samples_of(row, library):
    action = run[row["action"]]
    point = list(action["sizes"]).index(row["size"])
    return action[library][point, :, :action["seeds"][point]]


def agree(a, b, tolerance=1e-9):
    assert a is not None and abs(a - b) <= tolerance * abs(b), (a, b)


def locations(samples):
    """The 40 % trimmed mean of ln t of each round."""
    return np.array([stats.trim_mean(np.log(r), 0.4) for r in samples])


def welch_half_width(a, b):
    """Of the 95 % interval of the difference of two means (Welch 1947)."""
    u, v = a.var(ddof=1) / a.size, b.var(ddof=1) / b.size
    if u + v == 0:  # all rounds are the same tick of the clock
        return 0
    freedom = (u + v) ** 2 / (u**2 / (a.size - 1) + v**2 / (b.size - 1))
    return stats.t.ppf(0.975, freedom) * np.sqrt(u + v)


checked = unpaired = 0
for row in rows:
    x = samples_of(row, row["library"])
    assert np.isfinite(x).all() and row["n"] == x.size
    for percent in 50, 90, 99, 99.9:
        found = row[f"p{percent:g}"]
        if x.size * min(percent, 100 - percent) / 100 >= 1 - 1e-9:
            agree(found, np.quantile(x, percent / 100))
        else:
            assert found is None, (percent, x.size, found)
    means = x.mean(axis=1)
    half = stats.t.ppf(0.975, len(means) - 1) * means.std(ddof=1) / np.sqrt(len(means))
    agree(row["throughput"], 1 / x.mean())
    # The resolution of the clock may widen intervals, never narrow them.
    assert row["mean_high"] >= (x.mean() + half) * (1 - 1e-9)
    agree(row["throughput_low"], 1 / row["mean_high"])
    if row["mean_low"] > 0:
        agree(row["throughput_high"], 1 / row["mean_low"])
    if row["pairing"] == "unpaired" and row["library"] != row["reference"]:
        a, b = locations(x), locations(samples_of(row, row["reference"]))
        agree(row["ratio"], np.exp(a.mean() - b.mean()), 1e-6)
        half = welch_half_width(a, b)
        found = np.log(row["ratio_high"] / row["ratio_low"]) / 2
        assert half * (1 - 1e-6) <= found <= half * 1.1 + 1e-3, (half, found)
        unpaired += 1
    checked += 1
assert checked
print(checked, unpaired)
