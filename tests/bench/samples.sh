# SPDX-License-Identifier: GPL-3.0-or-later
# Twenty million samples: how fast we read them beside h5py and NumPy, and with how much memory.

echo "Mean and standard deviation of 20 million samples (goals: 3x faster than h5py with NumPy, under 64 MiB)"
many_runs compressed.h5 10 20 5 5 4000
h5repack -f NONE -l CONTI compressed.h5 contiguous.h5
for archive in compressed contiguous; do
    for repeat in 1 2 3 4 5 6 7; do
        /usr/bin/python3 "$here/samples.py" $archive.h5 >>$archive.peer
        seconds fold_seconds $archive.h5 >>$archive.ours
    done
    printf '%s %s %s\n' "$(median <$archive.ours)" "$(median <$archive.peer)" "$(fold_seconds $archive.h5)" |
        awk -v kind=$archive '{ printf "  %s: %.3f s, h5py and NumPy %.3f s, %.1fx   ", kind, $1, $2, $2 / $1
            for (i = 3; i <= NF; i++) printf "%s%s", $i, i < NF ? " " : "\n" }'
done
