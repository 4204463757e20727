# SPDX-License-Identifier: GPL-3.0-or-later
# Of what "bench-collect --list" prints: "FAMILY PATH" for one library of every family. Where several
# are installed, it is the one with threads and 32-bit integers, as `make check` installs it. Ends
# with 0 if any family has several.
/^[A-Z]/ {
    is_library = /^Libraries:/
    next
}
is_library && $2 ~ "^/" {
    family = $1
    sub(/(-64_?)?(-(pthread|openmp|serial))?$/, "", family)
    has_several = has_several || family in path
    if (!(family in path) || $1 == family || $1 == family "-pthread")
        path[family] = $2
}
END {
    for (family in path)
        print family, path[family]
    exit !has_several
}
