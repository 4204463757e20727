// SPDX-License-Identifier: MIT
// benchmat.js: has functions in JavaScript measured by bench-collect (docs/languages.md).
//
//     const benchmat = require('benchmat')
//
//     function axpy(bench) {                    // called for each size and seed
//         const x = bench.fill(bench.size)      // the very inputs of the C action, in its order
//         const y = bench.fill(bench.size)
//         bench.output(y)                       // compared with the output of the C action
//         bench.call(() => { ... })             // timed
//     }
//
//     benchmat.serve({axpy})
'use strict'
const fs = require('fs')

// What is measured: its size, seed, type ("d": double, "s": single precision, "z" and "c": complex
// numbers of these) and parameters.
class Bench {
    constructor(size, seed, type, parameters) {
        Object.assign(this, {size: Number(size), seed: Number(seed), type, parameters})
        this.high = Math.floor(this.seed / 4294967296) // the generator's state, in halves
        this.low = this.seed % 4294967296
        Object.assign(this, {outputs: [], copies: [], renewed: []})
    }

    // Moves the state on: times 6364136223846793005, plus 1442695040888963407, modulo 2^64. A double
    // holds every product here exactly.
    next() {
        const a = (this.low & 0xffff) * 0x4c957f2d, b = (this.low >>> 16) * 0x4c957f2d
        const product = a + b % 65536 * 65536
        const sum = product % 4294967296 + 0xf767814f
        const carry = Math.floor(b / 65536) + Math.floor(product / 4294967296)
            + Math.floor(sum / 4294967296)
        this.high = (Math.imul(this.high, 0x4c957f2d) + Math.imul(this.low, 0x5851f42d)
            + 0x14057b7e + carry) >>> 0
        this.low = sum % 4294967296
    }

    // The next COUNT numbers, uniform in [-1, 1), as bench_fill of action.h gives them. Of complex
    // numbers the real and the imaginary parts alternate.
    fill(count) {
        const isSingle = 'sc'.includes(this.type)
        const numbers = new Float64Array('cz'.includes(this.type) ? 2 * count : count)
        for (let i = 0; i < numbers.length; i++) {
            this.next() // the upper 23 or 52 bits are used
            numbers[i] = isSingle ? (this.high >>> 9) * 2 ** -22 - 1
                : (this.high * 2 ** 20 + (this.low >>> 12) - 2 ** 51) * 2 ** -51
        }
        return numbers
    }

    // Declares an array, in which calls leave their result, an output: in the C action's order.
    output(array) {
        this.outputs.push(array)
    }

    // Has FUNCTION timed. Every call gets fresh copies of the arrays RENEWED.
    call(timed, ...renewed) {
        Object.assign(this, {timed, renewed})
    }

    // Returns the seconds that so many calls take. Copies stay, to be used again.
    run(calls) {
        const {timed, renewed, copies} = this
        while (renewed.length && copies.length < calls) copies.push(renewed.map(a => a.slice()))
        for (let c = 0; renewed.length && c < calls; c++)
            renewed.forEach((array, i) => copies[c][i].set(array))
        this.last = copies[calls - 1]
        const begin = process.hrtime.bigint()
        if (renewed.length) for (let c = 0; c < calls; c++) timed(...copies[c])
        else for (let c = 0; c < calls; c++) timed()
        return Number(process.hrtime.bigint() - begin) * 1e-9
    }

    // The numbers of an output, counted from 1, after the last call.
    numbers(output) {
        const array = this.outputs[output - 1], i = this.renewed.indexOf(array)
        return i < 0 ? array : this.last[i]
    }
}

// Answers bench-collect until it ends. ACTIONS has, by their names, the functions that set up.
function serve(actions, types = 'd') {
    let bench, action
    const answers = {
        hello: () => `hello 1 Node ${process.versions.node}`,
        describe: name => (action = actions[name]) ? `describe ${types}` : 'describe',
        setup: (size, seed, type, ...rest) => {
            const pairs = rest.map(p => [p.split('=')[0], Number(p.split('=')[1])])
            action(bench = new Bench(size, seed, type, Object.fromEntries(pairs)))
            return 'ready'
        },
        run: calls => `seconds ${bench.run(Number(calls))}`,
        output: number => {
            const numbers = Array.from(bench.numbers(number))
            return `output ${numbers.length} ${numbers.join(' ')}`
        },
    }
    const bytes = Buffer.alloc(4096)
    for (let text = '', count; (count = fs.readSync(3, bytes)) > 0;) {
        text += bytes.toString('latin1', 0, count)
        for (let end; (end = text.indexOf('\n')) >= 0; text = text.slice(end + 1)) {
            const [word, ...rest] = text.slice(0, end).split(' ')
            if (word === 'end') process.exit(0)
            let line
            try {
                line = answers[word](...rest)
            } catch (error) { // whatever the program does wrong
                line = `error ${error}`.replace(/\s+/g, ' ')
            }
            fs.writeFileSync(4, line + '\n')
        }
    }
}

module.exports = {serve, Bench}
