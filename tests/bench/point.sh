# SPDX-License-Identifier: GPL-3.0-or-later
# A hundred million samples at a single size, of which the system need not keep any in memory.

echo "One point of 5 libraries x 20 million samples (goal: less than 64 MiB that cannot be written out)"
large_run point.h5 1 5 5 4000000
for columns in library,n,mean,sd all; do
    bench-analyze point.h5 --run 2 --columns $columns --format csv >/dev/null &
    most=0
    while status=$(cat /proc/$!/status 2>/dev/null) && [ "${status#*zombie}" = "$status" ]; do
        now=$(echo "$status" | awk '/^RssAnon/ { print $2 }')
        [ "${now:-0}" -le "$most" ] || most=$now
        sleep 0.1
    done
    wait $!
    echo "  $columns: $((most / 1024)) MiB"
done
