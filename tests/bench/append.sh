# SPDX-License-Identifier: GPL-3.0-or-later
# What a transaction costs: a run of bench-collect's appended to a small and to a large archive, by
# ours, by HDF5 unprotected, by SQLite, and by copying all.
# BENCH_SMALL and BENCH_LARGE are the archives' bytes.

bench-collect -q -o source.h5 --sizes 10:1000:5 --stage-time 0.005 axpy builtin
grow source.h5 ours-small.h5 "${BENCH_SMALL:-1000000}"
grow source.h5 ours-large.h5 "${BENCH_LARGE:-1000000000}"
for size in small large; do
    for way in plain fsync copy; do
        cp ours-$size.h5 $way-$size.h5
    done
done
sync

append source.h5 41 ours=ours-small.h5 ours=ours-large.h5 plain=plain-small.h5 plain=plain-large.h5 \
    plain+fsync=fsync-small.h5 plain+fsync=fsync-large.h5 copy+rename=copy-small.h5 \
    sqlite-delete=delete.db sqlite-truncate=truncate.db sqlite-persist=persist.db >medians
append source.h5 3 copy+rename=copy-large.h5 >>medians

# syncs REPEATS: how many times the disk was waited for, in all processes.
syncs() {
    strace -f -e trace=fsync,fdatasync,sync_file_range,msync,sync,syncfs -o trace \
        append source.h5 "$1" ours=ours-small.h5 >strace.out 2>&1 || { cat strace.out >&2; return 1; }
    grep -cE '(f(data)?sync|sync_file_range|msync|syncfs|sync)\(' trace
}

one_run=$(($(wc -c <ours-small.h5) / $(bench-store info ours-small.h5 | awk '$1 == "runs" { print $2 + 0 }')))
echo "One run of $one_run bytes appended"
awk '{ printf "  %-16s %-16s %9.2f ms\n", $1, $2, 1e3 * $3; t[$2] = $3 }
    END {
        printf "  large / small archive %.2f (goal: at most 1.3)\n", t["ours-large.h5"] / t["ours-small.h5"]
        for (i = 1; i <= split("small large", size); i++) {
            ours = t["ours-" size[i] ".h5"]
            printf "  ours / plain, %s: %.2f (goal: at most 3); / plain with one fsync: %.2f\n",
                size[i], ours / t["plain-" size[i] ".h5"], ours / t["fsync-" size[i] ".h5"]
        }
        printf "  ours / SQLite: delete %.2f, truncate %.2f, persist %.2f\n", t["ours-small.h5"] / t["delete.db"],
            t["ours-small.h5"] / t["truncate.db"], t["ours-small.h5"] / t["persist.db"]
    }' medians
if strace -o /dev/null true 2>/dev/null; then
    few=$(syncs 5)
    many=$(syncs 15)
    awk -v n=$((many - few)) 'BEGIN { printf "  syncs per commit %g (goal: 3)\n", n / 10 }'
else
    echo "  syncs per commit: not counted, as there is no strace here"
fi
