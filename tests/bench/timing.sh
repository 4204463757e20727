# SPDX-License-Identifier: GPL-3.0-or-later
# What bench-collect adds to a call, and whether it finds what a plain loop finds.

echo "Harness cost per call of the empty action at n = 1 (goal: at most 0.35 ns)"
bench-collect -q -o empty.h5 --sizes 1 empty builtin
bench-analyze empty.h5 --format csv | columns builtin median |
    awk '{ printf "  empty action   %8.3f ns per call\n", 1e9 * $1 }'
fact clock_cost empty.h5 | awk '{ printf "  clock read     %8.3f ns\n", 1e9 * $1 }'

echo "Agreement with a plain C loop's best call over the same file (goal: within 5 %, quiet machine)"
for name in $(bench-collect --list | awk '/^[A-Z]/ { on = /^Libraries:/ } on && /openblas|blis/ { print $1 }'); do
    path=$(library_path "$name")
    for job in "axpy axpy 1000000 200" "matrix_matrix_product gemm 500 15"; do
        set -- $job
        rm -f ours.h5 plain.txt ours.txt
        for repeat in 1 2 3; do
            env OPENBLAS_NUM_THREADS=1 BLIS_NUM_THREADS=1 taskset -c "$(($(nproc) - 1))" \
                plain_loop "$path" "$2" "$3" "$4" >>plain.txt
            bench-collect -q -o ours.h5 --sizes "$3" --rounds 3 --stage-time 0.1 "$1" "$name=$path"
            bench-analyze ours.h5 --format csv | columns "$name" min >>ours.txt
        done
        printf '%s %s %s %s\n' "$name" "$1" "$(median <ours.txt)" "$(median <plain.txt)" |
            awk '{ printf "  %-18s %-22s ours %10.2f us   plain %10.2f us   ratio %.3f\n", $1, $2, 1e6 * $3, 1e6 * $4, $3 / $4 }'
    done
done

# Every batch, repeated or not, fills 2 x 8 bytes x 10^6; none is counted that was not kept.
echo "Filling inputs (goal: at least 4 GB/s)"
bench-collect -q -o inputs.h5 --sizes 1000000 --rounds 5 --stage-time 0.3 axpy builtin
echo "$(fact seconds_inputs inputs.h5) $(bench-analyze inputs.h5 --format csv | columns builtin n)" |
    awk '{ printf "  at least %.1f GB/s\n", 16e-3 * $2 / $1 }'

echo "What a default run spends its time on (goals: batches and warming up at least 70 %, inputs at most 10 %)"
for action in axpy matrix_matrix_product; do
    bench-collect -q -o "$action.h5" $action
    echo "$action $(for kind in timed warm_up inputs total; do fact seconds_$kind $action.h5; done | tr '\n' ' ')" |
        awk '{ printf "  %-22s batches and warming up %.0f %%   inputs %.1f %%   of %.0f s\n",
            $1, 100 * ($2 + $3) / $5, 100 * $4 / $5, $5 }'
done
