// root of root.c: leaves its result in an array, or as "returned" returns it.
const benchmat = require('benchmat')

function root(x) {
    return Math.sqrt(1 / (x + Math.sqrt(x)))
}

function store(x, result) {
    result[0] = root(x)
}

const isReturned = process.argv[2] === 'returned'

benchmat.serve({root: bench => {
    const x = 2 + bench.fill(1)[0], result = new Float64Array(1).fill(root(x))
    bench.output(result)
    bench.pass(x, result)
    bench.call(isReturned ? root : store)
}})
