# SPDX-License-Identifier: GPL-3.0-or-later
# Copies of one library, whose true ratio is 1: how many of the 95 % intervals of their ratios cover
# 1, on this machine as it is, while another process keeps the other CPU busy, and while one takes the
# measuring CPU now and then?
runs=${RUNS:-14}
library=$(library_path openblas)
for copy in b c d; do
    cp "$(readlink -f "$library")" $copy.so
done
measuring=$(($(nproc) - 1)) # bench-collect takes the last

cover() { # cover NAME
    rm -f copies.h5
    for run in $(seq "$runs"); do
        bench-collect -q -o copies.h5 --time 4 --no-control --sizes 10:100000:10 axpy \
            a="$library" b="$PWD/b.so" c="$PWD/c.so" d="$PWD/d.so"
    done
    for copy in b c d; do
        bench-analyze copies.h5 --run all --ref a --format csv | columns $copy ratio_low ratio_high
    done | awk -v name="$1" '
        { covered += $1 <= 1 && 1 <= $2; width += log($2 / $1) / 2 }
        END { printf "  %-34s %4d intervals, %5.1f %% cover 1, half of one is %.2f %% on average\n",
                     name, NR, 100 * covered / NR, 100 * width / NR }'
}

echo "Intervals of copies of one library that cover 1 (goals: 93 to 97 %; on a taken CPU at least 90 %)"
cover "as it is"
if [ "$measuring" -gt 0 ]; then
    hog 0 1 0 & hog=$!
    cover "another CPU is busy"
    kill $hog
    wait $hog 2>/dev/null || true
fi
hog "$measuring" 0.02 0.5 & hog=$!
cover "the CPU is taken now and then"
kill $hog
