# SPDX-License-Identifier: GPL-3.0-or-later
# Calls of functions whose time depends on their numbers are measured as in a loop that draws new ones.
echo "Other numbers in each call (goal: within 10 % of a plain loop in C)"
cc -O2 -fno-tree-vectorize -shared -fPIC "$here/functions/sorting.c" -o sorting.so

# both NAME PROTOTYPE SIZES: nanoseconds of one function by both.
both() {
    bench-collect -q -o "$1.h5" --rounds 5 --sizes "$3" ./sorting.so --function "$2" || return
    bench-analyze "$1.h5" --format csv | columns "$1" size median >"$1.ours"
    while read -r size seconds; do
        inputs ./sorting.so "$1" "$size" | awk -v name="$1" -v size="$size" -v ours="$seconds" '
            { printf "  %-15s n = %6d   %10.2f ns   plain loop %10.2f ns   %.3f of it\n", name, size, 1e9 * ours, $1, 1e9 * ours / $1 }'
    done <"$1.ours"
}
both quick_sort 'void quick_sort(double *x, size_t n)' 100,1000
both libc_sort 'void libc_sort(double *x, size_t n)' 100,1000
both lower_bound 'size_t lower_bound(size_t n, const double *x sorted, double key)' 1000,100000
both count_positive 'size_t count_positive(size_t n, const double *x)' 1000
both scale 'void scale(size_t n, double *x)' 10,1000
