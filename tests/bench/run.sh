#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/bench/run.sh BUILD: our speed and exactness beside those of comparable tools, in one run.
# Times are medians of interleaved repeats; what counts is the ratio.
set -eu
build=$(cd "$1" && pwd)
PATH=$build/bin:$build/tests/bench:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

median() {
    sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# seconds COMMAND...: the wall time of a command whose output nobody wants.
seconds() {
    begin=$(date +%s%N)
    "$@" >/dev/null 2>&1
    end=$(date +%s%N)
    awk -v ns=$((end - begin)) 'BEGIN { printf "%.6f\n", ns / 1e9 }'
}

# column NAME LIBRARY: that column of bench-analyze's CSV on standard input.
column() {
    awk -F, -v want="$1" -v library="$2" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["library"] == library { print $at[want] }'
}

library_path() {
    bench-collect --list | awk -v name="$1" '$1 == name { print $2; exit }'
}

echo "Harness cost per call of the empty action at n = 1 (goal: at most 0.5 ns)"
bench-collect -q -o empty.h5 --sizes 1 empty builtin
bench-analyze empty.h5 --format csv | column median builtin |
    awk '{ printf "  empty action   %8.3f ns per call\n", 1e9 * $1 }'
h5dump -a /run_000001/clock_cost empty.h5 |
    awk '/\(0\):/ { printf "  clock read     %8.3f ns\n", 1e9 * $2 }'

echo "Agreement with a plain C loop's best call over the same file (goal: within 5 %, quiet machine)"
for name in $(bench-collect --list | awk '/^Libraries:/ { on = 1; next } on && /openblas|blis/ { print $1 }'); do
    path=$(library_path "$name")
    for job in "axpy axpy 1000000 200" "matrix_matrix_product gemm 500 15"; do
        set -- $job
        rm -f ours.h5 plain.txt ours.txt
        for repeat in 1 2 3; do
            env OPENBLAS_NUM_THREADS=1 BLIS_NUM_THREADS=1 taskset -c "$(($(nproc) - 1))" \
                plain_loop "$path" "$2" "$3" "$4" >>plain.txt
            bench-collect -q -o ours.h5 --sizes "$3" --rounds 3 --stage-time 0.1 "$1" "$name=$path"
            bench-analyze ours.h5 --format csv | column min "$name" >>ours.txt
        done
        printf '%s %s %s %s\n' "$name" "$1" "$(median <ours.txt)" "$(median <plain.txt)" |
            awk '{ printf "  %-18s %-22s ours %10.2f us   plain %10.2f us   ratio %.3f\n", $1, $2, 1e6 * $3, 1e6 * $4, $3 / $4 }'
    done
done

echo "A chart of 5 libraries x 25 sizes as PNG, 1200 x 800 pixels (goal: less than gnuplot)"
many_runs one.h5 1
bench-analyze one.h5 --format csv >one.csv
for library in atlas blis gslcblas netlib openblas; do
    paste -d' ' $(for c in size mean mean_low mean_high ratio; do
        column $c $library <one.csv >"$library.$c"
        echo "$library.$c"
    done) >"$library.dat"
done
cat >chart.gp <<'GP'
set terminal pngcairo size 1200,800
set output "gnuplot.png"
set multiplot layout 1,2
set logscale xy
plot for [l in "atlas blis gslcblas netlib openblas"] l.".dat" using 1:2:3:4 with yerrorlines title l
unset logscale y
plot for [l in "atlas blis gslcblas netlib openblas"] l.".dat" using 1:5 with linespoints title l
GP
for repeat in 1 2 3 4 5 6 7 8 9 10 11; do
    seconds bench-plot one.h5 -o ours.png --size 203.2x135.5mm --dpi 150 >>plot.ours
    seconds gnuplot chart.gp >>plot.gnuplot
done
printf '%s %s\n' "$(median <plot.ours)" "$(median <plot.gnuplot)" |
    awk '{ printf "  bench-plot %.1f ms   gnuplot %.1f ms   ratio %.2f\n", 1e3 * $1, 1e3 * $2, $1 / $2 }'

echo "bench-analyze on an archive of 100 runs (goal: under 0.2 s)"
many_runs many.h5 100
for repeat in 1 2 3 4 5 6 7; do
    seconds bench-analyze many.h5 >>analyze.latest
    seconds bench-analyze many.h5 --run all >>analyze.all
done
printf '%s %s\n' "$(median <analyze.latest)" "$(median <analyze.all)" |
    awk '{ printf "  latest run %.3f s   all 100 runs %.3f s\n", $1, $2 }'
