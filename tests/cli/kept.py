# SPDX-License-Identifier: GPL-3.0-or-later
# kept.py LOG ARCHIVE: whether ARCHIVE has every cell that bench-collect -v, in LOG, says it kept, and
# those of the rounds before. Prints how many it said.
import json
import re
import subprocess
import sys

log, archive = sys.argv[1:]
shown = subprocess.check_output(["bench-store", "show", archive, "all", "--format", "json"])
runs = {run["run"]: run for run in json.loads(shown)}
kept = re.findall(r"^kept in (\w+): (\w+) at n = (\d+), round (\d+)\n", open(log).read(), re.M)
for run, action, size, number in kept:
    measured, = [a for a in runs[run]["actions"] if a["action"] == action]
    point = measured["sizes"].index(int(size))
    for library in measured["libraries"]:
        for cell in library["seconds"][point][:int(number)]:
            cell = cell[:measured["seeds"][point]]
            assert cell and None not in cell, (run, action, size, number, library["library"], cell)
print(len(kept))
