# SPDX-License-Identifier: GPL-3.0-or-later
# Calls of functions whose time depends on their numbers are measured as in a loop that draws new ones.
echo "Other numbers in each call (goal: within 10 % of a plain loop in C)"
cc -O2 -fno-tree-vectorize -shared -fPIC "$here/functions/sorting.c" -o sorting.so

# both NAME SIZES ARGUMENT...: nanoseconds of one function by both; bench-collect gets the arguments.
both() {
    name=$1 sizes=$2
    shift 2
    bench-collect -q -o "$name.h5" --rounds 5 --sizes "$sizes" "$@" || return
    bench-analyze "$name.h5" --format csv | columns "$name" size median >"$name.ours"
    while read -r size seconds; do
        inputs ./sorting.so "$name" "$size" | awk -v name="$name" -v size="$size" -v ours="$seconds" '
            { printf "  %-15s n = %6d   %10.2f ns   plain loop %10.2f ns   %.3f of it\n", name, size, 1e9 * ours, $1, 1e9 * ours / $1 }'
    done <"$name.ours"
}
of() {
    both "$1" "$3" ./sorting.so --function "$2"
}
of quick_sort 'void quick_sort(double *x, size_t n)' 100,1000
of libc_sort 'void libc_sort(double *x, size_t n)' 100,1000
of lower_bound 'size_t lower_bound(const double *x sorted, size_t n, double key)' 1000,100000
of count_positive 'size_t count_positive(size_t n, const double *x)' 1000
of scale 'void scale(size_t n, double *x)' 10,1000
both sort 100,1000 sort sort=./sorting.so
both lower_bound 100,1000,100000 lower_bound lower_bound=./sorting.so
