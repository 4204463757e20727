# gnuplot's own choices, with both axes logarithmic; rows.csv is bench-analyze's.
set datafile separator ","
set datafile missing NaN
set logscale xy
plot for [l in "atlas blis gslcblas netlib openblas"] "rows.csv" \
    using "size":(strcol("library") eq l ? column("mean") : NaN) with linespoints title l
