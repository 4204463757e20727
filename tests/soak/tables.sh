#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/soak/tables.sh BUILD PAGE...: runs the simulations whose tables a page has, and puts what
# they print now in their place: between the lines "<!-- tests/soak/NAME -->" and "<!-- end -->".
set -eu
build=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for page; do
    for name in $(sed -n 's/^<!-- tests\/soak\/\([a-z_]*\) -->$/\1/p' "$page"); do
        "$build/tests/soak/$name" >"$work/$name"
    done
    awk -v work="$work" '
        /^<!-- end -->$/ { skipping = 0 }
        !skipping { print }
        /^<!-- tests\/soak\/[a-z_]* -->$/ {
            name = $2; sub(/.*\//, "", name)
            while ((getline line <(work "/" name)) > 0) print line
            skipping = 1
        }' "$page" >"$work/page"
    cat "$work/page" >"$page"
done
