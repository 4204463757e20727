# SPDX-License-Identifier: GPL-3.0-or-later
# Modes measure what they say: ours beside a plain program in C, which does it by itself.
export OPENBLAS_NUM_THREADS=1
library=$(library_path openblas)
repeats=${REPEATS:-5}
cc -O2 -shared -fPIC "$here/functions/rare.c" -o rare.so

# beside NAME OURS THEIRS: commands that print seconds, and nanoseconds; the ratio is that of turns.
beside() {
    for repeat in $(seq "$repeats"); do
        echo "$($2) $($3)"
    done >turns
    awk -v name="$1" -v ours="$(awk '{ print $1 }' turns | median)" -v plain="$(awk '{ print $2 }' turns | median)" \
        -v ratio="$(awk '{ print 1e9 * $1 / $2 }' turns | median)" 'BEGIN {
        printf "  %-44s %11.2f ns   plain program %11.2f ns   %.3f of it\n", name, 1e9 * ours, plain, ratio }'
}

# ours LIBRARY COLUMN ARGUMENT...: of one run of bench-collect.
ours() {
    name=$1 column=$2
    shift 2
    rm -f ours.h5
    bench-collect -q --no-control -o ours.h5 "$@"
    bench-analyze ours.h5 --format csv | columns "$name" "$column"
}

# plain ARGUMENT...: where ours ran before, as the CPUs of a virtual machine may differ by a quarter.
plain() { taskset -c "$(bench-store show ours.h5 | awk '$1 == "measuring_cpus" { print $2 }')" validity "$@"; }

echo "Means in which rare slow calls count (goal: within 10 %)"
our_mean() { ours "$function" batch_mean ./rare.so --function "double $function(size_t n, const double *x)" --sizes $size --rounds 5; }
plain_mean() { plain mean ./rare.so "$function" $size; }
for function in hundredth collected; do
    for size in 200 1000; do # at 30 a process takes 18 or 31 ns, as the loop's end is foreseen or not
        beside "$function, n = $size" our_mean plain_mean
    done
done

echo "Calls on cold caches (goal: within 10 %)"
our_cold() { ours openblas median axpy openblas --cache cold --sizes $size --rounds 5; }
plain_cold() { plain cold "$library" $size; }
for size in 10 100000; do
    beside "daxpy, n = $size, --cache cold" our_cold plain_cold
done

echo "The first call in its process (what the process did before it counts: within a factor of 3)"
our_first() { ours openblas median axpy openblas --mode first --sizes $size --rounds 21; }
plain_first() { for process in $(seq 21); do plain first "$library" $size; done | median; }
for size in 10 1000; do
    beside "daxpy, n = $size, --mode first" our_first plain_first
done

tcmalloc=$(ldconfig -p | awk '/libtcmalloc_minimal.so/ { print $NF; exit }')
if [ "$tcmalloc" ]; then
    echo "Allocators, 2 threads (goal: the ratio within 10 %)"
    our_allocation() { ours $allocator mean allocate glibc=libc.so.6 tcmalloc="$tcmalloc" --threads 2 --rounds 5 --trial 0.2; }
    plain_allocation() { LD_PRELOAD=$preload validity allocate 2; }
    for allocator in glibc tcmalloc; do
        preload=$([ $allocator = glibc ] || echo "$tcmalloc")
        beside "allocate, $allocator" our_allocation plain_allocation
        mv turns $allocator
    done
    paste -d ' ' tcmalloc glibc | awk '{ print $1 / $3, $2 / $4 }' >turns
    awk -v ours="$(awk '{ print $1 }' turns | median)" -v plain="$(awk '{ print $2 }' turns | median)" 'BEGIN {
        printf "  tcmalloc / glibc: ours %.3f, plain programs %.3f\n", ours, plain }'
else
    echo "Allocators: no libtcmalloc_minimal.so here"
fi
