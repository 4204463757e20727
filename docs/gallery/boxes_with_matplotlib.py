# SPDX-License-Identifier: GPL-3.0-or-later
"""matplotlib's own boxes; samples.csv is bench-store's."""
import csv

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

with open("samples.csv") as file:
    rows = list(csv.DictReader(file))
names = sorted({row["library"] for row in rows})
seconds = [[float(row["seconds"]) for row in rows if row["library"] == name] for name in names]
plt.boxplot(seconds, vert=False, labels=names)
plt.savefig("matplotlib-boxes.png")
