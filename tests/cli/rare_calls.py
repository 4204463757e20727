# SPDX-License-Identifier: GPL-3.0-or-later
"""rare_calls.py MODE FILE.h5: an archive as of bench-collect, of times that are made up. In rare, every
100th call takes 45 times as long: 31 ns are typical, 74 ns the mean of all calls. In collected, garbage
is collected now and then: 101 µs and 149.5 µs. Calls of even take 30 ns and 100 µs, all of them;
some of shared waited for a CPU that others had.

A batch has 0.1 s of calls; all rounds are a little different."""
import subprocess
import sys

import h5py
import numpy as np

ROUNDS, SEEDS, SIZES = 5, 4, [10, 1000]
SECONDS = {"even": ([30e-9, 100e-6], [30e-9, 100e-6]), "rare": ([31e-9, 100e-6], [74e-9, 100e-6]),
           "collected": ([31e-9, 101e-6], [31e-9, 149.5e-6]),
           "shared": ([31e-9, 100e-6], [31e-9, 130e-6])}
mode, path, shape = sys.argv[1], sys.argv[2], (len(SIZES), ROUNDS, SEEDS)
point, batch, seed = np.indices(shape)
noise = 1 + 0.001 * np.sin(7 * batch + 3 * seed)


def of_points(values):
    return np.asarray(values)[:, None, None] * noise


with open(path + ".csv", "w") as table:
    print("action,type,library,size,round,seed,status,seconds", file=table)
    for library, (typical, _) in SECONDS.items():
        for (p, r, k), seconds in np.ndenumerate(of_points(typical)):
            print("axpy", "d", library, SIZES[p], r, k, "ok", repr(float(seconds)), sep=",", file=table)
subprocess.run(["bench-store", "import", "-q", path + ".csv", "-o", path], check=True)

with h5py.File(path, "r+") as archive:
    archive["run_000001"].attrs["clock_resolution"] = 1e-9
    action = archive["run_000001/axpy"]
    action.attrs["mode"] = np.bytes_(mode)
    action.attrs["schedule"] = np.bytes_("interleaved")
    del action.attrs["paired_by"]
    for library, (_, means) in SECONDS.items():
        details, means = action["details"][library], of_points(means)
        calls = np.rint(0.1 / means.mean(axis=(1, 2))).astype(int)
        taken = (means - action[library][...]) * calls[:, None, None]
        for name, values in {"batch_mean": means, "cpu_seconds": means, "steal": 0 * means,
                             "run_delay": 0 * means, "calls": calls}.items():
            if library == "shared" and name in ("run_delay", "cpu_seconds"):
                values = taken if name == "run_delay" else action[library][...]
            details[name] = values
