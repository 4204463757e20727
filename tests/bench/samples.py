# SPDX-License-Identifier: GPL-3.0-or-later
# samples.py ARCHIVE: what a user of h5py and NumPy would write: the mean and the standard deviation
# of every cell. Prints the seconds it took, without Python's own start.
import sys
import time

import h5py

begin = time.perf_counter()
with h5py.File(sys.argv[1], "r") as archive:
    for run in archive.values():
        for action in run.values():
            for array in action.values():
                if "library" in array.attrs:
                    seconds = array[:]
                    seconds.mean(axis=(1, 2)), seconds.std(axis=(1, 2), ddof=1)
print(time.perf_counter() - begin)
