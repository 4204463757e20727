# sort: each call sorts an array of its own.
import benchmat


def sort(bench):
    x = bench.fill(bench.size).tolist()
    bench.output(x)
    bench.call(list.sort, x)


benchmat.serve(sort=sort)
