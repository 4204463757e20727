# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what exactness writes: how many digits are right, ours and those of others."""
import math
import sys

import numpy


def digits(value, wanted):
    error = abs(value - wanted) / abs(wanted)
    return 15 if error < 1e-15 else -math.log10(error)


def sum_of_squares(x):
    """As textbooks and spreadsheets had it."""
    return math.sqrt(max(0, (numpy.sum(x * x) - len(x) * numpy.mean(x) ** 2) / (len(x) - 1)))


print(f"  {'':8}  {'mean':^14}    {'standard deviation':^34}")
print(f"  {'set':8}  {'ours':>6}  {'NumPy':>6}    {'ours':>6}  {'NumPy':>6}  sum of squares")
for line in sys.stdin:
    words = line.split()
    mean, sd, our_mean, our_sd, *numbers = map(float, words[1:])
    x = numpy.array(numbers)
    row = (digits(our_mean, mean), digits(x.mean(), mean), digits(our_sd, sd),
           digits(x.std(ddof=1), sd), digits(sum_of_squares(x), sd))
    print("  {:8}  {:6.1f}  {:6.1f}    {:6.1f}  {:6.1f}  {:14.1f}".format(words[0], *row))
