# SPDX-License-Identifier: GPL-3.0-or-later
# resumed.py BEFORE AFTER [WHOLE]: whether the run in AFTER is that of BEFORE, an interrupted one,
# finished: all samples are there, those of whole (size, round) cells bit for bit as they were, with
# the same plan; and in the same order as in WHOLE, which nobody interrupted.
import sys

import h5py
import numpy as np

PLAN = "planned_status", "planned_calls", "planned_call"


def libraries(action):
    return {m.attrs["library"]: (m, action["details"][name])
            for name, m in action.items() if "library" in m.attrs}


def actions(path):
    file = h5py.File(path, "r")
    return {m.attrs["action"]: m for m in list(file.values())[-1].values() if "action" in m.attrs}


def is_expected(action):
    seeds = action["seeds"][:]
    shape = [len(action[n]) for n in ("sizes", "round", "seed")]
    return np.arange(shape[2])[None, None, :] < seeds[:, None, None] * np.ones(shape)


def orders_agree(action, details, other, others):
    """How many seeds there are has been planned by the clock."""
    seeds = np.minimum(action["seeds"][:], other["seeds"][:])
    return all((details["order"][point, :, :n] == others["order"][point, :, :n]).all() for point, n in enumerate(seeds))


before, after, *whole = [actions(path) for path in sys.argv[1:]]
kept = 0
for name, action in after.items():
    for library, (seconds, details) in libraries(action).items():
        assert (~np.isnan(seconds[:]) == is_expected(action)).all(), (name, library)
        if whole:
            assert orders_agree(action, details, whole[0][name], libraries(whole[0][name])[library][1])
for name, action in before.items():
    expected = is_expected(action)
    assert (action["seeds"][:] == after[name]["seeds"][:]).all()
    for library, (seconds, details) in libraries(action).items():
        then, now = libraries(after[name])[library]
        cells = (~np.isnan(seconds[:]) == expected).all(axis=2)
        assert (seconds[:][cells].tobytes() == then[:][cells].tobytes()), (name, library)
        kept += int(cells.sum())
        for detail in PLAN:
            assert details[detail][:].tobytes() == now[detail][:].tobytes(), detail
assert kept > 0
