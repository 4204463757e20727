# SPDX-License-Identifier: GPL-3.0-or-later
# witness.py DIRECTORY: reads archives named after what they should hold, by h5py and nothing else.
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "cli"))
import digest


def fnv(data):
    total = 0xCBF29CE484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001B3 % 2**64
    return total


def holds(path):
    lines = [f"{run} {sha256}\n" for run, sha256 in digest.of_archive(path)]
    return f"{fnv(''.join(lines).encode()):016x}"


paths = sorted(pathlib.Path(sys.argv[1]).glob("*.h5"))
wrong = 0
for path in paths:
    expected = path.name.split("-")[0]
    try:
        found = holds(path)
    except Exception as error:
        found = repr(error)
    if found != expected:
        print(f"{path.name}: h5py found {found}", file=sys.stderr)
        wrong += 1
print(f"{len(paths)} of these archives read by h5py, {wrong} wrong")
sys.exit(wrong > 0 or not paths)
