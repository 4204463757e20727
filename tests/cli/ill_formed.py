# SPDX-License-Identifier: GPL-3.0-or-later
"""ill_formed.py FROM TO: a copy of an archive of one run whose names and facts are no UTF-8."""
import shutil
import sys

import h5py
import numpy

BYTES = b"bad\xff\xc3(\x1b[31m\n\xed\xa0\x80 end"


def put(thing, name, text):
    if h5py.h5a.exists(thing.id, name):
        h5py.h5a.delete(thing.id, name)
    kind = h5py.h5t.C_S1.copy()
    kind.set_size(len(text))
    kind.set_cset(h5py.h5t.CSET_UTF8)
    space = h5py.h5s.create(h5py.h5s.SCALAR)
    h5py.h5a.create(thing.id, name, kind, space).write(numpy.array(text, f"S{len(text)}"), kind)


shutil.copy(sys.argv[1], sys.argv[2])
with h5py.File(sys.argv[2], "a") as file:
    run = file["run_000001"]
    for fact in (b"host", b"state", b"cpu_model", b"command_line", b"started", b"kernel", b"x%FFy", b"x%FEy"):
        put(run, fact, BYTES)
    for group in run.values():
        if not isinstance(group, h5py.Group):
            continue
        put(group, b"action", b"action\xff")
        put(group, b"about", BYTES)
        put(group, b"reference", b"a\xff")
        libraries = [d for d in group.values() if h5py.h5a.exists(d.id, b"library")]
        for data, last in zip(libraries, (b"\xff", b"\xfe")):
            put(data, b"library", b"a" + last)
            put(data, b"version", BYTES)
