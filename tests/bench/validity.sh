# SPDX-License-Identifier: GPL-3.0-or-later
# Modes measure what they say: ours beside a plain program in C, which does it by itself.
export OPENBLAS_NUM_THREADS=1
library=$(library_path openblas)
repeats=${REPEATS:-5}
cc -O2 -shared -fPIC "$here/functions/rare.c" -o rare.so

# beside NAME OURS THEIRS: seconds, and nanoseconds.
beside() {
    awk -v name="$1" -v ours="$2" -v plain="$3" 'BEGIN {
        printf "  %-44s %11.2f ns   plain program %11.2f ns   %.3f of it\n", name, 1e9 * ours, plain, 1e9 * ours / plain }'
}

# ours LIBRARY COLUMN ARGUMENT...: the medians over some runs of bench-collect.
ours() {
    name=$1 column=$2
    shift 2
    for repeat in $(seq "$repeats"); do
        rm -f ours.h5
        bench-collect -q --no-control -o ours.h5 "$@"
        bench-analyze ours.h5 --format csv | columns "$name" "$column"
    done | median
}

theirs() { # theirs ARGUMENT...
    for repeat in $(seq "$repeats"); do validity "$@"; done | median
}

echo "Means in which rare slow calls count (goal: within 10 %)"
for function in hundredth collected; do
    beside "$function, n = 30" \
        "$(ours "$function" batch_mean ./rare.so --function "double $function(size_t n, const double *x)" --sizes 30 --rounds 5)" \
        "$(theirs mean ./rare.so "$function" 30)"
done

echo "Calls on cold caches (goal: within 10 %)"
for size in 10 100000; do
    beside "daxpy, n = $size, --cache cold" \
        "$(ours openblas median axpy openblas --cache cold --sizes $size --rounds 5)" "$(theirs cold "$library" $size)"
done

echo "The first call in its process (what the process did before it counts: within a factor of 3)"
for size in 10 1000; do
    beside "daxpy, n = $size, --mode first" \
        "$(ours openblas median axpy openblas --mode first --sizes $size --rounds 21)" \
        "$(for process in $(seq 21); do validity first "$library" $size; done | median)"
done

tcmalloc=$(ldconfig -p | awk '/libtcmalloc_minimal.so/ { print $NF; exit }')
if [ "$tcmalloc" ]; then
    echo "Allocators, 2 threads (goal: the ratio within 10 %)"
    theirs allocate 2 >glibc
    (export LD_PRELOAD="$tcmalloc" && theirs allocate 2) >tcmalloc
    for repeat in $(seq "$repeats"); do
        rm -f ours.h5
        bench-collect -q --no-control -o ours.h5 allocate glibc=libc.so.6 tcmalloc="$tcmalloc" --threads 2 --rounds 5 --trial 0.2
        bench-analyze ours.h5 --format csv | columns glibc mean >>glibc.ours
        bench-analyze ours.h5 --format csv | columns tcmalloc mean >>tcmalloc.ours
    done
    for allocator in glibc tcmalloc; do
        beside "allocate, $allocator" "$(median <$allocator.ours)" "$(cat $allocator)"
    done
    paste -d ' ' tcmalloc glibc | awk -v ours="$(paste -d ' ' tcmalloc.ours glibc.ours | awk '{ print $1 / $2 }' | median)" '
        { printf "  tcmalloc / glibc: ours %.3f, plain programs %.3f\n", ours, $1 / $2 }'
fi
