# SPDX-License-Identifier: GPL-3.0-or-later
# shuffled.py: python3 shuffled.py FOLDER: writes FOLDER/{as_they_are,shuffled}/{times.json,times.csv,later.json}, which
# differ in nothing but the order in which the samples of one library stand. The libraries' times rise and
# fall together, so that pairing them by their numbers would find 2 % between them, to a hair.
#
#     python3 shuffled.py rounded: copies standard input with its numbers to ten digits.
import json
import os
import random
import re
import sys


def times(factor, order, size):
    draw = random.Random(size)
    seconds = [0.01 * size * factor * draw.lognormvariate(0, 0.05) for _ in range(20)]
    order(seconds)
    return seconds


def write(folder, order):
    os.makedirs(folder)
    libraries = {"old": (1, lambda seconds: None), "new": (1.02, order), "slow": (1.5, order)}
    cells = [(library, size, times(factor, how, size)) for size in (1, 2, 4) for library, (factor, how) in libraries.items()]
    for name, slower in ("times", 1), ("later", 1.1):
        results = [{"command": library, "times": [slower * t for t in seconds], "parameters": {"size": str(size)}}
                   for library, size, seconds in cells]
        with open(f"{folder}/{name}.json", "w") as file:
            json.dump({"results": results}, file)
    with open(f"{folder}/times.csv", "w") as file:
        file.write("library,size,seconds\n")
        file.writelines(f"{library},{size},{t!r}\n" for library, size, seconds in cells for t in seconds)


if sys.argv[1] == "rounded":
    sys.stdout.write(re.sub(r"\d+\.\d+(e-?\d+)?", lambda number: f"{float(number.group()):.10g}", sys.stdin.read()))
else:
    write(f"{sys.argv[1]}/as_they_are", lambda seconds: None)
    write(f"{sys.argv[1]}/shuffled", random.Random(7).shuffle)
