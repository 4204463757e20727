# SPDX-License-Identifier: GPL-3.0-or-later
# What bench-analyze takes for the runs of a year.

echo "bench-analyze on an archive of 100 runs (goal: under 0.2 s)"
many_runs many.h5 100
for repeat in 1 2 3 4 5 6 7; do
    seconds bench-analyze many.h5 >>analyze.latest
    seconds bench-analyze many.h5 --run all >>analyze.all
done
printf '%s %s\n' "$(median <analyze.latest)" "$(median <analyze.all)" |
    awk '{ printf "  latest run %.3f s   all 100 runs %.3f s\n", $1, $2 }'
