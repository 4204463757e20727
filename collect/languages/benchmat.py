# SPDX-License-Identifier: MIT
"""benchmat.py: has functions in Python measured by bench-collect (docs/languages.md).

    import benchmat

    def axpy(bench):                      # called for each size and seed
        x = bench.fill(bench.size)        # the very inputs of the C action, in its order
        y = bench.fill(bench.size)
        bench.output(y)                   # compared with the output of the C action
        bench.call(lambda: ...)           # timed; arrays behind it are made anew for each call

    benchmat.serve(axpy=axpy)
"""
import array
import copy
import itertools
import os
import platform
import sys
import time

A, C, MASK = 6364136223846793005, 1442695040888963407, (1 << 64) - 1

DRAWING = 0.01  # seconds that drawing other numbers for the calls of a run may take

IS_CPYTHON = platform.python_implementation() == "CPython"


def time_calls(function, arguments):
    """Returns the seconds that it takes to call FUNCTION with each of ARGUMENTS."""
    begin = time.perf_counter_ns()
    for fresh in arguments:
        function(*fresh)
    return (time.perf_counter_ns() - begin) * 1e-9, None


def time_compiled(function, arguments):
    """The same where a compiler sees loop and function together, as in PyPy: it would move out of
    the loop what a function does that is not read anew, and leave out a result that nobody has."""
    turns = zip([function] * len(arguments), arguments)
    begin = time.perf_counter_ns()
    for function, fresh in turns:
        result = function(*fresh)
    return (time.perf_counter_ns() - begin) * 1e-9, result


class Bench:
    """What is measured: its size, seed, type ("d": double, "s": single precision, "z" and "c":
    complex numbers of these) and parameters, a dictionary."""
    def __init__(self, size, seed, kind, parameters):
        self.size, self.seed, self.type, self.parameters = size, seed, kind, parameters
        self._state, self._outputs, self._copies, self._renewed = seed, [], [], ()
        self._set_up = None  # who makes other numbers for each call; None: all get the same

    def fill(self, count):
        """The next COUNT numbers, uniform in [-1, 1), as bench_fill of action.h gives them: an
        array.array, or if NumPy is imported an array of its. Of complex numbers the real and the
        imaginary parts alternate."""
        count *= 2 if self.type in "cz" else 1
        drop = 41 if self.type in "sc" else 12  # the upper 23 or 52 bits are used
        half, scale = 1 << 63 - drop, 2.0 ** (drop - 63)
        if count and "numpy" in sys.modules:
            states = self._next_states(sys.modules["numpy"], count)
            self._state = int(states[-1])
            return ((states >> drop).astype("i8") - half) * scale
        numbers, state = array.array("d", bytes(8 * count)), self._state
        for i in range(count):
            state = (state * A + C) & MASK
            numbers[i] = ((state >> drop) - half) * scale
        self._state = state
        return numbers

    def _next_states(self, numpy, count):
        """Doubles the list of states, by as many steps in one as it is long, until it is there."""
        a, c = A, C
        states = numpy.array([(self._state * a + c) & MASK], "u8")
        while len(states) < count:
            states = numpy.concatenate([states, states * numpy.uint64(a) + numpy.uint64(c)])
            a, c = a * a & MASK, (a * c + c) & MASK
        return states[:count]

    def output(self, numbers):
        """Declares NUMBERS, which calls leave their result in, an output, in the C action's order."""
        self._outputs.append(numbers)

    def call(self, function, *renewed):
        """Has FUNCTION timed. Every call gets fresh copies of the arrays RENEWED. Where calls are to
        get other numbers, the function that sets up is called again for these."""
        self._function, self._renewed = function, renewed

    def _draw(self):
        """The renewed arrays, as they are set up with the numbers that come next."""
        other = Bench(self.size, self.seed, self.type, self.parameters)
        other._state = self._state
        self._set_up(other)
        self._state = other._state
        return other._renewed

    def _originals(self, calls):
        """What calls have copies of, in turn: one for each if there is time for so many."""
        if not self._set_up:
            return [self._renewed]
        until, originals = time.perf_counter() + DRAWING, []
        while len(originals) < calls and (not originals or time.perf_counter() < until):
            originals.append(self._draw())
        return originals

    def run(self, calls):
        """Returns the seconds that so many calls take. Copies stay, to be used again."""
        while self._renewed and len(self._copies) < calls:
            self._copies.append([copy.copy(numbers) for numbers in self._renewed])
        originals = self._originals(calls) if self._renewed else []
        for fresh, renewed in zip(self._copies[:calls], itertools.cycle(originals)):
            for numbers, original in zip(fresh, renewed):
                numbers[:] = original
        function, arguments = self._function, self._copies[:calls] or [()] * calls
        self._last = arguments[-1]
        seconds, self._result = (time_calls if IS_CPYTHON else time_compiled)(function, arguments)
        return seconds

    def numbers(self, output):
        """The numbers of an output, counted from 1, after the last call."""
        numbers = self._outputs[output - 1]
        for original, last in zip(self._renewed, self._last):
            numbers = last if numbers is original else numbers
        numbers = numbers.ravel().tolist() if hasattr(numbers, "ravel") else numbers
        return [part for x in numbers
                for part in ((x.real, x.imag) if isinstance(x, complex) else (x,))]


def serve(types="d", **actions):
    """Answers bench-collect until it ends. ACTIONS maps their names to functions that set up."""
    if sys.argv[-1] != "--worker":
        sys.exit("this is measured by: bench-collect ACTION %s" % sys.argv[0])
    bench = action = None
    with os.fdopen(3) as requests, os.fdopen(4, "w") as answers:
        for request in requests:
            word, *rest = request.split()
            try:
                if word == "hello":
                    answer = "hello 1 %s %s" % (platform.python_implementation(),
                                                platform.python_version())
                elif word == "describe":
                    action = actions.get(rest[0])
                    answer = "describe " + types if action else "describe"
                elif word == "setup":
                    values = {n: float(v) for n, v in (p.split("=") for p in rest[3:] if "=" in p)}
                    bench = Bench(int(rest[0]), int(rest[1]), rest[2], values)
                    action(bench)
                    bench._set_up = action if rest[-1] == "fresh" else None
                    answer = "ready fresh" if bench._renewed else "ready"
                elif word == "run":
                    answer = "seconds %r" % bench.run(int(rest[0]))
                elif word == "output":
                    numbers = bench.numbers(int(rest[0]))
                    answer = "output %d %s" % (len(numbers), " ".join(map(repr, numbers)))
                else:  # end
                    break
            except Exception as error:  # whatever the program does wrong
                answer = "error %s: %s" % (type(error).__name__, " ".join(str(error).split()))
            print(answer, file=answers, flush=True)
