#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/valgrind.sh BUILD [programs|MODULE]: the unit tests that start no other program, and the programs
# themselves on a small run, under valgrind: no invalid access, no use of undefined values, no definite leak.
# Without a second argument all of them, on all CPUs.
set -eu
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check() {
    printf 'valgrind: %s\n' "$*"
    BENCHMAT_BUILD=$build FONTCONFIG_FILE=$PWD/tests/fonts.conf valgrind --quiet --error-exitcode=9 --leak-check=full \
        --errors-for-leak-kinds=definite --show-leak-kinds=definite --suppressions=tests/valgrind.supp "$@" >"$work/out" 2>&1 ||
        { cat "$work/out"; exit 1; }
}

# The workers are processes of their own, which valgrind does not follow.
check_programs() {
    check "$build/bin/bench-collect" -q -o "$work/results.h5" axpy,cholesky builtin --sizes 10,50 --rounds 2 \
        --stage-time 0.002
    check "$build/bin/bench-analyze" "$work/results.h5"
    check "$build/bin/bench-plot" "$work/results.h5" -o "$work/chart.png" -o "$work/chart.pdf"
}

case ${2-} in
programs) check_programs ;;
?*) check "$build/tests/${2%/*}/test_${2#*/}" ;;
'')
    printf '%s\n' programs formats/run formats/seconds formats/utf8 formats/destination \
        store/archive store/choose store/mat store/mat_text store/names store/journal store/blocks store/message store/parcel \
        analyze/welford analyze/interval analyze/location analyze/ratio analyze/row analyze/print \
        plot/scale plot/ticks plot/spread plot/chart plot/cmd_sections \
        collect/sizes collect/order collect/answers collect/workspace collect/report collect/random collect/wire collect/check collect/sameness |
        xargs -n 1 -P "$(nproc)" "$0" "$build"
    ;;
esac
