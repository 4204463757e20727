# SPDX-License-Identifier: GPL-3.0-or-later
# whole_ratio.py ARCHIVE REFERENCE LIBRARY: the ratio that bench-analyze --measure whole tells at
# each size is that of the samples: of the library's whole seconds and the reference's seconds, whose
# calls are timed as a whole. Of up to two seeds in a round none is trimmed. Prints how many sizes
# there are.
import csv
import io
import subprocess
import sys

import numpy

archive, reference, library = sys.argv[1:]


def rows(*command):
    text = subprocess.check_output(command, text=True)
    return list(csv.DictReader(io.StringIO(text)))


times = {}
for row in rows("bench-store", "export", archive, "--samples", "--to", "csv", "-o", "-"):
    if not row.get("control_of"):
        place = int(row["size"]), row["library"], row["round"], row["seed"]
        assert (row["whole_seconds"] == "") == (row["library"] == reference), row
        times[place] = float(row["whole_seconds"] or row["seconds"])

shown = rows("bench-analyze", archive, "--measure", "whole", "--format", "csv", "--columns",
             "size,library,ratio")
ratios = {int(row["size"]): float(row["ratio"]) for row in shown if row["library"] == library}
for size, ratio in ratios.items():
    logs = {}
    for (n, name, turn, seed), seconds in times.items():
        if n == size and name == library:
            of_reference = times[n, reference, turn, seed]
            logs.setdefault(turn, []).append(numpy.log(seconds / of_reference))
    recomputed = numpy.exp(numpy.mean([numpy.mean(of_round) for of_round in logs.values()]))
    assert abs(ratio / recomputed - 1) < 1e-6, (size, ratio, recomputed)
print(len(ratios))
