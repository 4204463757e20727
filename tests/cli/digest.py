# SPDX-License-Identifier: GPL-3.0-or-later
# digest.py ARCHIVE: each run and the digest of its content, made by docs/archive-format.md alone.
import hashlib
import struct
import sys
import urllib.parse

import h5py
import numpy as np

DETAILS = """status planned_status planned_calls planned_call calls interval_calls copies
warm_up_calls unsteady first_call max_error mean_error total_error relative_error residual tolerance
batch_mean slow_intervals run_delay steal spin preemptions attempts disturbed order cpu_seconds
whole_seconds operations iterations user_seconds system_seconds max_memory minor_faults
major_faults voluntary_switches involuntary_switches exit_status output_bytes cycles instructions
cache_misses
branch_misses page_faults migrations byte_rate rate fastest_rank start_skew clock_error late_calls temperature level thread_begin thread_end
thread_operations thread_cpu_seconds""".split() + [f"thread_counter_{i}" for i in range(1, 9)]
RESERVED = {"CLASS", "NAME", "DIMENSION_LIST", "REFERENCE_LIST", "DIMENSION_LABELS", "action",
            "library", "fact", "units"}


def number(n):
    return struct.pack("<q", n)


def text(s):
    return number(len(s)) + s


def reals(a):
    bits = np.ascontiguousarray(a, "<f8").copy()
    bits[np.isnan(bits)] = np.nan
    return bits.view("<u8").tobytes()


def facts(*places, group=None):
    found = {}
    for place in places:
        for name, value in place.attrs.items():
            if name in RESERVED or name.startswith(("_", "MATLAB_")):
                continue
            name = urllib.parse.unquote_to_bytes(name)
            if isinstance(value, bytes):
                if (name, value) == (b"state", b"running"):
                    value = b"interrupted"
                found[name] = number(0) + text(value)
            elif np.asarray(value).dtype.kind == "i":
                found[name] = number(1) + number(int(value))
            else:
                found[name] = number(2) + reals(value)
    for member in (group or {}).values():
        if "fact" in member.attrs:
            value = member[:, 0].tobytes().decode("utf-16-le").encode()
            found[member.attrs["fact"]] = number(0) + text(value)
    return number(len(found)) + b"".join(text(n) + found[n] for n in sorted(found))


def library(array, details):
    data = text(array.attrs["library"]) + facts(array, group=details) + reals(array[:])
    for name in (d for d in DETAILS if d in details):
        values = details[name][:]
        if values.dtype.kind == "f":
            undefined, data_of = np.isnan(values).all(), reals
        else:
            undefined, data_of = (values == (1 if name == "status" else -1)).all(), bytes
            values = np.ascontiguousarray(values, "<i8")
        if not undefined:
            data += text(name.encode()) + data_of(values)
    return data + text(b"")


def team(group):
    thread = group.get("thread")
    is_dimension = isinstance(thread, h5py.Dataset) and h5py.h5ds.is_scale(thread.id)
    return text(b"team") + number(len(thread)) if is_dimension else b""


def terms(group):
    found = [n for n in ("flops", "bytes") if n in group and "term" in group[n].attrs
             and "library" not in group[n].attrs and not np.isnan(group[n][:]).all()]
    return b"".join(text(n.encode()) + reals(group[n][:]) for n in found)


def parameters(group):
    found = {m.attrs["parameter"]: reals(m[:]) for m in group.values()
             if "parameter" in m.attrs and "library" not in m.attrs}
    data = b"".join(text(n) + found[n] for n in sorted(found))
    return text(b"parameters") + number(len(found)) + data if found else b""


def action(group):
    libraries = {m.attrs["library"]: library(m, group["details"][m.name.rsplit("/", 1)[1]])
                 for m in group.values() if "library" in m.attrs}
    shape = [len(group[n]) for n in ("sizes", "round", "seed")]
    return (text(group.attrs["action"]) + facts(group, group=group) + b"".join(map(number, shape)) +
            team(group) + bytes(group["sizes"][:]) + bytes(group["seeds"][:]) + terms(group) +
            parameters(group) + number(len(libraries)) +
            b"".join(libraries[n] for n in sorted(libraries)))


def of_archive(path):
    with h5py.File(path, "r") as file:
        for run in (file[r] for r in sorted(file)):
            actions = {m.attrs["action"]: action(m) for m in run.values() if "action" in m.attrs}
            data = (text(b"benchmat run 1") + facts(run, group=run) + number(len(actions)) +
                    b"".join(actions[n] for n in sorted(actions)))
            yield run.name[1:], hashlib.sha256(data).hexdigest()


if __name__ == "__main__":
    for name, sha256 in of_archive(sys.argv[1]):
        print(name, " ok  sha256", sha256)
