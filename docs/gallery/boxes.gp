# gnuplot's own boxes; samples.csv is bench-store's.
set datafile separator ","
set output "gnuplot-boxes.png"
set style data boxplot
plot "samples.csv" using (1):"seconds":(0.5):"library" notitle
