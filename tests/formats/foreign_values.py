# SPDX-License-Identifier: GPL-3.0-or-later
"""foreign_values.py PATH: what a file of another harness says, read without benchmat.

Prints action, library, size and seconds of each sample, a line each, by json and ElementTree alone.
"""
import json
import os
import re
import sys
import xml.etree.ElementTree as tree


def family(name):
    """loop/100, loop 100 -> loop, 100"""
    match = re.fullmatch(r"(.*?)[/ ](\d+)", name)
    return (match[1], int(match[2])) if match else (name, 1)


def pytest_benchmark(root):
    for b in root["benchmarks"]:
        function = re.sub(r"^test_|\[.*", "", b["name"])
        words = [f"{k}={v}" for k, v in (b["params"] or {}).items() if isinstance(v, str)]
        library = (function if b["group"] else "python") + (f" ({', '.join(words)})" if words else "")
        for seconds in b["stats"].get("data", [b["stats"]["mean"]]):
            yield b["group"] or function, library, b["params"]["n"], seconds


def nanobench(root):
    for r in root["results"]:
        elapsed = [m["elapsed"] for m in r["measurements"]]
        total = sum(m["elapsed"] * m["iterations"] for m in r["measurements"])
        assert abs(total / r["totalTime"] - 1) < 1e-9  # elapsed is of one iteration
        for seconds in elapsed:
            yield r["title"], r["name"], r["complexityN"], seconds / r["batch"]  # as in its table


def criterion(directory):
    for path, _, files in os.walk(directory):
        if os.path.basename(path) != "new" or "sample.json" not in files:
            continue
        names, sample, estimates = (json.load(open(f"{path}/{f}.json"))
                                    for f in ("benchmark", "sample", "estimates"))
        times = [t / n for t, n in zip(sample["times"], sample["iters"])]
        mean = estimates["mean"]["point_estimate"]
        assert abs(sum(times) / len(times) / mean - 1) < 1e-12  # what Criterion itself makes of them
        for nanoseconds in times:
            yield (names["group_id"], names["function_id"], int(names["value_str"] or 1),
                   nanoseconds / 1e9)


def catch2(root):
    def walk(element, path):
        if element.tag in ("TestCase", "Section"):
            path = path + [element.get("name")]
        if element.tag == "BenchmarkResults":
            library, size = family(element.get("name"))
            yield "/".join(path), library, size, float(element.find("mean").get("value")) / 1e9
        for inner in element:
            yield from walk(inner, path)
    yield from walk(root, [])


def values(path):
    if os.path.isdir(path):
        return criterion(path)
    if path.endswith(".xml"):
        return catch2(tree.parse(path).getroot())
    root = json.load(open(path))
    return nanobench(root) if "results" in root else pytest_benchmark(root)


for row in sorted((a, l, n, repr(s)) for a, l, n, s in values(sys.argv[1])):
    print(*row, sep="|")
