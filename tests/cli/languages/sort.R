# sort: R does not change what it is given.
source(file.path(Sys.getenv("BENCHMAT"), "benchmat.R"))

sort_numbers <- function(bench) {
  x <- bench$fill(bench$size)
  y <- NULL
  bench$output(function() y)
  bench$call(function(x) y <<- sort(x), x)
}

serve(sort = sort_numbers)
