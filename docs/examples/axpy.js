// axpy: y := alpha x + y.
const benchmat = require('benchmat')

function axpy(x, y) {
    for (let i = 0; i < x.length; i++) y[i] += 0.7390851332151607 * x[i]
}

function setUp(bench) {
    const x = bench.fill(bench.size), y = bench.fill(bench.size)
    bench.output(y)
    bench.pass(x, y)
    bench.call(axpy)
}

benchmat.serve({axpy: setUp})
