// SPDX-License-Identifier: MIT
// benchmat.js: has functions in JavaScript measured by bench-collect (docs/languages.md).
//
//     const benchmat = require('benchmat')
//
//     function axpy(x, y) { ... }               // timed
//
//     function setUp(bench) {                   // called for each size and seed
//         const x = bench.fill(bench.size)      // the very inputs of the C action, in its order
//         const y = bench.fill(bench.size)
//         bench.output(y)                       // compared with the output of the C action
//         bench.pass(x, y)                      // what each call gets
//         bench.call(axpy)
//     }
//
//     benchmat.serve({axpy: setUp})
'use strict'
const fs = require('fs')

const drawing = 10 // milliseconds that drawing other numbers for the calls of a run may take

// A loop of CALLS for each number of arguments: V8 compiles no spread of them together with what is
// called. Each call finds its arguments in the next of SETS, of which there are a power of two, or
// as many as calls (MASK: -1), so that nothing can be calculated once for all calls; and the last
// result is returned, so that none can be left out.
const loops = []
function loopOf(count) {
    const words = Array.from({length: count}, (_, i) => `set[${i}]`)
    return loops[count] ??= new Function('timed', 'sets', 'mask', 'calls', `
        let result = 0
        for (let c = 0; c < calls; c++) {
            const set = sets[c & mask]
            result = timed(${words})
        }
        return result`)
}

// What is measured: its size, seed, type ("d": double, "s": single precision, "z" and "c": complex
// numbers of these) and parameters.
class Bench {
    constructor(size, seed, type, parameters) {
        Object.assign(this, {size: Number(size), seed: Number(seed), type, parameters})
        this.setUp = null // makes other numbers for each call; null: all get the same
        this.high = Math.floor(this.seed / 4294967296) // the generator's state, in halves
        this.low = this.seed % 4294967296
        Object.assign(this, {outputs: [], passed: [], renewed: [], copies: []})
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

    // What every call gets. A function at the top level that gets arrays so is compiled once, for
    // good; one that set-up makes anew around them is slower.
    pass(...passed) {
        this.passed = passed
    }

    // Has FUNCTION timed. Behind what `pass` gives, each call gets fresh copies of the arrays
    // RENEWED. Where calls are to get other numbers, the function that sets up is called again for
    // these.
    call(timed, ...renewed) {
        Object.assign(this, {timed, renewed})
    }

    // What calls have copies of, in turn: one for each if there is time for so many.
    originals(calls) {
        if (!this.setUp || !this.renewed.length) return [this.renewed]
        const drawn = [], begin = performance.now()
        while (drawn.length < calls && (!drawn.length || performance.now() - begin < drawing)) {
            const other = new Bench(this.size, this.seed, this.type, this.parameters)
            Object.assign(other, {high: this.high, low: this.low})
            this.setUp(other)
            Object.assign(this, {high: other.high, low: other.low})
            drawn.push(other.renewed)
        }
        return drawn
    }

    // Returns the seconds that so many calls take. Copies stay, to be used again.
    run(calls) {
        const {timed, passed, renewed, copies} = this
        while (renewed.length && copies.length < calls)
            copies.push([...passed, ...renewed.map(a => a.slice())])
        const originals = this.originals(calls)
        for (let c = 0; renewed.length && c < calls; c++)
            originals[c % originals.length].forEach(
                (array, i) => copies[c][passed.length + i].set(array))
        const sets = renewed.length ? copies : [passed, passed]
        const loop = loopOf(sets[0].length), mask = renewed.length ? -1 : sets.length - 1
        const begin = process.hrtime.bigint()
        this.result = loop(timed, sets, mask, calls)
        const seconds = Number(process.hrtime.bigint() - begin) * 1e-9
        this.last = sets[calls - 1 & mask]
        return seconds
    }

    // The numbers of an output, counted from 1, after the last call.
    numbers(output) {
        const array = this.outputs[output - 1], i = this.renewed.indexOf(array)
        return i < 0 ? array : this.last[this.passed.length + i]
    }
}

// Answers bench-collect until it ends. ACTIONS has, by their names, the functions that set up.
function serve(actions, types = 'd') {
    let bench, action
    const answers = {
        hello: () => `hello 1 Node ${process.versions.node}`,
        describe: name => (action = actions[name]) ? `describe ${types}` : 'describe',
        setup: (size, seed, type, ...rest) => {
            const pairs = rest.filter(p => p.includes('='))
                .map(p => [p.split('=')[0], Number(p.split('=')[1])])
            action(bench = new Bench(size, seed, type, Object.fromEntries(pairs)))
            if (rest.at(-1) === 'fresh') bench.setUp = action
            return bench.renewed.length ? 'ready fresh' : 'ready'
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
