# SPDX-License-Identifier: GPL-3.0-or-later
# against_loadmat.py list: the MAT-files of SciPy's own tests, a line each.
# against_loadmat.py compare: reads what we read in them, as mat_dump.h writes it, and fails on any
# file of which SciPy's loadmat has something else to say. Both exit with 77 where there is no SciPy.
import glob
import os
import re
import sys
import warnings

try:
    import numpy as np
    import scipy.io
    import scipy.sparse
    from scipy.io.matlab import MatlabFunction, MatlabObject, MatlabOpaque
except ImportError:
    sys.exit(77)

CLASSES = {"f8": "double", "f4": "single", "i1": "int8", "u1": "uint8", "i2": "int16", "u2": "uint16",
           "i4": "int32", "u4": "uint32", "i8": "int64", "u8": "uint64", "b1": "logical",
           "c16": "double", "c8": "single"}


def files():
    directory = os.path.join(os.path.dirname(scipy.io.matlab.__file__), "tests", "data")
    found = sorted(glob.glob(os.path.join(directory, "*.mat")))
    if not found:
        sys.exit(77)
    return found


def hexadecimal(x):
    """As C's %a."""
    if np.isnan(x):
        return "nan"
    text = float(x).hex()
    text = re.sub(r"\.?0*p", "p", text) if "." in text else text
    return text


def number(x):
    return str(int(x)) if x.dtype.kind in "iu" and x.dtype.itemsize == 8 else hexadecimal(x)


def numbers(values):
    flat = values.flatten(order="F")
    parts = [flat.real, flat.imag] if np.iscomplexobj(flat) else [flat]
    return [number(x) for part in parts for x in part]


def dims(a):
    return "x".join(map(str, a.shape))


def sparse(typed, plain):
    entries = sorted(zip(plain.tocoo().col, plain.tocoo().row, plain.tocoo().data))
    values = np.array([v for _, _, v in entries], dtype=plain.dtype)
    if values.dtype.kind in "iub":
        values = values.astype(float)
    name = "logical" if plain.dtype.kind == "b" else "sparse"
    places = [f"{r},{c}" for c, r, _ in entries]
    mark = " complex" if np.iscomplexobj(values) else ""
    return [" ".join([f"{name} {dims(plain)}{mark}:"] + places + numbers(values))]


def items(typed, plain):
    return [line for t, p in zip(typed.flatten(order="F"), plain.flatten(order="F"))
            for line in array(t, p)]


def struct(typed, plain):
    # A field that is there twice has another name the second time.
    names = [re.sub(r"^_\d+_", "", n) for n in plain.dtype.names]
    lines = [" ".join([f"struct {dims(plain)}:"] + names)]
    for t, p in zip(typed.flatten(order="F"), plain.flatten(order="F")):
        for name in plain.dtype.names:
            lines += array(t[name], p[name])
    return lines


def array(typed, plain):
    """TYPED has the classes, PLAIN the imaginary parts."""
    if isinstance(plain, MatlabFunction):
        return ["function handle"]
    if isinstance(plain, (MatlabObject, MatlabOpaque)):
        return ["object"]
    if scipy.sparse.issparse(plain):
        return sparse(typed, plain)
    if plain.dtype.names:
        return struct(typed, plain)
    if plain.dtype.kind == "O" and plain.size and all(x is None for x in plain.flat):
        return [f"struct {dims(plain)}:"]
    if plain.dtype.kind == "O":
        return [f"cell {dims(plain)}:"] + items(typed, plain)
    if plain.dtype.kind == "U":
        flat = plain.flatten(order="F")
        return [" ".join([f"char {dims(plain)}:"] + [hexadecimal(ord(c) if c else 0) for c in flat])]
    values = plain if np.iscomplexobj(plain) else typed
    mark = " complex" if np.iscomplexobj(plain) else ""
    return [" ".join([f"{CLASSES[typed.dtype.str[1:]]} {dims(plain)}{mark}:"] + numbers(values))]


def theirs(path):
    try:
        plain, typed = (scipy.io.loadmat(path, chars_as_strings=False, mat_dtype=m)
                        for m in (False, True))
    except Exception as error:
        return [f"refused {error}"]
    lines = []
    for name, value in plain.items():
        if name in ("__header__", "__version__", "__globals__"):
            continue
        is_skipped = name == "__function_workspace__" or isinstance(
            value, (MatlabFunction, MatlabObject, MatlabOpaque))
        shown = "" if name == "__function_workspace__" else name
        lines.append(f"{'skipped' if is_skipped else 'variable'} {shown}")
        if not is_skipped:
            lines += array(typed[name], value)
    return lines


def same(ours, lines):
    if any(line.startswith("refused") for line in ours + lines):
        return ours[-1].startswith("refused") and lines[-1].startswith("refused")
    # The one thing on which we differ: of an array without data, which MATLAB takes for 0 x 0, SciPy
    # makes one of 1 x 0.
    ours, lines = ([re.sub(r"^double [01]x0:$", "empty", l) for l in x] for x in (ours, lines))
    return ours == lines


def compare():
    warnings.simplefilter("ignore")
    ours = {}
    for line in sys.stdin:
        line = line.rstrip("\n")
        if line.startswith("file "):
            path = line[5:]
            ours[path] = []
        else:
            ours[path].append(re.sub(r"^(object|function handle) .*", r"\1", line))
    failed = 0
    for path, lines in ours.items():
        wanted, name = theirs(path), os.path.basename(path)
        if not same(lines, wanted):
            failed += 1
            print(f"{name}:")
            for ours_line, theirs_line in zip(lines + [""] * 99, wanted + [""] * 99):
                if ours_line != theirs_line:
                    print(f"  ours   {ours_line[:150]}\n  theirs {theirs_line[:150]}")
                    break
    sys.exit(failed != 0 or len(ours) < 1)


if sys.argv[1] == "list":
    print("\n".join(files()))
else:
    compare()
