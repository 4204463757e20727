# SPDX-License-Identifier: GPL-3.0-or-later
# How the time of bench-analyze grows with samples and with runs: docs/scaling.png.
# ARCHIVE names one of 10,000 runs of 5 libraries x 20 sizes that is there already; making one takes
# some ten minutes.

note() { # note WHAT WHO SIZE REPEAT SECONDS
    printf '%s,%s,%s,%s,%s\n' "$@" >>scaling.csv
}

echo "Time over samples, and over runs (goal: linear)"
echo action,library,size,round,seconds >scaling.csv
for seeds in 20 200 2000 8000 40000; do
    many_runs samples.h5 1 20 5 5 $seeds
    for repeat in 1 2 3 4 5; do
        note samples "bench-analyze: all statistics" $((500 * seeds)) $repeat "$(seconds bench-analyze samples.h5 --format csv)"
        note samples "bench-analyze: mean and sd" $((500 * seeds)) $repeat \
            "$(seconds bench-analyze samples.h5 --columns library,size,n,mean,sd --format csv)"
        note samples "h5py and NumPy: mean and sd" $((500 * seeds)) $repeat "$(/usr/bin/python3 "$here/samples.py" samples.h5)"
    done
    rm samples.h5
done
if [ -z "${ARCHIVE:-}" ]; then
    ARCHIVE=decade.h5
    many_runs decade.h5 10000 20
fi
for runs in 10 100 1000 10000; do
    for repeat in 1 2 3 4 5; do
        note runs "bench-analyze: history" $runs $repeat "$(seconds bench-analyze "$ARCHIVE" --run 1..$runs --history --format csv)"
        note runs "bench-analyze: a mean for each cell" $runs $repeat \
            "$(seconds bench-analyze "$ARCHIVE" --run 1..$runs --columns library,size,mean --format csv)"
    done
done
bench-analyze scaling.csv --complexity | sed 's/^/  /'
bench-plot scaling.csv --kind time -o scaling.png
cp scaling.png "$build/scaling.png"
echo "  $build/scaling.png"
