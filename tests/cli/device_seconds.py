# SPDX-License-Identifier: GPL-3.0-or-later
# device_seconds.py ARCHIVE [long] [pocl]: in every sample whose seconds are a device's, they are at most
# those of the harness's clock around the same calls; with `pocl`, whose clock may go at a slightly
# different rate, a thousandth more. Prints how many batches there are. With `long`, where calls usually take over 10 ms they are also within 1 % of
# these: the best of the batches, because a busy machine adds to the harness's seconds, by letting it
# wait, and never takes from them. What the device's clock did not count would be missing in all. Then
# the number of long batches is printed, too.
import json
import subprocess
import sys

shown = subprocess.check_output(["bench-store", "show", sys.argv[1], "all", "--format", "json"])
rate = 1.001 if "pocl" in sys.argv else 1
batches = long = 0
for run in json.loads(shown):
    for action in run["actions"]:
        for library in action["libraries"]:
            for points in zip(library["seconds"], library.get("whole_seconds", [])):
                pairs = [pair for rounds in zip(*points) for pair in zip(*rounds) if pair[0] is not None]
                batches += len(pairs)
                for device, whole in pairs:
                    assert 0 < device <= rate * whole, (library["library"], device, whole)
                wholes = sorted(whole for device, whole in pairs)
                if "long" in sys.argv and wholes and wholes[len(wholes) // 2] > 10e-3:
                    shares = [device / whole for device, whole in pairs if whole > 10e-3]
                    long += len(shares)
                    assert max(shares) > 0.99, (library["library"], shares)
print(batches, *(["long", long] if "long" in sys.argv else []))
