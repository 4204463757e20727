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
?*) check "$build/tests/${2%/*}/tests" "${2##*/}" ;;
'')
    printf '%s\n' programs formats/model/run formats/text/seconds formats/text/unicode_utf8 formats/files/destination \
        store/archive/choose store/hdf5/mat store/hdf5/mat_text store/hdf5/members_names store/file/journal store/file/dirty_pages_blocks formats/processes/message store/schema/run_codec \
        analyze/statistics/welford analyze/statistics/interval analyze/statistics/location analyze/inference/ratio analyze/aggregate/row analyze/output/print \
        plot/axes/ticks_scale plot/axes/ticks plot/marks/separate_labels plot/charts/chart plot/analysis/sections \
        collect/harness/sizes collect/planning/round_order collect/planning/verify_answers collect/harness/workspace collect/harness/report collect/harness/random collect/machine/check collect/libraries/compatibility |
        xargs -n 1 -P "$(nproc)" "$0" "$build"
    ;;
esac
