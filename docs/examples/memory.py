# memory: gets a list of n numbers, all of them written, and gives it back.
import benchmat


def memory(bench):
    result = [0.0]
    bench.output(result)

    def call():
        numbers = [0.0] * bench.size
        for i in range(bench.size):
            numbers[i] = float(i)
        result[0] = numbers[-1]

    bench.call(call)


benchmat.serve(memory=memory)
