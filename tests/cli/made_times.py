#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# made_times.py ARCHIVE...: replaces every time in these archives, and whatever else a busy machine decides,
# by made-up numbers that are always the same. What is measured otherwise stays, such as answers.
#
# Libraries are equally fast up to size 64. Beyond that the second takes twice as long as the first, which
# is the reference, and so on; a copy of a library takes as long as that. Teams share the work.
import sys

import h5py
import numpy

# Details of batches and cells: 0 or 1 where nothing came in between, whatever is counted.
COUNTS = {"attempts": 1, "preemptions": 0, "slow_intervals": 0, "disturbed": 0, "unsteady": 0,
          "calls": 1000, "planned_calls": 1000, "interval_calls": 1000, "warm_up_calls": 100}
SECONDS = {"cpu_seconds": 2e-7, "first_call": 1e-6, "planned_call": 2e-7,
           "run_delay": 0, "steal": 0, "spin": 1e-6}
FACTS = {"load": 0.25, "clock_cost": 2e-8, "harness_overhead": 2.5e-10, "shortest_interval": 2e-5,
         "round_seconds": 0.25, "round_start_seconds": 0.01, "disturbed_samples": 0, "seed": 1,
         "layouts": "0123456789abcdef", "microcode": "0x1",
         "file": "15000 bytes of 2025-01-01T00:00:00Z",
         "started": "2025-01-%02dT00:00:00+00:00", "finished": "2025-01-%02dT00:00:01+00:00"}
GONE = ["system_findings", "frequency_before", "frequency_after", "temperature"]


def times(kept, rank, sizes, threads):
    point, batch, seed = numpy.indices(kept.shape)
    size = numpy.asarray(sizes, float)[point]
    steady = 1e-9 * (20 + size * numpy.where(size > 64, 1 + rank, 1)) / threads[point] ** 0.9
    return steady * (1 + 0.01 * numpy.sin(17 * point + 5 * rank + 3 * batch + 11 * seed))


def make_facts(item, number):
    for name in item.attrs:
        value = FACTS.get(name, 0.1 if name.startswith("seconds_") else None)
        if name in GONE:
            del item.attrs[name]
        elif isinstance(value, str):
            item.attrs[name] = numpy.bytes_(value % number if "%" in value else value)
        elif value is not None:
            item.attrs.modify(name, value)


def make_measurement(action):
    libraries = {name: item for name, item in action.items() if "library" in item.attrs}
    ranks = [name for name in libraries if "control_of" not in libraries[name].attrs]
    for name, item in libraries.items():
        kept, details = item[...], action["details"].get(name, {})
        twin = libraries[name].attrs.get("control_of", name.encode()).decode()
        threads = action["threads"][...] if "threads" in action else numpy.ones(len(kept))
        made = times(kept, ranks.index(twin), action["sizes"][...], threads)
        status = details["status"][...] if "status" in details else numpy.zeros(len(kept))
        made[(status != 0) & (status != 2)] = numpy.nan
        item[...] = made
        if "batch_mean" in details:  # no call was slow
            details["batch_mean"][...] = made
        for detail, value in {**COUNTS, **SECONDS}.items():
            if detail in details:
                details[detail][...] = value


number = 0  # of the run, in all archives together: so they are a day apart
for path in sys.argv[1:]:
    with h5py.File(path, "r+") as file:
        for run in (name for name in file if name.startswith("run_")):
            number += 1
            make_facts(file[run], number)
            for action in file[run].values():
                if not isinstance(action, h5py.Group) or "sizes" not in action:
                    continue
                make_measurement(action)
                make_facts(action, number)
                for item in action.values():
                    make_facts(item, number)
