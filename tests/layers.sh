#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/layers.sh: fails on an include that goes upward or sideways in the house.
#
# A directory's files may include headers of the directories listed behind it, and no outside
# library but those that it alone names. main.c and cmd_*.c are the top floor: they join anything.
set -eu
cd "$(dirname "$0")/.."
status=0

complain() {
    printf 'layers: %s\n' "$*" >&2
    status=1
}

# allow DIRECTORY 'headers of ours' FILE...
allow() {
    what=$1
    pattern=$2
    shift 2
    for file in "$@"; do
        [ -f "$file" ] || continue
        case $file in */main.c | */cmd_*) continue ;; esac
        found=$(sed -n 's/^# *include "\([^"]*\)".*/\1/p' "$file" | grep -Ev "^($pattern)" || true)
        for header in $found; do
            complain "$file includes \"$header\", which is not below $what"
        done
    done
}

allow formats 'formats/' formats/*.[ch]
allow store 'store/|formats/' store/*.[ch]
allow analyze 'analyze/|formats/' analyze/*.[ch]
allow plot 'plot/|formats/' plot/*.[ch]
allow collect 'collect/[a-z_0-9]+\.h|formats/' collect/*.[ch]
allow collect/worker 'collect/|formats/' collect/worker/*.[ch]
allow collect/actions 'collect/action\.h|collect/actions/' collect/actions/*.[ch]
allow collect/builtin 'collect/builtin/' collect/builtin/*.[ch]

# only DIRECTORY PATTERN [DIRECTORY]: system headers that one directory alone, or two, may name.
only() {
    for file in formats/*.[ch] store/*.[ch] analyze/*.[ch] plot/*.[ch] collect/*.[ch] \
        collect/*/*.[ch]; do
        case $file in $1/* | ${3:-$1}/*) continue ;; esac
        if grep -qE "^# *include <($2)" "$file"; then
            complain "$file includes <$2>, which $1 alone may name"
        fi
    done
}

only store 'hdf5|H5|nettle|seccomp'
only formats 'zlib'
only analyze 'gsl/'
only plot 'cairo|pango|fontconfig'
only collect 'dlfcn|hwloc|link\.h'

# What installed actions include must stand by itself.
if grep -E '^# *include' collect/action.h | grep -vqE '<(stddef|stdint)\.h>'; then
    complain "collect/action.h includes more than the C standard library"
fi
exit $status
