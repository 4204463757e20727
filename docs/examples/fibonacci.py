# fibonacci: the number-th Fibonacci number, by a loop.
import benchmat


def iterative(number):
    a, b = 0, 1
    for _ in range(number):
        a, b = b, a + b
    return a


def fibonacci(bench):
    number = int(bench.parameters["number"])
    result = [0]
    bench.output(result)

    def call():
        result[0] = iterative(number)

    bench.call(call)


benchmat.serve(fibonacci=fibonacci)
