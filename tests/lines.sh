#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/lines.sh FLOOR...: how many lines of C each floor has, how many functions, and how many static functions are
# called at one place alone, of which short ones might stand there.
set -eu
printf '%-8s %8s %10s %12s\n' floor lines functions 'called once'
for floor; do
    find "$floor" -name '*.[ch]' -exec awk -v floor="$floor" '
        function end_file(name) {
            for (name in is_static)
                once += uses[name] == 2
            delete is_static
            delete uses
        }
        FNR == 1 { end_file() }
        { lines++ }
        /^(\/\*| \*)/ { next }
        # clang-format puts what begins a definition at the begin of a line, and its brace at the end of one.
        /^[A-Za-z_].*\(/ && !/=/ {
            begins = 1
            name = $0
            sub(/\(.*/, "", name)
            sub(/.*[^A-Za-z0-9_]/, "", name)
            static = /^static /
        }
        begins && /[;{]$/ {
            begins = 0
            if (/\{$/) {
                functions++
                if (static)
                    is_static[name]
            }
        }
        {
            count = split($0, words, /[^A-Za-z0-9_]+/)
            for (i = 1; i <= count; i++)
                uses[words[i]]++
        }
        END {
            end_file()
            printf "%-8s %8d %10d %12d\n", floor, lines, functions, once
        }' {} +
done
