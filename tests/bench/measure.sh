# SPDX-License-Identifier: GPL-3.0-or-later
# What the benchmarks measure with. Times are medians of interleaved repeats; what counts is the
# ratio.

median() {
    sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# seconds COMMAND...: the wall time of a command whose output nobody wants.
seconds() {
    begin=$(date +%s%N)
    "$@" >/dev/null 2>&1
    end=$(date +%s%N)
    awk -v ns=$((end - begin)) 'BEGIN { printf "%.6f\n", ns / 1e9 }'
}

# columns LIBRARY NAME...: these columns of a library's rows in bench-analyze's CSV on standard input.
columns() {
    awk -F, -v wanted="$*" '
        BEGIN { count = split(wanted, names, " ") }
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["library"] == names[1] {
            for (i = 2; i <= count; i++) printf "%s%s", $at[names[i]], i < count ? " " : "\n"
        }'
}

# library_path NAME: the file of an installed library.
library_path() {
    bench-collect --list | awk -v name="$1" '$1 == name { print $2; exit }'
}

# fact NAME ARCHIVE: that number of its first run.
fact() {
    h5dump -a "/run_000001/$1" "$2" | awk '/\(0\):/ { print $2 }'
}
