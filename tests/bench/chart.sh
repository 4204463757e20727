# SPDX-License-Identifier: GPL-3.0-or-later
# bench-plot and gnuplot draw the same chart.

echo "A chart of 5 libraries x 25 sizes as PNG, 1200 x 800 pixels (goal: less than gnuplot)"
many_runs one.h5 1
bench-analyze one.h5 --format csv >one.csv
for library in atlas blis gslcblas netlib openblas; do
    columns $library size mean mean_low mean_high ratio <one.csv >"$library.dat"
done
cat >chart.gp <<'GP'
set terminal pngcairo size 1200,800
set output "gnuplot.png"
set multiplot layout 1,2
set logscale xy
plot for [l in "atlas blis gslcblas netlib openblas"] l.".dat" using 1:2:3:4 with yerrorlines title l
unset logscale y
plot for [l in "atlas blis gslcblas netlib openblas"] l.".dat" using 1:5 with linespoints title l
GP
for repeat in 1 2 3 4 5 6 7 8 9 10 11; do
    seconds bench-plot one.h5 -o ours.png --size 203.2x135.5mm --dpi 150 >>plot.ours
    seconds gnuplot chart.gp >>plot.gnuplot
done
printf '%s %s\n' "$(median <plot.ours)" "$(median <plot.gnuplot)" |
    awk '{ printf "  bench-plot %.1f ms   gnuplot %.1f ms   ratio %.2f\n", 1e3 * $1, 1e3 * $2, $1 / $2 }'
