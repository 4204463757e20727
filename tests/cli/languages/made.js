// What calls return must be made: five million objects.
const benchmat = require('benchmat')

function make(x) {
    return {sum: x + 1, difference: x - 1}
}

benchmat.serve({make: bench => {
    bench.pass(bench.fill(1)[0])
    bench.call(make)
}})
