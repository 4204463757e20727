# As the BTL of Eigen draws: millions of operations per second over size, bold lines, key outside.
set datafile separator ","
set datafile missing NaN
set title "matrix matrix product"
set xlabel "matrix size"
set ylabel "MFLOPS"
set logscale x
set key outside
set style increment user
set style line 1 linewidth 3 linecolor rgb "#0000c0"
set style line 2 linewidth 3 linecolor rgb "#00a000"
set style line 3 linewidth 3 linecolor rgb "#c000c0"
set style line 4 linewidth 3 linecolor rgb "#00c0c0"
set style line 5 linewidth 3 linecolor rgb "#c00000"
plot for [l in "atlas blis gslcblas netlib openblas"] "rows.csv" \
    using "size":(strcol("library") eq l ? column("flop_rate") / 1e6 : NaN) with lines title l
