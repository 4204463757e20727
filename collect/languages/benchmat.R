# SPDX-License-Identifier: MIT
# benchmat.R: has functions in R measured by bench-collect (docs/languages.md).
#
#     source(file.path(Sys.getenv("BENCHMAT"), "benchmat.R"))
#
#     axpy <- function(bench) {              # called for each size and seed
#       x <- bench$fill(bench$size)          # the very inputs of the C action, in its order
#       y <- bench$fill(bench$size)
#       bench$output(function() y)           # compared with the output of the C action
#       bench$call(function() y <<- ...)     # timed
#     }
#
#     serve(axpy = axpy)

# A times each of STATES, plus C, modulo 2^64. Each is a list of four parts of 16 bits, the lowest
# first; a double holds every sum here exactly.
advance <- function(states, a, c) {
  result <- list()
  carry <- 0
  for (part in 1:4) {
    sum <- carry + c[[part]]
    for (i in 1:part) sum <- sum + states[[i]] * a[[part - i + 1]]
    result[[part]] <- sum %% 65536
    carry <- sum %/% 65536
  }
  result
}

# The next COUNT states after STATE: doubles their list, by as many steps in one as it is long.
next_states <- function(state, count) {
  a <- list(0x7f2d, 0x4c95, 0xf42d, 0x5851) # 6364136223846793005
  c <- list(0x814f, 0xf767, 0x7b7e, 0x1405) # 1442695040888963407
  states <- advance(state, a, c)
  while (length(states[[1]]) < count) {
    states <- Map(base::c, states, advance(states, a, c))
    c <- advance(c, a, c)
    a <- advance(a, a, list(0, 0, 0, 0))
  }
  lapply(states, head, count)
}

# What is measured: its size, seed, type ("d": double, "s": single precision, "z" and "c": complex
# numbers of these) and parameters, a list.
make_bench <- function(size, seed, type, parameters,
                       state = as.list(seed %/% 65536^(0:3) %% 65536)) {
  bench <- new.env()
  bench$size <- size
  bench$seed <- seed
  bench$type <- type
  bench$parameters <- parameters
  bench$set_up <- NULL # who makes other numbers for each call; NULL: all get the same
  bench$outputs <- list()

  # The next COUNT numbers, uniform in [-1, 1), as bench_fill of action.h gives them. Of complex
  # numbers the real and the imaginary parts alternate.
  bench$fill <- function(count) {
    if (type %in% c("c", "z")) count <- 2 * count
    if (count == 0) return(numeric())
    s <- next_states(state, count)
    state <<- lapply(s, tail, 1)
    if (type %in% c("s", "c")) # the upper 23 or 52 bits are used
      return((s[[4]] * 2^7 + s[[3]] %/% 512 - 2^22) * 2^-22)
    (s[[4]] * 2^36 + s[[3]] * 2^20 + s[[2]] * 2^4 + s[[1]] %/% 4096 - 2^51) * 2^-51
  }
  # Declares what FUN returns, after a call, an output: in the order of the C action.
  bench$output <- function(fun) bench$outputs <- c(bench$outputs, fun)
  # Has FUN timed. If there is RENEWED, each call gets it. Where calls are to get other numbers, the
  # function that sets up is called again for these.
  bench$call <- function(fun, renewed = NULL) {
    bench$timed <- fun
    bench$renewed <- renewed
  }
  # What so many calls get: others in turn, one for each if there is time for so many.
  bench$arguments <- function(calls) {
    drawn <- list(bench$renewed)
    until <- as.numeric(Sys.time()) + 0.01
    while (!is.null(bench$set_up) && length(drawn) <= calls && as.numeric(Sys.time()) < until) {
      other <- make_bench(size, seed, type, parameters, state)
      bench$set_up(other)
      state <<- other$state()
      drawn <- c(drawn, list(other$renewed))
    }
    if (length(drawn) > 1) drawn <- drawn[-1]
    rep_len(drawn, calls)
  }
  bench$state <- function() state
  bench
}

# R has no monotonic clock that is finer than milliseconds. Where this one was set back, a negative
# time is refused, and one that is too long as well.
time_calls <- function(fun, calls) {
  begin <- as.numeric(Sys.time())
  for (c in seq_len(calls)) fun()
  as.numeric(Sys.time()) - begin
}

time_calls_of <- function(fun, arguments) {
  force(arguments) # R makes them where they are first used
  begin <- as.numeric(Sys.time())
  for (argument in arguments) fun(argument)
  as.numeric(Sys.time()) - begin
}

# Complex numbers are two each.
format_numbers <- function(numbers) {
  if (is.complex(numbers)) numbers <- as.vector(rbind(Re(numbers), Im(numbers)))
  paste(c("output", length(numbers), sprintf("%.17g", numbers)), collapse = " ")
}

# Answers bench-collect until it ends. The arguments are, by the actions' names, functions that set
# up.
serve <- function(..., types = "d") {
  actions <- list(...)
  requests <- fifo("/dev/fd/3", "r", blocking = TRUE)
  answers <- fifo("/dev/fd/4", "w", blocking = TRUE)
  action <- bench <- NULL
  answer <- function(words) switch(words[1],
    hello = paste("hello 1 R", getRversion()),
    describe = {
      action <<- actions[[words[2]]]
      if (is.null(action)) "describe" else paste("describe", types)
    },
    setup = {
      pairs <- strsplit(grep("=", words[-(1:4)], value = TRUE), "=")
      parameters <- lapply(pairs, function(pair) as.numeric(pair[2]))
      names(parameters) <- vapply(pairs, function(pair) pair[1], "")
      bench <<- make_bench(as.numeric(words[2]), as.numeric(words[3]), words[4], parameters)
      action(bench)
      if (words[length(words)] == "fresh") bench$set_up <- action
      if (is.null(bench$renewed)) "ready" else "ready fresh"
    },
    run = {
      calls <- as.numeric(words[2])
      sprintf("seconds %.9g", if (is.null(bench$renewed)) time_calls(bench$timed, calls)
        else time_calls_of(bench$timed, bench$arguments(calls)))
    },
    output = format_numbers(as.vector(bench$outputs[[as.numeric(words[2])]]())))
  while (length(request <- readLines(requests, 1)) == 1 && request != "end") {
    line <- tryCatch(answer(strsplit(request, " ")[[1]]), error = function(e)
      paste("error", gsub("\\s+", " ", conditionMessage(e))))
    writeLines(line, answers)
  }
}
