# SPDX-License-Identifier: GPL-3.0-or-later
"""drawn.py MODE ROUNDS SEEDS SIZE... FILE.h5: an archive as of bench-collect, but of times of axpy that
are drawn, so that no machine has a part in them: of the library right, its control, and builtin,
which takes a tenth longer. MODE is that of bench-collect, average or sample: with the first,
samples of the same seed and round have much in common.

Times are lognormal, two in a hundred are half as long again, and rounds differ."""
import subprocess
import sys

import h5py
import numpy as np

random = np.random.default_rng(7)


def draw(sizes, shape, factor=1.0):
    usual = np.asarray(sizes)[:, None, None] * 1e-9 * factor
    late = np.where(random.random(shape) < 0.02, 1.5, 1)
    of_round = 0.02 * random.standard_normal(shape[:2])[..., None]
    return usual * late * np.exp(of_round + 0.05 * random.standard_normal(shape))


def write_table(path, mode, rounds, seeds, sizes):
    shape = (len(sizes), rounds, seeds)
    common = np.exp(0.03 * random.standard_normal(shape)) if mode == "average" else 1
    with open(path, "w") as table:
        print("action,type,library,control_of,size,round,seed,status,seconds", file=table)
        for library, control_of in ("right", ""), ("right (control)", "right"), ("builtin", ""):
            times = common * draw(sizes, shape, 1.1 if library == "builtin" else 1)
            for (point, r, k), seconds in np.ndenumerate(times):
                print("axpy", "d", library, control_of, sizes[point], r, k, "ok",
                      repr(float(seconds)), sep=",", file=table)


def make(mode, rounds, seeds, *sizes_and_path):
    *sizes, path = sizes_and_path
    write_table(path + ".csv", mode, int(rounds), int(seeds), [int(n) for n in sizes])
    subprocess.run(["bench-store", "import", "-q", path + ".csv", "-o", path], check=True)
    with h5py.File(path, "r+") as archive:
        archive["run_000001"].attrs["clock_resolution"] = 1e-9
        facts = archive["run_000001/axpy"].attrs
        facts["mode"] = np.bytes_(mode)
        facts["schedule"] = np.bytes_("interleaved")
        del facts["paired_by"]
        if mode == "sample":
            facts["paired_by"] = np.bytes_("nothing")


make(*sys.argv[1:])
