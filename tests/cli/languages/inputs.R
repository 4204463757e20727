source(file.path(Sys.getenv("BENCHMAT"), "benchmat.R"))

inputs <- function(bench) {
  x <- bench$fill(bench$size)
  y <- bench$fill(bench$size + 1)
  result <- NULL
  bench$output(function() x)
  bench$output(function() result)
  bench$output(function() rep(c(1 / 0, -1 / 0, 0 / 0), 2))
  bench$call(function() {
    fresh <- y
    fresh[1] <- fresh[1] + 1
    result <<- fresh
  })
}

serve(inputs = inputs, types = "sdcz")
