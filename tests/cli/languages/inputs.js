const benchmat = require('benchmat')

function inputs(bench) {
    const x = bench.fill(bench.size), y = bench.fill(bench.size + 1)
    bench.output(x)
    bench.output(y)
    bench.output([1 / 0, -1 / 0, 0 / 0, 1 / 0, -1 / 0, 0 / 0])
    bench.call(fresh => { fresh[0] += 1 }, y)
}

benchmat.serve({inputs}, 'sdcz')
