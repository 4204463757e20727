# SPDX-License-Identifier: GPL-3.0-or-later
# Calls that last a known time are measured as lasting that.
echo "The action that waits for as many nanoseconds as its size (goal: within 1 %)"
bench-collect -q -o spin.h5 --sizes 100,1000,10000,100000,1000000,10000000 spin builtin
bench-analyze spin.h5 --format csv | columns builtin size median |
    awk '{ printf "  %8d ns   measured %14.2f ns   off by %.3f %%\n", $1, 1e9 * $2, 100 * (1e9 * $2 / $1 - 1) }'
