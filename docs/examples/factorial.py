# factorial: the product 1 2 3 ... number, by a loop.
import benchmat


def product(number):
    result = 1.0
    for i in range(2, number + 1):
        result *= i
    return result


def factorial(bench):
    number = int(bench.parameters["number"])
    result = [0.0]
    bench.output(result)

    def call():
        result[0] = product(number)

    bench.call(call)


benchmat.serve(factorial=factorial)
