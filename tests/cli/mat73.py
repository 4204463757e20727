# SPDX-License-Identifier: GPL-3.0-or-later
# mat73.py KIND FILE: a MAT-file of version 7.3, as MATLAB writes them or as it never would.
import sys

import h5py
import numpy as np

kind, path = sys.argv[1:]


def classed(item, name):
    item.attrs.create("MATLAB_class", np.bytes_(name), dtype="S%d" % len(name))
    return item


def array(group, name, values, of="double", **how):
    """Dimensions stand the other way round in HDF5."""
    values = np.atleast_2d(np.asarray(values))
    if of == "logical":
        values = values.astype(np.uint8)
    d = classed(group.create_dataset(name, data=values.T, **how), of)
    if of in ("char", "logical"):
        d.attrs["MATLAB_int_decode"] = np.int32(2 if of == "char" else 1)
    return d


def text(group, name, value):
    return array(group, name, np.frombuffer(value.encode("utf-16-le"), np.uint16), "char")


def empty(group, name, of="double"):
    d = classed(group.create_dataset(name, data=np.array([0, 0], np.uint64)), of)
    d.attrs["MATLAB_empty"] = np.uint8(1)


def struct(group, name, fields):
    g = classed(group.create_group(name), "struct")
    names = np.empty(len(fields), dtype=object)
    for i, field in enumerate(fields):
        names[i] = np.frombuffer(field.encode(), "S1")
    g.attrs.create("MATLAB_fields", names, dtype=h5py.vlen_dtype(np.dtype("S1")))
    return g


def references(group, name, refs):
    """A column of them; None refers to nothing."""
    d = group.create_dataset(name, shape=(1, len(refs)), dtype=h5py.ref_dtype)
    for i, ref in enumerate(refs):
        if ref is not None:
            d[0, i] = ref
    return d


def value(f, x):
    """What X becomes behind a reference, as MATLAB writes it."""
    refs = f.require_group("#refs#")
    items = [value(f, item) for item in x] if isinstance(x, list) else []
    name = "v%d" % len(refs)
    if x is None:
        empty(refs, name, "canonical empty")
    elif isinstance(x, str):
        text(refs, name, x)
    elif isinstance(x, list):
        classed(references(refs, name, items), "cell")
    else:
        array(refs, name, [[x]])
    return refs[name].ref


def cell(f, name, items=(1.0,)):
    classed(references(f, name, [value(f, item) for item in items]), "cell")


def rows(f, name, fields, values):
    """An array of structs."""
    g = struct(f, name, fields)
    for i, field in enumerate(fields):
        references(g, field, [value(f, row[i]) for row in values])
    return g


def opaque(f, name, of):
    """An object of a newer class: a reference to what only MATLAB can read."""
    d = classed(f.create_dataset(name, data=np.array([[0xDD000000, 2, 1, 1, 1, 1]], np.uint32)), of)
    d.attrs["MATLAB_object_decode"] = np.int32(3)
    return d


sizes = np.array([10.0, 100.0, 1000.0])
times = np.arange(1.0, 25.0).reshape(4, 2, 3, order="F") * 1e-6


def plain(f):
    array(f, "sizes", sizes.astype(np.int32), "int32")
    array(f, "seeds", [4.0, 4.0, 3.0])
    array(f, "openblas", times, compression="gzip", shuffle=True, chunks=(1, 2, 2))
    array(f, "blis", times[:, 0, :].astype(np.float32), "single")
    array(f, "mean", times.mean(axis=(0, 1)).reshape(3, 1))
    array(f, "right", [[True, False, True]], "logical")
    array(f, "wave", np.array([[1 + 2j, 3, 4]]).view(np.dtype([("real", "f8"), ("imag", "f8")])))
    array(f, "answer", [[42.0]])
    text(f, "note", "quiet, 20 °C")
    empty(f, "nothing")
    cell(f, "names")
    classed(f.create_dataset("call", data=np.zeros((1, 1))), "function_handle")
    classed(f.create_dataset("when", data=np.zeros((1, 6), np.uint32)), "datetime")
    f.create_dataset("bare", data=sizes)
    s = classed(f.create_group("mask"), "double")
    s.attrs["MATLAB_sparse"] = np.uint64(3)
    s.create_dataset("jc", data=np.zeros(4, np.uint64))


def structs(f):
    for action in "axpy", "dot":
        g = struct(f, action, ["sizes", "openblas", "note", "deep"])
        array(g, "sizes", sizes.reshape(3, 1))
        array(g, "openblas", times[0, 0, :])
        text(g, "note", action)
        array(struct(g, "deep", ["x"]), "x", [[1.0]])
    rows(f, "several", ["x"], [[1.0], ["a"]])


def fieldless(f):
    plain(f)
    for name, shape in ("options", [1, 1]), ("rows", [2, 3]), ("none", [0, 1]):
        d = classed(f.create_dataset(name, data=np.array(shape, np.uint64)), "struct")
        d.attrs["MATLAB_empty"] = np.uint8(1)
    classed(f.create_group("bare_group"), "struct")


def several(f):
    """An array of structs: each field is references, of no class."""
    plain(f)
    refs = f.require_group("#refs#")
    values = [array(refs, "a%d" % i, sizes.reshape(3, 1)).ref for i in range(4)]
    g = struct(f, "runs", ["sizes", "openblas"])
    for field in "sizes", "openblas":
        g.create_dataset(field, data=np.array([values[:2]], dtype=h5py.ref_dtype).T)
    axpy = struct(f, "axpy", ["sizes", "blis", "parts"])
    array(axpy, "sizes", sizes.reshape(3, 1))
    array(axpy, "blis", times[0, 0, :])
    parts = struct(axpy, "parts", ["x"])
    parts.create_dataset("x", data=np.array([values], dtype=h5py.ref_dtype))


fields = ["library", "n", "t_ms", "variant", "deep"]
results = [
    ["blas", 100.0, 1.5, "row", [1.0, "x"]],
    ["blas", 100.0, 2.5, "column", [1.0, "x"]],
    ["mkl", 100.0, 3.5, "row", []],
    ["mkl", 10.0, None, "row", None],
    ["mkl", 10.0, 0.5, "row", None],
]


def table(f):
    """res(i).n = ..., and a text in double quotes, which is an object."""
    rows(f, "res", fields, results)
    opaque(f, "title", "string")
    opaque(f, "T", "table")


def columns(f):
    """As save('f.mat', '-struct', 'S') writes S = table2struct(T, 'ToScalar', true)."""
    cell(f, "which", [row[0] for row in results[:3]])
    array(f, "n", [[100.0], [100.0], [100.0]])
    array(f, "t_ms", [[1.5], [2.5], [3.5]])
    cell(f, "mixed", ["a", 1.0, ["b", []]])


def names(f):
    """Names of libraries beside libraries x sizes."""
    cell(f, "libs", ["blas", "mkl"])
    array(f, "n", sizes)
    array(f, "t_us", [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


def only_objects(f):
    opaque(f, "T", "table")
    opaque(f, "took", "duration")


def untold(f):
    """Whose rows they are, an object says."""
    g = rows(f, "res", ["n", "t_ms"], [[10.0, 1.0], [10.0, 2.0]])
    refs = [opaque(f["#refs#"], "s%d" % i, "string").ref for i in range(2)]
    references(g, "solver", refs)


def seconds(f):
    """Or not?"""
    array(f, "sizes", sizes)
    array(f, "mean", [5.0, 6.0, 7.0])


def in_itself(f):
    plain(f)
    f["names"][0, 0] = f["names"].ref


def in_turn(f):
    """A cell in a cell in the first."""
    plain(f)
    refs = f["#refs#"]
    inner = classed(references(refs, "inner", [f["names"].ref]), "cell")
    f["names"][0, 0] = inner.ref


def of_root(f):
    plain(f)
    f["names"][0, 0] = f["/"].ref


def cells_twice(f):
    """Each cell has the next one twice."""
    plain(f)
    refs = f["#refs#"]
    last = classed(references(refs, "last", [value(f, 1.0)]), "cell")
    for i in range(30):
        last = classed(references(refs, "c%d" % i, [last.ref] * 2), "cell")
    f["names"][0, 0] = last.ref


def cells_deep(f):
    plain(f)
    refs = f["#refs#"]
    last = classed(references(refs, "last", [value(f, 1.0)]), "cell")
    for i in range(100):
        last = classed(references(refs, "c%d" % i, [last.ref]), "cell")
    f["names"][0, 0] = last.ref


def nowhere(f):
    plain(f)
    f["names"][0, 0] = f["#refs#/v0"].ref
    del f["#refs#/v0"]


def unequal(f):
    rows(f, "res", ["n", "t_ms"], [[10.0, 1.0], [10.0, 2.0]])
    del f["res/t_ms"]
    references(f["res"], "t_ms", [value(f, 1.0)])


def many(f):
    """More references than are followed, to one array, in few bytes."""
    plain(f)
    d = f.create_dataset("all", shape=(1, (1 << 20) + 1), dtype=h5py.ref_dtype, compression="gzip")
    d[...] = np.full(d.shape, f["sizes"].ref, dtype=h5py.ref_dtype)
    classed(d, "cell")


def claims(f):
    plain(f)
    d = f.create_dataset("all", shape=(1, 1 << 40), chunks=(1, 1 << 10), dtype=h5py.ref_dtype)
    classed(d, "cell")


def no_references(f):
    plain(f)
    classed(f.create_dataset("all", data=np.zeros((1, 3))), "cell")


def wrong_type(f):
    plain(f)
    del f["blis"]
    classed(f.create_dataset("blis", data=np.array([[b"text"]])), "double")


def negative(f):
    array(f, "sizes", sizes)
    array(f, "openblas", [1e-6, -1e-6, 1e-6])


def huge(f):
    array(f, "sizes", sizes)
    classed(f.create_dataset("openblas", shape=(3, 1 << 40), chunks=(1, 1 << 10), dtype="f8"), "double")


def large(f):
    """Honest, but much larger than itself."""
    array(f, "sizes", sizes)
    array(f, "openblas", np.zeros((1 << 22, 3)), compression="gzip", chunks=(1, 1 << 20))


def soft(f):
    plain(f)
    f["link"] = h5py.SoftLink("/openblas")


def external_link(f):
    plain(f)
    f["link"] = h5py.ExternalLink("other.mat", "/x")


def external_data(f):
    array(f, "sizes", sizes)
    d = f.create_dataset("openblas", shape=(3, 1), dtype="f8", external=[("secret", 0, 24)])
    classed(d, "double")


def virtual(f):
    array(f, "sizes", sizes)
    layout = h5py.VirtualLayout(shape=(3, 1), dtype="f8")
    layout[:] = h5py.VirtualSource("secret.h5", "x", shape=(3, 1))
    classed(f.create_virtual_dataset("openblas", layout), "double")


def cycle(f):
    structs(f)
    f["axpy/again"] = f["axpy"]


def twice(f):
    """Two links to each group on the next floor: 2^20 ways through them."""
    plain(f)
    g = classed(f.create_group("g"), "struct")
    for _ in range(20):
        below = classed(g.create_group("a"), "struct")
        g["b"] = below
        g = below


def deep(f):
    plain(f)
    g = f
    for _ in range(100):
        g = classed(g.create_group("g"), "struct")


def dims(f):
    plain(f)
    d = classed(f.create_dataset("void", data=np.array([3, 4], np.uint64)), "double")
    d.attrs["MATLAB_empty"] = np.uint8(1)


def bare(f):
    f.create_dataset("sizes", data=sizes)


if kind == "headless":
    with h5py.File(path, "w") as f:
        plain(f)
else:
    version = "latest" if kind == "virtual" else ("earliest", "v108")
    with h5py.File(path, "w", userblock_size=512, libver=version) as f:
        globals()[kind](f)
    head = b"MATLAB 7.3 MAT-file, Platform: GLNXA64, Created on: Fri Nov 20 12:00:00 2026 HDF5 schema 1.00 ."
    with open(path, "r+b") as f:
        f.write(head.ljust(116) + b"\0" * 8 + b"\x00\x02IM")
