# SPDX-License-Identifier: GPL-3.0-or-later
# team.py make: team.mat, trials of up to 3 threads as SciPy writes them.
# team.py check: what NumPy finds in team.h5 (imported from it), in show.json, export.json,
# export.csv and back.mat (exported from it) are the numbers that were made.
import csv
import json
import sys

import h5py
import numpy as np
import scipy.io

POINTS, ROUNDS, SEEDS, THREADS = 3, 2, 2, 3
rng = np.random.default_rng(1)
SAMPLES = {d: rng.random((POINTS, ROUNDS, SEEDS)) for d in ("seconds", "whole_seconds")}
SAMPLES["level"] = np.floor(1000 * rng.random((POINTS, ROUNDS, SEEDS)))
OF_THREADS = {d: rng.random((POINTS, ROUNDS, SEEDS, THREADS)) for d in
              ("thread_begin", "thread_end", "thread_operations", "thread_cpu_seconds",
               "thread_counter_1", "thread_counter_8")}
for x in OF_THREADS.values():
    for p in range(POINTS):
        x[p, :, :, p + 1:] = np.nan


def column(*values):
    return np.array([values], dtype=float).T


def make():
    mutex = {d: x.T for d, x in {**SAMPLES, **OF_THREADS}.items() if d != "seconds"}
    mutex["status"] = np.zeros((POINTS, 1), dtype=np.int64)
    about = {"name": "set", "run_name": "run_000001", "run": {"host": "here"}, "team": 3.0,
             "facts": {"trial_seconds": "0.5", "team_cpus": np.int64(2), "schedule": "interleaved",
                       "counters": "inserted\nfailed"},
             "parameters": {"threads": "threads"}, "libraries": {"mutex": {"name": "mutex"}}}
    scipy.io.savemat("team.mat", {
        "sizes": column(10, 10, 10), "seeds": column(2, 2, 2), "threads": column(1, 2, 3),
        "mutex": SAMPLES["seconds"].T, "details": {"mutex": mutex},
        "benchmat": {"version": 1.0, "holds": "samples", "actions": {"set": about}}})


def same(what, found, right):
    found = np.array(found, dtype=float)
    assert found.shape == right.shape and np.array_equal(found, right, equal_nan=True), what


def check():
    of_file = h5py.File("team.h5")["run_000001/set"]
    assert list(of_file["thread"][:]) == [1, 2, 3]
    shown = json.load(open("show.json"))[0]["actions"][0]
    exported = json.load(open("export.json"))["runs"][0]["measurements"][0]
    assert shown["team"] == exported["team"] == 3
    back = scipy.io.loadmat("back.mat", simplify_cells=True)
    assert back["benchmat"]["actions"]["set"]["team"] == 3
    same("file", of_file["mutex"][:], SAMPLES["seconds"])
    same("back", back["mutex"].T, SAMPLES["seconds"])
    same("json", exported["libraries"][0]["seconds"], SAMPLES["seconds"])
    for d, right in {**SAMPLES, **OF_THREADS}.items():
        if d == "seconds":
            continue
        same(d, of_file["details/mutex"][d][:], right)
        same(d, shown["libraries"][0][d], right)
        same(d, exported["libraries"][0]["details"][d], right)
        same(d, back["details"]["mutex"][d].T, right)
    rows = list(csv.DictReader(open("export.csv")))
    assert len(rows) == POINTS * ROUNDS * SEEDS
    for row in rows:
        at = int(row["threads"]) - 1, int(row["round"]), int(row["seed"])
        for d, right in SAMPLES.items():
            assert float(row[d]) == right[at], (d, row)
        assert not any(name.startswith("thread_") for name in row)


{"make": make, "check": check}[sys.argv[1]]()
