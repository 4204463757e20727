#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/demo.sh BIN OUTPUT: the main job on every BLAS of this machine, in about a minute.
set -eu
mkdir -p "$2"
output=$(cd "$2" && pwd)
PATH=$(cd "$1" && pwd):$PATH
cd "$output"
rm -f results.h5

# run COMMAND...: shows the command, then runs it.
run() {
    printf '\n$ %s\n' "$*"
    "$@"
}

run bench-collect axpy --sizes 10:1000000:21 --stage-time 0.02 --rounds 5
run bench-collect matrix_matrix_product --sizes 4,8,16,32,64,128,256,512,1024 --rounds 5
run bench-analyze results.h5 --ref openblas
run bench-plot results.h5 --ref openblas -o demo.png
run bench-plot results.h5 --ref openblas -o demo.pdf

printf '\nThe files are in %s:\n' "$output"
ls -l "$output" | awk 'NR > 1 { printf "  %-12s %6.0f KB\n", $NF, $5 / 1024 }'
