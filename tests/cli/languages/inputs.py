import benchmat


def inputs(bench):
    x, y = bench.fill(bench.size), bench.fill(bench.size + 1)
    bench.output(x)
    bench.output(y)
    bench.output([float("inf"), float("-inf"), float("nan")] * 2)

    def call(y):
        y[0] += 1

    bench.call(call, y)


benchmat.serve(types="sdcz", inputs=inputs)
