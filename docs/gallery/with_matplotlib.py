# SPDX-License-Identifier: GPL-3.0-or-later
"""matplotlib's own choices, with both axes logarithmic; rows.csv is bench-analyze's."""
import csv

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

with open("rows.csv") as file:
    rows = list(csv.DictReader(file))
for library in sorted({row["library"] for row in rows}):
    own = [row for row in rows if row["library"] == library]
    plt.loglog(
        [float(row["size"]) for row in own], [float(row["mean"]) for row in own], label=library
    )
plt.legend()
plt.savefig("matplotlib.png")
