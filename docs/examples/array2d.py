# array2d: the sum of a square array, row by row.
import benchmat


def array2d(bench):
    n = bench.size
    numbers = bench.fill(n * n)
    rows = [list(numbers[i * n:(i + 1) * n]) for i in range(n)]
    result = [0.0]
    bench.output(result)

    def call():
        total = 0.0
        for row in rows:
            for x in row:
                total += x
        result[0] = total

    bench.call(call)


benchmat.serve(array2d=array2d)
