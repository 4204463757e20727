# SPDX-License-Identifier: GPL-3.0-or-later
# What a campaign costs beside the bare commands: on a Slurm of one machine, whose virtual nodes share
# its CPUs, one task at a time.
repeats=${REPEATS:-5}
measure="bench-collect -q --sizes 100,1000 --rounds 20 axpy builtin"

cat >compare.sh <<END
campaign() {
    rm -rf all.h5 all.h5.campaign
    $measure -o all.h5 --submit slurm
    while test -n "\$(squeue --noheader)"; do sleep 0.05; done
}
bare() {
    rm -f all.h5 one.h5
    $measure -o one.h5 && bench-store merge -q all.h5 one.h5
}
. "$here/measure.sh"
for repeat in \$(seq $repeats); do
    seconds bare >>bare.txt
    seconds campaign >>campaign.txt
    bench-store list all.h5 | grep -q complete || exit 1
done
END

echo "A campaign of one task beside the bare command and its merge, $repeats times"
sh "$here/../cli/slurm_cluster.sh" cluster sh compare.sh
echo "$(median <bare.txt) $(median <campaign.txt)" | awk '{
    printf "  bare %.2f s, campaign %.2f s: %.2f s more, mostly of Slurm'"'"'s scheduler\n", $1, $2, $2 - $1 }'
