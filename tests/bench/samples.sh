# SPDX-License-Identifier: GPL-3.0-or-later
# Twenty million samples: how fast we read them beside h5py and NumPy, and with how much memory.

echo "20 million samples: mean and standard deviation (goal: at most 0.33 of h5py and NumPy, under 64 MiB), and"
echo "all statistics beside NumPy's mean, sd, five quantiles, smallest and largest (goal: at most 1.5);"
echo "all but the first are not compressed; thin has chunks of 1 x 10 x 1000"
many_runs compressed.h5 1 20 5 5 40000
h5repack -f NONE compressed.h5 chunked.h5
h5repack -f NONE -l CONTI compressed.h5 contiguous.h5
many_runs rounds.h5 1 20 5 10 20000
h5repack -f NONE $(h5ls -r rounds.h5 | awk '/Dataset {20, 10, 20000/ { printf "-l %s:CHUNK=1x10x1000 ", $1 }') rounds.h5 thin.h5
for archive in compressed chunked contiguous thin; do
    for repeat in 1 2 3 4 5 6 7; do
        /usr/bin/python3 "$here/samples.py" $archive.h5 >>$archive.peer
        seconds bench-analyze $archive.h5 --columns library,size,n,mean,sd --format csv >>$archive.ours
        /usr/bin/python3 "$here/samples.py" $archive.h5 all >>$archive.all_peer
        seconds bench-analyze $archive.h5 --format csv >>$archive.all
    done
    memory=$(/usr/bin/time -f %M bench-analyze $archive.h5 --format csv 2>&1 >/dev/null)
    printf '%s %s %s %s %s\n' "$(median <$archive.ours)" "$(median <$archive.peer)" "$(median <$archive.all)" \
        "$(median <$archive.all_peer)" "$memory" | awk -v kind=$archive '{
            printf "  %s: mean and sd %.3f s, h5py and NumPy %.3f s: %.2f   all %.2f s, NumPy %.2f s: %.2f   %.0f MiB\n",
                kind, $1, $2, $1 / $2, $3, $4, $3 / $4, $5 / 1024 }'
done
