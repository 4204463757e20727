#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# growing.py KIND N FILE: makes a file of N facts, names, benchmarks or whatever KIND is. `journal` makes FILE, an
# archive, longer, and beside it a journal of N records that were left by an interrupted change (store/file/journal.h).
import json
import os
import struct
import sys


def google(context=None, names=("BM/8",), **more):
    rows = [{"name": name, "run_name": name, "run_type": "iteration", "iterations": 10, "real_time": 5.0,
             "cpu_time": 5.0, "time_unit": "ns", **{of: value(i) for of, value in more.items()}}
            for i, name in enumerate(names)]
    return json.dumps({"context": {"date": "2026-01-01T00:00:00+00:00", "num_cpus": 2, **(context or {})},
                       "benchmarks": rows})


def ours(facts=0, actions=1, libraries=1, points=1, runs=1):
    """Runs in our JSON."""
    measurements = [{
        "action": "a%d" % a, "facts": {}, "points": points, "rounds": 1, "seeds_most": 1,
        "sizes": list(range(1, points + 1)), "seeds": [1] * points,
        "libraries": [{"name": "l%d" % l, "facts": {}, "status": ["ok"] * points,
                       "seconds": [[[1e-6 + 1e-9 * l]]] * points} for l in range(libraries)]}
        for a in range(actions)]
    return json.dumps({"format": "benchmat", "version": 1, "runs": [
        {"name": "run_%06d" % (r + 1), "measurements": measurements,
         "facts": {**{"f%d" % i: "v" for i in range(facts)}, "uuid": "abc00000-0000-4000-8000-%012x" % r}}
        for r in range(runs)]})


def table(header, rows):
    return "\n".join([header, *rows]) + "\n"


def level4(variables):
    return b"".join(struct.pack("<5i", 0, 1, len(values), 0, len(name) + 1) + name.encode() + b"\0" +
                    struct.pack("<%dd" % len(values), *values) for name, values in variables)


def element(kind, data):
    return struct.pack("<II", kind, len(data)) + data + b"\0" * (-len(data) % 8)


def matrix(name, values):
    return element(14, element(6, struct.pack("<II", 6, 0)) + element(5, struct.pack("<ii", 1, len(values))) +
                   element(1, name.encode()) + element(9, struct.pack("<%dd" % len(values), *values)))


def texts(name, text):
    return element(14, element(6, struct.pack("<II", 4, 0)) + element(5, struct.pack("<ii", 1, len(text))) +
                   element(1, name.encode()) + element(4, text.encode("utf-16-le")))


def structure(name, members):
    return element(14, element(6, struct.pack("<II", 2, 0)) + element(5, struct.pack("<ii", 1, 1)) +
                   element(1, name.encode()) + element(5, struct.pack("<i", 32)) +
                   element(1, b"".join(m.encode().ljust(32, b"\0") for m, _ in members)) +
                   b"".join(v for _, v in members))


def cell(name, items):
    return element(14, element(6, struct.pack("<II", 1, 0)) + element(5, struct.pack("<ii", 1, len(items))) +
                   element(1, name.encode()) + b"".join(items))


def level5(elements):
    return b"MATLAB 5.0 MAT-file".ljust(124) + b"\0\1IM" + b"".join(elements)


def pyperf(benchmarks, **metadata):
    return json.dumps({"version": "1.0", "metadata": metadata, "benchmarks": [
        {"metadata": {"name": name, "unit": "second"}, "runs": runs} for name, runs in benchmarks]})


def jmh(rows):
    return json.dumps([{
        "benchmark": "a.b", "mode": "avgt", "threads": 1, "forks": 1, "params": params,
        "primaryMetric": {"score": 1.0, "scoreUnit": "ns/op", "rawData": [[1.0, 2.0]]},
        "secondaryMetrics": {m: {"score": 1.0, "scoreUnit": "x", "rawData": [[1.0, 2.0]]} for m in measures}}
        for params, measures in rows])


def fnv(data, value=0xCBF29CE484222325):
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def journal(n, path):
    block = 4096
    with open(path, "r+b") as archive:
        archive.truncate(max(os.path.getsize(path), n * block))
        content = archive.read()
    old, new, there = content[128:144], bytes(range(16)), os.stat(path)
    records, sums = [], b""
    for number in range(n):
        part = content[number * block:(number + 1) * block].ljust(block, b"\0")
        checksum = struct.pack("<Q", fnv(new + struct.pack("<Q", number) + part))
        sums += checksum
        records.append(struct.pack("<Q", number) + checksum + part)
    header = b"\x89BMJ\r\n\x1a\n" + struct.pack(
        "<IIQQ16s16sQQQ32x", 1, 1, len(content), n, old, new, there.st_dev, there.st_ino, fnv(sums))
    with open(path + "-journal", "wb") as out:
        out.write(header + struct.pack("<Q", fnv(header)) + b"".join(records))
    os.chmod(path + "-journal", there.st_mode & 0o7777)


ONE = [{"values": [0.1, 0.2]}]

KINDS = {
    # Other harnesses.
    "google_facts": lambda n: google({"k%d" % i: "v" for i in range(n)}),
    "google_benchmarks": lambda n: google(names=["BM%d/8" % i for i in range(n)]),
    "google_sizes": lambda n: google(names=["BM/%d" % (i + 1) for i in range(n)]),
    "google_parameters": lambda n: google(names=["BM/n:%d/s:%d" % (i % 100 + 1, i // 100) for i in range(n)]),
    "google_words": lambda n: google(names=["BM/w%d/8" % i for i in range(n)]),
    "google_types": lambda n: google(names=["BM<t%d>/8" % i for i in range(n)]),
    "google_repeated": lambda n: google(names=["BM/8"] * n),
    "google_counters": lambda n: google(names=["BM/8"], **{"c%d" % i: lambda _: 1.0 for i in range(n)}),
    "hyperfine": lambda n: json.dumps({"results": [
        {"command": "c%d" % i, "times": [0.1, 0.2], "mean": 0.15} for i in range(n)]}),
    "hyperfine_parameters": lambda n: json.dumps({"results": [
        {"command": "c %d" % i, "parameters": {"p": str(i)}, "times": [0.1, 0.2], "mean": 0.15} for i in range(n)]}),
    "pyperf_facts": lambda n: pyperf([("b", ONE)], **{"m%d" % i: "x" for i in range(n)}),
    "pyperf_benchmarks": lambda n: pyperf([("b%d" % i, ONE) for i in range(n)]),
    "pyperf_runs": lambda n: pyperf([("b", ONE * n)]),
    "jmh_measures": lambda n: jmh([({}, ["m%d" % i for i in range(n)])]),
    "jmh_parameters": lambda n: jmh([({"p": "w%d" % i}, []) for i in range(n)]),
    "go": lambda n: table("pkg: x", ["BenchmarkA%d-8 100 50.0 ns/op" % i for i in range(n)]),
    "go_packages": lambda n: table("", ["pkg: x%d\nBenchmarkA-8 100 50.0 ns/op" % i for i in range(n)]),
    "go_facts": lambda n: table("", ["commit: %d\nBenchmarkA-8 100 50.0 ns/op" % i for i in range(n)]),
    "go_units": lambda n: table("", ["BenchmarkA-8 100 50.0 ns/op 1.0 u%d" % i for i in range(n)]),
    "go_json": lambda n: "".join(json.dumps({
        "Time": "2026-01-01T00:00:00Z", "Action": "output", "Package": "p%d" % i,
        "Output": "BenchmarkA-8 100 50.0 ns/op\n"}) + "\n" for i in range(n)),
    "markdown": lambda n: table("| Command | Mean [ms] |\n|:---|---:|", ["| c%d | 5.0 |" % i for i in range(n)]),
    "btl": lambda n: "".join("%d 100.0\n" % (i + 1) for i in range(n)),
    # Tables.
    "csv_libraries": lambda n: table("library,size,time_ms", ["l%d,100,5.0" % i for i in range(n)]),
    "csv_samples": lambda n: table("library,size,time_ms", ["l,100,5.%d" % i for i in range(n)]),
    "csv_sizes": lambda n: table("library,size,time_ms", ["l,%d,5" % (i + 1) for i in range(n)]),
    "csv_actions": lambda n: table("action,library,size,time_ms", ["a%d,l,100,5" % i for i in range(n)]),
    "csv_parameters": lambda n: table("library,size,p,time_ms", ["l,100,%d,5" % i for i in range(n)]),
    "csv_words": lambda n: table("library,size,variant,time_ms", ["l,100,w%d,5" % i for i in range(n)]),
    "csv_rounds": lambda n: table("round,library,size,time_ms", ["%d,l,100,5" % i for i in range(n)]),
    "csv_wide": lambda n: table("size," + ",".join("l%d_ms" % i for i in range(n)), ["100" + ",5" * n]),
    "csv_columns": lambda n: table("library,size,time_ms" + "".join(",t%d" % i for i in range(n)),
                                   ["a,100,5" + ",x" * n, "a,200,6" + ",x" * n]),
    "csv_facts": lambda n: table("".join("# k%d: v\n" % i for i in range(n)) + "library,size,time_ms", ["a,100,5"]),
    "csv_runs": lambda n: table("run,library,size,time_ms",
                                ["r%d,a,100,%d" % (i, i + 5) for _ in range(2) for i in range(n)]),
    # Ours.
    "json_facts": lambda n: ours(facts=n),
    "json_actions": lambda n: ours(actions=n),
    "json_libraries": lambda n: ours(libraries=n),
    "json_points": lambda n: ours(points=n),
    "json_runs": lambda n: ours(runs=n),
    # MAT-files.
    "mat4": lambda n: level4([("sizes", [100])] + [("v%d" % i, [5e-3]) for i in range(n)]),
    "mat4_sizes": lambda n: level4([("sizes", list(range(1, n + 1))), ("v", [5e-3] * n)]),
    "mat5": lambda n: level5([matrix("sizes", [100])] + [matrix("v%d" % i, [5e-3]) for i in range(n)]),
    "mat5_deviations": lambda n: level5([matrix("sizes", [100])] + [
        matrix(name % i, [5e-3]) for i in range(n) for name in ("v%d", "v%d_std")]),
    "mat5_fields": lambda n: level5([structure("s", [("sizes", matrix("", [100]))] + [
        ("v%d" % i, matrix("", [5e-3])) for i in range(n)])]),
    "mat5_structs": lambda n: level5([structure("s%d" % i, [
        ("sizes", matrix("", [100])), ("v", matrix("", [5e-3]))]) for i in range(n)]),
    "mat5_cells": lambda n: level5([matrix("sizes", [100]), cell("libraries", [
        texts("", "l%d" % i) for i in range(n)]), matrix("times", [5e-3] * n)]),
}

if __name__ == "__main__":
    kind, count, file = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    if kind == "journal":
        journal(count, file)
    else:
        made = KINDS[kind](count)
        with open(file, "wb") as out:
            out.write(made if isinstance(made, bytes) else made.encode())
