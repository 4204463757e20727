#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/layers.sh: fails on an include that goes upward or sideways in the house.
#
# Each line is a room, with the floors whose rooms it may join besides those of its own floor that
# stand above its line: what is listed first stands lowest. A room that is not listed fails.
set -eu
cd "$(dirname "$0")/.."
status=0

complain() {
    printf 'layers: %s\n' "$*" >&2
    status=1
}

rooms='
formats/text
formats/processes
formats/files
formats/model
formats/import
formats/json
formats/csv_text
formats/csv
formats/mat
formats/mat_runs
formats/harness
formats/foreign
store/file         formats
store/hdf5         formats
store/sandbox      formats
store/native       formats
store/schema       formats
store/mat73        formats
store/update       formats
store/archive      formats
store/tools        formats
store/command_line formats
store/cli          formats
analyze/statistics formats
analyze/model      formats
analyze/diagnostics formats
analyze/inference  formats
analyze/aggregate  formats
analyze/columns    formats
analyze/output     formats
analyze/comparison formats
analyze/explain    formats
analyze/history    formats
analyze/ranking    formats
analyze/complexity formats
analyze/documents     formats
analyze/input      formats store
analyze/cli        formats store
plot/figure        formats
plot/axes          formats
plot/marks         formats
plot/charts        formats
plot/output        formats
plot/terminal      formats
plot/report        formats analyze
plot/analysis      formats store analyze
plot/kinds         formats store analyze
plot/page          formats store analyze
plot/cli           formats store analyze
collect
collect/actions
collect/sets
collect/builtin
collect/libraries  formats
collect/harness    formats
collect/commands   formats
collect/functions  formats
collect/design     formats
collect/machine    formats
collect/processes  formats
collect/timing     formats
collect/devices    formats
collect/mpi        formats
collect/worker     formats
collect/job        formats
collect/planning   formats
collect/measuring  formats
collect/session    formats
collect/campaign   formats
collect/cli        formats store analyze
'
wrong=$(find formats store analyze plot collect -name '*.[ch]' -exec grep -HE '^# *include "' {} + | awk -v rooms="$rooms" '
    BEGIN {
        count = split(rooms, lines, "\n")
        for (i = 1; i <= count; i++) {
            n = split(lines[i], words, " ")
            height[words[1]] = i
            for (w = 2; w <= n; w++) may[words[1] " " words[w]] = 1
        }
    }
    function room_of(path) { sub("/[^/]*$", "", path); return path }
    function floor_of(path) { sub("/.*", "", path); return path }
    {
        file = $0; sub(":.*", "", file)
        header = $0; sub("^[^\"]*\"", "", header); sub("\".*", "", header)
        from = room_of(file); to = room_of(header)
        if (!(from in height)) print file " is in no room that is listed"
        else if (from == to) next
        else if (floor_of(from) == floor_of(to) && to in height && height[to] < height[from]) next
        else if ((from " " floor_of(to)) in may && to in height) next
        else print file " includes \"" header "\", which is not below " from
    }')
[ -z "$wrong" ] || complain "$wrong"

# only FLOOR HEADERS: system headers that one floor alone may name.
only() {
    for file in $(grep -lE "^# *include <($2)" */*/*.[ch] | grep -vE "^($1|tests)/"); do
        complain "$file includes <$2>, which $1 alone may name"
    done
}

only store 'hdf5|H5|seccomp'
only 'formats/files|store|collect/worker' nettle
only formats 'zlib|zstd|sqlite3'
only analyze 'gsl/'
only plot 'cairo|pango|fontconfig'
only collect 'dlfcn|hwloc|link\.h'
# Those of Linux or of glibc, each of which stands where another system can have its own.
only 'collect|docs|store/file|store/sandbox|formats/processes' 'linux/|malloc|sched\.h|sys/(prctl|syscall|vfs)'

# What installed actions include must stand by itself.
for header in collect/action.h collect/set.h; do
    if grep -E '^# *include' $header | grep -vqE '<(float|stddef|stdint)\.h>'; then
        complain "$header includes more than the C standard library"
    fi
done
exit $status
