# SPDX-License-Identifier: GPL-3.0-or-later
# Trials of threads: what the harness takes from them, whether intervals of copies of one set cover 1,
# and how much steadier a ratio is than by the classic scheme.
repeats=${REPEATS:-10}
sets=$build/libexec/benchmat/sets
most=$(($(nproc) < 2 ? 1 : 2))

# collected ARCHIVE OPTION...: a new archive.
collected() {
    rm -f "$1"
    bench-collect -q --no-control -o "$@"
}

# measuring_cpus ARCHIVE: where its threads ran, such as 0,1.
measuring_cpus() {
    fact measuring_cpus "$1" | tr -d '"'
}

# By processor time, too, from which others on the same CPUs take less.
echo "Trials of 0.5 s of a counter per thread beside a loop written by hand, $repeats times (goal: at least 98 %)"
for threads in $(seq "$most"); do
    rm -f hand.txt ours.txt
    for repeat in $(seq "$repeats"); do
        collected ours.h5 --threads "$threads" --trial 0.5 --rounds 1 counter per_thread
        for measure in seconds cpu; do
            bench-analyze ours.h5 --measure "$measure" --format csv | columns per_thread median
        done | awk '{ printf "%.9g ", 1 / $1 } END { print "" }' >>ours.txt
        hand_trial "$(measuring_cpus ours.h5)" 0.5 >>hand.txt
    done
    for column in 1 2; do
        for whose in ours hand; do
            awk -v at=$column '{ print $at }' $whose.txt | median
        done
    done | tr '\n' ' ' | awk -v threads="$threads" '{
        printf "  %d thread%s  ours %7.1f Mop/s   by hand %7.1f Mop/s   ratio %5.1f %%   by processor time %5.1f %%\n",
            threads, threads == 1 ? " " : "s", $1 / 1e6, $2 / 1e6, 100 * $1 / $2, 100 * $3 / $4 }'
done

runs=${RUNS:-20}
cp "$sets/libstriped.so" b.so
echo "Copies of a set, $most threads, 10 s each time (goals: off by 1 % at most, 93 to 97 % of the intervals cover 1)"
for run in $(seq "$runs"); do
    collected copies.h5 --threads "$most" --time 10 concurrent_set a="$sets/libstriped.so" b="$PWD/b.so"
    bench-analyze copies.h5 --ref a --format csv | columns b ratio ratio_low ratio_high
done >copies.txt
awk '{ e = 100 * ($1 - 1); print e < 0 ? -e : e }' copies.txt | median | awk '{ printf "  off by %.2f %% (median)\n", $1 }'
awk '{ covered += $2 <= 1 && 1 <= $3; width += log($3 / $2) / 2 }
    END { printf "  %d intervals, %.1f %% cover 1, half of one is %.2f %% on average\n",
                 NR, 100 * covered / NR, 100 * width / NR }' copies.txt

# Both take as many trials, as long ones, on the same CPUs; the ratio is that of geometric means.
trials=10
seconds=0.2
classic() {
    classic_trials "$(measuring_cpus turns.h5)" $seconds $trials 1000 10 "$sets/libstriped.so" "$sets/liblockfree_hash.so" |
        awk '{ sum[$2] += log($1) } END { for (s in sum) if (s ~ /striped/) t = sum[s]; else f = sum[s]
                                          printf "%.9g\n", exp((t - f) / '$trials') }'
}

# sd_of_logarithm FILE: in percent.
sd_of_logarithm() {
    awk '{ x = log($1); d = x - mean; mean += d / NR; sum += d * (x - mean) }
        END { printf "%.3f\n", 100 * sqrt(sum / (NR - 1)) }' "$1"
}

echo "The ratio of two sets by $trials trials of $seconds s each, $most threads, $repeats times (goal: spread at most half the classic one's)"
for repeat in $(seq "$repeats"); do
    collected turns.h5 --threads "$most" --trial $seconds --rounds $trials -p keys=1000 -p update=10 concurrent_set \
        striped lockfree_hash
    bench-analyze turns.h5 --ref striped --format csv | columns lockfree_hash ratio >>turns.txt
    classic >>classic.txt
done
echo "$(median <turns.txt) $(sd_of_logarithm turns.txt) $(median <classic.txt) $(sd_of_logarithm classic.txt)" | awk '{
    printf "  in turns            ratio %.3f, sd of its logarithm %6.2f %%\n", $1, $2
    printf "  one after the other ratio %.3f, sd of its logarithm %6.2f %%\n", $3, $4
    printf "  sd in turns over sd one after the other  %.2f\n", $2 / $4 }'
