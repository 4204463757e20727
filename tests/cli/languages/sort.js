// sort: each call sorts an array of its own.
const benchmat = require('benchmat')

function sort(x) {
    x.sort()
}

benchmat.serve({sort: bench => {
    const x = bench.fill(bench.size)
    bench.output(x)
    bench.call(sort, x)
}})
