# SPDX-License-Identifier: GPL-3.0-or-later
# A million samples drawn: bench-plot their distribution out of an archive and out of CSV, gnuplot the
# points themselves out of the same CSV.

echo "A million samples as PNG, 1200 x 800 pixels (goal: 0.1 of gnuplot from an archive, below 100 MiB)"
many_runs million.h5 1 1 1 5 200000
bench-store export million.h5 -o million.csv
column=$(head -1 million.csv | tr , '\n' | grep -n seconds | cut -d: -f1)
cat >million.gp <<GP
set terminal pngcairo size 1200,800
set output "gnuplot.png"
set datafile separator ","
plot "million.csv" using 0:$column with points pointtype 7 pointsize 0.2
GP
size='--size 203.2x135.5mm --dpi 150 --kind ecdf'
for repeat in 1 2 3 4 5; do
    # shellcheck disable=SC2086 # one argument a word
    seconds bench-plot million.h5 -o ours.png $size >>million.archive
    # shellcheck disable=SC2086
    seconds bench-plot million.csv -o table.png $size >>million.table
    seconds gnuplot million.gp >>million.gnuplot
done
for tool in archive table gnuplot; do
    median <million.$tool
done | tr '\n' ' ' | awk '{
    printf "  from an archive %.2f s, from CSV %.2f s   gnuplot %.2f s   ratios %.3f, %.3f\n", $1, $2, $3,
        $1 / $3, $2 / $3 }'
# shellcheck disable=SC2086
/usr/bin/time -f '  %M KiB at most' bench-plot million.h5 -o ours.png $size 2>&1 >/dev/null | tail -1
ls -l ours.png | awk '{ printf "  %d bytes\n", $5 }'
