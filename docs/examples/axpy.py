# axpy with NumPy: y := alpha x + y.
import benchmat
import numpy


def axpy(bench):
    x = bench.fill(bench.size)
    y = bench.fill(bench.size)
    bench.output(y)
    bench.call(lambda: numpy.add(y, 0.7390851332151607 * x, out=y))


benchmat.serve(axpy=axpy)
