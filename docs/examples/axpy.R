# axpy: y := alpha x + y.
source(file.path(Sys.getenv("BENCHMAT"), "benchmat.R"))

axpy <- function(bench) {
  x <- bench$fill(bench$size)
  y <- bench$fill(bench$size)
  bench$output(function() y)
  bench$call(function() y <<- 0.7390851332151607 * x + y)
}

serve(axpy = axpy)
