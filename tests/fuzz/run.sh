#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/fuzz/run.sh BUILD SECONDS|COUNTx [SANITIZED [FUZZED]]: reads hostile HDF5 files for that long, on all
# CPUs; or so many by each of two workers, on any machine, and with the same mutations each time, of archives
# that differ in no more than their dates and ids if the same HDF5 writes them.
#
# bench-analyze of BUILD reads mutated archives and MAT-files of version 7.3, in its sandbox: whatever
# is in them, it must end by itself, with one of our exit statuses and at most one line, and change no
# file. Beside it the process in the sandbox lies to who started it (liar.c). Those of SANITIZED, a
# build with sanitizers, do the same; what these report of mutated files must be a fault of HDF5, not
# of ours. Given FUZZED, a build with libFuzzer, the two readers are also searched
# without the sandbox, each for as long: likewise, and each input that crashes one is then read in the
# sandbox, too.
set -eu
cd "$(dirname "$0")/../.."
build=$(cd "$1" && pwd)
seconds=$2
sanitized=${3:+$(cd "$3" && pwd)}
fuzzed=${4:+$(cd "$4" && pwd)}
corpus=$PWD/tests/fuzz/corpus
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

mkdir "$work/archives" "$work/mat73" "$work/broken"
"$build/tests/fuzz/seeds" "$work/archives"
h5repack -f NONE "$work/archives/ordinary.h5" "$work/archives/plain.h5"
cp "$corpus"/*.h5 "$work/archives"
cp "$corpus-mat73"/*.mat "$work/mat73"
for kind in plain structs dims virtual fieldless several table columns untold in_turn; do
    /usr/bin/python3 tests/cli/mat73.py "$kind" "$work/mat73/$kind.mat"
done
cd "$work/broken"

# A library's crash shall still be one; what a sanitizer finds is told apart by the exit status, and
# told without a file being opened, which nobody may in the sandbox.
lenient=detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=2000
checked=$lenient:handle_segv=0:handle_abort=0:handle_sigfpe=0:exitcode=99
checked=$checked:verify_asan_link_order=0:symbolize=0

# read_all PROGRAMS SECONDS SEED ARCHIVE...
read_all() {
    programs=$1
    limit=$2
    seed=$3
    shift 3
    ASAN_OPTIONS=$checked "$build/tests/fuzz/mutate" "$limit" "$seed" \
        "$build/tests/fuzz/trusting.so" "$programs/tests/fuzz/bin/bench-analyze" "$@"
}

# The first frame of the report that is neither the C library's nor a sanitizer's is ours?
is_our_fault() {
    awk '/^ *#[0-9]+ / && /libhdf5|bin\/bench-|(store|formats|fuzz)\/[a-z0-9_\/]+\.[ch]:/ { exit }
         END { exit !/bin\/bench-|(store|formats|fuzz)\/[a-z0-9_\/]+\.[ch]:/ }' "$1"
}

complain() { # complain REPORT NAME
    echo "a fault of our own: $2"
    grep -m 12 -E 'ERROR|runtime error|^ *#' "$1"
    status=1
}

run_target() { # run_target TARGET ARGUMENT...
    target=$1
    shift
    ASAN_OPTIONS=$lenient UBSAN_OPTIONS=halt_on_error=1 \
        "$fuzzed/tests/fuzz/$target" -rss_limit_mb=2000 -timeout=20 "$@" >"$work/report" 2>&1
}

search() { # search TARGET SEEDS
    found=$work/found-$1
    mkdir "$found"
    run_target "$1" -fork="$workers" -ignore_crashes=1 -ignore_ooms=1 -ignore_timeouts=1 \
        -max_len=400000 -max_total_time="$seconds" -artifact_prefix="$found/" "$2" || true
    printf '%s: ' "$1"
    grep '^#[0-9]' "$work/report" | tail -n 1
    for input in "$found"/*; do
        [ -f "$input" ] || continue
        if ! run_target "$1" "$input" && is_our_fault "$work/report"; then
            complain "$work/report" "$(basename "$input")"
            cp "$input" "$work/broken"
        fi
    done
    set -- "$found"/*
    [ ! -f "$1" ] || read_all "$build" 0 1 "$@" || status=1
}

case $seconds in
*x) workers=2 ;; # each has a seed of its own: more CPUs would try others
*) workers=$(nproc) ;;
esac
for worker in $(seq "$workers"); do
    case $seconds in
    *x) seed=$((worker + 2)) first_lie=$((worker * 100000)) ;; # no endless loop among them
    *) seed=$(date +%s%N) first_lie=$seed ;;
    esac
    for programs in "$build" ${sanitized:+"$sanitized"}; do
        read_all "$programs" "$seconds" "$seed" "$work"/archives/* "$work"/mat73/* \
            >"$work/said.$worker.${programs##*/}" 2>&1 || echo failed >>"$work/failed" &
        "$programs/tests/fuzz/liar" "$seconds" "$first_lie" "$work/mat73/table.mat" \
            >"$work/said.$worker.liar.${programs##*/}" 2>&1 || echo failed >>"$work/failed" &
    done
done
wait
for said in "$work"/said.*; do
    printf '%s: ' "${said##*.}"
    cat "$said"
done
reported=0
for input in "$work"/broken/report-*.h5; do
    [ -f "$input" ] || continue
    reported=$((reported + 1))
    if is_our_fault "${input%.h5}"; then
        complain "${input%.h5}" "$(basename "$input")"
    else
        rm "$input" "${input%.h5}"
    fi
done
[ -z "$sanitized" ] || echo "sanitizers reported $reported faults, of HDF5's where no other is named"

if [ -n "$fuzzed" ]; then
    search reader "$work/archives"
    search mat73 "$work/mat73"
fi

[ ! -e "$work/failed" ] || status=1
if [ "$status" -ne 0 ]; then
    kept=$(mktemp -d /tmp/benchmat-fuzz-XXXXXX)
    cp "$work"/broken/* "$kept" 2>/dev/null || true
    echo "fuzzing: rules were broken; the inputs are in $kept" >&2
fi
exit "$status"
