# SPDX-License-Identifier: GPL-3.0-or-later
# bench-plot, gnuplot and matplotlib draw the same two charts, each as a whole process; ours reads
# the archive and makes the statistics besides, which the others find in text files.

echo "Charts of 5 libraries x 30 sizes as PNG, 1200 x 800 pixels (goal: 0.6 of gnuplot, 0.05 of matplotlib)"
many_runs one.h5 1 30
bench-analyze one.h5 --format csv >one.csv
bench-analyze one.h5 --format json >one.json
for library in atlas blis gslcblas netlib openblas; do
    columns $library size mean mean_low mean_high ratio ratio_low ratio_high <one.csv >"$library.dat"
done
cat >chart.gp <<'GP'
set terminal pngcairo size 1200,800
set output "gnuplot.png"
set multiplot layout 1,2
set logscale xy
plot for [l in "atlas blis gslcblas netlib openblas"] l.".dat" using 1:2:3:4 with yerrorlines title l
plot for [l in "atlas blis gslcblas netlib openblas"] l.".dat" using 1:5:6:7 with yerrorlines title l
GP
cat >chart.py <<'PY'
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
figure, axes = plt.subplots(1, 2, figsize=(12, 8), dpi=100)
for library in "atlas blis gslcblas netlib openblas".split():
    with open(library + ".dat") as file:
        size, *values = zip(*(map(float, line.split()) for line in file))
    for chart, (middle, low, high) in zip(axes, (values[:3], values[3:])):
        chart.loglog(size, middle, marker="o", label=library)
        chart.fill_between(size, low, high, alpha=0.22)
        chart.legend()
figure.savefig("matplotlib.png")
PY
python=python3
/usr/bin/python3 -c 'import matplotlib' 2>/dev/null && python=/usr/bin/python3
size='--size 203.2x135.5mm --dpi 150'
for repeat in 1 2 3 4 5 6 7 8 9 10 11; do
    # shellcheck disable=SC2086 # one argument a word
    seconds bench-plot one.h5 -o ours.png $size >>plot.ours
    # shellcheck disable=SC2086
    seconds bench-plot one.json -o rows.png $size >>plot.rows
    seconds bench-plot one.h5 -o - --format terminal >>plot.text
    seconds gnuplot chart.gp >>plot.gnuplot
    seconds $python chart.py >>plot.matplotlib
done
for picture in ours.png rows.png gnuplot.png matplotlib.png; do
    [ -s $picture ] || echo "  $picture was not drawn: what follows does not count"
done
for tool in ours rows text gnuplot matplotlib; do
    median <plot.$tool
done | tr '\n' ' ' | awk '{
    printf "  bench-plot %.1f ms (from JSON %.1f, as text %.1f)   gnuplot %.1f ms   matplotlib %.1f ms\n",
        1e3 * $1, 1e3 * $2, 1e3 * $3, 1e3 * $4, 1e3 * $5
    printf "  ratio to gnuplot %.2f   to matplotlib %.3f\n", $1 / $4, $1 / $5 }'
