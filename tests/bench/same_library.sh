# SPDX-License-Identifier: GPL-3.0-or-later
# Two copies of one library, whose true ratio is 1, measured by bench-collect and by Google Benchmark
# in the same time: how far off is each?
repeats=${REPEATS:-20}
export OPENBLAS_NUM_THREADS=1
library=$(library_path openblas)
cp "$(readlink -f "$library")" copy.so

# Each prints "size ratio" lines.
ours() {
    rm -f ours.h5
    bench-collect -q -o ours.h5 --time 1.6 --no-control --sizes 100,10000,100000 axpy a="$library" b="$PWD/copy.so"
    bench-analyze ours.h5 --ref a --format csv | columns b size ratio
}

# By processor time, which is kinder to it where others disturb.
google() {
    taskset -c "$(($(nproc) - 1))" google_axpy "$library" "$PWD/copy.so" --benchmark_repetitions=9 \
        --benchmark_min_time=0.02 --benchmark_report_aggregates_only=true --benchmark_format=csv "$@" \
        2>/dev/null | awk -F'[",/]+' '/_median/ { sub("_median", "", $3); seconds[$2, $3] = $6; sizes[$3] }
        END { for (n in sizes) print n, seconds["b", n] / seconds["a", n] }'
}

report() { # report NAME FILE
    for size in 100 10000 100000; do
        awk -v n="$size" '$1 == n { e = 100 * ($2 - 1); print e < 0 ? -e : e }' "$2" | sort -g |
            awk -v n="$size" -v name="$1" '{ v[NR] = $1 }
                END { m = NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2
                      printf "  %-28s n = %6d   off by %6.3f %% (median), %6.3f %% (worst)\n", name, n, m, v[NR] }'
    done
}

echo "Two copies of one library, daxpy, 1.6 s in all, $repeats times (goals: 0.2, 0.1, 0.1 %; worst 1 %)"
for repeat in $(seq "$repeats"); do
    ours >>ours.all
    google >>google.all
    google --benchmark_enable_random_interleaving=true >>shuffled.all
done
report "bench-collect --time 1.6" ours.all
report "Google Benchmark" google.all
report "Google Benchmark, shuffled" shuffled.all
