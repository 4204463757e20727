# SPDX-License-Identifier: GPL-3.0-or-later
# samples.py ARCHIVE [all]: what a user of h5py and NumPy would write: the mean and the standard
# deviation of every cell; with "all" also five quantiles, the smallest and the largest. Prints the
# seconds it took, without Python's own start.
import sys
import time

import h5py
import numpy

begin = time.perf_counter()
with h5py.File(sys.argv[1], "r") as archive:
    for run in archive.values():
        for action in run.values():
            for array in action.values():
                if "library" in array.attrs:
                    seconds, each = array[:], (1, 2)
                    seconds.mean(axis=each), seconds.std(axis=each, ddof=1)
                    if len(sys.argv) > 2:
                        numpy.quantile(seconds, [0.05, 0.25, 0.5, 0.75, 0.95], axis=each)
                        seconds.min(axis=each), seconds.max(axis=each)
print(time.perf_counter() - begin)
