# SPDX-License-Identifier: GPL-3.0-or-later
# Finding one run among ten thousand, and reading all of them.

echo "An archive of 10,000 runs (goals: list under 1 s, opening one run under 20 ms)"
many_runs years.h5 10000 4 1
for repeat in 1 2 3 4 5 6 7; do
    seconds bench-store list years.h5 >>list
    seconds bench-store show years.h5 7777 >>show
    open_run years.h5 7777 3 >>open
done
printf '%s %s %s\n' "$(median <list)" "$(median <open)" "$(median <show)" |
    awk '{ printf "  bench-store list %.2f s   opening one %.1f ms   the whole of bench-store show %.1f ms\n",
        $1, 1e3 * $2, 1e3 * $3 }'

echo "All of 10,000 runs of 5 libraries x 20 sizes with 40 samples each (goal: under 2 s)"
many_runs decade.h5 10000 20 5 5 8
for repeat in 1 2 3 4 5; do
    seconds bench-analyze decade.h5 --history --format csv >>history
    seconds bench-analyze decade.h5 --run all --columns library,size,mean --format csv >>means
done
memory=$(/usr/bin/time -f %M bench-analyze decade.h5 --run all --format csv 2>&1 >/dev/null)
printf '%s %s %s\n' "$(median <history)" "$(median <means)" "$memory" |
    awk '{ printf "  --history %.2f s   a million means as CSV %.2f s   all statistics as CSV %.0f MiB\n",
        $1, $2, $3 / 1024 }'
