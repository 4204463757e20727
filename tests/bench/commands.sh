# SPDX-License-Identifier: GPL-3.0-or-later
# A command measured against itself, whose true ratio is 1, by bench-collect and by hyperfine in the
# same time: how far off is each? And what a launch costs beside the least that it can.
repeats=${REPEATS:-20}
head -c 1000000 "$build/bin/bench-store" >in.bin

ours() { # ours COMMAND
    rm -f ours.h5
    bench-collect -q -o ours.h5 --time 2 --no-control --command "a=$1" --command "b=$1"
    bench-analyze ours.h5 --format csv | columns b ratio
}

# As many runs as fill two seconds.
theirs() { # theirs COMMAND
    hyperfine -N --style none --warmup 3 --runs 10 --export-csv once.csv "$1" >/dev/null 2>&1
    runs=$(awk -F, 'NR == 2 { n = int(1 / $2); print n < 3 ? 3 : n }' once.csv)
    hyperfine -N --style none --runs "$runs" --export-csv theirs.csv -n a "$1" -n b "$1" >/dev/null 2>&1
    awk -F, 'NR > 1 { mean[$1] = $2 } END { print mean["b"] / mean["a"] }' theirs.csv
}

report() { # report NAME FILE
    awk '{ e = 100 * ($1 - 1); print e < 0 ? -e : e }' "$2" | sort -g |
        awk -v name="$1" '{ v[NR] = $1 }
            END { m = NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2
                  printf "  %-28s off by %6.3f %% (median), %6.3f %% (worst)\n", name, m, v[NR] }'
}

for command in /bin/true 'gzip -kc in.bin' 'zstd -qc in.bin'; do
    echo "$command against itself, 2 s in all, $repeats times (goals: a fifth of hyperfine's error; a half)"
    : >ours.all
    : >theirs.all
    for repeat in $(seq "$repeats"); do
        ours "$command" >>ours.all
        theirs "$command" >>theirs.all
    done
    report "bench-collect --time 2" ours.all
    report "hyperfine -N" theirs.all
done

echo "Launch to reap of an empty program (goal: 1.1 times a plain vfork and wait4)"
launch "$build/libexec/benchmat/bench-empty"

echo "What a program that prints a gibibyte waits for its reader (goal: 1 % of its time)"
reader
