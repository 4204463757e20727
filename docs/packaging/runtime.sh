#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/packaging/runtime.sh DIRECTORY: the packages of this Debian whose libraries the programs in DIRECTORY load.
set -eu
owners=$(find "$1" -type f -perm -u+x -exec ldd {} + 2>/dev/null | sed -n 's/^.* => \(.*\) (0x.*/\1/p; /=> not found/p' |
    sort -u | while read -r library; do
    # A package may name it in /usr/lib where it is found in /lib, which is the same, or the other way round.
    dpkg-query -S "*${library#/usr}" 2>/dev/null || {
        echo "runtime: no package has $library" >&2
        exit 1
    }
done)
echo "$owners" | sed 's/:.*//' | sort -u
