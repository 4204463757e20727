// The seconds of a call of axpy at n = 1000, without the helper.
function axpy(x, y) {
    for (let i = 0; i < x.length; i++) y[i] += 0.7390851332151607 * x[i]
}

function time(x, y) {
    const begin = process.hrtime.bigint()
    for (let c = 0; c < 10000; c++) axpy(x, y)
    return Number(process.hrtime.bigint() - begin) * 1e-13
}

const times = Array.from({length: 40}, () => {
    const x = new Float64Array(1000).fill(0.5), y = new Float64Array(1000)
    return time(x, y)
})
console.log(times.slice(20).sort((a, b) => a - b)[10])
