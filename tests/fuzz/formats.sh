#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/fuzz/formats.sh FUZZED SECONDS [FORMAT...]: searches the readers of foreign formats, each for
# that long, under libFuzzer, the address and the undefined behaviour sanitizer.
#
# It begins with the samples of the tests and with tests/fuzz/corpus-FORMAT, where inputs are kept that
# reach what no sample does. An input that breaks a rule is left in /tmp, and named.
set -eu
cd "$(dirname "$0")/../.."
fuzzed=$(cd "$1" && pwd)
seconds=$2
shift 2
[ $# -gt 0 ] || set -- google-benchmark jmh pyperf hyperfine go btl csv mat \
    pytest-benchmark criterion catch2 nanobench json benchmarkdotnet nvbench asv benchmark-ips benchmarktools \
    vitest clickbench mimalloc-bench
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

search() { # search FORMAT
    mkdir "$work/$1"
    [ ! -d "tests/fuzz/corpus-$1" ] || cp "tests/fuzz/corpus-$1"/* "$work/$1"
    find tests/formats/samples -type f -size -100k -exec cp {} "$work/$1" \;
    BENCHMAT_FORMAT=$1 ASAN_OPTIONS=allocator_may_return_null=1 UBSAN_OPTIONS=halt_on_error=1 \
        "$fuzzed/tests/fuzz/foreign" -max_len=30000 -max_total_time="$seconds" -rss_limit_mb=3000 \
        -timeout=20 -artifact_prefix="/tmp/benchmat-$1-" "$work/$1" >"$work/$1.said" 2>&1
}

for format; do
    if search "$format"; then
        printf '%s: ' "$format"
        grep '^Done' "$work/$format.said"
    else
        status=1
        echo "fuzzing: $format breaks a rule:"
        grep -E 'ERROR|runtime error|^ *#[0-9] |Test unit written' "$work/$format.said" | head -15
    fi
done
exit "$status"
