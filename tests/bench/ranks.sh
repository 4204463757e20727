# SPDX-License-Identifier: GPL-3.0-or-later
# Two copies of one ScaLAPACK, whose true ratio is 1, with two ranks each.
repeats=${REPEATS:-10}
ranks=$(($(nproc) < 2 ? 1 : 2))

for mpi in openmpi mpich; do
    library=$(library_path "scalapack-$mpi")
    cp "$(readlink -f "$library")" "copy-$mpi.so"
    echo "Two copies of scalapack-$mpi, pdgemm, n = 512, $ranks ranks, 20 s each time, $repeats times (goal: off by 1 % at most)"
    for repeat in $(seq "$repeats"); do
        rm -f ranks.h5
        bench-collect -q -o ranks.h5 --time 20 --no-control --ranks "$ranks" --sizes 512 parallel_matrix_product \
            a="$library" b="$PWD/copy-$mpi.so" ||
            { echo "not all was measured; is the machine busy with other work?" >&2; exit 1; }
        bench-analyze ranks.h5 --ref a --format csv | columns b ratio ratio_low ratio_high
    done >ratios.txt
    awk '{ e = 100 * ($1 - 1); print e < 0 ? -e : e }' ratios.txt | median | awk '{ printf "  off by %.2f %% (median), ", $1 }'
    awk '{ covered += $2 <= 1 && 1 <= $3 } END { printf "%d of %d intervals cover 1\n", covered, NR }' ratios.txt
done
