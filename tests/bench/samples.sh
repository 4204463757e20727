# SPDX-License-Identifier: GPL-3.0-or-later
# Twenty million samples: how fast we read them beside h5py and NumPy, and with how much memory.

echo "Mean and standard deviation of 20 million samples (goals: 3x faster than h5py with NumPy, under 64 MiB);"
echo "chunked and contiguous are not compressed"
many_runs compressed.h5 1 20 5 5 40000
h5repack -f NONE compressed.h5 chunked.h5
h5repack -f NONE -l CONTI compressed.h5 contiguous.h5
for archive in compressed chunked contiguous; do
    for repeat in 1 2 3 4 5 6 7 8 9; do
        /usr/bin/python3 "$here/samples.py" $archive.h5 >>$archive.peer
        seconds bench-analyze $archive.h5 --columns library,size,n,mean,sd --format csv >>$archive.ours
        seconds bench-analyze $archive.h5 --format csv >>$archive.all
    done
    memory=$(/usr/bin/time -f %M bench-analyze $archive.h5 --format csv 2>&1 >/dev/null)
    printf '%s %s %s %s\n' "$(median <$archive.ours)" "$(median <$archive.peer)" "$(median <$archive.all)" "$memory" |
        awk -v kind=$archive '{ printf "  %s: %.3f s, h5py and NumPy %.3f s, %.1fx   all statistics %.2f s, %.0f MiB\n",
            kind, $1, $2, $2 / $1, $3, $4 / 1024 }'
done
