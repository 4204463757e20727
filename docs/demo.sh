#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/demo.sh BIN OUTPUT: the main job on every BLAS of this machine, in less than a minute.
set -eu
mkdir -p "$2"
output=$(cd "$2" && pwd)
PATH=$(cd "$1" && pwd):$PATH
cd "$output"
rm -f results.h5 lib*.so

# Leaves the installed BLAS libraries as lib*.so, one of each family.
for family in atlas blis gslcblas netlib openblas; do
    bench-collect --list | awk -v family=$family '$1 ~ "^" family "(-|$)" { print $2; exit }' |
        xargs -r -I PATH ln -s PATH lib$family.so
done

# run COMMAND...: shows the command, then runs it.
run() {
    printf '\n$ %s\n' "$*"
    "$@"
}

run bench-collect action_axpy lib*.so --sizes 10:1000000:11 --time 12s
run bench-analyze results.h5 --ref openblas
run bench-collect matrix_matrix_product lib*.so --sizes 8,16,32,64,128,256,512 --time 25s
run bench-analyze results.h5 --ref openblas --action matrix_matrix_product
run bench-plot results.h5 --ref openblas -o demo.png
run bench-plot results.h5 --ref openblas -o demo.pdf

printf '\nThe files are in %s:\n' "$output"
# The journal beside an archive is empty once a run is in it.
ls -l "$output" | awk '/^-/ && !/-journal$/ { printf "  %-12s %6.0f KB\n", $NF, $5 / 1024 }'
